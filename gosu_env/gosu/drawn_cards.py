"""Cards as drawings: in an army, imprisoned, in a hand."""

from __future__ import annotations

from functools import lru_cache, partial

from gosu_env.armies.drawn_cards import Face, card_foot, card_ground, face_down_card, hand_card, printed_value
from gosu_env.armies.signs import pips
from gosu_env.gosu.cards import Card
from gosu_env.gosu.colours import CLAN_HUES
from gosu_env.gosu.signs import emblem, sign, signs_of, token
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text
from gosu_env.render.shapes import Drawing

CARD_WIDTH, CARD_HEIGHT = 92.0, 112.0
PLATE = 26.0


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


@lru_cache(maxsize=256)
def face_of(card: Card) -> Face:
    """What is printed on a card."""
    hue = CLAN_HUES[card.clan]
    signs = [partial(sign, name) for name in signs_of(card)]
    art = partial(emblem, card.clan, hue=hue)
    return Face(card.name, card.level, card.mutation, hue, art, signs, card_note(card))


@lru_cache(maxsize=512)
def army_card(card: Card, value: int, with_token: str, arriving: bool, row: int) -> Drawing:
    """A card face up in a row of an army; ``with_token`` is the kind of token on it, if there is one."""
    face, middle = face_of(card), CARD_WIDTH / 2
    sketch = card_ground(card.name, CARD_WIDTH, CARD_HEIGHT, face.hue, arriving)
    face.write_name(sketch, middle, 18, 12.5, CARD_WIDTH - 12)
    sketch.add(*pips(card.level, middle - card.level * 3.15, 27.5, 3, face.hue.ink))
    sketch.add(*face.emblem(middle, 56.5, 43))
    card_foot(sketch, face, value, printed_value(row + 1), PLATE)
    if with_token:
        sketch.add(*token(middle, 56.5, 15, with_token))
    return sketch.finish(face.note)


@lru_cache(maxsize=128)
def imprisoned_card(card: Card) -> Drawing:
    """A card face down: behind bars, its name still known (G-8.3)."""
    return face_down_card(face_of(card), CARD_WIDTH, CARD_HEIGHT, "imprisoned")


@lru_cache(maxsize=1024)
def small_card(card: Card, width: float, height: float) -> Drawing:
    """A card of a hand; the lower it is, the less it shows."""
    return hand_card(face_of(card), width, height)
