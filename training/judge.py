"""Distil a large network into a small one for searches: ``python -m gosu_env.training.judge``.

A search evaluates thousands of positions per move. The network of a strong agent is too slow for that, and it values a
position only for the seat to move. Here the large network plays against itself. A lesson is a detour: a random move is
made, the large network plays on for a while, and then the games are restored. Between turns the small network learns,
for every seat, the value the large one will assign when that seat is next to move, above all just after the random
move, since a search must tell bad moves from good ones; at every decision it learns the policy of the large one.
"""

from __future__ import annotations

import argparse
import math
import time
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from torch import Tensor, nn

from gosu_env import DataError, OptionError, make_batch
from gosu_env.agents.policy import FILE, About, Policy, find_policy
from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import GAMES, USUAL_GAME
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import load_tensors, pack, part_of, read_network, save_policy, save_tensors, unpack
from gosu_env.training.command import add_changes, start
from gosu_env.training.dense import DenseEnds
from gosu_env.training.ends import PlainEnds, make_ends
from gosu_env.training.folder import RESUME, RunFolder, make_terms
from gosu_env.training.ppo import first_network
from gosu_env.training.settings import TableSettings
from gosu_env.training.settings_file import (
    change_settings,
    named_changes,
    parse_changes,
    read_changes,
    settings_text,
)

STRAY = 0.7  # probability that a detour begins with a random move
ON = 3  # decisions per game between two detours
MISTAKE = 0.06  # probability of a random move among these
WILDEST = 3.0  # their temperatures range from 1 to this
FIRST = 8.0  # weight of the first position of a detour relative to the others
ADVICE = 0.2  # weight of the policy loss relative to the value loss
MAX_GRAD_NORM = 1.0
BETWEEN_SAVES = 60.0  # seconds


@dataclass(frozen=True)
class Settings(TableSettings):
    """Hyperparameters of the distillation."""

    game: str = USUAL_GAME
    num_players: int = 4
    options: str = ""  # of the game, comma-separated
    teacher: str = "strong"
    start: str = ""  # a policy to go on from, which has its own width and depth; empty: a new network
    width: int = 128
    depth: int = 1
    decisions: int = 5_000_000
    num_envs: int = 1024
    n_steps: int = 32  # decisions of each game per lesson
    batch_size: int = 2048  # decisions, each seen from every seat
    learning_rate: float = 2e-3  # initial value; decays to 0
    max_decisions: int = 500  # a longer game is a loss for everyone
    seed: int = 0
    device: str = "cpu"

    network: ClassVar[str] = ""
    start_temperature: ClassVar[float] = 1.0
    opponents = ""

    def __post_init__(self) -> None:
        self.check_least(LEAST)
        self.check_table()
        if self.sets:
            raise OptionError(f"setting options: cards={self.sets} are several card sets; a judge is for one")
        if self.device == "cuda" and not torch.cuda.is_available():
            raise OptionError("setting device: torch finds no GPU; use cpu")


LEAST = {
    **dict.fromkeys(("width", "decisions", "num_envs", "n_steps", "batch_size", "max_decisions"), 1),
    **dict.fromkeys(("depth", "seed", "learning_rate"), 0),
    "num_players": 2,
}


def think(ends: Any, obs: Tensor) -> tuple[Tensor, Tensor]:
    """The logits (N, actions) and the values (N,) of observations (N, columns)."""
    if isinstance(ends, PlainEnds):
        return ends.network(obs)  # type: ignore[no-any-return]
    h = ends.hidden(obs.T if isinstance(ends, DenseEnds) else obs).float()
    return ends.network.policy(h), ends.network.values(h)


