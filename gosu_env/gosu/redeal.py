"""Deal anew what a seat cannot know, pool by pool: worlds for players with a perfect memory (see memory.py).

Hidden cards and their places are written down (pools.py). Ghosts and traces are laid first: where they lie is drawn by
how many deals there are with them there, so that every deal is as likely as any other. Then cards that a decision or a
declined mulligan asks for are laid, then each class is shuffled into what is left of its places.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.armies.army import row_of
from gosu_env.armies.state import KIND, NO_CARD, PC, TARGET
from gosu_env.engine.compile import rule
from gosu_env.engine.posterior import CHOICE, CHOICE_LIMIT, CHOICE_POOL, CHOICE_SORT, NOWHERE, PINNED, pick_way
from gosu_env.engine.rng import random_below
from gosu_env.gosu.memory import (
    add_entry,
    drafted_pools,
    entries_of,
    has_trace,
    kept_of_look,
    note_known,
    open_copies,
    open_pool,
)
from gosu_env.gosu.piles import add_to_hand, count_level
from gosu_env.gosu.pools import (
    CHOICES,
    FAMILIAR,
    MOST_POOLS,
    MOST_SHOWN,
    OF_LOOKS,
    PILE,
    SHOWN_COLUMNS,
    SHOWN_SOURCE,
    SORTS,
    class_at,
    count_pools,
    find_plain,
    holder_at,
    is_plain,
    list_shown,
    pin_shown,
    pools_of,
    write_down,
)
from gosu_env.gosu.state import (
    EPOCHS,
    GHOST_BORN,
    GHOST_HOLDER,
    GHOST_KIND,
    GHOSTS,
    LOOKED,
    OPENING_HAND,
    TRACE,
    TRACE_SEAT,
    State,
    Tables,
    kinds_of,
    may_stand,
)
from gosu_env.gosu.targets import filter_of, is_newcomer, newcomer_in_discard, newcomers_in_hand
from gosu_env.gosu.vocabulary import ARG, DECIDE_KEEP, DECIDE_MULLIGAN, DECIDE_NEWCOMER, DECIDE_PAY, MUTATION

EMPTY = -1

NO_BAKUTO = 1
A_NEWCOMER = 2
A_FITTING_CARD = 3


@rule
def accepts(st: State, tb: Tables, need: int, kind: int) -> bool:
    """Whether a card is what a decision, or a declined mulligan, tells of it."""
    frame = st.depth - 1
    if kind >= kinds_of(st):  # familiar: what decisions ask for does not concern it
        return bool(need == 0 or (need == NO_BAKUTO and kind > kinds_of(st)))
    if need == NO_BAKUTO:
        return not may_stand(st, tb, kind, 0)
    if need == A_NEWCOMER:
        return is_newcomer(st, tb, row_of(int(st.stack[frame, TARGET])), int(st.stack[frame, KIND]), kind)
    if need == A_FITTING_CARD:
        return bool(tb.fits[filter_of(st, tb, frame), kind])
    return True


@rule
def need_of_decider(st: State, tb: Tables) -> int:
    """What a pending decision of another seat tells about the cards it cannot show."""
    frame = st.depth - 1
    if st.decision == DECIDE_MULLIGAN:  # G-2.3
        return NO_BAKUTO
    if st.decision == DECIDE_KEEP:
        return A_FITTING_CARD
    mutating = st.decision == DECIDE_PAY and tb.code[st.stack[frame, PC], ARG] == MUTATION
    if mutating or st.decision == DECIDE_NEWCOMER:  # G-5.7
        old = int(st.stack[frame, KIND])
        row = row_of(int(st.stack[frame, TARGET]))
        if newcomers_in_hand(st, int(st.decider), row, old) == 0 and not (
            tb.zombie[old] and newcomer_in_discard(st, tb, row, old)
        ):
            return A_NEWCOMER
    return 0


@rule
def _pick_up(st: State, tb: Tables, seat: int) -> None:
    """Take the hidden cards off the table; what the seat holds or looks at itself stays."""
    looks = st.decider == seat
    for kind in range(kinds_of(st)):
        for other in range(st.num_players):
            if other != seat and st.hand[other, kind] > 0:
                hidden = open_copies(st, other, kind) + entries_of(st, kind, other + 1)
                st.hand[other, kind] -= hidden
                st.hand_size[other] -= hidden
                count_level(st, tb, other, kind, -hidden)
    for kind in range(kinds_of(st)):
        own, born, second = 0, 0, 0
        trace, traced = 0, 0
        if has_trace(st, kind):
            trace, traced = int(st.holder[kind, 1]), int(st.born[kind, 1])
        for copy in range(2):
            holder = int(st.holder[kind, copy])
            if holder == seat + 1 or (holder == LOOKED and looks):
                if own == 0:
                    own, born = holder, int(st.born[kind, copy])
                else:
                    second = holder * 256 + int(st.born[kind, copy])
            st.holder[kind, copy] = 0
            st.born[kind, copy] = 0
        if own != 0:
            add_entry(st, kind, own, born)
        if second != 0:
            add_entry(st, kind, second // 256, second % 256)
        if trace != 0:
            st.holder[kind, 1] = trace
            st.born[kind, 1] = traced
    st.deck_size = 0
    if not looks:
        for i in range(st.look_size):
            st.look[i] = NO_CARD


# ------------------------------------------------------------------------------------------------ laying cards


@rule
def _lay(st: State, tb: Tables, cards: Any, places: Any, size: int, laid: Any, at: int, need: int, kind: int) -> bool:
    """Lay a random card that meets the need, or one of that kind, at a free place; whether its class has one.

    A card that was laid is taken out of the list.
    """
    pool = class_at(places[at])
    fitting = 0
    for i in range(size):
        if cards[i] >= 0 and cards[i] // 256 == pool:
            this = cards[i] % 256
            fitting += this == kind if kind != NO_CARD else accepts(st, tb, need, this)
    if fitting == 0:
        return False
    pick = random_below(st.rng, fitting)
    for i in range(size):
        if cards[i] >= 0 and cards[i] // 256 == pool:
            this = cards[i] % 256
            if this == kind if kind != NO_CARD else accepts(st, tb, need, this):
                if pick == 0:
                    laid[at] = this
                    cards[i] = EMPTY
                    return True
                pick -= 1
    return False


@rule
def _choose_places(
    st: State,
    tb: Tables,
    seat: int,
    shown: Any,
    count: int,
    cards: Any,
    places: Any,
    size: int,
    settled: bool,
    numbers: Any,
    lying: Any,
) -> bool:
    """Draw where what was shown lay: in ``lying``, a choice for each. ``settled``: where they lie already.

    False if none was found.
    """
    kinds, most = kinds_of(st) + FAMILIAR, pools_of(cards, size)
    counts = np.zeros((most, kinds), np.int64)
    room = np.zeros((most, SORTS), np.int64)
    early = np.zeros(SORTS, np.int64)
    fits = np.zeros(kinds, np.int8)
    pinned = np.zeros((count, len(PINNED)), np.int64)
    choices = np.zeros((count, CHOICES, len(CHOICE)), np.int64)
    picked = np.full(count, NOWHERE, np.int64)
    find_plain(st, tb, fits)
    pools = count_pools(st, seat, shown, count, cards, places, size, counts, room, numbers, early)
    pin_shown(st, tb, seat, settled, shown, count, counts, room, numbers, pools, early, pinned, choices)
    pick_way(st.rng, counts, room, pools, fits, pinned, choices, count, picked)
    for i in range(count):
        if picked[i] == NOWHERE:
            return False
        for column in range(len(CHOICE)):
            lying[i, column] = choices[i, picked[i], column]
    return True


@rule
def _lay_ghost(
    st: State,
    tb: Tables,
    seat: int,
    cards: Any,
    places: Any,
    size: int,
    laid: Any,
    ghost: Any,
    number: int,
    choice: Any,
) -> int:
    """Lay what was shown at a random one of the places of its hand, in a class, that suit; which one.

    Those are the first, which are old enough, or, of a look, the last.
    """
    wanted = number * 8 + int(ghost[GHOST_HOLDER])
    of_look, plain = choice[CHOICE_SORT] >= OF_LOOKS, choice[CHOICE_SORT] % 2 == 1
    kept = int(st.plain[ghost[GHOST_HOLDER] - 1]) if number == EPOCHS and not drafted_pools(st) else 0
    free, others = 0, 0
    if of_look:
        others = -int(choice[CHOICE_LIMIT])
        for at in range(size):
            others += places[at] // 256 == wanted
    for turn in range(2):  # count them, then find the one that was picked
        pick = random_below(st.rng, free) if turn == 1 else NOWHERE
        old_enough = int(choice[CHOICE_LIMIT])
        before = 0
        for at in range(size):
            if places[at] // 256 != wanted:
                continue
            before += 1
            if of_look and before <= others:
                continue
            if not of_look and (before <= kept or is_plain(st, seat, number, int(places[at] % 256))) != plain:
                continue
            if old_enough > 0 and laid[at] == EMPTY:
                if pick == 0:
                    _lay(st, tb, cards, places, size, laid, at, 0, int(ghost[GHOST_KIND]))
                    return at
                pick -= 1
                free += 1
            old_enough -= 1
    return NOWHERE


@rule
def _lay_shown(
    st: State,
    tb: Tables,
    seat: int,
    shown: Any,
    count: int,
    cards: Any,
    places: Any,
    size: int,
    laid: Any,
    ghosts: Any,
) -> None:
    """Lay what other hands have shown, as one of all deals has it. If that takes too long, it stays where it is.

    ``ghosts`` says where: one more than the source.
    """
    numbers = np.zeros(MOST_POOLS, np.int64)
    lying = np.zeros((count, len(CHOICE)), np.int64)
    if not _choose_places(st, tb, seat, shown, count, cards, places, size, False, numbers, lying):
        _choose_places(st, tb, seat, shown, count, cards, places, size, True, numbers, lying)
    for i in range(count):
        number = int(numbers[lying[i, CHOICE_POOL]])
        at = _lay_ghost(st, tb, seat, cards, places, size, laid, shown[i], number, lying[i])
        ghosts[at] = shown[i, SHOWN_SOURCE] + 1


@rule
def _lay_needed(st: State, tb: Tables, cards: Any, places: Any, size: int, laid: Any, holder: int, need: int) -> int:
    """Lay one card that meets the need with a holder, at a random place; which one, or NOWHERE."""
    first = random_below(st.rng, size)
    for i in range(size):
        at = (first + i) % size
        there = laid[at] == EMPTY and holder_at(places[at]) == holder
        if there and _lay(st, tb, cards, places, size, laid, at, need, NO_CARD):
            return at
    return NOWHERE


@rule
def _lay_plain(st: State, tb: Tables, seat: int, cards: Any, places: Any, size: int, laid: Any) -> None:
    """Lay cards that are no Bakutos where a declined mulligan tells that there are some (G-2.3).

    Without a draft, they are the first places of a hand.
    """
    drafted = drafted_pools(st)
    for other in range(st.num_players):
        if other == seat or st.plain[other] == 0:
            continue
        left = int(st.plain[other])
        first = random_below(st.rng, size) if drafted else 0
        for i in range(size):
            at = (first + i) % size
            tag = places[at] % 256
            if class_at(places[at]) != EPOCHS:
                continue
            if laid[at] != EMPTY:
                left -= holder_at(places[at]) == other + 1
                continue
            if drafted:
                if tag < EPOCHS and (tag - 1) // OPENING_HAND == other:
                    _lay(st, tb, cards, places, size, laid, at, NO_BAKUTO, NO_CARD)
            elif left > 0 and holder_at(places[at]) == other + 1:
                _lay(st, tb, cards, places, size, laid, at, NO_BAKUTO, NO_CARD)
                left -= 1


@rule
def _lay_rest(st: State, cards: Any, places: Any, size: int, laid: Any) -> None:
    """Shuffle the cards of every class into its free places."""
    first = 0
    while first < size:
        pool = class_at(places[first])
        end = first
        while end < size and class_at(places[end]) == pool:
            end += 1
        kept = first
        for i in range(first, end):
            if cards[i] >= 0:
                cards[kept] = cards[i]
                kept += 1
        for i in range(kept - 1, first, -1):
            j = first + random_below(st.rng, i - first + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
        next_card = first
        for at in range(first, end):
            if laid[at] == EMPTY:
                laid[at] = cards[next_card] % 256
                next_card += 1
        first = end


@rule
def _put_back(st: State, tb: Tables, places: Any, size: int, laid: Any, ghosts: Any, kept: int, needed: int) -> None:
    """The cards as they were laid, in hands, in the draw pile, before the eyes of the one who looks.

    Of those that are looked at, some may be kept already: any but the one that is needed.
    """
    present = open_pool(st)
    looked, free = 0, kept + int(st.look_size) - int(needed != NOWHERE)
    for at in range(size):
        kind, holder, tag = int(laid[at]), holder_at(places[at]), int(places[at] % 256)
        if ghosts[at] > GHOSTS:
            st.born[kind, 1] = tag + (holder - 1) * TRACE_SEAT
            continue
        if ghosts[at] > 0:
            st.ghosts[ghosts[at] - 1, GHOST_BORN] = tag
            continue
        if holder == PILE:
            st.deck[st.deck_size] = kind
            st.deck_size += 1
            continue
        if kind >= kinds_of(st):
            continue
        if holder == LOOKED:
            keeps = kept > 0 and at != needed and random_below(st.rng, free) < kept
            free -= at != needed
            if keeps:
                kept -= 1
                add_to_hand(st, tb, int(st.decider), kind, False)
            else:
                st.look[looked] = kind
                looked += 1
        else:
            add_to_hand(st, tb, holder - 1, kind, False)
        if tag != present:
            add_entry(st, kind, holder, tag)


@rule
def _has_shown(st: State, holder: int, kind: int) -> bool:
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] == holder and st.ghosts[i, GHOST_KIND] == kind:
            return True
    return False


@rule
def _tell_handers(st: State) -> None:
    """Whoever handed on the last card of a pack knows who has it, until such a card is shown."""
    n = int(st.num_players)
    for kind in range(kinds_of(st)):
        for copy in range(2):
            tag = int(st.born[kind, copy]) if st.holder[kind, copy] < TRACE else 0
            if 0 < tag < EPOCHS and tag % OPENING_HAND == 0 and not _has_shown(st, int(st.holder[kind, copy]), kind):
                pack = tag // OPENING_HAND - 1
                note_known(st, (pack + OPENING_HAND - 3) % n, int(st.holder[kind, copy]) - 1, kind)


@rule
def redeal_pools(st: State, tb: Tables, seat: int) -> None:
    """Deal anew what the seat cannot know."""
    cards = np.zeros(MOST_POOLS, np.int64)
    places = np.zeros(MOST_POOLS, np.int64)
    laid = np.full(MOST_POOLS, EMPTY, np.int64)
    ghosts = np.zeros(MOST_POOLS, np.int64)
    shown = np.zeros((MOST_SHOWN, SHOWN_COLUMNS), np.int64)
    count = list_shown(st, seat, shown)
    size = write_down(st, seat, shown, count, cards, places)
    kept = kept_of_look(st) if st.decider != seat else 0
    _pick_up(st, tb, seat)
    if size > 0:
        if count > 0:
            _lay_shown(st, tb, seat, shown, count, cards, places, size, laid, ghosts)
        _lay_plain(st, tb, seat, cards, places, size, laid)
        need = need_of_decider(st, tb) if st.decider != seat else 0
        needed = NOWHERE
        if need == A_NEWCOMER:
            _lay_needed(st, tb, cards, places, size, laid, int(st.decider) + 1, need)
        elif need == A_FITTING_CARD:
            needed = _lay_needed(st, tb, cards, places, size, laid, LOOKED, need)
        _lay_rest(st, cards, places, size, laid)
        _put_back(st, tb, places, size, laid, ghosts, kept, needed)
    if drafted_pools(st):
        _tell_handers(st)
