"""Hands, which have no limit (G-3.5), the common piles, the discard open to all (G-1.6), cards being looked at."""

from __future__ import annotations

from gosu_env.armies.state import NO_CARD, OWNER, ROWS
from gosu_env.engine.compile import rule
from gosu_env.engine.events import DRAWN, NOBODY, SHUFFLED
from gosu_env.engine.rng import random_below
from gosu_env.gosu import events as e
from gosu_env.gosu.memory import close_pool, forget_known, leave_pool, note_shown, shown_copies
from gosu_env.gosu.state import State, Tables, has_kamakor, kinds_of


@rule
def count_level(st: State, tb: Tables, seat: int, kind: int, copies: int) -> None:
    """So many copies of a card more in hand, or fewer: it counts for its level, or for each of its levels (K-1.11)."""
    if not has_kamakor(st):
        st.hand_level[seat, tb.level[kind] - 1] += copies
        return
    for row in range(ROWS):
        if (int(tb.rows[kind]) >> row) & 1:
            st.hand_level[seat, row] += copies


@rule
def add_to_hand(st: State, tb: Tables, seat: int, kind: int, shown: bool) -> None:
    """Put a card into a hand; ``shown`` when every player saw which one it was."""
    st.hand[seat, kind] += 1
    count_level(st, tb, seat, kind, 1)
    st.hand_size[seat] += 1
    if shown:
        note_shown(st, seat, kind)


@rule
def take_from_hand(st: State, tb: Tables, seat: int, kind: int) -> None:
    """Take a card out of a hand before everyone's eyes: one that they know, if there is one."""
    if shown_copies(st, seat, kind) == 0:
        leave_pool(st, tb, seat, kind)
    st.hand[seat, kind] -= 1
    count_level(st, tb, seat, kind, -1)
    st.hand_size[seat] -= 1
    forget_known(st, seat, kind)


@rule
def empty_hand(st: State, seat: int) -> None:
    """Nothing in hand, and nothing known of it."""
    st.hand_size[seat] = 0
    st.known_size[seat] = 0
    for row in range(ROWS):
        st.hand_level[seat, row] = 0
    for kind in range(kinds_of(st)):
        st.hand[seat, kind] = 0
        st.known[seat, kind] = 0


@rule
def random_hand_card(st: State, seat: int) -> int:
    """A uniformly random card of a hand that is not empty."""
    left = random_below(st.rng, int(st.hand_size[seat]))
    for kind in range(kinds_of(st)):
        left -= st.hand[seat, kind]
        if left < 0:
            return kind
    return NO_CARD


@rule
def add_to_discard(st: State, kind: int) -> None:
    st.discard[kind] += 1
    st.discard_size += 1


@rule
def take_from_discard(st: State, kind: int) -> None:
    st.discard[kind] -= 1
    st.discard_size -= 1


@rule
def discard_from_hand(st: State, tb: Tables, seat: int, kind: int, event: int) -> None:
    """``event``: how it came to that."""
    e.note(st, event, seat, kind, e.HANDS + seat, e.DISCARD, 0)
    take_from_hand(st, tb, seat, kind)
    add_to_discard(st, kind)


@rule
def shuffle(st: State) -> None:
    """Shuffle the draw pile."""
    for i in range(st.deck_size - 1, 0, -1):
        j = random_below(st.rng, i + 1)
        card = st.deck[i]
        st.deck[i] = st.deck[j]
        st.deck[j] = card


@rule
def top_card(st: State) -> int:
    """Take the top card of the draw pile; NO_CARD when both piles are empty (G-9.10)."""
    if st.deck_size == 0:
        if st.discard_size == 0:
            return NO_CARD
        e.note(st, SHUFFLED, NOBODY, NO_CARD, e.DISCARD, e.DECK, int(st.discard_size))
        close_pool(st, int(st.stack[st.depth - 1, OWNER]))
        for kind in range(kinds_of(st)):
            for _ in range(st.discard[kind]):
                st.deck[st.deck_size] = kind
                st.deck_size += 1
            st.discard[kind] = 0
        st.discard_size = 0
        shuffle(st)
    st.deck_size -= 1
    return int(st.deck[st.deck_size])


@rule
def deal(st: State, tb: Tables, seat: int, amount: int, event: int) -> None:
    """Give a player the top cards; what the piles cannot give is lost (G-9.10). ``event``: DEALT, DRAWN."""
    for _ in range(amount):
        kind = top_card(st)
        if kind == NO_CARD:
            return
        e.note_hidden(st, event, seat, kind, e.DECK, e.HANDS + seat)
        add_to_hand(st, tb, seat, kind, False)


@rule
def draw(st: State, tb: Tables, seat: int, amount: int) -> None:
    deal(st, tb, seat, amount, DRAWN)