class Lessons:
    """Some decisions of many games: the observations of all seats, and the teacher's values and probabilities.

    ``worth`` is the value target of every seat, (steps, N, players): the teacher's value when that seat is next to
    move, or the return if the game ends first; NaN within turns, and where neither happens before the last step.
    """

    def __init__(self, steps: int, batch: Any, device: str = "cpu") -> None:
        n, players = batch.num_envs, batch.num_players
        blank = partial(torch.zeros, device=device)
        self.obs = blank((steps, n, players, batch.observation_spec.size), dtype=torch.int8)
        self.mask = blank((steps, n, batch.num_actions), dtype=torch.int8)
        self.seat = blank((steps, n), dtype=torch.int64)
        self.advice = blank((steps, n, batch.num_actions), dtype=torch.float16)
        self.value = blank((steps, n))
        self.between = blank((steps, n), dtype=torch.bool)  # turns
        self.reward = blank((steps, n, players))
        self.done = blank((steps, n), dtype=torch.bool)
        self.worth = blank((steps, n, players))
        self.weight = blank((steps, n))  # of the value loss

    def rows(self) -> list[Tensor]:
        """The training data, one row per decision, in the order of LEARNED."""
        return [getattr(self, name).flatten(0, 1) for name in LEARNED]

    def look_back(self) -> None:
        """Fill in the value targets; the first position between turns after the first decision has more weight."""
        later = self.between.clone()
        later[0] = False
        first = later & (later.cumsum(0) == 1)
        self.weight.copy_(torch.where(first, FIRST, 1.0))
        known = torch.full_like(self.worth[0], math.nan)
        for step in range(len(self.worth) - 1, -1, -1):
            between = self.between[step].unsqueeze(1)
            own = between & nn.functional.one_hot(self.seat[step], known.shape[1]).bool()
            known = torch.where(self.done[step].unsqueeze(1), self.reward[step], known)
            known = torch.where(own, self.value[step].unsqueeze(1), known)
            self.worth[step] = torch.where(between, known, math.nan)


LEARNED = ("obs", "mask", "seat", "worth", "weight", "advice")


