"""The pools of hidden cards that a seat tells apart (memory.py), written down for those who deal or count.

Every hidden card is written down as what it is and of which class, every place where one lies as who holds it and of
which class; both lists are sorted, so that nothing tells who had what. A ghost, or a trace, is a card that is pinned to
a hand, but not to a place: it may lie at any place of that hand that is old enough (engine/posterior.py), or that is
of its look. Cards that are in hand for sure, but count for a pool (``familiar``), have kinds of their own.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.posterior import (
    CHOICE_LIMIT,
    CHOICE_POOL,
    CHOICE_SORT,
    PINNED_CHOICES,
    PINNED_KIND,
)
from gosu_env.gosu.memory import (
    class_of,
    drafted_pools,
    entries_of,
    has_trace,
    kept_of_look,
    open_copies,
    open_pool,
    trace_limit,
    trace_seat,
    trace_tag,
)
from gosu_env.gosu.state import (
    CARDS,
    CERTAIN,
    EPOCHS,
    GHOST,
    GHOST_BORN,
    GHOST_HOLDER,
    GHOST_KIND,
    GHOST_LIMIT,
    GHOST_LOOKED,
    GHOST_WHEN,
    GHOSTS,
    LATE,
    LOOKED,
    MAX_PLAYERS,
    OPENING_HAND,
    TRACE,
    State,
    Tables,
    kinds_of,
    may_stand,
)

PILE = LOOKED + 1  # holder of the cards of the draw pile
HOMES = PILE + 1  # holders: 0 is a pack that goes round, then seats, LOOKED, PILE
OF_LOOKS = 2 * HOMES  # sorts from here on: places of a look across a reshuffle, the last that a hand has of a pool
SORTS = OF_LOOKS + 2 * MAX_PLAYERS  # the places of a holder: any card; no Bakuto (odd)
FAMILIAR = 2  # kinds behind those of the set: familiar Bakutos; other familiar cards
MOST_SHOWN = GHOSTS + CARDS  # ghosts and traces
MOST_POOLS = CARDS + MOST_SHOWN  # as many as there may be cards
SHOWN_COLUMNS = len(GHOST) + 1
SHOWN_SOURCE = len(GHOST)  # the number of the ghost; of a trace, GHOSTS + its kind
CHOICES = 24  # where a ghost may lie: three for every pool with cards of its kind

# A card is class * 256 + kind; a place is (class * 8 + holder) * 256 + tag.


@rule
def class_at(place: int) -> int:
    return place // 2048


@rule
def holder_at(place: int) -> int:
    return place // 256 % 8


@rule
def list_shown(st: State, seat: int, shown: Any) -> int:
    """Ghosts and traces of other hands as rows of GHOST with their source, those of a hand in order; how many."""
    count = 0
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] % CERTAIN != seat + 1:
            for column in range(len(GHOST)):
                shown[count, column] = st.ghosts[i, column]
            shown[count, GHOST_HOLDER] %= CERTAIN
            shown[count, SHOWN_SOURCE] = i
            count += 1
    if not drafted_pools(st):
        return count
    for kind in range(kinds_of(st)):
        if count == MOST_SHOWN or not has_trace(st, kind) or trace_seat(st, kind) == seat:
            continue
        holder, limit = trace_seat(st, kind) + 1, trace_limit(st, kind)
        when = int(limit == LATE)
        at = count
        while at > 0 and (
            shown[at - 1, GHOST_HOLDER] != holder
            or shown[at - 1, GHOST_WHEN] * 256 + shown[at - 1, GHOST_LIMIT] > when * 256 + limit
        ):
            for column in range(SHOWN_COLUMNS):
                shown[at, column] = shown[at - 1, column]
            at -= 1
        shown[at, GHOST_KIND] = kind
        shown[at, GHOST_HOLDER] = holder
        shown[at, GHOST_BORN] = trace_tag(st, kind)
        shown[at, GHOST_WHEN] = when
        shown[at, GHOST_LIMIT] = limit
        shown[at, GHOST_LOOKED] = 0
        shown[at, SHOWN_SOURCE] = GHOSTS + kind
        count += 1
    return count


@rule
def _note(st: State, seat: int, cards: Any, places: Any, size: int, kind: int, holder: int, tag: int) -> int:
    """Write down a hidden card and its place; how many there are."""
    pool = class_of(st, seat, tag)
    cards[size] = pool * 256 + kind
    places[size] = (pool * 8 + holder) * 256 + tag
    return size + 1


@rule
def write_down(st: State, seat: int, shown: Any, count: int, cards: Any, places: Any) -> int:
    """All that a seat cannot see, sorted, and what was shown (``list_shown``); how many cards.

    Of a look across a reshuffle, nobody else knows which cards are kept already: all are written down as looked at.
    """
    size = 0
    present = open_pool(st)
    looks = st.decider == seat
    kept = 0 if looks else kept_of_look(st)
    for kind in range(kinds_of(st)):
        for copy in range(2):
            holder = int(st.holder[kind, copy])
            if 0 < holder < TRACE and holder != seat + 1 and not (holder == LOOKED and looks):
                size = _note(st, seat, cards, places, size, kind, holder, int(st.born[kind, copy]))
        for other in range(st.num_players):
            if other != seat and st.hand[other, kind] > 0 and not (kept > 0 and other == st.decider):
                for _ in range(open_copies(st, other, kind)):
                    size = _note(st, seat, cards, places, size, kind, other + 1, present)
    if not looks:
        for kind in range(kinds_of(st)):
            copies = -entries_of(st, kind, LOOKED)
            for i in range(st.look_size):
                copies += st.look[i] == kind
            if kept > 0:
                copies += open_copies(st, int(st.decider), kind)
            for _ in range(copies):
                size = _note(st, seat, cards, places, size, kind, LOOKED, present)
    for i in range(st.deck_size):
        size = _note(st, seat, cards, places, size, int(st.deck[i]), PILE, present)
    familiar = True
    for i in range(count):
        holder, born = int(shown[i, GHOST_HOLDER]), int(shown[i, GHOST_BORN])
        size = _note(st, seat, cards, places, size, int(shown[i, GHOST_KIND]), holder, born)
        if shown[i, GHOST_LOOKED] > 0 and familiar:
            familiar = False
            for which in range(FAMILIAR):
                for _ in range(st.familiar[which]):
                    tag = EPOCHS + int(shown[i, GHOST_WHEN]) - 1
                    size = _note(st, seat, cards, places, size, kinds_of(st) + which, holder, tag)
    cards[:size].sort()
    places[:size].sort()
    return size


@rule
def look_sort(holder: int) -> int:
    """The sort of the places that a hand has of a look."""
    return OF_LOOKS + 2 * (holder - 1)


@rule
def is_plain(st: State, seat: int, pool: int, tag: int) -> bool:
    """Whether a place is of a pack that was a hand without Bakutos (G-2.3), of which the seat knows nothing else."""
    if pool != EPOCHS or tag >= EPOCHS or not drafted_pools(st):
        return False
    pack = (tag - 1) // OPENING_HAND
    return bool(pack != seat and st.plain[pack] > 0)


@rule
def find_plain(st: State, tb: Tables, fits: Any) -> None:
    """Which cards are no Bakutos: those that fit to places of odd sorts."""
    for kind in range(kinds_of(st)):
        fits[kind] = not may_stand(st, tb, kind, 0)
    fits[kinds_of(st) + 1] = 1


@rule
def pools_of(listed: Any, size: int) -> int:
    """How many different classes the cards have that were written down."""
    pools = 0
    for i in range(size):
        pools += i == 0 or listed[i] // 256 != listed[i - 1] // 256
    return pools


@rule
def count_pools(
    st: State,
    seat: int,
    shown: Any,
    count: int,
    listed: Any,
    lying: Any,
    size: int,
    cards: Any,
    places: Any,
    numbers: Any,
    early: Any,
) -> int:
    """Count what was written down: the pools that a seat tells apart, and in ``numbers`` which they are; how many.

    ``early`` counts the places of a sort that are of the first draw pile's pool but older: those of a pack. Without a
    draft, those of a hand kept at a mulligan are the oldest, and so many fewer are of the other sort.
    """
    pools = 0
    for i in range(size):
        if pools == 0 or numbers[pools - 1] != listed[i] // 256:
            numbers[pools] = listed[i] // 256
            pools += 1
        cards[pools - 1, listed[i] % 256] += 1
    pool = 0
    for i in range(size):
        number, tag = class_at(int(lying[i])), int(lying[i] % 256)
        while numbers[pool] != number:
            pool += 1
        sort = 2 * holder_at(int(lying[i])) + int(is_plain(st, seat, number, tag))
        places[pool, sort] += 1
        early[sort] += number == EPOCHS and tag < EPOCHS
    for i in range(count):
        holder, number = int(shown[i, GHOST_HOLDER]), EPOCHS + int(shown[i, GHOST_WHEN]) - 1
        sort = look_sort(holder)
        for pool in range(pools):
            if shown[i, GHOST_LOOKED] > 0 and numbers[pool] == number and places[pool, sort] == 0:
                looked = min(int(shown[i, GHOST_LOOKED]) - 1, int(places[pool, 2 * holder]))
                places[pool, 2 * holder] -= looked
                places[pool, sort] += looked
    if not drafted_pools(st) and pools > 0 and numbers[0] == EPOCHS:
        for other in range(st.num_players):
            if other != seat:
                plain = min(int(st.plain[other]), int(places[0, 2 * (other + 1)]))
                places[0, 2 * (other + 1)] -= plain
                places[0, 2 * (other + 1) + 1] += plain
                early[2 * (other + 1)] = -plain
    return pools


@rule
def pin_shown(
    st: State,
    tb: Tables,
    seat: int,
    settled: bool,
    shown: Any,
    count: int,
    cards: Any,
    places: Any,
    numbers: Any,
    pools: int,
    early: Any,
    pinned: Any,
    choices: Any,
) -> None:
    """What was shown as pinned cards. ``settled``: they come from where it is written down."""
    for i in range(count):
        holder = int(shown[i, GHOST_HOLDER])
        kind, when, born = int(shown[i, GHOST_KIND]), int(shown[i, GHOST_WHEN]), int(shown[i, GHOST_BORN])
        pinned[i, PINNED_KIND] = kind
        looked = shown[i, GHOST_LOOKED] > 0
        found = 0
        for pool in range(pools):
            if cards[pool, kind] == 0 or numbers[pool] > EPOCHS + when:
                continue
            if settled and numbers[pool] != class_of(st, seat, born):
                continue
            for which in range(3):
                of_look, plain = which == 2, which == 1
                sort = look_sort(holder) if of_look else 2 * holder + which
                if places[pool, sort] == 0 or found == CHOICES:
                    continue
                if plain and may_stand(st, tb, kind, 0):
                    continue
                if settled and drafted_pools(st) and is_plain(st, seat, int(numbers[pool]), born) != plain:
                    continue
                if of_look and (numbers[pool] == EPOCHS + when or (looked and numbers[pool] != EPOCHS + when - 1)):
                    continue
                if looked and not of_look and numbers[pool] != EPOCHS + when:
                    continue
                limit = int(places[pool, sort])
                if numbers[pool] == EPOCHS + when:
                    limit = min(limit, int(shown[i, GHOST_LIMIT]) + int(early[sort]) * int(when == 0))
                choices[i, found, CHOICE_POOL] = pool
                choices[i, found, CHOICE_SORT] = sort
                choices[i, found, CHOICE_LIMIT] = limit
                found += 1
        pinned[i, PINNED_CHOICES] = found
