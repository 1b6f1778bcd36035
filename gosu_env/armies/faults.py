"""What is wrong with records of armies from outside, many at a time: the course, rows, cards, code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.state import COLUMNS, NO_CARD, ROWS, RUNNING
from gosu_env.armies.vocabulary import END, OP
from gosu_env.engine.faults import Faults

NO_DECISION = 0  # the first of every game
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


def course_faults(states: NDArray[Any]) -> Faults:
    """Whether somebody is asked while the game goes on, and nobody afterwards."""
    running, waiting = states["ending"] == RUNNING, states["decision"] != NO_DECISION
    yield "a running game waits for nobody, or one that is over for somebody", running != waiting
    yield "decider does not fit the decision", waiting != (states["decider"] >= 0)
    yield "decisions are at their limit", running & (states["decisions"] >= states["max_decisions"])


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
