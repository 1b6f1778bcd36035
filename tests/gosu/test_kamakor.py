"""Games with Kamakor: what holds for every game holds for these, however they are run."""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from some_options import CLANS as FIXED
from test_cuda import needs_compiler
from test_worlds import hidden, play_on, shown

from gosu_env import Game, IllegalActionError, Replay, make_batch
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.engine.recorder import Recorder
from gosu_env.engine.rules import find_rules
from gosu_env.engine.view import View
from gosu_env.gosu import verbs
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import load_cards
from gosu_env.gosu.invariants import VIOLATIONS
from gosu_env.gosu.legal import MAX_LEGAL
from gosu_env.gosu.state import ENDINGS, KAMAKOR_STATE, STATE
from tests.twins import play_beside_a_gpu, run_script

CARDS = load_cards(kamakor=True)
ENTRIES = bind(entries, verbs)
COPIES = {card.name: card.copies for card in CARDS.cards}
CLAN = {card.name: card.clan for card in CARDS.cards}


def positions(count: int, seed: int, **options: Any) -> Iterator[Game]:
    """Positions of random games with 2, 3 and 4 players, bans included."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        game = Game("gosu", 2 + found % 3, int(rng.integers(2**62)), kamakor=True, **options)
        while not game.is_over and found < count:
            if rng.random() < 0.2:
                found += 1
                yield game
            game.apply(int(rng.choice(game.legal_actions())))


def all_cards(game: Game) -> Counter[str]:
    """Every card of a game, by name."""
    record, table = game.state, game.to_json()
    names = [card.name for card in CARDS.cards]
    found = Counter(table["discard"])
    found.update(names[k] for k in [*record.deck[: record.deck_size], *record.look[: record.look_size]])
    for player in table["players"]:
        found.update(player["hand"])
        found.update(card["card"] for row in player["army"] for card in row)
    return found


# ---------------------------------------------------------------------------------------------------- the set


def test_every_word_of_kamakor_is_on_a_card() -> None:
    new = CARDS.cards[75:]
    steps = [step for card in new for program in card.programs.values() for step in program]
    ops = {step.op for card in CARDS.cards for program in card.programs.values() for step in program}
    assert ops == set(range(v.DRAW, len(v.EFFECTS))) - {v.BAN, v.ROW, v.JUMP}
    assert {v.IF_FIRST, v.IF_DRAGOONS} <= {step.who for step in steps if step.op == v.IF}
    assert {step.op for card in new if v.COLON in card.programs for step in card.programs[v.COLON][:1]} == {
        *(v.DISCARD, v.IMPRISON, v.IMPRISON_SELF)
    }
    assert any(step.op == v.IMPRISON and step.arg == v.FIRST_CARD for step in steps)
    for keyword in ("counts_as", "shadow_jump", "recruiter", "eases"):
        assert any(getattr(card, keyword) for card in new), keyword


def test_every_card_has_an_ability_and_says_where_it_comes_from() -> None:
    from gosu_env.gosu.text import card_text  # noqa: PLC0415

    texts = [card_text(card) for card in CARDS.cards[75:]]
    assert all(texts)
    assert len(set(texts)) > 65
    assert all(card.provenance.startswith("authored") for card in CARDS.cards[75:])
    assert len({card.name for card in CARDS.cards}) == 150


def test_games_without_kamakor_keep_their_record_and_their_spaces() -> None:
    assert (STATE.itemsize, load_cards().digest) == (2688, "d35a6617e9d6cc57")
    sizes = [(Game("gosu", n, 0).num_actions, Game("gosu", n, 0).observation_spec.size) for n in (2, 3, 4)]
    assert sizes == [(240, 592), (256, 829), (272, 996)]


# ---------------------------------------------------------------------------------------------------- properties


@pytest.mark.parametrize("options", [{}, {"clans": FIXED}, {"auto_forced": False, "dragoon_supply": 2}])
def test_cards_are_conserved_and_actions_read_both_ways(options: dict[str, Any]) -> None:
    for game in positions(150, 1, **options):
        table = game.to_json()
        if table["decision"]["kind"] == "ban":
            assert not all_cards(game)
        else:
            assert len(table["clans"]) == 5
            assert sum(all_cards(game).values()) == 100
            assert all(copies == COPIES[name] for name, copies in all_cards(game).items())
        mask, legal = game.mask(), game.legal_actions()
        assert np.flatnonzero(mask).tolist() == legal == sorted(set(legal))
        for action in legal:
            game.clone().apply(action)
            assert game.parse_action(game.action_text(action)) == action
        before = game.to_bytes()
        with pytest.raises(IllegalActionError):
            game.apply(int(np.flatnonzero(mask == 0)[0]))
        assert game.to_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("auto_forced", [0, 1])
def test_random_play_breaks_no_invariant(n: int, auto_forced: int) -> None:
    rules = find_rules("gosu", n, {"kamakor": True})
    stats = np.zeros(4 + len(ENDINGS), np.int64)
    rng = np.random.default_rng(n).integers(1, 2**32, 4, np.uint32)
    none, legal = np.zeros(0, np.int8), np.zeros(MAX_LEGAL, np.int16)
    states = np.zeros(1, KAMAKOR_STATE)
    found = ENTRIES.play(states, rules.tables, 60_000, rng, n, auto_forced, 2000, legal, none, none, 1, stats)
    assert VIOLATIONS[found] == "none"
    assert stats[1] >= 60_000
    assert stats[4 + ENDINGS.index("fault")] == 0
    assert stats[4 + ENDINGS.index("truncated")] * 1000 < stats[0]


def test_lost_dragoon_tokens_are_noticed() -> None:
    game = Game("gosu", seed=4, kamakor=True, clans=FIXED)
    states = np.array([game.state], KAMAKOR_STATE)
    states[0].dragoon_supply[0] -= 1
    found = ENTRIES.check(states, game.rules.tables, 0, np.zeros(MAX_LEGAL, np.int16))  # type: ignore[attr-defined]
    assert VIOLATIONS[found] == "Dragoon tokens are not conserved"


def test_observations_show_what_there_is() -> None:
    for game in positions(300, 2):
        spec, table, record = game.observation_spec, game.to_json(), game.state
        for seat in range(game.num_players):
            obs = game.observe(seat)
            assert obs.shape == (spec.size,)
            negative = {spec.at(int(i)).name for i in np.flatnonzero(obs < 0)}
            others = {name for name in negative if not name.endswith(".card")}
            assert others <= {"globals", "look", "pending", "waiting.source"}
            assert obs[spec["clans"]].tolist() == record.clans.tolist()
            assert obs[spec["dragoon_supply"]] == table["dragoon_supply"]
            me = table["players"][seat]
            lying = sum(card["dragoon"] for row in me["army"] for card in row)
            assert obs[spec["player.me"]][-2:].tolist() == [me["dragoons"], lying]
            seen = obs[spec["army.me.card"]].astype(int)
            kinds = np.where(seen > 0, seen - 1, 74 - seen)[seen != 0]
            names = [card["card"] for row in me["army"] for card in row]
            assert [CARDS[kind].name for kind in kinds] == names
            assert Counter({CARDS[k].name: int(c) for k, c in enumerate(obs[spec["hand.me"]]) if c}) == Counter(
                me["hand"]
            )


def test_saves_clones_and_replays_go_on_alike() -> None:
    for game in positions(30, 3):
        twins = [game.clone(), Game.from_bytes(game.to_bytes()), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
        assert all(twin == game for twin in twins)
        for twin in twins:
            twin.apply(twin.legal_actions()[-1])
        assert all(twin == twins[0] for twin in twins)


def test_a_replay_keeps_the_options(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    recorder = Recorder(Game("gosu", 3, 11, kamakor=True), ["a", "b", "c"])
    while not recorder.game.is_over:
        recorder.apply(int(rng.choice(recorder.game.legal_actions())))
    path = tmp_path / "game.gosu"
    recorder.replay().save(path)
    again = Replay.load(path)
    assert again.header.options["kamakor"] is True
    *_, last = again.games()
    assert last == recorder.game


# ---------------------------------------------------------------------------------------------------- hidden cards


@pytest.mark.parametrize("auto_forced", [True, False])
def test_worlds_look_alike_are_legal_and_play_on(auto_forced: bool) -> None:
    rng = np.random.default_rng(1)
    different = dealt = 0
    for game in positions(300, 5, auto_forced=auto_forced):
        seat = int(rng.integers(game.num_players))
        before, expected = game.to_bytes(), shown(game, seat)
        world = game.determinize(seat, rng)
        assert shown(world, seat) == expected
        found = ENTRIES.check(np.array([world.state]), game.rules.tables, 0, np.zeros(MAX_LEGAL, np.int16))  # type: ignore[attr-defined]
        assert VIOLATIONS[found] == "none"
        dealt += game.to_json()["decision"]["kind"] != "ban"
        different += hidden(world, seat)[:2] != hidden(game, seat)[:2]
        play_on(world, rng)
        assert game.to_bytes() == before
    assert different > 0.95 * dealt


def test_every_byte_behind_a_view_follows_from_what_the_seat_knows() -> None:
    rng = np.random.default_rng(22)
    for game in positions(200, 23):
        other = game.determinize(game.seat, rng)
        assert View(other)._world.to_bytes() == View(game)._world.to_bytes()


def test_a_card_whose_row_is_asked_for_is_known_to_all() -> None:
    players = [{"hand": ["Guise", "Dom"], "army": [["Mum", "Mum"]]}, {"hand": ["Cog"]}]
    game = Game.position("gosu", 2, options={"kamakor": True}, players=players)
    game.apply(game.parse_action("place Guise"))
    assert game.to_json()["decision"]["kind"] == "row"
    assert "Guise" in game.to_json(1)["players"][0]["hand"]
    for seed in range(20):
        world = game.determinize(1, seed)
        assert world.legal_actions() == game.legal_actions()


# ---------------------------------------------------------------------------------------------------- ways to run


def test_the_same_game_as_handle_and_in_batches() -> None:
    one = make_batch(num_envs=1, num_players=3, seed=5, kamakor=True)
    many = make_batch(num_envs=64, num_players=3, seed=5, kamakor=True)
    rng = np.random.default_rng(0)
    games = {i: Game("gosu", 3, int(many.seeds[i]), kamakor=True) for i in (0, 63)}
    ended = 0
    for _ in range(400):
        assert one.states.tobytes() == many.states[:1].tobytes()
        for i, game in games.items():
            assert many.states[i].tobytes() == game.state.tobytes()
            assert many.obs[i].tobytes() == game.observe().tobytes()
            assert many.mask[i].tobytes() == game.mask().tobytes()
        actions = (rng.random(many.mask.shape) * many.mask).argmax(axis=1)
        many.step(actions)
        one.step(actions[:1])
        for i, game in list(games.items()):
            game.apply(int(actions[i]))
            if game.is_over:
                assert many.reward[i].tolist() == pytest.approx(game.returns())
                games[i] = Game("gosu", 3, int(many.seeds[i]), kamakor=True)
                ended += 1
    assert ended > 0


@needs_compiler
def test_the_games_of_a_gpu_are_those_of_the_cpu(tmp_path: Path) -> None:
    rules = find_rules("gosu", 2, {"kamakor": True})
    ended, _ = play_beside_a_gpu(rules, 2, 400, tmp_path)
    assert ended > 50


SCRIPT = """
import hashlib, random, sys, warnings
warnings.simplefilter("error")
from gosu_env import Game
for n in (2, 3, 4):
    for seed in range(int(sys.argv[1])):
        options = {"teams": n == 4, "draft": True, "turn_limit": True} if seed % 3 == 2 else {}
        game = Game("gosu", num_players=n, seed=seed, auto_forced=seed % 3 != 0, kamakor=True, **options)
        pick, digest, steps = random.Random(seed), hashlib.sha256(), 0
        while not game.is_over:
            digest.update(game.state.tobytes() + game.mask().tobytes() + game.observe(steps % n).tobytes())
            if steps % 25 == 0:
                digest.update(game.determinize(steps % n, seed).state.tobytes())
            game.apply(pick.choice(game.legal_actions()))
            steps += 1
        print(n, seed, steps, game.winners, digest.hexdigest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_identical_and_the_same_as_ever() -> None:
    compiled = run_script(SCRIPT, False, 3)
    golden = Path(__file__).parent / "games_kamakor.txt"
    if os.environ.get("UPDATE_GAMES"):
        golden.write_text("\n".join(compiled) + "\n")
    assert compiled == run_script(SCRIPT, True, 3)
    assert compiled == golden.read_text().splitlines()
