"""Armies as stories show them: moved by events, drawn as small grids, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gosu_env.armies.state import COLUMNS, FACE_DOWN, NO_CARD, ROWS, SLOTS
from gosu_env.engine.events import Event
from gosu_env.engine.game import Game


class Armies:
    """The armies, moved by events: as they stood at any moment between two decisions.

    A game has a subclass that knows the words of its events. Zones from ``beyond`` on are no places on the table.
    """

    beyond = 64
    empty = "no cards"

    def __init__(self, game: Game) -> None:
        st = game.state
        places = [(seat, slot) for seat in range(game.num_players) for slot in range(SLOTS)]
        self.kinds = {s * SLOTS + i: int(st.army[s, i]) for s, i in places if st.army[s, i] != NO_CARD}
        self.down = {s * SLOTS + i for s, i in places if st.face[s, i] == FACE_DOWN}
        self.tokens = {s * SLOTS + i: int(st.token[s, i]) for s, i in places if st.token[s, i]}

    def swap(self, a: int, b: int) -> None:
        for lying in (self.kinds, self.tokens):
            one, other = lying.pop(a, None), lying.pop(b, None)
            lying.update({place: what for place, what in ((a, other), (b, one)) if what is not None})
        self.down = {{a: b, b: a}.get(place, place) for place in self.down}

    def turn_down(self, place: int) -> None:
        self.tokens.pop(place, None)
        self.down.add(place)

    def carry(self, event: Event) -> None:
        """A card leaves the table, or comes to it."""
        a, b = event.from_zone, event.to_zone
        if event.card is None or a == b:
            return
        if 0 <= a < self.beyond <= b:
            self.kinds.pop(a, None)
            self.tokens.pop(a, None)
            self.down.discard(a)
        elif 0 <= b < self.beyond:
            self.kinds[b] = event.card

    def mark(self, place: int) -> Text:
        """What lies on a card."""
        return Text("")

    def drawn(self, seat: int, name: Callable[[int], Text]) -> RenderableType:
        """An army as a small grid, the first row at the bottom."""
        rows = []
        for row in reversed(range(ROWS)):
            places = [seat * SLOTS + row * COLUMNS + column for column in range(COLUMNS)]
            cards = [self._card(place, name) for place in places if place in self.kinds]
            rows += [cards] * bool(cards)
        if not rows:
            return Text(self.empty, "dim")
        grid = Table(box=box.SQUARE, show_header=False, show_lines=True, border_style="dim", padding=(0, 1))
        columns = max(map(len, rows))
        for _ in range(columns):
            grid.add_column(no_wrap=True, min_width=4)
        for cards in rows:
            grid.add_row(*cards, *[""] * (columns - len(cards)))
        return grid

    def _card(self, place: int, name: Callable[[int], Text]) -> Text:
        text = name(self.kinds[place])
        if place in self.down:
            return Text(f"[{text.plain}]", f"dim {text.style}")
        return text.append_text(self.mark(place))


class SideBySide:
    """As many pieces beside each other as the width allows, standing on one ground."""

    GAP = 4

    def __init__(self, pieces: Sequence[RenderableType]) -> None:
        self.pieces = pieces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - 2
        line: list[RenderableType] = []
        used = 0
        lines = [line]
        for piece in self.pieces:
            width = Measurement.get(console, options, piece).maximum + self.GAP
            if line and used + width - self.GAP > room:
                line, used = [], 0
                lines.append(line)
            line.append(piece)
            used += width
        for number, line in enumerate(lines):
            if number > 0:
                yield Text("")
            grid = Table.grid(padding=(0, self.GAP, 0, 0))
            for _ in line:
                grid.add_column(vertical="bottom")
            grid.add_row(*line)
            yield Padding(grid, (0, 0, 0, 2), expand=False)
