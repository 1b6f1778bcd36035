"""A player with a perfect memory, written down apart from the rules: what public events and one's own cards tell.

Run as a script, it plays games with an engine whose record also keeps a trace of what happens to cards, lets such a
player sit at every seat, and holds against them what the engine calls known, every world that it deals and what it
believes. How often beliefs differ is told, and how often they are no exact ones:

    python tests/gosu/perfect_memory.py GAMES SEED

With a third argument, ``declined``, all games are such in which somebody kept a hand without Bakutos; with ``looks``,
such in which the draw pile is exhausted while somebody looks at cards.

With ``GOSU_INTERPRETED=1`` nothing has to be compiled; without, thousands of games take minutes.

A hidden card came from a pool: the draw pile between two reshuffles, or, in a draft, what an observer handed on and
others share out. For every other hand the observer counts how many cards of each pool came into it, and which cards it
has shown since. A world is possible if every card of it, and every card shown, can be laid to a pool so that pools and
hands come out right, and nothing was shown before it was drawn.

When the draw pile is exhausted while somebody looks at cards, all of them are as good as drawn, some from the old pile
and the others from the new one, and what is discarded was shown: it lay among them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np

TRACE = 800
ADDED, SHOWN, TAKEN, SHUFFLED, NAMED, LOOKED, PILED, DROPPED, OVER = range(1, 10)
NEVER = -1
MOST_WAYS = 1000  # that are counted
LOOKERS = ("Tamo", "Hoshi", "Mokuso")
FURTHEST = "thousandths of a card, at most"

Card = int
Pool = tuple[Any, ...]


def trace_the_rules() -> None:
    """Let the record keep what happens to cards. Before anything else of the game is imported."""
    from gosu_env.armies.state import OWNER  # noqa: PLC0415
    from gosu_env.engine.compile import rule  # noqa: PLC0415
    from gosu_env.engine.layout import record_dtype  # noqa: PLC0415
    from gosu_env.gosu import state  # noqa: PLC0415

    plain_dtype = state.state_dtype

    def state_dtype(kinds: int) -> np.dtype[np.record]:
        plain = plain_dtype(kinds)
        fields = [(name, plain[name]) for name in plain.names or () if name not in ("spare", "events")]
        return record_dtype([("traced_size", "i4"), ("traced", "i4", (TRACE, 3)), *fields], 0)

    state.state_dtype = state_dtype
    state.STATE, state.KAMAKOR_STATE = state_dtype(state.KINDS), state_dtype(state.KAMAKOR_KINDS)

    from gosu_env.gosu import memory, piles, validate  # noqa: PLC0415

    add_to_hand, take_from_hand, top_card = piles.add_to_hand, piles.take_from_hand, piles.top_card
    show_named, end_look = memory.show_named, memory.end_look

    @rule
    def note(st: Any, event: int, seat: int, kind: int) -> None:
        if st.traced_size < TRACE:
            st.traced[st.traced_size, 0] = event
            st.traced[st.traced_size, 1] = seat
            st.traced[st.traced_size, 2] = kind
            st.traced_size += 1

    @rule
    def traced_add(st: Any, tb: Any, seat: int, kind: int, shown: bool) -> None:
        note(st, SHOWN if shown else ADDED, seat, kind)
        add_to_hand(st, tb, seat, kind, shown)

    @rule
    def traced_take(st: Any, tb: Any, seat: int, kind: int) -> None:
        note(st, TAKEN, seat, kind)
        take_from_hand(st, tb, seat, kind)

    @rule
    def traced_top(st: Any) -> int:
        if st.deck_size == 0 and st.discard_size > 0:
            for i in range(st.look_size):
                note(st, LOOKED, int(st.stack[st.depth - 1, OWNER]), int(st.look[i]))
            for kind in range(st.discard.shape[0]):
                for _ in range(st.discard[kind]):
                    note(st, PILED, 0, kind)
            note(st, SHUFFLED, 0, 0)
        return top_card(st)

    @rule
    def traced_end(st: Any, tb: Any, seat: int) -> None:
        for i in range(st.look_size):
            note(st, DROPPED, seat, int(st.look[i]))
        note(st, OVER, seat, 0)
        end_look(st, tb, seat)

    @rule
    def traced_named(st: Any, tb: Any, seat: int, kind: int) -> None:
        note(st, NAMED, seat, kind)
        show_named(st, tb, seat, kind)

    piles.add_to_hand, piles.take_from_hand, piles.top_card = traced_add, traced_take, traced_top
    memory.show_named, memory.end_look = traced_named, traced_end

    ranges = validate.Validator._ranges
    traced = {"traced_size": (0, TRACE), "traced": (-(2**31), 2**31 - 1)}
    validate.Validator._ranges = lambda self: ranges(self) | traced  # type: ignore[method-assign]


@dataclass
class Hand:
    """What is remembered of another hand; what it truly holds is kept for reckoning alone."""

    held: Counter[Card] = field(default_factory=Counter)
    known: Counter[Card] = field(default_factory=Counter)  # seen to come in, not seen to leave
    handed: Counter[Card] = field(default_factory=Counter)  # the last cards of packs, until the hand shows such a card
    drawn: list[Pool] = field(default_factory=list)  # the pool of every hidden card that came in, in order
    shown: list[tuple[Card, int, int]] = field(default_factory=list)  # hidden cards shown: one of those from … up to …
    plain: set[int] = field(default_factory=set)  # the numbers of hidden cards that are no Bakutos, in that order

    def places(self, pool: Pool, first: int, when: int, plain: bool) -> int:
        """How many of some hidden cards are of a pool; those that are no Bakutos, or the others."""
        return sum(self.drawn[i] == pool and (i in self.plain) == plain for i in range(first, when))


@dataclass
class Look:
    """A look in the midst of which the draw pile was exhausted."""

    seat: int
    old: list[Card] = field(default_factory=list)  # what was looked at before
    kept: int = 0
    dropped: list[Card] = field(default_factory=list)


class Observer:
    """What one seat remembers."""

    def __init__(self, game: Any, seat: int) -> None:
        self.seat, self.players = seat, game.num_players
        self.bakutos = {card.kind for card in game.rules.cards.cards if 1 in card.levels}
        self.hands = [Hand() for _ in range(self.players)]
        self.epoch = 0
        self.contents: dict[Pool, Counter[Card]] = {}  # of closed pools
        self.pile = Counter[Card]()  # what was shuffled last
        self.look: Look | None = None

    def note(self, event: int, seat: int, kind: int) -> None:
        """Something that everybody sees happen to a card; of hidden cards, not which one it is."""
        hand = self.hands[seat]
        if event == PILED:
            self.pile[kind] += 1
        elif event == SHUFFLED:
            self.shuffled()
        elif event == LOOKED:
            self.look = self.look or Look(seat)
            self.look.old.append(kind)
        elif event == DROPPED and self.look:
            self.look.dropped.append(kind)
        elif event == OVER:
            if self.look and seat != self.seat:
                self.looked(self.look)
            self.look = None
        if seat == self.seat or event in (PILED, SHUFFLED, LOOKED, DROPPED, OVER):
            return
        hand.held[kind] += {ADDED: 1, SHOWN: 1, TAKEN: -1}.get(event, 0)
        if event == ADDED and self.look:
            self.look.kept += 1
        elif event == ADDED:
            hand.drawn.append(("pile", self.epoch))
        elif event == SHOWN:
            hand.known[kind] += 1
        elif not hand.known[kind]:
            hand.shown.append((kind, 0, len(hand.drawn)))
            hand.handed -= Counter([kind])
            hand.known[kind] += event == NAMED
        elif event == TAKEN:
            hand.known[kind] -= 1

    def shuffled(self) -> None:
        """The draw pile is exhausted: all that cannot be seen is in hands. Of one hand alone, that is its cards."""
        looks = self.look is not None and self.look.seat != self.seat
        if self.players == 2 and not looks:
            self.contents = {}
            for hand in self.others():
                hand.known, hand.drawn, hand.shown, hand.plain = +hand.held, [], [], set()
            self.epoch += 1
            return
        pool = Counter(self.look.old) if self.look and looks else Counter[Card]()
        for hand in self.others():
            pool += hand.held - hand.known + Counter(kind for kind, *_ in hand.shown)
        for closed in self.contents.values():
            pool -= closed
        self.contents["pile", self.epoch] = pool
        self.epoch += 1

    def looked(self, look: Look) -> None:
        """A look is over, and what was not kept is shown."""
        hand, first, size = self.hands[look.seat], len(self.hands[look.seat].drawn), look.kept + len(look.dropped)
        old = ("pile", self.epoch - 1)
        unseen = self.contents[old] - Counter(kind for kind, *_ in hand.shown) if self.players == 2 else None
        hand.drawn += [old] * len(look.old) + [("pile", self.epoch)] * (size - len(look.old))
        hand.shown += [(kind, first, len(hand.drawn)) for kind in look.dropped]
        if unseen is None:
            return
        dropped, most = Counter(look.dropped), Counter[Card]()  # of the old pool
        ranges = [
            range(max(copies - self.pile[kind], 0), min(copies, unseen[kind]) + 1) for kind, copies in dropped.items()
        ]
        for way in product(*ranges):
            if len(look.dropped) - (size - len(look.old)) <= sum(way) <= len(look.old):
                most |= Counter(dict(zip(dropped, way, strict=True)))
        for kind in (unseen - most).elements():
            hand.shown.append((kind, 0, first + len(look.old)))
            hand.known[kind] += 1

    def drafted(
        self,
        sights: dict[int, list[Card]],
        kept: dict[int, list[Card]],
        hands: list[Counter[Card]],
        declined: set[int],
    ) -> None:
        """A draft is over: ``sights`` and ``kept`` are, by pass, the pack this seat held and what it kept of it.

        The packs of those who declined a mulligan had no Bakutos.
        """
        n, passes = self.players, len(sights)
        self.hands = [Hand(held=+hand) for hand in hands]
        for at in range(passes):
            handed = Counter(sights[at]) - Counter(kept[at])
            again = Counter(sights[at + n]) if at + n in sights else Counter[Card]()
            takers = [(self.seat + i) % n for i in range(1, n) if at + i < passes]
            shared = handed - again
            if n == 2 and takers:  # everybody knows that card, as if it had been shown
                self.hands[takers[0]].known += shared
                continue
            if len(takers) == 1:
                self.hands[takers[0]].handed += shared
            if takers:
                self.contents["pack", at] = shared
                for taker in takers:
                    self.hands[taker].drawn.append(("pack", at))
        for seat, hand in enumerate(self.hands):  # kept before this seat saw the pack: as good as drawn
            unseen = [seat] + [(seat - at) % n for at in range(n) if at < (self.seat - seat + at) % n]
            for pack in unseen if seat != self.seat else ():
                hand.plain |= {len(hand.drawn)} if pack in declined else set()
                hand.drawn.append(("pile", 0))
            assert seat == self.seat or len(hand.drawn) == hand.held.total() - hand.known.total()

    def others(self) -> Iterator[Hand]:
        return (hand for seat, hand in enumerate(self.hands) if seat != self.seat)

    # What is possible.

    def is_possible(self, hands: list[Counter[Card]]) -> bool:
        """Whether hands could be those of the others, for all that this seat remembers."""
        instances: dict[Card, list[tuple[int, int, int]]] = {}  # whose, and where it lay when it was shown, or never
        for seat, hand in enumerate(self.hands):
            if seat == self.seat:
                continue
            hidden = hands[seat] - hand.known
            if hand.known - hands[seat] or hidden.total() + len(hand.shown) != len(hand.drawn):
                return False
            cards = [*hidden.elements(), *(kind for kind, *_ in hand.shown)]
            if sum(kind not in self.bakutos for kind in cards) < len(hand.plain):
                return False
            for kind in hidden.elements():
                instances.setdefault(kind, []).append((seat, NEVER, NEVER))
            for kind, first, when in hand.shown:
                instances.setdefault(kind, []).append((seat, first, when))
        room = {(seat, pool): hand.drawn.count(pool) for seat, hand in enumerate(self.hands) for pool in hand.drawn}
        options = []
        for kind, cards in instances.items():
            wanted = [pool for pool, content in self.contents.items() for _ in range(content[kind])]
            spare = len(cards) - len(wanted)
            if spare < 0:
                return False
            wanted += [("pile", self.epoch)] * spare
            ways = {
                way for way in permutations(wanted) if all((c[0], p) in room for c, p in zip(cards, way, strict=True))
            }
            if not ways:
                return False
            options.append((cards, sorted(ways)))
        if any(content[kind] and kind not in instances for content in self.contents.values() for kind in content):
            return False
        options.sort(key=lambda option: len(option[1]))
        return self._fits(options, room, Counter(), set())

    def _fits(self, options: list[Any], room: dict[Any, int], shown: Counter[Any], failed: set[Any]) -> bool:
        """Whether every card can be laid to a pool.

        Of what was laid so far, only the room that is left and the cards that were shown make a difference: what
        failed once fails again.
        """
        if not options:
            return True
        key = (len(options), *room.values(), frozenset(shown.items()))
        if key in failed:
            return False
        (cards, ways), *rest = options
        for way in ways:
            left = dict(room)
            for (seat, *_), pool in zip(cards, way, strict=True):
                left[seat, pool] -= 1
            laid = shown + Counter(pair for pair in zip(cards, way, strict=True) if pair[0][2] != NEVER)
            suits = min(left.values()) >= 0 and (laid == shown or self._in_time(list(laid.elements())))
            if suits and self._fits(rest, left, laid, failed):
                return True
        failed.add(key)
        return False

    def _in_time(self, laid: list[tuple[tuple[int, int, int], Pool]]) -> bool:
        """Whether every card can have lain where it was shown from: the place to the one that has to leave first."""
        for seat, hand in enumerate(self.hands):
            for pool in set(hand.drawn):
                left = sorted((when, first) for (whose, first, when), p in laid if whose == seat and p == pool)
                for at in (i for i, p in enumerate(hand.drawn) if p == pool):
                    found = next((one for one in left if one[1] <= at < one[0]), None)
                    if found:
                        left.remove(found)
                if left:
                    return False
        return True

    # What is likely.

    def expected(self, game: Any) -> Any:
        """Mean numbers of cards in every hand over all deals that fit; None if there are too many ways to count.

        Every card that was shown is laid to every pool that it may have come from, in time: one of the places that the
        hand had of that pool by then. A way weighs as much as there are deals with it.
        """
        present = ("pile", self.epoch)
        left = {pool: Counter(content) for pool, content in [(("pile", 0), Counter()), *self.contents.items()]}
        left[present] = Counter(int(kind) for kind in game.state.deck[: game.state.deck_size])
        for seat, hand in enumerate(hands_of(game)):
            if seat != self.seat:
                left[present] += hand - self.hands[seat].known + Counter(kind for kind, *_ in self.hands[seat].shown)
        for content in self.contents.values():
            left[present] -= content
        hands = {seat: hand for seat, hand in enumerate(self.hands) if seat != self.seat}
        shown = [(seat, *one) for seat, hand in hands.items() for one in hand.shown]
        means = np.zeros((self.players, len(game.state.discard)))
        used, weights = Counter[Any](), list[float]()  # of a pool; of those from some place on, which is not the first

        def free(seat: int, pool: Pool, plain: bool) -> int:
            return hands[seat].places(pool, 0, len(hands[seat].drawn), plain) - used[seat, pool, plain]

        def count(weight: float) -> None:
            """Count a way: of the deals, those without Bakutos where there are none."""
            narrow = sum(free(seat, ("pile", 0), True) for seat in hands)
            rest = {pool: (narrow if pool == ("pile", 0) else 0, content.total()) for pool, content in left.items()}
            fitting = sum(copies for kind, copies in left["pile", 0].items() if kind not in self.bakutos)
            for i in range(narrow):
                weight *= max(fitting - i, 0) / (rest["pile", 0][1] - i)
            weights.append(weight)
            for seat, hand in hands.items() if len(weights) <= MOST_WAYS and weight else ():
                for pool in set(hand.drawn):
                    taken, size = rest[pool]
                    for kind, copies in left[pool].items() if size else ():
                        fits = kind not in self.bakutos
                        if fits and taken:
                            means[seat, kind] += weight * free(seat, pool, True) * copies / fitting
                        if size > taken:
                            part = 1 - taken / fitting if fits and taken else 1
                            means[seat, kind] += weight * free(seat, pool, False) * copies * part / (size - taken)

        def lay(i: int, weight: float) -> None:
            if i == len(shown):
                count(weight)
                return
            seat, kind, first, when = shown[i]
            for pool, content in left.items() if len(weights) <= MOST_WAYS else ():
                for plain in (False, True):
                    here = {(seat, pool, plain), (seat, pool, plain, first)}
                    gone = used[seat, pool, plain, first] if first else used[seat, pool, plain]
                    ways = content[kind] * (hands[seat].places(pool, first, when, plain) - gone)
                    if ways > 0 and not (plain and kind in self.bakutos):
                        part = ways / content.total()
                        content[kind] -= 1
                        used.update(here)
                        lay(i + 1, weight * part)
                        content[kind] += 1
                        used.subtract(here)

        lay(0, 1.0)
        if len(weights) > MOST_WAYS:
            return None
        means /= sum(weights)
        for seat, hand in hands.items():
            for kind, copies in hand.known.items():
                means[seat, kind] += copies
        return means


def hands_of(game: Any) -> list[Counter[Card]]:
    return [Counter({k: int(c) for k, c in enumerate(hand) if c}) for hand in game.state.hand[: game.num_players]]


def distance(game: Any, observer: Observer) -> float | None:
    """By how much a number that is expected in a hand differs; None where the observer does not count."""
    if game.state.look_size:
        return None
    means = observer.expected(game)
    if means is None:
        return None
    belief = game.rules.belief(game.states, observer.seat)[0][: -means.shape[1]].reshape(-1, means.shape[1])
    others = [(observer.seat + i) % observer.players for i in range(1, observer.players)]
    return float(np.abs(belief - means[others]).max())


def check(game: Any, observer: Observer, rng: np.random.Generator, worlds: int) -> None:
    """What the engine says of a seat's knowledge is what the observer remembers."""
    known = game.rules.look_around(game.states, observer.seat)[1]
    for seat, hand in enumerate(observer.hands):
        if seat != observer.seat:
            engine = Counter({kind: int(copies) for kind, copies in enumerate(known[seat]) if copies})
            assert engine == hand.known + hand.handed, (seat, engine, hand.known, hand.handed)
    assert observer.is_possible(hands_of(game)), "the truth"
    for _ in range(worlds):
        world = game.determinize(observer.seat, int(rng.integers(2**60)))
        differs = np.flatnonzero(world.observe(observer.seat) != game.observe(observer.seat))
        assert not len(differs), {game.observation_spec.at(int(column)).name for column in differs}
        assert observer.is_possible(hands_of(world)), "a world"


