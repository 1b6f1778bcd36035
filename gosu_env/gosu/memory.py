"""What players know of hidden cards, by what they saw and by what a perfect memory adds.

A card that came into a hand openly is **known** there (``st.known``). Of a hidden card others know the **pool** it came
from. The discard pile is open and the deck is common, so when the draw pile is exhausted everybody can tell which cards
the other hands hold together: with two players the hand itself, with more a pool. Cards drawn later come from the
reshuffled pile and belong to the next pool. A draft makes pools, too: whoever hands a pack on knows which cards the
others share out (``class_of``).

A hidden card without an entry belongs to the pool of the present draw pile. One from a closed pool has an entry:
``st.holder`` says who holds it, ``st.born`` its tag: 1 … 28 for a place in a pack, EPOCHS + e for the draw pile before
reshuffle e + 1.

When a hand shows a card of which hidden copies exist in two pools, nobody else can tell from which of them this one
came. Such a card leaves a **ghost** behind: pools and hands are then counted as if it were still there, and a world may
take it from either pool, but from that hand. ``when`` and ``limit`` of a ghost say how many cards of the pool of that
time the hand had then: cards drawn later cannot have been it.

A card of which everybody knows the pool takes its place with it when it is shown, if that may be any place of the pool
that a ghost of the hand may have had. If cards were drawn since, it leaves a ghost, too, which is **certain**: nobody
can tell whether it had one of the older places or a later one. So it does with three and four players if a mulligan was
declined and cards were drawn since. After a draft, whoever did not see a pack cannot tell whether a card was kept of it
or drawn. Such a card leaves a **trace** if there is one copy of it, else a certain ghost. Observations count neither.

When the draw pile is exhausted while a player looks at its cards, some of them are of the old pool and some of the new
one. If one is discarded that may be of either, nobody else can tell of which pool those are that were kept. Such a card
leaves a ghost, too, but in one of the places of that look: ``limit`` of them are the first that the hand has of the new
pool, and ``looked``, less one, the last that it has of the old one. Until the look is over, all its cards of the old
pool have entries with the holder LOOKED, those that were kept as well.

Between two players there are ghosts after a declined mulligan and after such a look. A reshuffle shows all else.
"""

from __future__ import annotations

from typing import Any

from gosu_env.armies.state import SLOTS
from gosu_env.engine.compile import rule
from gosu_env.gosu.state import (
    CERTAIN,
    DRAFTED,
    EPOCHS,
    GHOST_BORN,
    GHOST_HOLDER,
    GHOST_KIND,
    GHOST_LIMIT,
    GHOST_LOOKED,
    GHOST_WHEN,
    LATE,
    LOOKED,
    MAX_EPOCH,
    MAX_PLAYERS,
    OPENING_HAND,
    TRACE,
    TRACE_SEAT,
    State,
    Tables,
    kinds_of,
    may_stand,
)

EVERYBODY = 15  # a nibble of ``known``: all seats

# ------------------------------------------------------------------------------------------------ known cards


@rule
def known_copies(st: State, observer: int, seat: int, kind: int) -> int:
    """How many cards of that kind the observer knows in that hand."""
    bits = int(st.known[seat, kind]) >> observer
    return (bits & 1) + ((bits >> 4) & 1)


@rule
def shown_copies(st: State, seat: int, kind: int) -> int:
    """How many cards of that kind in a hand all others know."""
    known = int(st.known[seat, kind])
    if st.num_players == 2:
        return known_copies(st, 1 - seat, seat, kind)
    return int(known & EVERYBODY == EVERYBODY) + int(known >> 4 == EVERYBODY)


@rule
def note_known(st: State, observer: int, seat: int, kind: int) -> None:
    """One player alone comes to know of one more card of that kind in a hand."""
    known = int(st.known[seat, kind])
    shift = observer + 4 * ((known >> observer) & 1)
    st.known_size[seat] += (known >> (shift & 4)) & EVERYBODY == 0
    st.known[seat, kind] = known | 1 << shift


@rule
def note_shown(st: State, seat: int, kind: int) -> None:
    """Everybody comes to know of one more card of that kind in a hand."""
    st.known[seat, kind] = ((int(st.known[seat, kind]) << 4) | EVERYBODY) & 255
    st.known_size[seat] += 1


