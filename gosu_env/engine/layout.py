"""The layout of records: fields are the annotations of a class, with a code of numpy's and, for arrays, a shape.

    class State(Protocol):
        tokens: Int16
        hand: Annotated[Int8s, MAX_PLAYERS, "kinds"]

Sizes that depend on the cards have names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Protocol, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

Int8: TypeAlias = Annotated[int, "i1"]
UInt8: TypeAlias = Annotated[int, "u1"]
Int16: TypeAlias = Annotated[int, "i2"]
Int32: TypeAlias = Annotated[int, "i4"]
Int8s: TypeAlias = Annotated[NDArray[np.int8], "i1"]
UInt8s: TypeAlias = Annotated[NDArray[np.uint8], "u1"]
Int16s: TypeAlias = Annotated[NDArray[np.int16], "i2"]
Int32s: TypeAlias = Annotated[NDArray[np.int32], "i4"]
UInt32s: TypeAlias = Annotated[NDArray[np.uint32], "u4"]


EVENT_COLUMNS = 8  # of a told event: see events.py


class Told(Protocol):
    """The end of the record of a game whose rules tell what happens: room for events, none in plain records."""

    events: Int16s  # (0, EVENT_COLUMNS); told: (1 + room, EVENT_COLUMNS), and how many there are in [0, 0]


def record_dtype(fields: list[Any], events: int | None = None) -> np.dtype[np.record]:
    """A record without a hole, a multiple of 16 bytes long: numpy copies fields, so bytes between them would be lost.

    Fields go from the widest type to the narrowest, so that each lies on a multiple of its size. ``events``: how
    many rows for events there are behind them; None: there is no such field.
    """
    size = np.dtype(fields).itemsize
    spare = [("spare", "i1", (-size % 16,))] if size % 16 else []
    end: list[Any] = [] if events is None else [("events", "i2", (events, EVENT_COLUMNS))]
    made = np.dtype(fields + spare + end, align=True)
    assert made.itemsize == np.dtype(fields + spare + end).itemsize, "fields must go from wide to narrow"
    assert made.itemsize % 16 == 0
    return np.dtype((np.record, made))  # type: ignore[return-value]


def told_record(plain: np.dtype[Any], events: int) -> np.dtype[np.record]:
    """The same record with room for events: a plain one is the beginning of a told one, byte for byte."""
    fields = [(name, plain[name]) for name in plain.names or () if name not in ("spare", "events")]
    return record_dtype(fields, 1 + events)


def layout(fields: type, sizes: Mapping[str, int]) -> np.dtype[np.record]:
    """The record with the fields of a class, for these sizes; that of a class that is ``Told`` ends with its fields."""
    described: list[Any] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        if name in Told.__annotations__:
            continue
        code, *shape = hint.__metadata__
        described.append((name, code, *([tuple(sizes.get(size, size) for size in shape)] if shape else [])))
    return record_dtype(described, 0 if Told in fields.__mro__ else None)
