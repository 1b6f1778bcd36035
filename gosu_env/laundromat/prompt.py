"""Goblin Laundromat in prompts for language models: the rules in brief, and what the cards say."""

from __future__ import annotations

from gosu_env.laundromat.cards import CardSet
from gosu_env.laundromat.state import PAIR_COINS, SPECIES_COINS
from gosu_env.laundromat.text import garment_text, programme_text

VERSION = 2

RULES = (
    "You win with the most coins after four rounds; a tie goes to the most stains on scored garments.",
    "Filling: put a garment of your hand face down into your basket and hand the others on. The last one goes into the "
    "basket of the next player. Two players take turns at a market instead.",
    "Washing: garments of your shuffled basket are turned over, one by one. Stop when you like: what lies open is "
    "scored. The programme pays its coins only if as many garments were drawn as its cycle number says: 3, 4, 5, 6.",
    "If the stains of a type exceed the limit of the programme, the wash fails: you keep one garment, the others and "
    "the programme are gone. Types without a limit are ignored. What was not drawn stays in the basket.",
    "Once in a game, before any draw but the first, a stain potion may be used: the stains of that garment do not "
    "count. An unused potion pays at the end.",
    "The highest temperature says in which direction hands go and who washes first; at a market the lowest takes "
    "first.",
    f"A garment of your basket's species earns {SPECIES_COINS} coins, two socks alike {PAIR_COINS}. The most "
    "underwear, trousers and capes earn coins, the next most fewer. Other garments pay what is printed.",
)
OVERLOOKED = r"^In the draw pile: .*"  # what names garments that are not told: there are many


def card_lines(cards: CardSet) -> dict[str, str]:
    """What there is to say of every garment and every programme, by its name."""
    told = {programme.name: programme_text(programme) for programme in cards.programmes}
    return told | {garment.name: garment_text(garment, cards) for garment in cards.garments}


def number_text(cards: CardSet, word: str, number: int) -> str:
    """What the number of an event says, if it is told."""
    if word in ("programme completed", "programme lost"):
        return cards.programmes[number].name
    if word == "hands passed on":
        return "clockwise" if number > 0 else "anticlockwise"
    return str(number) if word in ("round begins", "coins") else ""
