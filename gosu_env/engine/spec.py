"""Named pieces of a flat vector: the blocks of an action space, the slices of an observation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """``size`` entries from ``start`` on, and what they mean."""

    name: str
    start: int
    size: int
    meaning: str

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def slice(self) -> slice:
        return slice(self.start, self.stop)

    @staticmethod
    def lay_out(rows: Iterable[tuple[str, int, str]]) -> tuple[Block, ...]:
        """Blocks one after the other, from (name, size, meaning)."""
        blocks: list[Block] = []
        start = 0
        for name, size, meaning in rows:
            blocks.append(Block(name, start, size, meaning))
            start += size
        return tuple(blocks)


class Spec(Mapping[str, slice]):
    """The layout of a vector: ``spec["army.me.card"]`` is a slice of it."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self._by_name = {block.name: block for block in blocks}
        self.size = blocks[-1].stop

    def __getitem__(self, name: str) -> slice:
        try:
            return self._by_name[name].slice
        except KeyError:
            known = ", ".join(self._by_name)
            raise KeyError(f"no piece named {name!r}; there are: {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.blocks)

    def block(self, name: str) -> Block:
        return self._by_name[name]

    def at(self, index: int) -> Block:
        """The block that holds entry ``index``."""
        for block in self.blocks:
            if block.start <= index < block.stop:
                return block
        raise IndexError(f"{index} is outside 0 … {self.size - 1}")
