"""Keywords as signs, clans as emblems, tokens; drawn as shapes so that no font needs them."""

from __future__ import annotations

from gosu_env.armies import signs as shared
from gosu_env.armies.colours import Hue
from gosu_env.armies.signs import (
    CLAW,
    CRESCENT,
    DIAMOND,
    EYE,
    FLAME,
    FLAME_HEART,
    HOURGLASS,
    MASK,
    PLAY,
    SLIT,
    STAR,
    WING,
    arc,
    at,
    smooth,
)
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.cards import Card
from gosu_env.gosux.colours import BOUNTY, BOUNTY_EDGE, BOUNTY_LIGHT, WONDER, WONDER_EDGE, WONDER_LIGHT
from gosu_env.gosux.state import KEYWORDS
from gosu_env.gosux.text import KEYWORD_NAMES
from gosu_env.render.colours import GOLD, GOLD_EDGE, GOLD_LIGHT, SLOT, SLOT_INK
from gosu_env.render.shapes import Disc, Polygon, Shape, Stroke

SIGN_WORDS = {"arrives": "arrives", "activated": "a token repeats it", "permanent": "while in play"} | KEYWORD_NAMES
BOLT = [(0.3, -1.05), (-0.62, 0.2), (-0.08, 0.2), (-0.3, 1.05), (0.62, -0.25), (0.08, -0.25)]
GHOST = [
    *arc(180, 360, 0.78, 0.0, -0.2),
    *((0.78, 0.95), (0.39, 0.6), (0.0, 0.95), (-0.39, 0.6), (-0.78, 0.95)),
]
CROWN = [(-0.95, 0.7), (-0.95, -0.55), (-0.45, 0.05), (0.0, -0.85), (0.45, 0.05), (0.95, -0.55), (0.95, 0.7)]
CHEVRON = [(-0.9, 0.45), (0.0, -0.35), (0.9, 0.45), (0.9, 0.0), (0.0, -0.8), (-0.9, 0.0)]
PAN = [*arc(0, 180, 0.42)]
TAIL = smooth([(-1.0, 0.35), (-0.35, -0.2), (0.3, 0.05), (1.0, -0.6), (0.5, 0.35), (-0.2, 0.4)])


