"""What the players know of hidden cards, by what they saw and by what a perfect memory adds.

Hidden are the cards of a player in hand and deck, but for those that everybody saw come there: ``known`` ones of the
hand, ``top_known`` and ``bottom_known`` ones of the deck. Which cards are hidden is public; where each of them is, is
not. A player knows the own hand, and of the own deck everything but the order.

A hidden card of the hand was in the deck when it was drawn. Cards that are shuffled in later cannot be it. So every
hidden copy has an epoch in which it was **born** into the deck, and every hidden card of the hand one in which it
**arrived** there: whatever lies in that place was born in an epoch that is not later. Apart from that, every deal of
the hidden copies to the places in hand and deck is as likely as any other.

When a hidden card leaves the hand, nobody else can tell in which of its places it was. It leaves a **ghost** behind:
the copy and the place are then counted as if they were still there, and in a world that card may have been in any
place of the hand that had arrived until ``when``. A card that leaves the deck openly has a place of its own
(``when`` is 0), but which of two copies it was, nobody can tell either.

All this matters only as long as a place of the hand is older than a copy, and is forgotten otherwise (``_settle``): in
particular when the deck has no hidden card left, so that everybody can tell what is in the hand.

Of two copies of which one is known to be in hand, the known one is taken to be the first to leave: whichever it was,
the same cards are left.
"""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.gosux.state import (
    FIRST_HERO,
    FIRST_IMMORTAL,
    GHOST,
    GHOST_ARRIVED,
    GHOST_BORN,
    GHOST_KIND,
    GHOST_WHEN,
    GHOSTS,
    HEROES,
    IMMORTALS,
    KINDS,
    PLAYERS,
    TROOPS,
    State,
)

COPIES = 2  # of a card, at most
LAST_EPOCH = 250
IN_DECK = 0  # of the copies of a card, the first to be born of those in the deck, where there is one: these come first
FROM_DECK = 0  # ``when`` of a ghost that left the deck


@rule
def clan_of(kind: int) -> int:
    """The clan of a card, by its number."""
    if kind < FIRST_HERO:
        return kind // TROOPS
    if kind < FIRST_IMMORTAL:
        return (kind - FIRST_HERO) // HEROES
    return (kind - FIRST_IMMORTAL) // IMMORTALS


@rule
def now(st: State, seat: int) -> int:
    """What is written down for the present epoch."""
    return int(st.epoch[seat]) + 1


@rule
def hidden_in_deck(st: State, seat: int) -> int:
    """Cards of a deck that nobody knows the place of."""
    return max(int(st.deck_size[seat]) - int(st.top_known[seat]) - int(st.bottom_known[seat]), 0)


@rule
def order_copies(st: State, kind: int) -> None:
    """Put the two copies of a card into ascending order, what is not hidden behind."""
    first = int(st.arrived[kind, 0]) * 256 + int(st.born[kind, 0])
    second = int(st.arrived[kind, 1]) * 256 + int(st.born[kind, 1])
    if first == 0 or (second != 0 and second < first):
        st.arrived[kind, 0] = second // 256
        st.born[kind, 0] = second % 256
        st.arrived[kind, 1] = first // 256
        st.born[kind, 1] = first % 256


@rule
def add_copy(st: State, kind: int, born: int, arrived: int) -> None:
    """One more hidden copy."""
    copy = 0 if st.born[kind, 0] == 0 else 1
    st.born[kind, copy] = born
    st.arrived[kind, copy] = arrived
    order_copies(st, kind)


@rule
def drop_copy(st: State, kind: int, copy: int) -> None:
    st.born[kind, copy] = 0
    st.arrived[kind, copy] = 0
    order_copies(st, kind)


@rule
def _copy_in_hand(st: State, kind: int) -> int:
    """The last to arrive of the hidden copies in hand; there is one."""
    return 1 if st.arrived[kind, 1] > 0 else 0


# ------------------------------------------------------------------------------------------------ epochs


@rule
def _clear_ghosts(st: State, seat: int) -> None:
    for i in range(st.ghosts_size[seat]):
        for column in range(len(GHOST)):
            st.ghosts[seat * GHOSTS + i, column] = 0
    st.ghosts_size[seat] = 0


@rule
def _forget_epochs(st: State, seat: int) -> None:
    """From here on all hidden copies and all places are alike."""
    if st.epoch[seat] == 0:
        return
    st.epoch[seat] = 0
    _clear_ghosts(st, seat)
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == seat:
            for copy in range(COPIES):
                st.born[kind, copy] = min(int(st.born[kind, copy]), 1)
                st.arrived[kind, copy] = min(int(st.arrived[kind, copy]), 1)
            order_copies(st, kind)


