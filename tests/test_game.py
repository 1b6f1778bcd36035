"""The handle: options, errors, saves, JSON, positions."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import subprocess
import sys
import zlib
from typing import Any

import numpy as np
import pytest

from gosu_env import BusyError, DataError, Game, GosuError, IllegalActionError, OptionError, PositionError
from gosu_env.engine.game import MAGIC
from gosu_env.engine.rules import GAMES
from gosu_env.gosu.options import GosuOptions


def test_seeds_make_games() -> None:
    assert Game(seed=0) == Game(seed=0)
    assert Game(seed=0) != Game(seed=1)
    assert Game(seed=2**63 - 1) == Game(seed=np.int64(2**63 - 1))
    assert Game() != Game()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"game": "chess"}, "unknown game 'chess'; known: gosu"),
        ({"num_players": 1}, "num_players must be 2, 3 or 4, not 1"),
        ({"num_players": 5}, "num_players must be 2, 3 or 4, not 5"),
        ({"num_players": 2.0}, "num_players must be 2, 3 or 4"),
        ({"seed": -1}, "seed must be a whole number from 0 to 2\\*\\*63 - 1, not -1"),
        ({"seed": 2**63}, "seed must be a whole number"),
        ({"seed": "seven"}, "seed must be a whole number"),
        ({"auto_force": True}, "unknown option 'auto_force'; did you mean 'auto_forced'?"),
        ({"auto_forced": 1}, "auto_forced must be True or False"),
        ({"max_decisions": 0}, "max_decisions must be a whole number from 1 to 1000000, not 0"),
        ({"cards": 7}, "cards must be the path of a card file"),
    ],
)
def test_absurd_options_are_refused(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(OptionError, match=error.replace("?", r"\?")):
        Game(**arguments)


def test_an_illegal_action_names_the_decision() -> None:
    game = Game.position(players=[{"hand": ["Dom", "Garsh"]}, {}])
    with pytest.raises(IllegalActionError) as caught:
        game.apply(game.parse_action("place Garsh"))
    assert "(place Garsh) is not legal; decision: seat 0: choose an action; legal:" in str(caught.value)
    for wrong in (-1, 10**9, 2**63, -(2**63), 10**400, "pass", None, 1.0):
        with pytest.raises(IllegalActionError):
            game.apply(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalActionError, match="no action reads 'place Garhs'"):
        game.parse_action("place Garhs")


def test_absurd_arguments_of_methods_are_refused() -> None:
    game = Game(seed=1)
    before = game.to_bytes()
    for action in (2**63, -(2**63), 2**70, 10**5000, np.uint64(2**63), 1.5, [0], b"0"):
        with pytest.raises(IllegalActionError, match="is not legal; decision: "):
            game.apply(action)  # type: ignore[arg-type]
        with pytest.raises(IllegalActionError, match="ids are whole numbers from 0 to 239"):
            game.action_text(action)  # type: ignore[arg-type]
    for seat in (1.5, -1, 2, "0", 2**70, 10**5000, [0]):
        for method in (game.observe, game.describe, game.determinize, game.to_json):
            with pytest.raises(OptionError, match="seats are numbered from 0 to 1"):
                method(seat)  # type: ignore[operator]
    for text in (None, 7, b"pass"):
        with pytest.raises(IllegalActionError, match="parse_action: expected the text of an action, not"):
            game.parse_action(text)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="unknown game"):
        Game(["gosu"])  # type: ignore[arg-type]
    assert game.to_bytes() == before
    assert (game.observe(np.int8(1)) == game.observe(1)).all()


def test_a_second_thread_in_a_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game, twin = Game(seed=1), Game(seed=1)
    action, answer = game.legal_actions()[0], game._answer
    met: list[BusyError] = []

    def meanwhile(*arguments: Any) -> int:
        with pytest.raises(BusyError, match=r"the game is in use by another thread: .* game.clone\(\)") as caught:
            game.apply(action)
        met.append(caught.value)
        return answer(*arguments)

    monkeypatch.setattr(game, "_answer", meanwhile)
    game.apply(action)
    monkeypatch.undo()
    assert len(met) == 1
    twin.apply(action)
    assert twin == game
    game.apply(game.legal_actions()[0])


def test_a_pickled_game_keeps_its_seed() -> None:
    game = Game(seed=77)
    game.apply(game.legal_actions()[0])
    assert pickle.loads(pickle.dumps(game)).seed == copy.deepcopy(game).seed == 77


def test_nothing_applies_to_a_game_that_is_over() -> None:
    game = Game(seed=3)
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert game.seat == -1
    assert game.legal_actions() == []
    assert not game.mask().any()
    with pytest.raises(IllegalActionError, match="the game is over"):
        game.apply(0)


def test_every_action_has_a_text_both_ways() -> None:
    for n in (2, 3, 4):
        game = Game(num_players=n, seed=1)
        texts = [game.action_text(action) for action in range(game.num_actions)]
        assert len(set(texts)) == game.num_actions
        assert [game.parse_action(text) for text in texts] == list(range(game.num_actions))
        assert game.parse_action("  PASS ") == 0


def test_action_ids_mean_the_same_for_any_number_of_players() -> None:
    two, four = Game(num_players=2, seed=1), Game(num_players=4, seed=1)
    assert two.action_spec.blocks == four.action_spec.blocks[: len(two.action_spec.blocks)]


def test_json_is_as_documented() -> None:
    game = Game.position(
        players=[
            {"hand": ["Dom"], "army": [["Bolt*", "[Cog]"], ["Turbine"]], "vp": 2},
            {"hand": ["Garsh"], "tokens": 0},
        ],
        discard=["Fact"],
        advantage=1,
        turn=0,
        round=3,
    )
    table = game.to_json()
    assert table == json.loads(json.dumps(table))
    assert table.pop("deck") == 94
    assert table == {
        "game": "gosu",
        "options": GosuOptions().as_dict(),
        "num_players": 2,
        "round": 3,
        "seat": 0,
        "decision": {"kind": "main", "seat": 0, "text": "seat 0: choose an action"},
        "turn_seat": 0,
        "extra_turns": 0,
        "turns_left": None,
        "advantage": 1,
        "advantage_moved": False,
        "discard": ["Fact"],
        "look": [],
        "known_deck": [],
        "no_bakutos": [0, 0],
        "older": [],
        "older_held": [0, 0],
        "players": [
            {
                "hand": ["Dom"],
                "tokens": 1,
                "vp": 2,
                "passed": False,
                "army": [
                    [
                        {"card": "Bolt", "face_up": True, "token": True},
                        {"card": "Cog", "face_up": False, "token": False},
                    ],
                    [{"card": "Turbine", "face_up": True, "token": False}],
                    [],
                ],
            },
            {"hand": ["Garsh"], "tokens": 0, "vp": 0, "passed": False, "army": [[], [], []]},
        ],
        "over": False,
        "winners": [],
    }
    players = table["players"]
    again = Game.position(players=players, discard=table["discard"], advantage=1, turn=0, round=3)
    assert again.to_json()["players"] == players


def test_describe_shows_a_seat_only_its_own_hand() -> None:
    game = Game.position(players=[{"hand": ["Dom"]}, {"hand": ["Garsh"]}])
    assert "Dom" in game.describe(0)
    assert "Garsh" not in game.describe(0)
    assert "Garsh" in game.describe()
    with pytest.raises(OptionError, match="seats are numbered from 0 to 1"):
        game.describe(2)


ODD: list[dict[str, Any]] = [
    {"players": 5},
    {"players": "Dom"},
    {"players": {"hand": []}},
    {"players": None},
    {"players": [None]},
    {"players": [["hand"]]},
    {"players": [{1: 2}]},
    {"players": [{"hand": None}]},
    {"players": [{"hand": "Dom"}]},
    {"players": [{"hand": [["Dom"]]}]},
    {"players": [{"hand": [None]}]},
    {"players": [{"hand": {"Dom": 1}}]},
    {"players": [{"army": 3}]},
    {"players": [{"army": ["Dom"]}]},
    {"players": [{"army": [[None]]}]},
    {"players": [{"army": [[{"card": []}]]}]},
    {"players": [{"army": [[{"card": "Dom", "face_up": "no"}]]}]},
    {"players": [{"army": [[{"card": "Bolt", "token": []}]]}]},
    {"players": [{"army": [[{"card": "Dom", "hat": 1}]]}]},
    {"players": [{"tokens": "two"}]},
    {"players": [{"tokens": 1.0}]},
    {"players": [{"tokens": float("nan")}]},
    {"players": [{"vp": [1]}]},
    {"players": [{"passed": "yes"}]},
    {"players": [{"known": 1}]},
    {"discard": "Dom"},
    {"discard": [7]},
    {"deck": {"Dom"}},
    {"deck": b"Dom"},
    {"rest": []},
    {"rest": None},
    {"advantage": None},
    {"advantage": True},
    {"turn": "0"},
    {"turn": []},
    {"round": 10**30},
    {"round": None},
    {"turns_left": []},
    {"seed": -1},
    {"seed": 0.5},
    {"seed": []},
    {"hat": 1},
    {"num_players": "2"},
    {"options": 5},
    {"options": {"size": []}},
    {"options": {"size": {}}},
    {"options": {"reward": []}},
    {"options": {1: 2}},
    {"options": {"cards": "a\x00b"}},
    {"options": {"clans": {}, "kamakor": True}},
]


@pytest.mark.parametrize("position", ODD, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_odd_positions_get_an_error_of_this_package(game: str, position: dict[str, Any]) -> None:
    with pytest.raises(GosuError) as found:
        Game.position(game, **position)
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 2000


def test_odd_options_of_a_save_are_refused() -> None:
    """The head of a save is JSON: any value may stand there."""
    for game in GAMES:
        saved = Game(game, seed=1).to_bytes()
        head, _, record = saved[len(MAGIC) + 4 :].partition(b"\n")
        for name in json.loads(head)["options"] | {"size": 0}:
            for odd in ([], {}, None, "x\x00", -1, 10**40, 0.5, [[]], {"a": []}, "generated:x"):
                told = json.loads(head)
                told["options"][name] = odd
                body = json.dumps(told).encode() + b"\n" + record
                with contextlib.suppress(GosuError):
                    Game.from_bytes(MAGIC + zlib.crc32(body).to_bytes(4, "little") + body)


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ({"players": [{"hand": ["Nobody"]}]}, "hand of seat 0: no card named 'Nobody'"),
        ({"players": [{"hand": ["Garsh", "Garsh"]}]}, "'Garsh' appears more often than there are copies \\(1\\)"),
        ({"players": [{"army": [["Garsh"]]}]}, "row 1: 'Garsh' is a Hero; it stands in row 2"),
        ({"players": [{"army": [[], ["Garsh"]]}]}, "row 2: more cards than the row below"),
        ({"players": [{"army": [["Dom", "Dom", "Bolt", "Bolt", "Cog", "Cog"]]}]}, "row 1: 6 cards; a row holds 5"),
        ({"players": [{"army": [["Bolt*", "Bolt*"], ["Turbine*"]]}]}, "has 3 tokens on goblins"),
        ({"players": [{"army": [["Bolt*"]], "tokens": 2}]}, "tokens of seat 0 must be from 0 to 1, not 2"),
        ({"players": [{"army": [["Cog*"]]}]}, r"'Cog' has no activation symbol to carry a token on \(G-6.2\)"),
        ({"players": [{"army": [[{"card": "Cog", "token": True}]]}]}, "'Cog' has no activation symbol"),
        ({"players": [{"army": [["Dom+"]]}], "options": {"kamakor": True}}, "'Dom' has no activation symbol"),
        ({"players": [{"vp": 3}]}, "vp of seat 0 must be from 0 to 2, not 3"),
        ({"players": [{"hat": 1}]}, "player 0: unknown field 'hat'; known: hand, army"),
        ({"players": [{}, {}, {}]}, "3 players are described; the game has 2"),
        ({"players": [{"passed": True}]}, "turn: seat 0 has passed"),
        ({"players": [], "advantage": 2}, "advantage must be from 0 to 1, not 2"),
        ({"players": [], "rest": "hand"}, "rest must be 'deck' or 'discard'"),
        ({"players": [{"hand": ["Dom"], "known": ["Bolt"]}]}, "'Bolt' is not in that hand"),
        ({"players": [{"hand": ["Dom"], "known": ["Nobody"]}]}, "known cards of seat 0: no card named 'Nobody'"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], error: str) -> None:
    with pytest.raises(PositionError, match=error):
        Game.position(**position)


def test_damaged_saves_are_refused() -> None:
    saved = Game(seed=5).to_bytes()
    assert Game.from_bytes(saved) == Game(seed=5)
    with pytest.raises(DataError, match="not a saved game"):
        Game.from_bytes(b"hello")
    for at in (15, 40, len(saved) // 2, len(saved) - 1):
        harmed = bytearray(saved)
        harmed[at] ^= 1
        with pytest.raises(DataError, match="damaged"):
            Game.from_bytes(bytes(harmed))
    with pytest.raises(DataError, match="damaged"):
        Game.from_bytes(saved[:-3])


def test_importing_needs_neither_torch_nor_gymnasium() -> None:
    """The core runs where only numpy is."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['torch', 'gymnasium', 'pettingzoo', 'stable_baselines3']));"
        "import gosu_env; assert gosu_env.Game(seed=1).legal_actions()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
