"""Self-play by TD(λ): a network learns what positions are worth, and plays by looking one answer ahead.

Every legal answer is tried in a world that fits what the seat knows, the turn is carried on to its end, the network
judges the position there with the eyes of that seat, and the best answer is played, now and then a random one. The
value of every position after an answer (the afterstate) is learned from the λ-return along the later decisions of the
same seat (Sutton 1988; in self-play, Tesauro 1995). Games are played with fixed weights, which are then updated with
minibatches: no thread's timing changes a run.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env import OptionError, make_batch
from gosu_env.agents.lookahead import Lookahead
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.training.checkpoint import pack, part_of, unpack
from gosu_env.training.guests import Guest
from gosu_env.training.network import Network
from gosu_env.training.players import LookaheadPlayer, look_ahead, weights_of
from gosu_env.training.ppo import Rollout, estimate_advantages, first_network
from gosu_env.training.settings import TableSettings
from gosu_env.training.sparse import SparseEnds

LOWEST_RATE = 0.05  # of the learning rate, at the end of a run
LOSSES = ("value_loss", "explained_variance")


@dataclass(frozen=True)
class Settings(TableSettings):
    """Hyperparameters of a run."""

    game: str = USUAL_GAME
    num_players: int = 2
    decisions: int = 10_000_000  # all seats together
    num_envs: int = 256
    n_steps: int = 64  # decisions of each game per update; the first num_players are carried over from the last one
    batch_size: int = 256
    n_epochs: int = 2
    learning_rate: float = 3e-3  # initial value; decays
    start: str = ""  # initial policy, a NAME or FILE as in policy:NAME; empty: a new network
    td_lambda: float = 0.3
    epsilon: float = 0.05  # probability of a random answer
    worlds: int = 1  # in which every answer is tried, in training
    eval_worlds: int = 8  # and wherever the policy plays afterwards
    opponents: str = ""  # agents, comma-separated, that play some of the games with the network; empty: self-play
    opponent_share: float = 0.5  # of the games, in which opponents hold all seats but one
    width: int = 64
    depth: int = 1
    max_decisions: int = 500  # a longer game is a loss for everyone, so nobody learns to stall
    options: str = ""  # game options, comma-separated
    seed: int = 0
    workers: int = 0  # groups of games with random numbers of their own, for a cluster to play; 0: none

    device: ClassVar[str] = "cpu"
    imitation: ClassVar[int] = 0
    teacher: ClassVar[str] = ""
    network: ClassVar[str] = ""
    start_temperature: ClassVar[float] = 1.0
    also: ClassVar[str] = ""

    def __post_init__(self) -> None:
        self.check_least(LEAST)
        self.check_shares("td_lambda", "epsilon", "opponent_share")
        if self.n_steps <= self.num_players:
            raise OptionError(f"setting n_steps: {self.n_steps} is too small; expected more than num_players")
        self.check_table()
        self.check_workers()


LEAST = {
    **dict.fromkeys(
        ("decisions", "num_envs", "batch_size", "n_epochs", "worlds", "eval_worlds", "width", "max_decisions"), 1
    ),
    **dict.fromkeys(("learning_rate", "depth", "seed", "workers"), 0),
    "num_players": 2,
}


@contextmanager
def one_thread(threads: int) -> Iterator[None]:
    """Keep torch to one thread: matrices are small here, and on a busy machine a second thread is long to wait for.

    ``threads``: so many it has afterwards. What it has now may be what an update, under way, keeps it to.
    """
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


class Learner:
    """A network, its optimiser, the games it plays and the rollout buffer, which holds afterstates.

    An update goes on while the next games are played, by ``acting``: the network as it was before that update.
    """

    sent = ("obs", "seat", "value", "reward", "done", "own")  # by a rollout worker

    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        self.decisions = 0  # taken so far
        torch.manual_seed(s.seed)
        self.rng = np.random.default_rng(s.seed)
        self.batch = make_batch(
            s.game, s.num_envs, s.num_players, seed=s.seed, max_decisions=s.max_decisions, **s.game_options
        )
        self._network: Network = first_network(self.batch.rules, s)
        if self._network.blueprint.name:
            raise OptionError(f"setting start: {s.start!r} has a network of its own, which compiled code cannot read")
        self._ends = SparseEnds(self._network, 1)
        self.optimiser = torch.optim.Adam(self._network.parameters(), s.learning_rate, eps=1e-5, fused=True)
        self.acting = copy.deepcopy(self._network)
        self.ends = SparseEnds(self.acting)
        self.ahead = Lookahead(self.batch.rules, s.worlds, self.ends.shares)
        self._threads = torch.get_num_threads()
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="gosu-update")
        self._update: Future[tuple[float, float]] | None = None
        self.losses: dict[str, float] = {}
        self.rollout = Rollout(self.batch, s.n_steps, "cpu", advised=False)
        self.value_scale = 1 / math.sqrt(s.num_players - 1)  # the unit of values, as in ``lookahead_loops.judge``

    @property
    def network(self) -> Network:
        """The network after the last update."""
        self.wait()
        return self._network

    def wait(self) -> dict[str, float]:
        """Wait for the update under way; the losses of the last one."""
        if self._update is not None:
            self.losses, self._update = dict(zip(LOSSES, self._update.result(), strict=True)), None
        return self.losses

    def player(self) -> LookaheadPlayer:
        """The present network as a player."""
        return LookaheadPlayer(self.network, self.settings.match_sets[0], self.settings.eval_worlds, self.settings.seed)

    # -------------------------------------------------------------------------------------------- resuming

    def snapshot(self) -> dict[str, Tensor]:
        """Everything needed to resume: network, optimiser, games, carried-over decisions, random number generator."""
        tensors = pack(self.network, self.optimiser)
        tensors |= {f"acting.{name}": tensor for name, tensor in self.acting.state_dict().items()}
        tensors |= self.snapshot_games()
        tensors |= {f"rollout.{name}": tensor for name, tensor in self.rollout.kept().items()}
        losses = torch.tensor([self.losses[name] for name in LOSSES], dtype=torch.float64)
        return tensors | {"losses": losses, "decisions": torch.tensor(self.decisions)}

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot."""
        unpack(tensors, self.network, self.optimiser)
        self.acting.load_state_dict(part_of(tensors, "acting."))
        self.restore_games(tensors)
        for name, kept in self.rollout.kept().items():
            kept.copy_(tensors[f"rollout.{name}"])
        self.losses = dict(zip(LOSSES, tensors["losses"].tolist(), strict=True))
        self.decisions = int(tensors["decisions"])

    def snapshot_games(self) -> dict[str, Tensor]:
        """What the next rollout depends on besides the network: games and random number generators."""
        tensors = {f"games.{name}": torch.from_numpy(array) for name, array in self.batch.snapshot().items()}
        return tensors | {"generator": torch.tensor(list(json.dumps(self.rng.bit_generator.state).encode()))}

    def restore_games(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot of the games."""
        self.batch.restore({name: np.asarray(tensor) for name, tensor in part_of(tensors, "games.").items()})
        self.rng.bit_generator.state = json.loads(bytes(tensors["generator"].tolist()))

    def deal(self, seed: int) -> None:
        """Deal all games anew."""
        self.batch.reset(seed)
        self.rng = np.random.default_rng(seed)

    # -------------------------------------------------------------------------------------------- playing

    def play(self, guests: Sequence[Guest] = (), _: object = None) -> None:
        """Fill the rollout with the next decisions of all games."""
        with one_thread(self._threads), torch.no_grad():
            self._play(guests)

    def _play(self, guests: Sequence[Guest]) -> None:
        s, r, batch = self.settings, self.rollout, self.batch
        self.ahead.use(weights_of(self.acting), self.acting.depth, self.acting.features)
        r.own[r.before :] = True
        every = np.arange(batch.num_envs)
        for t in range(r.before, s.n_steps):
            actions = look_ahead(self.ahead, batch, every, self.rng.integers(1 << 62, size=batch.num_envs))
            strays = self.rng.random(batch.num_envs) < s.epsilon
            actions[strays] = batch.sample()[strays]
            r.seat[t] = torch.from_numpy(batch.seat)
            r.action[t] = torch.from_numpy(actions)
            for guest in guests:
                guest.sit_in(self, t)
            batch.step(r.action[t].numpy())
            r.done[t] = torch.from_numpy(batch.done)
            r.reward[t] = torch.from_numpy(batch.reward)
            r.reward[t][torch.from_numpy(batch.truncated)] = -1 / (s.num_players - 1)
            self._observe(r.seat[t].numpy(), r.obs[t].numpy())
        fresh = slice(r.before, s.n_steps)
        value = self.acting.values(self.ends.hidden(r.obs[fresh].flatten(0, 1))) * self.value_scale
        r.value[fresh] = value.reshape(-1, batch.num_envs)
        ended = r.done[fresh]  # there the afterstate is the end, which is worth its return; the next game has begun
        r.value[fresh][ended] = r.reward[fresh].gather(2, r.seat[fresh].unsqueeze(2)).squeeze(2)[ended]
        r.own[fresh][ended] = False
        self.decisions += r.fresh

    def _observe(self, seats: NDArray[np.int64], out: NDArray[np.int8]) -> None:
        """What the seats that answered see of the games now."""
        batch = self.batch
        if len(batch.card_sets) == 1:
            self.ahead.observe(batch.states, seats, out)
            return
        for number, rows in batch.by_set(np.arange(batch.num_envs)):
            seen = np.zeros((len(rows), out.shape[1]), np.int8)
            self.ahead.observe(batch.states[rows], seats[rows], seen, batch.card_sets[number])
            out[rows] = seen

    # -------------------------------------------------------------------------------------------- learning

    def learn(self, _: bool = False) -> dict[str, float]:
        """Begin to update the network from the rollout; the losses of the update before."""
        s, r = self.settings, self.rollout
        with one_thread(self._threads):
            advantage, complete = estimate_advantages(r.reward, r.done, r.seat, r.value, 1.0, s.td_lambda)
            rows = (complete & r.own).flatten().nonzero().squeeze(1)
            obs = r.obs.flatten(0, 1)[rows]
            target = ((advantage + r.value) / self.value_scale).flatten()[rows]
            orders = [torch.from_numpy(self.rng.permutation(len(rows))) for _ in range(s.n_epochs)]
            r.keep(complete)
            self.acting.load_state_dict(self.network.state_dict())
        losses = self.wait()
        for group in self.optimiser.param_groups:
            group["lr"] = s.learning_rate * max(LOWEST_RATE, 1 - self.decisions / s.decisions)
        self._update = self._aside.submit(self._learn_alone, obs, target, orders)
        return losses or self.wait()

    def _learn_alone(self, *lesson: Any) -> tuple[float, float]:
        with one_thread(self._threads):
            return self._learn(*lesson)

    def _learn(self, obs: Tensor, target: Tensor, orders: list[Tensor]) -> tuple[float, float]:
        """Move values towards the λ-returns."""
        losses = []
        for order in orders:
            for part in torch.split(order, self.settings.batch_size):
                value = self._network.values(self._ends.hidden(obs[part]))
                loss = ((value - target[part]) ** 2).mean()
                self.optimiser.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                self.optimiser.step()
                losses.append(loss.item())
        mean, spread = sum(losses) / max(len(losses), 1), target.var().item()
        return mean, 1 - mean / spread if spread > 0 else 0.0
