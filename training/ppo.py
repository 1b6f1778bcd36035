"""Self-play by proximal policy optimisation: one network at all seats of many games, on the CPU or on a GPU.

The batch steps N games at once, each at a decision of one of its seats. A seat's decisions in a game are one
trajectory: what happens between two of them, other seats' decisions included, is the environment's response to the
first. The return of the game is credited to the seat's last decision and propagates back along its own ones.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from gosu_env import OptionError, make_batch
from gosu_env.agents.networks import Blueprint, build_network
from gosu_env.agents.own import trust
from gosu_env.agents.policy import find_policy
from gosu_env.agents.printed import PRINTED
from gosu_env.engine.rules import USUAL_GAME, find_game
from gosu_env.training.checkpoint import pack, part_of, read_network, unpack
from gosu_env.training.ends import make_ends
from gosu_env.training.guests import Guest
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer, know_sets
from gosu_env.training.printed import PrintedNetwork
from gosu_env.training.settings import TableSettings
from gosu_env.training.teacher import Teacher


@dataclass(frozen=True)
class Settings(TableSettings):
    """Hyperparameters of a training run, named as in stable-baselines3 where it has the same thing."""

    game: str = USUAL_GAME
    num_players: int = 2
    decisions: int = 5_000_000  # total timesteps, all seats together
    num_envs: int = 512
    n_steps: int = 64  # decisions of each game per rollout; the first num_players are carried over from the last one
    minibatch_steps: int = 4  # steps per minibatch
    minibatch_envs: int = 0  # games of such a step: all with 0, or a divisor of num_envs
    n_epochs: int = 2
    learning_rate: float = 1e-3
    start: str = ""  # initial policy, a NAME or FILE as in policy:NAME; empty: a new network
    start_temperature: float = 1.0  # of the initial policy; above 1 it is less sure of itself and explores more
    gamma: float = 1.0  # no discount: a win counts the same early or late
    gae_lambda: float = 0.95
    clip_range: float = 0.2
    ent_coef: float = 0.02  # at the first update; decays linearly to a tenth
    ent_coef_power: float = 0.0  # above 0: ent_coef decays as a power law instead, ent_coef * k ** -power at update k
    kl_coef: float = 0.0  # penalty on the divergence from the policy that played the rollout
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    imitation: int = 0  # decisions of behaviour cloning from the teacher before self-play
    teacher: str = "greedy"  # or any other agent
    imitation_learning_rate: float = 4e-3  # initial value; decays to a tenth
    opponents: str = ""  # agents, comma-separated, that play some of the games with the network; empty: self-play
    opponent_share: float = 0.5  # of the games, in which opponents hold all seats but one
    network: str = ""  # printed: reads cards; a class of one's own: my_module:Net; empty: knows cards by number
    width: int = 128
    depth: int = 2
    max_decisions: int = 500  # a longer game is a loss for everyone, so nobody learns to stall
    options: str = ""  # game options, comma-separated: draft,turn_limit,kamakor,clans=fire+drake+drum+swamp+mask
    also: str = ""  # options of a second table, comma-separated, that is learned by turns with the first
    seed: int = 0
    workers: int = 0  # groups of games with random numbers of their own, for a cluster to play; 0: none
    device: str = "cpu"

    def __post_init__(self) -> None:
        self.check_least(LEAST)
        self.check_shares("gae_lambda", "gamma", "opponent_share")
        if not 0 < self.start_temperature < math.inf:
            raise OptionError(f"setting start_temperature: {self.start_temperature!r}; expected a number above 0")
        if self.start_temperature != 1 and not self.start:
            raise OptionError("setting start_temperature: there is no policy to start from; set start, too")
        if self.n_steps <= self.num_players:
            raise OptionError(f"setting n_steps: {self.n_steps} is too small; expected more than num_players")
        if self.n_steps % self.minibatch_steps:
            raise OptionError(f"setting n_steps: {self.n_steps} is not a multiple of minibatch_steps")
        if self.minibatch_envs and self.num_envs % self.minibatch_envs:
            raise OptionError(f"setting num_envs: {self.num_envs} is not a multiple of minibatch_envs")
        self.check_table()
        if self.device not in ("cpu", "cuda"):
            raise OptionError(f"setting device: unknown device {self.device!r}; expected cpu or cuda")
        if self.device == "cuda" and self.imitation:
            raise OptionError("setting imitation: teachers run on the CPU only; use imitation=0 with cuda")
        self.check_workers(self.device)
        self.check_also()

    def check_also(self) -> None:
        """Refuse a second table that is the same, or with what is made for one table."""
        if not self.also:
            return
        for name in ("imitation", "opponents", "workers"):
            if getattr(self, name):
                raise OptionError(f"setting also: two tables are learned by self-play on one machine; leave out {name}")
        if self._options == find_game(self.game).OPTIONS.parse(self.read_options(self.other_options)):
            raise OptionError(f"setting also: {self.also!r} is the same table; expected other options")

    @property
    def other_options(self) -> str:
        """The game options of the second table: those of the first, but for what ``also`` says."""
        other = self.read_options(self.also)
        kept = [text for text in self.options.split(",") if text.partition("=")[0].strip() not in other]
        return ",".join(filter(None, (*kept, self.also)))

    @property
    def batch_size(self) -> int:
        """Decisions per minibatch."""
        return (self.minibatch_envs or self.num_envs) * self.minibatch_steps

    @property
    def groups(self) -> int:
        """Into how many groups, neighbours all, the games of a step are divided for minibatches."""
        return self.num_envs // (self.minibatch_envs or self.num_envs)


LEAST = {
    "num_players": 2,
    "decisions": 1,
    "num_envs": 1,
    "minibatch_steps": 1,
    "minibatch_envs": 0,
    "n_epochs": 1,
    "learning_rate": 0.0,
    "clip_range": 0.0,
    "ent_coef": 0.0,
    "ent_coef_power": 0.0,
    "kl_coef": 0.0,
    "vf_coef": 0.0,
    "max_grad_norm": 0.0,
    "imitation": 0,
    "imitation_learning_rate": 0.0,
    "max_decisions": 1,
    "width": 1,
    "depth": 0,
    "seed": 0,
    "workers": 0,
}


KEPT = ("obs", "mask", "seat", "action", "advice", "log_prob", "value", "own", "sets")


class Rollout:
    """The rollout buffer: observations, actions, log-probabilities, values and rewards of n_steps decisions per game.

    The first steps, one per seat, hold decisions carried over from the previous rollout: the last one of each seat,
    whose outcome was not known then. Dropping them would bias the values upwards: a seat that has passed waits long
    for its next decision, and by then has mostly lost the battle.
    Observations and masks are stored as the batch writes them: row-major on the CPU, feature-major on a GPU.
    """

    def __init__(
        self, batch: Any, steps: int, device: str, advised: bool, reads_sets: bool = False, groups: int = 1
    ) -> None:
        n, players = batch.num_envs, batch.num_players
        self.groups = groups  # of the games of a step
        self.before = players  # steps carried over from the previous rollout
        self.feature_major = device == "cuda"
        self.obs = torch.zeros((steps, *batch.obs.shape), dtype=torch.int8, device=device)
        self.mask = torch.ones((steps, *batch.mask.shape), dtype=torch.int8, device=device)
        self.seat = torch.zeros((steps, n), dtype=torch.int64, device=device)
        self.action = torch.zeros((steps, n), dtype=torch.int64, device=device)
        self.advice = torch.zeros(self.mask.shape if advised else (0,))  # the teacher's action probabilities
        self.log_prob = torch.zeros((steps, n), device=device)
        self.value = torch.zeros((steps, n), device=device)
        self.reward = torch.zeros((steps, n, players), device=device)
        self.done = torch.zeros((steps, n), dtype=torch.bool, device=device)
        self.own = torch.zeros((steps, n), dtype=torch.bool, device=device)  # whether the learner decided
        self.sets = torch.zeros((steps if reads_sets else 0, n), dtype=torch.int32, device=device)  # of cards

    @property
    def fresh(self) -> int:
        """How many new decisions fill it."""
        return int(self.seat[self.before :].numel())

    def kept(self) -> dict[str, Tensor]:
        """The decisions carried over from the previous rollout, by array."""
        return {name: getattr(self, name)[: self.before] for name in KEPT if len(getattr(self, name))}

    def keep(self, complete: Tensor) -> None:
        """Carry over the last decision of every seat whose outcome is not known yet."""
        seats = torch.arange(self.before, device=complete.device).unsqueeze(1)
        left = ~complete.unsqueeze(1) & (self.seat.unsqueeze(1) == seats)  # (steps, seats, games): one step at most
        at = left.byte().argmax(0)
        for name, kept in self.kept().items():
            stored = getattr(self, name)
            index = at
            if stored.dim() > at.dim():
                index = at.unsqueeze(1 if self.feature_major else 2)
            kept.copy_(stored.gather(0, index.expand(self.before, *stored.shape[1:])))
        self.own[: self.before] &= left.any(0)
        self.seat[: self.before] = seats

    def decisions(self, stored: Tensor, pieces: Tensor) -> Tensor:
        """The stored values of some pieces, as one batch of decisions; a piece is a group of games in one step."""
        if self.feature_major and stored.dim() > 2:  # columns between steps and games
            grouped = stored.view(*stored.shape[:2], self.groups, -1)
            return grouped[pieces // self.groups, :, pieces % self.groups].transpose(0, 1).flatten(1)
        grouped = stored.view(len(stored) * self.groups, -1, *stored.shape[2:])
        return grouped.index_select(0, pieces).flatten(0, 1)


def estimate_advantages(
    reward: Tensor, done: Tensor, seat: Tensor, value: Tensor, gamma: float, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """Generalised advantage estimation along the decisions of each seat, and which of them are complete.

    A seat's last decision in the rollout is incomplete unless the game ended: its outcome is not known yet, and it is
    carried over to the next rollout. Earlier decisions bootstrap from its value.
    """
    steps, _, players = reward.shape
    advantage = torch.zeros_like(value)
    complete = torch.zeros_like(done)
    earned = reward.new_zeros(reward.shape[1:])  # since the seat's next decision, by (game, seat)
    next_value = torch.zeros_like(earned)
    next_advantage = torch.zeros_like(earned)
    known = torch.zeros_like(earned, dtype=torch.bool)
    for t in reversed(range(steps)):
        over = done[t].unsqueeze(1)
        earned = earned.masked_fill(over, 0.0) + reward[t]
        next_value = next_value.masked_fill(over, 0.0)
        next_advantage = next_advantage.masked_fill(over, 0.0)
        known = known | over
        mine = nn.functional.one_hot(seat[t], players).bool()
        delta = (mine * (earned + gamma * next_value)).sum(1) - value[t]
        complete[t] = (known & mine).any(1)
        advantage[t] = complete[t] * (delta + gamma * gae_lambda * (mine * next_advantage).sum(1))
        earned = earned.masked_fill(mine, 0.0)
        next_value = torch.where(mine, value[t].unsqueeze(1), next_value)
        next_advantage = torch.where(mine, advantage[t].unsqueeze(1), next_advantage)
        known = known | mine
    return advantage, complete


class Learner:
    """A network, its optimiser, the games it plays and the rollout buffer."""

    # What a rollout worker sends.
    sent: tuple[str, ...] = ("obs", "mask", "seat", "action", "log_prob", "value", "reward", "done", "own")

    def __init__(self, settings: Settings, network: nn.Module | None = None) -> None:
        self.settings = s = settings
        self.decisions = 0  # taken so far
        torch.manual_seed(s.seed)
        self.generator = torch.Generator(s.device).manual_seed(s.seed)
        self.batch = make_batch(
            *(s.game, s.num_envs, s.num_players),
            device=s.device,
            seed=s.seed,
            max_decisions=s.max_decisions,
            **s.game_options,
        )
        self.network = (network or first_network(self.batch.rules, s)).to(s.device)
        self.reads_sets = know_sets(self.network, self.batch.card_sets)
        self.sent = (*self.sent, "sets") if self.reads_sets else self.sent
        on_gpu = s.device == "cuda"
        if on_gpu:
            torch.set_float32_matmul_precision("high")
        self.ends = self.ends_of(self.network)
        self.choose = self.chooser(self.ends)
        self.losses: Any = torch.compile(self._losses) if on_gpu else self._losses
        rate = torch.tensor(s.learning_rate, device=s.device)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=rate if on_gpu else s.learning_rate, eps=1e-5, capturable=on_gpu
        )
        self.update: Any = torch.compile(self._update) if on_gpu else self._update
        self.present_sets = torch.as_tensor(self.batch.sets, device=s.device)
        self.rollout = r = Rollout(self.batch, s.n_steps, s.device, s.imitation > 0, self.reads_sets, s.groups)
        others = s.num_players - 1
        self.value_scale = 1 / math.sqrt(others)  # the unit of values, whoever reads them
        self.advantage, self.target, self.weight = (torch.empty_like(r.value) for _ in range(3))
        self.complete = torch.empty_like(r.done)
        self.ent_coef = torch.tensor(0.0, device=s.device)
        self.explained_variance = torch.tensor(0.0, device=s.device)
        self.minibatch = torch.zeros(s.minibatch_steps, dtype=torch.int64, device=s.device)  # its pieces
        self.sums = torch.zeros(len(LOSSES), device=s.device)
        self.shown = {
            name: torch.as_tensor(getattr(self.batch, name), device=s.device)
            for name in ("obs", "mask", "seat", "reward", "done", "truncated")
        }

        def repeated(work: Callable[[], None]) -> Callable[[], None]:
            return Recorded(work) if on_gpu else work

        self._play_alone = repeated(self.take_decisions)
        self._advantages = repeated(self.compute_advantages)
        self._optimise = repeated(self.optimise)
        self._keep = repeated(lambda: self.rollout.keep(self.complete))
        self.stream: Any = nullcontext()
        if on_gpu:
            stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            self.batch.use_stream(stream.cuda_stream)
            self.stream = torch.cuda.stream(stream)

    def ends_of(self, network: nn.Module) -> Any:
        """The implementation of a network for this device."""
        return make_ends(network, self.settings.device)

    def chooser(self, ends: Any) -> Any:
        """The sampling function of a network, compiled where that helps."""
        return torch.compile(ends.choose) if self.settings.device == "cuda" else ends.choose

    @property
    def acting(self) -> nn.Module:
        """The network that plays."""
        return self.network

    def player(self) -> NetworkPlayer:
        """The present network as a player."""
        return NetworkPlayer(copy.deepcopy(self.network).to("cpu"))

    # -------------------------------------------------------------------------------------------- resuming

    def snapshot(self) -> dict[str, Tensor]:
        """Everything needed to resume: network, optimiser, games, carried-over decisions, random number generators."""
        tensors = pack(self.network, self.optimiser) | self.snapshot_games()
        tensors |= {f"rollout.{name}": tensor for name, tensor in self.rollout.kept().items()}
        return tensors | {"decisions": torch.tensor(self.decisions)}

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot."""
        unpack(tensors, self.network, self.optimiser)
        self.restore_games(tensors)
        for name, kept in self.rollout.kept().items():
            kept.copy_(tensors[f"rollout.{name}"])
        self.decisions = int(tensors["decisions"])

    def snapshot_games(self) -> dict[str, Tensor]:
        """What the next rollout depends on besides the network: games and random number generators."""
        tensors = {f"games.{name}": torch.from_numpy(array) for name, array in self.batch.snapshot().items()}
        return tensors | {"generator": self.generator.get_state()}

    def restore_games(self, tensors: Mapping[str, Tensor]) -> None:
        """Restore a snapshot of the games."""
        self.batch.restore({name: np.asarray(tensor) for name, tensor in part_of(tensors, "games.").items()})
        self.generator.set_state(tensors["generator"])

    def deal(self, seed: int) -> None:
        """Deal all games anew."""
        self.batch.reset(seed)
        self.generator.manual_seed(seed)

    def begin_anew(self, seed: int) -> None:
        """Start again with a new network. Optimiser state is cleared in place: recorded graphs hold its addresses."""
        s = self.settings
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            fresh = make_network(self.batch.rules, s.width, s.depth, s.network)
        self.network.load_state_dict(fresh.state_dict())
        for state in self.optimiser.state.values():
            for tensor in state.values():
                tensor.zero_()
        self.decisions = 0

    # -------------------------------------------------------------------------------------------- playing

    def play(self, guests: Sequence[Guest] = (), teacher: Teacher | None = None) -> None:
        """Fill the rollout with the next decisions of all games."""
        with self.stream:
            if guests or teacher:
                self.take_decisions(guests, teacher)
            else:
                self._play_alone()
        self.decisions += self.rollout.fresh

    @torch.no_grad()
    def take_decisions(self, guests: Sequence[Guest] = (), teacher: Teacher | None = None) -> None:
        r, shown = self.rollout, self.shown
        r.own[r.before :] = True
        for t in range(r.before, self.settings.n_steps):
            r.obs[t] = shown["obs"]
            r.mask[t] = shown["mask"]
            r.seat[t] = shown["seat"]
            if teacher:
                r.advice[t] = torch.from_numpy(teacher.advise(self.batch))
            if self.reads_sets:
                r.sets[t] = self.present_sets
            known = (r.sets[t],) if self.reads_sets else ()
            r.action[t], r.log_prob[t], value = self.choose(r.obs[t], r.mask[t], self.generator, *known)
            r.value[t] = value * self.value_scale
            for guest in guests:
                guest.sit_in(self, t)
            self.batch.step(r.action[t] if r.feature_major else r.action[t].numpy())
            reward = shown["reward"].T if r.feature_major else shown["reward"]
            r.reward[t] = torch.where(shown["truncated"].unsqueeze(1), -1 / (self.settings.num_players - 1), reward)
            r.done[t] = shown["done"]

    # -------------------------------------------------------------------------------------------- learning

    def learn(self, imitate: bool = False) -> dict[str, float]:
        """Update the network from the rollout: by PPO, or with ``imitate`` by cloning the teacher."""
        with self.stream:
            return self._learn(self._imitate if imitate else self._optimise, *self._rates(imitate))

    def _rates(self, imitate: bool) -> tuple[float, float]:
        """The current learning rate and entropy coefficient; both are annealed."""
        s = self.settings
        if imitate:
            return s.imitation_learning_rate * max(1 - self.decisions / s.imitation, 0.1), 0.0
        left = max(0.0, 1 - self.decisions / s.decisions)
        decay = 0.1 + 0.9 * left
        if s.ent_coef_power:
            decay = max(1.0, self.decisions / self.rollout.fresh) ** -s.ent_coef_power
        return s.learning_rate * max(left, 0.02), s.ent_coef * decay

    def _learn(self, optimise: Callable[[], None], rate: float, ent_coef: float) -> dict[str, float]:
        s = self.settings
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self.ent_coef.fill_(ent_coef)
        self.sums.zero_()
        self._advantages()
        for _ in range(s.n_epochs):
            order = torch.randperm(s.n_steps * s.groups, generator=self.generator, device=s.device)
            for pieces in torch.split(order, s.minibatch_steps):
                self.minibatch.copy_(pieces)
                optimise()
        self._keep()
        count = s.n_epochs * (s.n_steps * s.groups // s.minibatch_steps)
        losses = dict(zip(LOSSES, (self.sums / count).tolist(), strict=True))
        return losses | {"explained_variance": float(self.explained_variance)}

    @torch.no_grad()
    def compute_advantages(self) -> None:
        """Advantages, normalised, and value targets of the rollout."""
        s, r = self.settings, self.rollout
        advantage, complete = estimate_advantages(r.reward, r.done, r.seat, r.value, s.gamma, s.gae_lambda)
        self.target.copy_((advantage + r.value) / self.value_scale)
        self.complete.copy_(complete)
        weight = self.weight.copy_(complete & r.own)
        mean = (advantage * weight).sum() / weight.sum()
        variance = ((advantage - mean) ** 2 * weight).sum() / weight.sum()
        deviation = variance.sqrt()
        returns = advantage + r.value
        spread = (returns - (returns * weight).sum() / weight.sum()) ** 2
        self.explained_variance.copy_(1 - variance / ((spread * weight).sum() / weight.sum() + 1e-8))
        self.advantage.copy_((advantage - mean) / (deviation + 1e-8))

    def optimise(self) -> None:
        """One optimiser step on the minibatch."""
        r = self.rollout
        parts = (self.target, self.weight, r.action, r.log_prob, self.advantage, *self._known)
        self._descend(self.losses(self.minibatch, r.obs, r.mask, parts, self.ent_coef))

    @property
    def _known(self) -> tuple[Tensor, ...]:
        """What the network is told besides observations: of several card sets, those of the games."""
        return (self.rollout.sets,) if self.reads_sets else ()

    def _imitate(self) -> None:
        r, pieces = self.rollout, self.minibatch
        seen = (r.decisions(part, pieces) for part in (r.obs, r.mask, r.advice))
        given = (r.decisions(part, pieces) for part in (self.target, self.weight, *self._known))
        self._descend(self._imitation_losses(*seen, *given))

    def _descend(self, losses: tuple[Tensor, ...]) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        losses[0].backward()  # type: ignore[no-untyped-call]
        self.update()
        self.sums += torch.stack(losses).detach()

    def _update(self) -> None:
        """Change the weights by their gradients."""
        nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.max_grad_norm)
        self.optimiser.step()

    def _losses(
        self, pieces: Tensor, obs: Tensor, mask: Tensor, parts: tuple[Tensor, ...], ent_coef: Tensor
    ) -> tuple[Tensor, ...]:
        """The loss of some pieces and its parts, in the order of LOSSES. Selected here, so that it is compiled, too."""
        s, r = self.settings, self.rollout
        obs, mask = r.decisions(obs, pieces), r.decisions(mask, pieces)
        given = (r.decisions(part, pieces) for part in parts)
        target, weight, action, old_log_prob, advantage, *known = given
        weight = weight / weight.sum().clamp_min(1.0)  # the first steps of the first rollout are empty
        log_prob, entropy, value = self.ends.evaluate_actions(obs, mask, action, *known)
        ratio = (log_prob - old_log_prob).exp()
        surrogate = torch.minimum(ratio * advantage, ratio.clamp(1 - s.clip_range, 1 + s.clip_range) * advantage)
        policy_loss, value_loss = -(weight * surrogate).sum(), (weight * (value - target) ** 2).sum()
        mean_entropy = (weight * entropy).sum()
        approx_kl = (weight * (ratio - 1 - (log_prob - old_log_prob))).sum()
        loss = policy_loss + s.vf_coef * value_loss - ent_coef * mean_entropy
        if s.kl_coef:
            loss = loss + s.kl_coef * approx_kl
        clip_fraction = (weight * ((ratio - 1).abs() > s.clip_range)).sum()
        return loss, policy_loss, value_loss, mean_entropy, approx_kl, clip_fraction

    def _imitation_losses(
        self, obs: Tensor, mask: Tensor, advice: Tensor, target: Tensor, weight: Tensor, *known: Tensor
    ) -> tuple[Tensor, ...]:
        """The same for behaviour cloning: the entropy of the advice, and the divergence from it; nothing is clipped."""
        weight = weight / weight.sum().clamp_min(1.0)  # the first steps of the first rollout are empty
        log_prob, value = self.ends.evaluate_advice(obs, mask, advice, *known)
        policy_loss, value_loss = -(weight * log_prob).sum(), (weight * (value - target) ** 2).sum()
        entropy = -(weight * (advice * advice.clamp_min(1e-9).log()).sum(1)).sum()
        loss = policy_loss + self.settings.vf_coef * value_loss
        return loss, policy_loss, value_loss, entropy, policy_loss - entropy, torch.zeros_like(loss)


