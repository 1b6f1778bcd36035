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
from gosu_env.training.embedding import first_columns, sum_by_number
from gosu_env.training.network import Network

MULTIPLE = 64  # matrix sizes that multiply faster
GOLDEN = 0x9E3779B9 - 2**32  # 2**32 over the golden ratio, as 32 bits with a sign: multiples are far from each other
HASH = ((16, 0x7FEB352D), (15, 0x846CA68B - 2**32))  # shifts and factors of lowbias32 (Wellons 2018)


class FirstLayer(torch.autograd.Function):
    """Columns (features, N) times weights (features, width): (N, width).

    Only gradients that are needed are computed: of what is observed there is none.
    """

    @staticmethod
    def forward(
        ctx: Any, table: Tensor, weight: Tensor, obs: Tensor, numbers: Tensor, presence: Tensor, padding: int
    ) -> Tensor:
        columns: Tensor = first_columns(obs, table, numbers, presence, padding)
        ctx.save_for_backward(columns, weight, numbers, presence)
        ctx.given, ctx.shape = len(obs), table.shape
        return columns.T @ weight

    @staticmethod
    def backward(ctx: Any, *grad: Tensor) -> tuple[Tensor | None, ...]:
        columns, weight, numbers, presence = ctx.saved_tensors
        rows, parts = ctx.shape
        cards = weight[ctx.given : ctx.given + len(numbers) * parts] @ grad[0].T
        return sum_by_number(cards, numbers, presence, rows), columns @ grad[0], None, None, None, None


