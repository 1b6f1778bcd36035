"""True exploitability while baselines learn: runs of several algorithms and seeds, a table and a picture.

A run that is over is kept; one that was interrupted begins anew, since its networks are small and its time is short.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from gosu_env.agents.processes import run_together
from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_game
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.solver.solution import RANDOM, Solution
from gosu_env.solver.tree import describe_game
from gosu_env.training.baselines.games import Baseline
from gosu_env.training.baselines.search import SIMULATIONS, Searched, measure_search
from gosu_env.training.command import start

ALGORITHMS = {
    "nfsp": ("NFSP", "nfsp", "NFSP"),
    "deep_cfr": ("Deep CFR", "deep_cfr", "DeepCFR"),
    "psro": ("PSRO", "psro", "PSRO"),
    "rnad": ("R-NaD", "rnad", "RNaD"),
    "ppo": ("PPO, self-play", "usual", "PPO"),
    "league": ("League", "league", "League"),
    "td": ("TD(λ), self-play", "usual", "TD"),
}


@dataclass(frozen=True)
class Settings:
    """What is run."""

    algorithms: tuple[str, ...] = tuple(ALGORITHMS)
    seeds: int = 2
    decisions: int = 300_000  # that each learns from
    game: str = USUAL_GAME
    search: tuple[int, ...] = SIMULATIONS  # budgets of ISMCTS; none: it is not measured
    jobs: int = 1  # runs at the same time
    points: int = 20  # of a curve

    def __post_init__(self) -> None:
        for name in self.algorithms:
            if name not in ALGORITHMS:
                raise OptionError(f"unknown algorithm {name!r}; {nearest(name, list(ALGORITHMS))}")
        for name in ("seeds", "decisions", "jobs", "points"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} must be 1 or more, not {getattr(self, name)}")
        if any(simulations < 1 for simulations in self.search):
            raise OptionError(f"search: simulations must be 1 or more, not {min(self.search)}")


@dataclass(frozen=True)
class Point:
    """Of a curve."""

    decisions: int
    seconds: float  # of CPU time, of learning
    exploitability: float


def make_baseline(name: str, game: str, options: dict[str, Any], seed: int) -> Baseline:
    """An algorithm by name."""
    _, module, made = ALGORITHMS[name]
    found: Any = getattr(importlib.import_module(f"gosu_env.training.baselines.{module}"), made)
    baseline: Baseline = found(game, options, seed)
    return baseline


def learn_curve(
    solution: Solution, name: str, seed: int, settings: Settings, told: Callable[[int], None] = lambda done: None
) -> list[Point]:
    """A run of one algorithm from one seed; ``told`` hears how many decisions it has learned from."""
    learner = make_baseline(name, solution.game, solution.options, seed)
    points: list[Point] = []
    done, seconds, decisions = 0, 0.0, settings.decisions
    while done < decisions:
        begun = time.process_time()
        done += learner.learn()
        seconds += time.process_time() - begun
        if done >= min((len(points) + 1) * decisions / settings.points, decisions):
            found = solution.exploitability(learner.policy(solution.tree))
            points.append(Point(done, round(seconds, 2), found))
        told(done)
    return points


# What a process of its own does: it reads the tree from the folder.
def _open(folder: Path, game: str, options: dict[str, Any]) -> Solution:
    torch.set_num_threads(1)
    solution = Solution(folder, game, options)
    solution.enumerate()
    return solution


def _learn_alone(folder: Path, game: str, options: dict[str, Any], *run: Any) -> list[Point]:
    return learn_curve(_open(folder, game, options), *run)


def _search_alone(folder: Path, game: str, options: dict[str, Any], *asked: int) -> Searched:
    return measure_search(_open(folder, game, options), *asked)


class Curves:
    """All runs, in a folder."""

    def __init__(self, folder: Path, settings: Settings, options: dict[str, Any]) -> None:
        self.folder, self.settings, self.options = folder, settings, options
        self.solution = Solution(folder / "solution", settings.game, options)
        self.about = {"game": describe_game(settings.game, options), "decisions": settings.decisions}
        self.runs: dict[str, list[Point]] = {}  # by algorithm and seed: "nfsp-0"
        self.search: dict[int, Searched] = {}  # by simulations
        self._read()

    @property
    def path(self) -> Path:
        return self.folder / "curves.json"

    def _read(self) -> None:
        if not self.path.exists():
            return
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            about = found["about"]
            self.runs = {name: [Point(**point) for point in points] for name, points in found["runs"].items()}
            searched = [Searched(**row | {"once": tuple(row["once"])}) for row in found.get("search", [])]
            self.search = {row.simulations: row for row in searched}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise DataError(f"{self.path}: damaged: {error}; remove it to begin anew") from None
        if about != self.about:
            raise OptionError(f"{self.folder}: has runs of another game or length; use another folder")

    def _save(self) -> None:
        write_whole(self.path, json.dumps(self.as_dict(), indent=1).encode())

    @property
    def missing_runs(self) -> list[tuple[str, int]]:
        """Algorithms and seeds that have not been run: a seed of all algorithms after the other."""
        s = self.settings
        return [(a, seed) for seed in range(s.seeds) for a in s.algorithms if f"{a}-{seed}" not in self.runs]

    @property
    def missing_searches(self) -> list[int]:
        """Budgets, the largest first, that were not measured with as many seeds."""
        kept = self.search
        asked = sorted(self.settings.search, reverse=True)
        return [n for n in asked if n not in kept or len(kept[n].once) < self.settings.seeds]

    def run(self, console: Console) -> None:
        """Everything that has not been run."""
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("enumerating", total=1.0)
            self.solution.enumerate(lambda done: progress.update(bar, completed=done))
            if self.settings.jobs > 1:
                self._run_together(progress)
                return
            s = self.settings
            for name, seed in self.missing_runs:
                bar = progress.add_task(f"{name}, seed {seed}", total=s.decisions)
                told = _teller(progress, bar)
                self.runs[f"{name}-{seed}"] = learn_curve(self.solution, name, seed, s, told)
                self._save()
            for simulations in self.missing_searches:
                bar = progress.add_task(f"search with {simulations:,} simulations", total=None)
                self.search[simulations] = measure_search(self.solution, simulations, s.seeds)
                self._save()
                progress.remove_task(bar)

    def _run_together(self, progress: Progress) -> None:
        """Several runs at a time, each in a process of its own; a seed gives the same run as alone."""
        s, where = self.settings, (self.solution.folder, self.settings.game, self.options)
        work: dict[str | int, Callable[[], Any]] = {}
        for simulations in self.missing_searches:  # first, because the largest takes longest
            work[simulations] = partial(_search_alone, *where, simulations, s.seeds)
        for name, seed in self.missing_runs:
            work[f"{name}-{seed}"] = partial(_learn_alone, *where, name, seed, s)
        bar = progress.add_task(f"{len(work)} runs", total=len(work))
        for done, result in run_together(work, s.jobs):
            if isinstance(done, str):
                self.runs[done] = result
            else:
                self.search[done] = result
            self._save()
            progress.advance(bar)

    def as_dict(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "runs": {name: [asdict(point) for point in self.runs[name]] for name in sorted(self.runs)},
            "search": [asdict(self.search[simulations]) for simulations in sorted(self.search)],
        }

    def of(self, algorithm: str) -> list[list[Point]]:
        """The runs of an algorithm, by seed."""
        found = [run for run in self.runs if run.rpartition("-")[0] == algorithm]
        return [self.runs[run] for run in sorted(found, key=lambda run: int(run.rpartition("-")[2]))]

    def table(self) -> Table:
        """The end of every run, and what searches reach."""
        table = Table(box=box.SIMPLE_HEAD, title="Exploitability at the end", title_justify="left")
        for column, side in (("algorithm", "left"), ("mean", "right"), ("lowest to highest", "right")):
            table.add_column(column, justify=side)  # type: ignore[arg-type]
        for column in ("runs", "seconds"):
            table.add_column(column, justify="right")
        for name in self.settings.algorithms:
            ends = [run[-1] for run in self.of(name)]
            row = told_spread([point.exploitability for point in ends])
            table.add_row(ALGORITHMS[name][0], *row, f"{np.mean([point.seconds for point in ends]):.0f}")
        for simulations in self.settings.search:
            searched = self.search[simulations]
            table.add_row(f"ISMCTS, {simulations:,}", *told_spread(searched.once), f"{searched.seconds:.0f}")
        return table

    def levels(self) -> dict[str, float]:
        """The exploitability of players that do not learn."""
        names = (RANDOM, "greedy")
        return {name: self.solution.exploitability(self.solution.policy_of(name)) for name in names}


def told_spread(found: Iterable[float]) -> tuple[str, str, str]:
    """The mean of some runs, their range, and how many they are."""
    all_of = list(found)
    return f"{np.mean(all_of):.3f}", f"{min(all_of):.3f} to {max(all_of):.3f}", str(len(all_of))


def told_times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _teller(progress: Progress, bar: Any) -> Callable[[int], None]:
    return lambda done: progress.update(bar, completed=done)


def main(arguments: list[str] | None = None) -> Curves:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.baselines.curves", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--algorithms", default=",".join(ALGORITHMS), help="some of them, with commas; empty: none")
    parser.add_argument("--seeds", type=int, default=Settings.seeds, help="runs of each")
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="that each run learns from")
    parser.add_argument("--points", type=int, default=Settings.points, help="of each run that are measured")
    parser.add_argument(
        "--search",
        default=",".join(map(str, SIMULATIONS)),
        help="simulations of ISMCTS, with commas; empty: search is not measured",
    )
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time, each in a process of its own")
    parser.add_argument("--game", choices=list(GAMES), default=USUAL_GAME)
    parser.add_argument("--option", action="append", default=[], help="an option of the game: size=mini")
    parser.add_argument("--out", type=Path, default=Path("runs") / "curves", help="folder of the results")
    given = parser.parse_args(arguments)
    names = tuple(name.strip() for name in given.algorithms.split(",") if name.strip())
    torch.set_num_threads(1)  # networks are small; and a seed gives the same run on any machine of this kind
    settings = Settings(
        names, given.seeds, given.decisions, given.game, _numbers(given.search), given.jobs, given.points
    )
    curves = Curves(given.out, settings, find_game(given.game).OPTIONS.read(given.option))
    console = Terminal()
    curves.run(console)
    console.print(curves.table())
    from gosu_env.training.baselines.curves_picture import draw_curves  # noqa: PLC0415  (it needs matplotlib)

    write_whole(curves.folder / "curves.png", draw_curves(curves))
    console.print(f"in {curves.folder}: curves.json, curves.png", style="dim")
    return curves


def _numbers(words: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(word) for word in words.split(",") if word.strip()}))
    except ValueError:
        raise OptionError(f"search: expected whole numbers with commas, such as 10,100, not {words!r}") from None


if __name__ == "__main__":
    start(main)
