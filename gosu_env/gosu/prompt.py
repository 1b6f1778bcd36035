"""GOSU in prompts for language models: the rules in brief, and what the cards say."""

from __future__ import annotations

from gosu_env.gosu.cards import CLAN_NAMES, CardSet
from gosu_env.gosu.text import CLAN_ADJECTIVES, card_text

VERSION = 2

RULES = (
    "You win with three victory points (VP). When a round ends, the strongest army earns one. Armies and hands stay.",
    "A turn is one action: place a goblin, mutate one, draw cards, activate a goblin, or pass. Whoever passes is out "
    "of the round, which ends when all have passed.",
    "An army has three rows, of at most five cards each. Row 1: Bakutos, worth 2. Row 2: Heroes, worth 3. Row 3: "
    "Ōzekis, worth 5. A Hero needs a face-up Bakuto of its clan, an Ōzeki a face-up Bakuto and a face-up Hero of its "
    "clan, and no row may be longer than the one below it.",
    "Placing is free, except for a Bakuto of a clan that row 1 does not show yet: that costs 2 cards from your hand. "
    "The first goblin of an army is free.",
    "To mutate a goblin, discard as many cards as its mutation cost says; a card of the same level from your hand, of "
    "any clan, takes its place.",
    "You have two activation tokens in a round: one draws a card, two draw three cards, and one on a goblin uses its "
    "power.",
    "A card is FREE if there is nothing above it and nothing to its right. Only FREE cards can be destroyed.",
    "An imprisoned card lies face down until the next round: no value, no power, no clan.",
    "The holder of the Advantage token begins the round. If several armies are equally strong, it wins the battle for "
    "its holder; if the holder's is none of them, each of them earns a point. Only effects move it.",
    "There is no hand limit. If the draw pile is empty, the discard pile is shuffled to become the new one.",
    'Places are named by row and column: "2.3" is the third card of row 2.',
)
COUNTED = (
    *("round begins", "tokens spent", "tokens back", "Dragoon tokens taken", "victory points", "strength"),
    *("chosen X", "chosen seat"),
)  # events whose number says how many, or which
OF_CLANS = ("banned", "named clan")
# What names cards that are not told: there are many.
OVERLOOKED = r"discard \d+: .*|^(?:Draw pile:|Older cards,) .*"


def card_lines(cards: CardSet) -> dict[str, str]:
    """What there is to say of every card, by its name."""
    told = {}
    for card in cards.cards:
        cost = "cannot mutate" if card.mutation is None else f"mutation cost {card.mutation}"
        text = " ".join(card_text(card).split()) or "It has no ability."
        told[card.name] = f"{CLAN_ADJECTIVES[card.clan]} {card.level_name}, {cost}. {text}"
    return told


def number_text(cards: CardSet, word: str, number: int) -> str:
    """What the number of an event says, if it is told."""
    return CLAN_NAMES[number] if word in OF_CLANS else str(number) if word in COUNTED else ""
