"""Players that answer many games of a batch at once: opponents and teachers of networks."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env import OptionError
from gosu_env.agents.greedy import Choices
from gosu_env.agents.lookahead import Lookahead
from gosu_env.agents.policy import find_policy
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import Rules
from gosu_env.engine.shares import Shares
from gosu_env.training.checkpoint import read_network
from gosu_env.training.network import Network
from gosu_env.training.sparse import SparseEnds


class Player(Protocol):
    """Answers the decisions of some games of a batch on the CPU, each from the view of the seat to decide."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]: ...


class RandomPlayer:
    """Plays uniformly at random."""

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return batch.sample()[games].astype(np.int64)


class GreedyPlayer:
    """``gosu_env.agents.greedy``, compiled as a whole."""

    def __init__(self) -> None:
        self._choices: Choices | None = None

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        if self._choices is None:
            self._choices = Choices(batch.rules)
        return self._choices.of(batch.states[games])


class NetworkPlayer:
    """A network that takes its most probable action; with a seed, it samples from its policy."""

    def __init__(self, network: Network, seed: int | None = None) -> None:
        self.ends = SparseEnds(network)
        self.generator = None if seed is None else torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        obs, mask = torch.from_numpy(batch.obs[games]), torch.from_numpy(batch.mask[games])
        if self.generator is not None:
            action: Tensor = self.ends.choose(obs, mask, self.generator)[0]
        else:
            logits = self.ends.network.policy(self.ends.hidden(obs))
            action = logits.masked_fill(mask == 0, -torch.inf).argmax(1)
        answers: NDArray[np.int64] = action.numpy()
        return answers


class LookaheadPlayer:
    """A network that looks one answer ahead, in so many worlds."""

    def __init__(self, network: Network, rules: Rules, worlds: int, seed: int | None = None) -> None:
        self.ahead = Lookahead(rules, worlds, Shares(torch.get_num_threads()))
        self.ahead.use(weights_of(network), network.depth, network.features)
        self.rng = np.random.default_rng(seed)

    def answer(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.ahead.answer(batch.states[games], self.rng.integers(1 << 62, size=len(games)))


def weights_of(network: Network) -> dict[str, NDArray[np.float32]]:
    """The weights of a network by name, as compiled code reads them."""
    return {name: weight.detach().numpy() for name, weight in network.state_dict().items()}


PLAYERS: dict[str, type[Any]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def make_player(spec: str, rules: Rules, seed: int | None = None) -> Player:
    """A player by its spec; with a seed, a policy samples its actions."""
    name, _, source = spec.partition(":")
    if name == "policy" and source:
        policy = find_policy(source, rules.name, rules.num_players)
        network = read_network(policy, rules)
        if policy.about.worlds:
            return LookaheadPlayer(network, rules, policy.about.worlds, seed)
        return NetworkPlayer(network, seed)
    if spec not in PLAYERS:
        known = ", ".join(PLAYERS)
        raise OptionError(f"unknown player {spec!r}; players of batches: {known}, policy:NAME_OR_FILE")
    player: Player = PLAYERS[spec]()
    return player
