"""The armies and the hand on the screen: cards that can be looked at and pointed at."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.containers import Container, Vertical
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from gosu_env.armies.aims import Slot
from gosu_env.armies.lettered_cards import PIPS, Letters, draw
from gosu_env.armies.state import COLUMNS, ROWS
from gosu_env.play import spots
from gosu_env.play.board import Board, Pointed
from gosu_env.play.spots import FOCUS
from gosu_env.render.colours import GOLD

EMPTY_SLOTS = ("#1b2822", "#17221d", "#1b2822")  # of the rows
LARGEST = 5  # lines of a card


class Lying(Protocol):
    """A card as it lies on the board of a game."""

    @property
    def card(self) -> Any: ...

    @property
    def letters(self) -> Letters: ...

    @property
    def told(self) -> Text:
        """Everything there is to say about it."""


class Scale(NamedTuple):
    """How many lines a card of an army has, one of the hand, and the space between players."""

    army: int
    hand: int
    gap: int


def fit(height: int, players: int, hand_rows: int) -> Scale:
    """The largest cards with which the whole board fits into a height; the smallest, if none do."""
    for lines in range(LARGEST, 0, -1):
        hand = max(lines, 2)
        needed = players * (1 + ROWS * lines) + 1 + hand_rows * hand
        if needed <= height:
            return Scale(lines, hand, int(needed + players <= height))
    return Scale(1, 1, 0)


class Spot(spots.Spot):
    """A place for a card. In front of it is room for a mark: this can be chosen."""

    def render_line(self, y: int) -> Strip:
        width, height = self.size.width - 1, self.size.height
        ground = self.rich_style
        if self.lying is None:
            tone = EMPTY_SLOTS[self.place.row if isinstance(self.place, Slot) else 0]
            return Strip([Segment(" ", ground), Segment(" " * width, Style(bgcolor=tone))])
        light = FOCUS if self.has_focus else GOLD if self.aimed else ""
        line = draw(self.lying.letters, width, height, light)[y]
        pips = PIPS[self.lying.card.level - 1] if isinstance(self.place, str) else ""  # in an army, rows are levels
        sign = pips if pips and y == 0 else "▐" if self.legal else " "
        return Strip([Segment(sign, ground + Style(color=GOLD, bold=True) if self.legal else ground), *line])


class Spots(Container):
    """Spots in rows of five."""

    DEFAULT_CSS = """
    Spots {
        layout: grid;
        grid-size: 5;
        height: auto;
    }
    """

    def grow(self, rows: int, lines: int) -> None:
        self.styles.grid_rows = str(lines)
        self.styles.height = rows * lines


class Heading(Static):
    """The line above an army: who it is, and how that player stands."""

    DEFAULT_CSS = """
    Heading {
        height: 1;
        background: #16221d;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    Heading.legal {
        background: #2c4138;
    }
    Heading.aimed {
        background: #f0b429 40%;
    }
    """

    def __init__(self, relative: int) -> None:
        super().__init__(id=f"seat-{relative}")
        self.relative = relative

    def on_click(self) -> None:
        self.post_message(Pointed(self.relative))


class Army(Vertical):
    """A player: the heading and the army. ``relative`` counts seats from the one who looks.

    The last row is on top, unless the army is seen from the front.
    """

    DEFAULT_CSS = """
    Army {
        height: auto;
    }
    """

    def __init__(self, relative: int, from_front: bool) -> None:
        super().__init__()
        self.relative = relative
        self.heading = Heading(relative)
        self.spots = {
            (row, column): Spot(Slot(relative, row, column), f"slot-{relative}-{row + 1}-{column + 1}")
            for row in (range(ROWS) if from_front else reversed(range(ROWS)))
            for column in range(COLUMNS)
        }

    def compose(self) -> Iterator[Widget]:
        yield self.heading
        yield Spots(*self.spots.values())

    def show(self, heading: Text, cards: Mapping[tuple[int, int], Lying]) -> None:
        self.heading.update(heading, layout=False)
        for slot, spot in self.spots.items():
            spot.lay(spot.place, cards.get(slot))


class Hand(Spots):
    """The cards of the one who looks. Spots of cards that have left wait for the next ones."""

    def __init__(self) -> None:
        super().__init__()
        self.spots: list[Spot] = []
        self.held = 0

    def show(self, cards: Sequence[Lying]) -> None:
        self.held = len(cards)
        while len(self.spots) < len(cards):
            self.spots.append(Spot("", f"card-{len(self.spots) + 1}"))
            self.mount(self.spots[-1])
        for number, spot in enumerate(self.spots):
            lying = cards[number] if number < len(cards) else None
            spot.display = lying is not None
            spot.lay("" if lying is None else lying.card.name, lying)


class ArmyBoard(Board):
    """Everybody's army, clockwise, one's own at the bottom, and below it one's hand. A game fills it."""

    DEFAULT_CSS = """
    #hand-heading {
        height: 1;
        background: #16221d;
    }
    """

    face_to_face: ClassVar[bool] = False  # whether the other armies are seen from the front

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.armies = [Army(relative, self.face_to_face and relative > 0) for relative in (*range(1, players), 0)]
        self.hand = Hand()
        self._fitted: tuple[int, Scale] | None = None

    def heading(self, scene: Any, seat: int, name: str) -> Text:
        """Who a player is, and how that player stands."""
        raise NotImplementedError

    def army(self, scene: Any, seat: int) -> Mapping[tuple[int, int], Lying]:
        """The cards of an army, by row and column."""
        raise NotImplementedError

    def held(self, scene: Any, seat: int) -> Sequence[Lying]:
        """The cards of one's hand."""
        raise NotImplementedError

    @property
    def spots(self) -> list[Spot]:
        """Every place for a card, one's own first."""
        return [*self.hand.spots, *(spot for army in reversed(self.armies) for spot in army.spots.values())]

    @property
    def looked(self) -> Text | None:
        """Of the card under the mouse, or else of the one that the keyboard went to."""
        hovered = [spot for spot in self.spots if spot.hovered]
        for spot in (*hovered, self.screen.focused):
            if isinstance(spot, Spot) and spot.lying is not None:
                told: Text = spot.lying.told
                return told
        return None

    @property
    def cards(self) -> list[Widget]:
        spots = [spot for spot in self.spots if spot.can_focus]
        return sorted(spots, key=lambda spot: not spot.aimed)

    def compose(self) -> Iterator[Widget]:
        yield from self.armies
        yield Static(id="hand-heading")
        yield self.hand

    def show(self, sight: Any, names: Sequence[str]) -> None:
        scene, seat = sight.scene, int(sight.seat)
        for army in self.armies:
            player = (seat + army.relative) % len(self.armies)
            army.show(self.heading(scene, player, names[player]), self.army(scene, player))
        self.hand.show(self.held(scene, seat))
        self.query_one("#hand-heading", Static).update(Text(f"  hand {self.hand.held}", "dim"), layout=False)
        self.fit()

    def fit(self) -> None:
        """Make the cards as large as they can be."""
        rows = -(-self.hand.held // COLUMNS)
        scale = fit(self.container_size.height, len(self.armies), max(rows, 2))
        if (rows, scale) == self._fitted:
            return
        self._fitted = rows, scale
        for army in self.armies:
            army.styles.margin = (0, 0, scale.gap, 0)
            army.query_one(Spots).grow(ROWS, scale.army)
        self.hand.grow(rows, scale.hand)

    def on_resize(self) -> None:
        self.fit()

    def mark(self, legal: set[Hashable], aimed: Hashable | None) -> None:
        for spot in self.spots:
            spot.mark(spot.place in legal, spot.place == aimed)
        for army in self.armies:
            army.heading.set_class(army.relative in legal, "legal")
            army.heading.set_class(army.relative == aimed, "aimed")
