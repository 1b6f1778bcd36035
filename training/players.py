"""Players that answer many games of a batch at once: those that networks meet, and that teach them."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from agents.appraisal import make_desk
from agents.greedy import answer_games
from gosu_env import OptionError
from gosu_env.engine.batch import Batch
from training.network import Network
from training.sparse import SparseEnds


class Player(Protocol):
    """Answers the decisions of some games of a batch on the CPU, each with the eyes of the seat that decides."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]: ...


class RandomPlayer:
    """Answers at random."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return batch.sample()[games].astype(np.int64)


class GreedyPlayer:
    """``agents.greedy``, compiled as a whole."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        if not hasattr(self, "_desk"):
            self._desk = make_desk(batch.rules.tables)
        actions = np.zeros(len(games), np.int64)
        answer_games(batch.states[games], batch.rules.tables, self._desk, 0, actions)
        return actions


class NetworkPlayer:
    """A network that takes its best actions."""

    def __init__(self, network: Network) -> None:
        self.ends = SparseEnds(network)

    @torch.no_grad()
    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        h = self.ends.hidden(torch.from_numpy(batch.obs[games]))
        logits = self.ends.network.policy(h).masked_fill(torch.from_numpy(batch.mask[games]) == 0, -torch.inf)
        best: NDArray[np.int64] = logits.argmax(1).numpy()
        return best


PLAYERS: dict[str, type[Any]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def make_player(name: str) -> Player:
    if name not in PLAYERS:
        raise OptionError(f"no player {name!r} that answers many games at once; there are: {', '.join(PLAYERS)}")
    player: Player = PLAYERS[name]()
    return player