def small_deck(n: int, rng: np.random.Generator) -> Any:
    """A position with large hands, whose draw pile is soon exhausted, again and again."""
    from gosu_env import Game  # noqa: PLC0415
    from gosu_env.gosu.cards import load_cards  # noqa: PLC0415

    names = [card.name for card in load_cards(None, False).cards for _ in range(card.copies)]
    order = [str(name) for name in rng.permutation(names)]
    size = int(rng.integers(5, 80 // n))
    players = [{"hand": order[seat * size : (seat + 1) * size]} for seat in range(n)]
    deck = order[n * size : n * size + int(rng.integers(6))]
    options = {"auto_forced": False}
    return Game.position(
        num_players=n, players=players, deck=deck, rest="discard", seed=int(rng.integers(99)), options=options
    )


def about_to_look(n: int, rng: np.random.Generator) -> Any:
    """A position in which everybody holds cards that look at others, and the draw pile is all but exhausted."""
    from gosu_env import Game  # noqa: PLC0415
    from gosu_env.gosu.cards import load_cards  # noqa: PLC0415

    names = [card.name for card in load_cards(None, False).cards for _ in range(card.copies)]
    order = [str(name) for name in rng.permutation([name for name in names if name not in LOOKERS])]
    size = int(rng.integers(3, 88 // n))
    players = [{"hand": [LOOKERS[seat % len(LOOKERS)], *order[seat * size : (seat + 1) * size]]} for seat in range(n)]
    deck = order[n * size : n * size + int(rng.integers(1, 3))]
    return Game.position(
        num_players=n,
        players=players,
        deck=deck,
        rest="discard",
        seed=int(rng.integers(99)),
        options={"auto_forced": False},
    )


def shorten(game: Any, rng: np.random.Generator) -> None:
    """Discard nearly all of the draw pile, before everybody's eyes."""
    st, left = game.state, int(rng.integers(1, 3))
    for kind in st.deck[: st.deck_size - left]:
        st.discard[kind] += 1
    st.discard_size += st.deck_size - left
    st.deck[:left] = st.deck[st.deck_size - left : st.deck_size]
    st.deck_size = left


def events_of(game: Any) -> list[tuple[int, int, int]]:
    st = game.state
    assert st.traced_size < TRACE
    found = [tuple(int(x) for x in row) for row in st.traced[: st.traced_size]]
    st.traced_size = 0
    return found  # type: ignore[return-value]


def play(game: Any, rng: np.random.Generator, kind: str, checks: float, worlds: int) -> Counter[str]:
    """A random game with an observer at every seat."""
    always_keep, few = kind == "declined", kind == "looks"
    told = Counter[str]()
    observers = [Observer(game, seat) for seat in range(game.num_players)]
    start, dealt = hands_of(game), game.state.round_number > 0
    if dealt:
        for observer in observers:
            for seat, hand in enumerate(start):
                if seat != observer.seat:
                    observer.hands[seat].held = Counter(hand)
                    observer.hands[seat].drawn = [("pile", 0)] * hand.total()
        game.state.traced_size = 0
    for event in events_of(game):  # from the first deal on
        for observer in observers:
            observer.note(*event)
    sights: list[dict[int, list[Card]]] = [{} for _ in observers]
    kept: list[dict[int, list[Card]]] = [{} for _ in observers]
    packs: set[int] = set()  # of players who declined a mulligan
    likes_to_draw = rng.random() < 0.7
    for step in range(400):
        if game.is_over:
            break
        st, seat = game.state, game.seat
        drafting = bool(st.draft)
        if drafting:
            at = 0 if st.draft == 7 else 6 - int(st.draft)
            if at not in sights[seat]:
                sights[seat][at], kept[seat][at] = [int(kind) for kind in st.look[: st.look_size]], []
        elif rng.random() < checks and step:
            for observer in observers:
                if not observer.look:
                    told["checks"] += 1
                    check(game, observer, rng, worlds)
                    apart = distance(game, observer)
                    told["not exact"] += not game.rules.belief(game.states, observer.seat)[2]
                    told["beliefs"] += apart is not None
                    told["beliefs with ghosts"] += apart is not None and bool(st.ghosts_size)
                    looked = bool(st.ghosts[: st.ghosts_size, -1].any())
                    told["beliefs after looks"] += apart is not None and looked
                    told["apart"] += apart is not None and apart > 1e-4
                    told["far apart"] += apart is not None and apart > 0.05
                    told[FURTHEST] = max(told[FURTHEST], round(1000 * (apart or 0)))
        legal = game.legal_actions()
        drawing = [action for action in legal if action in (1, 2)]
        looking = [action for action in legal if game.action_text(action).removeprefix("place ") in LOOKERS]
        action = int(rng.choice(looking or (drawing if drawing and likes_to_draw else legal)))
        asked = game.to_json()["decision"]["kind"] == "mulligan"
        if asked and always_keep:
            action = game.parse_action("no")
        declined = asked and game.action_text(action) == "no"
        if drafting:
            kept[seat][at].append(action - game.action_spec["CARD"].start)
        game.apply(action)
        events = events_of(game)
        told["reshuffles"] += sum(event[0] == SHUFFLED for event in events)
        told["looks across a reshuffle"] += any(event[0] == LOOKED for event in events)
        if drafting:
            if not game.state.draft:
                for observer in observers:
                    observer.drafted(sights[observer.seat], kept[observer.seat], hands_of(game), packs)
                if few:
                    shorten(game, rng)
        elif not game.state.draft:
            for event in events:
                for observer in observers:
                    observer.note(*event)
        if declined:
            packs.add(seat)
        if declined and not game.rules.options["draft"]:
            for observer in observers:
                hand = observer.hands[seat]
                hand.plain = set(range(len(hand.drawn) - 7, len(hand.drawn)))
    told["games"] += 1
    return told


def a_mulligan(n: int, draft: bool, rng: np.random.Generator) -> Any:
    """A game whose first decision is whether to keep a hand without Bakutos, which is kept."""
    from gosu_env import Game  # noqa: PLC0415

    while True:
        game = Game("gosu", n, int(rng.integers(2**60)), auto_forced=False, draft=draft)
        if game.to_json()["decision"]["kind"] == "mulligan":
            return game


def main(games: int, seed: int, kind: str = "", checks: float = 0.1, worlds: int = 3) -> Counter[str]:
    from gosu_env import Game  # noqa: PLC0415

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from some_options import NAMES, fitting  # noqa: PLC0415

    rng = np.random.default_rng(seed)
    told = Counter[str]()
    for i in range(games):
        n = 2 + i % 3
        if i % 500 == 499:
            print(dict(told), flush=True)
        if kind == "declined":
            game = a_mulligan(2 + i // 2 % 3, i % 2 == 1, rng)
        elif kind == "looks" and i % 4 < 3:
            game = about_to_look(n, rng)
        elif kind == "looks":
            game = Game("gosu", n, int(rng.integers(2**60)), draft=True, auto_forced=False)
        elif i % 2:
            game = small_deck(n, rng)
        else:
            options = fitting(n, {name: bool(rng.integers(2)) for name in NAMES})
            game = Game("gosu", n, int(rng.integers(2**60)), **{**options, "auto_forced": False})
        found = play(game, rng, kind, checks, worlds)
        furthest = max(told[FURTHEST], found.pop(FURTHEST, 0))
        told += found
        told[FURTHEST] = furthest
    return told


if __name__ == "__main__":
    trace_the_rules()
    print(dict(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])))
