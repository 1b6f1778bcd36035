"""Plain shapes, words and drawings made of them; how wide words are."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

GROUND, RING, THING, CARD = range(4)  # what lies above what, where pictures of a table follow each other


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str | None
    edge: str | None = None
    weight: float = 1.0
    radius: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    radius: float
    fill: str | None
    edge: str | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str
    edge: str | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Stroke:
    points: tuple[Point, ...]
    colour: str
    weight: float


Shape = Box | Disc | Polygon | Stroke


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``y`` is its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor
    bold: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A part that can be pointed at: where it lies, what the game calls the place, and what there is to read."""

    x: float
    y: float
    width: float
    height: float
    place: Hashable
    note: str


@dataclass(frozen=True, slots=True)
class Region:
    """A piece of the table that can be shown by itself, where the whole is too wide."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Drawing:
    """Equal only to itself, so that whatever is made of it can be kept beside it."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    parts: tuple[tuple[float, float, Drawing], ...]
    words: tuple[Words, ...]
    note: str  # for a viewer that can point at things
    layer: int = THING  # GROUND, RING, THING or CARD
    spots: tuple[Spot, ...] = ()
    regions: tuple[Region, ...] = ()  # the most important first; none: only the whole makes sense

    def walk(self, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[float, float, Drawing]]:
        """This drawing and all within it, with their places."""
        yield x, y, self
        for dx, dy, part in self.parts:
            yield from part.walk(x + dx, y + dy)

    def all_spots(self) -> Iterator[Spot]:
        """The spots of this drawing and of all within it; a card with a text is one even if nothing aims at it."""
        for x, y, part in self.walk():
            aimed = {(spot.x, spot.y) for spot in part.spots}
            for spot in part.spots:
                yield replace(spot, x=round(x + spot.x, 2), y=round(y + spot.y, 2))
            for dx, dy, inner in part.parts:
                if inner.layer == CARD and inner.note and (dx, dy) not in aimed:
                    yield Spot(round(x + dx, 2), round(y + dy, 2), inner.width, inner.height, None, inner.note)


# Advance widths in em of a wide bold face (DejaVu Sans Bold), so that words fit in whatever face a viewer has.
NARROW, THIN, WIDE = frozenset(" '.,:;ijlIJ/|·’‘"), frozenset("frt()[]!-–"), frozenset("mwMW…—")


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.4
    if letter in THIN:
        return 0.5
    if letter in WIDE or ord(letter) > 0x2000:
        return 1.1
    return 0.72 if letter.islower() or letter.isdigit() else 0.86


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The most that a line of text takes in the usual sans-serif faces."""
    letters = (letter for letter in text if not unicodedata.combining(letter))
    return sum(map(_em, letters)) * size * (1.0 if bold else 0.92)


def fit(text: str, size: float, bold: bool, room: float) -> tuple[str, float]:
    """Text and size that keep to the room: smaller at first, cut when that would be too small."""
    width = text_width(text, size, bold)
    if width <= room:
        return text, size
    least = 0.7 * size
    if width * 0.7 <= room:
        return text, math.floor(size * room / width * 100) / 100
    while text and text_width(text + "…", least, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…", least


def wrap(text: str, size: float, room: float) -> list[str]:
    """Lines of text no wider than the room."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Sketch:
    """A drawing in the making."""

    def __init__(self, name: str, width: float, height: float, layer: int = THING) -> None:
        self.name, self.width, self.height, self.layer = name, width, height, layer
        self.shapes: list[Shape] = []
        self.parts: list[tuple[float, float, Drawing]] = []
        self.words: list[Words] = []
        self.spots: list[Spot] = []
        self.regions: list[Region] = []

    def add(self, *shapes: Shape) -> None:
        self.shapes += shapes

    def place(self, x: float, y: float, part: Drawing, spot: Hashable = None) -> None:
        """Put a part somewhere; ``spot`` is what the game calls the place, if one can point at it."""
        at = round(x, 2), round(y, 2)
        self.parts.append((*at, part))
        if spot is not None:
            self.spots.append(Spot(*at, part.width, part.height, spot, part.note))

    def lay_out(self, x: float, y: float, drawing: Drawing) -> None:
        """Put the parts of a drawing somewhere one by one, so that each can move on its own."""
        if drawing.shapes or drawing.words:
            self.place(x, y, replace(drawing, parts=(), spots=()))
        for dx, dy, part in drawing.parts:
            self.parts.append((round(x + dx, 2), round(y + dy, 2), part))
        self.spots += [replace(spot, x=round(x + spot.x, 2), y=round(y + spot.y, 2)) for spot in drawing.spots]

    def divide(self, x: float, y: float, width: float, height: float) -> None:
        """Name a region of the table."""
        self.regions.append(Region(x, y, width, height))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        anchor: Anchor = "start",
        bold: bool = False,
        room: float = math.inf,
    ) -> None:
        text, size = fit(text, size, bold, room)
        self.words.append(Words(round(x, 2), round(y, 2), text, size, colour, anchor, bold))

    def finish(self, note: str = "") -> Drawing:
        shapes, parts, words = tuple(self.shapes), tuple(self.parts), tuple(self.words)
        spots, regions = tuple(self.spots), tuple(self.regions)
        return Drawing(self.name, self.width, self.height, shapes, parts, words, note, self.layer, spots, regions)
