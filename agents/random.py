"""A player without a plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gosu_env import View


class RandomAgent:
    """Answers every decision uniformly at random, from a generator of its own."""

    def __init__(self, seed: int | Sequence[int] | None = None) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[int(self._rng.integers(len(legal)))]
