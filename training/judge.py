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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from torch import Tensor

from gosu_env import DataError, OptionError, make_batch
from gosu_env.agents.policy import FILE, About, Policy, find_policy
from gosu_env.engine.rules import GAMES, USUAL_GAME
from gosu_env.engine.runs import usual_folder
from gosu_env.engine.shares import Shares
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

    def __init__(self, steps: int, batch: Any) -> None:
        n, players = batch.num_envs, batch.num_players
        self.obs = np.zeros((steps, n, players, batch.obs.shape[1]), np.int8)
        self.mask = np.zeros((steps, n, batch.num_actions), np.int8)
        self.seat = np.zeros((steps, n), np.int64)
        self.advice = torch.zeros((steps, n, batch.num_actions), dtype=torch.float16)
        self.value = np.zeros((steps, n), np.float32)
        self.between = np.zeros((steps, n), bool)  # turns
        self.reward = np.zeros((steps, n, players), np.float32)
        self.done = np.zeros((steps, n), bool)
        self.worth = np.zeros((steps, n, players), np.float32)
        self.weight = np.zeros((steps, n), np.float32)  # of the value loss

    def rows(self, device: str) -> dict[str, Tensor]:
        """The training data on a device, one row per decision."""
        learned = {name: getattr(self, name) for name in ("obs", "mask", "seat", "worth", "weight")}
        tensors = {name: torch.from_numpy(array) for name, array in learned.items()} | {"advice": self.advice}
        return {name: tensor.flatten(0, 1).to(device) for name, tensor in tensors.items()}

    def look_back(self) -> None:
        """Fill in the value targets; the first position between turns after the first decision has more weight."""
        later = self.between.copy()
        later[0] = False
        first = later & (np.cumsum(later, axis=0) == 1)
        self.weight[...] = np.where(first, FIRST, 1.0)
        known = np.full(self.worth.shape[1:], np.nan, np.float32)
        every = np.arange(len(known))
        for step in range(len(self.worth) - 1, -1, -1):
            known[self.done[step]] = self.reward[step][self.done[step]]
            between = every[self.between[step]]
            known[between, self.seat[step][between]] = self.value[step][between]
            self.worth[step] = np.where(self.between[step][:, None], known, np.nan)


class Teaching:
    """The teacher, its games, and the network that learns from them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.batch = make_batch(
            *(settings.game, settings.num_envs, settings.num_players),
            seed=settings.seed,
            max_decisions=settings.max_decisions,
            **settings.game_options,
        )
        rules = self.batch.rules
        self.teacher = make_ends(read_network(self._policy(settings.teacher), rules), settings.device)
        self.network = first_network(rules, settings)
        if self.network.blueprint.name:
            raise OptionError(f"setting start: {settings.start!r} has a network of its own, which searches cannot read")
        self.learned = self._policy(settings.start).about.decisions if settings.start else 0  # before
        self.ends = make_ends(self.network, settings.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), settings.learning_rate, eps=1e-5)
        self.lessons = Lessons(settings.n_steps, self.batch)
        self.number = 0  # of lessons so far
        self.heat = torch.linspace(1, WILDEST, settings.num_envs, device=settings.device)[:, None]
        self.shares = Shares(torch.get_num_threads())
        agents = {name: f"policy:{source}" for name in ("teacher", "start") if (source := getattr(settings, name))}
        self.terms = make_terms("judge", asdict(settings), rules, agents)

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
        self.play(rng)
        losses = self.learn(rng)
        self.number += 1
        return losses

    def _ask(self, generator: torch.Generator, heat: Any = 1.0) -> tuple[NDArray[np.int64], Tensor, Tensor]:
        """Actions sampled from the teacher in every game, with its logits and values."""
        device = self.settings.device
        logits, values = think(self.teacher, torch.from_numpy(self.batch.obs).to(device))
        logits = logits.masked_fill(torch.from_numpy(self.batch.mask).to(device) == 0, -math.inf)
        noise = -torch.empty_like(logits).exponential_(generator=generator).log()
        actions: NDArray[np.int64] = (logits / heat + noise).argmax(1).cpu().numpy()
        return actions, logits, values

    @torch.no_grad()
    def play(self, rng: np.random.Generator) -> None:
        """Make a detour in all games, restore them, and play on a little."""
        batch, lessons = self.batch, self.lessons
        generator = torch.Generator(self.settings.device).manual_seed(int(rng.integers(1 << 62)))
        spread = math.sqrt(batch.num_players - 1)  # of returns: values are in units of it
        before = batch.snapshot()
        for step in range(self.settings.n_steps):
            actions, logits, values = self._ask(generator)
            if step == 0:
                self._stray(actions, rng.random(batch.num_envs) < STRAY)
            self.shares.run(
                batch.rules.batch.observe_seats, batch.num_envs, batch.states, batch.rules.tables, lessons.obs[step]
            )
            lessons.mask[step], lessons.seat[step] = batch.mask, batch.seat
            lessons.advice[step] = torch.softmax(logits, 1).to(torch.float16)
            lessons.value[step] = values.cpu().numpy()
            lessons.between[step] = batch.rules.begins_turn(batch.states)
            batch.step(actions)
            reward = np.where(batch.truncated[:, None], -1 / (batch.num_players - 1), batch.reward)
            lessons.reward[step], lessons.done[step] = reward * spread, batch.done
        lessons.look_back()
        batch.restore(before)
        for _ in range(ON):
            actions = self._ask(generator, self.heat)[0]
            self._stray(actions, rng.random(batch.num_envs) < MISTAKE)
            batch.step(actions)

    def _stray(self, actions: NDArray[np.int64], games: NDArray[np.bool_]) -> None:
        """Replace the actions of some games with random ones."""
        actions[games] = self.batch.sample()[games]

    def learn(self, rng: np.random.Generator) -> tuple[float, float]:
        """One epoch over the lesson."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - self.number / self.total)
        rows = self.lessons.rows(self.settings.device)
        order = rng.permutation(self.lessons.seat.size)
        parts = np.array_split(order, max(1, len(order) // self.settings.batch_size))
        losses = torch.zeros(2, device=self.settings.device)
        for part in parts:
            chosen = torch.from_numpy(part).to(self.settings.device)
            value_loss, advice_loss = self._losses({name: tensor[chosen] for name, tensor in rows.items()})
            self.optimiser.zero_grad()
            (value_loss + ADVICE * advice_loss).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRAD_NORM)
            self.optimiser.step()
            losses += torch.stack([value_loss, advice_loss]).detach() / len(parts)
        mean_value_loss, mean_advice_loss = losses.tolist()
        return mean_value_loss, mean_advice_loss

    def _losses(self, rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The value loss of all seats between turns, and the policy loss of the deciding seats."""
        count, players = rows["worth"].shape
        logits, values = think(self.ends, rows["obs"].flatten(0, 1))
        worth = rows["worth"].flatten()
        weight = torch.where(worth.isnan(), 0, rows["weight"].repeat_interleave(players))
        value_loss = (weight * (values - worth.nan_to_num()) ** 2).sum() / weight.sum().clamp(min=1)
        logits = logits.reshape(count, players, -1)[torch.arange(count, device=worth.device), rows["seat"]]
        logits = logits.masked_fill(rows["mask"] == 0, -1e9)
        advice = rows["advice"].float()
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
