"""Teachers: action probabilities for a learner to imitate."""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.agents.appraisal import make_desk, note_seen
from gosu_env.agents.greedy import outlook
from gosu_env.agents.policy import find_policy
from gosu_env.engine.batch import Batch
from gosu_env.engine.jit import entry
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.legal import list_legal
from gosu_env.training.checkpoint import read_network
from gosu_env.training.network import Network
from gosu_env.training.sparse import Shares, SparseEnds

TEMPERATURE = 0.03  # of the greedy teacher's softmax, in returns
SHARPER = 2.0  # exponent that sharpens a network's probabilities into advice


@entry
def advise_games(
    states: Any, tables: Any, desks: Any, temperature: float, worth: Any, advice: Any, low: int, high: int
) -> None:
    """Action probabilities in every game, (N, actions): a softmax over the appraisals of the outcomes."""
    desk = desks[0]
    legal = desk.legal[2]
    for i in range(low, high):
        st = states[i]
        for action in range(advice.shape[1]):
            advice[i, action] = 0.0
        seat = int(st.decider)
        desk.worlds[0] = st
        worlds.determinize(st, desk.worlds[0], tables[0], seat, 0, desk.legal[0])
        note_seen(desk.worlds[0], desk, seat)
        count = list_legal(st, tables[0], legal)
        best = -math.inf
        for k in range(count):
            desk.worlds[1] = desk.worlds[0]
            rules.answer_decision(desk.worlds[1], int(legal[k]))
            worth[k] = outlook(tables[0], desk, seat)
            best = max(best, worth[k])
        total = 0.0
        for k in range(count):
            worth[k] = math.exp((worth[k] - best) / temperature)
            total += worth[k]
        for k in range(count):
            advice[i, legal[k]] = worth[k] / total


class Teacher(Protocol):
    """Advises a batch of games on the CPU."""

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        """Action probabilities, (N, actions); the next call overwrites them."""


class GreedyTeacher:
    """Advises the actions that ``gosu_env.agents.greedy`` values most."""

    def __init__(self, batch: Batch, temperature: float = TEMPERATURE) -> None:
        self.temperature = temperature
        self._shares = Shares(torch.get_num_threads())
        self._desks = [make_desk(batch.rules.tables) for _ in range(self._shares.threads)]
        self._worth = [np.zeros(batch.rules.max_legal) for _ in self._desks]
        self.advice: NDArray[np.float32] = np.zeros((batch.num_envs, batch.num_actions), np.float32)

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        read = (batch.states, batch.rules.tables, self._desks, self.temperature, self._worth)
        self._shares.run(advise_games, batch.num_envs, *read, self.advice)
        return self.advice


class NetworkTeacher:
    """Advises the actions of a network."""

    def __init__(self, network: Network) -> None:
        self._ends = SparseEnds(network)

    @torch.no_grad()
    def advise(self, batch: Batch) -> NDArray[np.float32]:
        return self._ends.probabilities(torch.from_numpy(batch.obs), torch.from_numpy(batch.mask), SHARPER)


def make_teacher(spec: str, batch: Batch) -> Teacher:
    """A teacher by its spec."""
    name, _, source = spec.partition(":")
    if name == "policy" and source:
        return NetworkTeacher(read_network(find_policy(source, batch.num_players), batch.rules))
    if spec == "greedy":
        return GreedyTeacher(batch)
    raise OptionError(f"unknown teacher {spec!r}; expected greedy or policy:NAME_OR_FILE")
