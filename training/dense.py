"""First layer and heads on a GPU: one-hot cards and large matrix products, which keep the device busy.

Everything is feature-major here, (columns, N) and (actions, N), as the batch on the device writes it.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from gosu_env.agents.features import FACE_DOWN
from gosu_env.training.network import Network

MULTIPLE = 64  # matrix sizes that multiply faster


class DenseEnds(nn.Module):
    """A network with its first layer and policy head; all tensors on its device."""

    scale: Tensor
    places: Tensor
    face_down: Tensor
    kinds: Tensor

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        features = network.features
        self.register_buffer("scale", torch.from_numpy(features.scale).unsqueeze(1), persistent=False)
        self.register_buffer("places", torch.from_numpy(features.places), persistent=False)
        self.register_buffer("face_down", torch.from_numpy(features.face_down), persistent=False)
        self.register_buffer("kinds", torch.from_numpy(features.card_numbers()), persistent=False)
        columns = len(features.scale) + len(features.places) * features.kinds
        self.padding = -columns % MULTIPLE

    def hidden(self, obs: Tensor) -> Tensor:
        """The input of the heads, (N, width), from observations (columns, N)."""
        network = self.network
        kind = torch.bfloat16 if obs.is_cuda else torch.float32
        cards = obs.index_select(0, self.places)
        down = obs.index_select(0, self.face_down).to(kind)
        presence = torch.cat([1 - (1 - FACE_DOWN) * down, torch.ones_like(cards[len(down) :], dtype=kind)])
        one_hot = torch.where(cards.unsqueeze(1) == self.kinds.view(1, -1, 1), presence.unsqueeze(1), 0.0).flatten(0, 1)
        padding = torch.zeros((self.padding, obs.shape[1]), dtype=kind, device=obs.device)
        columns = torch.cat([obs.to(kind) * self.scale.to(kind), one_hot, padding])
        blank = torch.zeros((self.padding, network.width), device=obs.device)
        weight = torch.cat([network.numbers, network.card_weights().flatten(0, 1), blank])
        with torch.autocast(obs.device.type, kind, enabled=obs.is_cuda):
            return network.trunk(columns.T @ weight.to(kind) + network.bias.to(kind)).to(kind)

    def log_probs(self, h: Tensor, mask: Tensor) -> Tensor:
        """Log-probabilities of the actions, (actions, N); illegal ones have -inf."""
        policy = self.network.policy
        logits = policy.weight.to(h.dtype) @ h.T + policy.bias.to(h.dtype).unsqueeze(1)
        return torch.log_softmax(torch.where(mask != 0, logits.float(), -math.inf), dim=0)

    def choose(self, obs: Tensor, mask: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Sampled actions, their log-probabilities, and values: (N,) each."""
        h = self.hidden(obs)
        log_probs = self.log_probs(h, mask)
        noise = -torch.rand_like(log_probs).log()
        action = (log_probs.exp() / noise).argmax(dim=0)
        return action, log_probs.gather(0, action.unsqueeze(0)).squeeze(0), self.network.values(h)

    def evaluate_actions(self, obs: Tensor, mask: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of given actions, entropies, and values: (N,) each."""
        h = self.hidden(obs)
        log_probs = self.log_probs(h, mask)
        entropy = -(log_probs.exp() * log_probs.masked_fill(mask == 0, 0.0)).sum(dim=0)
        return log_probs.gather(0, action.unsqueeze(0)).squeeze(0), entropy, self.network.values(h)
