"""GOSU X in prompts for language models: the rules in brief, and what the cards say."""

from __future__ import annotations

from gosu_env.gosux.cards import CLAN_NAMES, CardSet
from gosu_env.gosux.text import KEYWORD_NAMES, card_text

VERSION = 2

KEYWORDS = {
    "bounty": "who captures or destroys an enemy card with it may draw a card. The Bounty token gives it to a card.",
    "veteran": "an activation token on the card doubles what it is worth in a battle.",
    "ethereal": "the card cannot be captured or destroyed; it can be sacrificed.",
    "echo": "when you place the card or shift it in, you may resolve its effect twice; not when you activate it.",
    "secret_shift": "the card that takes its place in a shift may come from your discard.",
    "wonder": "when you place the card or shift it in, take the Wonder token, from your opponent if need be. Give the "
    "token back on your turn to discard one card less for placing or shifting.",
    "recruiter": "the next card that you place right of it is free; not one that is shifted in.",
    "force_of_will": "in anybody's turn, when what the card names happens, you may discard it from your hand to cancel "
    "that.",
}
RULES = (
    "You win with two Supremacy tokens: when a round ends, the stronger army takes one. If they are equally "
    "strong, the holder of the Wonder token takes it; if nobody holds that, each player takes one. You also win with a "
    "fifth activation token, or with 15 cards face up in your army.",
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
    "At the end of your turn, discard down to 7 cards in hand; to 5 while Narashima is in play or its tile active.",
    "After a battle all cards are freed, both players sacrifice half of their armies and draw up to 7 cards.",
    "No extra turn follows an extra turn. Extra turns count among the turns left after a pass.",
    "The mirror card of a card is the one in the same place of the other army.",
    *(f"{KEYWORD_NAMES[word]}: {meaning}" for word, meaning in KEYWORDS.items()),
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
OVERLOOKED = r"^  (?:discard|deck|unseen) .*"  # what names cards that are not told: there are many


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