@rule
def forget_known(st: State, seat: int, kind: int) -> None:
    """A card of that kind leaves a hand."""
    if st.known[seat, kind] != 0:
        st.known[seat, kind] >>= 4
        st.known_size[seat] -= 1


@rule
def show_named(st: State, tb: Tables, seat: int, kind: int) -> None:
    """A card of the hand was named: everybody knows that it is there."""
    if shown_copies(st, seat, kind) == 0:
        leave_pool(st, tb, seat, kind)
    if st.known[seat, kind] & EVERYBODY != EVERYBODY:
        st.known_size[seat] += st.known[seat, kind] & EVERYBODY == 0
        st.known[seat, kind] |= EVERYBODY


# ------------------------------------------------------------------------------------------------ pools


@rule
def drafted_pools(st: State) -> bool:
    """Whether a draft made pools; between two players it tells the very cards."""
    return bool(st.num_players > 2 and st.house_rules & DRAFTED and st.round_number > 0)


@rule
def has_pools(st: State) -> bool:
    """Whether hidden cards may belong to different pools."""
    return bool(st.epoch > 0 or drafted_pools(st))


@rule
def open_pool(st: State) -> int:
    """The tag of cards drawn from the present draw pile."""
    return EPOCHS + int(st.epoch)


@rule
def class_of(st: State, observer: int, tag: int) -> int:
    """The pool that a card of this tag belongs to, for one observer: cards of equal class may change places.

    Of a pack, a player knows which cards the others share out until it comes back, or to its end; what was kept before
    the first sight might as well have been drawn.
    """
    if tag >= EPOCHS:
        return tag
    n = int(st.num_players)
    pack = (tag - 1) // OPENING_HAND
    passes = max((tag - 1) % OPENING_HAND - 1, 0)
    first = (observer - pack + n) % n
    if passes < first:
        return EPOCHS
    return pack * 8 + (passes - first) // n


@rule
def has_trace(st: State, kind: int) -> bool:
    return bool(st.holder[kind, 1] >= TRACE)


@rule
def trace_seat(st: State, kind: int) -> int:
    return int(st.born[kind, 1]) // TRACE_SEAT


@rule
def trace_tag(st: State, kind: int) -> int:
    return int(st.born[kind, 1]) % TRACE_SEAT


@rule
def trace_limit(st: State, kind: int) -> int:
    return int(st.holder[kind, 1]) - TRACE


@rule
def add_entry(st: State, kind: int, holder: int, tag: int) -> None:
    """Note where a card of a closed pool is; the entries of a kind are kept in ascending order."""
    copy = 0 if st.holder[kind, 0] == 0 else 1
    st.holder[kind, copy] = holder
    st.born[kind, copy] = tag
    if copy == 1:
        order(st, kind)


@rule
def order(st: State, kind: int) -> None:
    """Put the two entries of a kind into ascending order, none behind them; a trace stays the second."""
    if has_trace(st, kind):
        return
    first = int(st.holder[kind, 0]) * 256 + int(st.born[kind, 0])
    second = int(st.holder[kind, 1]) * 256 + int(st.born[kind, 1])
    if first == 0 or (second != 0 and second < first):
        st.holder[kind, 0] = second // 256
        st.born[kind, 0] = second % 256
        st.holder[kind, 1] = first // 256
        st.born[kind, 1] = first % 256


@rule
def drop_entry(st: State, kind: int, copy: int) -> None:
    st.holder[kind, copy] = 0
    st.born[kind, copy] = 0
    order(st, kind)


@rule
def entry_of(st: State, kind: int, holder: int) -> int:
    """The entry of a card of that kind with that holder, or -1; of two in a hand, the one kept later in the draft."""
    if st.holder[kind, 0] != holder:
        return 1 if st.holder[kind, 1] == holder else -1
    later = (int(st.born[kind, 1]) - 1) % OPENING_HAND > (int(st.born[kind, 0]) - 1) % OPENING_HAND
    return 1 if st.holder[kind, 1] == holder and st.born[kind, 1] < EPOCHS and later else 0


@rule
def entries_of(st: State, kind: int, holder: int) -> int:
    return int(st.holder[kind, 0] == holder) + int(st.holder[kind, 1] == holder)


