"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know is dealt anew: who took which garment of a group (memory.py), garments it never saw, the
order in baskets, programmes that others have not turned up, the random generator. What it remembers stays true, and
that includes every garment turned over out of a basket, of which nobody knows when it came in: each is first given a
place in that basket where it may have lain, then groups and the unseen fill the other places.

A garment is laid to a place with the probability that it lay there, given those before it; those with the fewest
choices come first, and none is laid so that another has none. Where that gets stuck it goes back, and after a while
begins again, with those first that made trouble. Then each is laid once more, given all others (Gibbs sampling,
``SWEEPS`` times over all). So worlds come out as likely as they are if players chose at random, up to what the sweeps
do not mix; what could be concluded from choices is left to agents.

A world depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import Wide, rule, shared_rule
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
MOST_STARTS = 400  # of the search: nine of ten find what they look for at once, the hardest known one of three
PATIENCE = 32  # how often each of them may go back
WHOLE = 1 << 20  # the weight of certainty
NOWHERE = -1  # no place
ALL_UNSEEN = CARDS  # the group of what was never seen

# A garment that was turned over: the basket, its kind, the round, the place it is laid to; for the search, how many
# choices it has, and how often it had none.
TURNED = ("basket", "kind", "round", "place", "choices", "trouble")
BASKET, KIND, ROUND, PLACE, CHOICES, TROUBLE = range(len(TURNED))

# A place of ``cards``: its group, by its first place; the round it was dealt in; which garment turned over lies there.
SLOT = ("group", "dealt_in", "lies")
GROUP, DEALT_IN, LIES = range(len(SLOT))


@rule
def list_slots(st: State, seat: int, slots: Any) -> None:
    """All places, with the groups they are of for a seat (memory.py)."""
    n = int(st.num_players)
    for place in range(CARDS):
        slots[place, GROUP] = ALL_UNSEEN
        slots[place, DEALT_IN] = round_of(n, place)
        slots[place, LIES] = NOWHERE
    for round_number in range(1, st.round_number + 1):
        size = hand_of(n, round_number)
        if n == 2:
            end = first_place(n, round_number) + 2 * size
            if round_number == st.round_number and st.phase == FILL:
                end = market_end(st)
            for place in range(first_place(n, round_number), end):
                slots[place, GROUP] = place
            continue
        for hand in range(n):
            first = first_place(n, round_number) + hand * size
            look = first_look(st, seat, round_number, hand)
            while look <= last_look(st, round_number):
                alone = is_choosing(st, seat, round_number, look)
                slots[first + look, GROUP] = first + look
                for left in range(look + 1, group_end(st, round_number, look)):
                    slots[first + left, GROUP] = first + left if alone else first + look + 1
                look += n


@rule
def _count_room(st: State, slots: Any, room: Any) -> None:
    """Of every group which kinds it has, and in the last column how many places."""
    for place in range(CARDS):
        room[slots[place, GROUP], st.cards[place]] += 1
        room[slots[place, GROUP], kinds_of(st)] += 1


@rule
def list_turned(st: State, turned: Any) -> int:
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
def _list_places(st: State, places: Any) -> None:
    """The places of the garments that came into each basket, behind how many they are."""
    for place in range(dealt(st)):
        basket = int(st.basket[place])
        if basket != NO_SEAT:
            places[basket, 0] += 1
            places[basket, places[basket, 0]] = place


