"""Deal the hidden cards of a player anew, as the opponent cannot tell them from the true ones (see memory.py).

Places are those of the hand, by the epoch in which they arrived, those of ghosts among them, then those of the deck.
Every hidden copy is laid to a place that is not older than it, every ghost to one of the hand that it may have left.
Without ghosts the places, from the oldest on, choose in turn among the copies that are old enough: every deal is as
likely as any other, since how many there are to choose from does not depend on what was chosen before. Ghosts are laid
first wherever they fit; then, again and again, they change places and epochs at random with what may take theirs, and
the rest is dealt anew around them.

Nothing of where the cards truly are goes into it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import rule
from gosu_env.engine.rng import random_below
from gosu_env.gosux.memory import COPIES, FROM_DECK, add_copy, clan_of, hidden_in_deck
from gosu_env.gosux.state import (
    DECK,
    GHOST_ARRIVED,
    GHOST_BORN,
    GHOST_KIND,
    GHOST_WHEN,
    GHOSTS,
    KINDS,
    State,
)

MOST_PLACES = DECK + GHOSTS
IN_DECK = 255  # when the places of the deck arrive
FREE = -1
NOWHERE = -1
ROUNDS = 12  # of moving ghosts
MOVES = 4  # of each of them in a round

# A copy that is no ghost is born * 256 + kind.


@rule
def _list_places(st: State, owner: int, places: Any) -> int:
    """The epochs in which places of a hand have arrived, ghosts included, in ascending order; how many."""
    size = 0
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                if st.arrived[kind, copy] > 0:
                    places[size] = st.arrived[kind, copy]
                    size += 1
    for i in range(st.ghosts_size[owner]):
        if st.ghosts[owner * GHOSTS + i, GHOST_WHEN] != FROM_DECK:
            places[size] = st.ghosts[owner * GHOSTS + i, GHOST_ARRIVED]
            size += 1
    if st.epoch[owner] > 0:
        places[:size].sort()
    return size


@rule
def _list_copies(st: State, owner: int, copies: Any) -> int:
    """The hidden copies that are no ghosts, in ascending order; how many."""
    size = 0
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                if st.born[kind, copy] > 0:
                    copies[size] = int(st.born[kind, copy]) * 256 + kind
                    size += 1
    return size


@rule
def _pair_epochs(st: State, owner: int, copies: Any, size: int, kind: int) -> None:
    """Give the epochs of the copies of a kind to its ghosts, and the rest to its other copies, so that all may fit.

    A ghost of the deck takes the latest that it may have; of the others, whatever left first takes the earliest.
    """
    epochs = np.zeros(GHOSTS + COPIES, np.int64)
    count = 0
    for i in range(st.ghosts_size[owner]):
        if st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind:
            epochs[count] = st.ghosts[owner * GHOSTS + i, GHOST_BORN]
            count += 1
    for i in range(size):
        if copies[i] % 256 == kind:
            epochs[count] = copies[i] // 256
            count += 1
    epochs[:count].sort()
    for i in range(st.ghosts_size[owner]):
        if st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind and st.ghosts[owner * GHOSTS + i, GHOST_WHEN] == FROM_DECK:
            at = count - 1
            while at > 0 and (epochs[at] == 0 or epochs[at] > st.ghosts[owner * GHOSTS + i, GHOST_ARRIVED]):
                at -= 1
            st.ghosts[owner * GHOSTS + i, GHOST_BORN] = epochs[at]
            epochs[at] = 0
    at = 0
    for i in range(st.ghosts_size[owner]):
        if st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind and st.ghosts[owner * GHOSTS + i, GHOST_WHEN] != FROM_DECK:
            while epochs[at] == 0:
                at += 1
            st.ghosts[owner * GHOSTS + i, GHOST_BORN] = epochs[at]
            at += 1
    for i in range(size):
        if copies[i] % 256 == kind:
            while epochs[at] == 0:
                at += 1
            copies[i] = epochs[at] * 256 + kind
            at += 1


@rule
def _lay_ghosts(st: State, owner: int, copies: Any, size: int, places: Any, hand: int, at: Any, ghosts: Any) -> None:
    """Lay every ghost to a place: the places, from the oldest on, take what has to leave first of what is old enough.

    ``at`` is the place of each ghost, ``ghosts`` the ghost of each place. Other copies have time.
    """
    for kind in range(KINDS):
        found = False
        for i in range(st.ghosts_size[owner]):
            found |= st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind
        if found:
            _pair_epochs(st, owner, copies, size, kind)
    copies[:size].sort()
    for i in range(GHOSTS):
        at[i] = NOWHERE
    for place in range(hand):
        best = FREE
        for i in range(st.ghosts_size[owner]):
            when = int(st.ghosts[owner * GHOSTS + i, GHOST_WHEN])
            if when == FROM_DECK or at[i] != NOWHERE or st.ghosts[owner * GHOSTS + i, GHOST_BORN] > places[place]:
                continue
            if best == FREE or when < st.ghosts[owner * GHOSTS + best, GHOST_WHEN]:
                best = i
        ghosts[place] = best
        if best != FREE:
            at[best] = place


@rule
def _deal(st: State, copies: Any, size: int, places: Any, total: int, ghosts: Any, laid: Any) -> None:
    """Lay the copies, which are in ascending order, to the places without a ghost."""
    old_enough, dealt = 0, 0
    for place in range(total):
        if ghosts[place] != FREE:
            continue
        while old_enough < size and copies[old_enough] // 256 <= places[place]:
            old_enough += 1
        pick = dealt + random_below(st.rng, max(old_enough - dealt, 1))
        card = copies[pick]
        copies[pick] = copies[dealt]
        copies[dealt] = card
        laid[place] = card
        dealt += 1


@rule
def _move_ghost(st: State, owner: int, ghost: int, places: Any, hand: int, at: Any, ghosts: Any, laid: Any) -> None:
    """Let a ghost change places with whatever lies in another place of the hand, if both may."""
    when = int(st.ghosts[owner * GHOSTS + ghost, GHOST_WHEN])
    reach = 0
    while reach < hand and places[reach] <= when:
        reach += 1
    here = at[ghost]
    there = random_below(st.rng, reach)
    if here == there or places[there] < st.ghosts[owner * GHOSTS + ghost, GHOST_BORN]:
        return
    other = ghosts[there]
    if other == FREE:
        if laid[there] // 256 > places[here]:
            return
        laid[here] = laid[there]
    else:
        if (
            st.ghosts[owner * GHOSTS + other, GHOST_BORN] > places[here]
            or st.ghosts[owner * GHOSTS + other, GHOST_WHEN] < places[here]
        ):
            return
        at[other] = here
    ghosts[here] = other
    ghosts[there] = ghost
    at[ghost] = there


@rule
def _arrival(st: State, owner: int, ghost: int, places: Any, at: Any) -> int:
    """When the place of a ghost arrived."""
    return int(st.ghosts[owner * GHOSTS + ghost, GHOST_ARRIVED]) if at[ghost] == NOWHERE else int(places[at[ghost]])


@rule
def _trade_ghosts(st: State, owner: int, ghost: int, other: int, places: Any, at: Any, whole: bool) -> None:
    """Let two ghosts of a kind be each other's copies, with their places or without, if both may."""
    born, theirs = (
        int(st.ghosts[owner * GHOSTS + ghost, GHOST_BORN]),
        int(st.ghosts[owner * GHOSTS + other, GHOST_BORN]),
    )
    here, there = _arrival(st, owner, ghost, places, at), _arrival(st, owner, other, places, at)
    if whole:
        if at[ghost] == NOWHERE or at[other] == NOWHERE:
            return
        if (
            there > st.ghosts[owner * GHOSTS + ghost, GHOST_WHEN]
            or here > st.ghosts[owner * GHOSTS + other, GHOST_WHEN]
        ):
            return
        place = at[ghost]
        at[ghost] = at[other]
        at[other] = place
    elif theirs > here or born > there:
        return
    st.ghosts[owner * GHOSTS + other, GHOST_BORN] = born
    st.ghosts[owner * GHOSTS + ghost, GHOST_BORN] = theirs


