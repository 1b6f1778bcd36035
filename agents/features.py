"""How a network reads an observation: which columns name cards, and how large the numbers in the others are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.spec import Kind, Spec

FACE_DOWN = 0.25  # how much of a card counts while it lies face down


@dataclass(frozen=True)
class Features:
    """The columns of an observation.

    ``places`` name cards: first those that may lie face down, with their ``face_down`` columns beside them, then
    others. All columns are numbers, too, multiplied by ``scale``; it is 0 where they name cards, and where they follow
    from other columns. Cards have the numbers 1 … ``positive``; if there are more, those go on from -1 downwards.
    """

    kinds: int
    positive: int
    places: NDArray[np.int64]
    face_down: NDArray[np.int64]
    scale: NDArray[np.float32]

    def presence(self, obs: Any) -> Any:
        """How much the card of every place counts: (N, places)."""
        down = obs[:, self.face_down].astype(np.float32)
        others = np.ones((len(obs), len(self.places) - len(self.face_down)), np.float32)
        return np.concatenate([1 - (1 - FACE_DOWN) * down, others], axis=1)

    def card_numbers(self) -> NDArray[np.int8]:
        """The number of every kind in observations."""
        every = np.arange(self.kinds)
        return np.where(every < self.positive, every + 1, self.positive - 1 - every).astype(np.int8)

    def numbered_kinds(self, numbers: NDArray[np.int8]) -> NDArray[np.int64]:
        """The kinds of cards by their numbers, which are not 0."""
        wide = numbers.astype(np.int64)
        return np.where(wide > 0, wide - 1, self.positive - 1 - wide)


def read_features(spec: Spec) -> Features:
    """The features of an observation, from what its pieces say about themselves."""
    scale = np.ones(spec.size, np.float32)
    lying: list[int] = []
    face_down: list[int] = []
    others: list[int] = []
    card = Kind("card", 0, 0)
    for block in spec.blocks:
        scale[block.slice] = block.scale
        named = [block.start + entry for entry in range(block.size) if block.kind_of(entry).word == "card"]
        beside = f"{block.name.rpartition('.')[0]}.face_down"
        for entry in named:
            kind = block.kind_of(entry - block.start)
            if card.high and kind != card:
                raise ValueError(f"{block.name} names other cards, {kind}, than pieces before it, {card}")
            card = kind
        if named and beside in spec:
            lying += named
            face_down += range(spec[beside].start, spec[beside].stop)
        else:
            others += named
    places = np.array(lying + others, np.int64)
    scale[places] = 0
    return Features(card.high - card.low, card.high, places, np.array(face_down, np.int64), scale)