@rule
def open_copies(st: State, seat: int, kind: int) -> int:
    """Cards of that kind in a hand, hidden and of the pool of the present draw pile."""
    return int(st.hand[seat, kind]) - shown_copies(st, seat, kind) - entries_of(st, kind, seat + 1)


@rule
def cards_of_pool(st: State, seat: int, tag: int) -> int:
    """How many cards of a pool a hand has, ghosts included, but for certain ones."""
    holder = seat + 1
    count = 0
    for i in range(st.ghosts_size):
        count += (st.ghosts[i, GHOST_HOLDER] == holder) & (st.ghosts[i, GHOST_BORN] == tag)
    if tag == open_pool(st):
        for kind in range(kinds_of(st)):
            if st.hand[seat, kind] > 0:
                count += open_copies(st, seat, kind)
    else:
        for kind in range(kinds_of(st)):
            for copy in range(2):
                count += (st.holder[kind, copy] == holder) & (st.born[kind, copy] == tag)
    return int(count)


@rule
def places_of_pool(st: State, seat: int, tag: int) -> int:
    """How many cards of a pool a hand has, with all ghosts and traces."""
    count = cards_of_pool(st, seat, tag)
    for i in range(st.ghosts_size):
        count += (st.ghosts[i, GHOST_HOLDER] == seat + 1 + CERTAIN) & (st.ghosts[i, GHOST_BORN] == tag)
    if drafted_pools(st):
        for kind in range(kinds_of(st)):
            count += has_trace(st, kind) and st.born[kind, 1] == tag + seat * TRACE_SEAT
    return int(count)


@rule
def hidden_copies(st: State, tb: Tables, kind: int) -> int:
    """Copies of a card that not everybody can see."""
    count = int(tb.copies[kind]) - int(st.discard[kind])
    for seat in range(st.num_players):
        count -= shown_copies(st, seat, kind)
        for slot in range(SLOTS):
            count -= st.army[seat, slot] == kind
    return int(count)


@rule
def is_ambiguous(st: State, tb: Tables, seat: int, kind: int, entry: int, tag: int) -> bool:
    """Whether a card that a hand shows could come from another pool, as far as everybody knows."""
    others = hidden_copies(st, tb, kind) - 1
    if drafted_pools(st):
        for i in range(st.ghosts_size):
            if st.ghosts[i, GHOST_KIND] == kind and st.ghosts[i, GHOST_HOLDER] < CERTAIN:
                return True
        return others > 0
    for copy in range(2):
        if st.holder[kind, copy] != 0 and copy != entry:
            others -= 1
            if st.born[kind, copy] != tag and cards_of_pool(st, seat, int(st.born[kind, copy])) > 0:
                return True
    if others > 0 and tag != open_pool(st) and cards_of_pool(st, seat, open_pool(st)) > 0:
        return True
    for i in range(st.ghosts_size):
        born = int(st.ghosts[i, GHOST_BORN])
        if st.ghosts[i, GHOST_KIND] != kind or st.ghosts[i, GHOST_HOLDER] >= CERTAIN:
            continue
        if born != tag and cards_of_pool(st, seat, born) > 0:
            return True
    return False


@rule
def is_drawn_or_kept(st: State, seat: int, tag: int) -> bool:
    """Whether somebody cannot tell a card that a hand shows from one drawn before the first reshuffle."""
    if not drafted_pools(st):
        return False
    for other in range(st.num_players):
        if other != seat and class_of(st, other, tag) == EPOCHS:
            return True
    return False


@rule
def has_older_ghost(st: State, seat: int, tag: int, places: int) -> bool:
    """Whether a hand has places of a pool where a ghost that it left cannot have lain: younger, or not of its look."""
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] == seat + 1:
            when = EPOCHS + int(st.ghosts[i, GHOST_WHEN])
            if when == tag and st.ghosts[i, GHOST_LIMIT] < places:
                return True
            if when == tag + 1 and 0 < st.ghosts[i, GHOST_LOOKED] < places + 1:
                return True
    return False


