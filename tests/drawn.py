"""What holds for the drawing of any table: nothing overlaps, nothing is cut off, words can be read."""

from __future__ import annotations

from itertools import combinations

from gosu_env.render.shapes import Box, Disc, Drawing, Shape, Stroke, Words, text_width

Area = tuple[float, float, float, float]  # left, top, right, bottom


def area(shape: Shape) -> Area:
    """The area that a shape covers, its edge included."""
    if isinstance(shape, Box):
        half = shape.weight / 2 if shape.edge else 0.0
        return shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half
    if isinstance(shape, Disc):
        outer = shape.radius + (shape.weight / 2 if shape.edge else 0.0)
        return shape.x - outer, shape.y - outer, shape.x + outer, shape.y + outer
    half = shape.weight / 2 if isinstance(shape, Stroke) or shape.edge else 0.0
    xs, ys = zip(*shape.points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def words_area(line: Words) -> Area:
    width = text_width(line.text, line.size, line.bold)
    left = line.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[line.anchor]
    return left, line.y - line.size * 0.75, left + width, line.y + line.size * 0.2


def within(inner: Area, outer: Area, slack: float = 0.0) -> bool:
    lows = inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
    return lows and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack


def apart(a: Area, b: Area) -> bool:
    return a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01


def check_drawing(drawing: Drawing, margin: float) -> None:
    """Nothing is cut off, words stand on their ground and clear of each other and of the parts."""
    whole = (0.0, 0.0, drawing.width, drawing.height)
    for shape in drawing.shapes:
        beyond = 0.3 if drawing.name != "board" else margin
        assert within(area(shape), whole, beyond), (drawing.name, shape)
    grounds = [area(shape) for shape in drawing.shapes if isinstance(shape, Box) and shape.fill]
    lines = [words_area(line) for line in drawing.words]
    for line, covered in zip(drawing.words, lines, strict=True):
        assert any(within(covered, ground) for ground in grounds), (drawing.name, line)
    for a, b in combinations(lines, 2):
        assert apart(a, b), (drawing.name, drawing.words)
    parts = [(x, y, x + inner.width, y + inner.height) for x, y, inner in drawing.parts]
    for inner in parts:
        assert within(inner, whole, 0.01), drawing.name
        assert all(apart(inner, line) for line in lines), drawing.name


def check_parts(drawn: Drawing, margin: float) -> None:
    """The same of a table and all that lies on it: things lie beside each other, or one within the other."""
    placed = {}
    for x, y, inner in drawn.walk():
        check_drawing(inner, margin)
        if inner.name not in ("table", "board", "panel", "footer"):
            placed[x, y] = (x, y, x + inner.width, y + inner.height)
    for a, b in combinations(placed.values(), 2):
        assert apart(a, b) or within(a, b) or within(b, a)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