@rule
def _weigh(turned: Any, i: int, place: int, slots: Any, room: Any) -> int:
    """How likely a garment that was turned over lay in a place, as a weight; 0 if it cannot have."""
    if slots[place, LIES] != NOWHERE or slots[place, DEALT_IN] > turned[i, ROUND]:
        return 0
    group = slots[place, GROUP]
    copies = int(room[group, turned[i, KIND]])
    return copies * (WHOLE // int(room[group, room.shape[1] - 1])) if copies > 0 else 0


@rule
def _lay(turned: Any, i: int, place: int, slots: Any, room: Any) -> None:
    """Lay a garment that was turned over to a place."""
    turned[i, PLACE] = place
    slots[place, LIES] = i
    room[slots[place, GROUP], turned[i, KIND]] -= 1
    room[slots[place, GROUP], room.shape[1] - 1] -= 1


@rule
def _take_up(turned: Any, i: int, slots: Any, room: Any) -> None:
    """Take a garment from its place again."""
    place = turned[i, PLACE]
    turned[i, PLACE] = NOWHERE
    slots[place, LIES] = NOWHERE
    room[slots[place, GROUP], turned[i, KIND]] += 1
    room[slots[place, GROUP], room.shape[1] - 1] += 1


@rule
def _pick_place(st: State, turned: Any, i: int, places: Any, slots: Any, room: Any, barred: int, most: int) -> int:
    """A random place for a garment, by weight, out of its basket's; those of the bits ``barred`` are left out.

    No weight counts for more than ``most``.
    """
    basket = turned[i, BASKET]
    total = 0
    for j in range(1, places[basket, 0] + 1):
        if (barred >> j) & 1 == 0:
            total += min(_weigh(turned, i, places[basket, j], slots, room), most)
    if total == 0:
        return NOWHERE
    pick = random_below(st.rng, total)
    for j in range(1, places[basket, 0] + 1):
        if (barred >> j) & 1 == 0:
            pick -= min(_weigh(turned, i, places[basket, j], slots, room), most)
            if pick < 0:
                return j
    return NOWHERE


@rule
def _count_choices(turned: Any, i: int, places: Any, slots: Any, room: Any) -> int:
    """How many groups a garment may be of; a group has one place in a basket, but for what was never seen."""
    basket = turned[i, BASKET]
    groups = 0
    unseen = 0
    for j in range(1, places[basket, 0] + 1):
        if _weigh(turned, i, places[basket, j], slots, room) > 0:
            if slots[places[basket, j], GROUP] == ALL_UNSEEN:
                unseen = 1
            else:
                groups += 1
    return groups + unseen


@rule
def _recount(turned: Any, count: int, i: int, places: Any, slots: Any, room: Any) -> bool:
    """Count the choices of those whom a garment may stand in the way of; whether each has one."""
    fine = True
    for other in range(count):
        near = turned[other, BASKET] == turned[i, BASKET] or turned[other, KIND] == turned[i, KIND]
        if near and turned[other, PLACE] == NOWHERE:
            turned[other, CHOICES] = _count_choices(turned, other, places, slots, room)
            if turned[other, CHOICES] == 0:
                turned[other, TROUBLE] += 1
                fine = False
    return fine


@rule
def _is_harder(turned: Any, i: int, other: int) -> bool:
    """Whether a garment is better laid before another one: it has no choice, or few for the trouble that it made."""
    if turned[i, CHOICES] == 1 or turned[other, CHOICES] == 1:
        return bool(turned[i, CHOICES] < turned[other, CHOICES])
    return bool(turned[i, CHOICES] * (1 + turned[other, TROUBLE]) < turned[other, CHOICES] * (1 + turned[i, TROUBLE]))


@rule
def _hardest(turned: Any, count: int) -> int:
    """The garment to be laid next."""
    best = NOWHERE
    for i in range(count):
        if turned[i, PLACE] == NOWHERE and (best == NOWHERE or _is_harder(turned, i, best)):
            best = i
    return best


@rule
def _lay_all(st: State, turned: Any, count: int, places: Any, slots: Any, room: Any, most: int, patience: int) -> bool:
    """Lay every garment that was turned over to a place, the hardest first, and none so that another has no choice.

    Where one cannot be laid, the one before it is laid elsewhere; after so many times, False.
    """
    for i in range(count):
        turned[i, CHOICES] = _count_choices(turned, i, places, slots, room)
    order = np.zeros((CARDS + 1, 2), np.int64)  # garments, and bits of the places that were tried for them
    depth = 0
    order[0, 0] = _hardest(turned, count)
    while depth < count:
        i = int(order[depth, 0])
        j = _pick_place(st, turned, i, places, slots, room, int(order[depth, 1]), most)
        if j == NOWHERE:
            turned[i, TROUBLE] += 1
            patience -= 1
            depth -= 1
            if patience < 0 or depth < 0:
                return False
            i = int(order[depth, 0])
            _take_up(turned, i, slots, room)
            _recount(turned, count, i, places, slots, room)
            continue
        order[depth, 1] |= 1 << j
        _lay(turned, i, int(places[turned[i, BASKET], j]), slots, room)
        if _recount(turned, count, i, places, slots, room):
            depth += 1
            order[depth, 0] = _hardest(turned, count)
            order[depth, 1] = 0
        else:
            _take_up(turned, i, slots, room)
            _recount(turned, count, i, places, slots, room)
    return True


@rule
def _search(st: State, turned: Any, count: int, places: Any, slots: Any, room: Any) -> bool:
    """Lay every garment that was turned over to a place; where that takes too long, all over again.

    Those that made trouble then come first, and what is hardly likely gets its chance: it may be what happened.
    """
    for start in range(MOST_STARTS):
        if _lay_all(st, turned, count, places, slots, room, 1 if start % 2 else WHOLE, PATIENCE):
            return True
        for i in range(count):
            if turned[i, PLACE] != NOWHERE:
                _take_up(turned, i, slots, room)
    return False


@rule
def _lay_as_it_was(truth: Any, turned: Any, count: int, slots: Any, room: Any) -> None:
    """The truth, where a search took too long."""
    for i in range(count):
        for place in range(CARDS):
            same = truth.drawn[place] == turned[i, ROUND] and truth.cards[place] == turned[i, KIND]
            if same and slots[place, LIES] == NOWHERE and truth.basket[place] == turned[i, BASKET]:
                _lay(turned, i, place, slots, room)
                break


@rule
def _deal_group(st: State, first: int, end: int, group: int, slots: Any, room: Any) -> None:
    """Deal the garments of a group that are left to its free places, which lie in a range, at random."""
    count = 0
    cards = np.zeros(CARDS, np.int64)
    for kind in range(kinds_of(st)):
        for _ in range(room[group, kind]):
            cards[count] = kind
            count += 1
    for place in range(first, end):
        if slots[place, GROUP] == group and slots[place, LIES] == NOWHERE:
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
def _lay_out(st: State, turned: Any, count: int, slots: Any, room: Any) -> None:
    """Write the garments that were turned over, and deal the others."""
    for place in range(CARDS):
        st.drawn[place] = 0
    for i in range(count):
        st.cards[turned[i, PLACE]] = turned[i, KIND]
        st.drawn[turned[i, PLACE]] = turned[i, ROUND]
    for place in range(CARDS):
        if slots[place, GROUP] == place and place + 1 < CARDS and slots[place + 1, GROUP] == place:
            end = min(place + LONGEST_CYCLE, CARDS)
            _deal_group(st, place, end, place, slots, room)
    _deal_group(st, 0, CARDS, ALL_UNSEEN, slots, room)
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


@shared_rule
def determinize(truth: Any, world: State, tb: Tables, seat: int, seed: Wide, legal: Any) -> None:
    """Make of ``world``, a copy of ``truth``, another world that the seat cannot tell from it.

    Who is asked to choose a garment has two to choose from when forced decisions are taken automatically; worlds where
    another player has fewer are dealt again, a bounded number of times.
    """
    seed_rng(world.rng, seed)
    slots = np.zeros((CARDS, len(SLOT)), np.int64)
    room = np.zeros((CARDS + 1, kinds_of(world) + 1), np.int64)
    turned = np.zeros((CARDS, len(TURNED)), np.int64)
    places = np.zeros((MAX_PLAYERS, 2 + PILE), np.int64)
    list_slots(world, seat, slots)
    _count_room(world, slots, room)
    _list_places(world, places)
    count = list_turned(world, turned)
    if not _search(world, turned, count, places, slots, room):
        _lay_as_it_was(truth, turned, count, slots, room)
    for _ in range(SWEEPS):
        for i in range(count):
            _take_up(turned, i, slots, room)
            j = _pick_place(world, turned, i, places, slots, room, 0, WHOLE)
            _lay(turned, i, int(places[turned[i, BASKET], j]), slots, room)
    _deal_programmes(world, seat)
    _lay_out(world, turned, count, slots, room)
    if world.decider != seat and world.decision == DECIDE_TAKE:
        tries = 0
        while tries < TRIES and list_legal(world, tb, legal) <= world.auto_forced:
            _lay_out(world, turned, count, slots, room)
            tries += 1
    if world.phase == WASH:
        _shuffle_baskets(world)
