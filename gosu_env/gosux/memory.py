"""What the players know of hidden cards: known ones, and when hidden ones came into a deck and into a hand."""

from __future__ import annotations

from gosu_env.engine.jit import rule
from gosu_env.gosux.state import State


@rule
def note_hidden_draw(st: State, seat: int, kind: int) -> None:
    """A card came from an unknown place of the deck into the hand, unseen by the opponent."""


@rule
def note_known_in_hand(st: State, seat: int, kind: int) -> None:
    """A card came into the hand, and the opponent knows which one."""
    st.known[kind] += 1


@rule
def note_left_hand(st: State, seat: int, kind: int) -> None:
    """A card leaves the hand before everyone's eyes (``hand`` still counts it): a known copy, if there is one."""
    if st.known[kind] > 0:
        st.known[kind] -= 1


@rule
def note_hand_seen(st: State, seat: int) -> None:
    """The opponent sees the whole hand."""
    for kind in range(st.hand.shape[1]):
        if st.hand[seat, kind] > 0:
            st.known[kind] = st.hand[seat, kind]


@rule
def note_into_deck(st: State, seat: int, kind: int) -> None:
    """A card that everybody saw is about to be shuffled into the deck."""


@rule
def note_searched(st: State, seat: int, kind: int) -> None:
    """A card of an unknown place of the deck was picked by its owner, unseen, into the hand."""


@rule
def note_shuffled(st: State, seat: int) -> None:
    """The deck was shuffled: nobody knows its top and bottom any more."""
    st.top_known[seat] = 0
    st.bottom_known[seat] = 0


@rule
def note_deck_empty(st: State, seat: int) -> None:
    """The deck ran out: what is hidden is all in hand. The discard is about to be shuffled into it."""
