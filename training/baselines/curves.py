"""True exploitability while baselines learn: runs of several algorithms and seeds, a table and a picture.

A run that is over is kept; one that was interrupted begins anew, since its networks are small and its time is short.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from gosu_env.agents.arena.drawing import GRID, as_png, empty_figure, set_bare, set_title
from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_game
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.solver.solution import RANDOM, Solution
from gosu_env.solver.tree import describe_game
from gosu_env.training.baselines.games import Baseline

ALGORITHMS = {
    "nfsp": ("NFSP", "nfsp", "NFSP"),
    "psro": ("PSRO", "psro", "PSRO"),
    "rnad": ("R-NaD", "rnad", "RNaD"),
    "ppo": ("PPO, self-play", "usual", "PPO"),
    "td": ("TD(λ), self-play", "usual", "TD"),
}
COLOURS = ("#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#9c755f")
POINTS = 20  # of a curve
TICKS = (1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)


@dataclass(frozen=True)
class Settings:
    """What is run."""

    algorithms: tuple[str, ...] = tuple(ALGORITHMS)
    seeds: int = 2
    decisions: int = 300_000  # that each learns from
    game: str = USUAL_GAME

    def __post_init__(self) -> None:
        for name in self.algorithms:
            if name not in ALGORITHMS:
                raise OptionError(f"unknown algorithm {name!r}; {nearest(name, list(ALGORITHMS))}")
        for name in ("seeds", "decisions"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} must be 1 or more, not {getattr(self, name)}")


@dataclass(frozen=True)
class Point:
    """Of a curve."""

    decisions: int
    seconds: float  # of learning
    exploitability: float


def make_baseline(name: str, game: str, options: dict[str, Any], seed: int) -> Baseline:
    """An algorithm by name."""
    _, module, made = ALGORITHMS[name]
    found: Any = getattr(importlib.import_module(f"gosu_env.training.baselines.{module}"), made)
    baseline: Baseline = found(game, options, seed)
    return baseline


class Curves:
    """All runs, in a folder."""

    def __init__(self, folder: Path, settings: Settings, options: dict[str, Any]) -> None:
        self.folder, self.settings, self.options = folder, settings, options
        self.solution = Solution(folder / "solution", settings.game, options)
        self.about = {"game": describe_game(settings.game, options), "decisions": settings.decisions}
        self.runs: dict[str, list[Point]] = {}  # by algorithm and seed: "nfsp-0"
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
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise DataError(f"{self.path}: damaged: {error}; remove it to begin anew") from None
        if about != self.about:
            raise OptionError(f"{self.folder}: has runs of another game or length; use another folder")

    def run(self, console: Console) -> None:
        """Everything that has not been run."""
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("enumerating", total=1.0)
            self.solution.enumerate(lambda done: progress.update(bar, completed=done))
            self.solution.solve(500)
            for seed in range(self.settings.seeds):
                for name in self.settings.algorithms:
                    if f"{name}-{seed}" not in self.runs:
                        bar = progress.add_task(f"{name}, seed {seed}", total=self.settings.decisions)
                        self.runs[f"{name}-{seed}"] = self._learn(name, seed, progress, bar)
                        write_whole(self.path, json.dumps(self.as_dict(), indent=1).encode())

    def _learn(self, name: str, seed: int, progress: Progress, bar: Any) -> list[Point]:
        s, tree = self.settings, self.solution.tree
        learner = make_baseline(name, s.game, self.options, seed)
        points: list[Point] = []
        decisions, seconds = 0, 0.0
        while decisions < s.decisions:
            begun = time.perf_counter()
            decisions += learner.learn()
            seconds += time.perf_counter() - begun
            if decisions >= min((len(points) + 1) * s.decisions / POINTS, s.decisions):
                measured = self.solution.measure(name, learner.policy(tree))
                points.append(Point(decisions, round(seconds, 2), measured.exploitability))
            progress.update(bar, completed=decisions)
        return points

    def as_dict(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "runs": {name: [asdict(point) for point in points] for name, points in self.runs.items()},
        }

    def table(self) -> Table:
        """The end of every run."""
        table = Table(box=box.SIMPLE_HEAD, title="Exploitability at the end", title_justify="left")
        table.add_column("algorithm")
        for seed in range(self.settings.seeds):
            table.add_column(f"seed {seed}", justify="right")
        table.add_column("seconds", justify="right")
        for name in self.settings.algorithms:
            ends = [self.runs[f"{name}-{seed}"][-1] for seed in range(self.settings.seeds)]
            told = [f"{point.exploitability:.3f}" for point in ends]
            table.add_row(ALGORITHMS[name][0], *told, f"{np.mean([point.seconds for point in ends]):.0f}")
        return table

    def picture(self) -> bytes:
        """Exploitability over decisions, on a logarithmic scale: a line for every run."""
        figure = empty_figure(8.2, 4.8)
        axes = figure.add_subplot()
        for name, colour in zip(ALGORITHMS, COLOURS, strict=True):
            runs = [points for run, points in self.runs.items() if run.rpartition("-")[0] == name]
            for seed, points in enumerate(runs):
                label = ALGORITHMS[name][0] if seed == 0 else None
                at, height = [p.decisions for p in points], [p.exploitability for p in points]
                axes.plot(
                    at,
                    height,
                    color=colour,
                    marker="o",
                    markersize=3,
                    linewidth=1.8,
                    alpha=1 - 0.35 * (seed > 0),
                    label=label,
                )
        for name in (RANDOM, "greedy"):
            level = self.solution.measure(name, self.solution.policy_of(name)).exploitability
            axes.axhline(level, color="#6b7280", linewidth=1, linestyle="--")
            axes.annotate(name, (1, level), (-4, 3), ("axes fraction", "data"), "offset points", ha="right", fontsize=9)
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.set_yticks([tick for tick in TICKS if low <= tick <= high], minor=False)
        axes.yaxis.set_major_formatter("{x:g}")
        axes.minorticks_off()
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_xlabel("decisions played", fontsize=10)
        axes.set_ylabel("exploitability", fontsize=10)
        axes.grid(color=GRID, linewidth=0.8)
        axes.legend(frameon=False, fontsize=9)
        set_bare(axes)
        set_title(
            axes, "Exploitability while learning", "what a perfect opponent gains on average; 0 is an equilibrium"
        )
        return as_png(figure)


def main(arguments: list[str] | None = None) -> Curves:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.baselines.curves", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--algorithms", default=",".join(ALGORITHMS), help="some of them, with commas")
    parser.add_argument("--seeds", type=int, default=Settings.seeds, help="runs of each")
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="that each run learns from")
    parser.add_argument("--game", choices=list(GAMES), default=USUAL_GAME)
    parser.add_argument("--option", action="append", default=[], help="an option of the game: size=mini")
    parser.add_argument("--out", type=Path, default=Path("runs") / "curves", help="folder of the results")
    given = parser.parse_args(arguments)
    names = tuple(name.strip() for name in given.algorithms.split(",") if name.strip())
    torch.set_num_threads(1)  # networks are small; and a seed gives the same run on any machine of this kind
    settings = Settings(names, given.seeds, given.decisions, given.game)
    curves = Curves(given.out, settings, find_game(given.game).OPTIONS.read(given.option))
    console = Terminal()
    curves.run(console)
    write_whole(curves.folder / "curves.png", curves.picture())
    console.print(curves.table())
    console.print(f"in {curves.folder}: curves.json, curves.png", style="dim")
    return curves


if __name__ == "__main__":
    main()
