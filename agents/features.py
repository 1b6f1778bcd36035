"""How a network reads an observation: which columns name cards, and how large the numbers in the others are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.spec import Spec

SIZED = ("table", "pending", "player.")  # pieces with numbers of some size, to be brought down to about 1
SMALLER = 0.1
IMPRISONED = 0.25  # how much of a card counts while it is imprisoned


@dataclass(frozen=True)
class Features:
    """The columns of an observation.

    ``places`` name cards: those of the armies first, with their ``face_down`` columns beside them, then others. All
    columns are numbers, too, multiplied by ``scale``; it is 0 where they name cards, and for clans, which follow from
    the cards.
    """

    kinds: int
    places: NDArray[np.int64]
    face_down: NDArray[np.int64]
    scale: NDArray[np.float32]

    def presence(self, obs: Any) -> Any:
        """How much the card of every place counts: (N, places)."""
        down = obs[:, self.face_down].astype(np.float32)
        others = np.ones((len(obs), len(self.places) - len(self.face_down)), np.float32)
        return np.concatenate([1 - (1 - IMPRISONED) * down, others], axis=1)


def read_features(spec: Spec) -> Features:
    """The features of an observation, from the names of its pieces."""
    scale = np.ones(spec.size, np.float32)
    army: list[int] = []
    face_down: list[int] = []
    others = [spec["pending"].start, *range(spec["look"].start, spec["look"].stop)]
    for block in spec.blocks:
        columns = range(block.start, block.stop)
        if block.name.startswith(SIZED):
            scale[block.slice] = SMALLER
        elif block.name.endswith(".card"):
            army += columns
        elif block.name.endswith(".face_down"):
            face_down += columns
        elif block.name.endswith(".clan"):
            scale[block.slice] = 0
    places = np.array(army + others, np.int64)
    scale[places] = 0
    return Features(spec.block("discard").size, places, np.array(face_down, np.int64), scale)
