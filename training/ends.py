"""What learners ask of networks: sampled actions, log-probabilities, values. One implementation for each kind."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env.training.dense import DenseEnds
from gosu_env.training.network import Network
from gosu_env.training.sparse import SparseEnds


class PlainEnds:
    """A network that is asked for the logits of all actions, one's own or one that reads cards; on any device.

    On a GPU, observations and masks are (columns, N) and (actions, N), as elsewhere there. What else it is ``known`` to
    read, the card set of every game, is handed on.
    """

    def __init__(self, network: nn.Module, device: str = "cpu") -> None:
        self.network = network
        self.feature_major = device == "cuda"

    def think(self, obs: Tensor, *known: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (N, actions) and values (N,)."""
        logits, values = self.network(obs.T if self.feature_major else obs, *known)
        return logits.float(), values.float()

    def log_probs(self, obs: Tensor, mask: Tensor, *known: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of the actions, (N, actions), where illegal ones have -inf; which are legal; values."""
        logits, values = self.think(obs, *known)
        legal = (mask.T if self.feature_major else mask) != 0
        return torch.log_softmax(torch.where(legal, logits, -math.inf), dim=1), legal, values

    def choose(
        self, obs: Tensor, mask: Tensor, generator: torch.Generator, *known: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Sampled actions, their log-probabilities, and values: (N,) each."""
        log_probs, _, values = self.log_probs(obs, mask, *known)
        if self.feature_major:
            drawn = torch.rand_like(log_probs)  # a recorded graph has no generator of its own
        else:
            drawn = torch.rand(log_probs.shape, generator=generator)
        action = (log_probs.exp() / -drawn.log()).argmax(1)
        return action, log_probs.gather(1, action.unsqueeze(1)).squeeze(1), values

    def probabilities(self, obs: Tensor, mask: Tensor, sharper: float, *known: Tensor) -> NDArray[np.float32]:
        """Action probabilities raised to the power ``sharper`` and renormalised: (N, actions)."""
        log_probs, _, _ = self.log_probs(obs, mask, *known)
        spread: NDArray[np.float32] = torch.softmax(log_probs * sharper, 1).numpy()
        return spread

    def values(self, obs: Tensor, *known: Tensor) -> Tensor:
        """Expected returns, in units of their standard deviation: (N,)."""
        return self.think(obs, *known)[1]

    def logits(self, obs: Tensor, *known: Tensor) -> Tensor:
        """Logits of all actions: (N, actions)."""
        return self.think(obs, *known)[0]

    def evaluate_actions(
        self, obs: Tensor, mask: Tensor, action: Tensor, *known: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of given actions, entropies, and values: (N,) each."""
        log_probs, legal, values = self.log_probs(obs, mask, *known)
        entropy = -(log_probs.exp() * log_probs.masked_fill(~legal, 0.0)).sum(1)
        return log_probs.gather(1, action.unsqueeze(1)).squeeze(1), entropy, values

    def evaluate_advice(self, obs: Tensor, mask: Tensor, advice: Tensor, *known: Tensor) -> tuple[Tensor, Tensor]:
        """Expected log-probability under the advice, and values: (N,) each."""
        log_probs, legal, values = self.log_probs(obs, mask, *known)
        return (advice * log_probs.masked_fill(~legal, 0.0)).sum(1), values


def make_ends(network: nn.Module, device: str) -> Any:
    """The implementation of a network for a device: a fast one, if its first layer and its heads are this project's."""
    if not isinstance(network, Network) or type(network).forward is not Network.forward:
        return PlainEnds(network, device)
    return DenseEnds(network).to(device) if device == "cuda" else SparseEnds(network)
