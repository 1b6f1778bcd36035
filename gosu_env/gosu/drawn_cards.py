"""Cards as drawings: in an army, imprisoned, in a hand, face down."""

from __future__ import annotations

from functools import lru_cache

from gosu_env.gosu.cards import Card
from gosu_env.gosu.colours import CLAN_HUES
from gosu_env.gosu.signs import (
    DIAMOND,
    SHIELD,
    at,
    cost_ring,
    emblem,
    pips,
    sign,
    signs_of,
    token,
)
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text
from gosu_env.render.colours import (
    BACK,
    BACK_ART,
    BACK_EDGE,
    GOLD,
    GREY,
    GREY_BAR,
    GREY_EDGE,
    GREY_INK,
    INK,
    WHITE,
)
from gosu_env.render.shapes import (
    CARD,
    Box,
    Drawing,
    Polygon,
    Sketch,
    Stroke,
)

CARD_WIDTH, CARD_HEIGHT, GAP = 92.0, 112.0, 8.0
PLATE = 26.0


def printed_value(level: int) -> int:
    """The military value of a card of that level (G-1.3)."""
    return (2, 3, 5)[level - 1]


def cost_words(card: Card) -> str:
    """How a card mutates, if at all."""
    if card.shadow_jump:
        return "Shadow Jump"
    return "cannot mutate" if card.mutation is None else f"mutation {card.mutation}"


def card_note(card: Card) -> str:
    """What a card is and says."""
    cost = cost_words(card)
    head = f"{card.name} · {CLAN_ADJECTIVES[card.clan]} {card.level_name} · {cost}"
    return f"{head}\n{card_text(card)}" if card.has_ability else head


@lru_cache(maxsize=512)
def army_card(card: Card, value: int, with_token: str, arriving: bool, row: int) -> Drawing:
    """A card face up in a row of an army; ``with_token`` is the kind of token on it, if there is one."""
    hue = CLAN_HUES[card.clan]
    width, height, middle = CARD_WIDTH, CARD_HEIGHT, CARD_WIDTH / 2
    sketch = Sketch(f"card {card.name}", width, height, CARD)
    if arriving:
        sketch.add(Box(1.5, 1.5, width - 3, height - 3, hue.fill, GOLD, 3, 7, dashed=True))
    else:
        sketch.add(Box(0.5, 0.5, width - 1, height - 1, hue.fill, hue.edge, 1.2, 7))
    sketch.write(middle, 18, card.name, 12.5, hue.ink, "middle", bold=True, room=width - 12)
    sketch.add(*pips(card.level, middle - card.level * 3.15, 27.5, 3, hue.ink))
    sketch.add(*emblem(card.clan, middle, 56.5, 43, hue))
    foot = height - 5 - PLATE
    sketch.add(Box(5, foot, width - 10, PLATE, hue.plate, radius=5))
    line = foot + PLATE / 2
    more = value - printed_value(row + 1)
    shield = GOLD if more > 0 else GREY if more < 0 else WHITE
    sketch.add(Polygon(at(SHIELD, 18.5, line - 0.5, 10.5), shield, hue.edge, 1))
    sketch.write(18.5, line + 4.6, str(value), 14, INK, "middle", bold=True, room=15)
    if card.mutation is not None:
        sketch.add(*cost_ring(width - 18, line, 9.5, hue.ink))
        sketch.write(width - 18, line + 4.2, str(card.mutation), 12, hue.ink, "middle", bold=True)
    signs = signs_of(card)
    room = width - 66.0 if card.mutation is not None else width - 42.0
    step = min(14.0, room / max(len(signs), 1))
    left = 33 + room / 2 - step * (len(signs) - 1) / 2
    for i, name in enumerate(signs):
        sketch.add(*sign(name, round(left + i * step, 2), line, min(11.5, step - 1.5), hue.ink))
    if with_token:
        sketch.add(*token(middle, 56.5, 15, with_token))
    return sketch.finish(card_note(card))


@lru_cache(maxsize=128)
def imprisoned_card(card: Card) -> Drawing:
    """A card face down: behind bars, its name still known (G-8.3)."""
    width, height, middle = CARD_WIDTH, CARD_HEIGHT, CARD_WIDTH / 2
    sketch = Sketch(f"imprisoned {card.name}", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, GREY, GREY_EDGE, 1.2, 7))
    for i in range(7):
        x = 10 + i * (width - 20) / 6
        sketch.add(Stroke(((x, 26), (x, height - 28)), GREY_BAR, 3))
    sketch.add(Box(5, height - 25, width - 10, 18, GREY, GREY_BAR, 1, 4))
    sketch.write(middle, 18, card.name, 12.5, GREY_INK, "middle", bold=True, room=width - 12)
    sketch.write(middle, height - 12.6, "imprisoned", 9.5, GREY_INK, "middle", room=width - 16)
    return sketch.finish(f"{card.name}, imprisoned")


@lru_cache(maxsize=1024)
def small_card(card: Card, width: float, height: float) -> Drawing:
    """A card of a hand; the lower it is, the less it shows."""
    hue = CLAN_HUES[card.clan]
    tall, signed = height > 60, height >= 26
    sketch = Sketch(f"small {card.name}", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, hue.fill, hue.edge, 1, min(6, height / 6)))
    size = min(11.0, height * 0.4)
    line = 16.0 if tall else height * 0.42 if signed else height / 2 + size * 0.36
    sketch.write(width / 2, line, card.name, size, hue.ink, "middle", bold=True, room=width - 6)
    if not signed:
        return sketch.finish(card_note(card))
    foot = height - 14 if tall else height * 0.75
    if tall:
        sketch.add(*pips(card.level, width / 2 - card.level * 2.8, 25, 2.7, hue.ink))
        sketch.add(*emblem(card.clan, width / 2, 51, 32, hue))
        sketch.add(Box(4, height - 24, width - 8, 20, hue.plate, radius=4))
        if card.mutation is not None:
            sketch.add(*cost_ring(width - 14, foot, 7, hue.ink))
            sketch.write(width - 14, foot + 3.4, str(card.mutation), 9.5, hue.ink, "middle", bold=True)
    else:
        sketch.add(*pips(card.level, 5, foot, 2.7, hue.ink))
    signs = signs_of(card)
    left, right = (7.0, width - 24.0) if tall else (26.0, width - 4.0)
    step = min(12.5, (right - left) / max(len(signs), 1))
    start = left + step / 2 if tall else right - step * (len(signs) - 0.5)
    for i, name in enumerate(signs):
        sketch.add(*sign(name, round(start + i * step, 2), foot, min(9.5, step - 1.5), hue.ink))
    return sketch.finish(card_note(card))


@lru_cache(maxsize=32)
def card_back(width: float, height: float) -> Drawing:
    """A card that the viewer may not see."""
    sketch = Sketch("back", width, height, CARD)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, BACK, BACK_EDGE, 1, min(5, height / 6)))
    if height >= 16:
        sketch.add(Box(3.5, 3.5, width - 7, height - 7, None, BACK_ART, 1, min(3, height / 8)))
        sketch.add(Polygon(at(DIAMOND, width / 2, height / 2, min(width, height) * 0.2), BACK_ART))
    return sketch.finish()
