"""All deals that fit what a player with a perfect memory has seen, counted one by one, apart from the rules.

Every hidden card that came into another hand took a place there; the cards of the draw pile have places of their own. A
deal lays the cards of every pool to its places. A hidden card that was shown lay at one of the places that the hand had
by then: a deal counts once for every way in which the cards that were shown can have lain in it. So does one that was
discarded after a look across a reshuffle, but it lay among those that were looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import perm, prod
from typing import Any

import numpy as np
from perfect_memory import ADDED, DROPPED, LOOKED, NAMED, OVER, SHOWN, SHUFFLED, TAKEN, Observer, Pool, hands_of

from gosu_env import Game
from gosu_env.engine.events import EVERYBODY, Event, Teller
from gosu_env.gosu import events as e

PILE = -1  # whose the places of the draw pile are
Hands = tuple[tuple[int, ...], ...]  # the hidden cards of every other hand, sorted
BAKUTOS = ("Murk", "Shade", "Cinder", "Ember")  # two copies of each
SINGLES = ("Nyx", "Garsh")
LOOKERS = ("Tamo", "Hoshi")


def small_table(rng: np.random.Generator, lookers: int = 0) -> Game:
    """Three players, of whom seat 0 holds nearly all cards: few are left to be hidden, and the piles are small.

    ``lookers``: of the Bakutos, so many are such that look at cards.
    """
    bakutos = [*LOOKERS[:lookers], *BAKUTOS[lookers:]]
    few = [str(name) for name in rng.permutation([*bakutos, *bakutos, *SINGLES])]
    sizes = rng.integers(2, 4, size=2)
    names = [card.name for card in Game("gosu", 3, seed=0).rules.cards.cards for _ in range(card.copies)]  # type: ignore[attr-defined]
    standing = [["Wisp", "Torch"], ["Wisp", "Torch"]]
    rest = Counter(names) - Counter(few) - Counter(name for row in standing for name in row)
    others = [few[: sizes[0]], few[sizes[0] : sizes.sum()]]
    players: list[dict[str, Any]] = [{"hand": sorted(rest.elements())}]
    players += [{"hand": hand, "army": [row]} for hand, row in zip(others, standing, strict=True)]
    return Game.position(
        num_players=3,
        players=players,
        deck=few[sizes.sum() : sizes.sum() + int(rng.integers(3))],
        rest="discard",
        turn=1,
        seed=int(rng.integers(99)),
        options={"auto_forced": False},
    )


def kept_hand(rng: np.random.Generator) -> Game:
    """Two players, of whom seat 1 has just kept a hand without Bakutos, and seat 0 holds nearly all other cards."""
    cards = Game("gosu", 2, seed=0).rules.cards.cards  # type: ignore[attr-defined]
    names = Counter(card.name for card in cards for _ in range(card.copies))
    heroes = [str(name) for name in rng.permutation([card.name for card in cards if card.level == 2])[:6]]
    pile = [str(name) for name in rng.permutation([*heroes[3:], *BAKUTOS[:2], *BAKUTOS[:1]])]
    standing = ["Wisp", "Torch", "Cog"]
    rest = names - Counter(heroes[:3]) - Counter(pile) - Counter(standing)
    players: list[dict[str, Any]] = [{"hand": sorted(rest.elements())}, {"hand": heroes[:3], "army": [standing]}]
    game = Game.position(
        players=players,
        deck=pile,
        rest="discard",
        turn=1,
        seed=int(rng.integers(99)),
        options={"auto_forced": False},
    )
    game.state.plain[1] = 3
    return game


def told(events: list[Event], looked: list[Event]) -> Iterator[tuple[int, int, int]]:
    """What happens to cards of hands, as an observer takes note of it; ``looked``: what is being looked at."""
    for event in events:
        if event.word == "shuffled":
            for one in looked:
                assert one.card is not None
                yield LOOKED, one.seat, one.card
            yield SHUFFLED, 0, 0
        if event.card is None:
            continue
        if event.to_zone == e.LOOK:
            looked.append(event)
        if event.from_zone >= e.HANDS:
            yield NAMED if event.word == "named" else TAKEN, event.from_zone - e.HANDS, event.card
        if event.to_zone >= e.HANDS:
            yield SHOWN if event.seen == EVERYBODY else ADDED, event.to_zone - e.HANDS, event.card
        if event.from_zone == e.LOOK:
            looked.remove(next(one for one in looked if one.card == event.card))
            if event.to_zone == e.DISCARD:
                yield DROPPED, event.seat, event.card
            if not looked:
                yield OVER, event.seat, 0


def observed(game: Game, rng: np.random.Generator, seat: int = 0) -> Iterator[tuple[Game, Observer]]:
    """A random game, in which that seat does as little as it can, with its memory, from decision to decision."""
    observer, teller, looked = Observer(game, seat), Teller(game), list[Event]()
    for other, hand in enumerate(hands_of(game)):
        observer.hands[other].held = Counter(hand)
        observer.hands[other].drawn = [("pile", 0)] * hand.total()
        observer.hands[other].plain = set(range(game.state.plain[other]))
    while not game.is_over:
        yield game, observer
        legal = game.legal_actions()
        texts = {game.action_text(action): action for action in legal}
        drawing = [action for text, action in texts.items() if text.startswith("draw")]
        looking = [action for text, action in texts.items() if text.removeprefix("place ") in LOOKERS]
        action = int(rng.choice(looking or (drawing if drawing and rng.random() < 0.5 else legal)))
        if game.seat == seat and "pass" in map(game.action_text, legal):
            action = game.parse_action("pass")
        for event in told(teller.apply(action), looked):
            observer.note(*event)
        game = teller.game()


class Deals:
    """What an observer has to count."""

    def __init__(self, game: Game, observer: Observer) -> None:
        self.seats = [seat for seat in range(game.num_players) if seat != observer.seat]
        self.hands = {seat: observer.hands[seat] for seat in self.seats}
        deck = [int(kind) for kind in game.state.deck[: game.state.deck_size]]
        present: Pool = ("pile", observer.epoch)
        unseen = Counter(deck)  # what the observer does not see, as a whole
        for seat, held in enumerate(hands_of(game)):
            if seat != observer.seat:
                unseen += held - observer.hands[seat].known
                unseen += Counter(kind for kind, *_ in observer.hands[seat].shown)
        self.cards = {pool: Counter(content) for pool, content in observer.contents.items() if content}
        for content in self.cards.values():
            unseen -= content
        self.cards[present] = unseen
        self.places: dict[Pool, list[tuple[int, int]]] = {pool: [] for pool in self.cards}  # whose, and when it came
        for seat in self.seats:
            for moment, pool in enumerate(self.hands[seat].drawn):
                self.places[pool].append((seat, moment))
        self.places[present] += [(PILE, 0)] * len(deck)
        self.bakutos = observer.bakutos
        self.shown = [(seat, *one) for seat in self.seats for one in self.hands[seat].shown]
        assert all(len(self.places[pool]) == content.total() for pool, content in self.cards.items())

    def _of_hands(self, pool: Pool) -> list[tuple[int, int]]:
        return [place for place in self.places[pool] if place[0] != PILE]

    @property
    def size(self) -> int:
        """How many deals to the places of hands there are, those of a pool times those of the next."""
        return prod(perm(content.total(), len(self._of_hands(pool))) for pool, content in self.cards.items())

    def count(self) -> dict[Hands, int]:
        """How many deals there are with these hidden cards in the other hands."""
        found = Counter[Hands]()
        pools = list(self.cards)
        each = [Counter(permutations(self.cards[pool].elements(), len(self._of_hands(pool)))) for pool in pools]
        for deal in product(*(counts.items() for counts in each)):
            left = [
                (*place, kind)
                for pool, (kinds, _) in zip(pools, deal, strict=True)
                for place, kind in zip(self._of_hands(pool), kinds, strict=True)
            ]
            if any(moment in self.hands[seat].plain and kind in self.bakutos for seat, moment, kind in left):
                continue
            self._show(left, 0, prod(times for _, times in deal), found)
        return found

    def _show(self, left: list[tuple[int, int, int]], i: int, times: int, found: Counter[Hands]) -> None:
        """Take every place in turn at which a card that was shown may have lain."""
        if i == len(self.shown):
            found[tuple(tuple(sorted(kind for whose, _, kind in left if whose == seat)) for seat in self.seats)] += (
                times
            )
            return
        seat, kind, first, when = self.shown[i]
        for at, (whose, moment, card) in enumerate(left):
            if whose == seat and card == kind and first <= moment < when:
                self._show(left[:at] + left[at + 1 :], i + 1, times, found)

    def hidden(self, world: Game) -> Hands:
        """The hidden cards of the other hands in a world."""
        hands = hands_of(world)
        return tuple(tuple(sorted((hands[seat] - self.hands[seat].known).elements())) for seat in self.seats)
