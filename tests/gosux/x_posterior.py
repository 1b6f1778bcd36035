"""All that a hand and a deck may be for one who watches, each with its probability, by going through every deal.

Apart from the rules: a deal is what is hidden in the hand and what is hidden in the deck, and every move that is seen
leads from deals to deals. A card that shows itself is any of the hidden copies of its kind, all as likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

Cards = tuple[int, ...]  # sorted
Deal = tuple[Cards, Cards]  # hidden in hand, hidden in deck


def put(cards: Cards, kind: int) -> Cards:
    return tuple(sorted((*cards, kind)))


def take(cards: Cards, kind: int) -> Cards:
    at = cards.index(kind)
    return cards[:at] + cards[at + 1 :]


class Posterior:
    """What is known of hand and deck, and how likely the rest is."""

    def __init__(self, deck: Iterable[int]) -> None:
        self.deals: dict[Deal, Fraction] = {((), tuple(sorted(deck))): Fraction(1)}
        self.known = Counter[int]()
        self.top: list[int] = []  # the next card last
        self.bottom: list[int] = []  # the undermost first

    @property
    def hidden_in_deck(self) -> int:
        return len(next(iter(self.deals))[1])

    def _become(self, deals: dict[Deal, Fraction]) -> None:
        total = sum(deals.values())
        self.deals = {deal: weight / total for deal, weight in deals.items()}
        if self.hidden_in_deck == 0:
            self.see(next(iter(self.deals))[0])

    def _each(self, from_hand: bool, kind: int | None, to_hand: bool = False) -> None:
        """A hidden card goes away, of a kind or of any, or into the hand."""
        found: dict[Deal, Fraction] = {}
        for (hand, deck), weight in self.deals.items():
            source = hand if from_hand else deck
            for which in set(source) if kind is None else {kind} & set(source):
                left = take(source, which)
                after = (left, deck) if from_hand else (put(hand, which) if to_hand else hand, left)
                found[after] = found.get(after, Fraction(0)) + weight * source.count(which)
        self._become(found)

    def draw(self) -> None:
        if self.top:
            self.known[self.top.pop()] += 1
        elif self.hidden_in_deck == 0:
            self.known[self.bottom.pop()] += 1
        else:
            self._each(False, None, to_hand=True)

    def mill(self, kind: int) -> None:
        if self.top:
            assert self.top.pop() == kind
        elif self.hidden_in_deck == 0:
            assert self.bottom.pop() == kind
        else:
            self._each(False, kind)

    def play(self, kind: int) -> None:
        if self.known[kind]:
            self.known[kind] -= 1
        else:
            self._each(True, kind)

    def recover(self, kind: int) -> None:
        self.known[kind] += 1

    def lose_order(self, more: Iterable[int] = ()) -> None:
        """The deck is shuffled, with some cards more."""
        births = (*self.top, *self.bottom, *more)
        self.top, self.bottom = [], []
        if births:
            self.deals = {(hand, tuple(sorted(deck + births))): weight for (hand, deck), weight in self.deals.items()}

    def search(self) -> None:
        self.lose_order()
        self._each(False, None, to_hand=True)

    def show(self, kind: int) -> None:
        self.lose_order()
        self._each(False, kind)
        self.top.append(kind)

    def miss(self, kind: int) -> None:
        self._become({deal: weight for deal, weight in self.deals.items() if kind not in deal[1]})
        copies = next(iter(self.deals))[0].count(kind)
        for _ in range(copies):
            self.deals = {(take(hand, kind), deck): weight for (hand, deck), weight in self.deals.items()}
            self.known[kind] += 1
        self.lose_order()

    def see(self, hidden: Iterable[int]) -> None:
        """The hidden cards of the hand are seen."""
        seen = tuple(sorted(hidden))
        self.known.update(seen)
        self.deals = {((), deck): Fraction(1) for hand, deck in self.deals if hand == seen}
        assert len(self.deals) == 1
