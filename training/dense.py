"""First layer and heads on a GPU: card embeddings and large matrix products, which keep the device busy.

Everything is feature-major here, (columns, N) and (actions, N), as the batch on the device writes it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env.agents.features import FACE_DOWN
from gosu_env.training.network import Network

MULTIPLE = 64  # matrix sizes that multiply faster


class Embed(torch.autograd.Function):
    """Rows of a table, (rows, parts), by their numbers, (places, N), each times a weight: (parts, places, N).

    The gradient of the table is a matrix product with one-hot rows: adding the parts up one by one would make millions
    of threads wait for the few numbers of the table.
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, numbers: Tensor, weight: Tensor) -> Tensor:
        ctx.save_for_backward(numbers, weight)
        ctx.rows = table.shape[0]
        return table.T[:, numbers.int()] * weight

    @staticmethod
    def backward(ctx: Any, *grad: Tensor) -> tuple[Tensor, None, None]:
        numbers, weight = ctx.saved_tensors
        rows = torch.arange(ctx.rows, device=numbers.device, dtype=numbers.dtype).unsqueeze(1)
        one_hot = torch.where(numbers.flatten() == rows, weight.flatten(), 0.0)
        return one_hot @ grad[0].flatten(1).T, None, None


class DenseEnds(nn.Module):
    """A network with its first layer and policy head; all tensors on its device."""

    scale: Tensor
    used: Tensor
    places: Tensor
    face_down: Tensor

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        features = network.features
        scale = torch.from_numpy(features.scale)
        used = scale.nonzero().squeeze(1)
        self.register_buffer("used", used, persistent=False)
        self.register_buffer("scale", scale[used].unsqueeze(1), persistent=False)
        self.register_buffer("places", torch.from_numpy(features.places), persistent=False)
        self.register_buffer("face_down", torch.from_numpy(features.face_down), persistent=False)
        self.padding = -(len(used) + network.card.shape[1] * len(features.places)) % MULTIPLE

    def hidden(self, obs: Tensor) -> Tensor:
        """The input of the heads, (N, width), from observations (columns, N)."""
        network = self.network
        kind = torch.bfloat16 if obs.is_cuda else torch.float32
        named = obs.index_select(0, self.places).short()
        numbers = torch.where(named < 0, network.features.positive - named, named)  # 0: none
        down = obs.index_select(0, self.face_down).to(kind)
        presence = torch.cat([1 - (1 - FACE_DOWN) * down, torch.ones_like(numbers[len(down) :], dtype=kind)])
        table = torch.cat([torch.zeros_like(network.card[:1]), network.card]).to(kind)
        cards: Tensor = Embed.apply(table, numbers, presence)  # type: ignore[no-untyped-call]
        padding = torch.zeros((self.padding, obs.shape[1]), dtype=kind, device=obs.device)
        columns = torch.cat(
            [obs.index_select(0, self.used).to(kind) * self.scale.to(kind), cards.flatten(0, 1), padding]
        )
        blank = torch.zeros((self.padding, network.width), device=obs.device)
        weight = torch.cat(
            [network.numbers.index_select(0, self.used), network.places.transpose(0, 1).flatten(0, 1), blank]
        )
        with torch.autocast(obs.device.type, kind, enabled=obs.is_cuda):
            return network.trunk(columns.T @ weight.to(kind) + network.bias.to(kind)).to(kind)

    def heads(self, h: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, (actions, N), where illegal ones have -inf, and values (N,).

        Both heads are one matrix product: a product with the single row of values would take as long as the rest.
        """
        policy, value = self.network.policy, self.network.value
        actions = len(policy.bias)
        blank = torch.zeros((-(actions + 1) % MULTIPLE, h.shape[1]), device=h.device)
        weight = torch.cat([policy.weight, value.weight, blank]).to(h.dtype)
        out = weight @ h.T
        logits = out[:actions].float() + policy.bias.unsqueeze(1)
        values = out[actions].float() + value.bias
        return torch.log_softmax(torch.where(mask != 0, logits, -math.inf), dim=0), values

    def choose(self, obs: Tensor, mask: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Sampled actions, their log-probabilities, and values: (N,) each."""
        h = self.hidden(obs)
        log_probs, values = self.heads(h, mask)
        noise = -torch.rand_like(log_probs).log()
        action = (log_probs.exp() / noise).argmax(dim=0)
        return action, log_probs.gather(0, action.unsqueeze(0)).squeeze(0), values

    def evaluate_actions(self, obs: Tensor, mask: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of given actions, entropies, and values: (N,) each."""
        h = self.hidden(obs)
        log_probs, values = self.heads(h, mask)
        entropy = -(log_probs.exp() * log_probs.masked_fill(mask == 0, 0.0)).sum(dim=0)
        return log_probs.gather(0, action.unsqueeze(0)).squeeze(0), entropy, values

    def evaluate_advice(self, obs: Tensor, mask: Tensor, advice: Tensor) -> tuple[Tensor, Tensor]:
        """Expected log-probability under the advice, (actions, N), and values: (N,) each."""
        log_probs, values = self.heads(self.hidden(obs), mask)
        return (advice * log_probs.masked_fill(mask == 0, 0.0)).sum(dim=0), values

    def probabilities(self, obs: Tensor, mask: Tensor, sharper: float) -> NDArray[np.float32]:
        """Action probabilities raised to the power ``sharper`` and renormalised: (N, actions)."""
        log_probs, _ = self.heads(self.hidden(obs), mask)
        spread: NDArray[np.float32] = torch.softmax(log_probs * sharper, dim=0).T.cpu().numpy()
        return spread
