"""What the tests of GOSU X share: a table set up by name, and small verbs to play on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gosu_env import Game
from tests.decided import Decided


class XTable(Decided):
    """A position with verbs that read like a table talk."""

    def can(self, text: str) -> bool:
        """Whether an action of that text is legal now."""
        return bool(self.game.mask()[self.game.parse_action(text)])

    def player(self, seat: int) -> dict[str, Any]:
        return dict(self.json["players"][seat])

    def hand(self, seat: int) -> list[str]:
        return sorted(self.player(seat)["hand"])

    def discard(self, seat: int) -> list[str]:
        return sorted(self.player(seat)["discard"])

    def deck(self, seat: int) -> int:
        return int(self.player(seat)["deck"])

    def top(self, seat: int) -> list[str]:
        """What everybody knows on top of a deck, the first card first."""
        return list(self.player(seat)["known_top"])

    def tokens(self, seat: int) -> int:
        return int(self.player(seat)["tokens"])

    def owned(self, seat: int) -> int:
        return int(self.player(seat)["owned"])

    def supremacy(self, seat: int) -> int:
        return int(self.player(seat)["supremacy"])

    def army(self, seat: int) -> list[list[str]]:
        """Rows of names: [Timer] is captured, Timer* carries a token, Timer! the Bounty token."""
        return [
            [
                (card["card"] if card["face_up"] else f"[{card['card']}]") + "*" * card["tokens"] + "!" * card["bounty"]
                for card in row
            ]
            for row in self.player(seat)["army"]
        ]

    @property
    def strengths(self) -> list[int]:
        return list(self.game.rules.strengths(self.game.states))


@pytest.fixture
def x_table() -> Callable[..., XTable]:
    """Set up a position: ``x_table({"hand": […], "army": […]}, {…}, wonder=0, turn=0)``.

    Every decision is asked, also those with one answer, unless ``auto_forced=True``.
    """

    def build(*players: dict[str, Any], auto_forced: bool = False, **position: Any) -> XTable:
        options = {"auto_forced": auto_forced}
        return XTable(Game.position("gosux", 2, options=options, players=list(players), **position))

    return build
