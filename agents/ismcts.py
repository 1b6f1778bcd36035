"""Information-set Monte Carlo tree search: looks ahead in worlds that fit what the seat knows."""

from __future__ import annotations

import time

import numpy as np

from agents.tree import DEPTH, NODE, NONE, simulate
from gosu_env import OptionError, View
from gosu_env.engine.batch import game_streams
from gosu_env.engine.game import check_seed
from gosu_env.engine.view import Thoughts

EXPLORATION = 0.7  # weight of the bound's width, for returns of -1 … 1
CHUNK = 32  # simulations between two looks at the clock


class IsmctsAgent:
    """Chooses the move that its search visited most; the budget is simulations or milliseconds a decision.

    With simulations the same seed gives the same choices.
    """

    def __init__(
        self,
        simulations: int | None = None,
        milliseconds: float | None = None,
        exploration: float = EXPLORATION,
        seed: int | None = None,
    ) -> None:
        if (simulations is None) == (milliseconds is None):
            raise OptionError("ismcts needs a budget: either simulations or milliseconds")
        if simulations is not None and simulations < 1:
            raise OptionError(f"simulations must be 1 or more, not {simulations}")
        if milliseconds is not None and milliseconds <= 0:
            raise OptionError(f"milliseconds must be more than 0, not {milliseconds}")
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.exploration = exploration
        self.thoughts: Thoughts | None = None
        self._stream = game_streams(check_seed(seed), 1)[0]
        self._nodes = np.zeros(0 if simulations is None else simulations + 1, NODE)
        self._path = np.zeros(DEPTH, np.int32)
        self._moves = np.zeros(1, np.int64)

    def act(self, view: View) -> int:
        actions = view.legal_actions()
        if len(actions) == 1:
            self.thoughts = Thoughts({actions[0]: 1.0})
            return actions[0]
        nodes = self._search(view)
        visits, value = {}, 0.0
        child = nodes[0]["child"]
        while child != NONE:
            node = nodes[child]
            visits[int(node["action"])] = int(node["visits"])
            value += float(node["total"])
            child = node["sibling"]
        total = sum(visits.values())
        self.thoughts = Thoughts({action: count / total for action, count in visits.items()}, value / total)
        return max(sorted(visits), key=lambda action: visits[action])

    def _search(self, view: View) -> np.ndarray:
        """The tree of the view's decision."""
        world = view.determinize(0)
        rules = world.rules
        states = rules.new_states(2)
        states[0] = world.states[0]
        legal = np.zeros(rules.max_legal, np.int16)
        child_of = np.full(rules.num_actions, NONE, np.int32)

        def grow(size: int, simulations: int) -> int:
            return simulate(
                *(states, rules.tables, self._nodes, size, simulations, self._stream, self.exploration),
                *(legal, child_of, self._path, self._moves),
            )

        if self.simulations is not None:
            grow(0, self.simulations)
            return self._nodes
        assert self.milliseconds is not None
        end = time.perf_counter() + self.milliseconds / 1000
        size = 0
        while size == 0 or time.perf_counter() < end:
            if len(self._nodes) < size + CHUNK + 1:
                self._nodes = np.concatenate([self._nodes, np.zeros(max(4096, len(self._nodes)), NODE)])
            size = grow(size, CHUNK)
        return self._nodes
