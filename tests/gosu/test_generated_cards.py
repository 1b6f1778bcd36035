"""Card sets made by chance: reproducible, of the composition of the game, playable to the end, and readable."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from gosu_env import Batch, DataError, Game, OptionError, Recorder, Replay, make_batch
from gosu_env.cards import generate, printed, printed_spec
from gosu_env.engine.errors import CardFileError
from gosu_env.engine.generated import MOST_SEED, generated_name, pool_name, pool_of
from gosu_env.engine.rules import find_rules
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import default_cards, generated_cards, load_cards
from gosu_env.gosu.text import card_text

SEEDS = range(8)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_a_seed_is_a_set_today_and_tomorrow():
    assert [digest(generate(seed)) for seed in (0, 7, MOST_SEED)] == [
        "568b48e8a3946dcd",
        "d8cefd05f0cdeb65",
        "c2ff1c85aa2ea437",
    ]
    assert len({generate(seed) for seed in SEEDS}) == len(SEEDS)
    assert generated_cards(7).digest == load_cards("generated:7").digest != default_cards().digest


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_sets_play_to_the_end(seed):
    batch = make_batch("gosu", num_envs=64, seed=seed, cards=generated_name(seed), max_decisions=1000)
    ended, endings = 0, Counter()
    while ended < 300:
        batch.step(batch.sample())
        ended += int(batch.done.sum())
        endings["truncated"] += int(batch.truncated.sum())
    assert endings["truncated"] == 0
    rules = find_rules("gosu", 4, {"cards": generated_name(seed)})
    counts, _ = rules.play(4_000, np.arange(1, 5, dtype=np.uint32), mask=True, observe=True, check=True)
    assert counts.sum() > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_texts_read_well(seed):
    cards = generated_cards(seed).cards
    for card in cards:
        text = card_text(card)
        assert re.fullmatch(r"[A-Z][^.:]*[.:].*\.", text), (card.name, text)
        assert not re.search(r"  |None|\bX cards?\b(?<!X is).*\bchoose X\b", text), (card.name, text)
        assert re.fullmatch("[A-Z][a-z]{2,11}", card.name)
        assert card.provenance == f"generated, seed {seed}"
    assert len({card_text(card) for card in cards}) > 65  # few cards say the same


def test_nothing_is_set_off_again_and_again():
    for seed in range(40):
        for card in generated_cards(seed).cards:
            assert v.TOKEN_BACK not in {step.op for step in card.programs.get(v.ACTIVATED, ())}
            assert not {v.IMPRISON} & {step.op for step in card.programs.get(v.IMPRISONED, ())}


def test_clans_have_their_own_ways():
    cards = generated_cards(3)
    courses = (v.IF, v.MAY, v.DISCARD)
    used: list[Counter[int]] = [Counter() for _ in range(5)]
    for card in cards.cards:
        used[card.clan].update(step.op for program in card.programs.values() for step in program)
    tops = {tuple(op for op, _ in counter.most_common(6) if op not in courses)[:2] for counter in used}
    assert len(tops) >= 4


def test_saves_and_replays_need_no_file(tmp_path):
    recorder = Recorder(Game("gosu", seed=3, cards="generated:5"))
    game = recorder.game
    for _ in range(12):
        recorder.apply(game.legal_actions()[-1])
    recorder.save(tmp_path / "game.gosu")
    again = Replay.load(tmp_path / "game.gosu")
    again.verify()
    assert again.game() == game
    assert Game.from_bytes(game.to_bytes()) == game
    assert game.rules.options["cards"] == "generated:5"


@pytest.mark.parametrize(
    "name", ["generated:", "generated:-1", "generated:7.5", "generated:99999999999", "generated:x"]
)
def test_bad_names_are_refused(name):
    with pytest.raises(OptionError, match="expected generated:SEED, with a seed from 0 to 2,147,483,647"):
        Game("gosu", cards=name)


def test_what_has_no_generated_sets_says_so():
    with pytest.raises(OptionError, match="generated sets have five clans, and Kamakor ten"):
        Game("gosu", cards="generated:1", kamakor=True)
    with pytest.raises(CardFileError, match="no generated card sets of this game"):
        Game("gosux", cards="generated:1")
    with pytest.raises(OptionError, match="laundromat has no generated card sets"):
        generate(1, "laundromat")
    with pytest.raises(OptionError, match="must be a whole number"):
        generate(-1)
    with pytest.raises(OptionError, match="does not describe its cards"):
        printed_spec("laundromat")


def test_every_game_of_a_batch_may_have_its_own_set():
    def play(batch: Batch, steps: int) -> None:
        for _ in range(steps):
            batch.step(batch.sample())

    one, two = (make_batch("gosu", num_envs=70, seed=4, threads=n, cards="generated:3-9") for n in (1, 2))
    assert [rules.options["cards"] for rules in one.card_sets] == [generated_name(seed) for seed in range(3, 10)]
    assert set(one.sets) == set(range(7))
    first = one.sets.copy()
    play(one, 150)
    play(two, 150)
    assert (one.sets == two.sets).all()
    assert (one.obs == two.obs).all()
    assert (one.sets != first).any()  # dealt anew, with other sets
    for i in range(0, 70, 5):
        game = one.game(i)
        assert game.rules.options["cards"] == generated_name(3 + int(one.sets[i]))
        assert (game.observe() == one.obs[i]).all()
        assert (game.mask() == one.mask[i]).all()
        assert Game("gosu", seed=int(one.seeds[i]), cards=game.rules.options["cards"]).num_players == 2
    kept = one.snapshot()
    two.reset(8)
    two.restore(kept)
    copy = pickle.loads(pickle.dumps(one))
    for batch in (one, two, copy):
        play(batch, 40)
    assert (one.obs == two.obs).all()
    assert (one.obs == copy.obs).all()
    with pytest.raises(DataError, match="sets are from 0 to 6"):
        two.restore(kept | {"sets": np.full(70, 7, np.int32)})
    with pytest.raises(DataError, match="sets is missing"):
        two.restore({name: array for name, array in kept.items() if name != "sets"})


def test_what_a_set_deals_does_not_depend_on_the_pool():
    pool = make_batch("gosu", num_envs=20, seed=4, cards="generated:3-9")
    for i in range(20):
        alone = Game("gosu", seed=int(pool.seeds[i]), cards=generated_name(3 + int(pool.sets[i])))
        assert (alone.observe() == pool.obs[i]).all()


def test_a_pool_may_leave_sets_out():
    names = [generated_name(seed) for seed in (3, 4, 5, 7, 9, 10)]
    assert pool_of("generated:3-5+7+9-10") == names
    assert pool_name([3, 4, 5, 7, 9, 10]) == "generated:3-5+7+9-10"
    assert pool_name([8]) == "generated:8"
    batch = make_batch("gosu", num_envs=4, seed=4, cards="generated:3+5-6")
    assert [rules.options["cards"] for rules in batch.card_sets] == [generated_name(seed) for seed in (3, 5, 6)]
    with pytest.raises(OptionError, match="expected generated:SEED"):
        Game("gosu", cards="generated:3+")


@pytest.mark.parametrize(
    "name",
    ["generated:5-5", "generated:9-3", "generated:0-20000", "generated:3-5+5", "generated:0-5000+6000-11000"],
)
def test_bad_pools_are_refused(name):
    with pytest.raises(OptionError, match="expected seeds in ascending order, at most 10,000 of them"):
        make_batch("gosu", cards=name)


def test_cards_are_described_by_what_is_printed_on_them():
    ours, theirs = (find_rules("gosu", 2, {"cards": cards}) for cards in (None, "generated:7"))
    spec = printed_spec()
    one, other = printed(ours), printed(theirs)
    assert one.shape == other.shape == (75, spec.size)
    assert np.isfinite(one).all()
    by_name = {card.name: row for card, row in zip(default_cards().cards, one, strict=True)}
    assert by_name["Garsh"][spec["mutation"]].tolist() == [1, 0.5]
    assert by_name["Kikyo"][spec["mutation"]].tolist() == [0, 0]
    effects = by_name["Turbine"][spec["effects"]].reshape(len(v.TRIGGERS), -1)
    assert effects[v.ACTIVATED, 0] == 0.75  # draws 3
    assert np.count_nonzero(effects) == 1
    assert by_name["Trsck"][spec["keywords"]].tolist() == [1, 0, 0, 0]
    told: dict[bytes, set[tuple[object, ...]]] = {}
    for seed in range(10):
        rules = find_rules("gosu", 2, {"cards": generated_name(seed)})
        for card, row in zip(generated_cards(seed).cards, printed(rules), strict=True):
            told.setdefault(row.tobytes(), set()).add((card.clan, card.level, card.mutation, card_text(card)))
    mixed = [cards for cards in told.values() if len(cards) > 1]
    assert len(mixed) < len(told) / 50, mixed


def test_the_page_lists_every_slice():
    page = (Path(__file__).parents[2] / "docs" / "generated-cards.md").read_text(encoding="utf-8")
    rows = [f"| `{block.name}` | {block.size} | {block.meaning} |" for block in printed_spec().blocks]
    assert "\n".join(rows) in page
