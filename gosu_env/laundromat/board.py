"""The laundromat on the screen: how every player stands, and below it the garments to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.containers import Container
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from gosu_env.laundromat.cards import CardSet, Programme
from gosu_env.laundromat.colours import FREE_SIGNS, SPECIES_HUES, SPECIES_STYLES, STAIN_SIGNS, STAIN_STYLES
from gosu_env.laundromat.lettered_cards import (
    COIN_SIGN,
    OVER,
    POTION_SIGN,
    Hung,
    counted_stains,
    full_text,
    gauge,
    named,
)
from gosu_env.laundromat.state import CATEGORIES, NO_LIMIT, OTHER, SPECIES, STAINS
from gosu_env.laundromat.text import CATEGORY_WORDS, PLURALS
from gosu_env.play import spots
from gosu_env.play.board import Board
from gosu_env.play.spots import FOCUS
from gosu_env.render.colours import GOLD, SEAT_STYLES
from gosu_env.render.terminal import shown

COLUMNS = 3  # of garments
TRAY_ROWS = 2
TILE_LINES = 3
HEADING = "on #16221d"
PAPER, INK = "#f4efe2", "#2c2720"
DARK_STAINS = ("#8a4b00", "#5b2a9d", "#1c6b22")  # on paper
FATE_SIGNS = {"completed": ("✓", "green"), "lost": ("✗", "red"), "open": ("", "")}

# ------------------------------------------------------------------------------------------------ garments


class Tile(spots.Spot):
    """A place for a garment. In front of it is room for a mark: this can be chosen."""

    def render_line(self, y: int) -> Strip:
        width, ground = self.size.width - 1, self.rich_style
        if self.lying is None:
            return Strip([Segment(" " * (width + 1), ground)])
        garment = self.lying.garment
        light = FOCUS if self.has_focus else GOLD if self.aimed else ""
        paper = Style(color=INK, bgcolor=light or PAPER)
        species = SPECIES[garment.species]
        line: list[Segment] = []
        if y == 0:
            band = Style(color=INK if light else "#ffffff", bgcolor=light or SPECIES_HUES[species], bold=True)
            line = [Segment(set_cell_size(f" {garment.name}", width), band)]
        elif y == 1:
            what = f"{COIN_SIGN} {garment.coins}" if garment.category == OTHER else CATEGORY_WORDS[garment.category]
            line = [Segment(set_cell_size(f" {species} · {what}", width), paper)]
        elif y == 2:
            line = [Segment(" ", paper), *self._stains(paper)]
            used = sum(segment.cell_length for segment in line)
            line.append(Segment(" " * max(width - used, 0), paper))
        mark = "▐" if self.legal else " "
        style = ground + Style(color=GOLD, bold=True) if self.legal else ground
        return Strip([Segment(mark, style), *line]).crop(0, width + 1)

    def _stains(self, paper: Style) -> Iterator[Segment]:
        """The stains with their names, or in signs alone where there is no room."""
        stains = self.lying.garment.stains
        needed = sum(count + len(word) + 2 for count, word in zip(stains, STAINS, strict=True) if count)
        wordy = needed + 9 * self.lying.potion <= self.size.width - 2
        for count, sign, word, hue in zip(stains, STAIN_SIGNS, STAINS, DARK_STAINS, strict=True):
            if count:
                words = f"{sign * count} {word} " if wordy else f"{sign * count} "
                yield Segment(words, paper + Style(color=hue, bold=True))
        if not any(stains):
            yield Segment("clean ", paper)
        if self.lying.potion:
            yield Segment(f"{POTION_SIGN} potion", paper)


class Tray(Container):
    """The garments to choose from, or those on the line: rows of three."""

    DEFAULT_CSS = f"""
    Tray {{
        layout: grid;
        grid-size: {COLUMNS};
        grid-rows: {TILE_LINES};
        height: auto;
    }}
    """

    def __init__(self) -> None:
        super().__init__()
        self.tiles: list[Tile] = []

    def show(self, hung: Sequence[Hung]) -> None:
        while len(self.tiles) < len(hung):
            self.tiles.append(Tile("", f"garment-{len(self.tiles) + 1}"))
            self.mount(self.tiles[-1])
        for number, tile in enumerate(self.tiles):
            here = hung[number] if number < len(hung) else None
            tile.display = here is not None
            tile.lay("" if here is None else here.garment.name, here)


# ------------------------------------------------------------------------------------------------ players


class Player(Static):
    """How a player stands: coins, programme, basket, what was scored."""

    DEFAULT_CSS = """
    Player {
        height: auto;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """

    def __init__(self, relative: int) -> None:
        super().__init__(id=f"seat-{relative}")
        self.relative = relative

    def lines(self, sight: Any, names: Sequence[str]) -> list[Text]:
        """The lines about a player, the most important first."""
        table, cards, n = sight.table, sight.cards, sight.view.num_players
        seat = (sight.seat + self.relative) % n
        facts = table["players"][seat]
        lines = [self._heading(table, facts, seat, names[seat], cards), self._programme(table, facts, seat, cards)]
        if self.relative == 0:
            lines.append(self._all_programmes(table, facts, cards))
            lines.append(self._basket(facts, sight))
        lines.append(self._scored(facts, cards))
        return lines

    def _heading(self, table: dict[str, Any], facts: dict[str, Any], seat: int, name: str, cards: CardSet) -> Text:
        species = facts["basket_species"]
        basket = cards.baskets[SPECIES.index(species)]
        text = Text(" ")
        text.append("▸ " if table["decision"]["seat"] == seat or table["washer"] == seat else "  ", GOLD)
        text.append(f"seat {seat} {shown(name)}", SEAT_STYLES[seat])
        text.append("  ★ wins" if seat in table["winners"] else "", f"bold {GOLD}")
        text.append(f"  {COIN_SIGN} {facts['coins']}", f"bold {GOLD}")
        text.append(f" {POTION_SIGN}" if facts["potion"] else "", "bright_magenta")
        text.append(f"  basket {len(facts['basket'])}")
        return text.append(f"  {basket.name}, {species}", SPECIES_STYLES[species])

    def _programme(self, table: dict[str, Any], facts: dict[str, Any], seat: int, cards: CardSet) -> Text:
        """The programme of the round, with the stains of a wash that is being done."""
        number = max(table["round"] - 1, 0)
        programme = cards.programmes[cards.programme(facts["programmes"][number])]
        text = Text("   ").append(f"{programme.type_name}  ", "bold")
        if table["washer"] == seat:
            text.append_text(gauge(programme, counted_stains(cards, table)))
            text.append(f"  {len(table['wash'])} of {programme.cycle} ", "bold")
            text.append("failed" if table["failed"] else "", OVER)
        else:
            text.append_text(gauge(programme))
        return text.append("  ").append_text(programme_name(programme, facts["fates"][number]))

    def _all_programmes(self, table: dict[str, Any], facts: dict[str, Any], cards: CardSet) -> Text:
        """One's own programmes of the other rounds: nobody else knows those to come."""
        text = Text("   ")
        for number, name in enumerate(facts["programmes"]):
            if number != table["round"] - 1 and name is not None:
                programme = cards.programmes[cards.programme(name)]
                text.append(f"{programme.type_name} {programme.name}")
                if facts["fates"][number] == "open":
                    for sign, style, limit in zip(FREE_SIGNS, STAIN_STYLES, programme.limits, strict=True):
                        text.append(f" {sign * limit}" if limit != NO_LIMIT else "", style)
                else:
                    sign, style = FATE_SIGNS[facts["fates"][number]]
                    text.append(f" {sign}", f"bold {style}")
                text.append("  ")
        return text

    def _basket(self, facts: dict[str, Any], sight: Any) -> Text:
        """What one knows to be in one's basket."""
        known = [name for name in facts["basket"] if name is not None]
        unknown = len(facts["basket"]) - len(known)
        text = Text().append("   basket: ", "dim")
        text.append_text(named(known, sight.cards) if known else Text("–" if not unknown else "", "dim"))
        if unknown:
            text.append(f"{' and ' if known else ''}{unknown} unknown", "dim italic")
        return text

    def _scored(self, facts: dict[str, Any], cards: CardSet) -> Text:
        """What hangs on the line for good: how many of what counts, then all by name."""
        text = Text().append("   scored: ", "dim")
        counts = Counter(cards[cards.kind(name)].category for name in facts["scored"])
        if not counts:
            return text.append("–", "dim")
        words = {which: PLURALS if counts[which] > 1 else CATEGORY_WORDS for which in range(len(CATEGORIES))}
        said = [f"{counts[which]} {words[which][which]}" for which in words if counts[which]]
        return text.append(", ".join(said)).append("  ").append_text(named(facts["scored"], cards))


def programme_name(programme: Programme, fate: str) -> Text:
    """A programme in a few letters: Swamp Cycle 50° ↻ ◉ 6 ✓."""
    text = Text(f"{programme.name} {programme.temperature}° {'↻' if programme.clockwise else '↺'}")
    text.append(f" {COIN_SIGN} {programme.coins}", GOLD)
    sign, style = FATE_SIGNS[fate]
    return text.append(f" {sign}" if sign else "", f"bold {style}" if sign else "")


# ------------------------------------------------------------------------------------------------ the board


class LaundryBoard(Board):
    """All players, clockwise, oneself at the bottom; below, the hand, the market or the line of a wash."""

    DEFAULT_CSS = """
    #tray-heading {
        height: 1;
        background: #16221d;
    }
    """

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.seats = [Player(relative) for relative in (*range(1, players), 0)]
        self.tray = Tray()
        self._sight: Any = None
        self._names: Sequence[str] = ()

    def compose(self) -> Iterator[Widget]:
        yield from self.seats
        yield Static(id="tray-heading")
        yield self.tray

    def show(self, sight: Any, names: Sequence[str]) -> None:
        self._sight, self._names = sight, names
        heading, hung = sight.tray()
        self.tray.show(hung)
        self.query_one("#tray-heading", Static).update(Text(f"  {heading}", "dim"), layout=False)
        self.fit()

    def fit(self) -> None:
        """Say as much of every player as there is room for."""
        if self._sight is None:
            return
        height, width = self.container_size.height, self.container_size.width
        lines = {player: player.lines(self._sight, self._names) for player in self.seats}
        left = height - 1 - TRAY_ROWS * TILE_LINES - sum(map(len, lines.values()))
        self.tray.styles.grid_gutter_horizontal = int(left >= TRAY_ROWS - 1)
        left -= TRAY_ROWS - 1
        for player, said in lines.items():
            said[0].pad_right(max(width - said[0].cell_len, 0))
            said[0].stylize(HEADING)
            kept = said[:2] if left < -1 and player.relative else said
            player.styles.margin = (0, 0, int(left >= len(lines)), 0)
            player.update(Text("\n", no_wrap=True, overflow="ellipsis").join(kept))

    def on_resize(self) -> None:
        self.fit()

    @property
    def looked(self) -> Text | None:
        """Of the garment under the mouse, or else of the one that the keyboard went to."""
        hovered = [tile for tile in self.tray.tiles if tile.hovered]
        for tile in (*hovered, self.screen.focused):
            if isinstance(tile, Tile) and tile.lying is not None:
                return full_text(tile.lying.garment, self._sight.cards)
        return None

    @property
    def cards(self) -> list[Widget]:
        tiles = [tile for tile in self.tray.tiles if tile.can_focus and tile.display]
        return sorted(tiles, key=lambda tile: not tile.aimed)

    def mark(self, legal: set[Hashable], aimed: Hashable | None) -> None:
        for tile in self.tray.tiles:
            tile.mark(tile.place in legal, tile.place == aimed)


BOARD = LaundryBoard