@rule
def _trade_copies(
    st: State, owner: int, ghost: int, there: int, places: Any, at: Any, ghosts: Any, laid: Any, whole: bool
) -> None:
    """Let a ghost be the copy of its kind that lies somewhere, and that be it, if both may."""
    born, theirs = int(st.ghosts[owner * GHOSTS + ghost, GHOST_BORN]), int(laid[there]) // 256
    if whole:
        if at[ghost] == NOWHERE or places[there] > st.ghosts[owner * GHOSTS + ghost, GHOST_WHEN]:
            return
        here = at[ghost]
        ghosts[here] = FREE
        ghosts[there] = ghost
        at[ghost] = there
        there = here
    elif theirs > _arrival(st, owner, ghost, places, at) or born > places[there]:
        return
    laid[there] = born * 256 + int(st.ghosts[owner * GHOSTS + ghost, GHOST_KIND])
    st.ghosts[owner * GHOSTS + ghost, GHOST_BORN] = theirs


@rule
def _trade(st: State, owner: int, ghost: int, places: Any, total: int, at: Any, ghosts: Any, laid: Any) -> None:
    """Let a ghost be another copy of its kind, or none: only the epochs change, or the places with them."""
    kind = int(st.ghosts[owner * GHOSTS + ghost, GHOST_KIND])
    others = 0
    for i in range(st.ghosts_size[owner]):
        others += i != ghost and st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind
    for place in range(total):
        others += ghosts[place] == FREE and laid[place] % 256 == kind
    pick = random_below(st.rng, others + 1)
    whole = random_below(st.rng, 2) == 1
    if pick == others:
        return
    for i in range(st.ghosts_size[owner]):
        if i != ghost and st.ghosts[owner * GHOSTS + i, GHOST_KIND] == kind:
            if pick == 0:
                _trade_ghosts(st, owner, ghost, i, places, at, whole)
                if whole and at[ghost] != NOWHERE and at[i] != NOWHERE:
                    ghosts[at[ghost]] = ghost
                    ghosts[at[i]] = i
                return
            pick -= 1
    for place in range(total):
        if ghosts[place] == FREE and laid[place] % 256 == kind:
            if pick == 0:
                _trade_copies(st, owner, ghost, place, places, at, ghosts, laid, whole)
                return
            pick -= 1


