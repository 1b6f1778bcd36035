"""The armies and the hand: cards that can be looked at and pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from gosu_env.gosu.cards import Card
from gosu_env.gosu.state import ARRIVING, COLUMNS, FACE_DOWN, ROWS, TOKENS
from gosu_env.play.aims import Place, Slot
from gosu_env.play.face import PIPS, Face, draw
from gosu_env.render import scene
from gosu_env.render.colours import GOLD
from gosu_env.render.palette import ADVANTAGE, CLAN_STYLES, SEAT_STYLES, TOKEN
from gosu_env.render.story import Story

EMPTY_SLOTS = ("#1b2822", "#17221d", "#1b2822")  # of the rows
LARGEST = 5  # lines of a card


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


class Spot(Widget):
    """A place where a card lies or may lie. In front of it is room for a mark: this can be chosen."""

    BINDINGS = (
        Binding("enter", "pick", "Choose", show=False),
        Binding("up", "look(0, -1)", show=False),
        Binding("down", "look(0, 1)", show=False),
        Binding("left", "look(-1, 0)", show=False),
        Binding("right", "look(1, 0)", show=False),
    )

    class Picked(Message):
        """Somebody points at a card."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    class LookedAt(Message):
        """Somebody looks at a card, or, without one, no longer does."""

        def __init__(self, card: Card | None) -> None:
            super().__init__()
            self.card = card

    def __init__(self, place: Place, id: str) -> None:
        super().__init__(id=id)
        self.place = place
        self.face: Face | None = None
        self.legal = self.aimed = False

    def lay(self, place: Place, face: Face | None) -> None:
        self.place = place
        if face != self.face:
            self.face = face
            self.can_focus = face is not None
            self.refresh()

    def mark(self, legal: bool, aimed: bool) -> None:
        if (legal, aimed) != (self.legal, self.aimed):
            self.legal, self.aimed = legal, aimed
            self.refresh()

    def render(self) -> Text:
        width, height = self.size.width - 1, self.size.height
        if self.face is None:
            tone = EMPTY_SLOTS[self.place.row if isinstance(self.place, Slot) else 0]
            lines = [Text(" " * width, Style(bgcolor=tone)) for _ in range(height)]
        else:
            lines = draw(self.face, width, height, self.aimed or self.has_focus)
        sign = PIPS[self.face.card.level - 1] if self.face and isinstance(self.place, str) else ""
        gutter = Text(sign or ("▐" if self.legal else " "), f"bold {GOLD}" if self.legal else "")
        rest = Text("▐" if self.legal and not sign else " ", GOLD)
        return Text("\n").join([Text.assemble(rest if number else gutter, line) for number, line in enumerate(lines)])

    def on_enter(self) -> None:
        if self.face is not None:
            self.post_message(self.LookedAt(self.face.card))

    def on_leave(self) -> None:
        self.post_message(self.LookedAt(None))

    on_focus, on_blur = on_enter, on_leave

    def on_click(self) -> None:
        self.action_pick()

    def action_pick(self) -> None:
        if self.face is not None:
            self.post_message(self.Picked(self.place))

    def action_look(self, right: int, down: int) -> None:
        """Go to the nearest card in a direction."""
        here = self.region.center
        found: dict[float, Spot] = {}
        for spot in self.screen.query(Spot):
            x, y = spot.region.center[0] - here[0], spot.region.center[1] - here[1]
            ahead, aside = (x * right, abs(y)) if right else (y * down, abs(x))
            if spot.can_focus and ahead > 0:
                found.setdefault(ahead + 3 * aside, spot)
        if found:
            found[min(found)].focus()


