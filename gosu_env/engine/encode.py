"""Observations as networks like them: float32 between -1 and 1, made from what the spec tells of every entry."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import DataError
from gosu_env.engine.spec import Block, Kind, Spec

CATEGORIES = ("card", "choice")


def encode(spec: Spec) -> Encoder:
    """An encoder for the vectors that a spec describes: ``encode(game.observation_spec)(game.observe())``."""
    return Encoder(spec)


class Encoder:
    """Turns int8 (…, F) into float32 (…, ``size``), a numpy array into one, a torch tensor into one on its device.

    - A bit stays what it is.
    - A count and a number are divided by the largest that they may be, whatever its sign.
    - A card and a choice become one-hot: a column for every number that they may be, in order, but for 0, none, which
      is all zeros. So is a number out of bounds.
    - A sentinel becomes two columns: 1 where there is a number, and the number, divided by the largest.

    Nothing is lost: different observations have different codes. ``spec`` names the columns as that of the
    observation names its entries.
    """

    def __init__(self, spec: Spec) -> None:
        self.source = spec
        scaled: list[tuple[int, int, int]] = []  # entry, column, the largest that it may be
        categories: list[tuple[int, int, int, int, bool]] = []  # entry, first column, low, high, whether 0 lies within
        sentinels: list[tuple[int, int, int]] = []  # entry, first column, the largest that it may be
        blocks: list[Block] = []
        column = 0
        for block in spec.blocks:
            first = column
            for entry in range(block.size):
                kind, at = block.kind_of(entry), block.start + entry
                if kind.word in CATEGORIES:
                    categories.append((at, column, kind.low, kind.high, kind.low <= 0))
                elif kind.word == "sentinel":
                    sentinels.append((at, column, max(kind.high - 1, 1)))
                else:
                    scaled.append((at, column, max(-kind.low, kind.high, 1)))
                column += width(kind)
            blocks.append(Block(block.name, first, column - first, block.meaning, (Kind("number", -1, 1),)))
        self.spec = Spec(tuple(blocks))
        self.size = column
        self._arrays: dict[str, NDArray[Any]] = {
            **_columns("scaled", scaled, np.int64, np.int64, np.float32),
            **_columns("category", categories, np.int64, np.int64, np.int64, np.int64, np.int64),
            **_columns("sentinel", sentinels, np.int64, np.int64, np.float32),
        }
        self._tensors: dict[str, list[Any]] = {}  # the same arrays, by device

    def __call__(self, observations: Any) -> Any:
        shape = tuple(observations.shape)
        if not shape or shape[-1] != self.source.size:
            raise DataError(f"observations must have {self.source.size} numbers each, not the shape {shape}")
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(observations, torch.Tensor):
            return self._encode_tensor(torch, observations)
        return self._encode_array(np.asarray(observations))

    def _encode_array(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        flat = observations.reshape(-1, self.source.size)
        out = np.zeros((len(flat), self.size), np.float32)
        entry, column, most, category, first, low, high, gap, sentinel, pair, largest = self._arrays.values()
        out[:, column] = flat[:, entry].astype(np.float32) / most
        number = flat[:, category].astype(np.int64)
        row, place = np.nonzero((number != 0) & (number >= low) & (number <= high))
        number = number[row, place]
        out[row, first[place] + number - low[place] - (number > 0) * gap[place]] = 1
        number = flat[:, sentinel].astype(np.float32)
        out[:, pair] = number > 0
        out[:, pair + 1] = np.maximum(number - 1, 0) / largest
        return out.reshape(*observations.shape[:-1], self.size)

    def _encode_tensor(self, torch: Any, observations: Any) -> Any:
        flat = observations.reshape(-1, self.source.size)
        entry, column, most, category, first, low, high, gap, sentinel, pair, largest = self._on(torch, flat.device)
        out = torch.zeros((len(flat), self.size), dtype=torch.float32, device=flat.device)
        out[:, column] = flat[:, entry].to(torch.float32) / most
        number = flat[:, category].to(torch.int64)
        there = (number != 0) & (number >= low) & (number <= high)
        place = first + number - low - (number > 0) * gap
        out.scatter_add_(1, torch.where(there, place, first), there.to(torch.float32))
        number = flat[:, sentinel].to(torch.float32)
        out[:, pair] = (number > 0).to(torch.float32)
        out[:, pair + 1] = (number - 1).clamp(min=0) / largest
        return out.reshape(*observations.shape[:-1], self.size)

    def _on(self, torch: Any, device: Any) -> list[Any]:
        """The arrays on a device of torch, sent there once."""
        name = str(device)
        if name not in self._tensors:
            self._tensors[name] = [torch.as_tensor(array, device=device) for array in self._arrays.values()]
        return self._tensors[name]

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tensors": {}}

    def __repr__(self) -> str:
        return f"<Encoder of {self.source.size} numbers to {self.size}>"


def width(kind: Kind) -> int:
    """How many columns an entry becomes."""
    if kind.word == "sentinel":
        return 2
    if kind.word in CATEGORIES:
        return kind.high - kind.low + (0 if kind.low <= 0 <= kind.high else 1)
    return 1


def _columns(name: str, rows: list[Any], *types: Any) -> dict[str, NDArray[Any]]:
    """The columns of a list of tuples."""
    return {f"{name}{i}": np.array([row[i] for row in rows], dtype) for i, dtype in enumerate(types)}
