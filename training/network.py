"""The policy network: card embeddings, a residual trunk, a policy head and a value head."""

from __future__ import annotations

import math
from typing import Any, Self

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env.agents.features import Features, read_features
from gosu_env.agents.networks import Blueprint
from gosu_env.engine.rules import Rules

EMBEDDING = 16  # numbers of a card, at least
OWN = 2  # of them that are learned rather than printed, at least


def embedding_for(facts: int) -> int:
    """The numbers of a card whose first ones are printed facts: a multiple of 16."""
    return EMBEDDING * math.ceil((facts + OWN) / EMBEDDING)


class Residual(nn.Module):
    """What networks of this project share: the bias of the first layer, a residual trunk, and heads."""

    def add_trunk(self, width: int, depth: int, num_actions: int) -> None:
        """Make the weights, for as many actions as the policy head itself has."""
        self.width, self.depth = width, depth
        self.bias = nn.Parameter(torch.zeros(width))
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.policy = nn.Linear(width, num_actions)
        self.value = nn.Linear(width, 1)
        for layer, gain in [*((layer, math.sqrt(2)) for layer in self.layers), (self.policy, 0.01), (self.value, 1.0)]:
            nn.init.orthogonal_(layer.weight, gain)  # type: ignore[arg-type]
            nn.init.zeros_(layer.bias)  # type: ignore[arg-type]

    def trunk(self, first: Tensor) -> Tensor:
        """From the output of the first layer to the input of the heads: (N, width)."""
        h = first
        for layer in self.layers:
            h = h + torch.relu(layer(self.norm(h)))
        return self.norm(torch.relu(h))

    @torch.no_grad()
    def divide_logits(self, temperature: float) -> None:
        """Make the policy what it is at this temperature."""
        for weight in self.policy.parameters():
            weight.div_(temperature)

    def norm(self, h: Tensor) -> Tensor:
        """Layer norm without weights of its own."""
        return nn.functional.layer_norm(h, (self.width,))


class Network(Residual):
    """From an observation to action logits and the expected return.

    One network plays all seats: observations are egocentric. The value is in units of the returns' standard deviation.
    The first layer and the policy head have two implementations, one for GPUs (``dense``) and one for CPUs
    (``sparse``); ``trunk`` is between them.
    """

    def __init__(
        self, features: Features, num_actions: int, width: int, depth: int, embedding: int = EMBEDDING
    ) -> None:
        super().__init__()
        self.features = features
        self.blueprint = Blueprint("", width, depth)
        self.card = nn.Parameter(torch.randn(features.kinds, embedding) * 0.5)
        self.places = nn.Parameter(torch.randn(len(features.places), embedding, width) * 0.1)
        self.numbers = nn.Parameter(torch.randn(len(features.scale), width) * 0.1)
        self.add_trunk(width, depth, num_actions)

    @classmethod
    def for_rules(cls, rules: Rules, width: int, depth: int) -> Self:
        """A new network for a game, its embeddings initialised from the cards."""
        facts = rules.card_facts()
        features = read_features(rules.observation_spec)
        network = cls(features, rules.num_actions, width, depth, embedding_for(facts.shape[1]))
        network.know_cards(facts)
        return network

    def know_cards(self, facts: NDArray[Any]) -> None:
        """Initialise the first numbers of the card embeddings with the printed values, (kinds, facts)."""
        with torch.no_grad():
            self.card[:, : facts.shape[1]] = torch.from_numpy(facts)

    def card_weights(self) -> Tensor:
        """First-layer weights of every card in every place: (places, kinds, width)."""
        return torch.einsum("ke,pew->pkw", self.card, self.places)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (N, actions) and values (N,) of observations (N, columns): plainly, and the same as the others."""
        features = self.features
        named = obs[:, torch.from_numpy(features.places)].long()
        kinds = torch.where(named < 0, features.positive - named, named)  # 0: none
        table = torch.cat([torch.zeros_like(self.card[:1]), self.card])
        presence = torch.from_numpy(features.presence(obs.numpy()))
        cards = torch.einsum("npe,pew->nw", table[kinds] * presence.unsqueeze(2), self.places)
        h = self.trunk((obs.float() * torch.from_numpy(features.scale)) @ self.numbers + cards + self.bias)
        return self.policy(h), self.values(h)

    def values(self, h: Tensor) -> Tensor:
        """Expected returns: (N,)."""
        return self.value(h.float()).squeeze(1)  # type: ignore[no-any-return]