@rule
def _settle(st: State, seat: int) -> None:
    """Forget epochs if no place of the hand is older than a copy; ghosts count."""
    if st.epoch[seat] == 0:
        return
    oldest = LAST_EPOCH + 2
    youngest = 0
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == seat:
            for copy in range(COPIES):
                youngest = max(youngest, int(st.born[kind, copy]))
                if st.arrived[kind, copy] > 0:
                    oldest = min(oldest, int(st.arrived[kind, copy]))
    for i in range(st.ghosts_size[seat]):
        youngest = max(youngest, int(st.ghosts[seat * GHOSTS + i, GHOST_BORN]))
        if st.ghosts[seat * GHOSTS + i, GHOST_WHEN] != FROM_DECK:
            oldest = min(oldest, int(st.ghosts[seat * GHOSTS + i, GHOST_ARRIVED]))
    if st.secret[seat] == 0 or oldest >= youngest:
        _forget_epochs(st, seat)


@rule
def _begin_epoch(st: State, seat: int) -> None:
    st.epoch[seat] += 1
    if st.epoch[seat] == LAST_EPOCH:
        _forget_epochs(st, seat)


@rule
def _begin_births(st: State, seat: int) -> None:
    """Cards are about to be shuffled in: no place that has arrived until now can hold them."""
    if st.secret[seat] == 0:
        return
    present = now(st, seat)
    for kind in range(KINDS):
        arrived = st.arrived[kind, 0] == present or st.arrived[kind, 1] == present
        if arrived and st.clan_owner[clan_of(kind)] == seat:
            _begin_epoch(st, seat)
            return
    for i in range(st.ghosts_size[seat]):
        if (
            st.ghosts[seat * GHOSTS + i, GHOST_ARRIVED] == present
            or st.ghosts[seat * GHOSTS + i, GHOST_WHEN] == present
        ):
            _begin_epoch(st, seat)
            return


@rule
def _begin_arrivals(st: State, seat: int) -> None:
    """A card is about to come into the hand: no ghost that has left until now can have had its place."""
    present = now(st, seat)
    for i in range(st.ghosts_size[seat]):
        if st.ghosts[seat * GHOSTS + i, GHOST_WHEN] == present:
            _begin_epoch(st, seat)
            return


# ------------------------------------------------------------------------------------------------ ghosts


@rule
def _add_ghost(st: State, seat: int, kind: int, copy: int, arrived: int, when: int) -> None:
    """Count a card that has left as if it were still there. Where there are too many, all of it is forgotten."""
    at = int(st.ghosts_size[seat])
    if at == GHOSTS:
        _forget_epochs(st, seat)
        return
    st.ghosts[seat * GHOSTS + at, GHOST_KIND] = kind
    st.ghosts[seat * GHOSTS + at, GHOST_BORN] = st.born[kind, copy]
    st.ghosts[seat * GHOSTS + at, GHOST_ARRIVED] = arrived
    st.ghosts[seat * GHOSTS + at, GHOST_WHEN] = when
    st.ghosts_size[seat] = at + 1


@rule
def _has_twin(st: State, seat: int, kind: int, copy: int) -> bool:
    """Whether a copy of another epoch could be taken for this one."""
    born = int(st.born[kind, copy])
    if st.born[kind, 1 - copy] > 0 and st.born[kind, 1 - copy] != born:
        return True
    for i in range(st.ghosts_size[seat]):
        if st.ghosts[seat * GHOSTS + i, GHOST_KIND] == kind and st.ghosts[seat * GHOSTS + i, GHOST_BORN] != born:
            return True
    return False


@rule
def _leave_place(st: State, seat: int, kind: int) -> None:
    """A hidden card of the hand is shown: its place is not."""
    _settle(st, seat)
    copy = _copy_in_hand(st, kind)
    if st.epoch[seat] > 0:
        _add_ghost(st, seat, kind, copy, int(st.arrived[kind, copy]), now(st, seat))
    drop_copy(st, kind, copy)
    st.secret[seat] -= 1
    _settle(st, seat)


# ------------------------------------------------------------------------------------------------ hands


@rule
def note_hand_seen(st: State, seat: int) -> None:
    """The opponent sees the whole hand, or knows it by elimination."""
    if st.secret[seat] > 0:
        for kind in range(KINDS):
            if st.hand[seat, kind] > 0:
                st.known[kind] = st.hand[seat, kind]
                for copy in range(COPIES - 1, -1, -1):
                    if st.arrived[kind, copy] > 0:
                        drop_copy(st, kind, copy)
        st.secret[seat] = 0
    _forget_epochs(st, seat)


@rule
def note_known_in_hand(st: State, seat: int, kind: int) -> None:
    """A card that everybody saw came into the hand."""
    st.known[kind] += 1


