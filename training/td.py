"""Self-play by TD(λ): a network learns what positions are worth, and plays by looking one answer ahead.

Every legal answer is tried in a world that fits what the seat knows, the turn is carried on to its end, the network
judges the position there with the eyes of that seat, and the best answer is played, now and then a random one. The
value of every position after an answer (the afterstate) is learned from the λ-return along the later decisions of the
same seat (Sutton 1988; in self-play, Tesauro 1995). Games are played with fixed weights, which are then updated with
minibatches: no thread's timing changes a run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor

from gosu_env import OptionError, make_batch
from gosu_env.agents.lookahead import Lookahead
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.training.checkpoint import pack, part_of, unpack
from gosu_env.training.network import Network
from gosu_env.training.players import LookaheadPlayer, weights_of
from gosu_env.training.ppo import Rollout, estimate_advantages, first_network
from gosu_env.training.settings import TableSettings
from gosu_env.training.sparse import SparseEnds

LOWEST_RATE = 0.05  # of the learning rate, at the end of a run


@dataclass(frozen=True)
class Settings(TableSettings):
    """Hyperparameters of a run."""

    game: str = USUAL_GAME
    num_players: int = 2
    decisions: int = 10_000_000  # all seats together
    num_envs: int = 256
    n_steps: int = 64  # decisions of each game per update; the first num_players are carried over from the last one
    batch_size: int = 512
    n_epochs: int = 2
    learning_rate: float = 3e-3  # initial value; decays
    start: str = ""  # initial policy, a NAME or FILE as in policy:NAME; empty: a new network
    td_lambda: float = 0.3
    epsilon: float = 0.05  # probability of a random answer
    worlds: int = 1  # in which every answer is tried
    width: int = 64
    depth: int = 1
    max_decisions: int = 500  # a longer game is a loss for everyone, so nobody learns to stall
    options: str = ""  # game options, comma-separated
    seed: int = 0

    device: ClassVar[str] = "cpu"
    imitation: ClassVar[int] = 0
    teacher: ClassVar[str] = ""

    def __post_init__(self) -> None:
        self.check_least(LEAST)
        self.check_shares("td_lambda", "epsilon")
        if self.n_steps <= self.num_players:
            raise OptionError(f"setting n_steps: {self.n_steps} is too small; expected more than num_players")
        self.check_table()


LEAST = {
    **dict.fromkeys(("decisions", "num_envs", "batch_size", "n_epochs", "worlds", "width", "max_decisions"), 1),
    **dict.fromkeys(("learning_rate", "depth", "seed"), 0),
    "num_players": 2,
}


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep torch to one thread: matrices are small here, and on a busy machine a second thread is long to wait for."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class Learner:
    """A network, its optimiser, the games it plays and the rollout buffer, which holds afterstates."""

    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        self.decisions = 0  # taken so far
        torch.manual_seed(s.seed)
        self.rng = np.random.default_rng(s.seed)
        self.batch = make_batch(
            s.game, s.num_envs, s.num_players, seed=s.seed, max_decisions=s.max_decisions, **s.game_options
        )
        self.network: Network = first_network(self.batch.rules, s)
        self.ends = SparseEnds(self.network)
        self.ahead = Lookahead(self.batch.rules, s.worlds, self.ends.shares)
        self.optimiser = torch.optim.Adam(self.network.parameters(), s.learning_rate, eps=1e-5)
        self.rollout = Rollout(self.batch, s.n_steps, "cpu", advised=False)
        self.value_scale = 1 / math.sqrt(s.num_players - 1)  # the unit of values, as in ``lookahead_loops.judge``

    def player(self) -> LookaheadPlayer:
        """The present network as a player."""
        return LookaheadPlayer(self.network, self.settings.match_rules, self.settings.worlds, self.settings.seed)

    # -------------------------------------------------------------------------------------------- resuming

    def snapshot(self) -> dict[str, Tensor]:
        """Everything needed to resume: network, optimiser, games, carried-over decisions, random number generator."""
        tensors = pack(self.network, self.optimiser)
        tensors |= {f"games.{name}": torch.from_numpy(array) for name, array in self.batch.snapshot().items()}
        tensors |= {f"rollout.{name}": tensor for name, tensor in self.rollout.kept().items()}
        state = json.dumps(self.rng.bit_generator.state).encode()
        return tensors | {"generator": torch.tensor(list(state)), "decisions": torch.tensor(self.decisions)}

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot."""
        unpack(tensors, self.network, self.optimiser)
        self.batch.restore({name: np.asarray(tensor) for name, tensor in part_of(tensors, "games.").items()})
        for name, kept in self.rollout.kept().items():
            kept.copy_(tensors[f"rollout.{name}"])
        self.rng.bit_generator.state = json.loads(bytes(tensors["generator"].tolist()))
        self.decisions = int(tensors["decisions"])

    # -------------------------------------------------------------------------------------------- playing

    @one_thread()
    @torch.no_grad()
    def play(self, *_: object) -> None:
        """Fill the rollout with the next decisions of all games."""
        s, r, batch = self.settings, self.rollout, self.batch
        self.ahead.use(weights_of(self.network), self.network.depth, self.network.features)
        r.own[r.before :] = True
        for t in range(r.before, s.n_steps):
            actions = self.ahead.answer(batch.states, self.rng.integers(1 << 62, size=batch.num_envs))
            strays = self.rng.random(batch.num_envs) < s.epsilon
            actions[strays] = batch.sample()[strays]
            r.seat[t] = torch.from_numpy(batch.seat)
            batch.step(actions)
            r.done[t] = torch.from_numpy(batch.done)
            r.reward[t] = torch.from_numpy(batch.reward)
            r.reward[t][torch.from_numpy(batch.truncated)] = -1 / (s.num_players - 1)
            self.ahead.observe(batch.states, r.seat[t].numpy(), r.obs[t].numpy())
        fresh = slice(r.before, s.n_steps)
        value = self.network.values(self.ends.hidden(r.obs[fresh].flatten(0, 1))) * self.value_scale
        r.value[fresh] = value.reshape(-1, batch.num_envs)
        ended = r.done[fresh]  # there the afterstate is the end, which is worth its return; the next game has begun
        r.value[fresh][ended] = r.reward[fresh].gather(2, r.seat[fresh].unsqueeze(2)).squeeze(2)[ended]
        r.own[fresh][ended] = False
        self.decisions += r.fresh

    # -------------------------------------------------------------------------------------------- learning

    @one_thread()
    def learn(self, _: bool = False) -> dict[str, float]:
        """Update the network from the rollout: its values move towards the λ-returns."""
        s, r = self.settings, self.rollout
        for group in self.optimiser.param_groups:
            group["lr"] = s.learning_rate * max(LOWEST_RATE, 1 - self.decisions / s.decisions)
        advantage, complete = estimate_advantages(r.reward, r.done, r.seat, r.value, 1.0, s.td_lambda)
        obs, target = r.obs.flatten(0, 1), ((advantage + r.value) / self.value_scale).flatten()
        rows = (complete & r.own).flatten().nonzero().squeeze(1)
        losses = []
        for _epoch in range(s.n_epochs):
            order = rows[torch.from_numpy(self.rng.permutation(len(rows)))]
            for part in torch.split(order, s.batch_size):
                value = self.network.values(self.ends.hidden(obs[part]))
                loss = ((value - target[part]) ** 2).mean()
                self.optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                self.optimiser.step()
                losses.append(loss.item())
        spread = target[rows].var().item()
        r.keep(complete)
        mean = sum(losses) / max(len(losses), 1)
        return {"value_loss": mean, "explained_variance": 1 - mean / spread if spread > 0 else 0.0}
