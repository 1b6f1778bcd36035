"""Policy-space response oracles (Lanctot et al., 2017).

A population of policies, at first one that plays at random. In each iteration the games between all of them make a
matrix, an equilibrium of that matrix is mixed, and a new policy learns to answer the mixture, by deep Q-learning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from gosu_env.engine.batch import Batch
from gosu_env.solver.exploitability import Policy, mix
from gosu_env.solver.matrix import solve_matrix
from gosu_env.solver.tree import GameTree
from gosu_env.training.baselines.dqn import DQN
from gosu_env.training.baselines.games import Eyes, Played, Tables, forbid, random_actions


@dataclass(frozen=True)
class Settings:
    """Of PSRO."""

    games: int = 256  # played at a time
    rounds: int = 120  # of such games from which a response learns
    steps: int = 16  # of gradient descent after each
    measured: int = 8  # times these games between two policies, for the matrix
    epsilon: float = 0.3  # random actions of a response at the beginning; falls to 0.02
    goes_on: bool = False  # whether a response starts from the one before: where few games have to do


class PSRO:
    """Responses play both seats: observations are egocentric, and the matrix is that of a symmetric game."""

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        seed: int,
        settings: Settings | None = None,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.settings = s = settings or Settings()
        self.over = over  # whether to stop, asked between games: a response that is not complete by then is dropped
        torch.manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.tables, self.eyes = Tables(game, options, s.games, seed), Eyes(game, options, seed)
        self.population: list[torch.nn.Module | None] = [None]  # None plays at random
        self.payoff = np.zeros((1, 1))  # of the row against the column
        self.weights: NDArray[np.float64] = np.ones(1)

    def _act(self, who: torch.nn.Module | None, obs: NDArray[np.int8], mask: NDArray[np.int8]) -> NDArray[np.int64]:
        if who is None:
            return random_actions(mask, self.rng)
        with torch.no_grad():
            best: NDArray[np.int64] = forbid(who(self.eyes(obs)), mask).argmax(dim=1).numpy()
        return best

    def learn(self) -> int:
        """A new response, and its games against all others; how many decisions were played for it."""
        s, played = self.settings, 0
        oracle = DQN(self.eyes, self.rng)
        if s.goes_on and (before := self.population[-1]) is not None:
            oracle.start_from(before)
        for round_number in range(s.rounds):
            if self.over():
                return played
            epsilon = max(s.epsilon * (1 - 1.2 * round_number / s.rounds), 0.02)
            own = self.rng.integers(2, size=s.games)
            rival = self.rng.choice(len(self.population), size=s.games, p=self.weights)
            games = self._meet(lambda obs, mask: oracle.act(obs, mask, epsilon), own, rival)  # noqa: B023
            played += len(games)
            oracle.add(_of_seat(games, own))
            oracle.learn(s.steps)
        size = len(self.population)
        payoff = np.zeros((size + 1, size + 1))
        payoff[:size, :size] = self.payoff
        for other in range(size):
            gains = []
            for half in range(s.measured):
                if self.over():
                    return played
                own = (np.arange(s.games) + half) % 2
                played += len(self._meet(lambda obs, mask: oracle.act(obs, mask, 0.0), own, np.full(s.games, other)))
                gains.append(self.tables.gains[np.arange(s.games), own].mean())
            payoff[size, other] = np.mean(gains)
            payoff[other, size] = -payoff[size, other]
        self.population.append(oracle.net)
        self.payoff = payoff
        self.weights = solve_matrix(payoff)[0]
        return played

    def _meet(self, act: Any, own: NDArray[np.int64], rival: NDArray[np.int64]) -> Played:
        """Games of one player, at the seats ``own``, against members of the population."""

        def choose(obs: NDArray[np.int8], mask: NDArray[np.int8], seat: NDArray[Any]) -> NDArray[np.int64]:
            action = act(obs, mask)
            for member in np.unique(rival):
                at = np.flatnonzero((seat != own) & (rival == member))
                if len(at):
                    action[at] = self._act(self.population[member], obs[at], mask[at])
            return np.asarray(action)

        return self.tables.play(choose)

    def policy(self, tree: GameTree) -> Policy:
        """The mixture: each game is played by one member, drawn before it."""
        masks = tree.masks(self.eyes.actions)
        members = []
        for who in self.population:
            if who is None:
                members.append(tree.uniform())
                continue
            best = self._act(who, tree.seen, masks)
            members.append(tree.policy_of(np.eye(masks.shape[1])[best]))
        return mix(tree, members, self.weights)

    def player(self) -> MixturePlayer:
        return MixturePlayer(self)


class MixturePlayer:
    """The mixture as a player in the games of a batch: each game is played by one member, drawn by its deal."""

    def __init__(self, psro: PSRO) -> None:
        self.psro = psro
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.seed = seed

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        shares = self.psro.weights.cumsum() / self.psro.weights.sum()
        mixed = (batch.seeds[games].astype(np.uint64) + np.uint64(self.seed)) * np.uint64(0x9E3779B97F4A7C15)
        member = np.searchsorted(shares, (mixed >> np.uint64(11)) / 2.0**53, side="right").clip(max=len(shares) - 1)
        actions = np.zeros(len(games), np.int64)
        for who in np.unique(member):
            at = np.flatnonzero(member == who)
            here = games[at]
            actions[at] = self.psro._act(self.psro.population[who], batch.obs[here], batch.mask[here])
        return actions


def _of_seat(played: Played, own: NDArray[np.int64]) -> Played:
    """The decisions of one seat of every game."""
    at = played.seat == own[played.game]
    return Played(*(getattr(played, name)[at] for name in Played.__dataclass_fields__))