@rule
def add_trace(st: State, seat: int, kind: int, tag: int, limit: int) -> None:
    """Count a card of one copy that a hand has shown as if it were still there."""
    st.holder[kind, 1] = TRACE + (limit if st.epoch == 0 else LATE)
    st.born[kind, 1] = tag + seat * TRACE_SEAT


@rule
def dispensable_ghost(st: State) -> int:
    """The oldest ghost of which everybody knows the pool; if there is none, the oldest."""
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] >= CERTAIN and st.ghosts[i, GHOST_BORN] > EPOCHS:
            return i
    return 0


@rule
def add_ghost(st: State, seat: int, kind: int, tag: int, limit: int, looked: int, certain: int) -> None:
    """Count a card that a hand has shown as if it were still there; another ghost makes room."""
    if st.ghosts_size == st.ghosts.shape[0]:
        for i in range(dispensable_ghost(st) + 1, st.ghosts_size):
            for column in range(st.ghosts.shape[1]):
                st.ghosts[i - 1, column] = st.ghosts[i, column]
        st.ghosts_size -= 1
    at = int(st.ghosts_size)
    st.ghosts[at, GHOST_KIND] = kind
    st.ghosts[at, GHOST_HOLDER] = seat + 1 + certain
    st.ghosts[at, GHOST_BORN] = tag
    st.ghosts[at, GHOST_WHEN] = st.epoch
    st.ghosts[at, GHOST_LIMIT] = limit
    st.ghosts[at, GHOST_LOOKED] = looked
    st.ghosts_size += 1


@rule
def lower_limits(st: State, seat: int, tag: int, most: int) -> None:
    """A card of that pool left the hand for sure: one less of those that a ghost of that time could have been."""
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] == seat + 1:
            when = EPOCHS + int(st.ghosts[i, GHOST_WHEN])
            if when == tag:
                st.ghosts[i, GHOST_LIMIT] = min(int(st.ghosts[i, GHOST_LIMIT]), most)
            elif when == tag + 1 and st.ghosts[i, GHOST_LOOKED] > 0:
                st.ghosts[i, GHOST_LOOKED] = min(int(st.ghosts[i, GHOST_LOOKED]), 1 + most)


@rule
def leave_pool(st: State, tb: Tables, seat: int, kind: int) -> None:
    """A hidden card of a hand is about to be shown.

    If a mulligan was declined, it is one of those kept then as long as no other was drawn; later it leaves a ghost.
    """
    if has_pools(st) or st.plain[seat] > 0:
        leave_place(st, tb, seat, kind)


@rule
def keep_place(
    st: State, tb: Tables, seat: int, kind: int, tag: int, declined: bool, ambiguous: bool, unseen: bool
) -> None:
    """Leave a ghost or a trace of a card, or count one place less."""
    if not (ambiguous or unseen):
        places = places_of_pool(st, seat, tag)
        kept = declined and st.plain[seat] == places
        if kept == declined and not has_older_ghost(st, seat, tag, places):
            st.plain[seat] -= kept
            lower_limits(st, seat, tag, places - 1)
            return
    limit = places_of_pool(st, seat, open_pool(st))
    if unseen and not ambiguous and tb.copies[kind] == 1:
        add_trace(st, seat, kind, tag, limit)
    else:
        add_ghost(st, seat, kind, tag, limit, 0, 0 if ambiguous else CERTAIN)


@rule
def leave_place(st: State, tb: Tables, seat: int, kind: int) -> None:
    """Keep what others cannot tell of the place that a card leaves."""
    entry = entry_of(st, kind, seat + 1)
    tag = open_pool(st) if entry < 0 else int(st.born[kind, entry])
    declined = st.plain[seat] > 0 and tag == EPOCHS and not drafted_pools(st)
    ambiguous = tb.copies[kind] > 1 and is_ambiguous(st, tb, seat, kind, entry, tag)
    unseen = is_drawn_or_kept(st, seat, tag)
    if declined or ambiguous or unseen or st.ghosts_size > 0:
        keep_place(st, tb, seat, kind, tag, declined, ambiguous, unseen)
    if entry >= 0:
        drop_entry(st, kind, entry)


# ------------------------------------------------------------------------------------------------ reshuffles


