"""Named pieces of a flat vector: the blocks of an action space, the slices of an observation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

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

# Name, size, meaning, and perhaps the kinds of its entries: see ``Kind.read``.
Row = tuple[str, int, str] | tuple[str, int, str, str]


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

    ``kinds`` are those of its entries, again and again if there are fewer: one stands for all.
    """

    name: str
    start: int
    size: int
    meaning: str
    kinds: tuple[Kind, ...] = (Kind(),)
    scale: float = 1.0  # brings its numbers down to about 1 for a network; 0: they follow from other entries

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def slice(self) -> slice:
        return slice(self.start, self.stop)

    def kind_of(self, entry: int) -> Kind:
        """The kind of one of its entries, counted from 0."""
        return self.kinds[entry % len(self.kinds)]

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
        """Blocks one after the other, from (name, size, meaning, kinds); without kinds, they are the default."""
        blocks: list[Block] = []
        start = 0
        for name, size, meaning, *kinds in rows:
            read = Kind.read(kinds[0] if kinds else default)
            if size % len(read):
                raise ValueError(f"{name}: {len(read)} kinds for {size} entries")
            blocks.append(Block(name, start, size, meaning, read))
            start += size
        return tuple(blocks)


class Spec(Mapping[str, slice]):
    """The layout of a vector: ``spec["army.me.card"]`` is a slice of it."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self._by_name = {block.name: block for block in blocks}
        self.size = blocks[-1].stop if blocks else 0

    def __getitem__(self, name: str) -> slice:
        try:
            return self._by_name[name].slice
        except KeyError:
            known = ", ".join(self._by_name)
            raise KeyError(f"no piece named {name!r}; known: {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.blocks)

    def block(self, name: str) -> Block:
        return self._by_name[name]

    def joined(self, other: Spec) -> Spec:
        """This vector with another one behind it."""
        return Spec((*self.blocks, *(replace(block, start=self.size + block.start) for block in other.blocks)))

    def at(self, index: int) -> Block:
        """The block that holds entry ``index``."""
        for block in self.blocks:
            if block.start <= index < block.stop:
                return block
        raise IndexError(f"{index} is outside 0 … {self.size - 1}")
