"""Smaller games: sizes of card files and options, the ladder of named sizes, and what they leave as it is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, make_batch
from gosu_env.agents import make_agent
from gosu_env.engine.errors import CardFileError, OptionError
from gosu_env.engine.view import View
from gosu_env.gosu.cards import CardSet, load_cards, parse_card_set
from gosu_env.gosu.ruleset import GosuRules
from gosu_env.gosu.sizes import FULL, LADDER
from gosu_env.gosu.state import BY_BATTLE, BY_SPECIAL
from gosu_env.render.svg import table_svg

TINY = """
name = "tiny"
base = "default"
only = ["Murk", "Cinder"]
[size]
clans = 2
bakutos = 1
heroes = 0
ozekis = 0
"""


def play(game: Game, seed: int) -> Game:
    rng = np.random.default_rng(seed)
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))
        game.rules.check(game.states)
    return game


def rules_of(game: Game) -> GosuRules:
    assert isinstance(game.rules, GosuRules)
    return game.rules


def tiny(**changed: Any) -> CardSet:
    numbers = "".join(f"{name} = {value}\n" for name, value in changed.items())
    return parse_card_set(TINY + numbers, "tiny.toml")


@pytest.mark.parametrize("size", LADDER)
@pytest.mark.parametrize("num_players", [2, 3])
def test_every_size_plays_to_its_end(size: str, num_players: int) -> None:
    for seed in range(6):
        game = play(Game("gosu", num_players=num_players, seed=seed, size=size), seed)
        assert sum(game.returns()) == pytest.approx(0)
        limits = rules_of(game).size
        assert game.state.row_size.max() <= limits.columns
        assert game.state.victory_points.max() >= limits.victory_points or game.state.ending == BY_SPECIAL


def test_the_ladder_ascends_to_the_full_game() -> None:
    sizes = [load_cards(path).size for path in LADDER.values()]
    assert sizes[-1] == FULL == load_cards().size
    for smaller, larger in pairwise(sizes):
        assert all(low <= high for low, high in zip(vars(smaller).values(), vars(larger).values(), strict=True))
        assert smaller != larger


def test_all_sizes_have_the_spaces_of_the_full_game() -> None:
    full, mini = Game("gosu"), Game("gosu", size="mini")
    assert mini.num_actions == full.num_actions
    assert mini.observation_spec.size == full.observation_spec.size


def test_numbers_of_cards_are_those_of_their_clan_and_level() -> None:
    cards = load_cards(LADDER["mini"])
    assert [(card.name, card.kind) for card in cards] == [
        *(("Murk", 10), ("Shade", 11), ("Cinder", 20), ("Ember", 21), ("Trsck", 39), ("Flare", 53))
    ]
    assert all(cards[card.kind] is card for card in cards)
    assert (cards.tables[0].level == load_cards().tables[0].level).all()
    assert int(cards.tables[0].copies.sum()) == 10


def test_options_change_a_size() -> None:
    game = Game("gosu", size="mini", hand_size=2, tokens=1, columns=1, victory_points=2, rounds=5)
    assert game.state.hand_size[:2].tolist() == [2, 2]
    assert game.state.tokens[:2].tolist() == [1, 1]
    deals = [Game("gosu", size="mini", columns=1, seed=seed) for seed in range(8)]
    assert max(int(play(game, seed).state.row_size.max()) for seed, game in enumerate(deals)) == 1


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_most_victory_points_win_after_the_last_round(rounds: int) -> None:
    for seed in range(8):
        game = play(Game("gosu", size="small", rounds=rounds, seed=seed), seed)
        points, holder = game.state.victory_points[:2].tolist(), int(game.state.advantage)
        assert game.state.round_number <= rounds
        if max(points) < 2 and game.state.ending == BY_BATTLE:
            level = points[0] == points[1]
            assert game.to_json()["winners"] == [holder if level else int(np.argmax(points))]


def test_the_opening_hand_after_a_mulligan_is_of_the_size() -> None:
    for seed in range(200):
        game = Game("gosu", size="small", hand_size=1, seed=seed)
        if game.to_json()["decision"]["kind"] == "mulligan":
            game.apply(game.parse_action("yes"))
            assert game.state.hand_size[:2].tolist() == [1, 1]
            return
    pytest.fail("nobody could throw a hand")


def test_clans_that_a_set_does_not_have_are_not_named(tmp_path: Path) -> None:
    text = """
    base = "default"
    only = ["Tamo", "Tengen", "Murk", "Kao"]
    [size]
    clans = 2
    bakutos = 1
    heroes = 1
    ozekis = 0
    hand_size = 2
    """
    file = tmp_path / "named.toml"
    file.write_text(text, encoding="utf-8")
    army = [["Tamo"], ["Tengen"]]
    game = Game.position(options={"cards": str(file)}, players=[{"hand": ["Murk"], "army": army}], deck=["Kao"])
    for text in ("activate 2.1", "yes"):
        game.apply(game.parse_action(text))
    assert [game.action_text(action) for action in game.legal_actions()] == ["clan Ancient Gobans", "clan Dark Goblins"]


def test_bots_batches_and_pictures_work_with_a_size() -> None:
    game = Game("gosu", size="mini", seed=4)
    agents = [make_agent("greedy", seed=0), make_agent("rollout:2", seed=1)]
    while not game.is_over:
        assert game.parse_action(game.action_text(game.legal_actions()[0])) == game.legal_actions()[0]
        world = game.determinize(game.seat, np.random.default_rng(1))
        assert (world.observe(game.seat) == game.observe(game.seat)).all()
        game.apply(agents[game.seat].act(View(game)))
    assert "VP" in game.describe()
    assert "<svg" in table_svg(game)
    batch = make_batch("gosu", num_envs=8, num_players=2, size="mini")
    batch.reset(3)
    ended = 0
    for _ in range(30):
        actions = np.array([np.flatnonzero(mask)[0] for mask in np.asarray(batch.mask)])
        batch.step(actions)
        ended += int(np.asarray(batch.done).sum())
    assert ended > 0


def test_a_save_of_a_size_is_that_of_the_size() -> None:
    game = Game("gosu", size="mini", seed=4)
    game.apply(game.legal_actions()[0])
    again = Game.from_bytes(game.to_bytes())
    assert again == game
    assert rules_of(again).size.columns == 2


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"size": "tiny"}, "unknown size 'tiny'"),
        ({"size": "mini", "kamakor": True}, "leave out size or kamakor"),
        ({"size": "mini", "cards": "x.toml"}, "leave out size or cards"),
        ({"columns": 6}, "columns must be a whole number from 1 to 5, not 6"),
        ({"tokens": True}, "tokens must be a whole number"),
        ({"rounds": -1}, "rounds must be a whole number from 0 to 100"),
        ({"size": "mini", "draft": True}, "draft needs opening hands of 7 cards, not 3"),
        ({"size": "mini", "num_players": 4}, "4 opening hands of 3 need 12 cards, not 10"),
    ],
)
def test_sizes_that_cannot_be_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        Game("gosu", **options)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TINY + "colums = 3", "unknown field 'colums'"),
        (TINY + "columns = 0", "columns must be a whole number from 1 to 5, not 0"),
        (TINY.replace("bakutos = 1", "bakutos = 2"), "clan 'dark' has 1 different cards of level 1, it needs 2"),
        (TINY.replace("clans = 2", "clans = 3"), r"the cards are of 2 clans \(dark, fire\); \[size\] says 3"),
        (TINY.replace("ozekis = 0", "ozekis = 1"), "ozekis = 1 needs Heroes"),
        (TINY.replace('"Murk"', '"Murc"'), "no card 'Murc'; did you mean 'Murk'"),
        (TINY.replace('["Murk", "Cinder"]', "3"), "only: must be a list of names"),
        (TINY.replace('"Cinder"]', '"Cinder", "Murk"]'), "appears 2 times"),
        ("size = 3\n" + TINY.replace("[size]", "[other]"), r"must be a table, \[size\]"),
    ],
)
def test_card_files_of_a_wrong_size_are_refused(text: str, told: str) -> None:
    with pytest.raises(CardFileError, match=told):
        parse_card_set(text, "tiny.toml")


def test_a_size_belongs_to_what_tells_sets_apart() -> None:
    assert tiny().digest == tiny().digest
    assert tiny().digest != tiny(columns=3).digest