@rule
def forget_places(st: State, seat: int) -> None:
    """Where the hidden cards of a hand lie, and where those lay that it has shown, no longer matters."""
    kept = 0
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] % CERTAIN == seat + 1:
            continue
        if kept < i:
            for column in range(st.ghosts.shape[1]):
                st.ghosts[kept, column] = st.ghosts[i, column]
        kept += 1
    for i in range(kept, st.ghosts_size):
        for column in range(st.ghosts.shape[1]):
            st.ghosts[i, column] = 0
    st.ghosts_size = kept
    for kind in range(kinds_of(st)):
        for _ in range(entries_of(st, kind, seat + 1)):
            drop_entry(st, kind, entry_of(st, kind, seat + 1))
    st.plain[seat] = 0
    st.familiar[0] = 0
    st.familiar[1] = 0


@rule
def show_hand(st: State, seat: int) -> None:
    """Between two players, the other one knows the hand by elimination."""
    for kind in range(kinds_of(st)):
        if st.hand[seat, kind] > 0:
            st.known[seat, kind] = 255 if st.hand[seat, kind] == 2 else EVERYBODY
    st.known_size[seat] = st.hand_size[seat]
    forget_places(st, seat)


@rule
def close_pool(st: State, looker: int) -> None:
    """The draw pile is exhausted: cards drawn from here on belong to another pool.

    ``looker`` is the player who is looking at cards; nobody else knows these either.
    """
    tag = open_pool(st)
    for seat in range(st.num_players):
        if st.num_players == 2:
            if st.look_size == 0 or seat != looker:
                show_hand(st, seat)
                continue
            if st.epoch > 0:  # all that the other one does not see is there, whatever pool it came from
                forget_places(st, seat)
        for kind in range(kinds_of(st)):
            if st.hand[seat, kind] > 0:
                copies = open_copies(st, seat, kind)
                for _ in range(copies):
                    add_entry(st, kind, seat + 1, tag)
    for i in range(st.look_size):
        kind = int(st.look[i])
        seen = 0
        for j in range(i + 1):
            seen += st.look[j] == kind
        if seen > entries_of(st, kind, LOOKED):
            add_entry(st, kind, LOOKED, tag)
    st.epoch = min(int(st.epoch) + 1, MAX_EPOCH)


# ------------------------------------------------------------------------------------------------ looks


@rule
def kept_of_look(st: State) -> int:
    """How many cards were kept of a look across a reshuffle: all that the hand has of the new pool; else 0."""
    if st.look_size == 0 or st.epoch == 0:
        return 0
    across = False
    for kind in range(kinds_of(st)):
        across |= entries_of(st, kind, LOOKED) > 0
    return cards_of_pool(st, int(st.decider), open_pool(st)) if across else 0


@rule
def closed_copies(st: State, kind: int, tag: int) -> int:
    """Copies of a card that a closed pool has, ghosts included, but for certain ones.

    After a draft those of all closed pools: what is of a pack for some players is of the first draw pile for others.
    """
    count = 0
    every = drafted_pools(st)
    for copy in range(2):
        count += (0 < st.holder[kind, copy] < TRACE) and (every or st.born[kind, copy] == tag)
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_KIND] == kind and st.ghosts[i, GHOST_HOLDER] < CERTAIN:
            count += every or st.ghosts[i, GHOST_BORN] == tag
    return int(count)


@rule
def new_copies(st: State, tb: Tables, kind: int) -> int:
    """Hidden copies of a card that are of the pool of the present draw pile."""
    count = hidden_copies(st, tb, kind)
    for copy in range(2):
        count -= 0 < st.holder[kind, copy] < TRACE
    return count


@rule
def copies_in_look(st: State, kind: int, end: int) -> int:
    """Copies of a card among the first that are looked at."""
    count = 0
    for i in range(end):
        count += st.look[i] == kind
    return count


