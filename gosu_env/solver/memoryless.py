"""Policies of players who go by what they see now and remember nothing, as networks over observations do.

CFR+ with regrets that all information sets share whose player sees the same and may do the same. Without perfect recall
nothing promises that it converges, so what it finds bounds from above how little exploitable such a policy can be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gosu_env.solver import passes
from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree

ITERATIONS = 1000


class Memoryless:
    """CFR+ over observations: views V, each with choices; C choices in all."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0
        view, self.views = _views(tree)  # (I,) of every information set
        width = int(tree.action.max()) + 1
        keys, self._choice = np.unique(view[tree.infoset] * width + tree.action, return_inverse=True)  # (C,), (S,)
        self._view = keys // width  # (C,)
        self._choices = np.bincount(self._view, minlength=self.views)  # (V,)
        self._player = np.zeros(len(keys), np.int8)  # (C,) whose it is
        self._player[self._choice] = tree.player[tree.infoset]
        self.regret, self.total = np.zeros(len(keys)), np.zeros(len(keys))  # (C,)
        self._policy = self._normal(self.regret)  # (C,)

    def step(self) -> None:
        """One iteration: the regrets of one player, then of the other."""
        tree = self.tree
        self.iterations += 1
        for player in range(2):
            policy = self._policy[self._choice]
            value, own, others = tree.value.copy(), np.zeros(tree.nodes), np.zeros(tree.nodes)
            passes.expect(tree.parent, tree.mover, tree.slot, tree.chance, policy, value)
            passes.reach(tree.parent, tree.mover, tree.slot, tree.chance, policy, player, own, others)
            regret, visits = np.zeros(tree.slots), np.zeros(tree.slots)
            passes.add_regrets(tree.parent, tree.mover, tree.slot, value, own, others, player, regret, visits)
            self.total += self.iterations * self._gather(visits * policy)
            self.regret = np.maximum(self.regret + self._gather(regret), 0.0)
            self._policy = np.where(self._player == player, self._normal(self.regret), self._policy)

    def average(self) -> Policy:
        """The average policy, over the information sets of the tree."""
        found: Policy = self._normal(self.total)[self._choice]
        return found

    def _gather(self, weights: Policy) -> Policy:
        """Sums over all information sets of a view: (S,) to (C,)."""
        found: Policy = np.bincount(self._choice, weights, len(self._view)).astype(np.float64)
        return found

    def _normal(self, weights: Policy) -> Policy:
        """Weights that add up to 1 in every view; all choices alike where all are 0."""
        total = np.bincount(self._view, weights, self.views)[self._view]
        return np.where(total > 0, weights / np.where(total > 0, total, 1.0), 1.0 / self._choices[self._view])


def _views(tree: GameTree) -> tuple[NDArray[np.int64], int]:
    """A number for every information set, the same for those in which a player sees the same and may do the same."""
    legal = np.full((tree.infosets, int(tree.count.max())), -1, np.int16)
    legal[tree.infoset, np.arange(tree.slots) - tree.first[tree.infoset]] = tree.action
    parts = (tree.seen, tree.player[:, None], legal.view(np.int8).reshape(tree.infosets, -1))
    rows = np.ascontiguousarray(np.concatenate(parts, axis=1))
    found, number = np.unique(rows.view(np.dtype((np.void, rows.shape[1]))).ravel(), return_inverse=True)
    return number.astype(np.int64), len(found)
