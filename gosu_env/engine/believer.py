"""What the deciding seats of games that lie elsewhere may believe: worked out by the cores of this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.arrays import Beliefs, Games
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares


class Believer:
    """Beliefs over copies of the records of N games.

    Counting goes through a number of cases that is not known before, with tables of its own for each of them: little
    that a GPU is good at. So the games of one are copied here, and what comes of it is copied back.
    """

    def __init__(self, rules: Rules, card_sets: Sequence[Rules], num_envs: int) -> None:
        n = num_envs
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._shares = Shares(min(cores, n))
        self._show = rules.beliefs.show
        self.games = Games(
            states=rules.new_states(n),
            tables=np.concatenate([each.tables for each in card_sets]),
            sets=np.zeros(n, np.int32),
            options=rules.settings_array,
            streams=np.zeros((0, 4), np.uint32),
            seeds=np.zeros(0, np.int64),
            legal=np.zeros((0, rules.max_legal), np.int16),
            num_legal=np.zeros(0, np.int16),
            mask=np.zeros((0, 0), np.int8),
            obs=np.zeros((0, 0), np.int8),
            seat=np.zeros(0, np.int8),
        )
        size, threads = rules.belief_spec.size, self._shares.threads
        cuts = np.linspace(0, n, threads + 1).astype(int)  # as ``Shares`` has them
        self.beliefs = Beliefs(
            belief=np.zeros((n, size), np.float32),
            known=np.zeros((n, size), np.int8),
            worlds=rules.new_states(threads),
            thread=np.repeat(np.arange(threads), np.diff(cuts)).astype(np.int32),
        )

    def work_out(
        self, states: NDArray[np.uint8], sets: NDArray[np.int32]
    ) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What is expected, and what is known, from the bytes of the records: (N, ``belief_spec.size``) each."""
        games, beliefs = self.games, self.beliefs
        games.states.view(np.uint8).reshape(states.shape)[...] = states
        games.sets[...] = sets
        self._shares.run(self._show_range, len(games.states))
        return beliefs.belief, beliefs.known

    def _show_range(self, low: int, high: int) -> None:
        self._show(self.games, self.beliefs, low, high)
