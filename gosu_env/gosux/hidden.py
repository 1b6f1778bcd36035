"""What is hidden from a seat, as it is: the other hand, and the decks. For learners, never for players."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Spec
from gosu_env.gosux.observe import MOST_COPIES
from gosu_env.gosux.state import KINDS, PLAYERS, State, Tables, other_seat

COPIES = f"count 0..{MOST_COPIES}"


def hidden_spec() -> Spec:
    """The layout of ``write_hidden``."""
    return Spec(Block.lay_out([("hand.opp1", KINDS, "copies of each card in that hand", COPIES)]))


def unseen_spec() -> Spec:
    """The layout of ``write_unseen``."""
    decks = ((f"deck.{seat}", KINDS, "copies of each card in that deck", COPIES) for seat in range(PLAYERS))
    return Spec(Block.lay_out(decks))


@rule
def write_hidden(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The hand of the other player."""
    for kind in range(KINDS):
        out[kind] = st.hand[other_seat(seat), kind]


@rule
def write_unseen(st: State, tb: Tables, out: Any) -> None:
    """Both decks, without their order."""
    for i in range(PLAYERS * KINDS):
        out[i] = 0
    for seat in range(PLAYERS):
        for i in range(st.deck_size[seat]):
            out[seat * KINDS + int(st.deck[seat, i])] += 1
