"""The legal actions of every decision, in the order of their ids."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.laundromat.actions import DRAW, DRAW_WITH_POTION, KEEP, STOP, TAKE
from gosu_env.laundromat.rules import market_end
from gosu_env.laundromat.state import (
    DECIDE_KEEP,
    DECIDE_TAKE,
    DECIDE_WASH,
    LONGEST_CYCLE,
    State,
    Tables,
    hand_held,
    hand_size,
    hand_start,
    taken_of,
)

MAX_LEGAL = LONGEST_CYCLE


@rule
def insert(legal: Any, count: int, action: int) -> int:
    """Put an action into its place among those before; how many there are. One that is there already stays alone."""
    at = count
    while at > 0 and legal[at - 1] >= action:
        at -= 1
    if at < count and legal[at] == action:
        return count
    for i in range(count, at, -1):
        legal[i] = legal[i - 1]
    legal[at] = action
    return count + 1


@rule
def list_legal(st: State, tb: Tables, legal: Any) -> int:
    """List the legal actions; how many there are."""
    count = 0
    if st.decision == DECIDE_TAKE:
        hand = hand_held(st, int(st.decider))
        end = market_end(st) if st.num_players == 2 else hand_start(st, hand) + hand_size(st)
        for place in range(hand_start(st, hand) + taken_of(st, hand), end):
            count = insert(legal, count, TAKE + int(st.cards[place]))
    elif st.decision == DECIDE_WASH:  # L-4.2, L-4.3
        legal[0] = STOP
        legal[1] = DRAW
        count = 2
        if st.potion[st.decider] > 0:
            legal[2] = DRAW_WITH_POTION
            count = 3
    elif st.decision == DECIDE_KEEP:
        for i in range(st.wash_size):
            count = insert(legal, count, KEEP + int(st.wash[i]))
    return count
