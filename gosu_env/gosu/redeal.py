"""Deal anew what a seat cannot know, pool by pool: worlds for players with a perfect memory (see memory.py).

Every hidden card is written down as what it is and of which class, every place where one lies as who holds it and of
which class; both lists are sorted, so that nothing tells who had what. Ghosts choose their class first, then cards that
a decision or a declined mulligan asks for are laid, then each class is shuffled into what is left of its places.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.armies.army import row_of
from gosu_env.armies.state import KIND, NO_CARD, PC, TARGET
from gosu_env.engine.jit import rule
from gosu_env.engine.rng import random_below
from gosu_env.gosu.memory import add_entry, class_of, drafted_pools, entries_of, note_known, open_copies, open_pool
from gosu_env.gosu.piles import add_to_hand, count_level
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
    OPENING_HAND,
    State,
    Tables,
    kinds_of,
    may_stand,
)
from gosu_env.gosu.targets import filter_of, is_newcomer, newcomer_in_discard, newcomers_in_hand
from gosu_env.gosu.vocabulary import ARG, DECIDE_KEEP, DECIDE_MULLIGAN, DECIDE_NEWCOMER, DECIDE_PAY, MUTATION

PILE = LOOKED + 1  # holder of the cards of the draw pile
CHOICES = 4  # classes that a ghost may come from
PATIENCE = 4000
EMPTY = -1

NO_BAKUTO = 1
A_NEWCOMER = 2
A_FITTING_CARD = 3


@rule
def accepts(st: State, tb: Tables, need: int, kind: int) -> bool:
    """Whether a card is what a decision, or a declined mulligan, tells of it."""
    frame = st.depth - 1
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


# A card is class * 256 + kind; a place is (class * 8 + holder) * 256 + tag.


@rule
def _class(entry: int, place: bool) -> int:
    return entry // 2048 if place else entry // 256


@rule
def _holder(place: int) -> int:
    return place // 256 % 8


@rule
def _note(st: State, seat: int, cards: Any, places: Any, size: int, kind: int, holder: int, tag: int) -> int:
    """Write down a hidden card and its place; how many there are."""
    pool = class_of(st, seat, tag)
    cards[size] = pool * 256 + kind
    places[size] = (pool * 8 + holder) * 256 + tag
    return size + 1


@rule
def write_down(st: State, seat: int, cards: Any, places: Any) -> int:
    """All that a seat cannot see, sorted; how many cards."""
    size = 0
    present = open_pool(st)
    looks = st.decider == seat
    for kind in range(kinds_of(st)):
        for copy in range(2):
            holder = int(st.holder[kind, copy])
            if holder != 0 and holder != seat + 1 and not (holder == LOOKED and looks):
                size = _note(st, seat, cards, places, size, kind, holder, int(st.born[kind, copy]))
        for other in range(st.num_players):
            if other != seat and st.hand[other, kind] > 0:
                for _ in range(open_copies(st, other, kind)):
                    size = _note(st, seat, cards, places, size, kind, other + 1, present)
    if not looks:
        for i in range(st.look_size):
            seen = 0
            for j in range(i + 1):
                seen += st.look[j] == st.look[i]
            if seen > entries_of(st, int(st.look[i]), LOOKED):
                size = _note(st, seat, cards, places, size, int(st.look[i]), LOOKED, present)
    for i in range(st.deck_size):
        size = _note(st, seat, cards, places, size, int(st.deck[i]), PILE, present)
    for i in range(st.ghosts_size):
        if st.ghosts[i, GHOST_HOLDER] != seat + 1:
            holder, born = int(st.ghosts[i, GHOST_HOLDER]), int(st.ghosts[i, GHOST_BORN])
            size = _note(st, seat, cards, places, size, int(st.ghosts[i, GHOST_KIND]), holder, born)
    cards[:size].sort()
    places[:size].sort()
    return size


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
    st.deck_size = 0
    if not looks:
        for i in range(st.look_size):
            st.look[i] = NO_CARD


# ------------------------------------------------------------------------------------------------ ghosts


@rule
def _count(entries: Any, size: int, wanted: int, divisor: int) -> int:
    """How many of the sorted entries are the wanted one, apart from what the divisor takes off."""
    count = 0
    for i in range(size):
        count += entries[i] // divisor == wanted
    return int(count)


@rule
def _early_places(places: Any, size: int, pool: int, holder: int) -> int:
    """Places of a hand in a class that are older than anything drawn: those of a pack."""
    count = 0
    for i in range(size):
        count += (places[i] // 256 == pool * 8 + holder) & (places[i] % 256 < EPOCHS)
    return int(count)


@rule
def _rivals(st: State, chosen: Any, ghost: int, other: int) -> bool:
    """Whether two ghosts want cards of one kind, or places of one hand, in the same class."""
    if chosen[ghost] != chosen[other]:
        return False
    same_kind = st.ghosts[ghost, GHOST_KIND] == st.ghosts[other, GHOST_KIND]
    return bool(same_kind or st.ghosts[ghost, GHOST_HOLDER] == st.ghosts[other, GHOST_HOLDER])


@rule
def _suits(st: State, cards: Any, places: Any, size: int, chosen: Any, ghost: int) -> bool:
    """Whether there are cards and places enough for this ghost where it wants to be, and old enough ones."""
    pool = chosen[ghost]
    kind, holder = int(st.ghosts[ghost, GHOST_KIND]), int(st.ghosts[ghost, GHOST_HOLDER])
    of_kind, of_hand, before = 0, 0, 0
    for other in range(st.ghosts_size):
        if chosen[other] == pool:
            of_kind += st.ghosts[other, GHOST_KIND] == kind
            of_hand += st.ghosts[other, GHOST_HOLDER] == holder
            before += (st.ghosts[other, GHOST_HOLDER] == holder) & (other <= ghost)
    if of_kind > _count(cards, size, pool * 256 + kind, 1) or of_hand > _count(places, size, pool * 8 + holder, 256):
        return False
    if pool == EPOCHS + int(st.ghosts[ghost, GHOST_WHEN]):
        return bool(before <= int(st.ghosts[ghost, GHOST_LIMIT]) + _early_places(places, size, pool, holder))
    return True


@rule
def _list_choices(st: State, cards: Any, places: Any, size: int, ghost: int, choices: Any, weights: Any) -> int:
    """The classes that a ghost may come from, each weighed by its chance; how many."""
    kind, holder = int(st.ghosts[ghost, GHOST_KIND]), int(st.ghosts[ghost, GHOST_HOLDER])
    found = 0
    for i in range(size):
        pool = cards[i] // 256
        if cards[i] % 256 != kind or pool > EPOCHS + int(st.ghosts[ghost, GHOST_WHEN]):
            continue
        if found > 0 and choices[ghost, found - 1] == pool:
            continue
        here = _count(places, size, pool * 8 + holder, 256)
        if here > 0 and found < CHOICES:
            choices[ghost, found] = pool
            weights[ghost, found] = 1 + here * 1000 // _count(places, size, pool, 2048)
            found += 1
    return found


@rule
def _choose(st: State, choices: Any, weights: Any, found: Any, ghost: int) -> int:
    total = 0
    for i in range(found[ghost]):
        total += weights[ghost, i]
    left = random_below(st.rng, total)
    for i in range(found[ghost]):
        left -= weights[ghost, i]
        if left < 0:
            return int(choices[ghost, i])
    return int(choices[ghost, 0])


@rule
def _settle_ghosts(st: State, seat: int, cards: Any, places: Any, size: int, chosen: Any) -> None:
    """Choose a class for every ghost: at random, then anew for one of those that are in each other's way.

    Where they come from in truth suits all of them, so there is a choice to be found.
    """
    choices = np.zeros((GHOSTS, CHOICES), np.int64)
    weights = np.zeros((GHOSTS, CHOICES), np.int64)
    found = np.zeros(GHOSTS, np.int64)
    count = int(st.ghosts_size)
    for ghost in range(count):
        chosen[ghost] = EMPTY
        if st.ghosts[ghost, GHOST_HOLDER] != seat + 1:
            found[ghost] = _list_choices(st, cards, places, size, ghost, choices, weights)
            chosen[ghost] = _choose(st, choices, weights, found, ghost)
    for _ in range(PATIENCE):
        first = random_below(st.rng, count)
        wrong = EMPTY
        for i in range(count):
            ghost = (first + i) % count
            if chosen[ghost] != EMPTY and not _suits(st, cards, places, size, chosen, ghost):
                wrong = ghost
                break
        if wrong == EMPTY:
            return
        rivals = 0
        for other in range(count):
            rivals += _rivals(st, chosen, wrong, other)
        pick = random_below(st.rng, rivals)
        for other in range(count):
            if _rivals(st, chosen, wrong, other):
                if pick == 0:
                    chosen[other] = _choose(st, choices, weights, found, other)
                    break
                pick -= 1
    for ghost in range(count):
        if chosen[ghost] != EMPTY:
            chosen[ghost] = class_of(st, seat, int(st.ghosts[ghost, GHOST_BORN]))


# ------------------------------------------------------------------------------------------------ laying cards


@rule
def _lay(st: State, tb: Tables, cards: Any, places: Any, size: int, laid: Any, at: int, need: int, kind: int) -> bool:
    """Lay a random card that meets the need, or one of that kind, at a free place; whether its class has one.

    A card that was laid is taken out of the list.
    """
    pool = _class(places[at], True)
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
def _lay_ghosts(st: State, tb: Tables, cards: Any, places: Any, size: int, laid: Any, chosen: Any, ghosts: Any) -> None:
    for ghost in range(st.ghosts_size):
        if chosen[ghost] == EMPTY:
            continue
        wanted = chosen[ghost] * 8 + int(st.ghosts[ghost, GHOST_HOLDER])
        first = random_below(st.rng, size)
        for i in range(size):
            at = (first + i) % size
            if laid[at] == EMPTY and places[at] // 256 == wanted:
                _lay(st, tb, cards, places, size, laid, at, 0, int(st.ghosts[ghost, GHOST_KIND]))
                ghosts[at] = ghost + 1
                break


@rule
def _lay_needed(st: State, tb: Tables, cards: Any, places: Any, size: int, laid: Any, holder: int, need: int) -> None:
    """Lay one card that meets the need with a holder, at a random place."""
    first = random_below(st.rng, size)
    for i in range(size):
        at = (first + i) % size
        there = laid[at] == EMPTY and _holder(places[at]) == holder
        if there and _lay(st, tb, cards, places, size, laid, at, need, NO_CARD):
            return


@rule
def _lay_plain(st: State, tb: Tables, seat: int, cards: Any, places: Any, size: int, laid: Any) -> None:
    """Lay cards that are no Bakutos where a declined mulligan tells that there are some (G-2.3)."""
    drafted = drafted_pools(st)
    for other in range(st.num_players):
        if other == seat or st.plain[other] == 0:
            continue
        left = int(st.plain[other])
        first = random_below(st.rng, size)
        for i in range(size):
            at = (first + i) % size
            tag = places[at] % 256
            if laid[at] != EMPTY or _class(places[at], True) != EPOCHS:
                continue
            if drafted:
                if tag < EPOCHS and (tag - 1) // OPENING_HAND == other:
                    _lay(st, tb, cards, places, size, laid, at, NO_BAKUTO, NO_CARD)
            elif left > 0 and _holder(places[at]) == other + 1:
                _lay(st, tb, cards, places, size, laid, at, NO_BAKUTO, NO_CARD)
                left -= 1


@rule
def _lay_rest(st: State, cards: Any, places: Any, size: int, laid: Any) -> None:
    """Shuffle the cards of every class into its free places."""
    first = 0
    while first < size:
        pool = _class(places[first], True)
        end = first
        while end < size and _class(places[end], True) == pool:
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
def _put_back(st: State, tb: Tables, places: Any, size: int, laid: Any, ghosts: Any) -> None:
    """The cards as they were laid, in hands, in the draw pile, before the eyes of the one who looks."""
    present = open_pool(st)
    looked = 0
    for at in range(size):
        kind, holder, tag = int(laid[at]), _holder(places[at]), int(places[at] % 256)
        if ghosts[at] > 0:
            st.ghosts[ghosts[at] - 1, GHOST_BORN] = tag
            continue
        if holder == PILE:
            st.deck[st.deck_size] = kind
            st.deck_size += 1
            continue
        if holder == LOOKED:
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
            tag = int(st.born[kind, copy])
            if 0 < tag < EPOCHS and tag % OPENING_HAND == 0 and not _has_shown(st, int(st.holder[kind, copy]), kind):
                pack = tag // OPENING_HAND - 1
                note_known(st, (pack + OPENING_HAND - 3) % n, int(st.holder[kind, copy]) - 1, kind)


@rule
def redeal_pools(st: State, tb: Tables, seat: int) -> None:
    """Deal anew what the seat cannot know."""
    cards = np.zeros(CARDS + GHOSTS, np.int64)
    places = np.zeros(CARDS + GHOSTS, np.int64)
    laid = np.full(CARDS + GHOSTS, EMPTY, np.int64)
    ghosts = np.zeros(CARDS + GHOSTS, np.int64)
    chosen = np.zeros(GHOSTS, np.int64)
    size = write_down(st, seat, cards, places)
    _pick_up(st, tb, seat)
    if size > 0:
        if st.ghosts_size > 0:
            _settle_ghosts(st, seat, cards, places, size, chosen)
            _lay_ghosts(st, tb, cards, places, size, laid, chosen, ghosts)
        _lay_plain(st, tb, seat, cards, places, size, laid)
        need = need_of_decider(st, tb) if st.decider != seat else 0
        if need == A_NEWCOMER:
            _lay_needed(st, tb, cards, places, size, laid, int(st.decider) + 1, need)
        elif need == A_FITTING_CARD:
            _lay_needed(st, tb, cards, places, size, laid, LOOKED, need)
        _lay_rest(st, cards, places, size, laid)
        _put_back(st, tb, places, size, laid, ghosts)
    if drafted_pools(st):
        _tell_handers(st)
