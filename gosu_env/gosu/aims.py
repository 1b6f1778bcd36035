"""What the actions of a decision aim at, and what they cost."""

from __future__ import annotations

from gosu_env.armies import aims as shared
from gosu_env.armies.aims import Slot
from gosu_env.armies.state import COLUMNS
from gosu_env.engine.view import View
from gosu_env.gosu.actions import NUMBER
from gosu_env.gosu.cards import CardSet
from gosu_env.play.aim import Aim

FOR_TOKENS = {
    "DRAW_ONE": "1 token",  # G-6.1
    "DRAW_THREE": "2 tokens",
    "ACTIVATE": "1 token",  # G-6.2
    "SLOT2": "1 token",  # K-3.3
    "DRAGOON": "1 Dragoon token",  # K-1.3
    "DRAGOON2": "1 Dragoon token",
}
FOR_THE_PARTNER = {NUMBER + 1: "1 token", NUMBER + 3: "2 tokens"}  # K-3.3, by the cards that are drawn
FROM_HAND = ("main", "place_again", "pay", "discard", "newcomer")  # decisions in which a card is one of the hand


def aims(view: View, cards: CardSet) -> dict[int, Aim]:
    """Every legal action of a view, with what it aims at."""
    table = view.table()
    players = table["players"]
    kind = table["decision"]["kind"]
    hand = players[view.seat]["hand"] if kind in FROM_HAND else []

    def at(seat: int, slot: int) -> Aim:
        row, column = divmod(slot, COLUMNS)
        stands = players[(view.seat + seat) % view.num_players]["army"][row]
        return Aim(Slot(seat, row, column), stands[column]["card"] if column < len(stands) else None)

    def aim(action: int) -> Aim:
        block = view.action_spec.at(action)
        offset = action - block.start
        if block.name in ("PLACE", "CARD"):
            name = cards[offset].name
            from_pile = block.name == "PLACE" and kind == "newcomer"  # of a zombie mutation, though one is in hand
            return Aim(name if name in hand and not from_pile else None, name)
        if block.name in ("MUTATE", "ACTIVATE", "DRAGOON", "COLON"):
            return at(0, offset)
        if block.name == "DRAGOON2" or block.name.startswith("SLOT"):
            return at(int(block.name[-1]), offset)
        return Aim(int(block.name.removeprefix("SEAT"))) if block.name.startswith("SEAT") else Aim()

    return {action: aim(action) for action in view.legal_actions()}


def prices(view: View) -> dict[int, str]:
    """What actions cost in a view, those for nothing left out."""
    found = shared.prices(view, ("PLACE", "MUTATE"), FOR_TOKENS)
    if view.table()["decision"]["kind"] == "main":  # with teams
        found |= {action: price for action, price in FOR_THE_PARTNER.items() if action in view.legal_actions()}
    return found
