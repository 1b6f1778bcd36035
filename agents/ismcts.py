"""Information-set Monte Carlo tree search: looks ahead in worlds that fit what the seat knows."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError, View
from gosu_env.agents import tree
from gosu_env.agents.evaluation import bind_search, can_evaluate, find_evaluation
from gosu_env.agents.inference import no_net
from gosu_env.agents.judge import find_judge
from gosu_env.agents.repeats import Repeats
from gosu_env.agents.tree import APPRAISAL, DEPTH, NETWORK, NODE, NONE, PLAYOUTS
from gosu_env.engine.batch_parts import game_streams
from gosu_env.engine.game import check_seed
from gosu_env.engine.rules import Rules
from gosu_env.engine.view import Thoughts

EXPLORATION = 0.3  # weight of what a move promises against what it brought, for returns of -1 … 1
TEMPERATURE = 0.1  # how far promises are believed: a move that promises so much less is looked at 2.7 times less
PLAYOUT_EXPLORATION = 2.0  # random playouts tell less each, and nothing is promised
NETWORK_EXPLORATION = 1.0  # what a network promises are the logarithms of probabilities, to be believed as they are
NETWORK_TEMPERATURE = 1.0
CHUNK = 32  # simulations between two looks at the clock
BRANCHES = 24  # nodes for each simulation: moves that were seen and not made count, too


class IsmctsAgent:
    """Chooses the move that its search made most often; the budget is simulations or milliseconds a decision.

    Positions are judged by the appraisal of the greedy player, with weights that were fitted to how games end; with
    ``playouts`` they are played out at random instead, which needs no knowledge of the game and plays worse. ``judge``
    names a policy, best a small one, whose network judges them and proposes the moves to look at. With simulations, the
    same seed gives the same choices.
    """

    def __init__(
        self,
        simulations: int | None = None,
        milliseconds: float | None = None,
        playouts: bool = False,
        exploration: float | None = None,
        seed: int | None = None,
        judge: str | None = None,
    ) -> None:
        if (simulations is None) == (milliseconds is None):
            raise OptionError("ismcts needs a budget: either simulations or milliseconds")
        if simulations is not None and simulations < 1:
            raise OptionError(f"simulations must be 1 or more, not {simulations}")
        if milliseconds is not None and milliseconds <= 0:
            raise OptionError(f"milliseconds must be more than 0, not {milliseconds}")
        if playouts and judge is not None:
            raise OptionError("ismcts evaluates positions by playouts or by a network, not both")
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.playouts = playouts
        self.judge = judge
        self._means = PLAYOUTS if playouts else APPRAISAL if judge is None else NETWORK
        self.exploration = exploration
        self.thoughts: Thoughts | None = None
        self._stream = game_streams(check_seed(seed), 1)[0]
        self._nodes = np.zeros(0 if simulations is None else (simulations + CHUNK) * BRANCHES, NODE)
        self._path = np.zeros(DEPTH, np.int32)
        self._values = np.zeros(8)
        self._repeats = Repeats()
        self._rules: Any = None

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
        self.thoughts = Thoughts({action: count / total for action, count in sorted(visits.items())}, value / total)
        left = [actions[at] for at in self._repeats.left(view, actions)]
        return self._repeats.answer(view, max(sorted(left), key=lambda action: visits.get(action, 0)))

    def _sit_down(self, rules: Rules) -> None:
        """Get ready for games with these rules."""
        if self._means == APPRAISAL and not can_evaluate(rules.name):
            raise OptionError(
                f"ismcts has no evaluation of {rules.name}: let it play games out (ismcts-playouts) or name a network"
            )
        self._judge = no_net()
        if self.judge is not None:
            self._judge = find_judge(self.judge, rules)
        evaluation = find_evaluation(rules.name)
        usual = (PLAYOUT_EXPLORATION, getattr(evaluation, "EXPLORATION", EXPLORATION), NETWORK_EXPLORATION)
        self._exploration = (self.exploration or usual[self._means]) * rules.best_return
        self._temperature = getattr(evaluation, "TEMPERATURE", TEMPERATURE) * rules.best_return
        if self._means == NETWORK:
            self._temperature = NETWORK_TEMPERATURE
        self._desks = evaluation.make_desks(rules)
        self._simulate = bind_search(tree, rules).simulate
        self._rules = rules

    def _search(self, view: View) -> NDArray[np.void]:
        """The tree of the view's decision."""
        world = view.world
        rules = world.rules
        if rules is not self._rules:
            self._sit_down(rules)
        tried = rules.new_states(1)
        legal = np.zeros(rules.max_legal, np.int16)
        child_of = np.full(rules.num_actions, NONE, np.int32)

        def grow(size: int, simulations: int) -> int:
            return self._simulate(  # type: ignore[no-any-return]
                *(world.states, rules.tables, self._desks, self._nodes, size, simulations, self._stream),
                *(
                    self._exploration,
                    self._temperature,
                    self._means,
                    self._judge,
                    tried,
                    legal,
                    child_of,
                    self._path,
                    self._values,
                ),
            )

        if self.simulations is not None:
            grow(0, self.simulations)
            return self._nodes
        assert self.milliseconds is not None
        end = time.perf_counter() + self.milliseconds / 1000
        size = 0
        while size == 0 or time.perf_counter() < end:
            if len(self._nodes) < size + CHUNK * BRANCHES:
                self._nodes = np.concatenate([self._nodes, np.zeros(max(1 << 16, len(self._nodes)), NODE)])
            size = grow(size, CHUNK)
        return self._nodes
