"""A player with a perfect memory, written down apart from the rules: what the table and one's own hand tell.

An ``Observer`` sits at one seat. After every decision it is shown the table as that seat sees it, and what the seat
itself decided, and it writes down what follows by the rules of the game, with hands that wander from player to player:

- a *slot* for every garment that comes into a basket: whose, in which round, and of which group;
- a *group*: garments seen in a hand that left it unseen, one for each slot of the group; of one slot, they are known;
- what was turned over: out of which basket, which garment, in which round.

Baskets and hands are possible if every garment in a basket, and every one that was turned over, can be laid to a slot
so that groups come out right and nothing was turned over before it came in.

Games have to ask every decision, also the forced ones: then between two looks one thing happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

NEVER = 99  # the round in which a garment is turned over that still lies in its basket


@dataclass
class Group:
    """Garments, and where they went, one each. None: nobody at this seat has seen them."""

    garments: Counter[str] | None
    slots: list[tuple[int, int]] = field(default_factory=list)  # basket, round


@dataclass
class Hand:
    """A hand that wanders; ``seen`` is what is in it, or was when this seat had looked at it and chosen."""

    group: Group
    size: int
    seen: Counter[str] | None = None


class Observer:
    """What one seat remembers."""

    def __init__(self, game: Any, seat: int) -> None:
        self.seat, self.n = seat, game.num_players
        self.unseen = Group(None, [(other, 0) for other in range(self.n)])
        self.groups: list[Group] = [self.unseen]
        self.turned: list[tuple[int, str, int]] = []  # basket, garment, round
        self.hands: list[Hand] = []
        self.table = self.look(game)
        self.begin()

    def look(self, game: Any) -> dict[str, Any]:
        table: dict[str, Any] = game.to_json(self.seat)
        return table

    # What happens.

    def begin(self) -> None:
        """A round begins: hands are dealt, or a market is laid out."""
        table = self.table
        self.way = 1 if table["clockwise"] else -1
        self.passes = self.chosen = 0
        self.hands = []
        if self.n > 2:
            own = table["players"][self.seat]["hand"]
            self.hands = [Hand(self.unseen, len(own)) for _ in range(self.n)]
            self.see(own)

    def holder(self, hand: int) -> int:
        return (hand + self.passes * self.way) % self.n

    def own_hand(self) -> Hand:
        return next(hand for number, hand in enumerate(self.hands) if self.holder(number) == self.seat)

    def see(self, garments: Sequence[str]) -> None:
        """The hand that has come: what is missing since the last look went to those who held it."""
        hand = self.own_hand()
        if hand.seen is not None:
            missing = hand.seen - Counter(garments)
            assert missing.total() == hand.seen.total() - len(garments)
            hand.group.garments = missing
        assert hand.size == len(garments)
        hand.seen = Counter(garments)
        hand.group = Group(None)  # what leaves it from now on, but for the garment chosen here
        self.groups.append(hand.group)

    def decided(self, game: Any, seat: int, action: str, before: dict[str, Any]) -> None:
        """A decision of a seat, of which only this seat's own is looked at, and the table after it."""
        self.table = self.look(game)
        if before["decision"]["kind"] == "take":
            if self.n == 2:
                self.take_from_market(seat, before)
            else:
                self.take(seat, action.removeprefix("take ") if seat == self.seat else None, before["round"])
        self.watch(before)
        if self.table["round"] > before["round"]:
            self.begin()

    def take(self, seat: int, own: str | None, round_number: int) -> None:
        hand = next(hand for number, hand in enumerate(self.hands) if self.holder(number) == seat)
        if own is None:
            hand.group.slots.append((seat, round_number))
        else:
            assert hand.seen is not None
            self.groups.append(Group(Counter([own]), [(seat, round_number)]))
            hand.seen = hand.seen - Counter([own])
        hand.size -= 1
        self.chosen += 1
        if self.chosen < self.n:
            return
        self.chosen = 0
        self.passes += 1
        if hand.size > 1:
            own_hand = self.own_hand()
            came = self.table["players"][self.seat]["hand"]
            assert came is not None
            assert own_hand.size == len(came)
            self.see(came)
            return
        for number, last in enumerate(self.hands):  # the last garment goes to who would hold the hand now
            last.group.slots.append((self.holder(number), round_number))
            if last.seen is not None:
                last.group.garments = last.seen
        self.hands = []

    def take_from_market(self, seat: int, before: dict[str, Any]) -> None:
        """One of the three garments is not there any more; the others are where they were."""
        after = self.table["market"] if self.table["phase"] == "fill" and self.table["round"] == before["round"] else []
        gone = Counter(before["market"]) - Counter(after[: len(before["market"]) - 1])
        assert gone.total() == 1
        self.groups.append(Group(gone, [(seat, before["round"])]))

    def watch(self, before: dict[str, Any]) -> None:
        """What was turned over: it lies face up, or it completed a wash and went straight to scoring."""
        now, washer, held = self.table, before["washer"], before["wash"]
        if washer is not None:
            new = Counter(now["players"][washer]["scored"]) - Counter(before["players"][washer]["scored"])
            new += Counter(now["gone"]) - Counter(before["gone"])
            self.turned += [(washer, name, before["round"]) for name in (new - Counter(held)).elements()]
        if now["washer"] is not None:
            same = now["washer"] == washer and now["round"] == before["round"]
            fresh = now["wash"][len(held) :] if same else now["wash"]
            self.turned += [(now["washer"], name, now["round"]) for name in fresh]

    # What follows.

    def known(self) -> list[Counter[str]]:
        """Of every basket, garments that are in it for certain: put there and not turned over since."""
        found = [Counter[str]() for _ in range(self.n)]
        for number in range(5):
            for group in self.groups:
                if group.garments is not None and len(group.slots) == 1 and group.garments.total() == 1:
                    (basket, came_in), (name,) = group.slots[0], group.garments
                    found[basket][name] += came_in == number
            for basket, name, round_number in self.turned:
                if round_number == number and found[basket][name] > 0:
                    found[basket][name] -= 1
        return [+counts for counts in found]

    def closed_groups(self, hands: list[Counter[str]]) -> Iterator[Group] | None:
        """The groups, once it is known what is in hands; None if these hands cannot be."""
        found: list[Group] = []
        still: list[Group] = []
        for number, hand in enumerate(self.hands):
            holder = self.holder(number)
            if hands[holder].total() != hand.size:
                return None
            if hand.seen is None:
                continue
            if holder == self.seat and hands[holder] != hand.seen:
                return None
            if hands[holder] - hand.seen:
                return None
            still.append(hand.group)
            if hand.group.slots:
                found.append(Group(hand.seen - hands[holder], hand.group.slots))
        for group in self.groups:
            if group.garments is not None and not any(group is other for other in still):
                found.append(group)
        return iter(found)

    def is_possible(self, baskets: list[Counter[str]], hands: list[Counter[str]]) -> bool:
        """Whether baskets and hands could be those of the table, for all that this seat remembers."""
        groups = self.closed_groups(hands)
        if groups is None:
            return False
        pools: list[Counter[tuple[str, int]]] = [
            Counter({(name, NEVER): copies for name, copies in basket.items()}) for basket in baskets
        ]
        for basket, name, round_number in self.turned:
            pools[basket][name, round_number] += 1
        rest: list[list[int]] = [[] for _ in range(self.n)]  # rounds of slots whose garments were never seen
        for basket, round_number in self.unseen.slots:
            rest[basket].append(round_number)
        ready = list(groups)
        if any(group.garments is None or group.garments.total() != len(group.slots) for group in ready):
            return False
        for basket in range(self.n):
            slots = len(rest[basket]) + sum(slot[0] == basket for group in ready for slot in group.slots)
            if pools[basket].total() != slots:
                return False
        cells = [(basket, came_in, number) for number, group in enumerate(ready) for basket, came_in in group.slots]
        left = [Counter(group.garments) for group in ready]
        return self._fits(cells, left, pools, rest)

    def _fits(
        self,
        cells: list[tuple[int, int, int]],
        left: list[Counter[str]],
        pools: list[Counter[tuple[str, int]]],
        rest: list[list[int]],
    ) -> bool:
        """Whether a garment of its basket can be laid to every slot: the slot with the fewest choices first."""
        if not cells:
            return all(self._in_time(pool, rounds) for pool, rounds in zip(pools, rest, strict=True))
        best: list[tuple[str, int]] = []
        at = -1
        for i, (basket, came_in, number) in enumerate(cells):
            ways = [
                (name, when)
                for (name, when), copies in pools[basket].items()
                if copies > 0 and when >= came_in and left[number][name] > 0
            ]
            if not ways:
                return False
            if at < 0 or len(ways) < len(best):
                best, at = ways, i
            if len(best) == 1:
                break
        basket, _, number = cells[at]
        others = cells[:at] + cells[at + 1 :]
        for way in sorted(best, key=lambda one: one[1]):
            pools[basket][way] -= 1
            left[number][way[0]] -= 1
            fits = self._fits(others, left, pools, rest)
            pools[basket][way] += 1
            left[number][way[0]] += 1
            if fits:
                return True
        return False

    @staticmethod
    def _in_time(pool: Counter[tuple[str, int]], rounds: list[int]) -> bool:
        """Whether what is left of a basket came in before it was turned over."""
        turned = sorted(when for (_, when), copies in pool.items() for _ in range(copies))
        return len(turned) == len(rounds) and all(a <= b for a, b in zip(sorted(rounds), turned, strict=True))


def contents(game: Any) -> tuple[list[Counter[str]], list[Counter[str]]]:
    """What is truly in baskets and hands."""
    players = game.to_json()["players"]
    return [Counter(player["basket"]) for player in players], [Counter(player["hand"] or ()) for player in players]
