"""A search against one frozen player: every answer is tried in sampled worlds, where that player plays on at all seats.

One step of policy improvement on the player's own policy (Tesauro and Galperin 1996): the search does what that player
would do, unless another answer brings more by a clear margin. Worlds are those that the seat cannot tell from the true
one, so nothing hidden is used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gosu_env import OptionError
from gosu_env.agents.rollout import better
from gosu_env.engine.batch import Batch
from gosu_env.training.device_trials import DevicePlayouts
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer, Player
from gosu_env.training.trials import PlayerPlayouts, Playouts, make_trials


class CounterSearch:
    """Searches against ``rival`` in so many worlds a decision; ``depth`` as in ``PlayerPlayouts``."""

    def __init__(self, rival: Player, worlds: int = 16, depth: int = 0, seed: int = 0, device: str = "cpu") -> None:
        if worlds < 1:
            raise OptionError(f"worlds: expected 1 or more, not {worlds}")
        self.rival, self.worlds = rival, worlds
        self.playouts = make_playouts(rival, depth, device)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.rival.begin(seed)
        self.playouts.begin(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        answers = self.rival.answer(batch, games)
        open_ones = np.flatnonzero(batch.mask[games].sum(1) > 1)
        for index, gained in zip(open_ones.tolist(), self.weigh(batch, games[open_ones]), strict=True):
            actions = np.flatnonzero(batch.mask[games[index]])
            answers[index] = actions[better(gained, int(np.searchsorted(actions, answers[index])))]
        return answers

    def weigh(self, batch: Batch, games: NDArray[np.int64]) -> list[NDArray[np.float64]]:
        """What every legal answer brought in every world, (worlds, answers), for each of the games."""
        if not len(games):
            return []
        brought = self.playouts.play(make_trials(batch, games, self.worlds, self.rng))
        counts = batch.mask[games].sum(1, dtype=np.int64)
        ends = np.cumsum(counts * self.worlds)
        return [part.reshape(self.worlds, -1) for part in np.split(brought, ends[:-1])]


def make_playouts(rival: Player, depth: int, device: str) -> Playouts:
    """What plays on as a rival does, on a device."""
    if device == "cpu":
        return PlayerPlayouts(rival, depth)
    if not isinstance(rival, NetworkPlayer) or type(rival.network) is not Network:
        raise OptionError("device: only policies with this project's network play on a GPU; with others, expected cpu")
    return DevicePlayouts(rival.network, depth)
