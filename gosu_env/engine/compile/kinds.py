"""Kinds of values in translated functions: numbers, arrays, records, and what each is called in C++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

BOOL, INT, WIDE, SINGLE, DOUBLE = range(5)  # numbers: the first three are whole, with 1, 32 and 64 bits
NUMBER_NAMES = ("bool", "int", "int64", "float", "double")
ITEM_NAMES = {
    **{"b1": "bool", "i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32"},
    **{"i8": "int64", "u8": "uint64", "f4": "float", "f8": "double"},
}
READ_AS = {"b1": BOOL, "u4": WIDE, "i8": WIDE, "u8": WIDE, "f4": SINGLE, "f8": DOUBLE}  # all others: INT


@dataclass(frozen=True, slots=True)
class Number:
    """A number; its kind is one of the five above."""

    kind: int

    @property
    def c_name(self) -> str:
        return NUMBER_NAMES[self.kind]


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a named struct."""

    name: str

    @property
    def c_name(self) -> str:
        return self.name


Item: TypeAlias = "str | Record"  # of an array: a code of numpy's, "i1", or a record


def item_name(item: Item) -> str:
    return ITEM_NAMES[item] if isinstance(item, str) else item.name


@dataclass(frozen=True, slots=True)
class Array:
    """An array that Python passes, or a part of one. The items of its last axis lie side by side."""

    item: Item
    axes: int

    @property
    def c_name(self) -> str:
        return f"Array<{item_name(self.item)}, {self.axes}>"


@dataclass(frozen=True, slots=True)
class Fixed:
    """An array inside a record: its sizes are known."""

    item: Item
    shape: tuple[int, ...]

    @property
    def c_name(self) -> str:
        return f"Fixed<{item_name(self.item)}, {', '.join(map(str, self.shape))}>"


@dataclass(frozen=True, slots=True)
class Parts:
    """A named tuple of values."""

    name: str
    fields: tuple[tuple[str, Kind], ...]

    @property
    def c_name(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Results:
    """Several values that a function returns."""

    kinds: tuple[Kind, ...]

    @property
    def c_name(self) -> str:
        return f"Results{len(self.kinds)}<{', '.join(kind.c_name for kind in self.kinds)}>"


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a function returns that returns nothing."""

    c_name: str = "void"


Kind: TypeAlias = Number | Record | Array | Fixed | Parts | Results | Nothing


def joined(one: Number, other: Number) -> Number:
    """The kind of a sum: with a whole number, one of 32 bits with a fraction becomes one of 64."""
    low, high = sorted((one.kind, other.kind))
    return Number(DOUBLE) if high == SINGLE and low != SINGLE else Number(high)


def record_key(dtype: np.dtype[Any]) -> str:
    """What tells a type of records from all others."""
    assert dtype.fields is not None
    fields = [(name, *_field_key(kind), offset) for name, (kind, offset, *_) in dtype.fields.items()]
    return repr((fields, dtype.itemsize))


def _field_key(dtype: np.dtype[Any]) -> tuple[str, tuple[int, ...]]:
    base, shape = dtype.subdtype or (dtype, ())
    return (record_key(base) if base.fields else base.str[1:]), shape
