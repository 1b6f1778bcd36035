"""A player that tries out what it could do now and takes what leaves it best off."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env import OptionError, View
from gosu_env.agents.gosu.appraisal import WEIGHTS, evaluate, make_desk, note_seen
from gosu_env.agents.gosu.thumb import finish_turn
from gosu_env.engine.jit import direct, entry, rule
from gosu_env.engine.view import Thoughts
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.actions import PASS
from gosu_env.gosu.language import nearest
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.state import NO_CARD, State, Tables
from gosu_env.gosu.vocabulary import DECIDE_BAN, DECIDE_MAIN, DECIDE_MULLIGAN, DECIDE_NEWCOMER

LESS_THAN_ANY = -2.0  # returns are -1 … 1


@rule
def outlook(tb: Tables, desk: Any, seat: int, round_number: int) -> float:
    """What ``desk.worlds[1]`` comes to when the turn is played to its end; of a mutation, with the best newcomer."""
    st = desk.worlds[1]
    finish_turn(st, tb, desk, seat)
    if st.decision != DECIDE_NEWCOMER:
        return evaluate(st, tb, desk, seat, round_number)
    best = LESS_THAN_ANY
    newcomers = desk.legal[1]
    for i in range(list_legal(st, tb, newcomers)):
        desk.worlds[2] = st
        rules.answer_decision(desk.worlds[2], int(newcomers[i]))
        finish_turn(desk.worlds[2], tb, desk, NO_CARD)
        best = max(best, evaluate(desk.worlds[2], tb, desk, seat, round_number))
    return best


@rule
def is_endless(st: State) -> bool:
    """Whether it is time to pass whatever there is to gain: some cards can be mutated to and fro for ever."""
    return bool(st.decision == DECIDE_MAIN and 2 * st.decisions >= st.max_decisions)


@rule
def choose(tb: Tables, desk: Any, legal: Any, count: int) -> int:
    """The action with the best outlook in ``desk.worlds[0]``, a world of the seat that decides."""
    st = desk.worlds[0]
    if st.decision == DECIDE_MULLIGAN:
        desk.outlook = 0.0
        return int(legal[0])  # yes: a hand without a Bakuto is no hand
    if st.decision == DECIDE_BAN:
        desk.outlook = 0.0
        return int(legal[count // 2])  # before the deal all clans are alike
    if legal[0] == PASS and is_endless(st):
        desk.outlook = 0.0
        return PASS
    seat = int(st.decider)
    note_seen(st, desk, seat)
    desk.outlook = LESS_THAN_ANY
    chosen = int(legal[0])
    for i in range(count):
        desk.worlds[1] = st
        rules.answer_decision(desk.worlds[1], int(legal[i]))
        worth = outlook(tb, desk, seat, int(st.round_number))
        if worth > desk.outlook:
            desk.outlook = worth
            chosen = int(legal[i])
    return chosen


@rule
def greedy_action(st: State, tb: Tables, legal: Any, count: int, desk: Any) -> int:
    """The answer to the pending decision of a game. It depends on what the seat that decides knows, and no more."""
    desk.worlds[0] = st
    worlds.determinize(st, desk.worlds[0], tb, int(st.decider), 0, desk.legal[0])
    return choose(tb, desk, legal, count)


@entry
def answer_games(states: Any, tables: Any, desks: Any, blind: int, actions: Any) -> None:
    """The answers to the pending decisions of many games; ``blind`` records are views of the deciding seat already."""
    desk = desks[0]
    legal = desk.legal[2]
    for i in range(actions.shape[0]):
        count = list_legal(states[i], tables[0], legal)
        if blind:
            desk.worlds[0] = states[i]
            actions[i] = choose(tables[0], desk, legal, count)
        else:
            actions[i] = greedy_action(states[i], tables[0], legal, count, desk)


class GreedyAgent:
    """Takes the action that leaves it best off, as the evaluation of ``gosu_env.agents.gosu.appraisal`` sees it.

    Nothing is left to chance: the same view gets the same answer. Only clans are banned at random, if there is a
    ``seed``, so that games differ. ``weights`` replaces some of ``appraisal.WEIGHTS``.
    """

    def __init__(self, weights: dict[str, float] | None = None, seed: int | None = None) -> None:
        for name in weights or {}:
            if name not in WEIGHTS:
                raise OptionError(f"unknown weight {name!r}; {nearest(name, list(WEIGHTS))}")
        self.thoughts: Thoughts | None = None
        self._weights = weights
        self._bans = None if seed is None else np.random.default_rng(seed)
        self._tables: Any = None

    def _sit_down(self, view: View) -> None:
        """Get ready for games of a card set."""
        self._tables = view.world.rules.tables
        self._desk = make_desk(self._tables, self._weights)
        self._outlook = self._desk["outlook"]
        self._action = np.zeros(1, np.int64)
        self._answer = direct(answer_games, view.world.states, self._tables, self._desk, 1, self._action)

    def act(self, view: View) -> int:
        world = view.world
        if self._bans is not None and world.state.decision == DECIDE_BAN:
            self.thoughts = None
            return int(self._bans.choice(view.legal_actions()))
        if world.rules.tables is not self._tables:
            self._sit_down(view)
        self._answer(world.states, self._tables, self._desk, 1, self._action)
        self.thoughts = Thoughts(value=float(self._outlook[0]))
        return int(self._action[0])
