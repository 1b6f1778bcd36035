"""A best response by deep Q-learning: what NFSP and PSRO learn answers with."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from gosu_env.training.baselines.games import Eyes, Played, forbid, network


class DQN:
    """Q-learning from a circular buffer, with a target network and a double estimate.

    Observations are kept as they came, in a byte for each entry, and encoded when they are drawn.
    """

    def __init__(self, eyes: Eyes, rng: np.random.Generator, capacity: int = 100_000, lr: float = 1e-3) -> None:
        self.eyes, self.rng, self.capacity = eyes, rng, capacity
        self.net = network(eyes.size, eyes.actions)
        self.target = deepcopy(self.net)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr)
        self.obs = np.zeros((capacity, eyes.entries), np.int8)
        self.mask = torch.zeros(capacity, eyes.actions, dtype=torch.bool)
        self.action = torch.zeros(capacity, dtype=torch.int64)
        self.gain = torch.zeros(capacity)
        self.last = torch.zeros(capacity, dtype=torch.bool)
        self.size, self.at, self.updates = 0, 0, 0

    def start_from(self, net: nn.Module) -> None:
        """Begin with the weights of another network."""
        for mine in (self.net, self.target):
            mine.load_state_dict(net.state_dict())

    def add(self, played: Played) -> None:
        """Keep decisions; the next decision of the same seat lies in the row after."""
        count = min(len(played), self.capacity)
        rows = (self.at + torch.arange(count)) % self.capacity
        self.obs[rows.numpy()] = played.obs[:count]
        self.mask[rows] = torch.from_numpy(played.mask[:count]).bool()
        self.action[rows] = torch.from_numpy(played.action[:count])
        self.gain[rows] = torch.from_numpy(played.gain[:count])
        self.last[rows] = torch.from_numpy(played.last[:count])
        self.at, self.size = (self.at + count) % self.capacity, min(self.size + count, self.capacity)
        self.last[self.at - 1] = True  # the row after it is not of the same game

    def learn(self, steps: int, batch_size: int = 256, follow: int = 50) -> None:
        """Some steps of gradient descent; the target network follows every so many."""
        for _ in range(steps):
            rows = torch.from_numpy(self.rng.integers(self.size, size=batch_size))
            after = (rows + 1) % self.capacity
            with torch.no_grad():
                seen = self.eyes(self.obs[after.numpy()])
                best = forbid(self.net(seen), self.mask[after]).argmax(dim=1, keepdim=True)
                later = self.target(seen).gather(1, best)[:, 0]
                goal = torch.where(self.last[rows], self.gain[rows], later)
            value = self.net(self.eyes(self.obs[rows.numpy()])).gather(1, self.action[rows, None])[:, 0]
            loss = nn.functional.smooth_l1_loss(value, goal)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            self.updates += 1
            if self.updates % follow == 0:
                self.target.load_state_dict(self.net.state_dict())

    @torch.no_grad()
    def act(self, obs: NDArray[np.int8], mask: NDArray[np.int8], epsilon: float) -> NDArray[np.int64]:
        """The best actions, or random ones now and then."""
        best: NDArray[np.int64] = forbid(self.net(self.eyes(obs)), mask).argmax(dim=1).numpy()
        noise = np.where(mask > 0, self.rng.random(mask.shape), -1.0).argmax(axis=1)
        return np.where(self.rng.random(len(best)) < epsilon, noise, best)
