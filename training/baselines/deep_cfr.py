"""Deep counterfactual regret minimisation (Brown et al., 2019), with external sampling.

In each iteration games are traversed: where one seat decides, the traverser, every legal action is tried; where the
other seat or chance does, one is drawn. What each action was worth beyond the policy goes into a reservoir, from which
a new network learns *advantages*; the policy follows their positive parts. The policy of the other seat goes into a
second reservoir, from which another network learns the average policy: that approaches an equilibrium.

Later iterations weigh more, as in linear CFR. All traversals of an iteration go down together, level by level, so that
the network is asked about many positions at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env.engine.errors import OptionError
from gosu_env.engine.rules import find_rules
from gosu_env.engine.seeds import check_training_seed
from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree
from gosu_env.training.baselines.games import Eyes, forbid, net_policy, network, sample_actions
from gosu_env.training.baselines.reservoir import Reservoir


@dataclass(frozen=True)
class Settings:
    """Of deep CFR."""

    traversals: int = 64  # in an iteration, half of them for each seat
    steps: int = 200  # of gradient descent on advantages in an iteration, from new weights
    average_steps: int = 50  # and on the average policy, from the weights it has
    batch_size: int = 256
    reservoir: int = 100_000  # decisions that are kept, of each kind
    most: int = 100_000  # positions of a level of traversals; larger games need another kind of sampling
    lr: float = 1e-3


@dataclass
class Level:
    """Positions at the same depth of all traversals, and what follows them."""

    obs: NDArray[np.int8]  # (M, F)
    mask: NDArray[np.int8]  # (M, A)
    own: NDArray[np.bool_]  # (M,) it is the traverser who decides
    policy: NDArray[np.float32]  # (M, A)
    parent: NDArray[np.int64]  # (C,) of every position after: its row here
    action: NDArray[np.int64]  # (C,)
    value: NDArray[np.float64]  # (C,) what the traverser gets there
    goes_on: NDArray[np.int64]  # (M of the next level,) which of them are not ends


class DeepCFR:
    """One network of advantages for both seats: observations are egocentric."""

    def __init__(self, game: str, options: dict[str, Any], seed: int, settings: Settings | None = None) -> None:
        self.settings = s = settings or Settings()
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(check_training_seed(seed))
        self.rules: Any = find_rules(game, 2, options)
        self.eyes = Eyes(game, options, seed)
        self.advantages = Reservoir(s.reservoir, self.rng)
        self.policies = Reservoir(s.reservoir, self.rng)
        self.net: torch.nn.Module | None = None  # none yet: all legal actions alike
        self.average = network(self.eyes.size, self.eyes.actions)
        self.optimizer = torch.optim.Adam(self.average.parameters(), s.lr)
        self.iterations = 0

    def learn(self) -> int:
        s = self.settings
        self.iterations += 1
        played = 0
        for traverser in range(2):
            levels = self._traverse(traverser, s.traversals // 2)
            played += sum(len(level.action) for level in levels)
            self._keep(levels)
        self.net = network(self.eyes.size, self.eyes.actions)
        optimizer = torch.optim.Adam(self.net.parameters(), s.lr)
        for _ in range(s.steps):
            kept = self.advantages.sample(s.batch_size)
            error = ((self.net(kept["obs"]) - kept["advantage"]) * kept["mask"]).square().sum(dim=1)
            _descend(optimizer, (error * kept["iteration"]).sum() / kept["iteration"].sum())
        for _ in range(s.average_steps):
            kept = self.policies.sample(s.batch_size)
            logits = torch.log_softmax(forbid(self.average(kept["obs"]), kept["mask"]), dim=1)
            entropy = -(kept["policy"] * logits).sum(dim=1)
            _descend(self.optimizer, (entropy * kept["iteration"]).sum() / kept["iteration"].sum())
        return played

    @torch.no_grad()
    def _policy(self, obs: NDArray[np.int8], mask: NDArray[np.int8]) -> NDArray[np.float32]:
        """Actions by the positive parts of their advantages; if none is positive, the best."""
        if self.net is None:
            return np.asarray(mask / mask.sum(axis=1, keepdims=True), np.float32)
        advantage = forbid(self.net(self.eyes(obs)), mask)
        gains = advantage.clamp_min(0.0)
        total = gains.sum(dim=1, keepdim=True)
        best = torch.zeros_like(gains).scatter_(1, advantage.argmax(dim=1, keepdim=True), 1.0)
        policy: NDArray[np.float32] = torch.where(total > 0, gains / total.clamp_min(1e-9), best).numpy()
        return policy

    def _traverse(self, traverser: int, games: int) -> list[Level]:
        """Deal games and go down to all ends; then the values go up."""
        rules, actions = self.rules, self.eyes.actions
        legal, observation = np.zeros(rules.max_legal, np.int16), np.zeros(rules.observation_size, np.int8)
        states = rules.new_states(games)
        for game, seed in enumerate(self.rng.integers(1 << 62, size=games).tolist()):
            rules.start(states[game : game + 1], seed)
        levels: list[Level] = []
        action, value = np.full(games, -1), np.zeros(games)
        while True:
            mask = np.zeros((len(states), actions), np.int8)
            statuses = [rules.step(states[at : at + 1], int(action[at]), legal, mask[at]) for at in range(len(states))]
            ended = np.array(statuses) >> 24 > 0
            for at in np.flatnonzero(ended).tolist():
                value[at] = rules.returns(states[at : at + 1])[traverser]
            goes_on = np.flatnonzero(~ended)
            if levels:
                levels[-1].goes_on = goes_on
            if not len(goes_on):
                break
            if len(goes_on) > self.settings.most:
                raise OptionError(f"traversals have {len(goes_on):,} positions at one depth; choose a smaller game")
            states, mask = states[goes_on], mask[goes_on]
            seat = (np.array(statuses, np.int64)[goes_on] >> 16 & 255) - 1
            obs = np.zeros((len(states), rules.observation_size), np.int8)
            for at in range(len(states)):
                rules.observe(states[at : at + 1], int(seat[at]), observation)
                obs[at] = observation
            policy = self._policy(obs, mask)
            own = seat == traverser
            tried = np.where(own[:, None], mask, 0)
            others = np.flatnonzero(~own)
            tried[others, sample_actions(policy[others], self.rng)] = 1
            parent, action = np.nonzero(tried)
            value = np.zeros(len(parent))
            levels.append(Level(obs, mask, own, policy, parent, action, value, np.zeros(0, np.int64)))
            states = states[parent].copy()
        for above, below in zip(levels[-2::-1], levels[:0:-1], strict=True):
            above.value[above.goes_on] = worth(below)[0]
        return levels

    def _keep(self, levels: list[Level]) -> None:
        for level in levels:
            mask = torch.from_numpy(level.mask).bool()
            seen, now = self.eyes(level.obs), torch.full((len(level.obs),), float(self.iterations))
            own, other = torch.from_numpy(level.own), torch.from_numpy(~level.own)
            if own.any():
                advantage = torch.from_numpy(worth(level)[1].astype(np.float32))
                self.advantages.add(obs=seen[own], mask=mask[own], iteration=now[own], advantage=advantage[own])
            if other.any():
                policy = torch.from_numpy(level.policy)
                self.policies.add(obs=seen[other], mask=mask[other], iteration=now[other], policy=policy[other])

    def policy(self, tree: GameTree) -> Policy:
        return net_policy(self.average, self.eyes, tree)


def worth(level: Level) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the traverser gets from every position on (M,), and what every action is worth beyond that (M, A)."""
    quality = np.zeros(level.policy.shape)
    quality[level.parent, level.action] = level.value
    drawn = np.bincount(level.parent, level.value, len(level.own))  # of others: of the one action drawn
    value = np.where(level.own, (quality * level.policy).sum(axis=1), drawn)
    return value, np.where(level.mask > 0, quality - value[:, None], 0.0)


def _descend(optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