@rule
def _put_down(st: State, owner: int, places: Any, hand: int, total: int, at: Any, ghosts: Any, laid: Any) -> None:
    """The cards as they were laid, in hand and deck, and the ghosts."""
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                st.hand[owner, kind] -= st.arrived[kind, copy] > 0
            for copy in range(COPIES):
                st.born[kind, copy] = 0
                st.arrived[kind, copy] = 0
    for place in range(total):
        kind, born = int(laid[place]) % 256, int(laid[place]) // 256
        if place >= hand:
            st.deck[owner, int(st.bottom_known[owner]) + place - hand] = kind
            add_copy(st, kind, born, 0)
        elif ghosts[place] == FREE:
            st.hand[owner, kind] += 1
            add_copy(st, kind, born, int(places[place]))
    for i in range(st.ghosts_size[owner]):
        if at[i] != NOWHERE:
            st.ghosts[owner * GHOSTS + i, GHOST_ARRIVED] = places[at[i]]


@rule
def redeal(st: State, owner: int) -> None:
    """Deal anew what the opponent of a player cannot know of hand and deck."""
    places = np.zeros(MOST_PLACES, np.int64)
    copies = np.zeros(MOST_PLACES, np.int64)
    laid = np.zeros(MOST_PLACES, np.int64)
    ghosts = np.full(MOST_PLACES, FREE, np.int64)
    at = np.full(GHOSTS, NOWHERE, np.int64)
    hand = _list_places(st, owner, places)
    total = hand + hidden_in_deck(st, owner)
    for place in range(hand, total):
        places[place] = IN_DECK
    size = _list_copies(st, owner, copies)
    count = int(st.ghosts_size[owner])
    if st.epoch[owner] > 0:
        _lay_ghosts(st, owner, copies, size, places, hand, at, ghosts)
    _deal(st, copies, size, places, total, ghosts, laid)
    if count > 0:
        for _ in range(ROUNDS):
            for _ in range(MOVES * count):
                ghost = random_below(st.rng, count)
                if st.ghosts[owner * GHOSTS + ghost, GHOST_WHEN] != FROM_DECK:
                    _move_ghost(st, owner, ghost, places, hand, at, ghosts, laid)
                _trade(st, owner, ghost, places, total, at, ghosts, laid)
            dealt = 0
            for place in range(total):
                if ghosts[place] == FREE:
                    copies[dealt] = laid[place]
                    dealt += 1
            copies[:size].sort()
            _deal(st, copies, size, places, total, ghosts, laid)
    _put_down(st, owner, places, hand, total, at, ghosts, laid)


@rule
def shuffle_own(st: State, owner: int) -> None:
    """Shuffle what a player does not know of the own deck: the order between known top and bottom."""
    counts = np.zeros(KINDS, np.int64)
    first, size = int(st.bottom_known[owner]), hidden_in_deck(st, owner)
    for i in range(first, first + size):
        counts[st.deck[owner, i]] += 1
    at = first
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            st.deck[owner, at] = kind
            at += 1
    for i in range(size - 1, 0, -1):
        j = random_below(st.rng, i + 1)
        card = st.deck[owner, first + i]
        st.deck[owner, first + i] = st.deck[owner, first + j]
        st.deck[owner, first + j] = card