LOSSES = ("loss", "policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")


class Recorded:
    """Repeated GPU work: run twice to compile it, then captured as a CUDA graph, then replayed.

    Twice, since an optimiser makes its state in the first step. It reads and writes the same memory every time. A graph
    takes a single launch; launched one by one, its thousands of kernels would leave the GPU idle.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
        self.runs = 0
        self.graph: Any = None

    def __call__(self) -> None:
        if self.runs < 2:
            self.work()
            self.runs += 1
            return
        if self.graph is None:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=torch.cuda.current_stream(), capture_error_mode="relaxed"):
                self.work()
            self.graph = graph
        self.graph.replay()


def first_network(rules: Any, settings: Any) -> Any:
    """The initial network of a run."""
    if not settings.start:
        return make_network(rules, settings.width, settings.depth, settings.network)
    if settings.network:
        trust(settings.network)
    policy = find_policy(settings.start, rules.name, rules.num_players, rules.options)
    network = read_network(policy, rules)
    if network.blueprint.name != (settings.network or network.blueprint.name):
        raise OptionError(
            f"setting network: the policy to start from has {policy.about.network or 'one of this project'!r}, not "
            f"{settings.network!r}"
        )
    if settings.start_temperature != 1:
        if not hasattr(network, "divide_logits"):
            raise OptionError(
                f"setting start_temperature: {policy.about.network!r} has no divide_logits(temperature); use 1"
            )
        network.divide_logits(settings.start_temperature)
    return network


def make_network(rules: Any, width: int, depth: int, name: str = "") -> Any:
    """A new network for a game: one of this project's, or one's own by name."""
    if name == PRINTED:
        return PrintedNetwork.for_sets([rules], width, depth)
    if name:
        trust(name)  # whoever asks for it: the policies of the run name it again
    return build_network(Blueprint(name, width, depth), rules) if name else Network.for_rules(rules, width, depth)
