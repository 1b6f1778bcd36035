"""A player that tries out what it could do now and takes what leaves it best off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError, View
from gosu_env.agents import choices
from gosu_env.agents.choices import TOSSED
from gosu_env.agents.evaluation import bind_search, can_evaluate, find_evaluation
from gosu_env.engine.compile import compiled_for
from gosu_env.engine.rules import Rules
from gosu_env.engine.view import Thoughts


class Choices:
    """Greedy answers to games with some rules."""

    def __init__(self, rules: Rules, weights: Mapping[str, float] | None = None) -> None:
        if not can_evaluate(rules.name):
            raise OptionError(f"there is no greedy player of {rules.name}: nothing evaluates its positions")
        self.rules = rules
        self._answer = bind_search(choices, rules).answer_games
        desks = find_evaluation(rules.name).make_desks(rules, weights)
        self._room = rules.new_states(1), np.zeros(rules.max_legal, np.int16)
        self._one = np.zeros(1, np.int64), np.zeros(1)
        self._desks = desks
        self._fast = compiled_for(self._answer, rules.new_states(1), rules.tables, desks, 1, *self._room, *self._one)

    def of(self, states: NDArray[np.void]) -> NDArray[np.int64]:
        """The answers to the pending decisions of games: each from what its deciding seat knows."""
        actions = np.zeros(len(states), np.int64)
        worth = np.zeros(len(states))
        self._answer(states, self.rules.tables, self._desks, 0, *self._room, actions, worth)
        return actions

    def of_world(self, world: NDArray[np.void]) -> tuple[int, float]:
        """The answer in the world of a view, and the return it promises."""
        self._fast(world, self.rules.tables, self._desks, 1, *self._room, *self._one)
        return int(self._one[0][0]), float(self._one[1][0])


class GreedyAgent:
    """Takes the action that leaves it best off, as the game's evaluation sees it: ``gosu_env.agents.verbs``.

    Nothing is left to chance: the same view gets the same answer. Only where all actions are alike is one drawn, if
    there is a ``seed``, so that games differ. ``weights`` replaces some of those of the evaluation.
    """

    def __init__(self, weights: Mapping[str, float] | None = None, seed: int | None = None) -> None:
        self.thoughts: Thoughts | None = None
        self._weights = weights
        self._rng = None if seed is None else np.random.default_rng(seed)
        self._choices: Choices | None = None

    def act(self, view: View) -> int:
        world: Any = view.world
        if self._choices is None or self._choices.rules is not world.rules:
            self._choices = Choices(world.rules, self._weights)
        action, worth = self._choices.of_world(world.states)
        if worth == TOSSED:
            self.thoughts = None
            return action if self._rng is None else int(self._rng.choice(view.legal_actions()))
        self.thoughts = Thoughts(value=worth)
        return action
