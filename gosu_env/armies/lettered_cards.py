"""Cards of games of armies in letters: as many lines as there is room for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from gosu_env.armies.colours import Hue
from gosu_env.render.colours import GOLD, GREY, GREY_BAR, GREY_INK, INK

PIPS = ("·", ":", "∴")  # for the level
COST_SIGN = "⇄"
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
ROOM_FOR_EDGES = 12  # letters of a line, for a margin
ROOM_FOR_TEXT = 12  # letters between the margins, for sentences to be better than a word


@dataclass(frozen=True, slots=True)
class Letters:
    """A card as it lies there, in letters."""

    name: str
    hue: Hue
    level: int
    value: int  # in battle
    cost: int | None  # of replacing the card
    hint: str  # what it does, in a word
    text: str  # the same in sentences
    signs: str = ""  # more that is printed on it
    down: str = ""  # what a card face down is called; empty: it is face up
    arriving: bool = False
    tokens: str = ""  # what lies on it


def cost_sign(cost: int | None) -> str:
    """The cost, raised; a dash for a card that cannot be replaced."""
    return ("-" if cost is None else str(cost)).translate(SUPERSCRIPTS)


def fitted(words: str, width: int) -> str:
    """Words cut or filled up to a width."""
    return set_cell_size(words if cell_len(words) <= width else set_cell_size(words, width - 1) + "…", width)


def _lines(card: Letters, width: int, height: int) -> Iterator[str]:
    """The letters of a card, line by line, without the name."""
    if height == 2:
        yield card.down or cost_sign(card.cost) + card.hint
        return
    room = height - 2
    if card.down:
        yield from [card.down] + [""] * (room - 1)
    elif width < ROOM_FOR_TEXT:
        yield from [card.hint] + [""] * (room - 1)
    else:
        told = textwrap.wrap(card.text, width, max_lines=room, placeholder=" …", break_on_hyphens=False)
        yield from told + [""] * (room - len(told))
    cost = "" if card.cost is None else f"{COST_SIGN}{card.cost}"
    signs = f" {card.signs}" if card.signs else ""
    yield f"⚔{card.value} {PIPS[card.level - 1]}{signs}".ljust(width - len(cost)) + cost


def draw(card: Letters, width: int, height: int, light: str = "") -> list[list[Segment]]:
    """A card as lines of a width: its name, what it does, what it is worth and costs. The lower, the less it tells.

    ``light`` is a colour for the whole card, to set it off.
    """
    fill, ink, plate = (GREY, GREY_INK, GREY_BAR) if card.down else (card.hue.fill, card.hue.ink, card.hue.plate)
    if light:
        fill, ink, plate = light, INK, light
    plain = Style(color=ink, bgcolor=fill)
    edge = " " if width >= ROOM_FOR_EDGES else ""
    width -= 2 * len(edge)
    name = f"‹{card.name}›" if card.arriving else card.name
    tail = card.tokens or (cost_sign(card.cost) if height == 1 and cell_len(name) + 2 <= width else "")
    head = plain + Style(bold=not card.down, italic=card.arriving)
    marked = Style(color=INK if light else GOLD, bgcolor=fill) if card.tokens else head
    drawn = [[Segment(edge + fitted(name, width - len(tail)), head), Segment(tail + edge, marked)]]
    for number, words in enumerate(_lines(card, width, height) if height > 1 else ()):
        foot = number == height - 2
        drawn.append([Segment(edge + fitted(words, width) + edge, Style(color=ink, bgcolor=plate) if foot else plain)])
    return drawn
