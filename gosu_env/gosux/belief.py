"""What is likely of hidden cards by counting alone: expected numbers, if all deals that fit are alike.

Every hidden copy lies in a place of hand or deck that is not older than it (memory.py). The places of the hand, from
the oldest on, choose among the copies that are old enough, and how many these are does not depend on what was chosen
before. So the chance of a copy to be left in the deck is a product. That holds given where ghosts have been: as long as
there are some, the chances are a mean over worlds, in each of which they have a place (engine/belief_loops.py). What
the opponent's pending decision gives away is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.jit import rule
from gosu_env.gosux.memory import COPIES, clan_of, hidden_in_deck
from gosu_env.gosux.state import KINDS, PLAYERS, State, Tables, other_seat

MOST_EPOCHS = 256


@rule
def _find_chances(st: State, owner: int, chances: Any) -> None:
    """The chance of a hidden copy to be in hand, by the epoch in which it was born."""
    births = np.zeros(MOST_EPOCHS, np.int64)
    arrivals = np.zeros(MOST_EPOCHS, np.int64)
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                births[st.born[kind, copy]] += 1
                arrivals[st.arrived[kind, copy]] += 1
    births[0] = 0
    left = np.ones(MOST_EPOCHS, np.float64)
    old_enough, dealt = 0, 0
    for epoch in range(1, int(st.epoch[owner]) + 2):
        old_enough += births[epoch]
        for _ in range(arrivals[epoch]):
            rest = 1.0 - 1.0 / (old_enough - dealt)
            for birth in range(1, epoch + 1):
                left[birth] *= rest
            dealt += 1
    for epoch in range(1, MOST_EPOCHS):
        chances[epoch] = 1.0 - left[epoch]


@rule
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Expected copies of each card in the other hand and in both decks, and how many are known to be there."""
    owner = other_seat(seat)
    hand, own, deck = 0, KINDS * (1 + seat), KINDS * (1 + owner)
    chances = np.zeros(MOST_EPOCHS, np.float64)
    _find_chances(st, owner, chances)
    for i in range((1 + PLAYERS) * KINDS):
        out[i] = 0
        known[i] = 0
    for i in range(st.deck_size[seat]):
        out[own + st.deck[seat, i]] += 1
        known[own + st.deck[seat, i]] += 1
    first = int(st.bottom_known[owner])
    end = first + hidden_in_deck(st, owner)
    for i in range(st.deck_size[owner]):
        if i < first or i >= end:
            out[deck + st.deck[owner, i]] += 1
            known[deck + st.deck[owner, i]] += 1
    for kind in range(KINDS):
        if st.clan_owner[clan_of(kind)] != owner:
            continue
        out[hand + kind] += st.known[kind]
        known[hand + kind] += st.known[kind]
        for copy in range(COPIES):
            if st.born[kind, copy] > 0:
                chance = chances[st.born[kind, copy]]
                out[hand + kind] += chance
                out[deck + kind] += 1.0 - chance
                known[deck + kind] += st.secret[owner] == 0
    return bool(settled or st.ghosts_size[owner] == 0)
