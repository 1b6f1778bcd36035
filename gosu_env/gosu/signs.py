"""Small signs and emblems, drawn as shapes so that no font needs them."""

from __future__ import annotations

from gosu_env.armies import signs as shared
from gosu_env.armies.colours import Hue
from gosu_env.armies.signs import (
    ARROW,
    CLAW,
    CRESCENT,
    CROSS,
    DIAMOND,
    EYE,
    FLAME,
    FLAME_HEART,
    HOURGLASS,
    LILY,
    MASK,
    PLAY,
    SLIT,
    STAR,
    WING,
    arc,
    at,
    gear,
    smooth,
)
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card
from gosu_env.gosu.colours import DRAGOON, DRAGOON_EDGE, DRAGOON_LIGHT
from gosu_env.render.colours import GOLD, GOLD_EDGE, GOLD_LIGHT, WHITE
from gosu_env.render.shapes import Disc, Polygon, Shape, Stroke


def sign(name: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """What a card has, as a small sign around a point: a trigger, "zombie" or "global"."""
    s = size / 2
    if name == "enters":
        return [Polygon(at(PLAY, x, y, s), colour)]
    if name == "mutates":
        turned = [(-px, -py) for px, py in ARROW]
        return [Polygon(at(ARROW, x, y, s), colour), Polygon(at(turned, x, y, s), colour)]
    if name == "destroyed":
        return [Polygon(at(CROSS, x, y, s), colour)]
    if name == "activated":
        return shared.activated(x, y, size, colour)
    if name == "imprisoned":
        return shared.bars(x, y, size, colour)
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
        return shared.recruiter(x, y, size, colour)
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
    """An activation token as games of armies draw it; or a Dragoon token: dragoon, or dragoon lying."""
    if kind == "dragoon":
        wing = Polygon(at(WING, x, y, radius * 0.55), DRAGOON_LIGHT)
        return [Disc(x, y, radius, DRAGOON, DRAGOON_EDGE, 1.2), wing]
    if kind == "dragoon lying":
        return [Disc(x, y, radius, DRAGOON_LIGHT, DRAGOON_EDGE, 0.9)]
    return shared.token(x, y, radius, kind)


def advantage_token(x: float, y: float, radius: float) -> list[Shape]:
    return [
        Polygon(at(DIAMOND, x, y, radius), GOLD, GOLD_EDGE, 1.2),
        Polygon(at(DIAMOND, x, y, radius * 0.55), GOLD_LIGHT, GOLD_EDGE, 0.8),
    ]
