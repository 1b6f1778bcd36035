"""Hands, decks, discards and the cards removed from the game: each player has their own (X-2.6).

What a deck gives comes from its top, the end of its array. Cards that everybody knows lie on its top and at its bottom:
``top_known`` and ``bottom_known`` of them.
"""

from __future__ import annotations

from gosu_env.armies.state import NO_CARD
from gosu_env.engine.compile import rule
from gosu_env.engine.events import DRAWN, SHUFFLED
from gosu_env.engine.rng import random_below
from gosu_env.gosux import events as e
from gosu_env.gosux.memory import (
    note_hidden_draw,
    note_into_deck,
    note_known_in_hand,
    note_left_deck,
    note_left_hand,
    note_order_lost,
)
from gosu_env.gosux.state import KINDS, State, Tables


@rule
def add_to_hand(st: State, seat: int, kind: int, shown: bool) -> None:
    """Put a card into a hand; ``shown`` when the opponent knows which one it is, otherwise it came off the deck."""
    st.hand[seat, kind] += 1
    st.hand_size[seat] += 1
    if shown:
        note_known_in_hand(st, seat, kind)
    else:
        note_hidden_draw(st, seat, kind)


@rule
def take_from_hand(st: State, seat: int, kind: int) -> None:
    """Take a card out of a hand before everyone's eyes."""
    note_left_hand(st, seat, kind)
    st.hand[seat, kind] -= 1
    st.hand_size[seat] -= 1


@rule
def add_to_discard(st: State, seat: int, kind: int) -> None:
    st.discard[seat, kind] += 1
    st.discard_size[seat] += 1


@rule
def take_from_discard(st: State, seat: int, kind: int) -> None:
    st.discard[seat, kind] -= 1
    st.discard_size[seat] -= 1


@rule
def discard_from_hand(st: State, seat: int, kind: int, event: int) -> None:
    """``event``: how it came to that."""
    e.note(st, event, seat, kind, e.HANDS + seat, e.DISCARDS + seat, 0)
    take_from_hand(st, seat, kind)
    add_to_discard(st, seat, kind)


@rule
def remove_from_game(st: State, tb: Tables, remover: int, seat: int, kind: int) -> int:
    """A card of a discard leaves the game (X-8.14); the cards to draw for whoever did it: one for a mourned card."""
    e.note(st, e.REMOVED_CARD, remover, kind, e.DISCARDS + seat, e.REMOVED, 0)
    take_from_discard(st, seat, kind)
    st.removed[kind] += 1
    return int(tb.mourned[kind])


@rule
def shuffle_deck(st: State, seat: int) -> None:
    note_order_lost(st, seat)
    for i in range(st.deck_size[seat] - 1, 0, -1):
        j = random_below(st.rng, i + 1)
        card = st.deck[seat, i]
        st.deck[seat, i] = st.deck[seat, j]
        st.deck[seat, j] = card


@rule
def put_into_deck(st: State, seat: int, kind: int) -> None:
    """Lay a card that everybody saw into a deck that is about to be shuffled."""
    note_order_lost(st, seat)
    note_into_deck(st, seat, kind)
    st.deck[seat, st.deck_size[seat]] = kind
    st.deck_size[seat] += 1


@rule
def put_on_top(st: State, seat: int, kind: int) -> None:
    """Lay a card onto a deck, before everyone's eyes."""
    st.deck[seat, st.deck_size[seat]] = kind
    st.deck_size[seat] += 1
    st.top_known[seat] += 1


@rule
def put_below(st: State, seat: int, kind: int) -> None:
    """Lay a card under a deck, before everyone's eyes."""
    for i in range(st.deck_size[seat], 0, -1):
        st.deck[seat, i] = st.deck[seat, i - 1]
    st.deck[seat, 0] = kind
    st.deck_size[seat] += 1
    st.bottom_known[seat] += 1


@rule
def _lift_top(st: State, seat: int) -> int:
    st.deck_size[seat] -= 1
    if st.top_known[seat] > 0:
        st.top_known[seat] -= 1
    elif st.bottom_known[seat] > st.deck_size[seat]:
        st.bottom_known[seat] -= 1
    return int(st.deck[seat, st.deck_size[seat]])


@rule
def take_top(st: State, seat: int) -> int:
    """Take the top card of a deck that is not empty, before everyone's eyes."""
    known = top_is_known(st, seat)
    kind = _lift_top(st, seat)
    if not known:
        note_left_deck(st, seat, kind)
    return kind


@rule
def take_from_deck(st: State, seat: int, kind: int, shown: bool) -> None:
    """Take a card that its player has searched for out of a deck, which is to be shuffled then.

    Unless it is ``shown`` it has to go into the hand, unseen by the opponent.
    """
    note_order_lost(st, seat)
    size = int(st.deck_size[seat]) - 1
    at = size
    while at > 0 and st.deck[seat, at] != kind:
        at -= 1
    st.deck[seat, at] = st.deck[seat, size]
    st.deck_size[seat] = size
    if shown:
        note_left_deck(st, seat, kind)


@rule
def top_is_known(st: State, seat: int) -> bool:
    """Whether everybody knows the top card of a deck."""
    return bool(st.top_known[seat] > 0 or st.bottom_known[seat] >= st.deck_size[seat])


@rule
def refill_deck(st: State, seat: int) -> bool:
    """Shuffle the whole discard into the empty deck (X-2.6); whether there was one."""
    if st.discard_size[seat] == 0:
        return False
    e.note(st, SHUFFLED, seat, NO_CARD, e.DISCARDS + seat, e.DECKS + seat, int(st.discard_size[seat]))
    for kind in range(KINDS):
        for _ in range(st.discard[seat, kind]):
            put_into_deck(st, seat, kind)
        st.discard[seat, kind] = 0
    st.discard_size[seat] = 0
    shuffle_deck(st, seat)
    return True


@rule
def draw_one(st: State, seat: int, event: int) -> None:
    """The top card of a deck that is not empty, into the hand. ``event``: DEALT, DRAWN."""
    shown = top_is_known(st, seat)
    kind = _lift_top(st, seat)
    if shown:
        e.note(st, event, seat, kind, e.DECKS + seat, e.HANDS + seat, 0)
    else:
        e.note_hidden(st, event, seat, kind, e.DECKS + seat, e.HANDS + seat)
    add_to_hand(st, seat, kind, shown)


@rule
def can_draw(st: State, seat: int) -> bool:
    """Whether a player has a card to draw, in the deck or in the discard that would become it (X-2.6)."""
    return bool(st.deck_size[seat] + st.discard_size[seat] > 0)


@rule
def draw(st: State, tb: Tables, seat: int, amount: int) -> None:
    """Draw cards; what deck and discard cannot give is lost.

    A refill is counted in ``refilled``: what cards do about it comes when the instruction is over.
    """
    for _ in range(amount):
        if st.deck_size[seat] == 0:
            if not refill_deck(st, seat):
                return
            st.refilled[seat] += 1
        draw_one(st, seat, DRAWN)


@rule
def mill(st: State, seat: int, amount: int) -> None:
    """The top cards of a deck go to the discard; it is not refilled for that."""
    for _ in range(min(amount, int(st.deck_size[seat]))):
        kind = take_top(st, seat)
        e.note(st, e.MILLED, seat, kind, e.DECKS + seat, e.DISCARDS + seat, 0)
        add_to_discard(st, seat, kind)