def sign(name: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """What a card has, as a small sign around a point: when it does something, or a keyword."""
    s = size / 2
    thin = size * 0.15
    if name == "arrives":
        return [Polygon(at(PLAY, x, y, s), colour)]
    if name == "activated":
        return shared.activated(x, y, size, colour)
    if name == "bounty":
        cross = [Stroke(at(line, x, y, s), colour, size * 0.12) for line in (((-1, 0), (1, 0)), ((0, -1), (0, 1)))]
        return [Disc(x, y, s * 0.62, None, colour, size * 0.13), *cross]
    if name == "veteran":
        return [Polygon(at([(px, py + dy) for px, py in CHEVRON], x, y, s), colour) for dy in (-0.2, 0.55)]
    if name == "ethereal":
        return [Polygon(at(GHOST, x, y, s), colour)]
    if name == "echo":
        waves = [Stroke(at(arc(-55, 55, radius, -0.8), x, y, s), colour, size * 0.13) for radius in (0.9, 1.6)]
        return [Disc(round(x - s * 0.7, 2), y, s * 0.3, colour), *waves]
    if name == "secret_shift":
        return [Polygon(at(CRESCENT, x, y, s), colour)]
    if name == "wonder":
        return [Polygon(at(DIAMOND, x, y, s), colour)]
    if name == "recruiter":
        return shared.recruiter(x, y, size, colour)
    if name == "force_of_will":
        return [Polygon(at(BOLT, x, y, s), colour)]
    infinity = [(-0.5, 0.0), (0.5, 0.0)]
    return [Disc(round(x + s * px, 2), y, s * 0.45, None, colour, thin) for px, _ in infinity]


def signs_of(card: Card) -> list[str]:
    """The signs that a card bears, in a fixed order."""
    names = ["arrives"] * (v.ARRIVES in card.programs) + ["activated"] * card.symbols
    lasting = bool(card.permanents or card.also or set(card.programs) - {v.ARRIVES})
    return names + ["permanent"] * lasting + [name for name in KEYWORDS if name in card.keywords]


def emblem(clan: int, x: float, y: float, size: float, hue: Hue) -> list[Shape]:
    """The emblem of a clan: a moon, an hourglass, a flame, scales, claws, a wing, an eye, a mask."""
    s = size / 2
    if clan == 0:
        moon = Polygon(at(CRESCENT, x - s * 0.02, y, s * 0.95), hue.art)
        return [moon, Polygon(at(STAR, x + s * 0.52, y - s * 0.12, s * 0.3), hue.art)]
    if clan == 1:
        caps = [Stroke(at([(-0.85, py), (0.85, py)], x, y, s), hue.art, s * 0.18) for py in (-0.95, 0.95)]
        return [Polygon(at(HOURGLASS, x, y, s * 0.92), hue.art), *caps]
    if clan == 2:
        return [Polygon(at(FLAME, x, y, s), hue.art), Polygon(at(FLAME_HEART, x, y, s), hue.fill)]
    if clan == 3:
        return scales(x, y, s, hue)
    if clan == 4:
        return [Polygon(at([(px + dx, py) for px, py in CLAW], x, y, s), hue.art) for dx in (-0.5, 0.07, 0.64)]
    if clan == 5:
        return [Polygon(at(WING, x, y, s), hue.art)]
    if clan == 6:
        return [Polygon(at(EYE, x, y, s), hue.art), Polygon(at(SLIT, x, y, s), hue.fill)]
    eyes = [(-0.42, -0.1), (0.42, -0.1)]
    holes = [
        Polygon(at([(px * 0.24 + ex, py * 0.16 + ey) for px, py in DIAMOND], x, y, s), hue.fill) for ex, ey in eyes
    ]
    return [Polygon(at(MASK, x, y, s), hue.art), *holes]


def scales(x: float, y: float, s: float, hue: Hue) -> list[Shape]:
    """The scales of Justice."""
    lines = [((-0.8, -0.62), (0.8, -0.62)), ((0.0, -0.95), (0.0, 0.8)), ((-0.45, 0.88), (0.45, 0.88))]
    for px in (-0.8, 0.8):
        lines += [((px, -0.62), (px - 0.4, 0.1)), ((px, -0.62), (px + 0.4, 0.1))]
    beams = [Stroke(at(line, x, y, s), hue.art, s * 0.09) for line in lines]
    pans = [Polygon(at([(dx + px, dy + 0.1) for dx, dy in PAN], x, y, s), hue.art) for px in (-0.8, 0.8)]
    return [*beams, *pans]


# ------------------------------------------------------------------------------------------------ tokens


def token(x: float, y: float, radius: float, kind: str = "held") -> list[Shape]:
    """An activation token: held, lying on a card, spent, or still locked: a small cross in a ring."""
    if kind != "locked":
        return shared.token(x, y, radius, kind)
    r = radius * 0.3
    cross = [Stroke(((x - r, y + dy * r), (x + r, y - dy * r)), SLOT_INK, 1.3) for dy in (-1, 1)]
    return [Disc(x, y, radius * 0.8, None, SLOT_INK, 0.8), *cross]


def bounty_token(x: float, y: float, radius: float) -> list[Shape]:
    return [Disc(x, y, radius, BOUNTY, BOUNTY_EDGE, 1.1), *sign("bounty", x, y, radius * 1.2, BOUNTY_LIGHT)]


def wonder_token(x: float, y: float, radius: float) -> list[Shape]:
    return [
        Polygon(at(DIAMOND, x, y, radius), WONDER, WONDER_EDGE, 1.2),
        Polygon(at(DIAMOND, x, y, radius * 0.5), WONDER_LIGHT, WONDER_EDGE, 0.8),
    ]


def supremacy_token(x: float, y: float, radius: float, won: bool) -> list[Shape]:
    """A crown, or the place for one."""
    fill, edge = (GOLD, GOLD_EDGE) if won else (SLOT, SLOT_INK)
    gems = [Disc(round(x + radius * px, 2), y + radius * 0.42, radius * 0.13, GOLD_LIGHT) for px in (-0.5, 0.0, 0.5)]
    return [Polygon(at(CROWN, x, y, radius), fill, edge, 1.1), *(gems if won else ())]
