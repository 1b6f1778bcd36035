"""What the actions of a decision aim at."""

from __future__ import annotations

from gosu_env.armies import aims as shared
from gosu_env.armies.aims import Slot
from gosu_env.armies.state import COLUMNS
from gosu_env.engine.view import View
from gosu_env.gosux.cards import CLAN_NAMES, CardSet
from gosu_env.play.aim import Aim

FROM_HAND = ("main", "pay", "discard", "newcomer", "pay_bounty")  # decisions in which a card is one of the hand
FOR_CARDS = ("PLACE", "OLD", "SHIFT")
FOR_TOKENS = {"DRAW_ONE": "1 token", "DRAW_THREE": "2 tokens", "ACTIVATE": "1 token"}
TILE = "tile of "  # before the name of a clan: its tile


def aims(view: View, cards: CardSet) -> dict[int, Aim]:
    """Every legal action of a view, with what it aims at."""
    table = view.table()
    players = table["players"]
    hand = players[view.seat]["hand"] if table["decision"]["kind"] in FROM_HAND else []

    def at(seat: int, slot: int) -> Aim:
        row, column = divmod(slot, COLUMNS)
        stands = players[view.seat ^ seat]["army"][row]
        return Aim(Slot(seat, row, column), stands[column]["card"] if column < len(stands) else None)

    def aim(action: int) -> Aim:
        block = view.action_spec.at(action)
        offset = action - block.start
        if block.name in ("PLACE", "CARD"):
            name = cards[offset].name
            return Aim(name if name in hand else None, name)
        if block.name == "OLD":
            return Aim(None, cards[offset].name)
        if block.name in ("SHIFT", "ACTIVATE", "OWN"):
            return at(0, offset)
        if block.name == "ENEMY":
            return at(1, offset)
        if block.name == "CLAN":
            return Aim(TILE + CLAN_NAMES[offset], TILE + CLAN_NAMES[offset])
        return Aim({"ME": 0, "OPPONENT": 1}.get(block.name))

    return {action: aim(action) for action in view.legal_actions()}


def prices(view: View) -> dict[int, str]:
    """What actions cost in a view, those for nothing left out."""
    return shared.prices(view, FOR_CARDS, FOR_TOKENS)
