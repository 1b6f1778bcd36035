"""Cards of games of armies for the terminal: found by what people type, clan by clan, one with all that is known."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gosu_env.engine.errors import OptionError
from gosu_env.engine.spelling import nearest


class Counted(Protocol):
    """A card that there are copies of."""

    @property
    def copies(self) -> int: ...


class InAClan(Protocol):
    """A card that has a clan and a level."""

    @property
    def clan(self) -> int: ...

    @property
    def level(self) -> int: ...


Card = TypeVar("Card")
Listed = TypeVar("Listed", bound=InAClan)


def folded(word: str) -> str:
    """A word without capitals and accents."""
    letters = unicodedata.normalize("NFD", word.strip().casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def find_clan(word: str, words: Sequence[str], names: Sequence[str]) -> int:
    """The number of a clan by its word, its name or the beginning of either."""
    wanted = folded(word)
    for clan, said in enumerate(zip(words, names, strict=True)):
        if wanted and any(folded(name).startswith(wanted) for name in said):
            return clan
    raise OptionError(f"unknown clan {word!r}; {nearest(wanted, list(words))}")


def find_card(named: Iterable[tuple[str, Card]], name: str) -> Card:
    """A card by one of its names, in capitals or not, with accents or not."""
    pairs = list(named)
    found = {folded(each): card for each, card in pairs}
    wanted = folded(name)
    if wanted in found:
        return found[wanted]
    close = difflib.get_close_matches(wanted, found, 1, 0.5)
    right = next((each for each, _ in pairs if close and folded(each) == close[0]), None)
    hint = f"did you mean {right!r}?" if right is not None else "'gosu cards' lists them all"
    raise OptionError(f"no card named {name!r}; {hint}")


def clan_by_clan(table: Table, cards: Iterable[Listed]) -> Iterator[Listed]:
    """Cards by clan and level, for the rows of a table; every clan is a section of it."""
    last: Listed | None = None
    for card in sorted(cards, key=lambda card: (card.clan, card.level)):
        if last is not None and last.clan != card.clan:
            table.add_section()
        last = card
        yield card


def card_panel(name: str, style: str, facts: Iterable[tuple[str, str | Text]]) -> Panel:
    """All that is known of a card, in the style of its clan."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for what, said in facts:
        grid.add_row(what, said)
    title = Text(name, f"bold {style}")
    return Panel(grid, title=title, title_align="left", border_style=style, padding=(1, 2), width=76, box=box.ROUNDED)


def price_text(cost: int | None, never: str) -> str:
    """What it costs to replace a card."""
    return {None: f"none: {never}", 0: "0: for free", 1: "1 card"}.get(cost, f"{cost} cards")


def counted(cards: Sequence[Counted]) -> str:
    """How many cards these are: "7 cards, 12 with copies"."""
    copies = sum(card.copies for card in cards)
    with_copies = f", {copies} with copies" if copies > len(cards) else ""
    return f"{len(cards)} card{'s' if len(cards) > 1 else ''}{with_copies}"
