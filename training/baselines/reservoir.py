"""A uniform sample of everything that was ever added, in so many rows: what NFSP and deep CFR learn averages from."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor


class Reservoir:
    """Rows of several tensors, by name (Vitter's algorithm R)."""

    def __init__(self, capacity: int, rng: np.random.Generator) -> None:
        self.capacity, self.rng = capacity, rng
        self.rows: dict[str, Tensor] = {}  # (capacity, …) each
        self.added = 0

    def add(self, **columns: Tensor) -> None:
        """Add rows; all tensors have as many."""
        count = len(next(iter(columns.values())))
        number = self.added + np.arange(count)
        drawn = (self.rng.random(count) * (number + 1)).astype(np.int64)
        place = np.where(number < self.capacity, number, drawn)
        kept = np.flatnonzero(place < self.capacity)[::-1]
        places, latest = np.unique(place[kept], return_index=True)  # threads would mix rows that go to one place
        kept = kept[latest]
        for name, column in columns.items():
            if name not in self.rows:
                self.rows[name] = torch.zeros(self.capacity, *column.shape[1:], dtype=column.dtype)
            self.rows[name][places] = column[kept]
        self.added += count

    def sample(self, count: int) -> dict[str, Tensor]:
        """Some rows, drawn with replacement."""
        at = torch.from_numpy(self.rng.integers(min(self.added, self.capacity), size=count))
        return {name: column[at] for name, column in self.rows.items()}
