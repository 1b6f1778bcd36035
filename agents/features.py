"""How a network reads an observation: which columns name cards, and how large the numbers in the others are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.spec import Spec
from gosu_env.gosu.state import KINDS

# Pieces with numbers of some size, to be brought down to about 1.
SIZED = ("table", "pending", "player.", "waiting.effect", "held", "partner_turns")
SMALLER = 0.1
IMPRISONED = 0.25  # how much of a card counts while it is imprisoned


def card_numbers(kinds: int) -> NDArray[np.int8]:
    """The number of every kind in observations: from 1 on, and those of Kamakor from -1 downwards."""
    every = np.arange(kinds)
    return np.where(every < KINDS, every + 1, KINDS - 1 - every).astype(np.int8)


def numbered_kinds(numbers: NDArray[np.int8]) -> NDArray[np.int64]:
    """The kinds of cards by their numbers, which are not 0."""
    wide = numbers.astype(np.int64)
    return np.where(wide > 0, wide - 1, KINDS - 1 - wide)


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
    others = [spec["pending"].start]
    for name in ("look", "waiting.source"):
        others += range(spec[name].start, spec[name].stop)
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
