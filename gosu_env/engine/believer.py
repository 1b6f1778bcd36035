"""What the deciding seats of games that lie elsewhere may believe: worked out by the cores of this machine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.arrays import Beliefs, Games
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares, available_cores, cut, owners


def make_beliefs(
    rules: Rules, belief: NDArray[np.float32], known: NDArray[np.int8], ranges: list[tuple[int, int]]
) -> Beliefs:
    """What seats may believe, and a record for the thread of every range to work with."""
    return Beliefs(belief, known, rules.new_states(len(ranges)), owners(ranges))


class Believer:
    """Beliefs over copies of the records of N games.

    Counting goes through a number of cases that is not known before, with tables of its own for each of them: little
    that a GPU is good at. So the games of one are copied here, and what comes of it is copied back.
    """

    def __init__(self, rules: Rules, card_sets: Sequence[Rules], num_envs: int) -> None:
        n = num_envs
        self._shares = Shares(min(available_cores(), n))
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
        size = rules.belief_spec.size
        shown = np.zeros((n, size), np.float32), np.zeros((n, size), np.int8)
        self.beliefs = make_beliefs(rules, *shown, cut(n, self._shares.threads))

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
