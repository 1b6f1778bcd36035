"""What is likely of hidden garments by counting alone: expected numbers, if all deals that fit are alike.

The groups of garments that a player tells apart (memory.py) are pools; a garment that was turned over out of a basket
is pinned to the places of that basket where it may have lain (engine/posterior.py). What another player's pending
decision gives away is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import rule
from gosu_env.engine.posterior import (
    CHOICE,
    CHOICE_LIMIT,
    CHOICE_POOL,
    CHOICE_SORT,
    NOWHERE,
    PINNED,
    PINNED_CHOICES,
    PINNED_KIND,
    spread,
)
from gosu_env.laundromat.state import (
    CARDS,
    FILL,
    MAX_PLAYERS,
    NO_SEAT,
    PILE,
    ROUNDS,
    State,
    Tables,
    dealt,
    hand_held,
    hand_size,
    hand_start,
    kinds_of,
    seat_after,
    taken_of,
)
from gosu_env.laundromat.worlds import (
    ALL_UNSEEN,
    BASKET,
    DEALT_IN,
    GROUP,
    KIND,
    ROUND,
    SLOT,
    TURNED,
    list_slots,
    list_turned,
)

HANDS = MAX_PLAYERS  # homes: baskets by seat, then hands, then the draw pile
DRAW_PILE = 2 * MAX_PLAYERS
HOMES = DRAW_PILE + 1
ELSEWHERE = HOMES + MAX_PLAYERS * ROUNDS
SORTS = 2 * (ELSEWHERE + 1)  # the places of a home, of a basket by the round they were dealt in; odd ones are not used
POOLS = CARDS + 1


@rule
def _sort_of(home: int, dealt_in: int) -> int:
    """The sort of the places of a home that were dealt in a round; of hands and the draw pile the round is 0."""
    return 2 * (home if dealt_in == 0 else HOMES + (dealt_in - 1) * MAX_PLAYERS + home)


@rule
def _count_places(st: State, seat: int, slots: Any, cards: Any, places: Any, sorts: Any) -> None:
    """Which garments the groups have and where their places are; the sort of each place in ``sorts``."""
    for place in range(CARDS):
        sorts[place] = 2 * ELSEWHERE
        if st.basket[place] != NO_SEAT:
            sorts[place] = _sort_of(int(st.basket[place]), int(slots[place, DEALT_IN]))
        elif place >= dealt(st):
            sorts[place] = _sort_of(DRAW_PILE, 0)
    if st.num_players > 2 and st.phase == FILL:
        for relative in range(1, st.num_players):
            other = seat_after(st, seat, relative)
            hand = hand_held(st, other)
            for place in range(hand_start(st, hand) + taken_of(st, hand), hand_start(st, hand) + hand_size(st)):
                sorts[place] = _sort_of(HANDS + other, 0)
    for place in range(CARDS):
        cards[slots[place, GROUP], st.cards[place]] += 1
        places[slots[place, GROUP], sorts[place]] += 1


@rule
def _list_pinned(st: State, cards: Any, places: Any, pinned: Any, choices: Any) -> int:
    """The garments that were turned over, with all places where they may have lain; how many."""
    turned = np.zeros((CARDS, len(TURNED)), np.int64)
    count = list_turned(st, turned)
    for i in range(count):
        kind, found = int(turned[i, KIND]), 0
        pinned[i, PINNED_KIND] = kind
        for pool in range(POOLS):
            if cards[pool, kind] == 0:
                continue
            for dealt_in in range(turned[i, ROUND] + 1):
                sort = _sort_of(int(turned[i, BASKET]), dealt_in)
                if places[pool, sort] > 0:
                    choices[i, found, CHOICE_POOL] = pool
                    choices[i, found, CHOICE_SORT] = sort
                    choices[i, found, CHOICE_LIMIT] = places[pool, sort]
                    found += 1
        pinned[i, PINNED_CHOICES] = found
    return count


@rule
def _list_settled(st: State, slots: Any, sorts: Any, pinned: Any, choices: Any) -> int:
    """The garments that were turned over, where they lay in this world; how many."""
    count = 0
    for place in range(CARDS):
        if st.drawn[place] > 0:
            pinned[count, PINNED_KIND] = st.cards[place]
            pinned[count, PINNED_CHOICES] = 1
            choices[count, 0, CHOICE_POOL] = slots[place, GROUP]
            choices[count, 0, CHOICE_SORT] = sorts[place]
            choices[count, 0, CHOICE_LIMIT] = CARDS
            count += 1
    return count


@rule
def expect(st: State, seat: int, settled: bool, own: bool, sure: Any, share: Any) -> bool:
    """Expected copies of each garment in each home (HOMES, kinds), and how many are known there; False: too many ways.

    ``own``: the basket of the seat as well, into which others have put garments.
    """
    kinds = kinds_of(st)
    slots = np.zeros((CARDS, len(SLOT)), np.int64)
    sorts = np.zeros(CARDS, np.int64)
    cards = np.zeros((POOLS, kinds), np.int64)
    places = np.zeros((POOLS, SORTS), np.int64)
    fits = np.ones(kinds, np.int8)
    homes = np.full(SORTS, NOWHERE, np.int64)
    for home in range(HOMES):
        for dealt_in in range(ROUNDS + 1 if home < HANDS else 1):
            if home != HANDS + seat and (own or home != seat):
                homes[_sort_of(home, dealt_in)] = home
    pinned = np.zeros((CARDS, len(PINNED)), np.int64)
    choices = np.zeros((CARDS, 1 + PILE, len(CHOICE)), np.int64)
    list_slots(st, seat, slots)
    _count_places(st, seat, slots, cards, places, sorts)
    if settled:
        count = _list_settled(st, slots, sorts, pinned, choices)
    else:
        count = _list_pinned(st, cards, places, pinned, choices)
    return spread(cards, places, POOLS, fits, homes, pinned, choices, count, False, sure, share)


@rule
def list_seen(st: State, seat: int, seen: Any) -> None:
    """Copies of each garment (seats, kinds) that a seat saw in hands of which garments went into each basket."""
    slots = np.zeros((CARDS, len(SLOT)), np.int64)
    into = np.zeros((CARDS + 1, MAX_PLAYERS), np.int64)
    list_slots(st, seat, slots)
    for place in range(CARDS):
        if st.basket[place] != NO_SEAT:
            into[slots[place, GROUP], st.basket[place]] = 1
    for place in range(CARDS):
        if slots[place, GROUP] != ALL_UNSEEN:
            for other in range(st.num_players):
                seen[other, st.cards[place]] += into[slots[place, GROUP], other]


@rule
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Expected copies of each garment in other baskets, other hands and the draw pile; how many are known there."""
    n, kinds = int(st.num_players), kinds_of(st)
    share = np.zeros((HOMES, kinds), np.float64)
    sure = np.zeros((HOMES, kinds), np.int64)
    exact = expect(st, seat, settled, False, sure, share)
    for relative in range(1, n):
        other = seat_after(st, seat, relative)
        for kind in range(kinds):
            known[(relative - 1) * kinds + kind] = sure[other, kind]
            out[(relative - 1) * kinds + kind] = share[other, kind]
            if n > 2:
                known[(n + relative - 2) * kinds + kind] = sure[HANDS + other, kind]
                out[(n + relative - 2) * kinds + kind] = share[HANDS + other, kind]
    first = (n - 1) * kinds * (2 if n > 2 else 1)
    for kind in range(kinds):
        known[first + kind] = sure[DRAW_PILE, kind]
        out[first + kind] = share[DRAW_PILE, kind]
    return exact
