"""The network of a policy: card embeddings, a residual trunk, a head for the actions and one for the value."""

from __future__ import annotations

import math
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env.agents.features import Features

EMBEDDING = 16


class Network(nn.Module):
    """From what a seat sees to the logits of its actions and the return that it may expect.

    One network plays all seats: observations are egocentric. The value is in units of the returns' standard deviation.
    The first layer and the head for actions are computed in one way on a GPU (``dense``) and in another on a CPU
    (``sparse``); between them is ``trunk``.
    """

    def __init__(self, features: Features, num_actions: int, width: int, depth: int) -> None:
        super().__init__()
        self.features = features
        self.width = width
        self.depth = depth
        self.card = nn.Parameter(torch.randn(features.kinds, EMBEDDING) * 0.5)
        self.places = nn.Parameter(torch.randn(len(features.places), EMBEDDING, width) * 0.1)
        self.numbers = nn.Parameter(torch.randn(len(features.scale), width) * 0.1)
        self.bias = nn.Parameter(torch.zeros(width))
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.policy = nn.Linear(width, num_actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in [*((layer, math.sqrt(2)) for layer in self.layers), (self.policy, 0.01), (self.value, 1.0)]:
            nn.init.orthogonal_(layer.weight, gain)  # type: ignore[arg-type]
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]

    def know_cards(self, facts: NDArray[Any]) -> None:
        """Begin with what is printed on the cards, (kinds, facts), in the first numbers of their embeddings."""
        with torch.no_grad():
            self.card[:, : facts.shape[1]] = torch.from_numpy(facts)

    def table(self) -> Tensor:
        """What every card adds to the first layer in every place: (places, kinds, width)."""
        return torch.einsum("ke,pew->pkw", self.card, self.places)

    def trunk(self, first: Tensor) -> Tensor:
        """From the sums of the first layer to what the heads read: (N, width)."""
        h = first
        for layer in self.layers:
            h = h + torch.relu(layer(self.norm(h)))
        return self.norm(torch.relu(h))

    def norm(self, h: Tensor) -> Tensor:
        """Mean 0 and variance 1 in every row; what follows has weights enough."""
        return nn.functional.layer_norm(h, (self.width,))

    def values(self, h: Tensor) -> Tensor:
        """Expected returns: (N,)."""
        return self.value(h.float()).squeeze(1)  # type: ignore[no-any-return]
