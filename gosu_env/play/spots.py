"""Places for cards on a board: they can be looked at, pointed at, and gone to with the keyboard."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from gosu_env.play.aim import Place
from gosu_env.play.board import LookedAt, Pointed

FOCUS = "#7fdcff"  # the card that the keyboard reads; gold is what the choice at hand aims at


class Spot(Widget):
    """A place where a card lies or may lie. A game draws it: ``render_line``."""

    DEFAULT_CSS = """
    Spot {
        height: 100%;
    }
    """

    BINDINGS = (
        Binding("enter", "pick", "Choose", show=False),
        Binding("up", "look(0, -1)", show=False),
        Binding("down", "look(0, 1)", show=False),
        Binding("left", "look(-1, 0)", show=False),
        Binding("right", "look(1, 0)", show=False),
    )

    def __init__(self, place: Place, id: str) -> None:
        super().__init__(id=id)
        self.place = place
        self.lying: Any = None  # the card, as the game draws it
        self.legal = self.aimed = self.hovered = False

    def lay(self, place: Place, lying: Any) -> None:
        self.place = place
        if lying != self.lying:
            self.lying = lying
            self.can_focus = lying is not None
            self.refresh()

    def mark(self, legal: bool, aimed: bool) -> None:
        if (legal, aimed) != (self.legal, self.aimed):
            self.legal, self.aimed = legal, aimed
            self.refresh()

    def on_enter(self) -> None:
        self.hovered = True
        self.post_message(LookedAt())

    def on_leave(self) -> None:
        self.hovered = False
        self.post_message(LookedAt())

    def on_focus(self) -> None:
        self.refresh()
        self.post_message(LookedAt())

    on_blur = on_focus

    def on_click(self) -> None:
        self.action_pick()

    def action_pick(self) -> None:
        if self.lying is not None:
            self.post_message(Pointed(self.place))

    def action_look(self, right: int, down: int) -> None:
        """Go to the nearest card in a direction."""
        x, y = self.region.center

        def way(spot: Spot) -> tuple[float, float]:
            """How far ahead a spot is, and how far aside."""
            over, under = spot.region.center[0] - x, spot.region.center[1] - y
            return (over * right, abs(under)) if right else (under * down, abs(over))

        ahead = [spot for spot in self.screen.query(Spot) if spot.can_focus and way(spot)[0] > 0]
        if ahead:
            min(ahead, key=lambda spot: way(spot)[0] + 3 * way(spot)[1]).focus()
