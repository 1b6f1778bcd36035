"""A player with a perfect memory, written down apart from the rules: what public events and one's own cards tell.

Run as a script, it plays random games, lets such a player sit at both seats, and holds against them what the engine
calls known and every world that it deals:

    python tests/gosux/x_perfect_memory.py GAMES SEED

An ``Observer`` reads events as its seat may know them and writes down of the opponent: when each hidden card came into
the deck (a birth), when a card was drawn unseen (a place of the hand), which cards showed themselves and when. A hand
and a deck are possible if every birth can be laid to what became of it: drawn after it, into a place of the hand that
was there before the card left; turned over off the deck after it; or still there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from gosu_env import Game
from gosu_env.engine import entries
from gosu_env.engine.bind import bind
from gosu_env.engine.events import NOWHERE, Event, Teller
from gosu_env.gosux import verbs
from gosu_env.gosux.events import DECKS, DISCARDS, HANDS
from gosu_env.gosux.invariants import VIOLATIONS
from gosu_env.gosux.legal import MAX_LEGAL
from gosu_env.gosux.state import GHOSTS

ENTRIES = bind(entries, verbs)
NEVER = 10**6
MOST_WAYS = 20_000  # to lay births before it is given up

Card = int
Moment = int


@dataclass
class Hidden:
    """What is remembered of the hidden cards since the hand was last known."""

    births: list[tuple[Card, Moment]] = field(default_factory=list)
    places: list[Moment] = field(default_factory=list)  # of the hand, by when a card was drawn into them
    left_hand: list[tuple[Card, Moment]] = field(default_factory=list)
    left_deck: list[tuple[Card, Moment]] = field(default_factory=list)

    def cards(self) -> Counter[Card]:
        """What is hidden now, in hand and deck."""
        found = Counter(kind for kind, _ in self.births)
        found.subtract(kind for kind, _ in self.left_hand + self.left_deck)
        assert min(found.values(), default=0) >= 0
        return +found

    @property
    def in_hand(self) -> int:
        return len(self.places) - len(self.left_hand)

    @property
    def in_deck(self) -> int:
        return len(self.births) - len(self.places) - len(self.left_deck)


class Observer:
    """What one seat remembers of the other."""

    def __init__(self, rules: Any, seat: int) -> None:
        self.seat, self.other = seat, 1 - seat
        self.phoenixes = [card.kind for card in rules.cards.cards if card.name.partition(" (")[0] == "Phoenix"]
        self.finder = rules.cards.kind("Fenghuang")
        self.known = Counter[Card]()
        self.hidden = Hidden()
        self.top: list[Card] = []  # the next card last
        self.bottom: list[Card] = []  # the undermost first
        self.discard = Counter[Card]()
        self.held = Counter[Card]()  # what the hand truly holds, for when it is seen
        self.now: Moment = 0

    # What happens.

    def note(self, event: Event, after: Event | None) -> None:
        """Something happened; ``after`` is what happened next."""
        self.now += 1
        deck, hand, discard = DECKS + self.other, HANDS + self.other, DISCARDS + self.other
        mine = event.for_seat(self.seat)
        self._count(event, hand, discard)
        if mine is None:
            return
        card, source, goal = mine.card, mine.from_zone, mine.to_zone
        if mine.word in ("hand seen", "mulligan") and mine.seat == self.other:
            self.see(self.held - self.known)
        elif mine.word == "shuffled" and goal == deck:
            self.shuffle(self.discard.elements() if source == discard else ())
            if source == discard:
                self.discard.clear()
            elif mine.cause == self.finder and (after is None or (after.word, after.from_zone) != ("put on top", deck)):
                for kind in self.phoenixes:
                    self.miss(kind)
        elif source == deck and goal == deck:
            assert card is not None
            self.leave_deck(card)
            self.top.append(card)
        elif source == deck:
            self.off_deck(mine, goal == hand)
        elif source == hand and card is not None:
            self.leave_hand(card)
            if goal == deck:
                self.shuffle([card])
        elif goal == hand and card is not None:
            self.known[card] += 1
        elif goal == deck and card is not None:
            if mine.word == "put below":
                self.bottom.insert(0, card)
            elif mine.word == "put back":
                self.shuffle([card])
            else:
                self.top.append(card)

    def _count(self, event: Event, hand: int, discard: int) -> None:
        """The discard, and what the hand truly holds."""
        if event.card is None or event.to_zone == NOWHERE:
            return
        self.discard[event.card] += (event.to_zone == discard) - (event.from_zone == discard)
        self.held[event.card] += (event.to_zone == hand) - (event.from_zone == hand)

    def off_deck(self, event: Event, to_hand: bool) -> None:
        if event.word == "found":  # searched for: any card of the deck
            self.shuffle(())
            self.now += 1
        elif self.top or not self.hidden.in_deck:
            kind = self.top.pop() if self.top else self.bottom.pop()
            assert event.card == kind
            self.known[kind] += to_hand
            return
        if not to_hand:
            assert event.card is not None
            self.leave_deck(event.card)
            return
        assert event.card is None
        self.hidden.places.append(self.now)
        self.eliminate()

    def leave_deck(self, kind: Card) -> None:
        self.hidden.left_deck.append((kind, self.now))
        self.eliminate()

    def leave_hand(self, kind: Card) -> None:
        if self.known[kind]:
            self.known[kind] -= 1
        else:
            self.hidden.left_hand.append((kind, self.now))

    def shuffle(self, more: Iterable[Card]) -> None:
        """Known cards of the deck, and some more, are somewhere in it."""
        self.hidden.births += [(kind, self.now) for kind in (*self.top, *self.bottom, *more)]
        self.top, self.bottom = [], []

    def see(self, hand: Counter[Card]) -> None:
        """The hidden cards of the hand are known; what else is hidden is in the deck."""
        self.known += hand
        left = self.hidden.cards() - hand
        self.hidden = Hidden([(kind, self.now) for kind in left.elements()])

    def miss(self, kind: Card) -> None:
        """The deck has none of these: what is hidden of them is in the hand."""
        for _ in range(self.hidden.cards()[kind]):
            self.hidden.left_hand.append((kind, self.now))
            self.known[kind] += 1

    def eliminate(self) -> None:
        if self.hidden.in_deck == 0:
            self.see(self.hidden.cards())

    # What is possible.

    def is_possible(self, hand: Counter[Card], deck: Counter[Card]) -> bool:
        """Whether these could be the hidden cards of hand and deck."""
        if hand + deck != self.hidden.cards() or hand.total() != self.hidden.in_hand:
            return False
        ways = []
        for kind in {kind for kind, _ in self.hidden.births}:
            leaving = sorted(moment for shown, moment in self.hidden.left_hand if shown == kind)
            held = leaving + [NEVER] * hand[kind]
            turned = [moment for shown, moment in self.hidden.left_deck if shown == kind]
            births = sorted(moment for born, moment in self.hidden.births if born == kind)
            ways.append((held, list(self._lay_births(births, held, turned))))
        if any(not found for _, found in ways):
            return False
        ways.sort(key=lambda way: len(way[1]))
        for tried, jobs in enumerate(self._combine(ways)):
            if self._has_places(jobs):
                return True
            assert tried < MOST_WAYS
        return False

    def _lay_births(self, births: list[Moment], held: list[Moment], turned: list[Moment]) -> Iterator[list[Moment]]:
        """Every way to say when cards of one kind, in the order of ``held``, were born."""
        if len({self._age(moment) for moment in births}) == 1 and all(max(births) < moment for moment in turned):
            yield births[: len(held)]
            return
        seen = set()
        for order in permutations(births):
            mine, theirs = order[: len(held)], order[len(held) : len(held) + len(turned)]
            if mine not in seen and all(born < moment for born, moment in zip(theirs, turned, strict=True)):
                seen.add(mine)
                yield list(mine)

    def _age(self, moment: Moment) -> int:
        """How many places of the hand are older."""
        return sum(place < moment for place in self.hidden.places)

    def _combine(self, ways: list[Any]) -> Iterator[list[tuple[Moment, Moment]]]:
        """Pairs of birth and leave for all cards that were drawn, in every combination."""
        if not ways:
            yield []
            return
        *rest, (held, found) = ways
        for more in self._combine(rest):
            for births in found:
                yield more + list(zip(births, held, strict=True))

    def _has_places(self, jobs: list[tuple[Moment, Moment]]) -> bool:
        """Whether every card that was drawn can be laid to a place of its own: born before it, leaving after it."""
        taker: dict[int, int] = {}

        def lay(job: int, tried: set[int]) -> bool:
            for at, place in enumerate(self.hidden.places):
                if jobs[job][0] < place < jobs[job][1] and at not in tried:
                    tried.add(at)
                    if at not in taker or lay(taker[at], tried):
                        taker[at] = job
                        return True
            return False

        return all(lay(job, set()) for job in range(len(jobs)))


def cards_of(counts: Any) -> Counter[Card]:
    return Counter({kind: int(copies) for kind, copies in enumerate(counts) if copies})


def hidden_cards(game: Game, observer: Observer) -> tuple[Counter[Card], Counter[Card]]:
    """What the opponent of an observer has in hand and deck, but for what the observer knows."""
    st, owner = game.state, observer.other
    size = int(st.deck_size[owner])
    middle = st.deck[owner, int(st.bottom_known[owner]) : size - int(st.top_known[owner])]
    return cards_of(st.hand[owner]) - observer.known, Counter(middle.tolist())


def check_memory(game: Game) -> None:
    """What the record remembers of hidden cards fits where they are."""
    st = game.state
    for seat in range(2):
        size, bottom, top = int(st.deck_size[seat]), int(st.bottom_known[seat]), int(st.top_known[seat])
        middle = np.bincount(st.deck[seat, bottom : size - top], minlength=len(st.known))
        own = np.array([st.clan_owner[card.clan] == seat for card in game.rules.cards.cards])  # type: ignore[attr-defined]
        in_hand = ((st.arrived > 0) & own[:, None]).sum(1)
        in_deck = ((st.arrived == 0) & (st.born > 0) & own[:, None]).sum(1)
        assert (in_hand == np.where(own, st.hand[seat] - st.known, 0)).all()
        assert (in_deck == middle).all()
        assert in_hand.sum() == st.secret[seat]
        assert (st.born[st.arrived > 0] <= st.arrived[st.arrived > 0]).all()
        ghosts = st.ghosts[seat * GHOSTS : (seat + 1) * GHOSTS]
        for kind, born, arrived, when in ghosts[: st.ghosts_size[seat]].tolist():
            assert own[kind]
            assert 0 < born <= arrived
            assert when == 0 or arrived <= when
        assert not ghosts[st.ghosts_size[seat] :].any()


def check(game: Game, observer: Observer, rng: np.random.Generator, worlds: int) -> None:
    """What the engine says of a seat's knowledge is what the observer remembers."""
    st, seat, other = game.state, observer.seat, observer.other
    spec, seen = game.observation_spec, game.observe(seat)
    size = int(st.deck_size[other])
    assert cards_of(seen[spec["hand.opp1"]]) == +observer.known
    assert st.deck[other, size - int(st.top_known[other]) : size].tolist() == observer.top
    assert st.deck[other, : int(st.bottom_known[other])].tolist() == observer.bottom
    assert cards_of(seen[spec["hidden.opp1"]]) == observer.hidden.cards()
    assert cards_of(st.discard[other]) == +observer.discard
    check_memory(game)
    assert observer.is_possible(*hidden_cards(game, observer)), "the truth"
    for _ in range(worlds):
        seed = int(rng.integers(2**60))
        world = game.determinize(seat, seed)
        found = ENTRIES.check(world.states, world.rules.tables, 0, np.zeros(MAX_LEGAL, np.int16))
        assert found == 0, VIOLATIONS[found]
        differs = np.flatnonzero(world.observe(seat) != seen)
        assert not len(differs), {spec.at(int(column)).name for column in differs}
        assert observer.is_possible(*hidden_cards(world, observer)), "a world"
        check_memory(world)
        again = int(rng.integers(2**60))
        assert world.determinize(seat, again) == game.determinize(seat, again), "it tells of the truth"


