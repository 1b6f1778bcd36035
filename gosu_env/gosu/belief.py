"""What is likely of hidden cards by counting alone: expected numbers, if all deals that fit are alike.

The deals are those of worlds.py: one pool, or the pools that a perfect memory tells apart (memory.py), with a ghost as
a card that is pinned to a hand but not to a pool (engine/posterior.py); during a draft, the packs. What another
player's pending decision gives away is left out, but for a mulligan: who is asked has no Bakuto.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.armies.state import seat_after
from gosu_env.engine.compile import rule
from gosu_env.engine.posterior import (
    CHOICE,
    NOWHERE,
    PINNED,
    spread,
)
from gosu_env.gosu.draft import first_place, kept_before, kept_of, pass_number, passes_seen, unseen_of
from gosu_env.gosu.memory import drafted_pools, kept_of_look, known_copies, shown_copies
from gosu_env.gosu.pools import (
    CHOICES,
    FAMILIAR,
    HOMES,
    MOST_POOLS,
    MOST_SHOWN,
    OF_LOOKS,
    PILE,
    SHOWN_COLUMNS,
    SORTS,
    count_pools,
    find_plain,
    list_shown,
    pin_shown,
    pools_of,
    write_down,
)
from gosu_env.gosu.state import (
    LOOKED,
    MAX_PLAYERS,
    OPENING_HAND,
    State,
    Tables,
    kinds_of,
)
from gosu_env.gosu.vocabulary import DECIDE_MULLIGAN
from gosu_env.gosu.worlds import has_entries

PACK_POOLS = 1 + MAX_PLAYERS * OPENING_HAND


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
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Expected copies of each card in other hands and in the draw pile, and how many of them are known to be there."""
    kinds = kinds_of(st)
    all_kinds = kinds + FAMILIAR
    fits = np.zeros(all_kinds, np.int8)
    homes = np.zeros(SORTS, np.int64)
    find_plain(st, tb, fits)
    for sort in range(SORTS):
        homes[sort] = sort // 2 if sort // 2 != 0 else NOWHERE
        if sort >= OF_LOOKS:
            homes[sort] = 1 + (sort - OF_LOOKS) // 2
    share = np.zeros((HOMES, all_kinds), np.float64)
    sure = np.zeros((HOMES, all_kinds), np.int64)
    shown = np.zeros((MOST_SHOWN, SHOWN_COLUMNS), np.int64)
    count = list_shown(st, seat, shown)
    pinned = np.zeros((count, len(PINNED)), np.int64)
    choices = np.zeros((count, CHOICES, len(CHOICE)), np.int64)
    whole = st.draft == 0 and not has_entries(st)
    if whole:
        cards = np.zeros((1, all_kinds), np.int64)
        places = np.zeros((1, SORTS), np.int64)
        _count_one_pool(st, seat, cards, places)
        exact = spread(cards, places, 1, fits, homes, pinned, choices, 0, True, sure, share)
    elif st.draft > 0:
        cards = np.zeros((PACK_POOLS, all_kinds), np.int64)
        places = np.zeros((PACK_POOLS, SORTS), np.int64)
        pools = _count_packs(st, seat, cards, places)
        exact = spread(cards, places, pools, fits, homes, pinned, choices, 0, True, sure, share)
    else:
        listed = np.zeros(MOST_POOLS, np.int64)
        located = np.zeros(MOST_POOLS, np.int64)
        size = write_down(st, seat, shown, count, listed, located)
        cards = np.zeros((pools_of(listed, size), all_kinds), np.int64)
        places = np.zeros((cards.shape[0], SORTS), np.int64)
        numbers = np.zeros(MOST_POOLS, np.int64)
        early = np.zeros(SORTS, np.int64)
        pools = count_pools(st, seat, shown, count, listed, located, size, cards, places, numbers, early)
        pin_shown(st, tb, seat, settled, shown, count, cards, places, numbers, pools, early, pinned, choices)
        exact = spread(cards, places, pools, fits, homes, pinned, choices, count, True, sure, share)
    kept = kept_of_look(st) if st.draft == 0 and st.decider != seat else 0
    for relative in range(1, st.num_players):
        other = seat_after(st, seat, relative)
        part = kept / (kept + int(st.look_size)) if kept > 0 and other == st.decider else 0.0
        for kind in range(kinds):
            lying = 0
            if st.draft == 0:
                lying = known_copies(st, seat, other, kind) if whole else shown_copies(st, other, kind)
            known[(relative - 1) * kinds + kind] = lying + sure[other + 1, kind]
            out[(relative - 1) * kinds + kind] = lying + share[other + 1, kind] + part * share[LOOKED, kind]
    first = (int(st.num_players) - 1) * kinds
    for kind in range(kinds):
        known[first + kind] = sure[PILE, kind]
        out[first + kind] = share[PILE, kind]
    return exact
