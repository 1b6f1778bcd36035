"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know is dealt anew: who took which garment of a group (memory.py), garments it never saw, the
order in baskets, programmes that others have not turned up, the random generator. What it remembers stays true, and
that includes every garment turned over out of a basket, of which nobody knows when it came in: each is first given a
place in that basket where it may have lain, then groups and the unseen fill the other places.

A garment is laid to a place with the probability that it lay there, given those before it (and after the first round
of choices, given all others: Gibbs sampling, ``SWEEPS`` times over all). So worlds come out as likely as they are if
players chose at random, up to what the sweeps do not mix; what could be concluded from choices is left to agents. The
search for a first choice goes back where it got stuck, and ends, for the truth is one.

A world depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.jit import Wide, rule
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.laundromat.legal import list_legal
from gosu_env.laundromat.memory import first_look, group_end, is_choosing, last_look
from gosu_env.laundromat.rules import clear_pile, market_end, shuffle_pile, sort_cards
from gosu_env.laundromat.state import (
    CARDS,
    DECIDE_TAKE,
    FILL,
    LONGEST_CYCLE,
    MAX_PLAYERS,
    NO_SEAT,
    PER_TYPE,
    PILE,
    ROUNDS,
    WASH,
    State,
    Tables,
    dealt,
    first_place,
    hand_of,
    hand_size,
    hand_start,
    kinds_of,
    round_of,
    taken_of,
    turn_of,
)

SWEEPS = 4
TRIES = 64
MOST_STEPS = 100_000  # of the search; thousands of games never took a thousandth of that
WHOLE = 1 << 20  # the weight of certainty
NOWHERE = -1  # no place
ALL_UNSEEN = CARDS  # the group of what was never seen

# A garment that was turned over (int16 each): the basket, its kind, the round, the place it is given.
TURNED = ("basket", "kind", "round", "place")
BASKET, KIND, ROUND, PLACE = range(len(TURNED))


@rule
def _find_groups(st: State, seat: int, groups: Any) -> None:
    """Of every place its group, by its first place; ALL_UNSEEN if the seat never saw it (memory.py)."""
    n = int(st.num_players)
    for place in range(CARDS):
        groups[place] = ALL_UNSEEN
    for round_number in range(1, st.round_number + 1):
        size = hand_of(n, round_number)
        if n == 2:
            end = first_place(n, round_number) + 2 * size
            if round_number == st.round_number and st.phase == FILL:
                end = market_end(st)
            for place in range(first_place(n, round_number), end):
                groups[place] = place
            continue
        for hand in range(n):
            first = first_place(n, round_number) + hand * size
            look = first_look(st, seat, round_number, hand)
            while look <= last_look(st, round_number):
                alone = is_choosing(st, seat, round_number, look)
                groups[first + look] = first + look
                for left in range(look + 1, group_end(st, round_number, look)):
                    groups[first + left] = first + left if alone else first + look + 1
                look += n


@rule
def _count_groups(st: State, groups: Any, sizes: Any, left: Any) -> None:
    """Of every group how many places and which kinds it has."""
    for place in range(CARDS):
        sizes[groups[place]] += 1
        left[groups[place], st.cards[place]] += 1


@rule
def _list_turned(st: State, turned: Any) -> int:
    """The garments that were turned over, in an order that does not tell where they lay; how many there are."""
    counts = np.zeros((MAX_PLAYERS, ROUNDS + 1, kinds_of(st)), np.int8)
    for place in range(dealt(st)):
        if st.drawn[place] > 0:
            counts[st.basket[place], st.drawn[place], st.cards[place]] += 1
    count = 0
    for basket in range(st.num_players):
        for round_number in range(1, st.round_number + 1):
            for kind in range(kinds_of(st)):
                for _ in range(counts[basket, round_number, kind]):
                    turned[count, BASKET] = basket
                    turned[count, KIND] = kind
                    turned[count, ROUND] = round_number
                    turned[count, PLACE] = NOWHERE
                    count += 1
    return count


@rule
def _list_places(st: State, places: Any, counts: Any) -> None:
    """The places of the garments that came into each basket, in the order of rounds."""
    for place in range(dealt(st)):
        basket = int(st.basket[place])
        if basket != NO_SEAT:
            places[basket, counts[basket]] = place
            counts[basket] += 1