def dealt(game: Game) -> bool:
    return bool((game.state.deck_size + game.state.hand_size + game.state.discard_size).any())


def begin(game: Game, observers: list[Observer]) -> None:
    """Everybody knows which cards are hidden: at first, or in a position, all of them alike."""
    st = game.state
    for observer in observers:
        other = observer.other
        observer.known = cards_of(np.where(st.hand[other] > 0, st.known, 0))
        observer.held, observer.discard = cards_of(st.hand[other]), cards_of(st.discard[other])
        deck = st.deck[other, : st.deck_size[other]].tolist()
        hand = observer.held - observer.known
        observer.hidden = Hidden([(kind, 0) for kind in (*deck, *hand.elements())], [1] * hand.total())
        observer.now = 1


def small_deck(rng: np.random.Generator) -> Game:
    """A position whose decks are soon empty, with cards that shuffle them."""
    from gosu_env.gosux.cards import load_cards  # noqa: PLC0415

    cards = load_cards(None).cards
    clans = [int(clan) for clan in rng.permutation(8)[:6]]
    players = []
    for seat in range(2):
        own = [card for card in cards if card.clan in clans[3 * seat : 3 * seat + 3]]
        names = [card.name for card in own for _ in range(card.copies)]
        troops = [card.name for card in own if card.level == 1]
        army = [str(name) for name in rng.permutation(troops)[:3]]
        for name in army:
            names.remove(name)
        names = [str(name) for name in rng.permutation(names)]
        liked = ("Genious", "Elle", "Fenghuang", "Sqeezs", "Ree Ab", "Un'Go", "Nalin", "Kaez")
        names.sort(key=lambda name: name not in liked or rng.random() < 0.3)
        hand, deck = int(rng.integers(2, 9)), int(rng.integers(0, 16))
        rest = [str(name) for name in rng.permutation(names[hand:])]
        players.append({"army": [army], "hand": names[:hand], "deck": rest[:deck]})
    options = {"auto_forced": bool(rng.integers(2))}
    return Game.position("gosux", 2, options=options, players=players, rest="discard", seed=int(rng.integers(2**31)))


