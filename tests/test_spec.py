"""Names of single entries: ``spec["player.me.vp"]`` is where the game says it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.engine.spec import Block, Spec

TABLES = [
    ("gosu", 2, {}),
    ("gosu", 3, {"kamakor": True}),
    ("gosu", 4, {"teams": True}),
    ("gosux", 2, {}),
    ("laundromat", 2, {}),
    ("laundromat", 5, {}),
]
SPEC = Spec(
    Block.lay_out(
        [
            ("count", 1, "alone"),
            ("pile", 3, "without names"),
            ("player", 2, "two of them", "count, bit", ("hand", "passed")),
            ("waiting", 4, "two of each", "number, bit", ("x", "on")),
        ]
    )
)


def test_entries_are_named_by_their_piece_and_their_name_or_number() -> None:
    assert SPEC.names == (
        *("count", "pile.0", "pile.1", "pile.2", "player.hand", "player.passed"),
        *("waiting.0.x", "waiting.0.on", "waiting.1.x", "waiting.1.on"),
    )
    assert SPEC["player"] == slice(4, 6)
    assert SPEC["player.passed"] == slice(5, 6)
    assert SPEC.entry("waiting.1.x") == 8
    assert SPEC.entry("count") == 0
    assert "player.passed" in SPEC
    assert "player.coins" not in SPEC
    assert list(SPEC) == ["count", "pile", "player", "waiting"]
    assert [bounds.tolist() for bounds in SPEC.bounds] == [
        [0, 0, 0, 0, 0, 0, -128, 0, -128, 0],
        [127, 127, 127, 127, 127, 1, 127, 1, 127, 1],
    ]
    joined = SPEC.joined(Spec(Block.lay_out([("more", 2, "behind", "bit", ("one", "two"))])))
    assert joined.entry("more.two") == 11


def test_names_that_do_not_exist_are_told_with_those_that_do() -> None:
    with pytest.raises(KeyError, match=r"no entry named 'player\.coins'; known there: player\.hand, player\.passed"):
        SPEC["player.coins"]
    with pytest.raises(KeyError, match="no piece named 'players'; known: count, pile, player, waiting"):
        SPEC["players"]
    with pytest.raises(ValueError, match="board: 3 names for 4 entries"):
        Block.lay_out([("board", 4, "", "bit", ("a", "b", "c"))])


@pytest.mark.parametrize(("game", "num_players", "options"), TABLES)
def test_every_entry_of_every_game_has_a_name_of_its_own(game: str, num_players: int, options: dict[str, Any]) -> None:
    table = Game(game, num_players, 1, **options)
    for spec in (table.observation_spec, table.rules.state_spec, table.action_spec):
        assert len(set(spec.names)) == len(spec.names) == spec.size
        assert [spec.entry(name) for name in spec.names] == list(range(spec.size))
    decided = [name.partition(".")[2] for name in table.observation_spec.names[table.observation_spec["decision"]]]
    assert decided == list(table.rules.decisions)[: len(decided)]  # GOSU has two more with Kamakor


def seen(game: Game, seat: int, name: str) -> int:
    return int(game.observe(seat)[game.observation_spec.entry(name)])


@pytest.mark.rule("G-1.1")
def test_names_of_gosu_say_what_stands_there() -> None:
    game = Game.position(
        players=[
            {"hand": ["Garsh", "Ember", "Bolt"], "army": [["Dom", "Cinder", "Rengo*"], ["Fact"]], "vp": 1},
            {"hand": ["Murk"], "army": [["Bolt", "[Cog]"]], "tokens": 1, "vp": 2},
        ],
        discard=["Ideo", "Tusk"],
        round=3,
    )
    told = game.to_json()
    for seat in range(2):
        for place, name in enumerate(("me", "opp1")):
            player = told["players"][(seat + place) % 2]
            assert seen(game, seat, f"player.{name}.vp") == player["vp"]
            assert seen(game, seat, f"player.{name}.hand") == len(player["hand"])
            assert seen(game, seat, f"player.{name}.tokens") == player["tokens"]
            assert seen(game, seat, f"player.{name}.passed") == player["passed"]
            assert seen(game, seat, f"player.{name}.advantage") == (told["advantage"] == (seat + place) % 2)
            assert seen(game, seat, f"player.{name}.army") == sum(
                card is not None for row in player["army"] for card in row
            )
    assert seen(game, 0, "table.round") == 3
    assert seen(game, 0, "table.discard") == 2
    assert seen(game, 0, "table.draw_pile") == told["deck"]
    assert seen(game, 0, "decision.main") == 1
    assert seen(game, 1, "decider.opp1") == seen(game, 0, "decider.me") == seen(game, 0, "turn.me") == 1
    assert seen(game, 0, "army.me.token.1.3") == 1
    assert seen(game, 0, "army.me.card.2.1") == game.rules.cards.kind("Fact") + 1
    assert seen(game, 0, "army.opp1.face_down.1.2") == 1
    assert seen(game, 0, f"hand.me.{game.rules.cards.kind('Ember')}") == 1


@pytest.mark.parametrize("num_players", [2, 3])
def test_names_of_the_laundromat_say_what_stands_there(num_players: int) -> None:
    game, rng = Game("laundromat", num_players, 4), np.random.default_rng(0)
    scored = 0
    while not game.is_over:
        told, seat = game.to_json(), game.seat
        assert seen(game, seat, "table.draw_pile") == told["deck"]
        for place in range(num_players):
            player, name = told["players"][(seat + place) % num_players], "me" if place == 0 else f"opp{place}"
            assert seen(game, seat, f"player.{name}.coins") == min(player["coins"], 127)
            assert seen(game, seat, f"player.{name}.basket") == len(player["basket"])
            scored += seen(game, seat, f"player.{name}.scored")
            assert seen(game, seat, f"player.{name}.scored") == len(player["scored"])
        game.apply(int(rng.choice(game.legal_actions())))
    assert scored


def test_names_of_gosu_x_say_what_stands_there() -> None:
    game, rng = Game("gosux", 2, 4), np.random.default_rng(0)
    while not game.is_over:
        told, seat = game.to_json(), game.seat
        for place, name in enumerate(("me", "opp1")):
            player = told["players"][seat ^ place]
            assert seen(game, seat, f"player.{name}.hand") == len(player["hand"])
            assert seen(game, seat, f"player.{name}.tokens") == player["tokens"]
            assert seen(game, seat, f"player.{name}.supremacy") == player["supremacy"]
        game.apply(int(rng.choice(game.legal_actions())))


def test_a_bool_is_no_action() -> None:
    game = Game(seed=1)
    before = game.clone()
    for wrong in (True, False, np.True_):
        with pytest.raises(ValueError, match="ids are whole numbers, not bools"):
            game.apply(wrong)
        with pytest.raises(ValueError, match="ids are whole numbers from 0"):
            game.action_text(wrong)
    assert game == before
