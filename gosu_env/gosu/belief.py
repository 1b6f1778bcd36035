"""What is likely of hidden cards by counting alone: expected numbers, if all deals that fit are alike.

The deals are those of worlds.py: one pool, or the pools that a perfect memory tells apart (memory.py), with a ghost as
a card that is pinned to a hand but not to a pool (engine/posterior.py); during a draft, the packs. What another
player's pending decision gives away is left out, but for a mulligan: who is asked has no Bakuto.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.armies.state import seat_after
from gosu_env.engine.jit import rule
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
from gosu_env.gosu.draft import first_place, kept_before, kept_of, pass_number, passes_seen, unseen_of
from gosu_env.gosu.memory import class_of, drafted_pools, known_copies, shown_copies
from gosu_env.gosu.redeal import PILE, write_down
from gosu_env.gosu.state import (
    CARDS,
    EPOCHS,
    GHOST_BORN,
    GHOST_HOLDER,
    GHOST_KIND,
    GHOST_LIMIT,
    GHOST_WHEN,
    GHOSTS,
    LOOKED,
    MAX_PLAYERS,
    OPENING_HAND,
    State,
    Tables,
    kinds_of,
    may_stand,
)
from gosu_env.gosu.vocabulary import DECIDE_MULLIGAN
from gosu_env.gosu.worlds import has_entries

HOMES = PILE + 1  # holders: 0 is a pack that goes round, then seats, LOOKED, PILE
SORTS = 2 * HOMES  # the places of a holder: any card; no Bakuto (odd)
PACK_POOLS = 1 + MAX_PLAYERS * OPENING_HAND
MOST_POOLS = CARDS + GHOSTS
CHOICES = 8


@rule
def _count_one_pool(st: State, seat: int, cards: Any, places: Any) -> None:
    """All that a seat cannot see, as one pool."""
    for other in range(st.num_players):
        if other == seat:
            continue
        hidden = 0
        for kind in range(kinds_of(st)):
            if st.hand[other, kind] > 0:
                copies = int(st.hand[other, kind]) - known_copies(st, seat, other, kind)
                cards[0, kind] += copies
                hidden += copies
        plain = 0 if drafted_pools(st) else min(int(st.plain[other]), hidden)
        if st.decision == DECIDE_MULLIGAN and st.decider == other:  # G-2.3
            plain = hidden
        places[0, 2 * (other + 1)] += hidden - plain
        places[0, 2 * (other + 1) + 1] += plain
    if st.decider != seat:
        for i in range(st.look_size):
            cards[0, st.look[i]] += 1
        places[0, 2 * LOOKED] += int(st.look_size)
    for i in range(st.deck_size):
        cards[0, st.deck[i]] += 1
    places[0, 2 * PILE] += int(st.deck_size)


@rule
def _count_pack(st: State, pack: int, begin: int, end: int, pool: int, plain: int, cards: Any, places: Any) -> None:
    """Count some places of a pack into a pool: who kept the card of each, if it was kept already."""
    kept = kept_of(st, pack)
    for i in range(begin, end):
        holder = (pack + max(i - 1, 0)) % int(st.num_players) + 1 if i < kept else 0
        cards[pool, st.deck[first_place(st, pack) + i]] += 1
        places[pool, 2 * holder + plain] += 1


@rule
def _count_packs(st: State, seat: int, cards: Any, places: Any) -> int:
    """During a draft: what the seat never saw, and of every pack what it saw go round; how many pools."""
    n = int(st.num_players)
    for i in range(st.deck_size):
        cards[0, st.deck[i]] += 1
    places[0, 2 * PILE] += int(st.deck_size)
    pools = 1
    for pack in range(n):
        _count_pack(st, pack, 0, unseen_of(st, seat, pack), 0, int(st.plain[pack] > 0), cards, places)
        passes = (seat - pack + n) % n
        seen = max(passes_seen(st, seat), 1)
        while passes < seen:
            begin = kept_of(st, pack) if passes == pass_number(st) else kept_before(passes + 1)
            end = kept_before(passes + n) if passes + n < seen else OPENING_HAND
            _count_pack(st, pack, begin, end, pools, 0, cards, places)
            pools += 1
            passes += n
    return pools


@rule
def _is_plain(st: State, seat: int, pool: int, tag: int) -> bool:
    """Whether a place is of a pack that was a hand without Bakutos (G-2.3), of which the seat knows nothing else."""
    if pool != EPOCHS or tag >= EPOCHS or not drafted_pools(st):
        return False
    pack = (tag - 1) // OPENING_HAND
    return bool(pack != seat and st.plain[pack] > 0)


@rule
def _count_pools(st: State, seat: int, cards: Any, places: Any, numbers: Any, early: Any) -> int:
    """The pools that a seat tells apart, and in ``numbers`` which they are; how many.

    ``early`` counts the places of a sort that are of the first draw pile's pool but older: those of a pack.
    """
    listed = np.zeros(CARDS + GHOSTS, np.int64)
    lying = np.zeros(CARDS + GHOSTS, np.int64)
    size = write_down(st, seat, listed, lying)
    pools = 0
    for i in range(size):
        if pools == 0 or numbers[pools - 1] != listed[i] // 256:
            numbers[pools] = listed[i] // 256
            pools += 1
        cards[pools - 1, listed[i] % 256] += 1
    pool = 0
    for i in range(size):
        number, holder, tag = int(lying[i] // 2048), int(lying[i] // 256 % 8), int(lying[i] % 256)
        while numbers[pool] != number:
            pool += 1
        sort = 2 * holder + int(_is_plain(st, seat, number, tag))
        places[pool, sort] += 1
        early[sort] += number == EPOCHS and tag < EPOCHS
    if not drafted_pools(st) and pools > 0 and numbers[0] == EPOCHS:
        for other in range(st.num_players):
            if other != seat:
                plain = min(int(st.plain[other]), int(places[0, 2 * (other + 1)]))
                places[0, 2 * (other + 1)] -= plain
                places[0, 2 * (other + 1) + 1] += plain
    return pools


@rule
def _list_ghosts(
    st: State,
    tb: Tables,
    seat: int,
    settled: bool,
    cards: Any,
    places: Any,
    numbers: Any,
    pools: int,
    early: Any,
    pinned: Any,
    choices: Any,
) -> int:
    """Ghosts as pinned cards; how many. ``settled``: they come from where it is written down."""
    count = 0
    for ghost in range(st.ghosts_size):
        holder = int(st.ghosts[ghost, GHOST_HOLDER])
        if holder == seat + 1:
            continue
        kind, when, born = (
            int(st.ghosts[ghost, GHOST_KIND]),
            int(st.ghosts[ghost, GHOST_WHEN]),
            int(st.ghosts[ghost, GHOST_BORN]),
        )
        pinned[count, PINNED_KIND] = kind
        found = 0
        for pool in range(pools):
            if cards[pool, kind] == 0 or numbers[pool] > EPOCHS + when:
                continue
            if settled and numbers[pool] != class_of(st, seat, born):
                continue
            for plain in range(2):
                sort = 2 * holder + plain
                if places[pool, sort] == 0 or found == CHOICES:
                    continue
                if plain == 1 and (not drafted_pools(st) or may_stand(st, tb, kind, 0)):
                    continue
                if settled and drafted_pools(st) and _is_plain(st, seat, int(numbers[pool]), born) != (plain == 1):
                    continue
                limit = int(places[pool, sort])
                if numbers[pool] == EPOCHS + when:
                    limit = min(limit, int(st.ghosts[ghost, GHOST_LIMIT]) + int(early[sort]) * int(when == 0))
                choices[count, found, CHOICE_POOL] = pool
                choices[count, found, CHOICE_SORT] = sort
                choices[count, found, CHOICE_LIMIT] = limit
                found += 1
        pinned[count, PINNED_CHOICES] = found
        count += 1
    return count


@rule
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Expected copies of each card in other hands and in the draw pile, and how many of them are known to be there."""
    kinds = kinds_of(st)
    fits = np.zeros(kinds, np.int8)
    homes = np.zeros(SORTS, np.int64)
    for kind in range(kinds):
        fits[kind] = not may_stand(st, tb, kind, 0)
    for sort in range(SORTS):
        homes[sort] = sort // 2 if sort // 2 not in (0, LOOKED) else NOWHERE
    share = np.zeros((HOMES, kinds), np.float64)
    sure = np.zeros((HOMES, kinds), np.int64)
    pinned = np.zeros((GHOSTS, len(PINNED)), np.int64)
    choices = np.zeros((GHOSTS, CHOICES, len(CHOICE)), np.int64)
    whole = st.draft == 0 and not has_entries(st)
    if whole:
        cards = np.zeros((1, kinds), np.int64)
        places = np.zeros((1, SORTS), np.int64)
        _count_one_pool(st, seat, cards, places)
        exact = spread(cards, places, 1, fits, homes, pinned, choices, 0, True, sure, share)
    elif st.draft > 0:
        cards = np.zeros((PACK_POOLS, kinds), np.int64)
        places = np.zeros((PACK_POOLS, SORTS), np.int64)
        pools = _count_packs(st, seat, cards, places)
        exact = spread(cards, places, pools, fits, homes, pinned, choices, 0, True, sure, share)
    else:
        cards = np.zeros((MOST_POOLS, kinds), np.int64)
        places = np.zeros((MOST_POOLS, SORTS), np.int64)
        numbers = np.zeros(MOST_POOLS, np.int64)
        early = np.zeros(SORTS, np.int64)
        pools = _count_pools(st, seat, cards, places, numbers, early)
        count = _list_ghosts(st, tb, seat, settled, cards, places, numbers, pools, early, pinned, choices)
        exact = spread(cards, places, pools, fits, homes, pinned, choices, count, True, sure, share)
    for relative in range(1, st.num_players):
        other = seat_after(st, seat, relative)
        for kind in range(kinds):
            lying = 0
            if st.draft == 0:
                lying = known_copies(st, seat, other, kind) if whole else shown_copies(st, other, kind)
            known[(relative - 1) * kinds + kind] = lying + sure[other + 1, kind]
            out[(relative - 1) * kinds + kind] = lying + share[other + 1, kind]
    first = (int(st.num_players) - 1) * kinds
    for kind in range(kinds):
        known[first + kind] = sure[PILE, kind]
        out[first + kind] = share[PILE, kind]
    return exact
