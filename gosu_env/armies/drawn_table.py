"""Pieces of the drawn tables of games of armies: grounds and heads of players, hands, piles, lists, the foot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from gosu_env.armies.colours import Hue
from gosu_env.armies.signs import pips
from gosu_env.armies.state import COLUMNS, ROWS
from gosu_env.render.colours import (
    BACK,
    BACK_ART,
    BACK_EDGE,
    GOLD,
    GOLD_EDGE,
    GOLD_LIGHT,
    GREY,
    GREY_EDGE,
    GREY_INK,
    INK,
    PANEL,
    PANEL_EDGE,
    SEAT_HUES,
    SLOT,
    SLOT_EDGE,
    SLOT_INK,
    SOFT_INK,
    WHITE,
)
from gosu_env.render.shapes import RING, Box, Drawing, Point, Shape, Sketch, Stroke, text_width, wrap

FOOTER = 48.0
LINE = 1.35  # height of a line, in em
INDENT = 14.0
NO_CLAN = -1  # in lists
# Columns and rows of small cards, for larger and larger hands.
HAND_GRIDS = ((7, 1), (7, 2), (9, 3), (10, 4), (12, 5), (14, 6), (15, 7))


def ground(width: float, height: float, ring: str | None) -> Sketch:
    """What a player's cards lie on; in a ring when it matters now."""
    sketch = Sketch("panel", width, height, RING)
    weight = 3.0 if ring else 1.0
    sketch.add(Box(weight / 2, weight / 2, width - weight, height - weight, PANEL, ring or PANEL_EDGE, weight, 12))
    return sketch


