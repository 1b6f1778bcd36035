"""GOSU X in prompts for language models: the rules in brief, and what the cards say."""

from __future__ import annotations

from gosu_env.gosux.cards import CLAN_NAMES, CardSet
from gosu_env.gosux.text import card_text

VERSION = 1

RULES = (
    "You win with two Supremacy tokens: when a round ends, the stronger army takes one. You also win with a fifth "
    "activation token, or with 15 cards face up in your army.",
    "A turn is one action: place a card, shift one, use tokens, or pass. The first to pass must have no token in hand; "
    "the other player then has at most 3 more turns.",
    "An army has three rows, of at most five cards each: Troops (T), worth 2, Heroes (H), worth 3, Immortals (I), "
    "worth 5. A Hero needs a face-up Troop of its clan, an Immortal a face-up Troop and a face-up Hero of its clan, "
    "and no row may be longer than the one below it.",
    "Placing is free, except for a Troop of a clan that the row does not show yet: that costs 2 cards from your hand. "
    "The first Troop is free, and so is the one next to a Recruiter.",
    "To shift a card, discard as many cards as its shift cost says, less 1 for each token on it; a card of the same "
    "level from your hand, of any clan, takes its place.",
    "One activation token draws a card, two draw three cards, and one on a card repeats its effect. X is the number of "
    "tokens you own.",
    "A card is FREE if there is nothing above it and nothing to its right. Only FREE cards can be destroyed or "
    "sacrificed.",
    "A captured card lies face down: no value, no ability, no clan, until it is freed.",
    "After a battle all cards are freed, both players sacrifice half of their armies and draw up to 7 cards.",
    'Places are named by row and column: "H3" is the third Hero.',
)
COUNTED = (
    "round begins",
    "tokens spent",
    "tokens back",
    "unlocked",
    "bounty",
    "strength",
    "named level",
    "chosen seat",
)
OF_CLANS = ("picked", "named clan", "tile turned")
OVERLOOKED = r"discard .*"  # what names cards that are not told: there are many


def card_lines(cards: CardSet) -> dict[str, str]:
    """What there is to say of every card, by its name."""
    told = {}
    for card in cards.cards:
        cost = "cannot be shifted" if card.shift is None else f"shift cost {card.shift}"
        meaning = f"({card.english}) " if card.english else ""
        told[card.name] = f"{meaning}{card.clan_name} {card.level_name}, {cost}. {' '.join(card_text(card).split())}"
    return told


def number_text(cards: CardSet, word: str, number: int) -> str:
    """What the number of an event says, if it is told."""
    return CLAN_NAMES[number] if word in OF_CLANS else str(number) if word in COUNTED else ""
