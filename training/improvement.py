"""Policy improvement by trials: a network plays games against itself, and every answer to every decision is tried out.

What an answer brings if the network plays on says by how much it is better than what the network does on average. The
advice is the network's own policy, with better answers more probable and worse ones less: near what it was, since the
rest of what it knows must not be lost.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from numpy.typing import NDArray

from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import Rules
from gosu_env.training.device_trials import DevicePlayouts
from gosu_env.training.ends import make_ends
from gosu_env.training.lesson import Lesson
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.trials import PlayerPlayouts, Playouts, make_trials

EXPLORATION = 0.03  # probability that all answers share where they are better, so that those never given can be advised
MOST = 6.0  # times as probable as before, at most


def advise(
    policy: NDArray[np.float64], brought: NDArray[np.float64], row: NDArray[np.int64], eta: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The advice on every answer, and what every decision is worth to the policy.

    ``policy`` has the probabilities of answers, ``brought`` what they brought on average, and ``row`` the decision that
    each belongs to. An answer that brings ``eta`` more than the policy becomes twice as probable. Advice is linear in
    what was brought, not exponential, so that chance cancels out over many decisions.
    """
    worth = np.bincount(row, policy * brought).astype(np.float64)
    lead = (brought - worth[row]) / eta
    advice = policy * np.clip(1 + lead, 0.0, MOST) + EXPLORATION / np.bincount(row)[row] * np.clip(lead, 0.0, MOST)
    return advice / np.bincount(row, advice)[row], worth


class Improvement:
    """Lessons for a network from trials, in so many worlds a decision; ``depth`` as in ``PlayerPlayouts``.

    ``share`` of the decisions, by chance, are tried out. Neighbours teach much the same.
    """

    def __init__(
        self, network: Network, rules: Rules, worlds: int, depth: int, eta: float, device: str, share: float = 1.0
    ) -> None:
        self.rules, self.worlds, self.eta, self.device, self.share = rules, worlds, eta, device, share
        self.network = copy.deepcopy(network).to(device)
        self.ends = make_ends(self.network, device)
        self._playing = self.network  # a copy of its own on a GPU
        self.playouts: Playouts
        if device == "cuda":
            self.playouts = on_device = DevicePlayouts(network, depth)
            self._playing = on_device.network
        else:
            self.playouts = PlayerPlayouts(NetworkPlayer(self.network, seed=0), depth)

    def use(self, network: Network) -> None:
        """Improve another network of the same shape from now on."""
        for own in (self.network, self._playing):
            own.load_state_dict(network.state_dict())

    def lesson(self, seed: int, games: int, decisions: int) -> Lesson:
        """So many games side by side, for so many decisions each; those that end are followed by others."""
        rng = np.random.default_rng(seed)
        batch = Batch(self.rules, games, int(rng.integers(2**62)))
        self.playouts.begin(seed)
        parts = [part for _ in range(decisions) if (part := self._advance(batch, rng)) is not None]
        batch.close()
        return Lesson.join(parts)

    def _advance(self, batch: Batch, rng: np.random.Generator) -> Lesson | None:
        """One decision of every game."""
        policy = self._policy(batch)
        drawn = (policy / rng.standard_exponential(policy.shape)).argmax(1)
        games = np.flatnonzero((batch.mask.sum(1) > 1) & (rng.random(len(drawn)) < self.share))
        lesson = None
        if len(games):
            trials = make_trials(batch, games, self.worlds, rng)
            brought = trials.mean(self.playouts.play(trials))
            row, action = np.nonzero(batch.mask[games])
            advice, worth = advise(policy[games[row], action], brought, row, self.eta)
            lesson = Lesson(
                obs=batch.obs[games],
                count=np.bincount(row).astype(np.int32),
                action=action.astype(np.int32),
                advice=advice.astype(np.float32),
                value=worth.astype(np.float32),
            )
        batch.step(drawn)
        return lesson

    @torch.no_grad()
    def _policy(self, batch: Batch) -> NDArray[np.float64]:
        """The network's probabilities in all games: (N, actions)."""
        obs, mask = (torch.from_numpy(array).to(self.device) for array in (batch.obs, batch.mask))
        if self.device == "cuda":
            obs, mask = obs.T.contiguous(), mask.T.contiguous()
        probabilities: NDArray[np.float64] = self.ends.probabilities(obs, mask, 1.0).astype(np.float64)
        return probabilities
