"""The drawn table as pixels, with Pillow (the extra ``render``)."""

from __future__ import annotations

import math
import operator
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import OptionError, install
from gosu_env.engine.game import Game
from gosu_env.render.shapes import Box, Disc, Drawing, Point, Polygon, Shape, Words
from gosu_env.render.table import draw_table

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

FINE = 3  # everything is drawn that much larger and then shrunk, for smooth edges
WIDTHS = (100, 10_000)
BOLD = 0.05  # how much wider the strokes of bold letters are, in em
DASH, DASH_GAP = 6.0, 4.0
STAND_INS = {"–": "-", "—": "-", "×": "x", "’": "'", "‘": "'", "…": "..."}
# Accents that the face lacks, as strokes above the letter: x from its middle, y from its top upwards, in em.
ACCENTS: dict[str, tuple[tuple[Point, Point], ...]] = {
    "\N{COMBINING MACRON}": (((-0.2, 0.09), (0.2, 0.09)),),
    "\N{COMBINING DIAERESIS}": (((-0.14, 0.1), (-0.12, 0.1)), ((0.12, 0.1), (0.14, 0.1))),
    "\N{COMBINING ACUTE ACCENT}": (((-0.08, 0.06), (0.09, 0.16)),),
    "\N{COMBINING GRAVE ACCENT}": (((-0.09, 0.16), (0.08, 0.06)),),
    "\N{COMBINING CIRCUMFLEX ACCENT}": (((-0.13, 0.06), (0.0, 0.15)), ((0.0, 0.15), (0.13, 0.06))),
    "\N{COMBINING CARON}": (((-0.13, 0.15), (0.0, 0.06)), ((0.0, 0.06), (0.13, 0.15))),
}

_painted: WeakKeyDictionary[Drawing, tuple[float, Image.Image]] = WeakKeyDictionary()


def _pillow() -> tuple[Any, Any, Any]:
    """The modules Image, ImageDraw and ImageFont."""
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(f"a picture in pixels needs Pillow: {install('render')}") from error
    return Image, ImageDraw, ImageFont


# ------------------------------------------------------------------------------------------------ words


@lru_cache(maxsize=128)
def _face(size: float) -> ImageFont.FreeTypeFont:
    """The face that Pillow carries with it, so that pictures are the same everywhere."""
    return _pillow()[2].load_default(size)  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def _has(letter: str) -> bool:
    """Whether the face has a letter of its own for this one."""
    face = _face(40)
    return letter.isspace() or bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))


