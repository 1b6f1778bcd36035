"""Shapes, signs and tokens of games of armies, drawn so that no font needs them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gosu_env.render.colours import GOLD, GOLD_EDGE, GOLD_LIGHT, SLOT, SLOT_INK
from gosu_env.render.shapes import Disc, Point, Polygon, Shape, Stroke


def at(points: Iterable[Point], x: float, y: float, scale: float) -> tuple[Point, ...]:
    """Points around 0, moved and scaled."""
    return tuple((round(x + scale * px, 2), round(y + scale * py, 2)) for px, py in points)


def arc(start: float, stop: float, radius: float = 1.0, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Points on a circle, from one angle in degrees to another; 0 is to the right, 90 is down."""
    steps = max(2, round(abs(stop - start) / 15))
    angles = [math.radians(start + (stop - start) * i / steps) for i in range(steps + 1)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def smooth(points: Sequence[Point], steps: int = 5) -> list[Point]:
    """A closed curve through points (Catmull-Rom)."""
    n = len(points)
    curve: list[Point] = []
    for i in range(n):
        a, b, c, d = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            near = tuple(zip(weights, (a, b, c, d), strict=True))
            curve.append((sum(w * p[0] for w, p in near) / 2, sum(w * p[1] for w, p in near) / 2))
    return curve


def star(inner: float = 0.42) -> list[Point]:
    radii = [1.0 if i % 2 == 0 else inner for i in range(10)]
    angles = [math.radians(36 * i - 90) for i in range(10)]
    return [(r * math.cos(a), r * math.sin(a) + 0.05) for r, a in zip(radii, angles, strict=True)]


def gear(teeth: int = 8) -> list[Point]:
    points: list[Point] = []
    for tooth in range(teeth):
        for turn, radius in ((-0.28, 0.74), (-0.17, 1.0), (0.17, 1.0), (0.28, 0.74)):
            angle = 2 * math.pi * (tooth + turn) / teeth
            points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return points


STAR = star()
SHIELD = smooth([(-0.9, -0.85), (0.0, -1.0), (0.9, -0.85), (0.86, 0.1), (0.0, 1.1), (-0.86, 0.1)])
DIAMOND = [(0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0)]
PLAY = [(-0.75, -0.95), (0.95, 0.0), (-0.75, 0.95)]
CROSS = [
    (0.0, -0.36), (0.56, -0.92), (0.92, -0.56), (0.36, 0.0), (0.92, 0.56), (0.56, 0.92),
    (0.0, 0.36), (-0.56, 0.92), (-0.92, 0.56), (-0.36, 0.0), (-0.92, -0.56), (-0.56, -0.92),
]  # fmt: skip
ARROW = [(-1.0, -0.68), (0.2, -0.68), (0.2, -1.0), (1.0, -0.45), (0.2, 0.1), (0.2, -0.22), (-1.0, -0.22)]
HOURGLASS = [(-0.8, -0.95), (0.8, -0.95), (0.12, 0.0), (0.8, 0.95), (-0.8, 0.95), (-0.12, 0.0)]
FLAME = smooth(
    [
        (0.1, -1.1), (0.3, -0.55), (0.68, -0.02), (0.72, 0.5), (0.42, 0.92), (0.0, 1.02), (-0.44, 0.92),
        (-0.74, 0.48), (-0.66, -0.02), (-0.44, -0.42), (-0.3, 0.02), (-0.1, -0.35),
    ]
)  # fmt: skip
FLAME_HEART = smooth([(0.06, -0.1), (0.34, 0.42), (0.24, 0.78), (0.0, 0.86), (-0.26, 0.76), (-0.34, 0.44)])
CRESCENT = arc(-62, -298, 1.0) + arc(-276, -84, 0.8, 0.4, 0.0)
WING = smooth(
    [
        (-0.95, 0.75), (-0.6, -0.35), (0.15, -0.95), (1.0, -0.8), (0.72, -0.35), (0.85, 0.1), (0.42, 0.12),
        (0.4, 0.6), (0.0, 0.38), (-0.2, 0.85), (-0.5, 0.5),
    ]
)  # fmt: skip
EYE = smooth([(-1.05, 0.0), (-0.5, -0.5), (0.0, -0.64), (0.5, -0.5), (1.05, 0.0), (0.5, 0.5), (0.0, 0.64), (-0.5, 0.5)])
SLIT = smooth([(0.0, -0.52), (0.2, 0.0), (0.0, 0.52), (-0.2, 0.0)])
LILY = [(0.0, 0.0), *arc(-58, 250)]
MASK = smooth(
    [
        (-1.0, -0.55), (-0.45, -0.72), (0.0, -0.5), (0.45, -0.72), (1.0, -0.55), (0.9, 0.15), (0.5, 0.62),
        (0.12, 0.22), (-0.12, 0.22), (-0.5, 0.62), (-0.9, 0.15),
    ]
)  # fmt: skip
PENNANT = [(-0.55, -0.95), (0.9, -0.42), (-0.55, 0.1)]
CLAW = smooth([(0.3, -1.0), (0.26, -0.2), (-0.1, 0.5), (-0.42, 0.98), (-0.3, 0.3), (-0.04, -0.3)])


def token(x: float, y: float, radius: float, kind: str = "held") -> list[Shape]:
    """An activation token: held in hand, lying on a card (where the hand shows its outline), or spent."""
    if kind == "held":
        inner = Disc(x, y, radius * 0.62, None, GOLD_EDGE, radius * 0.1)
        return [Disc(x, y, radius, GOLD, GOLD_EDGE, 1.2), inner, Polygon(at(PLAY, x, y, radius * 0.3), GOLD_EDGE)]
    if kind == "lying":
        return [Disc(x, y, radius, GOLD_LIGHT, GOLD_EDGE, 0.9)]
    return [Disc(x, y, radius, SLOT, SLOT_INK, 1.0)]


def bars(x: float, y: float, size: float, colour: str) -> list[Shape]:
    """A card behind bars."""
    s = size / 2
    thin = size * 0.15
    upright = [Stroke(at([(px, -0.85), (px, 0.85)], x, y, s), colour, thin) for px in (-0.75, 0.0, 0.75)]
    return [*upright, *(Stroke(at([(-0.9, py), (0.9, py)], x, y, s), colour, thin) for py in (-0.8, 0.8))]


def activated(x: float, y: float, size: float, colour: str) -> list[Shape]:
    """A ring around a disc."""
    s = size / 2
    return [Disc(x, y, s * 0.86, None, colour, size * 0.15), Disc(x, y, s * 0.4, colour)]


def recruiter(x: float, y: float, size: float, colour: str) -> list[Shape]:
    """A pennant on its pole."""
    s = size / 2
    pole = Stroke(at([(-0.62, -1.0), (-0.62, 1.0)], x, y, s), colour, size * 0.13)
    return [pole, Polygon(at(PENNANT, x, y, s), colour)]


def pips(level: int, x: float, y: float, radius: float, colour: str) -> list[Shape]:
    """One to three diamonds from x on to the right: the level."""
    step = radius * 2.1
    return [Polygon(at(DIAMOND, x + radius + i * step, y, radius), colour) for i in range(level)]


def cost_ring(x: float, y: float, radius: float, colour: str) -> list[Shape]:
    """A round arrow: what stands in it is the cost of replacing the card."""
    head = [(-0.3, -0.42), (0.38, 0.0), (-0.3, 0.42)]
    return [
        Stroke(at(arc(-40, 258), x, y, radius), colour, radius * 0.17),
        Polygon(at([(px - 0.08, py - 1.0) for px, py in head], x, y, radius), colour),
    ]
