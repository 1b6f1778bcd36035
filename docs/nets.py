"""Networks of one's own, as examples: one from scratch, and two that keep this project's first layer and heads."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from gosu_env.engine.rules import Rules
from gosu_env.training.network import Network


class Perceptron(nn.Module):
    """Reads the numbers of an observation as they are, in one hidden layer and more."""

    def __init__(self, rules: Rules, width: int, depth: int) -> None:
        super().__init__()
        sizes = [rules.observation_size, *[width] * (depth + 1)]
        layers = [nn.Sequential(nn.Linear(*pair), nn.ReLU()) for pair in pairwise(sizes)]
        self.body = nn.Sequential(*layers)
        self.policy = nn.Linear(width, rules.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        h = self.body(obs.float() / 8)
        return self.policy(h), self.value(h).squeeze(1)


class Gated(Network):
    """Another trunk: what enters a layer decides how much of it passes."""

    def trunk(self, first: Tensor) -> Tensor:
        h = torch.relu(first)
        for layer in self.layers:
            h = h + torch.sigmoid(layer(self.norm(h))) * h
        return self.norm(h)


class Straight(Network):
    """A trunk without residuals: on a GPU, every layer is a product and one pass over its result."""

    def trunk(self, first: Tensor) -> Tensor:
        h = self.norm(torch.relu(first))
        for layer in self.layers:
            h = self.norm(torch.relu(layer(h)))
        return h