class Teaching:
    """The teacher, its games, and the network that learns from them.

    On a GPU, games and lessons stay there. Lessons are row-major on any device, as minibatches are drawn from them.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        torch.manual_seed(s.seed)
        self.batch = make_batch(
            *(s.game, s.num_envs, s.num_players),
            device=s.device,
            seed=s.seed,
            max_decisions=s.max_decisions,
            extras=("seat_obs",),
            **s.game_options,
        )
        rules = self.batch.rules
        self.feature_major = not isinstance(self.batch, Batch)
        shown = {"obs", "seat_obs", "mask", "seat", "reward", "done", "truncated"}
        shown |= {"states"} if self.feature_major else set()  # those of the CPU are records
        self.shown = {name: torch.as_tensor(getattr(self.batch, name), device=s.device) for name in shown}
        self.turn_begins = torch.from_numpy(rules.turn_begins).to(s.device)
        self.teacher = make_ends(read_network(self._policy(s.teacher), rules).to(s.device), s.device)
        self.network = first_network(rules, s).to(s.device)
        if self.network.blueprint.name:
            raise OptionError(f"setting start: {s.start!r} has a network of its own, which searches cannot read")
        self.learned = self._policy(s.start).about.decisions if s.start else 0  # before
        self.ends = make_ends(self.network, s.device)
        on_gpu = s.device == "cuda"
        self.losses: Any = torch.compile(self._losses) if on_gpu else self._losses
        self.optimiser = torch.optim.Adam(self.network.parameters(), s.learning_rate, eps=1e-5, fused=on_gpu)
        self.lessons = Lessons(s.n_steps, self.batch, s.device)
        self.number = 0  # of lessons so far
        self.heat = torch.linspace(1, WILDEST, s.num_envs, device=s.device)[:, None]
        agents = {name: f"policy:{source}" for name in ("teacher", "start") if (source := getattr(s, name))}
        self.terms = make_terms("judge", asdict(s), rules, agents)
        self.stream: Any = nullcontext()
        if on_gpu:
            torch.set_float32_matmul_precision("high")
            stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            torch.cuda.synchronize()
            self.batch.use_stream(stream.cuda_stream)
            self.stream = torch.cuda.stream(stream)

    def _policy(self, source: str) -> Policy:
        rules = self.batch.rules
        return find_policy(source, rules.name, rules.num_players, rules.options)

    @property
    def total(self) -> int:
        """The number of lessons in all."""
        return max(1, self.settings.decisions // (self.settings.n_steps * self.settings.num_envs))

    @property
    def decisions(self) -> int:
        return self.number * self.settings.n_steps * self.settings.num_envs

    def work(self) -> tuple[float, float]:
        """One lesson: returns the value loss (mean squared error) and the policy loss (KL divergence).

        All randomness derives from the seed and the lesson number, so a lesson can be repeated.
        """
        rng = np.random.default_rng((self.settings.seed, self.number))
        with self.stream:
            self.play(rng)
            losses = self.learn(rng)
        self.number += 1
        return losses

    # -------------------------------------------------------------------------------------------- playing

    def _show(self, name: str) -> Tensor:
        """What the batch shows, games first."""
        shown = self.shown[name]
        return shown.movedim(-1, 0) if self.feature_major else shown

    def _between_turns(self) -> Tensor:
        """In which games a turn begins."""
        if not self.feature_major:
            return torch.from_numpy(self.batch.rules.begins_turn(self.batch.states))
        kind, at = self.batch.rules.new_states(1).dtype.fields["decision"][:2]  # int16
        decision = self.shown["states"][:, at : at + kind.itemsize].contiguous().view(torch.int16)
        return self.turn_begins[decision.squeeze(1).long()]

    def _ask(self, generator: torch.Generator, heat: Any = 1.0) -> tuple[Tensor, Tensor, Tensor]:
        """Actions sampled from the teacher in every game, with its logits and values."""
        logits, values = think(self.teacher, self._show("obs"))
        logits = logits.masked_fill(self._show("mask") == 0, -math.inf)
        noise = -torch.empty_like(logits).exponential_(generator=generator).log()
        return (logits / heat + noise).argmax(1), logits, values

    @torch.no_grad()
    def play(self, rng: np.random.Generator) -> None:
        """Make a detour in all games, restore them, and play on a little."""
        batch, lessons, n = self.batch, self.lessons, self.batch.num_envs
        generator = torch.Generator(self.settings.device).manual_seed(int(rng.integers(1 << 62)))
        lost = -1 / (batch.num_players - 1)
        spread = math.sqrt(batch.num_players - 1)  # of returns: values are in units of it
        before = self._moment()
        for step in range(self.settings.n_steps):
            actions, logits, values = self._ask(generator)
            if step == 0:
                actions = self._stray(actions, rng.random(n) < STRAY)
            lessons.obs[step], lessons.mask[step] = self._show("seat_obs"), self._show("mask")
            lessons.seat[step], lessons.value[step] = self._show("seat"), values
            lessons.advice[step] = torch.softmax(logits, 1)
            lessons.between[step] = self._between_turns()
            self._step(actions)
            reward = torch.where(self._show("truncated").unsqueeze(1), lost, self._show("reward"))
            lessons.reward[step], lessons.done[step] = reward * spread, self._show("done")
        lessons.look_back()
        self._return_to(before)
        for _ in range(ON):
            actions = self._ask(generator, self.heat)[0]
            self._step(self._stray(actions, rng.random(n) < MISTAKE))

    def _stray(self, actions: Tensor, games: NDArray[np.bool_]) -> Tensor:
        """Random actions instead, in some games."""
        device = actions.device
        drawn = torch.as_tensor(self.batch.sample(), device=device).long()
        return torch.where(torch.from_numpy(games).to(device), drawn, actions)

    def _step(self, actions: Tensor) -> None:
        self.batch.step(actions if self.feature_major else actions.numpy())

    def _moment(self) -> Any:
        """All games as they are."""
        return self.shown["states"].clone() if self.feature_major else self.batch.snapshot()

    def _return_to(self, moment: Any) -> None:
        if self.feature_major:
            self.shown["states"].copy_(moment)
            self.batch.look()
        else:
            self.batch.restore(moment)

    # -------------------------------------------------------------------------------------------- learning

    def learn(self, rng: np.random.Generator) -> tuple[float, float]:
        """One epoch over the lesson."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * max(0.0, 1 - self.number / self.total)
        device, rows = self.settings.device, self.lessons.rows()
        order = rng.permutation(self.lessons.seat.numel())
        parts = np.array_split(order, max(1, len(order) // self.settings.batch_size))
        losses = torch.zeros(2, device=device)
        for part in parts:
            chosen = torch.from_numpy(part).to(device)
            value_loss, advice_loss = self.losses(*(row[chosen] for row in rows))
            self.optimiser.zero_grad()
            (value_loss + ADVICE * advice_loss).backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRAD_NORM)
            self.optimiser.step()
            losses += torch.stack([value_loss, advice_loss]).detach() / len(parts)
        mean_value_loss, mean_advice_loss = losses.tolist()
        return mean_value_loss, mean_advice_loss

    def _losses(
        self, obs: Tensor, mask: Tensor, seat: Tensor, worth: Tensor, weight: Tensor, advice: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The value loss of all seats between turns, and the policy loss of the deciding seats."""
        count, players = worth.shape
        logits, values = think(self.ends, obs.flatten(0, 1))
        worth = worth.flatten()
        weight = torch.where(worth.isnan(), 0, weight.repeat_interleave(players))
        value_loss = (weight * (values - worth.nan_to_num()) ** 2).sum() / weight.sum().clamp(min=1)
        logits = logits.reshape(count, players, -1)[torch.arange(count, device=worth.device), seat]
        logits = logits.masked_fill(mask == 0, -1e9)
        advice = advice.float()
        lost = advice * (advice.clamp(min=1e-8).log() - torch.log_softmax(logits, 1))
        return value_loss, lost.sum(1).mean()

    # -------------------------------------------------------------------------------------------- files

    def save(self, folder: Path) -> None:
        """Write the network and the checkpoint."""
        s = self.settings
        made, decisions = self.network.blueprint, self.learned + self.decisions
        about = About.at_table(self.batch.rules, made.width, made.depth, decisions, note=f"taught by {s.teacher}")
        save_policy(folder / FILE, self.network, about, half=True)
        tensors = pack(self.network, self.optimiser)
        tensors |= {f"games.{name}": torch.from_numpy(array) for name, array in self.batch.snapshot().items()}
        save_tensors(folder / RESUME, tensors, {"terms": self.terms, "number": self.number})

    def resume(self, kept: RunFolder) -> None:
        """Resume from the checkpoint, if there is one."""
        path = kept.resume
        if not path.exists():
            return
        tensors, notes = load_tensors(path)
        kept.check(notes.get("terms"), self.terms, extend=False)
        try:
            unpack(tensors, self.network, self.optimiser)
            self.batch.restore({name: tensor.numpy() for name, tensor in part_of(tensors, "games.").items()})
            self.number = int(notes["number"])
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise DataError(f"{path}: damaged: {error}") from None


def teach(settings: Settings, folder: Path, console: Console) -> Teaching:
    """Run to the end in a folder; an interrupted run resumes there."""
    kept = RunFolder(folder)
    try:
        return _teach(Teaching(settings), kept, console)
    finally:
        kept.close()


def _teach(teaching: Teaching, kept: RunFolder, console: Console) -> Teaching:
    teaching.resume(kept)
    kept.write(teaching.terms, settings_text(teaching.settings, "", "python -m gosu_env.training.judge"))
    saved = time.monotonic()
    with Progress(console=console) as progress:
        bar = progress.add_task("teaching", total=teaching.total, completed=teaching.number)
        while teaching.number < teaching.total:
            value_loss, policy_loss = teaching.work()
            progress.update(
                bar, advance=1, description=f"teaching · value loss {value_loss:.3f} · policy loss {policy_loss:.3f}"
            )
            if teaching.number == teaching.total or time.monotonic() - saved > BETWEEN_SAVES:
                teaching.save(kept.path)
                saved = time.monotonic()
    return teaching


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.judge", description=__doc__.split("\n")[0])
    parser.add_argument("--game", dest="game", choices=list(GAMES))
    parser.add_argument("--players", dest="num_players", type=int)
    parser.add_argument("--option", dest="options", action="append", help="an option of the game: teams, kamakor …")
    parser.add_argument("--teacher", help="name or file of a policy")
    for name in ("decisions", "width", "depth", "seed", "batch-size"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--envs", dest="num_envs", type=int, help="parallel games")
    parser.add_argument("--steps", dest="n_steps", type=int, help="decisions of each game per lesson")
    parser.add_argument("--device", choices=("cpu", "cuda"))
    add_changes(parser, "start=small")
    given = vars(parser.parse_args(arguments))
    file, words, folder = (given.pop(name) for name in ("settings", "set", "out"))
    changes = [*(read_changes(file) if file else []), *named_changes(**given), *parse_changes(words)]
    settings = change_settings(Settings(), changes)
    table = (settings.num_players, settings.seed, *settings.game_options)
    folder = folder or usual_folder(settings.game, "judge", *table)
    console = Terminal()
    teach(settings, folder, console)
    console.print(f"ismcts:200:judge={folder} searches with it; policy:{folder} plays it directly")


if __name__ == "__main__":
    start(main)
