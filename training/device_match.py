"""Matches between two networks where they were trained: on a GPU, thousands of games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.rules import Rules
from gosu_env.engine.seeds import evaluation_seed
from gosu_env.training.dense import DenseEnds, split_heads
from gosu_env.training.ends import make_ends
from gosu_env.training.match import play_deals, sides_of
from gosu_env.training.players import NetworkPlayer


def play_networks(
    network: nn.Module, other: nn.Module, rules: Rules, deals: int, seed: int, device: str
) -> NDArray[np.float64]:
    """``match.play_deals`` between two networks that take their best actions: (deals, sides).

    On a GPU the deals are the same, but logits are rounded to bfloat16, and networks do not watch for circles.
    """
    if device == "cpu":
        return play_deals(NetworkPlayer(network), NetworkPlayer(other), rules, deals, seed)
    batch = CudaBatch(rules, deals * sides_of(rules))
    batch.reset(evaluation_seed(seed), copies=sides_of(rules))
    return play_batch(batch, make_ends(network.to(device), device), make_ends(other.to(device), device), device)


@torch.no_grad()
def play_batch(batch: CudaBatch, ends: Any, other: Any, device: str) -> NDArray[np.float64]:
    """The same in the games of a batch, whose deals stand beside each other, once for every side."""
    rules, sides = batch.rules, sides_of(batch.rules)
    names = ("obs", "mask", "seat", "reward", "done")
    obs, mask, seat, reward, done = (torch.as_tensor(getattr(batch, name), device=device) for name in names)
    own_seat = torch.arange(sides, device=device).repeat(batch.num_envs // sides)
    share = torch.full((batch.num_envs,), torch.nan, device=device)
    while share.isnan().any():
        mine = (seat.long() - own_seat) % sides == 0
        batch.step(torch.where(mine, best_actions(ends, obs, mask), best_actions(other, obs, mask)))
        gained = reward.gather(0, own_seat.unsqueeze(0)).squeeze(0)
        won = rules.members * (gained * (rules.num_players - 1) + 1) / rules.num_players
        share = torch.where(done & share.isnan(), won, share)
    return share.double().cpu().numpy().reshape(-1, sides)


def best_actions(ends: Any, obs: Tensor, mask: Tensor) -> Tensor:
    """The most probable action of every game."""
    if isinstance(ends, DenseEnds):
        return split_heads(*ends.heads(ends.hidden(obs)), mask)[0].argmax(dim=0)
    return ends.log_probs(obs, mask)[0].argmax(dim=1)  # type: ignore[no-any-return]
