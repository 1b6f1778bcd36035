"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know — the opponent's hidden cards in hand and deck, the order of its own deck, the random
generator — is dealt anew (redeal.py); what earlier cards and effects left behind in the record is wiped. So a world
depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more. What the seat
knows is what a perfect memory keeps (memory.py). What could be concluded from the choices that players made is left to
agents.
"""

from __future__ import annotations

from gosu_env.engine.jit import rule
from gosu_env.gosux.redeal import redeal, shuffle_own
from gosu_env.gosux.state import PLAYERS, State


@rule
def _wipe(st: State) -> None:
    """Forget the cards that were drawn and the effects that are over."""
    for seat in range(PLAYERS):
        for i in range(st.deck_size[seat], st.deck.shape[1]):
            st.deck[seat, i] = 0
    for frame in range(st.depth, st.stack.shape[0]):
        for i in range(st.stack.shape[1]):
            st.stack[frame, i] = 0


@rule
def resample(st: State, seat: int) -> None:
    """Deal everything anew that the seat cannot know."""
    redeal(st, 1 - seat)
    shuffle_own(st, seat)