@rule
def _weigh(turned: Any, i: int, place: int, rounds: Any, free: Any, groups: Any, sizes: Any, left: Any) -> int:
    """How likely a garment that was turned over lay in a place, as a weight; 0 if it cannot have."""
    if free[place] == 0 or rounds[place] > turned[i, ROUND]:
        return 0
    group = groups[place]
    copies = int(left[group, turned[i, KIND]])
    return copies * (WHOLE // int(sizes[group])) if copies > 0 else 0


@rule
def _lay(turned: Any, i: int, place: int, free: Any, groups: Any, sizes: Any, left: Any) -> None:
    """Give a garment that was turned over a place."""
    turned[i, PLACE] = place
    free[place] = 0
    sizes[groups[place]] -= 1
    left[groups[place], turned[i, KIND]] -= 1


@rule
def _take_up(turned: Any, i: int, free: Any, groups: Any, sizes: Any, left: Any) -> None:
    """Take a garment from its place again."""
    place = turned[i, PLACE]
    turned[i, PLACE] = NOWHERE
    free[place] = 1
    sizes[groups[place]] += 1
    left[groups[place], turned[i, KIND]] += 1


@rule
def _pick_place(
    st: State,
    turned: Any,
    i: int,
    places: Any,
    counts: Any,
    rounds: Any,
    free: Any,
    groups: Any,
    sizes: Any,
    left: Any,
    tried: Any,
) -> int:
    """A random place for a garment, by weight, among those not tried; NOWHERE if there is none."""
    basket = turned[i, BASKET]
    total = 0
    for j in range(counts[basket]):
        if tried[i, j] == 0:
            total += _weigh(turned, i, places[basket, j], rounds, free, groups, sizes, left)
    if total == 0:
        return NOWHERE
    pick = random_below(st.rng, total)
    for j in range(counts[basket]):
        if tried[i, j] == 0:
            pick -= _weigh(turned, i, places[basket, j], rounds, free, groups, sizes, left)
            if pick < 0:
                return j
    return NOWHERE


@rule
def _fewest_places(
    turned: Any, count: int, places: Any, counts: Any, rounds: Any, free: Any, groups: Any, sizes: Any, left: Any
) -> int:
    """The garment without a place that has the fewest to choose from."""
    best = NOWHERE
    fewest = PILE + 1
    for i in range(count):
        if turned[i, PLACE] != NOWHERE:
            continue
        basket = turned[i, BASKET]
        found = 0
        for j in range(counts[basket]):
            found += int(_weigh(turned, i, places[basket, j], rounds, free, groups, sizes, left) > 0)
        if found < fewest:
            best = i
            fewest = found
    return best


@rule
def _search(
    st: State,
    turned: Any,
    count: int,
    places: Any,
    counts: Any,
    rounds: Any,
    free: Any,
    groups: Any,
    sizes: Any,
    left: Any,
    tried: Any,
) -> bool:
    """Give every garment that was turned over a place, the most constrained first; back where it gets stuck."""
    order = np.zeros(CARDS + 1, np.int64)
    depth = 0
    steps = 0
    going_back = False
    while depth < count:
        steps += 1
        if steps > MOST_STEPS:
            return False
        if going_back:
            depth -= 1
            i = order[depth]
            _take_up(turned, i, free, groups, sizes, left)
        else:
            i = _fewest_places(turned, count, places, counts, rounds, free, groups, sizes, left)
            order[depth] = i
        j = _pick_place(st, turned, i, places, counts, rounds, free, groups, sizes, left, tried)
        if j == NOWHERE:
            tried[i, :] = 0
            going_back = True
        else:
            tried[i, j] = 1
            _lay(turned, i, places[turned[i, BASKET], j], free, groups, sizes, left)
            depth += 1
            going_back = False
    return True


@rule
def _lay_as_it_was(st: State, turned: Any, count: int, free: Any, groups: Any, sizes: Any, left: Any) -> None:
    """The truth, where a search took too long."""
    for i in range(count):
        if turned[i, PLACE] != NOWHERE:
            _take_up(turned, i, free, groups, sizes, left)
    for i in range(count):
        for place in range(CARDS):
            same = st.drawn[place] == turned[i, ROUND] and st.cards[place] == turned[i, KIND]
            if same and free[place] > 0 and st.basket[place] == turned[i, BASKET]:
                _lay(turned, i, place, free, groups, sizes, left)
                break


@rule
def _deal_group(st: State, first: int, end: int, group: int, groups: Any, free: Any, left: Any) -> None:
    """Deal the garments of a group that are left to its free places, which lie in a range, at random."""
    count = 0
    cards = np.zeros(CARDS, np.int64)
    for kind in range(kinds_of(st)):
        for _ in range(left[group, kind]):
            cards[count] = kind
            count += 1
    for place in range(first, end):
        if groups[place] == group and free[place] > 0:
            j = random_below(st.rng, count)
            count -= 1
            st.cards[place] = cards[j]
            cards[j] = cards[count]


@rule
def _deal_programmes(st: State, seat: int) -> None:
    """Programmes that others have not turned up yet: any of those that the seat does not hold (L-2.1)."""
    for number in range(max(int(st.round_number), 1), ROUNDS):
        taken = 1 << (int(st.programme[seat, number]) - number * PER_TYPE)
        for other in range(st.num_players):
            if other != seat:
                free = 0
                for which in range(PER_TYPE):
                    free += 1 - ((taken >> which) & 1)
                pick = random_below(st.rng, free)
                for which in range(PER_TYPE):
                    if (taken >> which) & 1 == 0:
                        if pick == 0:
                            st.programme[other, number] = number * PER_TYPE + which
                            taken |= 1 << which
                            break
                        pick -= 1


@rule
def _lay_out(st: State, turned: Any, count: int, groups: Any, free: Any, left: Any) -> None:
    """Write the garments that were turned over, and deal the others."""
    for place in range(CARDS):
        st.drawn[place] = 0
    for i in range(count):
        st.cards[turned[i, PLACE]] = turned[i, KIND]
        st.drawn[turned[i, PLACE]] = turned[i, ROUND]
    for place in range(CARDS):
        if groups[place] == place and place + 1 < CARDS and groups[place + 1] == place:
            end = min(place + LONGEST_CYCLE, CARDS)
            _deal_group(st, place, end, place, groups, free, left)
    _deal_group(st, 0, CARDS, ALL_UNSEEN, groups, free, left)
    if st.phase == FILL and st.num_players > 2:
        for hand in range(st.num_players):
            sort_cards(st, hand_start(st, hand) + taken_of(st, hand), hand_start(st, hand) + hand_size(st))


@rule
def _shuffle_baskets(st: State) -> None:
    """The order of baskets from which is still to be drawn (L-3.3)."""
    for seat in range(st.num_players):
        clear_pile(st, seat)
        if turn_of(st, seat) >= st.turn:
            for place in range(dealt(st)):
                if st.drawn[place] == 0 and st.basket[place] == seat:
                    st.pile[seat, st.pile_size[seat]] = place
                    st.pile_size[seat] += 1
            shuffle_pile(st, seat)


@rule
def determinize(truth: Any, world: State, tb: Tables, seat: int, seed: Wide, legal: Any) -> None:
    """Make of ``world``, a copy of ``truth``, another world that the seat cannot tell from it.

    Who is asked to choose a garment has two to choose from when forced decisions are taken automatically; worlds where
    another player has fewer are dealt again, a bounded number of times.
    """
    seed_rng(world.rng, seed)
    groups = np.zeros(CARDS, np.int64)
    rounds = np.zeros(CARDS, np.int64)
    free = np.ones(CARDS, np.int8)
    sizes = np.zeros(CARDS + 1, np.int64)
    left = np.zeros((CARDS + 1, kinds_of(world)), np.int8)
    turned = np.zeros((CARDS, len(TURNED)), np.int64)
    places = np.zeros((MAX_PLAYERS, PILE + 1), np.int64)
    counts = np.zeros(MAX_PLAYERS, np.int64)
    tried = np.zeros((CARDS, PILE + 1), np.int8)
    for place in range(CARDS):
        rounds[place] = round_of(int(world.num_players), place)
    _find_groups(world, seat, groups)
    _count_groups(world, groups, sizes, left)
    _list_places(world, places, counts)
    count = _list_turned(world, turned)
    if not _search(world, turned, count, places, counts, rounds, free, groups, sizes, left, tried):
        _lay_as_it_was(truth, turned, count, free, groups, sizes, left)
    tried[:, :] = 0
    for _ in range(SWEEPS):
        for i in range(count):
            _take_up(turned, i, free, groups, sizes, left)
            j = _pick_place(world, turned, i, places, counts, rounds, free, groups, sizes, left, tried)
            _lay(turned, i, places[turned[i, BASKET], j], free, groups, sizes, left)
    _deal_programmes(world, seat)
    _lay_out(world, turned, count, groups, free, left)
    if world.decider != seat and world.decision == DECIDE_TAKE:
        tries = 0
        while tries < TRIES and list_legal(world, tb, legal) <= world.auto_forced:
            _lay_out(world, turned, count, groups, free, left)
            tries += 1
    if world.phase == WASH:
        _shuffle_baskets(world)
