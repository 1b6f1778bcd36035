"""What the baselines share: games played to their end, a small network, and the policy of one over a game tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gosu_env import make_batch
from gosu_env.engine.batch import Batch
from gosu_env.engine.encode import Encoder
from gosu_env.engine.seeds import check_training_seed
from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree

Choose = Callable[[NDArray[np.int8], NDArray[np.int8], NDArray[Any]], NDArray[np.int64]]
NEVER = -1e9  # the logit of an illegal action
AT_ONCE = 20_000  # observations that are encoded together, where there are many


class Baseline(Protocol):
    """An algorithm that learns a policy of a small game, some games at a time."""

    def learn(self) -> int:
        """An iteration; how many decisions were played for it."""

    def policy(self, tree: GameTree) -> Policy:
        """What it has learned: the policy that the algorithm promises to be near an equilibrium."""


@dataclass(frozen=True)
class Played:
    """The decisions of many games, in the order of games, seats and time."""

    obs: NDArray[np.int8]  # (M, F)
    mask: NDArray[np.int8]  # (M, A)
    action: NDArray[np.int64]  # (M,)
    game: NDArray[np.int64]  # (M,)
    seat: NDArray[np.int64]  # (M,)
    time: NDArray[np.int64]  # (M,) which decision of its game
    gain: NDArray[np.float32]  # (M,) what the seat gets at the end
    last: NDArray[np.bool_]  # (M,) the seat decides no more in this game

    def __len__(self) -> int:
        return len(self.action)


class Tables:
    """Many games at once, always dealt anew."""

    def __init__(self, game: str, options: dict[str, Any], count: int, seed: int) -> None:
        self.batch = make_batch(game, num_envs=count, num_players=2, seed=seed, threads=1, **options)
        self.count, self._seed = count, check_training_seed(seed)
        self.gains = np.zeros((count, 2), np.float32)  # of the last game at every table: what each seat got

    def play(self, choose: Choose) -> Played:
        """Play a game at every table; ``choose`` gets observations, masks and seats, and answers for all tables."""
        batch, count = self.batch, self.count
        self._seed += 1_000_003
        batch.reset(self._seed)
        playing, gains = np.ones(count, bool), np.zeros((count, 2), np.float32)
        rows: list[tuple[NDArray[Any], ...]] = []
        while playing.any():
            obs, mask, seat = batch.obs.copy(), batch.mask.copy(), batch.seat.astype(np.int64)
            action = choose(obs, mask, seat)
            at = np.flatnonzero(playing)
            rows.append((obs[at], mask[at], action[at], at, seat[at], np.full(len(at), len(rows))))
            batch.step(action)
            ended = playing & batch.done
            gains[ended] = batch.reward[ended]
            playing &= ~batch.done
        obs, mask, action, game, seat, time = (np.concatenate(part) for part in zip(*rows, strict=True))
        order = np.lexsort((time, seat, game))
        game, seat = game[order], seat[order]
        last = np.append((game[1:] != game[:-1]) | (seat[1:] != seat[:-1]), True)
        own = (obs[order], mask[order], action[order], game, seat, time[order])
        self.gains = gains
        return Played(*own, gains[game, seat], last)


class Eyes:
    """Observations as networks like them, without the columns that are the same in 2,048 random games."""

    def __init__(self, game: str, options: dict[str, Any], seed: int = 0) -> None:
        tables = Tables(game, options, 1024, seed)
        rng = np.random.default_rng(seed)
        seen = np.concatenate([tables.play(lambda obs, mask, seat: random_actions(mask, rng)).obs for _ in range(2)])
        self._encoder = Encoder(tables.batch.observation_spec)
        least, most = np.full(self._encoder.size, np.inf), np.full(self._encoder.size, -np.inf)
        for start in range(0, len(seen), AT_ONCE):
            coded = self._encoder(seen[start : start + AT_ONCE])
            least, most = np.minimum(least, coded.min(axis=0)), np.maximum(most, coded.max(axis=0))
        self._kept = np.flatnonzero(least < most)
        self.entries = seen.shape[1]  # of an observation as it comes
        self.size = len(self._kept)
        self.actions = tables.batch.num_actions

    def __call__(self, obs: NDArray[np.int8]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(self._encoder(obs)[:, self._kept]))


def network(inputs: int, outputs: int, width: int = 128) -> nn.Sequential:
    """Two hidden layers."""
    hidden = (nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
    return nn.Sequential(*hidden, nn.Linear(width, outputs))


def forbid(logits: Tensor, mask: NDArray[np.int8] | Tensor) -> Tensor:
    """Logits with illegal actions made impossible."""
    legal = torch.as_tensor(mask).bool()
    return logits.masked_fill(~legal, NEVER)


def sample_actions(probabilities: NDArray[np.floating[Any]], rng: np.random.Generator) -> NDArray[np.int64]:
    """An action of every row, as likely as it says."""
    total = probabilities.cumsum(axis=1, dtype=np.float64)
    drawn = rng.random(len(total))[:, None] * total[:, -1:]
    actions: NDArray[np.int64] = (total > drawn).argmax(axis=1)
    return actions


def random_actions(mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random legal action of every row."""
    return sample_actions(mask.astype(np.float64), rng)


@torch.no_grad()
def probabilities(net: nn.Module, eyes: Eyes, obs: NDArray[np.int8], mask: NDArray[np.int8]) -> NDArray[np.float32]:
    """What a network of logits does in many observations: (M, A)."""
    chosen: NDArray[np.float32] = torch.softmax(forbid(net(eyes(obs))[:, : mask.shape[1]], mask), dim=1).numpy()
    return chosen


def net_policy(net: nn.Module, eyes: Eyes, tree: GameTree) -> Policy:
    """The policy of a network over a tree: it sees what a player sees now, not what the player remembers."""
    masks = tree.masks(eyes.actions)
    parts = [slice(start, start + AT_ONCE) for start in range(0, tree.infosets, AT_ONCE)]
    return tree.policy_of(np.concatenate([probabilities(net, eyes, tree.seen[at], masks[at]) for at in parts]))


class NetPlayer:
    """A network of logits as a player in the games of a batch; it samples."""

    def __init__(self, net: nn.Module, eyes: Eyes) -> None:
        self.net, self.eyes = net, eyes
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return sample_actions(probabilities(self.net, self.eyes, batch.obs[games], batch.mask[games]), self.rng)
