"""What players know of garments that are not face up, as a perfect memory keeps it.

Who holds a hand sees all of it. So a player knows what a hand held when it came, what is missing when it comes again,
and what is left when it has come for the last time; who took which of these is not seen. That makes groups: garments
that left a hand between two looks of a player, or after the last, went one each into the baskets of those who held it
meanwhile, nobody knows which into which. A group of one is a garment of which the player knows where it went: those
that it put into its own basket, and the one that it gave to its neighbour. Garments that left a hand before the player
saw it, first garments and the draw pile are unseen.

A place of ``cards`` says who could look at it when (see state.py), so groups are ranges of places and need no memory of
their own. With two players every garment but the first is taken before everybody's eyes.
"""

from __future__ import annotations

from gosu_env.engine.jit import rule
from gosu_env.laundromat.rules import market_end
from gosu_env.laundromat.state import FILL, State, dealt, first_place, hand_of, round_of, seat_after, turn_of

UNSEEN = -1


@rule
def last_look(st: State, dealt_in: int) -> int:
    """The last pass of a round's hands that has begun: then everybody looks at the hand that has come."""
    if dealt_in == st.round_number and st.phase == FILL:
        return int(st.passes)
    return hand_of(int(st.num_players), dealt_in) - 2


@rule
def look_before(st: State, observer: int, dealt_in: int, hand: int, left: int) -> int:
    """The pass in which a player last looked at a hand before a garment left it, or with it; UNSEEN: in none."""
    n = int(st.num_players)
    look = seat_after(st, 0, (observer - hand) * int(st.direction[dealt_in - 1]))
    last = last_look(st, dealt_in)
    if look > left or look > last:
        return UNSEEN
    while look + n <= left and look + n <= last:
        look += n
    return look


@rule
def group_start(st: State, observer: int, place: int) -> int:
    """The first place of the group that a garment is of, for a player; UNSEEN if the player never saw it."""
    n = int(st.num_players)
    dealt_in = round_of(n, place)
    if dealt_in == 0 or place >= dealt(st):
        return UNSEEN
    first = first_place(n, dealt_in)
    if n == 2:
        open_ = dealt_in < st.round_number or st.phase != FILL or place < market_end(st)
        return place if open_ else UNSEEN
    size = hand_of(n, dealt_in)
    hand = (place - first) // size
    left = (place - first) % size
    look = look_before(st, observer, dealt_in, hand, left)
    if look == UNSEEN:
        return UNSEEN
    if look == left or is_choosing(st, observer, dealt_in, look):
        return place
    return first + hand * size + look + 1


@rule
def group_end(st: State, observer: int, place: int) -> int:
    """The place behind the group that a garment is of, which the player has seen."""
    n = int(st.num_players)
    if n == 2:
        return place + 1
    dealt_in = round_of(n, place)
    first = first_place(n, dealt_in)
    size = hand_of(n, dealt_in)
    hand = (place - first) // size
    left = (place - first) % size
    look = look_before(st, observer, dealt_in, hand, left)
    if look == left or is_choosing(st, observer, dealt_in, look):
        return place + 1
    again = look + n
    return first + hand * size + (again if again <= last_look(st, dealt_in) else size)


@rule
def is_choosing(st: State, observer: int, dealt_in: int, look: int) -> bool:
    """Whether a player holds the hand of that look right now and has not chosen yet: it knows every place of it."""
    if dealt_in != st.round_number or st.phase != FILL or look != st.passes:
        return False
    return bool(turn_of(st, observer) >= st.turn)
