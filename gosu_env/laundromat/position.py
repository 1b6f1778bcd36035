"""Positions by name: say which cards lie where, get a game, or an error that says what is wrong.

    Game.position(
        "laundromat", 3,
        round=2, phase="wash",
        players=[
            {"species": "elf", "programmes": ["Delicates"], "basket": ["Mist Cape"], "scored": ["Ale Apron"]},
            {"potion": False, "completed": ["I"]},
        ],
    )

A position is the beginning of a part of a round: ``phase="fill"``, with hands (``hand``) or a market, or
``phase="wash"``, when ``turn`` players are through with their laundry. ``basket`` names garments inside, the next to be
drawn first. What is not named is any card: baskets hold what they must hold in that round, and garments that must have
been drawn but are not scored have left the game. A completed programme needs the garments that it washed among the
scored ones: as many as its cycle number, with no more stains than its limits allow, but for one garment if the potion
is used (L-4.2, L-4.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import PositionError
from gosu_env.engine.game import check_seed
from gosu_env.engine.position import Reader, check_index, read_flag, read_names, read_players
from gosu_env.engine.spelling import nearest, shown
from gosu_env.laundromat import kernels
from gosu_env.laundromat.cards import TYPES, CardSet
from gosu_env.laundromat.options import LaundromatOptions
from gosu_env.laundromat.places import basket_places, cycle, hand_cards, round_places
from gosu_env.laundromat.state import (
    CARDS,
    COMPLETED,
    FILL,
    LOST,
    MAX_PLAYERS,
    NO_CARD,
    NO_LIMIT,
    PAIR_COINS,
    PER_TYPE,
    ROUNDS,
    SOCK,
    SPECIES,
    SPECIES_COINS,
    STATE,
    WASH,
)

Stains = tuple[int, ...]  # of a garment, by type


def read_species(where: str, value: Any) -> str | None:
    """The word of a species; None: any."""
    if value is not None and not (isinstance(value, str) and value in SPECIES):
        raise PositionError(f"{where}: {shown(value)} is none; {nearest(str(value), SPECIES)}")
    return value


PLAYER_FIELDS: dict[str, Reader] = {
    **dict.fromkeys(("programmes", "completed", "hand", "basket", "scored"), read_names),
    "species": read_species,
    "potion": read_flag,
}
PHASES = {"fill": FILL, "wash": WASH}


class _Builder:
    """A record that is filled seat by seat."""

    def __init__(self, cards: CardSet, options: LaundromatOptions, num_players: int, seed: int) -> None:
        self.cards, self.n = cards, num_players
        self.states = np.zeros(1, STATE)
        kernels.clear_table(self.states, 0, num_players, seed, options.flags, options.max_decisions)
        self.st = self.states[0]
        self.left = [garment.copies for garment in cards.garments]
        self.laid = np.full(CARDS, NO_CARD, np.int64)  # kinds by place

    def take(self, name: str, where: str) -> int:
        """One copy of a garment, by name."""
        names = [garment.name for garment in self.cards.garments]
        if name not in names:
            raise PositionError(f"{where}: no garment named {shown(name)}; {nearest(name, names)}")
        kind = names.index(name)
        if self.left[kind] == 0:
            copies = self.cards[kind].copies
            raise PositionError(f"{where}: {name!r} appears more often than there are copies ({copies})")
        self.left[kind] -= 1
        return kind

    def deal(self, players: Sequence[Mapping[str, Any]]) -> None:
        """Baskets and programmes: those named, then any (L-2.1)."""
        st = self.st
        for seat in range(self.n):
            st.potion[seat] = bool(players[seat].get("potion", True))
            word = players[seat].get("species")
            if word is not None:
                if SPECIES.index(word) in st.species:
                    raise PositionError(f"species of seat {seat}: there is one basket of the species {word!r} (L-1.3)")
                st.species[seat] = SPECIES.index(word)
            for name in players[seat].get("programmes", ()):
                self.programme(seat, name)
        for seat in range(self.n):
            if st.species[seat] == NO_CARD:
                st.species[seat] = next(free for free in range(len(SPECIES)) if free not in st.species)
            for number in range(ROUNDS):
                if st.programme[seat, number] == NO_CARD:
                    rest = range(number * PER_TYPE, (number + 1) * PER_TYPE)
                    st.programme[seat, number] = next(free for free in rest if free not in st.programme)

    def programme(self, seat: int, name: str) -> None:
        names = [programme.name for programme in self.cards.programmes]
        if name not in names:
            raise PositionError(f"programmes of seat {seat}: no programme named {shown(name)}; {nearest(name, names)}")
        which = names.index(name)
        if which in self.st.programme:
            raise PositionError(f"programmes of seat {seat}: {name!r} is dealt twice")
        if self.st.programme[seat, which // PER_TYPE] != NO_CARD:
            other = names[int(self.st.programme[seat, which // PER_TYPE])]
            raise PositionError(f"programmes of seat {seat}: {name!r} and {other!r} are of one type (L-2.1)")
        self.st.programme[seat, which // PER_TYPE] = which

    def begin(self, round_number: int) -> None:
        """Leaders and directions of the rounds that have begun (L-3.4)."""
        self.st.round_number = round_number
        for number in range(round_number):
            dealt = [self.cards.programmes[int(self.st.programme[seat, number])] for seat in range(self.n)]
            leader = max(range(self.n), key=lambda seat: dealt[seat].temperature)
            self.st.leader[number] = leader
            self.st.direction[number] = 1 if dealt[leader].clockwise else -1

    def turn_of(self, seat: int) -> int:
        this = int(self.st.round_number) - 1
        return (seat - int(self.st.leader[this])) * int(self.st.direction[this]) % self.n

    def rounds_done(self, seat: int) -> int:
        """How many rounds a player has done the laundry of."""
        done = int(self.st.round_number) - 1
        return done + int(self.st.phase == WASH and self.turn_of(seat) < self.st.turn)

    def player(self, seat: int, player: Mapping[str, Any]) -> None:
        """Garments that came into a basket: those drawn by now first, then those that are in it."""
        st = self.st
        rounds = int(st.round_number) - (st.phase == FILL)
        places = np.flatnonzero(basket_places(self.n, st.leader, st.direction, rounds) == seat).tolist()
        basket = [self.take(name, f"basket of seat {seat}") for name in player.get("basket", ())]
        scored = [self.take(name, f"scored garments of seat {seat}") for name in player.get("scored", ())]
        done = self.rounds_done(seat)
        completed = player.get("completed", ())
        for word in completed:
            if word not in TYPES[:done]:
                raise PositionError(
                    f"completed of seat {seat}: {shown(word)} is none of {', '.join(TYPES[:done]) or '–'}"
                )
        washes = self.washes(seat, scored, [number for number in range(done) if TYPES[number] in completed])
        draws = [len(washes[number]) if number in washes else 1 for number in range(done)]
        least = sum(draws)
        most = sum(cycle(number) for number in range(1, done + 1))
        drawn = min(len(places) - len(basket), most)
        if not max(least, len(scored)) <= drawn:
            raise PositionError(
                f"seat {seat}: {len(basket)} garments in the basket and {len(scored)} scored; "
                f"{len(places)} came in by then, and from {least} to {most} of them were drawn"
            )
        for kind in scored:
            st.scored[seat, kind] += 1
            st.tally[seat, self.cards[kind].category] += 1
            st.stained[seat] += sum(self.cards[kind].stains)
        st.earned[seat] = self.worth(seat, scored)
        for number in range(done):
            draws[number] += min(cycle(number + 1) - draws[number], drawn - sum(draws))
        others = Counter(scored) - Counter(kind for wash in washes.values() for kind in wash)
        rest, at = list(others.elements()), 0
        for number, size in enumerate(draws):
            wash = washes.get(number, rest[:size])
            rest = rest if number in washes else rest[size:]
            self.laid[places[at : at + len(wash)]] = wash
            at += size
        st.basket[places] = seat
        st.basket_size[seat] = len(places) - drawn
        st.drawn[places[:drawn]] = np.repeat(np.arange(1, done + 1), draws)
        self.laid[places[drawn : drawn + len(basket)]] = basket
        if st.phase == WASH and self.turn_of(seat) >= st.turn:
            order = places[drawn:]
            st.pile[seat, : len(order)] = order[::-1]
            st.pile_size[seat] = len(order)
        for number in range(done):
            st.fate[seat, number] = COMPLETED if TYPES[number] in completed else LOST

    def washes(self, seat: int, scored: Sequence[int], completed: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Which of the scored garments the completed programmes washed, by type: the first way that fits."""
        stained = Counter(self.cards[kind].stains for kind in scored)
        found = self._split(seat, stained, completed, not self.st.potion[seat])
        if found is None:
            names = " and ".join(TYPES[number] for number in completed)
            needed = sum(cycle(number + 1) for number in completed)
            raise PositionError(
                f"completed of seat {seat}: {names} needs {needed} scored garments within the limits of stains; "
                f"{len(scored)} are scored (L-4.2)"
            )
        kinds = {stains: [kind for kind in scored if self.cards[kind].stains == stains] for stains in stained}
        return {
            number: tuple(kinds[stains].pop() for stains in wash) for number, wash in zip(completed, found, strict=True)
        }

    def _split(
        self, seat: int, stained: Counter[Stains], completed: Sequence[int], shield: bool
    ) -> list[tuple[Stains, ...]] | None:
        """Garments for each of the programmes, by their stains; ``shield``: the stains of one need not count."""
        if not completed:
            return []
        number, rest = completed[0], completed[1:]
        limits = self.cards.programmes[int(self.st.programme[seat, number])].limits
        seen = set()
        for wash in combinations(sorted(stained.elements()), cycle(number + 1)):
            if wash in seen:
                continue
            seen.add(wash)
            for spared in (None, *(sorted(set(wash)) if shield else ())):
                counted = list(wash)
                if spared is not None:
                    counted.remove(spared)
                if all(
                    limit == NO_LIMIT or sum(each[stain] for each in counted) <= limit
                    for stain, limit in enumerate(limits)
                ):
                    found = self._split(seat, stained - Counter(wash), rest, shield and spared is None)
                    if found is not None:
                        return [wash, *found]
        return None

    def worth(self, seat: int, scored: Sequence[int]) -> int:
        """The coins of scored garments, but for the contested categories."""
        garments = [self.cards[kind] for kind in scored]
        pairs = sum(scored.count(kind) // 2 for kind in set(scored) if self.cards[kind].category == SOCK)
        own = sum(garment.species == int(self.st.species[seat]) for garment in garments)
        return SPECIES_COINS * own + PAIR_COINS * pairs + sum(garment.coins for garment in garments)

    def hand(self, where: str, places: Sequence[int], names: Sequence[Any]) -> None:
        if len(names) > len(places):
            raise PositionError(f"{where}: {len(names)} garments; there is room for {len(places)}")
        self.laid[places[: len(names)]] = [self.take(name, where) for name in names]

    def finish(self, deck: Sequence[Any], seed: int) -> None:
        """The draw pile, and any cards where none is named."""
        self.hand("deck", range(round_places(self.n, int(self.st.round_number)).stop, CARDS), deck)
        rest = [kind for kind, copies in enumerate(self.left) for _ in range(copies)]
        np.random.default_rng(seed).shuffle(rest)
        self.laid[self.laid == NO_CARD] = rest
        self.st.cards[:] = self.laid
        scored = self.st.scored.sum(axis=0)
        for kind in self.st.cards[self.st.drawn > 0]:
            self.st.gone[kind] += 1
        self.st.gone[:] -= scored
        if self.st.phase == FILL and self.n > 2:
            for hand in range(self.n):
                places = self.hand_range(hand)
                self.st.cards[places.start : places.stop].sort()

    def hand_range(self, hand: int) -> range:
        size = hand_cards(self.n, int(self.st.round_number))
        first = round_places(self.n, int(self.st.round_number)).start + hand * size
        return range(first, first + size)


def build_position(
    cards: CardSet,
    options: LaundromatOptions,
    num_players: int,
    *,
    players: Sequence[Mapping[str, Any]] = (),
    round: int = 1,
    phase: str = "fill",
    turn: int = 0,
    market: Sequence[str] = (),
    deck: Sequence[str] = (),
    seed: int = 0,
) -> NDArray[np.void]:
    """A record with these cards, before the first decision of that part of a round.

    ``market`` names its garments, the three that lie face up first; ``deck`` the top of the draw pile.
    """
    described = read_players(players, num_players, PLAYER_FIELDS)
    market, deck, seed = read_names("market", market), read_names("deck", deck), check_seed(seed)
    if not isinstance(phase, str) or phase not in PHASES:
        raise PositionError(f"phase must be 'fill' or 'wash', not {shown(phase)}")
    assert num_players <= MAX_PLAYERS
    builder = _Builder(cards, options, num_players, seed)
    st = builder.st
    builder.deal(described)
    builder.begin(check_index("round", round, 1, ROUNDS))
    st.phase = PHASES[phase]
    st.turn = check_index("turn", turn, 0, num_players - 1 if phase == "wash" else 0)
    for seat, player in enumerate(described):
        builder.player(seat, player)
    if phase == "wash" or num_players == 2:
        for seat, player in enumerate(described):
            if player.get("hand"):
                raise PositionError(f"hand of seat {seat}: there are hands while 3 to 5 players fill their baskets")
    else:
        for seat, player in enumerate(described):
            builder.hand(f"hand of seat {seat}", builder.hand_range(seat), player.get("hand", ()))
    if market and (phase == "wash" or num_players > 2):
        raise PositionError("market: there is one while two players fill their baskets (L-6.1)")
    builder.hand("market", round_places(num_players, round), market)
    builder.finish(deck, seed)
    return builder.states
