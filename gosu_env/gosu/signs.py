"""Small signs and emblems, drawn as shapes so that no font needs them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card
from gosu_env.gosu.colours import DRAGOON, DRAGOON_EDGE, DRAGOON_LIGHT, Hue
from gosu_env.render.colours import (
    GOLD,
    GOLD_EDGE,
    GOLD_LIGHT,
    SLOT,
    SLOT_INK,
    WHITE,
)
from gosu_env.render.shapes import (
    Disc,
    Point,
    Polygon,
    Shape,
    Stroke,
)


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


def sign(name: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """What a card has, as a small sign around a point: a trigger, "zombie" or "global"."""
    s = size / 2
    thin = size * 0.15
    if name == "enters":
        return [Polygon(at(PLAY, x, y, s), colour)]
    if name == "mutates":
        turned = [(-px, -py) for px, py in ARROW]
        return [Polygon(at(ARROW, x, y, s), colour), Polygon(at(turned, x, y, s), colour)]
    if name == "destroyed":
        return [Polygon(at(CROSS, x, y, s), colour)]
    if name == "activated":
        return [Disc(x, y, s * 0.86, None, colour, thin), Disc(x, y, s * 0.4, colour)]
    if name == "imprisoned":
        bars = [Stroke(at([(px, -0.85), (px, 0.85)], x, y, s), colour, thin) for px in (-0.75, 0.0, 0.75)]
        rails = [Stroke(at([(-0.9, py), (0.9, py)], x, y, s), colour, thin) for py in (-0.8, 0.8)]
        return [*bars, *rails]
    if name == "passes":
        bar = at([(0.62, -0.9), (0.95, -0.9), (0.95, 0.9), (0.62, 0.9)], x, y, s)
        return [Polygon(at([(-0.9, -0.9), (0.55, 0.0), (-0.9, 0.9)], x, y, s), colour), Polygon(bar, colour)]
    if name == "round_starts":
        return [Polygon(at(HOURGLASS, x, y, s), colour)]
    if name == "zombie":
        zed = at([(-0.7, -0.75), (0.7, -0.75), (-0.7, 0.75), (0.7, 0.75)], x, y, s)
        return [Stroke(zed, colour, size * 0.19)]
    if name in KAMAKOR_SIGN_WORDS:
        return kamakor_sign(name, x, y, size, colour)
    return [Polygon(at(STAR, x, y, s * 1.1), colour)]


def kamakor_sign(name: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """What only cards of Kamakor have."""
    s = size / 2
    if name == "colon":
        return [Disc(x, round(y + s * dy, 2), s * 0.34, colour) for dy in (-0.55, 0.55)]
    if name == "shadow_jump":
        return [Polygon(at(CRESCENT, x, y, s), colour)]
    if name == "recruiter":
        pole = Stroke(at([(-0.62, -1.0), (-0.62, 1.0)], x, y, s), colour, size * 0.13)
        return [pole, Polygon(at(PENNANT, x, y, s), colour)]
    if name == "counts_as":
        return [Polygon(at([(px * 0.6 + dx, py * 0.6) for px, py in DIAMOND], x, y, s), colour) for dx in (-0.5, 0.5)]
    return [
        Disc(x, y, s * 0.86, None, colour, size * 0.12),
        Stroke(at([(-0.45, 0.0), (0.45, 0.0)], x, y, s), colour, size * 0.17),
    ]


SIGN_WORDS = {
    "enters": "enters play",
    "mutates": "mutates",
    "destroyed": "destroyed",
    "activated": "activated",
    "imprisoned": "card imprisoned",
    "passes": "opponent passes",
    "round_starts": "round starts",
    "zombie": "zombie mutation",
    "global": "Global",
}
KAMAKOR_SIGN_WORDS = {
    "colon": "after a colon",
    "shadow_jump": "Shadow Jump",
    "recruiter": "Recruiter",
    "counts_as": "several levels",
    "eases": "cheaper mutations",
}


def signs_of(card: Card) -> list[str]:
    """The signs that a card bears, in a fixed order."""
    names = [v.TRIGGERS[trigger] for trigger in sorted(card.programs)]
    names += ["zombie"] * card.zombie + ["global"] * bool(card.globals)
    return names + [name for name in KAMAKOR_SIGN_WORDS if name != "colon" and getattr(card, name)]


def emblem(clan: int, x: float, y: float, size: float, hue: Hue) -> list[Shape]:
    """The emblem of a clan: a goban, claws, a crescent, a gear, a flame; those of Kamakor below."""
    s = size / 2
    if clan == 0:
        lines = [-0.9, -0.3, 0.3, 0.9]
        across = [Stroke(at([(-1.0, py), (1.0, py)], x, y, s), hue.art, s * 0.09) for py in lines]
        down = [Stroke(at([(px, -1.0), (px, 1.0)], x, y, s), hue.art, s * 0.09) for px in lines]
        stones = [
            Disc(round(x + s * px, 2), round(y + s * py, 2), round(s * 0.28, 2), fill, hue.edge, s * 0.05)
            for px, py, fill in ((-0.3, -0.3, "#d8c99d"), (0.3, -0.3, WHITE), (0.3, 0.3, "#d8c99d"))
        ]
        return [*across, *down, *stones]
    if clan == 1:
        return [Polygon(at([(px + dx, py) for px, py in CLAW], x, y, s), hue.art) for dx in (-0.5, 0.07, 0.64)]
    if clan == 2:
        moon = Polygon(at(CRESCENT, x - s * 0.02, y, s * 0.95), hue.art)
        return [moon, Polygon(at(STAR, x + s * 0.52, y - s * 0.12, s * 0.3), hue.art)]
    if clan == 3:
        return [Polygon(at(gear(), x, y, s), hue.art), Disc(x, y, s * 0.34, hue.fill)]
    if clan == 4:
        return [Polygon(at(FLAME, x, y, s), hue.art), Polygon(at(FLAME_HEART, x, y, s), hue.fill)]
    return kamakor_emblem(clan, x, y, s, hue)


def kamakor_emblem(clan: int, x: float, y: float, s: float, hue: Hue) -> list[Shape]:
    """A wing, an eye in the dark, a drum, a leaf of a water lily, a mask."""
    if clan == 5:
        return [Polygon(at(WING, x, y, s), hue.art)]
    if clan == 6:
        return [Polygon(at(EYE, x, y, s), hue.art), Polygon(at(SLIT, x, y, s), hue.fill)]
    if clan == 7:
        body = [(-0.85, -0.45), (0.85, -0.45), (0.62, 0.75), (-0.62, 0.75)]
        skin = smooth([(-0.95, -0.5), (0.0, -0.82), (0.95, -0.5), (0.0, -0.2)])
        ropes = [Stroke(at([(dx, -0.3), (dx * 0.45, 0.72)], x, y, s), hue.fill, s * 0.08) for dx in (-0.7, 0.0, 0.7)]
        return [Polygon(at(body, x, y, s), hue.art), *ropes, Polygon(at(skin, x, y, s), hue.art, hue.fill, s * 0.07)]
    if clan == 8:
        veins = [Stroke(at([(0.0, 0.0), *arc(a, a, 0.8)[:1]], x, y, s), hue.fill, s * 0.07) for a in (0, 60, 120, 180)]
        return [Polygon(at(LILY, x, y, s), hue.art), *veins]
    eyes = [(-0.42, -0.1), (0.42, -0.1)]
    holes = [
        Polygon(at([(px * 0.24 + ex, py * 0.16 + ey) for px, py in DIAMOND], x, y, s), hue.fill) for ex, ey in eyes
    ]
    return [Polygon(at(MASK, x, y, s), hue.art), *holes]


def token(x: float, y: float, radius: float, kind: str = "held") -> list[Shape]:
    """An activation token: held in hand, lying on a goblin (where the hand shows its outline), or spent.

    A Dragoon token: dragoon, or dragoon lying.
    """
    if kind == "held":
        inner = Disc(x, y, radius * 0.62, None, GOLD_EDGE, radius * 0.1)
        return [Disc(x, y, radius, GOLD, GOLD_EDGE, 1.2), inner, Polygon(at(PLAY, x, y, radius * 0.3), GOLD_EDGE)]
    if kind == "dragoon":
        wing = Polygon(at(WING, x, y, radius * 0.55), DRAGOON_LIGHT)
        return [Disc(x, y, radius, DRAGOON, DRAGOON_EDGE, 1.2), wing]
    if kind == "dragoon lying":
        return [Disc(x, y, radius, DRAGOON_LIGHT, DRAGOON_EDGE, 0.9)]
    if kind == "lying":
        return [Disc(x, y, radius, GOLD_LIGHT, GOLD_EDGE, 0.9)]
    return [Disc(x, y, radius, SLOT, SLOT_INK, 1.0)]


def advantage_token(x: float, y: float, radius: float) -> list[Shape]:
    return [
        Polygon(at(DIAMOND, x, y, radius), GOLD, GOLD_EDGE, 1.2),
        Polygon(at(DIAMOND, x, y, radius * 0.55), GOLD_LIGHT, GOLD_EDGE, 0.8),
    ]


def pips(level: int, x: float, y: float, radius: float, colour: str) -> list[Shape]:
    """One to three diamonds from x on to the right: the level."""
    step = radius * 2.1
    return [Polygon(at(DIAMOND, x + radius + i * step, y, radius), colour) for i in range(level)]


def cost_ring(x: float, y: float, radius: float, colour: str) -> list[Shape]:
    """A round arrow: what stands in it is the mutation cost."""
    head = [(-0.3, -0.42), (0.38, 0.0), (-0.3, 0.42)]
    return [
        Stroke(at(arc(-40, 258), x, y, radius), colour, radius * 0.17),
        Polygon(at([(px - 0.08, py - 1.0) for px, py in head], x, y, radius), colour),
    ]
