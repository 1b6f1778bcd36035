"""Teachers: action probabilities for a learner to imitate."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.agents import advice
from gosu_env.agents.evaluation import bind_search, can_evaluate, find_evaluation
from gosu_env.agents.policy import find_policy
from gosu_env.engine.batch import Batch
from gosu_env.engine.shares import Shares
from gosu_env.training.checkpoint import read_network
from gosu_env.training.network import Network
from gosu_env.training.sparse import SparseEnds

TEMPERATURE = 0.03  # of the greedy teacher's softmax, in returns
SEARCHED = 0.3  # the same, of the temperature that searches of a game have, if it has one of its own
SHARPER = 2.0  # exponent that sharpens a network's probabilities into advice


class Teacher(Protocol):
    """Advises a batch of games on the CPU."""

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        """Action probabilities, (N, actions); the next call overwrites them."""


class GreedyTeacher:
    """Advises the actions that promise most, as the game's own evaluation sees it."""

    def __init__(self, batch: Batch, temperature: float | None = None) -> None:
        self._shares = Shares(torch.get_num_threads())
        rules, threads = batch.rules, range(self._shares.threads)
        if not can_evaluate(rules.name):
            raise OptionError(f"there is no greedy teacher of {rules.name}; expected policy:NAME_OR_FILE")
        evaluation = find_evaluation(rules.name)
        own = getattr(evaluation, "TEMPERATURE", None)
        usual = TEMPERATURE if own is None else SEARCHED * own
        self.temperature = usual if temperature is None else temperature
        self._advise = bind_search(advice, rules).advise_games
        self._desks = [evaluation.make_desks(rules) for _ in threads]
        self._worlds = [rules.new_states(1) for _ in threads]
        self._legal = [np.zeros(rules.max_legal, np.int16) for _ in threads]
        self._worth = [np.zeros(rules.max_legal) for _ in threads]
        self.advice: NDArray[np.float32] = np.zeros((batch.num_envs, batch.num_actions), np.float32)

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        room = (self._desks, self._worlds, self._legal, self._worth)
        read = (batch.states, batch.rules.tables, *room, self.temperature)
        self._shares.run(self._advise, batch.num_envs, *read, self.advice)
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
        return NetworkTeacher(read_network(find_policy(source, batch.rules.name, batch.num_players), batch.rules))
    if spec == "greedy":
        return GreedyTeacher(batch)
    raise OptionError(f"unknown teacher {spec!r}; expected greedy or policy:NAME_OR_FILE")
