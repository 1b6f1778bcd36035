"""A player that tries every action in many worlds and lets chance finish the games: flat Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gosu_env import OptionError, View
from gosu_env.engine.jit import entry, rule
from gosu_env.engine.rng import next_seed
from gosu_env.engine.view import Thoughts
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.legal import KAMAKOR_MAX_LEGAL, list_legal
from gosu_env.gosu.state import RUNNING, State, Tables
from gosu_env.gosu.table import pick, seat_return


@rule
def play_out(st: State, tb: Tables, stream: Any, legal: Any) -> int:
    """Play a game to its end with uniformly random answers; how many there were."""
    asked = 0
    count = rules.settle(st, tb, legal)
    while st.ending == RUNNING:
        rules.answer_decision(st, pick(stream, legal, count))
        asked += 1
        count = rules.settle(st, tb, legal)
    return asked


@entry
def try_actions(
    states: Any, tables: Any, trials: Any, stream: Any, playouts: int, actions: Any, legal: Any, totals: Any
) -> int:
    """Add up what the deciding seat of ``states[0]`` gets for every action, in worlds that all actions share.

    ``trials`` has room for two games, ``actions`` and ``totals`` for all legal actions. Returns the random answers
    that were given.
    """
    tb = tables[0]
    seat = int(states[0].decider)
    count = list_legal(states[0], tb, actions)
    asked = 0
    for _ in range(max(playouts // count, 1)):
        trials[0] = states[0]
        worlds.determinize(states[0], trials[0], tb, seat, next_seed(stream), legal)
        for i in range(count):
            trials[1] = trials[0]
            rules.answer_decision(trials[1], int(actions[i]))
            asked += play_out(trials[1], tb, stream, legal)
            totals[i] += seat_return(trials[1], seat)
    return asked


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
        self._actions = np.zeros(KAMAKOR_MAX_LEGAL, np.int16)
        self._legal = np.zeros(KAMAKOR_MAX_LEGAL, np.int16)

    def act(self, view: View) -> int:
        world = view.world
        legal = view.legal_actions()
        if len(legal) == 1:
            self.thoughts = None
            return legal[0]
        totals = np.zeros(len(legal))
        self.asked += try_actions(
            world.states,
            world.rules.tables,
            world.rules.new_states(2),
            self._stream,
            self.playouts,
            self._actions,
            self._legal,
            totals,
        )
        best = int(totals.argmax())
        self.thoughts = Thoughts(value=float(totals[best]) / max(self.playouts // len(legal), 1))
        return legal[best]
