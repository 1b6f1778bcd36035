"""What the screen shows of a game to a seat.

The one here knows no more than texts. A game with a screen of its own has a subclass ``Sight`` in its part ``screen``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from rich.text import Text

from gosu_env.engine.game_parts import find_part
from gosu_env.engine.view import View
from gosu_env.play.aim import Aim

Styled = Callable[[str], Text]  # words with what has a colour in that colour


class Sight:
    """A decision as a seat sees it: the board, the choices, what they aim at and cost."""

    more: ClassVar[str] = "The table"  # the title of the page ``about``
    rules: ClassVar[Mapping[str, str]] = {}  # the game on one screen: a word and what there is to say about it
    signs: ClassVar[Mapping[str, str]] = {}  # and what the signs on the board mean

    def __init__(self, view: View, styled: Styled) -> None:
        self.view, self.styled = view, styled
        self.seat = view.seat
        self.over = view.world.is_over

    def top(self) -> Text:
        """A line about the game as a whole."""
        number = int(self.view.world.state.round_number)
        return Text(f"  round {number}" if number else "  before the first round", "bold")

    def rank(self, action: int) -> Any:
        """Choices are offered from the lowest rank on."""
        return action

    def aims(self) -> dict[int, Aim]:
        """Every legal action, with what it aims at."""
        return {action: Aim() for action in self.view.legal_actions()}

    def prices(self) -> dict[int, str]:
        """What actions cost that are not for nothing: "2 cards", "1 token"."""
        return {}

    def looked(self) -> Text | None:
        """Cards that the seat is just looking at, for the prompt."""
        return None

    def source(self) -> str:
        """The card whose effect asks, if it is one."""
        return ""

    def card_text(self, name: str) -> Text | None:
        """All that a card says."""
        return None

    def about(self) -> Text:
        """A page of more than the board has room for."""
        return self.styled(self.view.describe())


def sight_of(game: str) -> type[Sight]:
    """How the screen shows a game."""
    own = find_part(game, "screen")
    found: type[Sight] = Sight if own is None else own.Sight
    return found
