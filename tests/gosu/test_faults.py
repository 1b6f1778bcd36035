"""A word of a program that no rule knows ends the game as a fault that names it: nothing hangs, nothing is guessed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env.engine.errors import DataError
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.ruleset import GosuRules, load_cards

NOBODY = 99  # no effect, no condition, no players
PLAYERS = [{"hand": ["Garsh", "Tamo"], "army": [["Dom"]]}, {"hand": ["Murk"], "army": [["Bolt"]]}]


class Tampered:
    """A game whose code table was changed behind the loader's back."""

    def __init__(self, kamakor: bool = False) -> None:
        self.rules = GosuRules(2, GosuOptions(kamakor=kamakor), load_cards(None, kamakor))
        self.rules.tables = self.rules.tables.copy()
        self.code = self.rules.tables[0].code

    def row(self, card: str, trigger: int) -> int:
        return int(self.rules.tables[0].program[self.rules.cards.kind(card), trigger])

    def play(self, *words: str, players: list[dict[str, Any]] | None = None) -> str:
        """Play the actions, and say how the table looks in the end; the record is kept in ``states``."""
        rules = self.rules
        self.states = rules.position(players=players or PLAYERS)
        legal, mask = np.zeros(rules.max_legal, np.int16), np.zeros(rules.num_actions, np.int8)
        status = rules.step(self.states, -1, legal, mask)
        for text in words:
            action = rules.parse_action(self.states[0], legal[: status & 0xFFFF].tolist(), text)
            assert mask[action]
            status = rules.step(self.states, action, legal, mask)
        assert status & 0xFFFF == 0
        assert rules.ending(self.states[0])[0] == "fault"
        assert not mask.any()
        with pytest.raises(DataError):
            rules.check(self.states)
        return rules.describe(self.states, None)


@pytest.mark.parametrize("op", [NOBODY, -3, len(v.EFFECTS), v.DRAGOON])
def test_an_effect_without_a_rule_ends_the_game_and_is_named(op: int) -> None:
    """DRAGOON has one in games with Kamakor only."""
    game = Tampered()
    game.code[game.row("Garsh", v.ENTERS), v.OP] = op
    assert f"The game broke off: no rule knows effect {op} of Garsh (row " in game.play("place Garsh")
    assert game.rules.ending(game.states[0]) == ("fault", "Garsh")


def test_an_effect_of_the_game_itself_without_a_rule_does_not_hang() -> None:
    game = Tampered()
    game.code[v.PLACE_PROGRAM, v.OP] = NOBODY
    assert f"no rule knows effect {NOBODY} of Garsh" in game.play("place Garsh")
    game = Tampered()
    game.code[v.AT_BATTLE, v.OP] = NOBODY
    assert f"no rule knows effect {NOBODY} of the game itself" in game.play("pass", "pass")


@pytest.mark.parametrize("condition", [NOBODY, -1, len(v.CONDITIONS), v.IF_DRAGOONS])
@pytest.mark.parametrize("late", [False, True])
def test_a_condition_without_a_rule_ends_the_game_and_is_named(condition: int, late: bool) -> None:
    """At the head of a program, where it is asked when the card enters, and after an effect."""
    game = Tampered()
    row = game.row("Garsh", v.ENTERS)
    if late:
        game.code[row] = (v.DRAW, v.ME, 1, 0, 0, 0)
        row += 1
    game.code[row] = (v.IF, condition, 0, 0, 0, row + 1)
    assert f"no rule knows condition {condition} of Garsh (row {row} of the code: op {v.IF}, " in game.play(
        "place Garsh"
    )


@pytest.mark.parametrize(
    "code", [(v.DRAW, NOBODY), (v.DISCARD, NOBODY), (v.SACRIFICE, NOBODY), (v.COUNT_X, 0, 1, 0, 0, NOBODY)]
)
def test_other_words_without_a_rule_end_the_game(code: tuple[int, ...]) -> None:
    game = Tampered()
    game.code[game.row("Garsh", v.ENTERS)] = (*code, *(0, 0, 1, 0, 0, 0)[len(code) :])
    assert f"no rule knows effect {code[0]} of Garsh" in game.play("place Garsh")


def test_a_price_before_a_colon_without_a_rule_ends_the_game_when_it_is_to_be_paid() -> None:
    game = Tampered(kamakor=True)
    cards = game.rules.cards
    name = next(card.name for card in cards.cards if v.COLON in card.programs and card.level == 1)
    game.code[game.row(name, v.COLON), v.OP] = v.DRAW
    colon = game.rules.action_spec["COLON"].start
    players = [{"army": [[name]]}, {}]
    states = game.rules.position(players=players)
    text = game.rules.action_text(states[0], colon)
    assert f"no rule knows effect {v.DRAW} of {name}" in game.play(text, players=players)
