"""``Solution``: a game solved in a folder, in which it can be interrupted: its tree, the solver's state, a curve."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import find_rules
from gosu_env.solver.agents import agent_policy, first_choice
from gosu_env.solver.cfr import CFR
from gosu_env.solver.exploitability import Policy, Responder, game_value
from gosu_env.solver.memoryless import ITERATIONS, Memoryless
from gosu_env.solver.tree import GameTree, describe_game, enumerate_game

RANDOM, FIRST = "random", "first legal action"  # measured without asking an agent
MEMORYLESS = "memoryless"  # and this, with how many iterations: ``memoryless:1000``
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Measured:
    """A policy beside perfect opponents."""

    name: str
    exploitability: float
    value: float  # what it gets against itself as the player who begins
    against_solution: float  # what it gets on average of both seats against the solution


def quiet(done: float) -> None:
    """No progress is shown."""


class Solution:
    """The tree of a game and its equilibrium, by CFR+."""

    def __init__(self, folder: Path, game: str, options: dict[str, Any], plus: bool = True) -> None:
        self.folder = folder
        self.game, self.options, self.plus = game, options, plus
        self.rules = find_rules(game, 2, options)
        self.curve: list[tuple[int, float]] = []  # iterations, exploitability of the average
        self._tree: GameTree | None = None

    def enumerate(self, progress: Progress = quiet) -> GameTree:
        """The tree, from the folder or anew."""
        path = self.folder / "tree.npz"
        if path.exists():
            self._tree = GameTree.load(path, describe_game(self.game, self.options))
        else:
            self._tree = enumerate_game(self.game, self.options, progress=progress)
            self.folder.mkdir(parents=True, exist_ok=True)
            self._tree.save(path)
        self._responder = Responder(self._tree)
        self._cfr = CFR(self._tree, self.plus)
        if (self.folder / "cfr.npz").exists():
            self._cfr.load(self.folder / "cfr.npz")
            self._read_curve()
        return self._tree

    def _read_curve(self) -> None:
        path = self.folder / "curve.json"
        try:
            self.curve = [(int(at), float(value)) for at, value in json.loads(path.read_text(encoding="utf-8"))]
        except (OSError, ValueError, TypeError) as error:
            raise DataError(f"{path}: damaged: {error}; remove the folder to begin anew") from None
        self.curve = [point for point in self.curve if point[0] <= self._cfr.iterations]

    @property
    def tree(self) -> GameTree:
        if self._tree is None:
            self.enumerate()
        assert self._tree is not None
        return self._tree

    def solve(self, iterations: int, progress: Progress = quiet) -> None:
        """Go on to so many iterations; the curve has a point at 1, 2, 5, 10, 20 …, and at the end."""
        tree = self.tree
        marks = {m * 10**e for m in (1, 2, 5) for e in range(9)} | {iterations}
        try:
            while self._cfr.iterations < iterations:
                self._cfr.step()
                if self._cfr.iterations in marks and (not self.curve or self.curve[-1][0] < self._cfr.iterations):
                    self.curve.append((self._cfr.iterations, self._responder.exploitability(self._cfr.average())))
                    self._keep()
                progress(self._cfr.iterations / iterations)
        finally:
            self._keep()
        assert tree.slots == len(self.policy)

    def _keep(self) -> None:
        self._cfr.save(self.folder / "cfr.npz")
        write_whole(self.folder / "curve.json", json.dumps(self.curve).encode())

    @property
    def policy(self) -> NDArray[np.float64]:
        """The average policy of the solver: near an equilibrium."""
        return self._cfr.average()

    @property
    def iterations(self) -> int:
        return self._cfr.iterations

    def policy_of(self, name: str, samples: int = 1, seed: int = 0, progress: Progress = quiet) -> Policy:
        """The policy of a player by name."""
        from gosu_env.agents import make_agent  # noqa: PLC0415  (the core does without agents)

        if name == RANDOM:
            return self.tree.uniform()
        if name == FIRST:
            return first_choice(self.tree)
        if name.partition(":")[0] == MEMORYLESS:
            return self._memoryless(name, progress)
        return agent_policy(self.tree, self.rules, make_agent(name, seed=seed), samples, progress)

    def _memoryless(self, name: str, progress: Progress) -> Policy:
        words = name.partition(":")[2] or str(ITERATIONS)
        if not (words.isdecimal() and int(words) > 0):
            raise OptionError(f"player {name!r}: expected how many iterations, such as {MEMORYLESS}:1000")
        solver = Memoryless(self.tree)
        while solver.iterations < int(words):
            solver.step()
            progress(solver.iterations / int(words))
        return solver.average()

    def exploitability(self, policy: Policy) -> float:
        """How exploitable a policy is; nothing needs to be solved for it."""
        tree = self.tree
        assert tree.slots == len(policy)
        return self._responder.exploitability(policy)

    def measure(self, name: str, policy: Policy) -> Measured:
        """How exploitable a policy is, and how it does against the solution."""
        tree, best = self.tree, self.policy
        mine = tree.player[tree.infoset]
        seats = [game_value(tree, np.where(mine == player, policy, best)) * (1 - 2 * player) for player in range(2)]
        return Measured(name, self._responder.exploitability(policy), game_value(tree, policy), sum(seats) / 2)

    def bounds(self) -> tuple[float, float]:
        """The value of the game to the player who begins lies between these."""
        policy = self.policy
        return -self._responder.respond(policy, 1).value, self._responder.respond(policy, 0).value
