"""What changed on the table between two moments, in words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from gosu_env.render.log import Part, counted, seat_word

Json = dict[str, Any]
Slot = tuple[int, int, int]  # seat, row, column

AIMED = re.compile(r"(?P<verb>.+?) (?P<who>me|partner|opp\d+) (?P<row>\d)\.(?P<column>\d)(?: \((?P<card>.*)\))?")
OWN_SLOT = re.compile(r"(?P<verb>mutate|activate|dragoon|use) (?P<row>\d)\.(?P<column>\d)(?: \((?P<card>.*)\))?")


class Ledger:
    """What changed on the table between two moments; what the words already tell is struck off, the rest is told."""

    def __init__(self, before: Json, after: Json) -> None:
        self.before, self.after = before, after
        self.seats = range(before["num_players"])
        self.hands = [Counter[str](after["players"][seat]["hand"]) for seat in self.seats]
        for seat in self.seats:
            self.hands[seat].subtract(before["players"][seat]["hand"])
        self.pile = Counter[str](after["discard"])
        self.pile.subtract(before["discard"])
        self.tokens = [after["players"][s]["tokens"] - before["players"][s]["tokens"] for s in self.seats]
        self.dragoons = [
            after["players"][s].get("dragoons", 0) - before["players"][s].get("dragoons", 0) for s in self.seats
        ]
        self.vp = [after["players"][s]["vp"] - before["players"][s]["vp"] for s in self.seats]
        old, new = self._slots(before), self._slots(after)
        self.slots = {slot: (old.get(slot), new.get(slot)) for slot in old | new if old.get(slot) != new.get(slot)}

    @staticmethod
    def _slots(table: Json) -> dict[Slot, Json]:
        return {
            (seat, row, column): card
            for seat, player in enumerate(table["players"])
            for row, cards in enumerate(player["army"])
            for column, card in enumerate(cards)
        }

    # What an action says by itself.

    def from_hand(self, seat: int, card: str) -> None:
        self.hands[seat][card] += 1

    def to_hand(self, seat: int, card: str) -> None:
        self.hands[seat][card] -= 1

    def from_pile(self, card: str) -> None:
        self.pile[card] += 1

    def to_pile(self, card: str) -> None:
        self.pile[card] -= 1

    def drop(self, slot: Slot) -> None:
        self.slots.pop(slot, None)

    def deal(self) -> None:
        """Hands were dealt, which the heading of the round shows."""
        self.hands = [Counter[str]() for _ in self.seats]
        self.before = self.before | {"deck": self.after["deck"]}

    def jump(self, slot: Slot) -> str:
        """A Shadow Jump of the goblin in a slot: what came of it (K-1.5)."""
        old, new = self.slots.get(slot, (None, None))
        self.drop(slot)
        if old is not None and new is not None and new["card"] != old["card"]:
            self.to_pile(old["card"])
            return f"into {new['card']}"
        return "in vain"

    def drop_arrival(self, seat: int, card: str) -> Json | None:
        """A card came to the army; the one that stood in its slot."""
        for slot, (old, new) in list(self.slots.items()):
            if slot[0] == seat and new is not None and new["card"] == card and (old is None or old["card"] != card):
                self.drop(slot)
                return old
        return None

    # The rest, told.

    def rest(self, actor: int, new_round: bool) -> list[Part]:
        """Everything not struck off. At a new round tokens and prisoners return, which needs no words."""
        parts = self._army_parts(new_round) + self._hand_parts(actor)
        for seat in self.seats:
            if self.tokens[seat] > 0 and not new_round:
                parts.append(Part(seat, f"takes {counted(self.tokens[seat], 'token')} back"))
            if self.dragoons[seat] > 0:
                parts.append(Part(seat, f"takes {counted(self.dragoons[seat], 'Dragoon token')}"))
            if self.vp[seat] > 0:
                parts.append(Part(seat, f"earns {self.vp[seat]} VP"))
        if self.after["advantage"] != self.before["advantage"]:
            parts.append(Part(self.after["advantage"], "gets the Advantage token"))
        return parts

    def _army_parts(self, new_round: bool) -> list[Part]:
        parts: list[Part] = []
        for (seat, _, _), (old, new) in self.slots.items():
            if old is None or (new is not None and new["card"] != old["card"]):
                continue
            card = old["card"]
            if new is None and self.pile[card] > 0:
                self.pile[card] -= 1
                parts.append(Part(seat, "loses", [card]))
            elif new is None:
                self.hands[seat][card] -= 1
                parts.append(Part(seat, "returns", [card], "to the hand"))
            elif old["face_up"] != new["face_up"] and not new_round:
                parts.append(Part(seat, f"{'releases' if new['face_up'] else 'imprisons'} its own", [card]))
        return parts

    def _hand_parts(self, actor: int) -> list[Part]:
        parts: list[Part] = []
        for seat in self.seats:
            lost = [card for card, change in self.hands[seat].items() for _ in range(-change)]
            for card in sorted(lost):
                thief = next((other for other in self.seats if self.hands[other][card] > 0), None)
                if thief is not None:
                    self.hands[thief][card] -= 1
                    parts.append(Part(thief, "takes", [card], f"from the hand of {seat_word(seat)}"))
                else:
                    self.pile[card] -= 1
                    parts.append(Part(seat, "loses", [card], "from the hand, at random"))
        order = [*range(actor, len(self.seats)), *range(actor)] if actor >= 0 else list(self.seats)
        drawn = 0
        for seat in order:
            gained = sorted(card for card, change in self.hands[seat].items() for _ in range(change))
            drawn += len(gained)
            if gained:
                parts.append(Part(seat, "draws", gained, secret=True))
        turned = sorted(card for card, change in self.pile.items() for _ in range(change))
        looked = self.before["deck"] - self.after["deck"] - drawn - len(turned)
        if self.after["deck"] > self.before["deck"] or any(change < 0 for change in self.pile.values()):
            parts.append(Part(actor, "shuffles the discard pile into a new draw pile"))
        elif turned and len(turned) <= 5:
            parts.append(Part(actor, "discards", turned, "off the draw pile"))
        elif turned:
            parts.append(Part(actor, f"discards {len(turned)} cards off the draw pile"))
        if looked > 0 and self.after["decision"]["kind"] == "keep":
            parts.append(Part(self.after["seat"], f"looks at {counted(looked)}"))
        return parts
