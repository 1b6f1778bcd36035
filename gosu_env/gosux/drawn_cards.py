"""Cards and tiles as drawings: in an army, captured, in a hand."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

from gosu_env.armies.drawn_cards import Face, card_foot, card_ground, face_down_card, hand_card, printed_value
from gosu_env.armies.signs import pips
from gosu_env.gosux.cards import CLAN_NAMES, Card
from gosu_env.gosux.colours import CLAN_HUES, ETHEREAL_LIGHT
from gosu_env.gosux.signs import bounty_token, emblem, sign, signs_of, token
from gosu_env.gosux.text import card_text, effect_text, law_text
from gosu_env.render.colours import GOLD, PANEL, SLOT, SLOT_INK
from gosu_env.render.shapes import Box, Drawing, Sketch, text_width, wrap

CARD_WIDTH, CARD_HEIGHT = 132.0, 106.0
PLATE = 20.0
TEXT, LEAST_TEXT, TEXT_LINE = 8.4, 6.2, 1.2  # sizes of letters on a card, and the height of a line in em
LAW_TEXT, READ_TEXT = 9.0, 9.6
NAME_ROOM = 100.0  # a longer name takes two lines


def cost_words(card: Card) -> str:
    return "cannot be shifted" if card.shift is None else f"shift {card.shift}"


def card_note(card: Card) -> str:
    """What a card is and says."""
    name = f"{card.name} ({card.english})" if card.english else card.name
    return f"{name} · {card.clan_name} {card.level_name} · {cost_words(card)}\n{card_text(card)}"


def title(name: str) -> tuple[str, ...]:
    """A long name in two lines, as even as they can be; nothing for a short one."""
    words = name.split(" ")
    if text_width(name, 11, bold=True) <= NAME_ROOM or len(words) == 1:
        return ()
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(halves, key=lambda lines: max(text_width(line, 11) for line in lines))


@lru_cache(maxsize=128)
def face_of(card: Card) -> Face:
    """What is printed on a card."""
    hue = CLAN_HUES[card.clan]
    signs = [partial(sign, name) for name in signs_of(card)]
    art = partial(emblem, card.clan, hue=hue)
    return Face(card.name, card.level, card.shift, hue, art, signs, card_note(card), title(card.name))


def text_lines(text: str, width: float, height: float) -> tuple[list[str], float]:
    """A text in lines, as large as the room allows; cut if it is too long even in the smallest letters."""
    size = TEXT
    while len(lines := wrap(text, size, width)) * size * TEXT_LINE > height:
        if size <= LEAST_TEXT:
            lines = lines[: int(height / size / TEXT_LINE)]
            while text_width(lines[-1] + " …", size) > width:
                lines[-1] = lines[-1].rpartition(" ")[0]
            return [*lines[:-1], lines[-1] + " …"], size
        size = round(size - 0.2, 1)
    return lines, size


@lru_cache(maxsize=512)
def army_card(card: Card, value: int, tokens: int, bounty: bool, ethereal: bool, arriving: bool) -> Drawing:
    """A card face up in an army, with the tokens on it."""
    face, width, height = face_of(card), CARD_WIDTH, CARD_HEIGHT
    hue = face.hue
    sketch = card_ground(card.name, width, height, hue, arriving)
    if ethereal and not arriving:
        sketch.add(Box(2.6, 2.6, width - 5.2, height - 5.2, None, ETHEREAL_LIGHT, 2, 5.5, dashed=True))
    sketch.add(*face.emblem(width - 30, 49, 44))
    sketch.add(*pips(card.level, width - 7 - card.level * 5.6, 12.5, 2.6, hue.ink))
    room = width - 18 - card.level * 5.6
    for number, line in enumerate(face.title or (face.name,)):
        size, y = (9.4, 13.5 + number * 10.5) if face.title else (11.5, 16)
        sketch.write(8, y, line, size, hue.ink, bold=True, room=room if number == 0 else width - 16)
    top = 34.5 if face.title else 28.5
    beside = 26 if tokens or bounty else 0
    lines, size = text_lines(effect_text(card), width - 16 - beside, height - PLATE - 3 - top)
    for number, line in enumerate(lines):
        y = round(top + number * size * TEXT_LINE, 2)
        sketch.write(8, y, line, size, hue.ink, room=width - 16 - beside)
    card_foot(sketch, face, value, printed_value(card.level), PLATE)
    signs = [partial(token, kind="held")] * tokens + [bounty_token] * bounty
    for number, draw in enumerate(signs):
        sketch.add(*draw(width - 18, round(68 - number * 20 + (len(signs) == 1) * -10, 2), 9.5))
    return sketch.finish(face.note)


@lru_cache(maxsize=128)
def captured_card(card: Card) -> Drawing:
    """A card face down, its name still known (X-8.2)."""
    return face_down_card(face_of(card), CARD_WIDTH, CARD_HEIGHT, "captured")


@lru_cache(maxsize=1024)
def small_card(card: Card, width: float, height: float) -> Drawing:
    """A card of a hand; the lower it is, the less it shows."""
    return hand_card(face_of(card), width, height)


@lru_cache(maxsize=64)
def tile(clan: int, width: float, height: float, active: bool) -> Drawing:
    """The tile of a clan: help side up, or with a golden edge the active side."""
    hue = CLAN_HUES[clan]
    sketch = Sketch(f"tile {CLAN_NAMES[clan]}", width, height)
    edge, weight = (GOLD, 2.4) if active else (hue.edge, 1)
    sketch.add(Box(weight / 2, weight / 2, width - weight, height - weight, hue.fill, edge, weight, 5))
    sketch.add(*emblem(clan, height / 2 + 3, height / 2, height - 8, replace(hue, art=hue.ink)))
    room = width - height - 10
    sketch.write(height + 5, height / 2 + 3.8, CLAN_NAMES[clan], 10.5, hue.ink, bold=True, room=room)
    return sketch.finish(f"Tile of {CLAN_NAMES[clan]}{', active' if active else ''}\n{law_text(clan, tile=True)}")


@lru_cache(maxsize=32)
def law_tile(clan: int, width: float, active: bool) -> Drawing:
    """The active side of a tile, with what it says; one that may still become active has no golden edge."""
    hue, name = CLAN_HUES[clan], CLAN_NAMES[clan]
    lines = wrap(law_text(clan, tile=True), LAW_TEXT, width - 62)
    height = max(62.0, round(32 + len(lines) * LAW_TEXT * 1.25, 2))
    sketch = Sketch(f"law {name}", width, height)
    edge, weight = (GOLD, 2.4) if active else (hue.edge, 1)
    sketch.add(Box(weight / 2, weight / 2, width - weight, height - weight, hue.fill, edge, weight, 7))
    sketch.add(*emblem(clan, 28, height / 2, 38, replace(hue, art=hue.ink)))
    sketch.write(54, 19, name, 12.5, hue.ink, bold=True, room=width - 62)
    for number, line in enumerate(lines):
        sketch.write(54, round(33 + number * LAW_TEXT * 1.25, 2), line, LAW_TEXT, hue.ink, room=width - 60)
    return sketch.finish(f"Tile of {name}{', active' if active else ''}\n{law_text(clan, tile=True)}")


@lru_cache(maxsize=128)
def read_card(card: Card, width: float) -> Drawing:
    """A card with all it says, in letters that are easy to read."""
    face = face_of(card)
    hue, room = face.hue, width - 20
    lines = wrap(card_text(card), READ_TEXT, room)
    top = 49.0 if card.english else 38.0
    height = round(top + 12 + len(lines) * READ_TEXT * 1.3, 2)
    sketch = Sketch(f"read {card.name}", width, height)
    sketch.add(Box(0.5, 0.5, width - 1, height - 1, hue.fill, hue.edge, 1.2, 7))
    sketch.add(*face.emblem(width - 30, 28, 40))
    sketch.write(10, 20, card.name, 13, hue.ink, bold=True, room=room)
    line = 33.0
    if card.english:
        sketch.write(10, line, card.english, 9.5, hue.ink, room=room)
        line += 12
    what = f"{card.clan_name} {card.level_name} · {cost_words(card)}"
    sketch.write(10, line, what, 9, hue.ink, room=room)
    for number, words in enumerate(lines):
        sketch.write(10, round(top + 12 + number * READ_TEXT * 1.3, 2), words, READ_TEXT, hue.ink, room=room)
    return sketch.finish(face.note)


@lru_cache(maxsize=16)
def no_tile(width: float, height: float) -> Drawing:
    """Where a tile will lie once a clan is picked."""
    sketch = Sketch("no tile", width, height)
    sketch.add(Box(0, 0, width, height, PANEL), Box(0.5, 0.5, width - 1, height - 1, SLOT, SLOT_INK, 1, 5, dashed=True))
    return sketch.finish()
