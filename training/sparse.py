"""First layer and heads on a CPU: only non-zero columns are added up, only legal actions are computed.

Most of an observation is zero and few actions are legal, so this takes a tenth of the time of full matrix products.
Everything is row-major, (N, columns) and (N, actions), as the batch on the CPU writes it. Rows are divided among
threads in fixed ranges, and gradients are summed in the order of the ranges, so runs are reproducible.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env.agents.features import Features
from gosu_env.engine.shares import Shares
from gosu_env.training.network import Network
from gosu_env.training.sparse_loops import (
    add_columns,
    add_columns_back,
    advice_rows,
    advice_rows_back,
    choose_rows,
    evaluate_rows,
    evaluate_rows_back,
    spread_rows,
)


def array(tensor: Tensor) -> NDArray[Any]:
    return tensor.detach().contiguous().numpy()


class FirstLayer(torch.autograd.Function):
    """The output of the first layer: (N, width)."""

    @staticmethod
    def forward(
        ctx: Any, shares: Shares, features: Features, obs: Tensor, numbers: Tensor, table: Tensor, bias: Tensor
    ) -> Tensor:
        ctx.shares, ctx.features, ctx.obs = shares, features, obs.numpy()
        ctx.shapes = numbers.shape, table.shape
        columns = (ctx.obs, features.scale, features.positive, features.places, features.face_down)
        out = np.empty((len(obs), numbers.shape[1]), np.float32)
        shares.run(add_columns, len(obs), *columns, array(numbers), array(table), array(bias), out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        features, threads = ctx.features, range(ctx.shares.threads)
        numbers, table = ([np.zeros(shape, np.float32) for _ in threads] for shape in ctx.shapes)
        columns = (ctx.obs, features.scale, features.positive, features.places, features.face_down)
        ctx.shares.run(add_columns_back, len(ctx.obs), *columns, array(grad), numbers, table)
        return None, None, None, torch.from_numpy(sum(numbers)), torch.from_numpy(sum(table)), grad.sum(0)


class ActionLogProbs(torch.autograd.Function):
    """Log-probabilities of given actions, and entropies: (N,) each."""

    @staticmethod
    def forward(
        ctx: Any, shares: Shares, h: Tensor, weight: Tensor, bias: Tensor, mask: Tensor, action: Tensor
    ) -> tuple[Tensor, Tensor]:
        log_prob, entropy = np.empty(len(h), np.float32), np.empty(len(h), np.float32)
        ctx.shares, ctx.read = shares, (array(h), array(weight), array(bias), array(mask), array(action))
        shares.run(evaluate_rows, len(h), *ctx.read, log_prob, entropy)
        ctx.entropy = entropy
        return torch.from_numpy(log_prob), torch.from_numpy(entropy)

    @staticmethod
    def backward(ctx: Any, by_log_prob: Tensor, by_entropy: Tensor) -> Any:
        h, weight, bias, *_ = ctx.read
        threads = range(ctx.shares.threads)
        grad_h = np.empty_like(h)
        grad_weight, grad_bias = ([np.zeros_like(like) for _ in threads] for like in (weight, bias))
        given = (ctx.entropy, array(by_log_prob), array(by_entropy), grad_h, grad_weight, grad_bias)
        ctx.shares.run(evaluate_rows_back, len(h), *ctx.read, *given)
        grads = (torch.from_numpy(grad) for grad in (grad_h, sum(grad_weight), sum(grad_bias)))
        return None, *grads, None, None


class AdviceLogProbs(torch.autograd.Function):
    """Expected log-probability under the advice: (N,)."""

    @staticmethod
    def forward(
        ctx: Any, shares: Shares, h: Tensor, weight: Tensor, bias: Tensor, mask: Tensor, advice: Tensor
    ) -> Tensor:
        log_prob = np.empty(len(h), np.float32)
        ctx.shares, ctx.read = shares, (array(h), array(weight), array(bias), array(mask), array(advice))
        shares.run(advice_rows, len(h), *ctx.read, log_prob)
        return torch.from_numpy(log_prob)

    @staticmethod
    def backward(ctx: Any, by_log_prob: Tensor) -> Any:
        h, weight, bias, *_ = ctx.read
        threads = range(ctx.shares.threads)
        grad_h = np.empty_like(h)
        grad_weight, grad_bias = ([np.zeros_like(like) for _ in threads] for like in (weight, bias))
        ctx.shares.run(advice_rows_back, len(h), *ctx.read, array(by_log_prob), grad_h, grad_weight, grad_bias)
        grads = (torch.from_numpy(grad) for grad in (grad_h, sum(grad_weight), sum(grad_bias)))
        return None, *grads, None, None


class SparseEnds:
    """A network with its first layer and policy head; see ``gosu_env.training.dense.DenseEnds``."""

    def __init__(self, network: Network, threads: int | None = None) -> None:
        self.network = network
        self.shares = Shares(threads or torch.get_num_threads())
        self._cards: tuple[tuple[int, ...], Tensor] | None = None  # as they were last multiplied out, and of what

    def card_weights(self) -> Tensor:
        """Weights of cards at all places; without gradients, multiplied out only when the network has changed.

        For a few decisions that would take longer than all else.
        """
        network = self.network
        if torch.is_grad_enabled():
            return network.card_weights()
        weights = network.card, network.places
        changes = tuple(number for each in weights for number in (each.data_ptr(), each._version))
        if self._cards is None or self._cards[0] != changes:
            self._cards = changes, network.card_weights().contiguous()
        return self._cards[1]

    def hidden(self, obs: Tensor) -> Tensor:
        """The input of the heads, (N, width), from observations (N, columns)."""
        network = self.network
        first = FirstLayer.apply(  # type: ignore[no-untyped-call]
            self.shares, network.features, obs, network.numbers, self.card_weights(), network.bias
        )
        return network.trunk(first)

    def choose(self, obs: Tensor, mask: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Sampled actions, their log-probabilities, and values: (N,) each."""
        h = self.hidden(obs)
        policy = self.network.policy
        uniform = torch.rand(len(h), generator=generator)
        action, log_prob = torch.empty(len(h), dtype=torch.int64), torch.empty(len(h))
        read = (array(h), array(policy.weight), array(policy.bias), array(mask), array(uniform))
        self.shares.run(choose_rows, len(h), *read, action.numpy(), log_prob.numpy())
        return action, log_prob, self.network.values(h)

    def probabilities(self, obs: Tensor, mask: Tensor, sharper: float) -> NDArray[np.float32]:
        """Action probabilities raised to the power ``sharper`` and renormalised: (N, actions)."""
        h = self.hidden(obs)
        policy = self.network.policy
        spread = np.empty(mask.shape, np.float32)
        read = (array(h), array(policy.weight), array(policy.bias), array(mask), np.float32(sharper))
        self.shares.run(spread_rows, len(h), *read, spread)
        return spread

    def think(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of all actions (N, actions), and values (N,)."""
        h = self.hidden(obs)
        return self.network.policy(h), self.network.values(h)

    def values(self, obs: Tensor) -> Tensor:
        """Expected returns, in units of their standard deviation: (N,)."""
        return self.network.values(self.hidden(obs))

    def logits(self, obs: Tensor) -> Tensor:
        """Logits of all actions: (N, actions)."""
        return self.network.policy(self.hidden(obs))  # type: ignore[no-any-return]

    def evaluate_actions(self, obs: Tensor, mask: Tensor, action: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of given actions, entropies, and values: (N,) each."""
        h = self.hidden(obs)
        policy = self.network.policy
        evaluated = ActionLogProbs.apply(self.shares, h, policy.weight, policy.bias, mask, action)  # type: ignore[no-untyped-call]
        return *evaluated, self.network.values(h)

    def evaluate_advice(self, obs: Tensor, mask: Tensor, advice: Tensor) -> tuple[Tensor, Tensor]:
        """Expected log-probability under the advice, and values: (N,) each."""
        h = self.hidden(obs)
        policy = self.network.policy
        log_prob = AdviceLogProbs.apply(self.shares, h, policy.weight, policy.bias, mask, advice)  # type: ignore[no-untyped-call]
        return log_prob, self.network.values(h)
