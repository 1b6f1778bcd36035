"""Records from annotated classes: a field a line, with its numpy code and, for arrays, its shape.

    class State(Protocol):
        rng: Annotated[UInt32s, 4]  # an array of four
        decisions: Int32  # a single number
        hand: Annotated[Int8s, MAX_PLAYERS, "kinds"]  # a size by name: ``layout(State, kinds=45)``
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

Int8: TypeAlias = Annotated[int, "i1"]
UInt8: TypeAlias = Annotated[int, "u1"]
Int16: TypeAlias = Annotated[int, "i2"]
Int32: TypeAlias = Annotated[int, "i4"]
Int8s: TypeAlias = Annotated[NDArray[np.int8], "i1"]
UInt8s: TypeAlias = Annotated[NDArray[np.uint8], "u1"]
Int16s: TypeAlias = Annotated[NDArray[np.int16], "i2"]
UInt32s: TypeAlias = Annotated[NDArray[np.uint32], "u4"]

RECORD_BYTES = 16  # records are a multiple of that long


def record_dtype(fields: list[Any]) -> np.dtype[np.record]:
    """A record without a hole: numpy copies fields, so bytes between them would be lost.

    Fields go from the widest type to the narrowest, so that each lies on a multiple of its size; ``spare`` fills up.
    """
    size = np.dtype(fields).itemsize
    spare = [("spare", "i1", (-size % RECORD_BYTES,))] if size % RECORD_BYTES else []
    made = np.dtype(fields + spare, align=True)
    assert made.itemsize == np.dtype(fields + spare).itemsize, "fields must go from wide to narrow"
    return np.dtype((np.record, made))  # type: ignore[return-value]


def layout(fields: type, **sizes: int) -> np.dtype[np.record]:
    """The record with the fields of an annotated class; ``sizes`` are those that it gives by name."""
    described: list[Any] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        code, *shape = hint.__metadata__
        described.append((name, code, *([tuple(sizes.get(size, size) for size in shape)] if shape else [])))
    return record_dtype(described)
