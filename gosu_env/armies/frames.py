"""The frames of the stack of pending effects, of many records at once, for checks in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Frames:
    """The frames in use of many records, one after the other: a column for each of ``names``."""

    def __init__(self, states: NDArray[Any], names: tuple[str, ...]) -> None:
        depth = states["depth"].astype(np.int64)
        self.names = names
        self.record, self.height = np.nonzero(np.arange(states["stack"].shape[1]) < depth[:, None])
        self.values = states["stack"][self.record, self.height].astype(np.int64)
        self.top = self.height == depth[self.record] - 1
        self.size = len(states)

    def __getattr__(self, name: str) -> NDArray[np.int64]:
        if name not in self.names:
            raise AttributeError(name)
        column: NDArray[np.int64] = self.values[:, self.names.index(name)]
        return column

    def records(self, wrong: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The records in which such frames are."""
        found = np.zeros(self.size, np.bool_)
        found[self.record[wrong]] = True
        return found