def slots(
    sketch: Sketch, place: Callable[[int, int], Point], width: float, height: float, levels: Sequence[str]
) -> None:
    """A slot for every card of an army, by row and column, with the name of its level."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = place(row, column)
            sketch.add(Box(x + 0.5, y + 0.5, width - 1, height - 1, SLOT, SLOT_EDGE, 1, 7))
            sketch.add(*pips(row + 1, x + width / 2 - (row + 1) * 4.2, y + height / 2 - 7, 4, SLOT_EDGE))
            sketch.write(*(x + width / 2, y + height / 2 + 14, levels[row], 11, SLOT_INK, "middle"), room=width - 12)


def head_of(seat: int, pills: Iterable[str], width: float, height: float) -> Sketch:
    """The head of a player: the seat, and in pills what there is to say of it now."""
    hue = SEAT_HUES[seat]
    sketch = Sketch(f"header {seat}", width, height)
    sketch.add(Box(0, 0, width, height, PANEL))
    sketch.write(0, 18, f"Seat {seat}", 19, hue, bold=True)
    x = 0.0
    for pill in pills:
        room = text_width(pill, 10, bold=True) + 12
        strong = {"winner": (GOLD, INK), "passed": (GREY, GREY_INK)}.get(pill, (hue, WHITE))
        fill, ink = (SLOT, hue) if pill == "you" else strong
        sketch.add(Box(x + 0.5, 26.5, room - 1, 17, fill, hue if pill == "you" else None, 1, 8.5))
        sketch.write(x + room / 2, 38.6, pill, 10, ink, "middle", bold=True)
        x += room + 5
    return sketch


def fan(sketch: Sketch, x: float, y: float, cards: int) -> None:
    """A few cards with the number of those in hand."""
    sketch.add(Box(x, y, 15, 20, BACK, PANEL, 1, 2.5), Box(x + 6, y, 15, 20, BACK, PANEL, 1, 2.5))
    sketch.add(Box(x + 12, y, 17, 20, WHITE, INK, 1.2, 2.5))
    sketch.write(x + 20.5, y + 14.4, str(cards), 12, INK, "middle", bold=True, room=14)


def legend(
    sketch: Sketch,
    x: float,
    y: float,
    width: float,
    signs: Sequence[tuple[str, str]],
    draw: Callable[[str, float, float], list[Shape]],
    columns: int,
    size: float,
    line: float,
) -> None:
    """What signs mean, column by column, in letters of a size and lines of a height."""
    heading(sketch, x, y + 10, "Key", width)
    rows = -(-len(signs) // columns)
    for number, (name, meaning) in enumerate(signs):
        column, row = divmod(number, rows)
        middle, level = round(x + 7 + column * width / columns, 2), round(y + 30 + row * size * line, 2)
        sketch.add(*draw(name, middle, level))
        sketch.write(middle + 13, level + size * 0.36, meaning, size, INK, room=width / columns - 20)


def hand_places(count: int, room: float, high: float) -> Iterator[tuple[float, float, float, float]]:
    """Where the small cards of a hand lie in their strip, and how large they are."""
    columns, rows = next((grid for grid in HAND_GRIDS if grid[0] * grid[1] >= count), HAND_GRIDS[-1])
    gap = 6.0 if columns == 7 else 4.0
    width = round((room - gap * (columns - 1)) / columns, 2)
    height = round((high - gap * (rows - 1)) / rows, 2)
    for i in range(count):
        row, column = divmod(i, columns)
        yield column * (width + gap), row * (height + gap), width, height


def heading(sketch: Sketch, x: float, y: float, text: str, width: float) -> None:
    sketch.write(x, y, text, 11.5, SOFT_INK, bold=True)
    sketch.add(Stroke(((x + 0.5, y + 5), (x + width - 0.5, y + 5)), SLOT_EDGE, 1))


def stack(sketch: Sketch, x: float, y: float, cards: int, face_up: bool) -> None:
    """A pile as high as it has cards, with their number on top."""
    width, height = 58.0, 74.0
    if cards == 0:
        sketch.add(Box(x + 0.5, y + 0.5, width - 1, height - 1, SLOT, SLOT_INK, 1, 6, dashed=True))
        sketch.write(x + width / 2, y + height / 2 + 8, "0", 22, SLOT_INK, "middle", bold=True)
        return
    fill, edge, ink = (WHITE, GREY_EDGE, INK) if face_up else (BACK, BACK_EDGE, WHITE)
    for layer in reversed(range(min(1 + cards // 12, 6))):
        lift = 0.5 + layer * 1.6
        sketch.add(Box(x + lift, y + lift, width - 1, height - 1, fill, edge, 1, 6))
    sketch.add(Box(x + 4.5, y + 4.5, width - 9, height - 9, None, GREY if face_up else BACK_ART, 1, 4))
    sketch.write(x + width / 2, y + height / 2 + 8, str(cards), 22, ink, "middle", bold=True)


@lru_cache(maxsize=64)
def listing(
    title: str,
    entries: tuple[tuple[int, str, str], ...],
    width: float,
    size: float,
    hues: tuple[Hue, ...],
    most: float = math.inf,
) -> Drawing:
    """Below a title, paragraphs of a clan, a head and a text; as many as the height takes."""
    line = size * LINE
    paragraphs = [(clan, head, wrap(text, size, width - INDENT)) for clan, head, text in entries]
    heights = [3 + line * (len(lines) + bool(head)) for _, head, lines in paragraphs]
    kept = len(heights)
    while kept > 0 and sum(heights[:kept]) + line * (kept < len(heights)) > most - 22:
        kept -= 1
    height = round(22 + sum(heights[:kept]) + line * (kept < len(heights) or not entries), 2)
    sketch = Sketch(title, width, height)
    sketch.add(Box(0, 0, width, height, PANEL))
    heading(sketch, 0, 10, title, width)
    y = 22 + size * 0.9
    for clan, head, lines in paragraphs[:kept]:
        fill, edge = (SLOT, SLOT_INK) if clan == NO_CLAN else (hues[clan].fill, hues[clan].edge)
        sketch.add(Box(0.5, round(y - size * 0.37 - 4, 2), 8, 8, fill, edge, 1, 2))
        if head:
            sketch.write(INDENT, y, head, size * 1.05, INK, bold=True, room=width - INDENT)
            y += line
        for text in lines:
            sketch.write(INDENT, y, text, size, SOFT_INK if head else INK, room=width - INDENT)
            y += line
        y += 3
    if kept < len(heights):
        sketch.write(0, y, f"… and {len(heights) - kept} more", size, SOFT_INK)
    elif not entries:
        sketch.write(0, y, "none", size, SOFT_INK)
    return sketch.finish()


@lru_cache(maxsize=64)
def footer(
    text: str,
    hue: str,
    width: float,
    word: str,
    looked: tuple[Any, ...],
    small_card: Callable[[Any, float, float], Drawing],
    wide: float = 72.0,  # a card, with the space behind it
) -> Drawing:
    """What the game waits for, or how it ended; and, behind a word, cards that lie open just now."""
    sketch = Sketch("footer", width, FOOTER)
    over = hue == GOLD
    sketch.add(Box(0.5, 0.5, width - 1, FOOTER - 1, GOLD_LIGHT if over else PANEL, GOLD_EDGE if over else hue, 1, 10))
    sketch.add(Box(8, 8, 6, FOOTER - 16, hue, radius=3))
    room = width - 40
    if looked:
        step = min(wide, (width * 0.55 - 70) / len(looked))
        room -= step * len(looked) + 80
        left = width - 8 - step * len(looked)
        sketch.write(left - 8, FOOTER / 2 + 4, word, 11, SOFT_INK, "end")
        for i, card in enumerate(looked):
            sketch.place(left + i * step, 6, small_card(card, round(step - 5, 2), FOOTER - 12))
    sketch.write(26, FOOTER / 2 + 5.5, text, 15, INK, bold=True, room=room)
    return sketch.finish()
