"""The drawn table as SVG: one file that needs no other."""

from __future__ import annotations

from html import escape
from weakref import WeakKeyDictionary

from gosu_env.engine.game import Game
from gosu_env.render.shapes import Box, Disc, Drawing, Point, Polygon, Shape, Words
from gosu_env.render.table import draw_table

FONTS = "Helvetica, Arial, sans-serif"

_written: WeakKeyDictionary[Drawing, str] = WeakKeyDictionary()


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _text(words: str) -> str:
    """Words as XML may hold them."""
    return escape("".join(letter if letter == "\n" or letter.isprintable() else " " for letter in words), quote=False)


def _paint(fill: str | None, edge: str | None, weight: float) -> str:
    line = f' stroke="{edge}" stroke-width="{_number(weight)}"' if edge else ""
    return f'fill="{fill or "none"}"{line}'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _shape(shape: Shape) -> str:
    if isinstance(shape, Box):
        corner = f' rx="{_number(shape.radius)}"' if shape.radius else ""
        dashes = ' stroke-dasharray="6 4"' if shape.dashed else ""
        return (
            f'<rect x="{_number(shape.x)}" y="{_number(shape.y)}" width="{_number(shape.width)}" '
            f'height="{_number(shape.height)}"{corner} {_paint(shape.fill, shape.edge, shape.weight)}{dashes}/>'
        )
    if isinstance(shape, Disc):
        return (
            f'<circle cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}" '
            f"{_paint(shape.fill, shape.edge, shape.weight)}/>"
        )
    if isinstance(shape, Polygon):
        return f'<polygon points="{_points(shape.points)}" {_paint(shape.fill, shape.edge, shape.weight)}/>'
    line = f'stroke="{shape.colour}" stroke-width="{_number(shape.weight)}"'
    return f'<polyline points="{_points(shape.points)}" fill="none" {line} stroke-linecap="round"/>'


def _words(words: Words) -> str:
    anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    bold = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{_number(words.x)}" y="{_number(words.y)}" font-size="{_number(words.size)}" '
        f'fill="{words.colour}"{anchor}{bold}>{_text(words.text)}</text>'
    )


def inside(drawing: Drawing) -> str:
    """What a drawing is made of; kept for as long as the drawing is."""
    written = _written.get(drawing)
    if written is None:
        lines = [f"<title>{_text(drawing.note)}</title>"] if drawing.note else []
        lines += [_shape(shape) for shape in drawing.shapes]
        lines += [_words(words) for words in drawing.words]
        for x, y, part in drawing.parts:
            lines.append(f'<g transform="translate({_number(x)} {_number(y)})">\n{inside(part)}\n</g>')
        written = _written[drawing] = "\n".join(lines)
    return written


def drawing_svg(drawing: Drawing) -> str:
    """A drawing as an SVG document."""
    width, height = _number(drawing.width), _number(drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'style="max-width: 100%; height: auto" font-family="{FONTS}" role="img">\n{inside(drawing)}\n</svg>\n'
    )


def table_svg(game: Game, seat: int | None = None) -> str:
    """The table as a seat sees it, as an SVG document; without a seat, with all hands."""
    return drawing_svg(draw_table(game, seat))
