"""What players know of garments that are not face up, as a perfect memory keeps it.

Who holds a hand sees all of it. So a player knows what a hand held when it came, what is missing when it comes again,
and what is left when it has come for the last time; who took which of these is not seen. That makes groups: garments
that left a hand between two looks of a player, or after the last, went one each into the baskets of those who held it
meanwhile, nobody knows which into which. A group of one is a garment of which the player knows where it went: those
that it put into its own basket, and the one that it gave to its neighbour. Garments that left a hand before the player
saw it, first garments and the draw pile are unseen.

A place of ``cards`` says who could look at it when (see state.py), so groups are ranges of places and need no memory of
their own: behind a look of a player at a hand, which is the place of the garment that the player chose, to the next.
With two players every garment but the first is taken before everybody's eyes.
"""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.laundromat.state import FILL, State, hand_of, seat_after, turn_of


@rule
def first_look(st: State, observer: int, round_number: int, hand: int) -> int:
    """The first pass in which a player holds a hand of a round; it comes again every ``num_players`` passes."""
    return seat_after(st, 0, (observer - hand) * int(st.direction[round_number - 1]))


@rule
def last_look(st: State, round_number: int) -> int:
    """The last pass of a round that has begun: then everybody looks at the hand that has come."""
    if round_number == st.round_number and st.phase == FILL:
        return int(st.passes)
    return hand_of(int(st.num_players), round_number) - 2


@rule
def group_end(st: State, round_number: int, look: int) -> int:
    """Where in a hand the group ends that begins behind a look: at the next look, or with the hand."""
    again = look + int(st.num_players)
    return again if again <= last_look(st, round_number) else hand_of(int(st.num_players), round_number)


@rule
def is_choosing(st: State, observer: int, round_number: int, look: int) -> bool:
    """Whether a player holds the hand of that look right now and has not chosen yet: it knows every place of it."""
    if round_number != st.round_number or st.phase != FILL or look != st.passes:
        return False
    return bool(turn_of(st, observer) >= st.turn)