@rule
def leave_look(st: State, tb: Tables, seat: int, tag: int, older: int, newer: int) -> bool:
    """Leave ghosts of those cards discarded of a look that may be of either pool; whether there are any.

    ``older`` and ``newer`` say how many cards of each pool were looked at. Those of which everybody knows the pool take
    their places with them.
    """
    doubtful = 0  # bits of cards
    size = int(st.look_size)
    for i in range(size):
        kind = int(st.look[i])
        copies = copies_in_look(st, kind, size)
        least = max(copies - closed_copies(st, kind, tag), 0)  # of the new pool
        if least < min(copies, new_copies(st, tb, kind)):
            doubtful |= 1 << i
        elif copies_in_look(st, kind, i) == 0:
            newer -= least
            older -= copies - least
    if older == 0 or newer == 0:
        doubtful = 0
    for i in range(size):
        kind = int(st.look[i])
        entry = entry_of(st, kind, LOOKED)
        if (doubtful >> i) & 1:
            add_ghost(st, seat, kind, tag if entry >= 0 else open_pool(st), newer, 1 + older, 0)
        if entry >= 0:
            drop_entry(st, kind, entry)
    return doubtful != 0


@rule
def has_left_look(st: State, kind: int) -> bool:
    """Whether such a card was discarded of a look, and may have been of either pool."""
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_KIND] == kind and st.ghosts[i, GHOST_LOOKED] > 0:
            return True
    return False


@rule
def show_settled(st: State, tb: Tables, seat: int, doubt: bool) -> None:
    """Between two players, whoever has not looked knows the other hand's cards of the old pool.

    In ``doubt``, but for those of which one was discarded that may have been the one of the old pool.
    """
    for kind in range(kinds_of(st)):
        for _ in range(entries_of(st, kind, seat + 1)):
            if not (doubt and has_left_look(st, kind)):
                note_shown(st, seat, kind)
                drop_entry(st, kind, 0)
                st.familiar[int(not may_stand(st, tb, kind, 0))] += 1
    if not doubt:
        forget_places(st, seat)


@rule
def end_look(st: State, tb: Tables, seat: int) -> None:
    """Looking is over: what was not kept is about to be discarded openly."""
    if st.epoch == 0:
        return
    older = 0
    tag = 0
    for kind in range(kinds_of(st)):
        for copy in range(2):
            if st.holder[kind, copy] == LOOKED:
                older += 1
                tag = int(st.born[kind, copy])
    if older == 0:
        return
    newer = cards_of_pool(st, seat, open_pool(st)) + int(st.look_size) - older
    doubt = leave_look(st, tb, seat, tag, older, newer)
    for kind in range(kinds_of(st)):
        for copy in range(2):
            if st.holder[kind, copy] == LOOKED:
                st.holder[kind, copy] = seat + 1
        order(st, kind)
    if st.num_players == 2:
        show_settled(st, tb, seat, doubt)


@rule
def remember_pack(st: State, pack: int, place: int, kind: int) -> None:
    """The draft is over: note who kept the card at that place of a pack, counted in the order of keeping."""
    if st.num_players > 2:
        taker = (pack + max(place - 1, 0)) % int(st.num_players)
        add_entry(st, kind, taker + 1, 1 + pack * OPENING_HAND + place)


# ------------------------------------------------------------------------------------------------ what a seat is shown


@rule
def write_pool(st: State, seat: int, pool: Any, held: Any) -> None:
    """What a seat remembers of closed pools: copies of each card that others may hold of them, and how many they hold.

    ``held`` goes by relative seats from the next one on. Ghosts count, in both, but for certain ones.
    """
    n = int(st.num_players)
    present = open_pool(st)
    for kind in range(kinds_of(st)):
        for copy in range(2):
            holder = int(st.holder[kind, copy])
            if 0 < holder < TRACE and holder != seat + 1 and class_of(st, seat, int(st.born[kind, copy])) != present:
                pool[kind] += 1
                if holder <= MAX_PLAYERS:
                    held[(holder - 1 - seat + n) % n - 1] += 1
    for i in range(st.ghosts_size):
        holder = int(st.ghosts[i, GHOST_HOLDER])
        if holder < CERTAIN and holder != seat + 1 and class_of(st, seat, int(st.ghosts[i, GHOST_BORN])) != present:
            pool[int(st.ghosts[i, GHOST_KIND])] += 1
            held[(holder - 1 - seat + n) % n - 1] += 1
    if st.look_size > 0 and st.decider == seat:
        for kind in range(kinds_of(st)):  # what it has kept already
            pool[kind] -= min(entries_of(st, kind, LOOKED), open_copies(st, seat, kind))
