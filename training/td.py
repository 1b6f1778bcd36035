"""TD(λ) in self-play: a network learns what positions are worth, and plays by looking one answer ahead.

Every legal answer is tried in a sampled world, the network judges the position after it (the afterstate), with the eyes
of the seat that answered, and the best answer is played; now and then a random one. What an afterstate is worth is
learned from the λ-returns along the decisions of the same seat (Sutton 1988; Tesauro 1995 for the idea of afterstates
in self-play). Games are played with fixed weights, then these are updated with minibatches: a run depends on its seed,
and on no thread's timing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env import OptionError, make_batch
from gosu_env.agents import lookahead
from gosu_env.agents.features import Features
from gosu_env.agents.inference import Net, make_net
from gosu_env.engine.batch import Batch
from gosu_env.engine.bind import bind
from gosu_env.engine.rules import USUAL_GAME, Rules
from gosu_env.training.network import Network
from gosu_env.training.ppo import Rollout, estimate_advantages, make_network
from gosu_env.training.sparse import Shares, SparseEnds


@dataclass(frozen=True)
class Settings:
    game: str = USUAL_GAME
    num_players: int = 2
    decisions: int = 5_000_000
    num_envs: int = 256
    n_steps: int = 64
    batch_size: int = 1024
    n_epochs: int = 1
    learning_rate: float = 2e-3
    td_lambda: float = 0.7
    epsilon: float = 0.05  # probability of a random answer
    worlds: int = 1
    width: int = 64
    depth: int = 1
    max_decisions: int = 500
    seed: int = 0


class Lookahead:
    """Answers many games with a network that judges positions, in threads."""

    def __init__(self, rules: Rules, network: Network, shares: Shares, worlds: int) -> None:
        self.rules, self.network, self.shares, self.worlds = rules, network, shares, worlds
        self._bound: Any = bind(lookahead, rules.verbs)
        threads = range(shares.threads)
        self._room = [rules.new_states(2) for _ in threads]
        self._legal, self._further = ([np.zeros(rules.max_legal, np.int16) for _ in threads] for _ in range(2))
        self._hope = [np.zeros(rules.max_legal) for _ in threads]
        self.refresh()

    def refresh(self) -> None:
        """Take over the present weights of the network."""
        weights = {name: w.detach().numpy() for name, w in self.network.state_dict().items()}
        made = make_net(weights, self.network.depth, self.network.features)
        columns, table = len(made.obs), self.network.card_weights().detach().numpy()
        made.rows[columns:-1] = table.reshape(-1, table.shape[2])
        made.ready[:] = True
        nets = [make_net(weights, self.network.depth, self.network.features) for _ in range(self.shares.threads)]
        self._nets = [net._replace(rows=made.rows, ready=made.ready) for net in nets]

    def answer(self, states: NDArray[np.void], seeds: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        actions, worth = np.zeros(len(states), np.int64), np.zeros(len(states))
        read = (states, self.rules.tables, self._nets, self._room, self._legal, self._further, self._hope, seeds)
        self.shares.run(self._bound.look_ahead, len(states), *read, self.worlds, actions, worth)
        return actions, worth

    def observe(self, states: NDArray[np.void], seats: NDArray[np.int64], out: NDArray[np.int8]) -> None:
        self.shares.run(self._bound.observe_seat, len(states), states, self.rules.tables, seats, out)


class Learner:
    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        torch.manual_seed(s.seed)
        self.rng = np.random.default_rng(s.seed)
        self.batch = make_batch(s.game, s.num_envs, s.num_players, seed=s.seed, max_decisions=s.max_decisions)
        self.network = make_network(self.batch.rules, s.width, s.depth)
        self.ends = SparseEnds(self.network, threads=int(__import__("os").environ.get("TD_THREADS", "2")))
        self.shares = self.ends.shares
        self.look = Lookahead(self.batch.rules, self.network, self.shares, s.worlds)
        self.optimiser = torch.optim.Adam(self.network.parameters(), s.learning_rate, eps=1e-5)
        self.rollout = Rollout(self.batch, s.n_steps, "cpu", advised=False)
        self.value_scale = 1 / math.sqrt(s.num_players - 1)
        self.decisions = 0
        self.clock = {"play": 0.0, "learn": 0.0}

    @torch.no_grad()
    def values(self, obs: Tensor) -> Tensor:
        return self.network.values(self.ends.hidden(obs)) * self.value_scale

    @torch.no_grad()
    def play(self) -> None:
        r, batch = self.rollout, self.batch
        self.look.refresh()
        n = batch.num_envs
        r.own[r.before :] = True
        for t in range(r.before, self.settings.n_steps):
            seeds = self.rng.integers(1 << 62, size=n)
            actions, _ = self.look.answer(batch.states, seeds)
            strays = self.rng.random(n) < self.settings.epsilon
            actions[strays] = batch.sample()[strays]
            r.seat[t] = torch.from_numpy(batch.seat)
            batch.step(actions)
            r.done[t] = torch.from_numpy(batch.done)
            reward = torch.where(
                torch.from_numpy(batch.truncated).unsqueeze(1),
                -1 / (self.settings.num_players - 1),
                torch.from_numpy(batch.reward),
            )
            r.reward[t] = reward
            self.look.observe(batch.states, r.seat[t].numpy(), r.obs[t].numpy())
            r.value[t] = self.values(r.obs[t])
            ended = r.done[t]
            r.value[t][ended] = reward.gather(1, r.seat[t].unsqueeze(1)).squeeze(1)[ended]
            r.own[t][ended] = False
        self.decisions += r.fresh

    def learn(self) -> dict[str, float]:
        s, r = self.settings, self.rollout
        for group in self.optimiser.param_groups:
            group["lr"] = s.learning_rate * max(0.05, 1 - self.decisions / s.decisions)
        advantage, complete = estimate_advantages(r.reward, r.done, r.seat, r.value, 1.0, s.td_lambda)
        target = (advantage + r.value) / self.value_scale
        rows = (complete & r.own).flatten().nonzero().squeeze(1)
        obs, target = r.obs.flatten(0, 1), target.flatten()
        total = 0.0
        count = 0
        for _ in range(s.n_epochs):
            order = rows[torch.from_numpy(self.rng.permutation(len(rows)))]
            for part in torch.split(order, s.batch_size):
                value = self.network.values(self.ends.hidden(obs[part]))
                loss = ((value - target[part]) ** 2).mean()
                self.optimiser.zero_grad()
                loss.backward()
                self.optimiser.step()
                total += loss.item()
                count += 1
        r.keep(complete)
        return {"loss": total / count}
