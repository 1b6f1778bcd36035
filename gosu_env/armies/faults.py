"""What is wrong with records of armies from outside, many at a time: rows, cards, code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, NO_CARD, ROWS
from gosu_env.armies.vocabulary import END, OP
from gosu_env.engine.faults import Faults

OF_THE_GAME, OF_NOTHING = -1, -2  # whose a row of the code is, if it is no card's


def row_kinds(code: NDArray[np.int64], programs: NDArray[Any], own: int) -> NDArray[np.int64]:
    """For every row of the code: the kind whose program it is of; the first ``own`` are the game's."""
    found = np.full(len(code), OF_NOTHING, np.int64)
    found[:own] = OF_THE_GAME
    for kind, starts in enumerate(programs):
        for start in starts[starts >= 0].tolist():
            end = start
            while code[end, OP] != END:
                end += 1
            found[start : end + 1] = kind
    return found


def army_faults(states: NDArray[Any], stands: NDArray[np.bool_]) -> Faults:
    """Rows without holes, each card in a row where it may stand: ``stands``, by kind and row."""
    army, size = states["army"].reshape(*states["army"].shape[:2], ROWS, COLUMNS), states["row_size"]
    there = army != NO_CARD
    holes = there != (np.arange(COLUMNS) < size[..., None])
    yield "a row has a hole or a wrong count", holes.any(axis=(1, 2, 3))
    yield "a pyramid stands on its head", (size[..., 1:] > size[..., :-1]).any(axis=(1, 2))
    stand = stands[army, np.arange(ROWS)[:, None]]  # -1 reads the last kind, which is left out
    yield "a card stands in the wrong row", (there & ~stand).any(axis=(1, 2, 3))
    empty = states["army"] == NO_CARD
    yield "something lies where no card is", (empty & ((states["face"] | states["token"]) != 0)).any(axis=(1, 2))


def tally(cards: NDArray[Any], counted: NDArray[np.bool_], kinds: int) -> NDArray[np.int64]:
    """How many cards of each kind there are in every record, of those that are counted."""
    numbers = np.arange(len(cards))[:, None] * kinds + cards
    return np.bincount(numbers[counted], minlength=len(cards) * kinds).reshape(len(cards), kinds)