def play(game: Game, rng: np.random.Generator, checks: float, worlds: int) -> Counter[str]:
    """A random game with an observer at both seats."""
    told = Counter[str](games=1)
    teller = Teller(game)
    observers = [Observer(game.rules, seat) for seat in range(2)]
    begun = dealt(game)
    if begun:
        begin(game, observers)
        for observer in observers:
            observer.eliminate()
    likes_to_draw = rng.random() < 0.5
    while not game.is_over:
        legal = game.legal_actions()
        drawing = [action for action in legal if action in (1, 2)]
        action = int(rng.choice(drawing if drawing and likes_to_draw and rng.random() < 0.5 else legal))
        events = teller.apply(action)
        game = teller.game()
        if not begun and dealt(game):
            begun = True
            owner = game.state.clan_owner
            for observer in observers:
                cards = [card for card in game.rules.cards.cards if owner[card.clan] == observer.other]  # type: ignore[attr-defined]
                observer.hidden.births = [(card.kind, 0) for card in cards for _ in range(card.copies)]
        for at, event in enumerate(events):
            for observer in observers:
                observer.note(event, events[at + 1] if at + 1 < len(events) else None)
        told["shuffles"] += sum(event.word in ("shuffled", "put back") for event in events)
        if begun and rng.random() < checks and not game.is_over:
            told["ghosts"] += bool(game.state.ghosts_size.any())
            told["epochs"] += bool(game.state.epoch.any())
            for observer in observers:
                told["checks"] += 1
                check(game, observer, rng, worlds)
    return told


def main(games: int, seed: int, checks: float = 0.1, worlds: int = 2) -> Counter[str]:
    rng = np.random.default_rng(seed)
    told = Counter[str]()
    for i in range(games):
        if i % 2:
            game = small_deck(rng)
        else:
            game = Game("gosux", 2, int(rng.integers(2**60)), auto_forced=bool(rng.integers(2)))
        told += play(game, rng, checks, worlds)
        if i % 500 == 499:
            print(dict(told), flush=True)
    return told


if __name__ == "__main__":
    print(dict(main(int(sys.argv[1]), int(sys.argv[2]))))
