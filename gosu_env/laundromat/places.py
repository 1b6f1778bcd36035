"""Where garments lie in ``cards``, for Python: the arithmetic of state.py, which only compiled code can call."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.laundromat.state import CARDS, FILL, LONGEST_CYCLE, MAX_PLAYERS, ROUNDS


def cycle(round_number: int) -> int:
    """The cycle number of a round's programmes (L-1.2)."""
    return round_number + 2


def hand_cards(num_players: int, round_number: int) -> int:
    """How many garments each player draws in a round (L-3.1)."""
    return LONGEST_CYCLE - 1 if num_players == MAX_PLAYERS and round_number == ROUNDS else cycle(round_number)


def round_places(num_players: int, round_number: int) -> range:
    """The places of a round's hands; of round 0, those of the first garments."""
    if round_number == 0:
        return range(num_players)
    first = num_players * (1 + sum(cycle(before) for before in range(1, round_number)))
    return range(first, first + num_players * hand_cards(num_players, round_number))


def basket_places(num_players: int, leader: Any, direction: Any, rounds: int) -> NDArray[np.int64]:
    """Of every place: the basket it goes into, for rounds that have begun; else -1."""
    found = np.full(CARDS, -1, np.int64)
    for round_number in range(rounds + 1):
        for offset, place in enumerate(round_places(num_players, round_number)):
            if round_number == 0:
                found[place] = offset
            elif num_players == 2:
                found[place] = (1 - int(leader[round_number - 1]) + offset) % 2
            else:
                hand, left = divmod(offset, hand_cards(num_players, round_number))
                found[place] = (hand + left * int(direction[round_number - 1])) % num_players
    return found


def hand_places(st: Any, seat: int, whole: bool = False) -> slice:
    """The places of the hand that a seat holds, or of the market; ``whole``: with those that have left it."""
    n, this = int(st.num_players), int(st.round_number)
    places = round_places(n, this)
    if n == 2:
        return slice(places.start if whole else places.start + int(st.passes), places.stop)
    size, way = hand_cards(n, this), int(st.direction[this - 1])
    passes = int(st.passes) if st.phase == FILL else 0
    hand = (seat - passes * way) % n
    turn = (seat - int(st.leader[this - 1])) * way % n
    left = passes + (turn < st.turn)
    first = places.start + hand * size
    return slice(first if whole else first + left, first + size)
