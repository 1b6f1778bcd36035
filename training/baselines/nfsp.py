"""Neural fictitious self-play (Heinrich and Silver, 2016).

Every player has two policies: an approximate best response, by deep Q-learning, and the average of all its responses so
far, learned by imitation from a reservoir. In each game a player follows the response with probability ``anticipation``
and the average else. The average is what approaches an equilibrium.

Both memories, of 100,000 decisions and of 200,000 of responses, keep observations and masks in a byte for each entry:
250 MB for the full game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree
from gosu_env.training.baselines.dqn import DQN
from gosu_env.training.baselines.games import (
    Eyes,
    NetPlayer,
    Tables,
    forbid,
    net_policy,
    network,
    probabilities,
    sample_actions,
)
from gosu_env.training.baselines.reservoir import Reservoir


@dataclass(frozen=True)
class Settings:
    """Of NFSP."""

    games: int = 256  # played in an iteration
    steps: int = 16  # of gradient descent in an iteration, of each network
    anticipation: float = 0.1  # how often a player follows its best response
    epsilon: float = 0.06  # random actions of the response at the beginning; falls with the square root of time
    reservoir: int = 200_000  # decisions of responses that are kept
    lr: float = 1e-3


class NFSP:
    """One pair of networks plays both seats: observations are egocentric."""

    def __init__(self, game: str, options: dict[str, Any], seed: int, settings: Settings | None = None) -> None:
        self.settings = s = settings or Settings()
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.tables, self.eyes = Tables(game, options, s.games, seed), Eyes(game, options, seed)
        self.response = DQN(self.eyes, self.rng, lr=s.lr)
        self.average = network(self.eyes.size, self.eyes.actions)
        self.optimizer = torch.optim.Adam(self.average.parameters(), s.lr)
        self.reservoir = Reservoir(s.reservoir, self.rng)
        self.iterations = 0

    def learn(self) -> int:
        s, rows = self.settings, np.arange(self.settings.games)
        self.iterations += 1
        responds = self.rng.random((s.games, 2)) < s.anticipation
        epsilon = s.epsilon / np.sqrt(self.iterations)

        def choose(obs: NDArray[np.int8], mask: NDArray[np.int8], seat: NDArray[Any]) -> NDArray[np.int64]:
            average = sample_actions(probabilities(self.average, self.eyes, obs, mask), self.rng)
            return np.where(responds[rows, seat], self.response.act(obs, mask, epsilon), average)

        played = self.tables.play(choose)
        self.response.add(played)
        chosen = np.flatnonzero(responds[played.game, played.seat])
        self.reservoir.add(
            obs=torch.from_numpy(played.obs[chosen]),
            mask=torch.from_numpy(played.mask[chosen]).bool(),
            action=torch.from_numpy(played.action[chosen]),
        )
        self.response.learn(s.steps)
        for _ in range(s.steps if self.reservoir.added else 0):  # few games may have no response
            kept = self.reservoir.sample(256)
            logits = forbid(self.average(self.eyes(kept["obs"].numpy())), kept["mask"])
            loss = nn.functional.cross_entropy(logits, kept["action"])
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
        return len(played)

    def policy(self, tree: GameTree) -> Policy:
        return net_policy(self.average, self.eyes, tree)

    def player(self) -> NetPlayer:
        return NetPlayer(self.average, self.eyes)
