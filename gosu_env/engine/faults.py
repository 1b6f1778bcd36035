"""What is wrong with records from outside, before compiled code sees them.

Compiled rules index arrays by what they read in a record and check nothing: a wrong number crashes them, or keeps them
in a loop for ever. So records from outside (saves, starts of replays, snapshots of a batch) are checked here, many at
a time, in numpy: every field against its range, the generator, the decision, then whatever else their game knows. Each
game has one ``Validator`` of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.options import Options
from gosu_env.engine.rng import WORD

RUNNING, NO_DECISION, NOBODY = 0, 0, -1  # in every game

Bad = NDArray[np.bool_]  # for every record: something is wrong with it
Faults = Iterator[tuple[str, Bad | np.bool_]]


def exactly(value: int) -> tuple[int, int]:
    """The range of a field that holds nothing else."""
    return value, value


def per_seat(taken: NDArray[np.bool_], low: Any, high: Any, empty: int = 0, more: int = 0) -> tuple[Any, Any]:
    """The range of a field with a row per seat, ``more`` dimensions each; seats that nobody has taken are empty."""
    rows = taken.reshape(-1, *(1,) * more)
    return np.where(rows, low, empty), np.where(rows, high, empty)


def first_fault(faults: Iterable[tuple[str, Bad | np.bool_]]) -> tuple[int, str] | None:
    """The first record that something is wrong with, and what."""
    for what, bad in faults:
        if bad.any():
            return int(np.argmax(bad)), what
    return None


class Validator:
    """Checks records of a game with these options. A record that passes can be played on without harm.

    ``ranges``: the least and the greatest value of each field that only this game has. Those that every game has are
    known here. A field without a range is an error.
    """

    def __init__(
        self, record: np.dtype[Any], num_players: int, options: Options, ranges: Mapping[str, tuple[Any, Any]]
    ) -> None:
        limit = options.max_decisions
        self.ranges = {
            "rng": (0, WORD),
            "max_decisions": exactly(limit),
            "decisions": (0, limit),
            "num_players": exactly(num_players),
            "auto_forced": exactly(int(options.auto_forced)),
            "winners": (0, (1 << num_players) - 1),
            "decider": (NOBODY, num_players - 1),
            "spare": exactly(0),
            "events": exactly(0),
            **ranges,
        }
        missing = [name for name in record.names or () if name not in self.ranges]
        if missing:
            raise TypeError(f"fields of the record have no range: {', '.join(missing)}")

    def fault(self, states: NDArray[Any]) -> tuple[int, str] | None:
        """The first record that is no position of this game, and what is wrong with it; None if all are."""
        return first_fault(chain(self._range_faults(states), self._course_faults(states), self.faults(states)))

    def faults(self, states: NDArray[Any]) -> Faults:
        """What else may be wrong in this game; each check relies on those before it."""
        yield from ()

    def _range_faults(self, states: NDArray[Any]) -> Faults:
        """Fields that hold what they cannot."""
        for name in states.dtype.names or ():
            low, high = self.ranges[name]
            values = states[name]
            bad = (values < low) | (values > high)
            yield f"{name} is outside {np.min(low)} … {np.max(high)}", bad.reshape(len(states), -1).any(axis=1)
        yield "its random generator has no state", ~states["rng"].any(axis=1)

    def _course_faults(self, states: NDArray[Any]) -> Faults:
        """Whether somebody is asked while the game goes on, and nobody afterwards."""
        running, waiting = states["ending"] == RUNNING, states["decision"] != NO_DECISION
        yield "a running game waits for nobody, or one that is over for somebody", running != waiting
        yield "decider does not fit the decision", waiting != (states["decider"] >= 0)
        yield "decisions are at their limit", running & (states["decisions"] >= states["max_decisions"])
