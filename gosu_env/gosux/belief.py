"""What is likely of hidden cards by counting alone: expected numbers, if all deals that fit are alike.

Every hidden copy lies in a place of hand or deck that is not older than it (memory.py). The places of the hand, from
the oldest on, choose among the copies that are old enough, and how many these are does not depend on what was chosen
before. So the number of deals is a product, and so is the chance of a copy to be left in the deck. That holds given
where ghosts have been: each is laid to all copies of its kind and all places where it may have been, in turn, and every
way counts as often as there are deals with it. If there are too many ways, the chances are a mean over worlds, in each
of which ghosts have a place (engine/belief_loops.py). What the opponent's pending decision gives away is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import rule
from gosu_env.engine.posterior import MOST_TRIES, NOWHERE
from gosu_env.gosux.memory import COPIES, FROM_DECK, clan_of, hidden_in_deck, now
from gosu_env.gosux.state import (
    GHOST_ARRIVED,
    GHOST_BORN,
    GHOST_KIND,
    GHOST_WHEN,
    GHOSTS,
    KINDS,
    PLAYERS,
    State,
    Tables,
    other_seat,
)


@rule
def _count_hidden(st: State, owner: int, ghosts: int, copies: Any, births: Any, places: Any) -> None:
    """The hidden copies of a player by kind and epoch, the places of the hand by epoch; with so many ghosts."""
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                if st.born[kind, copy] > 0:
                    copies[kind, st.born[kind, copy]] += 1
                    births[st.born[kind, copy]] += 1
                if st.arrived[kind, copy] > 0:
                    places[st.arrived[kind, copy]] += 1
    for i in range(owner * GHOSTS, owner * GHOSTS + ghosts):
        copies[st.ghosts[i, GHOST_KIND], st.ghosts[i, GHOST_BORN]] += 1
        births[st.ghosts[i, GHOST_BORN]] += 1
        if st.ghosts[i, GHOST_WHEN] != FROM_DECK:
            places[st.ghosts[i, GHOST_ARRIVED]] += 1


@rule
def _count_deals(births: Any, places: Any, chances: Any) -> float:
    """How many deals there are to the places of the hand; in ``chances``, of a copy to be there, by its epoch."""
    deals = 1.0
    old_enough, dealt = 0, 0
    chances[:] = 1.0  # to be left
    for epoch in range(1, births.shape[0]):
        old_enough += int(births[epoch])
        for _ in range(places[epoch]):
            if old_enough <= dealt:
                return 0.0
            deals *= old_enough - dealt
            for earlier in range(1, epoch + 1):
                chances[earlier] *= 1.0 - 1.0 / (old_enough - dealt)
            dealt += 1
    for epoch in range(chances.shape[0]):
        chances[epoch] = 1.0 - chances[epoch]
    return deals


@rule
def _next_choice(st: State, ghost: int, copies: Any, places: Any, choice: int) -> int:
    """The next copy and place for a ghost behind that choice, as ``born * epochs + arrived``; NOWHERE if there is none.

    A ghost of the deck had a place of its own.
    """
    epochs = len(places)
    kind, when, place = (
        int(st.ghosts[ghost, GHOST_KIND]),
        int(st.ghosts[ghost, GHOST_WHEN]),
        int(st.ghosts[ghost, GHOST_ARRIVED]),
    )
    for born in range(1 if choice == NOWHERE else choice // epochs, epochs):
        if copies[kind, born] == 0:
            continue
        first = born
        if choice != NOWHERE and born == choice // epochs:
            first = choice % epochs + 1
        if when == FROM_DECK:
            if first <= place:
                return born * epochs + place
            continue
        for arrived in range(first, min(when, epochs - 1) + 1):
            if places[arrived] > 0:
                return born * epochs + arrived
    return NOWHERE


@rule
def _lay(st: State, ghost: int, copies: Any, births: Any, places: Any, choice: int, by: int) -> int:
    """Lay a ghost (1), or take it up again (-1): how many copies and places there are for it."""
    born, arrived = choice // places.shape[0], choice % places.shape[0]
    kind = int(st.ghosts[ghost, GHOST_KIND])
    ways = int(copies[kind, born])
    copies[kind, born] -= by
    births[born] -= by
    if st.ghosts[ghost, GHOST_WHEN] != FROM_DECK:
        ways *= int(places[arrived])
        places[arrived] -= by
    return ways


@rule
def _spread(st: State, owner: int, ghosts: int, share: Any) -> bool:
    """Expected hidden copies of each card in hand, given so many ghosts; False if there are too many ways."""
    epochs = now(st, owner) + 1
    copies = np.zeros((KINDS, epochs), np.int64)
    births = np.zeros(epochs, np.int64)
    places = np.zeros(epochs, np.int64)
    chances = np.zeros(epochs, np.float64)
    chosen = np.full(GHOSTS + 1, NOWHERE, np.int64)
    weights = np.ones(GHOSTS + 1, np.float64)
    found = np.zeros((KINDS, epochs), np.float64)
    total, tries, depth = 0.0, 0, 0
    _count_hidden(st, owner, ghosts, copies, births, places)
    while depth >= 0:
        if depth == ghosts:
            weight = weights[depth] * _count_deals(births, places, chances)
            if weight > 0.0:
                total += weight
                for kind in range(KINDS):
                    if st.born[kind, 0] > 0:
                        for epoch in range(1, epochs):
                            found[kind, epoch] += weight * int(copies[kind, epoch]) * chances[epoch]
            depth -= 1
            continue
        ghost = owner * GHOSTS + depth
        if chosen[depth] != NOWHERE:
            _lay(st, ghost, copies, births, places, int(chosen[depth]), -1)
        chosen[depth] = _next_choice(st, ghost, copies, places, int(chosen[depth]))
        if chosen[depth] == NOWHERE:
            depth -= 1
            continue
        tries += 1
        if tries > MOST_TRIES:
            return False
        weights[depth + 1] = weights[depth] * _lay(st, ghost, copies, births, places, int(chosen[depth]), 1)
        depth += 1
    if total == 0.0:
        return False
    for kind in range(KINDS):
        for epoch in range(1, epochs):
            share[kind] += found[kind, epoch] / total
    return True


@rule
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Expected copies of each card in the other hand and in both decks, and how many are known to be there."""
    owner = other_seat(seat)
    hand, own, deck = 0, KINDS * (1 + seat), KINDS * (1 + owner)
    share = np.zeros(KINDS, np.float64)
    exact = _spread(st, owner, 0 if settled else int(st.ghosts_size[owner]), share)
    for i in range((1 + PLAYERS) * KINDS):
        out[i] = 0
        known[i] = 0
    for i in range(st.deck_size[seat]):
        kind = int(st.deck[seat, i])
        out[own + kind] += 1
        known[own + kind] += 1
    first = int(st.bottom_known[owner])
    end = first + hidden_in_deck(st, owner)
    for i in range(st.deck_size[owner]):
        if i < first or i >= end:
            kind = int(st.deck[owner, i])
            out[deck + kind] += 1
            known[deck + kind] += 1
    for kind in range(KINDS):
        if st.clan_owner[clan_of(kind)] != owner:
            continue
        hidden = int(st.born[kind, 0] > 0) + int(st.born[kind, 1] > 0)
        out[hand + kind] += int(st.known[kind]) + share[kind]
        out[deck + kind] += hidden - share[kind]
        known[hand + kind] += st.known[kind]
        known[deck + kind] += hidden * (st.secret[owner] == 0)
    return exact
