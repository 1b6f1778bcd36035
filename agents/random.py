"""A player without a plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gosu_env import Game


class RandomAgent:
    """Answers every decision uniformly at random, from a generator of its own."""

    def __init__(self, seed: int | Sequence[int] | None = None) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, game: Game) -> int:
        legal = game.legal_actions()
        return legal[int(self._rng.integers(len(legal)))]
