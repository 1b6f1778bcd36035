"""Teachers: action probabilities for a learner to imitate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from gosu_env import OptionError
from gosu_env.agents import advice
from gosu_env.agents.evaluation import bind_search, can_evaluate, find_evaluation
from gosu_env.agents.policy import find_policy
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares
from gosu_env.training.checkpoint import read_network
from gosu_env.training.ends import make_ends
from gosu_env.training.players import AgentPlayer, Player, follow, know_sets, make_player, source_of

TEMPERATURE = 0.03  # of the greedy teacher's softmax, in returns
SEARCHED = 0.3  # the same, of the temperature that searches of a game have, if it has one of its own
SHARPER = 2.0  # exponent that sharpens a network's probabilities into advice


class Teacher(Protocol):
    """Advises a batch of games on the CPU."""

    def begin(self, seed: int) -> None:
        """Start over with a seed, before a rollout."""

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        """Action probabilities, (N, actions); the next call overwrites them."""


class GreedyTeacher:
    """Advises the actions that promise most, as the game's own evaluation sees it."""

    def __init__(self, batch: Batch, temperature: float | None = None) -> None:
        self._shares = Shares(torch.get_num_threads())
        rules, threads = batch.rules, range(self._shares.threads)
        if not can_evaluate(rules.name):
            raise OptionError(f"there is no greedy teacher of {rules.name}: nothing evaluates its positions")
        evaluation = find_evaluation(rules.name)
        own = getattr(evaluation, "TEMPERATURE", None)
        usual = TEMPERATURE if own is None else SEARCHED * own
        self.temperature = usual if temperature is None else temperature
        self._advise = bind_search(advice, rules).advise_games
        self._make_desks = evaluation.make_desks
        self._desks: dict[int, list[NDArray[np.void]]] = {}  # by card set, one for every thread
        self._worlds = [rules.new_states(1) for _ in threads]
        self._legal = [np.zeros(rules.max_legal, np.int16) for _ in threads]
        self._worth = [np.zeros(rules.max_legal) for _ in threads]
        self.advice: NDArray[np.float32] = np.zeros((batch.num_envs, batch.num_actions), np.float32)

    def begin(self, seed: int) -> None:
        pass

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        room = (self._worlds, self._legal, self._worth)
        for number, rows in batch.by_set(np.arange(batch.num_envs)):
            rules = batch.card_sets[number]
            if number not in self._desks:
                self._desks[number] = [self._make_desks(rules) for _ in range(self._shares.threads)]
            advice = np.zeros((len(rows), batch.num_actions), np.float32)
            read = (batch.states[rows], rules.tables, self._desks[number], *room, self.temperature)
            self._shares.run(self._advise, len(rows), *read, advice)
            self.advice[rows] = advice
        return self.advice


class NetworkTeacher:
    """Advises the actions of a network."""

    def __init__(self, network: nn.Module) -> None:
        self._network, self._ends = network, make_ends(network, "cpu")
        self._sets: tuple[Rules, ...] = ()

    def begin(self, seed: int) -> None:
        pass

    @torch.no_grad()
    def advise(self, batch: Batch) -> NDArray[np.float32]:
        if self._sets != batch.card_sets:
            self._sets, self._reads_sets = batch.card_sets, know_sets(self._network, batch.card_sets)
        known = [torch.from_numpy(batch.sets)] if self._reads_sets else []
        seen = torch.from_numpy(batch.obs), torch.from_numpy(batch.mask)
        advice: NDArray[np.float32] = self._ends.probabilities(*seen, SHARPER, *known)
        return advice


class PlayerTeacher:
    """Advises what a player would do."""

    def __init__(self, player: Player, batch: Batch) -> None:
        self._player = player
        self.advice: NDArray[np.float32] = np.zeros((batch.num_envs, batch.num_actions), np.float32)

    def begin(self, seed: int) -> None:
        self._player.begin(seed)

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        games = np.arange(batch.num_envs)
        follow(self._player, batch, np.ones((batch.num_envs, batch.num_players), np.bool_))
        self.advice[...] = 0
        self.advice[games, self._player.answer(batch, games)] = 1
        return self.advice


class AgentTeacher(PlayerTeacher):
    """Advises what an agent thinks: its action probabilities where it tells them, else what it does."""

    _player: AgentPlayer

    def advise(self, batch: Batch) -> NDArray[np.float32]:
        player = self._player
        follow(player, batch, np.ones((batch.num_envs, batch.num_players), np.bool_))
        self.advice[...] = 0
        for game in range(batch.num_envs):
            row = self.advice[game]
            action = player.check(batch, game, player.ask(batch, game))
            told = getattr(getattr(player.agent, "thoughts", None), "probabilities", None)
            pairs = told.items() if isinstance(told, Mapping) else () if told is None else enumerate(told)
            for each, chance in pairs:
                if chance > 0:
                    row[player.check(batch, game, each)] = chance
            if row.any():
                row /= row.sum()
            else:
                row[action] = 1
        return self.advice


def make_teacher(spec: str, batch: Batch, seed: int = 0) -> Teacher:
    """A teacher by the name of an agent."""
    rules, source = batch.rules, source_of(spec)
    if source is not None:
        policy = find_policy(source, rules.name, rules.num_players, rules.options)
        if not policy.about.worlds:
            return NetworkTeacher(read_network(policy, rules))
    if spec == "greedy":
        return GreedyTeacher(batch)
    player = make_player(spec, rules, seed)
    if isinstance(player, AgentPlayer) and not hasattr(player.agent, "act_many"):
        return AgentTeacher(player, batch)
    return PlayerTeacher(player, batch)