@rule
def note_hidden_draw(st: State, seat: int, kind: int) -> None:
    """A card came from a hidden place of the deck, which it has left, into the hand, unseen by the opponent."""
    if hidden_in_deck(st, seat) == 0:
        drop_copy(st, kind, IN_DECK)
        st.known[kind] += 1
        note_hand_seen(st, seat)
        return
    _begin_arrivals(st, seat)
    st.arrived[kind, IN_DECK] = now(st, seat)
    order_copies(st, kind)
    st.secret[seat] += 1


@rule
def note_left_hand(st: State, seat: int, kind: int) -> None:
    """A card leaves the hand before everyone's eyes: a known copy, if there is one."""
    if st.known[kind] > 0:
        st.known[kind] -= 1
    else:
        _leave_place(st, seat, kind)


@rule
def could_be_in_hand(st: State, seat: int, kind: int) -> bool:
    """Whether a card could be in a hand by what everybody knows: a copy was seen to come there, or a hidden one was in
    the deck when a hidden card of the hand was drawn. Ghosts are counted with the copies and with the places.
    """
    if st.known[kind] > 0:
        return True
    if st.secret[seat] == 0 or st.born[kind, 0] == 0:
        return False
    born = int(st.born[kind, 0])
    if st.born[kind, 1] > 0:
        born = min(born, int(st.born[kind, 1]))
    arrived = 0
    for i in range(st.ghosts_size[seat]):
        if st.ghosts[seat * GHOSTS + i, GHOST_KIND] == kind:
            born = min(born, int(st.ghosts[seat * GHOSTS + i, GHOST_BORN]))
        if st.ghosts[seat * GHOSTS + i, GHOST_WHEN] != FROM_DECK:
            arrived = max(arrived, int(st.ghosts[seat * GHOSTS + i, GHOST_ARRIVED]))
    for other in range(KINDS):
        if st.born[other, 0] > 0 and st.clan_owner[clan_of(other)] == seat:
            arrived = max(arrived, int(st.arrived[other, 0]))
            arrived = max(arrived, int(st.arrived[other, 1]))
    return arrived >= born


# ------------------------------------------------------------------------------------------------ decks


@rule
def note_into_deck(st: State, seat: int, kind: int) -> None:
    """A card that everybody saw is about to be shuffled into the deck."""
    _begin_births(st, seat)
    add_copy(st, kind, now(st, seat), 0)


@rule
def note_left_deck(st: State, seat: int, kind: int) -> None:
    """A card has left a hidden place of the deck before everyone's eyes."""
    if st.epoch[seat] > 0 and _has_twin(st, seat, kind, IN_DECK):
        _add_ghost(st, seat, kind, IN_DECK, now(st, seat), FROM_DECK)
    drop_copy(st, kind, IN_DECK)
    if hidden_in_deck(st, seat) == 0:
        note_hand_seen(st, seat)
    else:
        _settle(st, seat)


@rule
def note_order_lost(st: State, seat: int) -> None:
    """The deck is about to be shuffled or searched: nobody knows its top and bottom any more."""
    size = int(st.deck_size[seat])
    top = int(st.top_known[seat])
    bottom = min(int(st.bottom_known[seat]), size - top)
    st.top_known[seat] = 0
    st.bottom_known[seat] = 0
    for i in range(size):
        if i < bottom or i >= size - top:
            note_into_deck(st, seat, int(st.deck[seat, i]))


@rule
def note_not_in_deck(st: State, seat: int, kind: int) -> None:
    """Everybody sees that no copy of a card is in the deck: what is hidden of it is in the hand."""
    while st.arrived[kind, 0] > 0 or st.arrived[kind, 1] > 0:
        _leave_place(st, seat, kind)
        st.known[kind] += 1


# ------------------------------------------------------------------------------------------------ positions


@rule
def note_position(st: State) -> None:
    """Cards were laid by hand: what is not said to be known is hidden, all of one epoch."""
    for seat in range(PLAYERS):
        st.secret[seat] = 0
        _clear_ghosts(st, seat)
        st.epoch[seat] = 0
        for kind in range(KINDS):
            if st.clan_owner[clan_of(kind)] != seat:
                continue
            for copy in range(COPIES):
                st.born[kind, copy] = 0
                st.arrived[kind, copy] = 0
            for _ in range(st.hand[seat, kind] - st.known[kind]):
                add_copy(st, kind, 1, 1)
                st.secret[seat] += 1
        for i in range(st.bottom_known[seat], st.deck_size[seat] - st.top_known[seat]):
            add_copy(st, int(st.deck[seat, i]), 1, 0)
        if hidden_in_deck(st, seat) == 0:
            note_hand_seen(st, seat)
