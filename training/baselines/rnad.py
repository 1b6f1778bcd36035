"""Regularised Nash dynamics (R-NaD; Perolat et al., 2022), without the scale of DeepNash.

Every action costs its player a share of how much likelier it is than in a *regularisation policy*, and the opponent
gains that. The game so changed has one equilibrium, to which self-play by neural replicator dynamics (NeuRD) converges.
Then the policy found becomes the regularisation policy, and so on: the fixed points approach an equilibrium.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree
from gosu_env.training.baselines.games import (
    Eyes,
    NetPlayer,
    Played,
    Tables,
    forbid,
    net_policy,
    network,
    probabilities,
    sample_actions,
)


@dataclass(frozen=True)
class Settings:
    """Of R-NaD."""

    games: int = 256  # played in an iteration
    eta: float = 0.2  # how much is paid for leaving the regularisation policy
    phase: int = 60  # iterations until the policy found becomes the regularisation policy
    threshold: float = 2.0  # logits are pushed no further from 0 than this
    clip: float = 5.0  # of advantages
    follow: float = 0.1  # how fast the target network follows
    lr: float = 4e-3


class RNaD:
    """One network of logits and a value, for both seats: observations are egocentric."""

    def __init__(self, game: str, options: dict[str, Any], seed: int, settings: Settings | None = None) -> None:
        self.settings = s = settings or Settings()
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.tables, self.eyes = Tables(game, options, s.games, seed), Eyes(game, options, seed)
        self.net = network(self.eyes.size, self.eyes.actions + 1)  # the last output is the value
        self.target = deepcopy(self.net)
        self.before, self.regular = deepcopy(self.net), deepcopy(self.net)  # the last two regularisation policies
        self.optimizer = torch.optim.Adam(self.net.parameters(), s.lr, betas=(0.0, 0.999))
        self.iterations = 0

    def learn(self) -> int:
        s = self.settings
        played = self.tables.play(
            lambda obs, mask, seat: sample_actions(probabilities(self.net, self.eyes, obs, mask), self.rng)
        )
        seen, legal = self.eyes(played.obs), torch.from_numpy(played.mask).bool()
        action = torch.from_numpy(played.action)[:, None]
        with torch.no_grad():
            value = self.target(seen)[:, -1]
            log_pi = self._log_policy(self.net, seen, legal)
            share = min(1.0, 2 * (self.iterations % s.phase) / s.phase)
            log_regular = share * self._log_policy(self.regular, seen, legal)
            log_regular += (1 - share) * self._log_policy(self.before, seen, legal)
            penalty = s.eta * (log_pi - log_regular).masked_fill(~legal, 0.0)  # (M, A)
            paid = penalty.gather(1, action)[:, 0].numpy()
            later = torch.from_numpy(gains_after(played, paid))  # (M,) what follows a decision, without its penalty
            pi = log_pi.exp()
            chosen = torch.zeros_like(pi).scatter_(1, action, 1.0) / pi.gather(1, action).clamp_min(1e-3)
            quality = value[:, None] - penalty + chosen * (later - value)[:, None]
            advantage = (quality - (pi * quality).sum(dim=1, keepdim=True)).clamp(-s.clip, s.clip)
        out = self.net(seen)
        logits = out[:, :-1].masked_fill(~legal, 0.0)
        logits = logits - logits.sum(dim=1, keepdim=True) / legal.sum(dim=1, keepdim=True) * legal
        with torch.no_grad():  # NeuRD: no push beyond the threshold
            free = ((advantage > 0) & (logits < s.threshold)) | ((advantage < 0) & (logits > -s.threshold))
        neurd = -(logits * advantage * (free & legal)).sum(dim=1).mean()
        goal = later - torch.from_numpy(paid)
        loss = neurd + (out[:, -1] - goal).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 10.0)
        self.optimizer.step()
        self._follow()
        return len(played)

    @staticmethod
    def _log_policy(net: torch.nn.Module, seen: Tensor, legal: Tensor) -> Tensor:
        return torch.log_softmax(forbid(net(seen)[:, :-1], legal), dim=1)

    @torch.no_grad()
    def _follow(self) -> None:
        """The target network follows; at the end of a phase it becomes the regularisation policy."""
        for slow, fast in zip(self.target.parameters(), self.net.parameters(), strict=True):
            slow.lerp_(fast, self.settings.follow)
        self.iterations += 1
        if self.iterations % self.settings.phase == 0:
            self.before = self.regular
            self.regular = deepcopy(self.target)

    def policy(self, tree: GameTree) -> Policy:
        return net_policy(self.target, self.eyes, tree)

    def player(self) -> NetPlayer:
        return NetPlayer(self.target, self.eyes)


def gains_after(played: Played, paid: NDArray[np.float32]) -> NDArray[np.float32]:
    """For every decision: the gain of its seat, and what is paid later in the game, by the other to it or by it."""
    later = played.gain.copy()
    order = np.lexsort((played.time, played.game))
    ahead = np.zeros((int(played.game.max()) + 1, 2), np.float32)  # of every game and seat, from the end backwards
    for row in order[::-1].tolist():
        game, seat = played.game[row], played.seat[row]
        later[row] += ahead[game, seat]
        ahead[game, seat] -= paid[row]
        ahead[game, 1 - seat] += paid[row]
    return later
