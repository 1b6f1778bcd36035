"""Named pieces of a flat vector: the blocks of an action space, the slices of an observation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = -128, 127  # of int8

KINDS = {
    "bit": "1 or 0: it is so, or not",
    "one-hot": "a bit; at most one of the piece is 1",
    "count": "how many",
    "number": "a number of any sign",
    "card": "the number of a card; 0: none",
    "choice": "one of several, by its number; 0: none",
    "sentinel": "how many, plus 1; 0: there is no such number",
}

# Name, size, meaning, perhaps the kinds of its entries (see ``Kind.read``), and perhaps their names.
Row = tuple[str, int, str] | tuple[str, int, str, str] | tuple[str, int, str, str, Sequence[str]]


@dataclass(frozen=True)
class Kind:
    """What sort of number an entry is, a word of ``KINDS``, and between which bounds it lies."""

    word: str = "count"
    low: int = 0
    high: int = MOST

    @staticmethod
    def read(text: str) -> tuple[Kind, ...]:
        """Kinds from a text: words with a comma between them, each perhaps with its bounds, ``"card 0..75, count"``."""
        return tuple(Kind._read(part.strip()) for part in text.split(","))

    @staticmethod
    def _read(text: str) -> Kind:
        found = re.fullmatch(r"([\w-]+)(?: (-?\d+)\.\.(-?\d+))?", text)
        if found is None or found[1] not in KINDS:
            raise ValueError(f"{text!r} is not a kind of number; expected one of: {', '.join(KINDS)}")
        word = found[1]
        if found[2] is not None:
            return Kind(word, int(found[2]), int(found[3]))
        if word in ("bit", "one-hot"):
            return Kind(word, 0, 1)
        return Kind(word, LEAST if word == "number" else 0, MOST)

    def __str__(self) -> str:
        return self.word if self.word in ("bit", "one-hot") else f"{self.word} {self.low} to {self.high}"


@dataclass(frozen=True)
class Block:
    """``size`` entries from ``start`` on, and what they mean.

    ``kinds`` are those of its entries, again and again if there are fewer: one stands for all. So are ``names``, which
    may be empty.
    """

    name: str
    start: int
    size: int
    meaning: str
    kinds: tuple[Kind, ...] = (Kind(),)
    scale: float = 1.0  # brings its numbers down to about 1 for a network; 0: they follow from other entries
    names: tuple[str, ...] = ()

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def slice(self) -> slice:
        return slice(self.start, self.stop)

    def kind_of(self, entry: int) -> Kind:
        """The kind of one of its entries, counted from 0."""
        return self.kinds[entry % len(self.kinds)]

    def name_of(self, entry: int) -> str:
        """The name of one of its entries: "player.me.vp", "waiting.effect.1.x", or by its number "discard.17"."""
        count = len(self.names)
        if not count:
            return self.name if self.size == 1 else f"{self.name}.{entry}"
        which = "" if self.size == count else f".{entry // count}"
        return f"{self.name}{which}.{self.names[entry % count]}"

    @property
    def kind(self) -> str:
        """The word of all its entries, or "mixed"."""
        words = {kind.word for kind in self.kinds}
        return words.pop() if len(words) == 1 else "mixed"

    @property
    def low(self) -> int:
        """The least that may stand in it."""
        return min(kind.low for kind in self.kinds)

    @property
    def high(self) -> int:
        """The most that may stand in it."""
        return max(kind.high for kind in self.kinds)

    @staticmethod
    def lay_out(rows: Iterable[Row], default: str = "count") -> tuple[Block, ...]:
        """Blocks one after the other, from (name, size, meaning, kinds, names); without kinds, they are the default."""
        blocks: list[Block] = []
        start = 0
        for name, size, meaning, *more in rows:
            read = Kind.read(str(more[0]) if more else default)
            names = tuple(more[1]) if len(more) > 1 else ()
            for what, count in (("kinds", len(read)), ("names", max(len(names), 1))):
                if size % count:
                    raise ValueError(f"{name}: {count} {what} for {size} entries")
            blocks.append(Block(name, start, size, meaning, read, names=names))
            start += size
        return tuple(blocks)


class Spec(Mapping[str, slice]):
    """The layout of a vector: ``spec["army.me.card"]`` is a slice of it, ``spec["player.me.vp"]`` that of one entry.

    Iteration is over the blocks; ``names`` has all entries.
    """

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self._by_name = {block.name: block for block in blocks}
        self.size = blocks[-1].stop if blocks else 0

    def __getitem__(self, name: str) -> slice:
        found = self._by_name.get(name)
        if found is not None:
            return found.slice
        at = self.entry(name)
        return slice(at, at + 1)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.blocks)

    def block(self, name: str) -> Block:
        return self._by_name[name]

    def entry(self, name: str) -> int:
        """The place of one entry: ``observation[spec.entry("player.me.vp")]`` is a number."""
        try:
            return self._entries[name]
        except KeyError:
            within = [block for block in self.blocks if name.startswith(f"{block.name}.")]
            if within:
                own = within[-1]
                few = ", ".join(own.name_of(entry) for entry in range(min(own.size, 40))) + ", …" * (own.size > 40)
                raise KeyError(f"no entry named {name!r}; known there: {few}") from None
            raise KeyError(f"no piece named {name!r}; known: {', '.join(self._by_name)}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries, in order: columns for a table."""
        return tuple(self._entries)

    @cached_property
    def _entries(self) -> dict[str, int]:
        return {block.name_of(entry): block.start + entry for block in self.blocks for entry in range(block.size)}

    @cached_property
    def bounds(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The least and the most that each entry may be: int8 (size,) both."""
        kinds = [block.kind_of(entry) for block in self.blocks for entry in range(block.size)]
        low, high = (np.array([getattr(kind, end) for kind in kinds], np.int8) for end in ("low", "high"))
        return low, high

    def joined(self, other: Spec) -> Spec:
        """This vector with another one behind it."""
        return Spec((*self.blocks, *(replace(block, start=self.size + block.start) for block in other.blocks)))

    def at(self, index: int) -> Block:
        """The block that holds entry ``index``."""
        for block in self.blocks:
            if block.start <= index < block.stop:
                return block
        raise IndexError(f"{index} is outside 0 … {self.size - 1}")
