"""Goblin Laundromat on the screen of ``gosu play``: the line on top, what choices aim at, the garments, help."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from gosu_env.engine.view import View
from gosu_env.laundromat.actions import KEEP, TAKE
from gosu_env.laundromat.cards import CardSet
from gosu_env.laundromat.colours import FREE_SIGNS, STAIN_SIGNS
from gosu_env.laundromat.lettered_cards import (
    COIN_SIGN,
    POTION_SIGN,
    Hung,
    full_text,
    named,
    programme_full_text,
)
from gosu_env.laundromat.state import PAIR_COINS, SPECIES_COINS, STAINS
from gosu_env.play import sight
from gosu_env.play.aim import Aim

RULES = {
    "Win": "The most coins after four rounds; a tie goes to the most stains on scored garments.",
    "Fill": "Put a garment of your hand face down into your basket and hand the others on. The last one goes into the "
    "basket of the next player. Two players take turns at a market instead.",
    "Wash": "Turn over garments of your shuffled basket, one by one. Stop when you like: what lies open is scored. The "
    "programme pays its coins only if as many garments were drawn as its cycle number says: 3, 4, 5, 6.",
    "Fail": "If stains of a type exceed the limit of the programme, keep one garment; the others and the programme are "
    "gone. Types without a limit are ignored. What was not drawn stays in the basket.",
    "Potion": "Once in a game, before a draw but the first: the stains of that garment do not count. Unused, it pays.",
    "Heat": "The highest temperature says in which direction hands go and who washes first; at a market the lowest "
    "takes first.",
    "Pay": f"{SPECIES_COINS} coins for a garment of your basket’s species, {PAIR_COINS} for two socks alike. The most "
    "underwear, trousers and capes earn coins, the next most fewer. Other garments pay what is printed.",
}
MARKS = {
    **{sign: f"{word}, a stain" for sign, word in zip(STAIN_SIGNS, STAINS, strict=True)},
    " ".join(FREE_SIGNS): "stains that the programme still stands",
    "!": "too much: the wash has failed",
    COIN_SIGN: "coins",
    POTION_SIGN: "stain potion, not used yet; or the garment that it was used for",
    "↻ ↺": "hands and turns go clockwise, or the other way round",
    "✓ ✗": "the programme is scored, or gone",
}
PHASES = {"fill": "filling baskets", "wash": "laundry"}


class Sight(sight.Sight):
    """A decision of Goblin Laundromat as a seat sees it."""

    more = "Baskets and coins"
    rules = RULES
    signs = MARKS

    def __init__(self, view: View, styled: sight.Styled) -> None:
        super().__init__(view, styled)
        rules: Any = view.world.rules
        self.cards: CardSet = rules.cards
        self.table = view.table()

    def top(self) -> Text:
        table, text = self.table, super().top()
        text.append(" · ", "dim").append(PHASES.get(table["phase"], table["phase"]))
        text.append(" · ", "dim").append("↻ clockwise" if table["clockwise"] else "↺ anticlockwise")
        text.append(" · ", "dim").append(f"draw pile {table['deck']}")
        if table["gone"]:
            text.append(" · ", "dim").append(f"gone {len(table['gone'])}")
        return text

    def tray(self) -> tuple[str, list[Hung]]:
        """What lies open to choose from or to look at, and what that is."""
        table = self.table
        if table["phase"] == "wash" and table["wash"]:
            hung = [Hung(self._garment(name), number == table["shielded"]) for number, name in enumerate(table["wash"])]
            whose = "your" if table["washer"] == self.seat else f"seat {table['washer']}’s"
            return f"{whose} wash", hung
        if table["market"]:
            return f"market, {table['market_pile']} face down", [Hung(self._garment(name)) for name in table["market"]]
        hand = table["players"][self.seat]["hand"] or []
        return f"hand {len(hand)}", [Hung(self._garment(name)) for name in hand]

    def _garment(self, name: str) -> Any:
        return self.cards[self.cards.kind(name)]

    def aims(self) -> dict[int, Aim]:
        found = {}
        for action in self.view.legal_actions():
            kind = action - (KEEP if action >= KEEP else TAKE)
            found[action] = Aim(self.cards[kind].name, self.cards[kind].name) if kind >= 0 else Aim()
        return found

    def source(self) -> str:
        """While laundry is done, the programme."""
        table = self.table
        if table["phase"] != "wash" or table["washer"] is None:
            return ""
        name: str = table["players"][table["washer"]]["programmes"][table["round"] - 1]
        return name

    def card_text(self, name: str) -> Text | None:
        for garment in self.cards.garments:
            if garment.name == name:
                return full_text(garment, self.cards)
        for programme in self.cards.programmes:
            if programme.name == name:
                return programme_full_text(programme)
        return None

    def about(self) -> Text:
        """What every player's coins are for, what may be in the baskets, what is gone."""
        text = Text()
        for seat, facts in enumerate(self.table["players"]):
            paid = ", ".join(f"{name} {coins}" for name, coins in facts["coins_for"].items() if coins)
            text.append(f"Seat {seat}: {COIN_SIGN} {facts['coins']}\n", "bold")
            text.append(f"{paid or 'nothing yet'}; {facts['stains']} stains\n\n")
        text.append("Gone\n", "bold")
        text.append_text(named(self.table["gone"], self.cards) if self.table["gone"] else Text("nothing", "dim"))
        text.append("\n\nThe table\n", "bold")
        return text.append_text(self.styled(self.view.describe()))