class Spots(Container):
    """Spots in rows of five."""

    def grow(self, lines: int) -> None:
        self.styles.grid_rows = str(lines)
        self.styles.height = lines * -(-len(self.children) // COLUMNS)


class Heading(Static):
    """The line above an army: who it is, and how that player stands."""

    class Picked(Message):
        """Somebody points at a player."""

        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, relative: int) -> None:
        super().__init__(id=f"seat-{relative}")
        self.relative = relative

    def on_click(self) -> None:
        self.post_message(self.Picked(self.relative))

    def tell(self, table: scene.Table, seat: int, name: str, strength: int) -> None:
        player = table.standing(seat, strength)
        turn = seat == table.turn_seat
        text = Text(no_wrap=True, overflow="ellipsis").append("▶ " if turn else "  ", GOLD)
        text.append(f"Seat {seat}", SEAT_STYLES[seat])
        text.append(f" {name}", "bold" if "you" in player.pills else "dim")
        text.append(f"  {Story.stars(player.vp)}", GOLD)
        text.append(f"  {TOKEN * player.held}", GOLD).append("○" * (TOKENS - player.held), "dim")
        if player.advantage:
            text.append(f" {ADVANTAGE}", GOLD)
        text.append(f"  ⚔ {player.strength}", "bold")
        if "you" not in player.pills:
            text.append(f"  hand {player.hand}")
            known = [Text(card.name, CLAN_STYLES[card.clan]) for card in table.sight.hands[seat]]
            if known:
                text.append(" (").append_text(Text(", ").join(known)).append(")")
        for pill in ("passed", "winner"):
            if pill in player.pills:
                text.append(f"  {pill}", f"bold {GOLD}" if pill == "winner" else "dim italic")
        self.update(text)


class Army(Vertical):
    """A player: the heading and the army, Ōzekis on top. ``relative`` counts seats from the one who looks."""

    def __init__(self, relative: int) -> None:
        super().__init__()
        self.relative = relative

    def compose(self) -> Iterator[Widget]:
        yield Heading(self.relative)
        with Spots():
            for row in reversed(range(ROWS)):
                for column in range(COLUMNS):
                    yield Spot(Slot(self.relative, row, column), f"slot-{self.relative}-{row + 1}-{column + 1}")

    def show(self, table: scene.Table, seat: int, name: str, strength: int) -> None:
        self.query_one(Heading).tell(table, seat, name, strength)
        faces = {
            (row, column): Face(card, table.value(card), lies == FACE_DOWN, lies == ARRIVING, token)
            for row, column, card, lies, token in table.army(seat)
        }
        for spot in self.query(Spot):
            spot.lay(spot.place, faces.get(spot.place[1:]))


class Hand(Spots):
    """The cards of the one who looks."""

    def show(self, table: scene.Table, seat: int) -> None:
        cards = table.sight.hands[seat]
        spots = list(self.query(Spot))
        for number in range(len(spots), len(cards)):
            spots.append(Spot("", f"card-{number + 1}"))
            self.mount(spots[-1])
        for spot in spots[len(cards) :]:
            spot.remove()
        for spot, card in zip(spots, cards, strict=False):
            spot.lay(card.name, Face(card, table.value(card)))


class Board(VerticalScroll):
    """Everybody's army, clockwise, one's own at the bottom, and below it one's hand."""

    def __init__(self, players: int) -> None:
        super().__init__(can_focus=False)
        self.players = players

    def compose(self) -> Iterator[Widget]:
        for relative in (*range(1, self.players), 0):
            yield Army(relative)
        yield Static(id="hand-heading")
        yield Hand()

    def show(self, table: scene.Table, seat: int, names: Mapping[int, str]) -> None:
        strengths = table.game.strengths()
        for army in self.query(Army):
            player = (seat + army.relative) % self.players
            army.show(table, player, names[player], strengths[player])
        cards = len(table.sight.hands[seat])
        self.query_one("#hand-heading", Static).update(Text(f"  hand {cards}", "dim"))
        self.query_one(Hand).show(table, seat)
        self.fit(cards)

    def fit(self, cards: int | None = None) -> None:
        """Make the cards as large as they can be."""
        hand = self.query_one(Hand)
        held = len(hand.children) if cards is None else cards
        rows = max(2, -(-held // COLUMNS))
        scale = fit(self.container_size.height, self.players, rows)
        for army in self.query(Army):
            army.styles.margin = (0, 0, scale.gap, 0)
            army.query_one(Spots).grow(scale.army)
        hand.grow(scale.hand)

    def on_resize(self) -> None:
        self.fit()

    def mark(self, legal: set[Place], aimed: Place | None) -> None:
        """Set off what can be chosen, and what the choice at hand aims at."""
        for spot in self.query(Spot):
            spot.mark(spot.place in legal, spot.place == aimed)
        for heading in self.query(Heading):
            heading.set_class(heading.relative in legal, "legal")
            heading.set_class(heading.relative == aimed and aimed is not None, "aimed")
