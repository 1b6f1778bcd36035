"""Decisions that a network is taught: what was seen, advice on every answer, and what the position was worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass
class Lesson:
    """Decisions, in any order.

    Those with a single legal answer teach nothing and are left out. The answers of all decisions stand in a row.
    """

    obs: NDArray[np.int8]  # (rows, columns)
    count: NDArray[np.int32]  # (rows,): legal answers
    action: NDArray[np.int32]  # (answers,)
    advice: NDArray[np.float32]  # (answers,): probabilities
    value: NDArray[np.float32]  # (rows,): the return that is to be expected

    @classmethod
    def join(cls, parts: list[Lesson]) -> Lesson:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def targets(self, num_actions: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """The mask and the advice of every decision: (rows, actions) each."""
        row = np.repeat(np.arange(len(self.count)), self.count)
        mask = np.zeros((len(self.count), num_actions), np.int8)
        advice = np.zeros(mask.shape, np.float32)
        mask[row, self.action], advice[row, self.action] = 1, self.advice
        return mask, advice