@lru_cache(maxsize=1024)
def _spell(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Text in letters that the face has, and the accents to be put on some of them."""
    letters: list[str] = []
    accents: list[tuple[int, str]] = []
    for letter in text:
        if _has(letter):
            letters.append(letter)
        elif letter in STAND_INS:
            letters += STAND_INS[letter]
        else:
            for part in unicodedata.normalize("NFD", letter):
                if not unicodedata.combining(part):
                    letters.append(part if _has(part) else "?")
                elif letters:
                    accents.append((len(letters) - 1, part))
    return "".join(letters), tuple(accents)


@lru_cache(maxsize=1024)
def _mask(words: str, size: float, bold: bool) -> tuple[Image.Image, float, float, float]:
    """A line of text as a mask; where its corner lies from the start of the baseline; its length."""
    image_module, draw_module, _ = _pillow()
    face = _face(size)
    text, accents = _spell(words)
    thick = max(1, round(BOLD * size)) if bold else 0
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    x, y = 1 - left, 1 - top + size * 0.25
    mask: Image.Image = image_module.new("L", (math.ceil(right + x + thick + 1), math.ceil(bottom + y + 1)))
    draw = draw_module.Draw(mask)
    draw.text((x, y), text, 255, face, "ls")
    for place, mark in accents:
        middle = x + face.getlength(text[:place]) + face.getlength(text[place]) / 2
        above = y + face.getbbox(text[place], anchor="ls")[1]
        for ends in ACCENTS.get(mark, ()):
            draw.line([(middle + ax * size, above - ay * size) for ax, ay in ends], 255, max(1, round(0.08 * size)))
    plain = mask.copy()
    for shift in range(1, thick + 1):
        mask.paste(255, (shift, 0), plain)
    return mask, x, y, face.getlength(text) + thick


def _write(draw: ImageDraw.ImageDraw, words: Words, scale: float) -> None:
    mask, dx, dy, length = _mask(words.text, round(words.size * scale, 1), words.bold)
    left = words.x * scale - length * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    draw.bitmap((round(left - dx), round(words.y * scale - dy)), mask, words.colour)


# ------------------------------------------------------------------------------------------------ shapes


def _dashes(box: Box) -> list[tuple[Point, Point]]:
    """The edge of a box as dashes; the corners stay open."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    found: list[tuple[Point, Point]] = []
    for across, length in ((True, box.width), (False, box.height)):
        room = length - 2 * box.radius
        count = max(1, round((room + DASH_GAP) / (DASH + DASH_GAP)))
        step = (room + DASH_GAP) / count
        for i in range(count):
            a = box.radius + i * step
            b = a + step - DASH_GAP
            if across:
                found += [((left + a, y), (left + b, y)) for y in (top, bottom)]
            else:
                found += [((x, top + a), (x, top + b)) for x in (left, right)]
    return found


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, scale: float) -> None:
    """One shape; edges lie half inside and half outside, as in SVG."""

    def scaled(points: tuple[Point, ...]) -> list[Point]:
        return [(x * scale, y * scale) for x, y in points]

    def corners(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        """Pillow counts the last pixel in."""
        x, y = left * scale, top * scale
        return x, y, max(right * scale - 1, x), max(bottom * scale - 1, y)

    weight = max(1, round(shape.weight * scale))
    if isinstance(shape, Box):
        edge = shape.edge if not shape.dashed else None
        half = shape.weight / 2 if edge else 0.0
        area = corners(shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half)
        radius = (shape.radius + half) * scale if shape.radius else 0
        draw.rounded_rectangle(area, radius, shape.fill, edge, weight if edge else 0)
        if shape.dashed and shape.edge:
            for ends in _dashes(shape):
                draw.line(scaled(ends), shape.edge, weight)
    elif isinstance(shape, Disc):
        outer = shape.radius + (shape.weight / 2 if shape.edge else 0.0)
        area = corners(shape.x - outer, shape.y - outer, shape.x + outer, shape.y + outer)
        draw.ellipse(area, shape.fill, shape.edge, weight if shape.edge else 0)
    elif isinstance(shape, Polygon):
        points = scaled(shape.points)
        draw.polygon(points, shape.fill)
        if shape.edge:
            draw.line([*points, *points[:2]], shape.edge, weight, joint="curve")
    else:
        draw.line(scaled(shape.points), shape.colour, weight, joint="curve")
        half = shape.weight / 2
        for x, y in (shape.points[0], shape.points[-1]):
            draw.ellipse(corners(x - half, y - half, x + half, y + half), shape.colour)


def _paint(drawing: Drawing, scale: float) -> Image.Image:
    """A drawing as an image, RGB where nothing shines through; kept for as long as the drawing is."""
    kept = _painted.get(drawing)
    if kept is not None and kept[0] == scale:
        return kept[1]
    image_module, draw_module, _ = _pillow()
    size = (math.ceil(drawing.width * scale - 1e-6), math.ceil(drawing.height * scale - 1e-6))
    large = image_module.new("RGBA", (size[0] * FINE, size[1] * FINE))
    draw = draw_module.Draw(large)
    for shape in drawing.shapes:
        _draw(draw, shape, scale * FINE)
    for words in drawing.words:
        _write(draw, words, scale * FINE)
    image: Image.Image = large.reduce(FINE)
    _place_parts(image, drawing, scale)
    if image.getchannel("A").getextrema()[0] == 255:
        image = image.convert("RGB")
    _painted[drawing] = scale, image
    return image


def _place_parts(image: Image.Image, drawing: Drawing, scale: float) -> None:
    for x, y, part in drawing.parts:
        tile, place = _paint(part, scale), (round(x * scale), round(y * scale))
        if tile.mode == image.mode == "RGBA":
            image.alpha_composite(tile, place)
        else:
            image.paste(tile, place, tile if tile.mode == "RGBA" else None)


def drawing_rgb(drawing: Drawing, width: int) -> NDArray[np.uint8]:
    """A drawing as pixels: uint8, shape (height, width, 3); the height follows from the width."""
    try:
        pixels = operator.index(width)
    except TypeError:
        pixels = -1
    if not WIDTHS[0] <= pixels <= WIDTHS[1]:
        raise OptionError(f"width must be a whole number from {WIDTHS[0]} to {WIDTHS[1]} pixels, not {width!r}")
    scale = pixels / drawing.width
    image = _pillow()[0].new("RGB", (pixels, math.ceil(drawing.height * scale - 1e-6)))
    _place_parts(image, drawing, scale)
    return np.array(image, np.uint8)


def table_rgb(game: Game, seat: int | None = None, width: int = 1200) -> NDArray[np.uint8]:
    """The table as a seat sees it, as pixels: uint8, shape (height, width, 3); without a seat, with all hands."""
    return drawing_rgb(draw_table(game, seat), width)
