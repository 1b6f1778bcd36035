"""What is wrong with records from outside: every field by a range, and the first fault of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bad = NDArray[np.bool_]  # for every record: something is wrong with it
Faults = Iterator[tuple[str, Bad | np.bool_]]


def exactly(value: int) -> tuple[int, int]:
    """The range of a field that holds nothing else."""
    return value, value


def per_seat(taken: NDArray[np.bool_], low: Any, high: Any, empty: int = 0, more: int = 0) -> tuple[Any, Any]:
    """The range of a field with a row per seat, ``more`` dimensions each; seats that nobody has taken are empty."""
    rows = taken.reshape(-1, *(1,) * more)
    return np.where(rows, low, empty), np.where(rows, high, empty)


def out_of_range(states: NDArray[Any], ranges: Mapping[str, tuple[Any, Any]]) -> Faults:
    """The fields of records that hold what they cannot; ``ranges``: the least and the greatest value of each."""
    for name in states.dtype.names or ():
        low, high = ranges[name]
        values = states[name]
        bad = (values < low) | (values > high)
        yield f"{name} is outside {np.min(low)} … {np.max(high)}", bad.reshape(len(states), -1).any(axis=1)
    yield "its random generator has no state", ~states["rng"].any(axis=1)


def first_fault(faults: Iterable[tuple[str, Bad | np.bool_]]) -> tuple[int, str] | None:
    """The first record that something is wrong with, and what."""
    for what, bad in faults:
        if bad.any():
            return int(np.argmax(bad)), what
    return None
