"""The board of a game on the screen: what lies there, what can be looked at and pointed at.

The one here shows the table as text. A game with a board of its own has a subclass ``BOARD`` in its part ``board``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from gosu_env.engine.game_parts import find_part
from gosu_env.play.aim import Place


class Pointed(Message):
    """Somebody points at a place."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class LookedAt(Message):
    """Somebody looks at a card, or no longer does: see ``Board.looked``."""


class Board(VerticalScroll):
    """The table as one seat sees it."""

    def __init__(self, players: int) -> None:
        super().__init__(can_focus=False)
        self.players = players

    def compose(self) -> Iterator[Widget]:
        yield Static(id="described")

    def show(self, sight: Any, names: Sequence[str]) -> None:
        """Show a ``Sight``; ``names`` are those of the players."""
        self.query_one("#described", Static).update(sight.styled(sight.view.describe()))

    def mark(self, legal: set[Place], aimed: Place | None) -> None:
        """Set off what can be chosen, and what the choice at hand aims at."""

    @property
    def looked(self) -> Text | None:
        """The text of the card that is being read."""
        return None

    @property
    def cards(self) -> list[Widget]:
        """What the keyboard can go to, the most interesting first."""
        return []


def board_of(game: str) -> type[Board]:
    """How the board of a game is shown."""
    own = find_part(game, "board")
    found: type[Board] = Board if own is None else own.BOARD
    return found