class Answers(torch.autograd.Function):
    """Log-probabilities of given actions, entropies, and values, (N,) each, from the output of the heads, (rows, N).

    Its first rows are the logits of the actions, the next one is the values. With the probabilities, the gradient of
    every row is known: nothing has to be added up or scattered.
    """

    @staticmethod
    def forward(ctx: Any, out: Tensor, bias: Tensor, mask: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        logits, values = split_heads(out, bias, mask)
        total = logits.logsumexp(dim=0)
        log_probs = logits - total
        entropy = -(log_probs.exp() * log_probs.masked_fill(mask == 0, 0.0)).sum(dim=0)
        ctx.save_for_backward(out, bias, mask, action, total, entropy)
        return logits.gather(0, action.unsqueeze(0)).squeeze(0) - total, entropy, values

    @staticmethod
    def backward(ctx: Any, *grad: Tensor) -> tuple[Tensor | None, ...]:
        out, bias, mask, action, total, entropy = ctx.saved_tensors
        of_log_prob, of_entropy, of_value = grad
        log_probs = split_heads(out, bias, mask)[0] - total
        probs = log_probs.exp()
        taken = torch.arange(len(mask), device=out.device).unsqueeze(1) == action
        of_logits = of_log_prob * (taken.float() - probs)
        of_logits -= of_entropy * probs * (log_probs.masked_fill(mask == 0, 0.0) + entropy)
        blank = out.new_zeros((len(out) - len(bias), out.shape[1]))
        of_out = torch.cat([of_logits.to(out.dtype), of_value.unsqueeze(0).to(out.dtype), blank])
        return of_out, of_out[: len(bias)].sum(1, dtype=bias.dtype), None, None


def split_heads(out: Tensor, bias: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Logits (actions, N), where illegal actions have -inf, and values (N,), from the output of the heads."""
    actions = len(mask)
    logits = out[:actions].float() + bias[:actions].unsqueeze(1)
    return torch.where(mask != 0, logits, -math.inf), out[actions].float() + bias[actions]


def gumbel_noise(actions: int, count: int, device: torch.device) -> Tensor:
    """Noise of Gumbel's distribution, (actions, count): a random number for every decision, hashed with each action.

    A random number for every action would take a GPU longer than the product that gives the logits.
    """
    bits = torch.randint(-(2**31), 2**31 - 1, (count,), device=device, dtype=torch.int32)
    bits = bits + torch.arange(actions, device=device, dtype=torch.int32).unsqueeze(1) * GOLDEN
    for shift, factor in HASH:
        bits = (bits ^ (bits >> shift & 2 ** (32 - shift) - 1)) * factor
    uniform = ((bits >> 9 & 0x7FFFFF).float() + 0.5) * 2**-23
    return -(-uniform.log()).log()


class DenseEnds(nn.Module):
    """A network with its first layer and policy head; all tensors on its device."""

    scale: Tensor
    places: Tensor
    face_down: Tensor

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        features = network.features
        self.register_buffer("scale", torch.from_numpy(features.scale).unsqueeze(1), persistent=False)
        self.register_buffer("places", torch.from_numpy(features.places), persistent=False)
        self.register_buffer("face_down", torch.from_numpy(features.face_down), persistent=False)
        self.padding = -(len(features.scale) + network.card.shape[1] * len(features.places)) % MULTIPLE

    def hidden(self, obs: Tensor) -> Tensor:
        """The input of the heads, (N, width), from observations (columns, N)."""
        network = self.network
        kind = torch.bfloat16 if obs.is_cuda else torch.float32
        named = obs.index_select(0, self.places).short()
        numbers = torch.where(named < 0, network.features.positive - named, named)  # 0: none
        down = obs.index_select(0, self.face_down).to(kind)
        presence = torch.cat([1 - (1 - FACE_DOWN) * down, torch.ones_like(numbers[len(down) :], dtype=kind)])
        table = torch.cat([torch.zeros_like(network.card[:1]), network.card]).to(kind)
        blank = torch.zeros((self.padding, network.width), device=obs.device)
        weight = torch.cat([network.numbers * self.scale, network.places.flatten(0, 1), blank]).to(kind)
        with torch.autocast(obs.device.type, kind, enabled=obs.is_cuda):
            parts = (table, weight, obs, numbers, presence, self.padding)
            first: Tensor = FirstLayer.apply(*parts)  # type: ignore[no-untyped-call]
            return network.trunk(first + network.bias.to(kind)).to(kind)

    def heads(self, h: Tensor) -> tuple[Tensor, Tensor]:
        """The output of both heads without their bias, (rows, N): actions, the value, zeros; and the bias.

        They are one matrix product: a product with the single row of values would take as long as the rest.
        """
        policy, value = self.network.policy, self.network.value
        blank = torch.zeros((-(len(policy.bias) + 1) % MULTIPLE, h.shape[1]), device=h.device)
        weight = torch.cat([policy.weight, value.weight, blank]).to(h.dtype)
        return weight @ h.T, torch.cat([policy.bias, value.bias])

    def choose(self, obs: Tensor, mask: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Sampled actions, their log-probabilities, and values: (N,) each."""
        logits, values = split_heads(*self.heads(self.hidden(obs)), mask)
        action = (logits + gumbel_noise(len(logits), logits.shape[1], logits.device)).argmax(dim=0)
        return action, logits.gather(0, action.unsqueeze(0)).squeeze(0) - logits.logsumexp(dim=0), values

    def evaluate_actions(self, obs: Tensor, mask: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of given actions, entropies, and values: (N,) each."""
        out, bias = self.heads(self.hidden(obs))
        found: tuple[Tensor, Tensor, Tensor] = Answers.apply(out, bias, mask, action)  # type: ignore[no-untyped-call]
        return found

    def evaluate_advice(self, obs: Tensor, mask: Tensor, advice: Tensor) -> tuple[Tensor, Tensor]:
        """Expected log-probability under the advice, (actions, N), and values: (N,) each."""
        logits, values = split_heads(*self.heads(self.hidden(obs)), mask)
        log_probs = logits.log_softmax(dim=0)
        return (advice * log_probs.masked_fill(mask == 0, 0.0)).sum(dim=0), values

    def probabilities(self, obs: Tensor, mask: Tensor, sharper: float) -> NDArray[np.float32]:
        """Action probabilities raised to the power ``sharper`` and renormalised: (N, actions)."""
        logits, _ = split_heads(*self.heads(self.hidden(obs)), mask)
        spread: NDArray[np.float32] = torch.softmax(logits.log_softmax(dim=0) * sharper, dim=0).T.cpu().numpy()
        return spread
