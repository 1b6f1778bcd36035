"""Counterfactual regret minimisation over a game tree: CFR, and CFR+ with regrets cut at 0 and a linear average."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import DataError
from gosu_env.engine.files import write_whole
from gosu_env.solver import passes
from gosu_env.solver.tree import GameTree

ARRAYS = ("regret", "total", "policy")


class CFR:
    """Both players in turn: an iteration updates the regrets of one, then of the other.

    Its average policy approaches an equilibrium; ``plus=False`` is CFR as first described, with a plain average.
    """

    def __init__(self, tree: GameTree, plus: bool = True) -> None:
        self.tree = tree
        self.plus = plus
        self.iterations = 0
        self.regret = np.zeros(tree.slots)  # (S,)
        self.total = np.zeros(tree.slots)  # (S,) weights of the average policy
        self.policy: NDArray[np.float64] = tree.uniform()

    def step(self) -> None:
        """One iteration."""
        tree = self.tree
        self.iterations += 1
        weight = float(self.iterations) if self.plus else 1.0
        for player in range(2):
            value, own, others = tree.value.copy(), np.zeros(tree.nodes), np.zeros(tree.nodes)
            passes.expect(tree.parent, tree.mover, tree.slot, tree.chance, self.policy, value)
            passes.reach(tree.parent, tree.mover, tree.slot, tree.chance, self.policy, player, own, others)
            visits = np.zeros(tree.slots)
            passes.add_regrets(tree.parent, tree.mover, tree.slot, value, own, others, player, self.regret, visits)
            self.total += weight * visits * self.policy
            if self.plus:
                np.maximum(self.regret, 0.0, out=self.regret)
            passes.match(tree.first, tree.count, tree.player, player, self.regret, self.policy)

    def average(self) -> NDArray[np.float64]:
        """The average policy; uniform where nobody has been."""
        tree = self.tree
        total = np.bincount(tree.infoset, self.total, tree.infosets)[tree.infoset]
        return np.where(total > 0, self.total / np.where(total > 0, total, 1.0), tree.uniform())

    def save(self, path: Path) -> None:
        """Keep everything that is needed to go on."""
        made = io.BytesIO()
        state = {name: getattr(self, name) for name in ARRAYS}
        np.savez(made, iterations=self.iterations, plus=self.plus, game=np.array(self.tree.game), **state)
        write_whole(path, made.getvalue())

    def load(self, path: Path) -> None:
        """Go on from a file of ``save``."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                found = {name: kept[name] for name in kept.files}
        except (OSError, ValueError, EOFError, KeyError) as error:
            raise DataError(f"{path}: not the file of a solver: {error}") from None
        shapes = {name: found[name].shape for name in ARRAYS if name in found}
        same = str(found.get("game", "")) == self.tree.game and bool(found.get("plus", not self.plus)) == self.plus
        if not same or shapes != dict.fromkeys(ARRAYS, (self.tree.slots,)):
            raise DataError(f"{path}: of another game or another solver; remove the file or name another folder")
        self.iterations = int(found["iterations"])
        for name in ARRAYS:
            setattr(self, name, found[name].astype(np.float64))
