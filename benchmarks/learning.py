"""Strength over time, side by side: ``python -m benchmarks.learning``.

From nothing, on two cores: TD(λ) and PPO in self-play, as their presets have them, and sb3-contrib's MaskablePPO with
the network of the preset ``ppo``, which holds one seat and learns against greedy, the player that all are measured
against. Only playing and learning count as time, after everything is compiled. Decisions of MaskablePPO are those of
its own seat.

Every run is a file in ``--parts``; a run that is there is not made again. ``--only td-0`` makes just that one, so that
runs can be spread over cores. With all of them there, the figures go to ``results/learning.json``, and the picture
beside it. The last measurement of a run has more deals than those on the way.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.machine import machine
from gosu_env import OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import find_rules
from gosu_env.training.algorithms import make_learner
from gosu_env.training.match import Score, play_match
from gosu_env.training.players import NetworkPlayer, Player, make_player
from gosu_env.training.presets import find_preset

RESULTS = Path(__file__).parent / "results"
ALGORITHMS = {"td": "TD(λ), self-play", "ppo": "PPO, self-play", "maskable": "MaskablePPO, against greedy"}
COLOURS = {"td": "#c2410c", "ppo": "#1d4ed8", "maskable": "#6b7280"}
PRESETS = {"td": "quick", "ppo": "ppo"}
RUNS = "td-0,td-1,td-2,td-3,td-4,ppo-0,ppo-1,ppo-2,maskable-0,maskable-1,maskable-2"
Step = Callable[[], int]  # plays and learns; how many decisions there are then


def start(algorithm: str, seed: int) -> tuple[Step, Callable[[], Player], int]:
    """How to go on, the player that there is by now, and after how many decisions the run is over (0: never)."""
    if algorithm == "maskable":
        return (*start_maskable(seed), 0)
    settings = find_preset(PRESETS[algorithm], seed=seed)
    warm = make_learner(replace(settings, decisions=10**9))  # compiles
    warm.play()
    warm.learn()
    warm.player()
    learner = make_learner(settings)

    def step() -> int:
        learner.play()
        learner.learn()
        return int(learner.decisions)

    return step, learner.player, settings.decisions


def start_maskable(seed: int) -> tuple[Step, Callable[[], Player]]:
    from gosu_env.agents import make_agent  # noqa: PLC0415
    from gosu_env.envs.sb3 import GosuVecEnv  # noqa: PLC0415
    from gosu_env.training.sb3_maskable import make_model, network_of  # noqa: PLC0415

    settings: Any = find_preset("ppo", seed=seed)
    names = ("n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "learning_rate", "ent_coef", "clip_range")
    learned = {name: getattr(settings, name) for name in names}
    env = GosuVecEnv(settings.num_envs, opponents=[make_agent("greedy", seed)], max_decisions=settings.max_decisions)
    env.seed(seed)
    model = make_model(env, settings.width, settings.depth, **learned, seed=seed, device="cpu")
    at_once = settings.num_envs * settings.n_steps

    def step() -> int:
        model.learn(at_once, reset_num_timesteps=False)
        return int(model.num_timesteps)

    return step, lambda: NetworkPlayer(copy.deepcopy(network_of(model)))


def learn(
    algorithm: str, seed: int, seconds: float, every: float, deals: int, last_deals: int
) -> Iterator[dict[str, Any]]:
    """One run, until its time is up or it is over; a row for every measurement."""
    rules = find_rules("gosu", 2, {"reward": "win"})
    rival = make_player("greedy", rules)
    step, player, last = start(algorithm, seed)
    spent, due = 0.0, every
    while True:
        before = perf_counter()
        decisions = step()
        spent += perf_counter() - before
        over = spent >= seconds or 0 < last <= decisions
        if spent >= due or over:
            score = play_match(player(), rival, rules, last_deals if over else deals, seed=2**32)
            due = spent + every
            found = {"won": score.mean, "interval": [score.low, score.high], "games": score.games}
            yield {"decisions": decisions, "seconds": spent, **found}
        if over:
            return


def draw(runs: list[dict[str, Any]]) -> bytes:
    """Wins against greedy, over wall-clock time and over decisions."""
    from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, set_bare, set_title  # noqa: PLC0415

    figure = empty_figure(9.6, 3.8)
    for axes, column, unit, title in zip(
        figure.subplots(1, 2, sharey=True), ("seconds", "decisions"), (60, 1e6), ("time", "decisions"), strict=True
    ):
        for name, meaning in ALGORITHMS.items():
            for index, run in enumerate(run for run in runs if run["algorithm"] == name):
                x = [row[column] / unit for row in run["curve"]]
                label = meaning if index == 0 and column == "seconds" else None
                axes.plot(x, [100 * row["won"] for row in run["curve"]], color=COLOURS[name], alpha=0.85, label=label)
        axes.axhline(50, color=QUIET, linewidth=1, linestyle=":")
        axes.set_xlim(left=0)
        axes.set_ylim(0, 80)
        axes.set_xlabel({"seconds": "minutes of play and learning", "decisions": "million decisions"}[column])
        axes.grid(axis="y", color=GRID)
        axes.set_axisbelow(True)
        set_bare(axes)
        set_title(axes, f"Strength over {title}", "won against greedy, %; from nothing, on two cores; a line per seed")
    figure.axes[0].legend(frameon=False, loc="upper left", fontsize=9)
    return as_png(figure)


def tell(runs: list[dict[str, Any]]) -> Table:
    """The last measurement of every run."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "seed", "decisions", "seconds", "decisions/s", "games", "wins against greedy"):
        table.add_column(heading, justify="left" if not heading else "right")
    for run in runs:
        row = run["curve"][-1]
        rate = row["decisions"] / row["seconds"]
        low, high = row["interval"]
        numbers = (f"{row['decisions']:,}", f"{row['seconds']:.0f}", f"{rate:,.0f}", f"{row['games']:,}")
        table.add_row(
            ALGORITHMS[run["algorithm"]], str(run["seed"]), *numbers, str(Score(row["won"], low, high, row["games"]))
        )
    return table


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="of every run, at most")
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two measurements")
    parser.add_argument("--deals", type=int, default=200, help="of a measurement, from every seat")
    parser.add_argument("--last-deals", type=int, default=1000, help="of the last one")
    parser.add_argument("--runs", default=RUNS, help="algorithms with their seeds")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", help="one run: td-0, ppo-1, maskable-2")
    parser.add_argument("--parts", type=Path, default=Path("runs/learning"), help="the folder of the runs")
    given = parser.parse_args(arguments)
    torch.set_num_threads(given.threads)
    names = given.runs.split(",")
    for name in [*names, *([given.only] if given.only else [])]:
        algorithm, _, seed = name.partition("-")
        if algorithm not in ALGORITHMS or not seed.isdecimal():
            raise OptionError(f"run {name!r}: expected ALGORITHM-SEED, with one of {', '.join(ALGORITHMS)}: td-0")
    console = Console()
    given.parts.mkdir(parents=True, exist_ok=True)
    for name in [given.only] if given.only else names:
        path = given.parts / f"{name}.json"
        if path.exists():
            continue
        algorithm, _, seed = name.partition("-")
        curve = []
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task(name, total=given.seconds)
            for row in learn(algorithm, int(seed), given.seconds, given.every, given.deals, given.last_deals):
                curve.append(row)
                told = f"{name} · {row['decisions']:,} decisions · {100 * row['won']:.0f} %"
                progress.update(bar, completed=row["seconds"], description=told)
                if not console.is_terminal:
                    console.print(told, f"· {row['seconds']:.0f} s")
        run = {"algorithm": algorithm, "seed": int(seed), "machine": machine(), "curve": curve}
        write_whole(path, json.dumps(run, indent=1).encode())
    made = [given.parts / f"{name}.json" for name in names]
    if all(path.exists() for path in made):
        runs = [json.loads(path.read_bytes()) for path in made]
        console.print(tell(runs))
        content = {"threads": given.threads, "runs": runs}
        write_whole(RESULTS / "learning.json", (json.dumps(content, indent=1) + "\n").encode())
        write_whole(RESULTS / "learning.png", draw(runs))


if __name__ == "__main__":
    main()
