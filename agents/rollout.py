"""A player that tries every action in many worlds and lets chance finish the games: flat Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gosu_env import OptionError, View
from gosu_env.agents import playouts
from gosu_env.engine.view import Thoughts


class RolloutAgent:
    """Takes the action with the best average return over random playouts.

    ``playouts`` is the budget of a decision, split evenly over its legal actions; every action gets one at least. All
    actions are tried in the same worlds, dealt anew from what the seat knows.
    """

    def __init__(self, playouts: int = 200, seed: int | Sequence[int] | None = None) -> None:
        if playouts < 1:
            raise OptionError(f"playouts must be 1 or more, not {playouts!r}")
        self.playouts = playouts
        self.asked = 0  # random answers given in all playouts so far
        self.thoughts: Thoughts | None = None
        self._stream = np.random.default_rng(seed).integers(1, 2**32, 4, np.uint32)

    def act(self, view: View) -> int:
        world = view.world
        legal = view.legal_actions()
        if len(legal) == 1:
            self.thoughts = None
            return legal[0]
        rules = world.rules
        totals, actions, room = np.zeros(len(legal)), *np.zeros((2, rules.max_legal), np.int16)
        self.asked += rules.bind(playouts).try_actions(
            *(world.states, rules.tables, rules.new_states(2), self._stream, self.playouts, actions, room, totals)
        )
        best = int(totals.argmax())
        self.thoughts = Thoughts(value=float(totals[best]) / max(self.playouts // len(legal), 1))
        return legal[best]
