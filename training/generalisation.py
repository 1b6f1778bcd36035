"""How far policies generalise to card sets that they have never seen: the generalisation benchmark.

Networks learn by self-play on 1, 4, 16 … generated card sets, and are measured against a fixed opponent on these and on
sets that no network has learned from. The gap between the two is told for a network that reads what is printed on cards
and for one that knows cards by their numbers. Every run has its folder, and resumes there; results are kept run by run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich import box
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from gosu_env.agents.intervals import clustered_wilson
from gosu_env.agents.policy import FILE, PolicyWarning, find_policy
from gosu_env.agents.printed import PRINTED
from gosu_env.agents.processes import deaths_told, run_together
from gosu_env.engine.errors import DataError, MissingExtraError, OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.generated import PREFIX
from gosu_env.engine.rules import USUAL_GAME, find_card_sets
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import read_network
from gosu_env.training.command import start
from gosu_env.training.match import play_deals
from gosu_env.training.players import NetworkPlayer, make_player
from gosu_env.training.ppo import Settings
from gosu_env.training.presets import find_preset, ppo_only
from gosu_env.training.run import Run

NETWORKS = {"printed": PRINTED, "number": ""}  # the setting ``network`` of each
TITLES = {"printed": "reads what is printed", "number": "knows cards by number"}
COLOURS = {"printed": "#0f766e", "number": "#c2410c"}
APART = 1000  # between the first training sets of two seeds
UNSEEN = 100_000  # the first set to test with
Counts = list[tuple[float, int]]  # of every card set: games won, and games
DIED = (
    "a process that ran died; finished runs are kept: run the same command to resume, or use --jobs 1 to see the cause"
)


@dataclass(frozen=True)
class Plan:
    """What is run: every network on every number of sets, with every seed."""

    networks: tuple[str, ...] = tuple(NETWORKS)
    sets: tuple[int, ...] = (1, 4, 16)  # to learn from
    seeds: int = 1
    decisions: int = 400_000  # that each run learns from
    unseen: int = 50  # sets to test with
    deals: int = 200  # of a measurement, each from both seats, from the sets in turn
    opponent: str = "greedy"
    preset: str = "ppo"
    width: int = 64
    num_envs: int = 0  # games at a time; 0: as in the preset
    measurements: int = 4  # how often a run is saved

    def __post_init__(self) -> None:
        for name in self.networks:
            if name not in NETWORKS:
                raise OptionError(f"networks: unknown network {name!r}; {nearest(name, list(NETWORKS))}")
        for name, values in {"sets": self.sets, "seeds": [self.seeds], "decisions": [self.decisions]}.items():
            if not values or min(values) < 1:
                raise OptionError(f"{name}: expected whole numbers, 1 or more, not {values!r}")
        if max(self.sets) > APART:
            raise OptionError(f"sets: {max(self.sets)} is too large; expected {APART} or less")
        for name in ("unseen", "deals", "width", "measurements"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name}: expected 1 or more, not {getattr(self, name)}")

    def about(self) -> dict[str, Any]:
        """What results of all runs have in common; plans that agree in this share a folder."""
        return {name: value for name, value in asdict(self).items() if name not in ("networks", "sets", "seeds")}

    def runs(self) -> list[tuple[str, int, int]]:
        """Network, number of sets and seed of every run, one seed after the other."""
        return [(network, sets, seed) for seed in range(self.seeds) for sets in self.sets for network in self.networks]

    def settings(self, network: str, sets: int, seed: int) -> Settings:
        """The settings of a run."""
        preset = ppo_only(self.preset, find_preset(self.preset, options={"cards": set_range(seed * APART, sets)}))
        changed = replace(preset, decisions=self.decisions, width=self.width, seed=seed, imitation=0)
        return replace(changed, network=NETWORKS[network], num_envs=self.num_envs or preset.num_envs)


PLANS = {
    "quick": Plan(),
    "cpu": Plan(sets=(1, 4, 16, 64), seeds=2, decisions=3_000_000, unseen=100, deals=500),
    "gpu": Plan(
        sets=(1, 4, 16, 64, 256), seeds=2, decisions=120_000_000, unseen=100, deals=1000, preset="gpu", width=256,
        num_envs=16_384, measurements=1,
    ),
}  # fmt: skip
MEANINGS = {
    "quick": "about ten minutes on two cores: to see that it works",
    "cpu": "hours on two cores",
    "gpu": "some minutes on a large GPU, with --jobs 4",
}


def set_range(first: int, count: int) -> str:
    """The name of some card sets in a row."""
    return f"{PREFIX}{first}" if count == 1 else f"{PREFIX}{first}-{first + count - 1}"


@dataclass(frozen=True)
class Result:
    """What came of one run."""

    network: str
    sets: int
    seed: int
    seconds: float  # of learning
    seen: Counts  # on the sets that it learned from
    unseen: Counts


@dataclass(frozen=True)
class Rate:
    """A share of games won over all seeds, and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, counts: Iterable[Counts]) -> Rate:
        """From the counts of several runs; games with one set are not independent of each other, sets are."""
        rows = np.array([pair for each in counts for pair in each], np.float64)
        low, high = clustered_wilson(rows[:, 0], rows[:, 1])
        return cls(float(rows[:, 0].sum() / rows[:, 1].sum()), low, high)

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ({100 * self.low:.1f}–{100 * self.high:.1f})"


def deal_counts(shares: np.ndarray[Any, Any], sets: int) -> Counts:
    """Games won and played with every card set; the deals are from the sets in turn."""
    return [(float(shares[number::sets].sum()), shares[number::sets].size) for number in range(min(sets, len(shares)))]


def measure(plan: Plan, policy: Path, cards: str) -> Counts:
    """A policy against the opponent, on some card sets."""
    card_sets = find_card_sets(USUAL_GAME, 2, {"cards": cards})
    rules = card_sets[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PolicyWarning)  # it is asked here how badly it plays with other cards
        network = read_network(find_policy(str(policy), rules.name, rules.num_players), rules)
    opponent = make_player(plan.opponent, rules)
    shares = play_deals(NetworkPlayer(network), opponent, card_sets, plan.deals, seed=1)
    if len(card_sets) == 1:  # no other set to vary: deals do
        return [(float(deal.sum()), deal.size) for deal in shares]
    return deal_counts(shares, len(card_sets))


def carry_out(
    plan: Plan, folder: Path, network: str, sets: int, seed: int, tell: Callable[[int], None] = lambda decisions: None
) -> Result:
    """One run: learn, then play with the sets seen and with others."""
    settings = plan.settings(network, sets, seed)
    run = Run(folder, settings, plan.measurements, measured_against=(), callbacks=())
    run.train(lambda run: tell(run.learner.decisions))
    seconds = run.seconds
    run.kept.resume.unlink()  # large, and not needed any more
    del run
    seen = measure(plan, folder / FILE, set_range(seed * APART, min(sets, plan.unseen)))
    unseen = measure(plan, folder / FILE, set_range(UNSEEN, plan.unseen))
    return Result(network, sets, seed, round(seconds, 1), seen, unseen)


class Benchmark:
    """All runs of a plan, in a folder."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.results: dict[str, Result] = {}
        self._read()

    @property
    def path(self) -> Path:
        return self.folder / "generalisation.json"

    def _read(self) -> None:
        if not self.path.exists():
            return
        self.results, about = read_results(self.path)
        if about != self.plan.about():
            raise OptionError(f"{self.folder}: has runs of another plan; use the same one, or another folder")

    def _write(self) -> None:
        kept = {"about": self.plan.about(), "runs": {name: asdict(result) for name, result in self.results.items()}}
        write_whole(self.path, json.dumps(kept).encode())

    def run(self, jobs: int, progress: Progress) -> None:
        """Everything that has not been run; ``jobs`` runs at a time, in processes."""
        left = [run for run in self.plan.runs() if name_of(*run) not in self.results]
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = progress.add_task("all runs", total=len(self.plan.runs()), completed=len(self.plan.runs()) - len(left))
        if jobs == 1:
            for run in left:
                bar = progress.add_task(name_of(*run), total=self.plan.decisions)
                result = carry_out(self.plan, self._place(run), *run, partial(_show, progress, bar))
                self._keep(result)
                progress.remove_task(bar)
                progress.advance(whole)
            return
        self._run_side_by_side(left, jobs, progress, whole)

    def _run_side_by_side(self, left: list[tuple[str, int, int]], jobs: int, progress: Progress, whole: Any) -> None:
        warm_up(self.plan)
        told, bars = get_context("spawn").Queue(), dict[str, Any]()
        work = {name_of(*run): partial(_carry_out, self.plan, self._place(run), *run) for run in left}
        show = partial(self._show_told, told, bars, progress)
        with deaths_told(DIED), contextlib.closing(run_together(work, jobs, partial(_begin, told), show)) as ended:
            for name, result in ended:
                self._keep(result)
                progress.advance(whole)
                if name in bars:
                    progress.remove_task(bars.pop(name))

    def _show_told(self, told: Any, bars: dict[str, Any], progress: Progress) -> None:
        """How far the runs are, as far as they have told."""
        while not told.empty():
            name, decisions = told.get()
            if name not in bars:
                bars[name] = progress.add_task(name, total=self.plan.decisions)
            progress.update(bars[name], completed=decisions)

    def _place(self, run: tuple[str, int, int]) -> Path:
        return self.folder / name_of(*run)

    def _keep(self, result: Result) -> None:
        self.results[name_of(result.network, result.sets, result.seed)] = result
        self._write()

    def table(self) -> Table:
        """Win rates on sets seen and unseen, and the gap."""
        table = Table(box=box.SIMPLE_HEAD, title=f"Games won against {self.plan.opponent}, %", title_justify="left")
        for name in ("network", "sets", "runs", "seen", "unseen", "gap"):
            table.add_column(name, justify="left" if name == "network" else "right")
        for row in summary(self.results.values()):
            told = (str(row.sets), str(row.runs), str(row.seen), str(row.unseen), row.gap_text)
            table.add_row(TITLES[row.network], *told)
        return table


def name_of(network: str, sets: int, seed: int) -> str:
    return f"{network}-{sets}-{seed}"


def read_results(path: Path) -> tuple[dict[str, Result], dict[str, Any]]:
    """The results in a file, and what they are about."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        names = [field.name for field in fields(Result)]
        made = {name: Result(**{key: run[key] for key in names}) for name, run in found["runs"].items()}
        return made, dict(found["about"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise DataError(f"{path}: damaged: {error}; remove it to begin anew") from None


@dataclass(frozen=True)
class Row:
    """All seeds of a network and a number of sets."""

    network: str
    sets: int
    runs: int
    seen: Rate
    unseen: Rate
    each: tuple[tuple[float, float], ...]  # seen and unseen, run by run

    @property
    def gap(self) -> tuple[float, float]:
        """How much less is won on unseen sets, and half of its interval: the two are measured apart."""
        halves = [(rate.high - rate.low) / 2 for rate in (self.seen, self.unseen)]
        return self.seen.mean - self.unseen.mean, math.hypot(*halves)

    @property
    def gap_text(self) -> str:
        gap, half = self.gap
        return f"{100 * gap:+.1f} ± {100 * half:.1f}"


def summary(results: Iterable[Result]) -> list[Row]:
    """The rows of the table."""
    grouped: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        grouped.setdefault((result.network, result.sets), []).append(result)
    rows = []
    for (network, sets), runs in sorted(
        grouped.items(), key=lambda each: (list(NETWORKS).index(each[0][0]), each[0][1])
    ):
        rates = tuple((Rate.of([run.seen]).mean, Rate.of([run.unseen]).mean) for run in runs)
        seen, unseen = Rate.of(run.seen for run in runs), Rate.of(run.unseen for run in runs)
        rows.append(Row(network, sets, len(runs), seen, unseen, rates))
    return rows


def markdown(rows: Iterable[Row]) -> str:
    """The table as it stands in the docs."""
    told = [
        "| Network | Sets | Runs | Sets learned from, % | Unseen sets, % | Gap |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        told.append(f"| {TITLES[row.network]} | {row.sets} | {row.runs} | {row.seen} | {row.unseen} | {row.gap_text} |")
    return "\n".join(told)


def draw(rows: list[Row], opponent: str) -> bytes:
    """Win rates over the number of sets learned from: on those, and on unseen ones."""
    from gosu_env.agents.arena.drawing import GRID, as_png, empty_figure, set_bare, set_title  # noqa: PLC0415

    figure = empty_figure(8.2, 4.8)
    axes = figure.add_subplot()
    for network in NETWORKS:
        mine = [row for row in rows if row.network == network]
        for name, style, full in (("seen", "--", "none"), ("unseen", "-", COLOURS[network])):
            rates = [getattr(row, name) for row in mine]
            at = [row.sets for row in mine]
            label = f"{TITLES[network]}: {'the sets learned from' if name == 'seen' else 'unseen sets'}"
            axes.plot(
                *(at, [100 * rate.mean for rate in rates]),
                color=COLOURS[network], linestyle=style, linewidth=2, marker="o", markersize=5, markerfacecolor=full,
                label=label,
            )  # fmt: skip
            if name == "unseen":
                low, high = [100 * rate.low for rate in rates], [100 * rate.high for rate in rates]
                axes.fill_between(at, low, high, color=COLOURS[network], alpha=0.12, linewidth=0)
            for row in mine:
                if row.runs > 1:
                    each = [100 * pair[name == "unseen"] for pair in row.each]
                    axes.scatter([row.sets] * row.runs, each, s=14, color=COLOURS[network], alpha=0.55, linewidth=0)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted({row.sets for row in rows}), [str(sets) for sets in sorted({row.sets for row in rows})])
    axes.axhline(50, color="#94a3b8", linewidth=1, linestyle=":")
    axes.set_xlabel("card sets learned from", fontsize=10)
    axes.set_ylabel(f"games won against {opponent}, %", fontsize=10)
    axes.grid(color=GRID, linewidth=0.8)
    axes.legend(frameon=False, fontsize=9, handlelength=3)
    set_bare(axes)
    set_title(
        axes, "Playing with cards never seen", "the band is the 95 % interval on unseen sets; small dots are runs"
    )
    return as_png(figure)


def warm_up(plan: Plan) -> None:
    """Compile what all processes need, once: they read it from the cache."""
    card_sets = find_card_sets(USUAL_GAME, 2, {"cards": set_range(UNSEEN, 2)})
    play_deals(make_player(plan.opponent, card_sets[0]), make_player("random", card_sets[0]), card_sets, 2, seed=1)


def _show(progress: Progress, bar: Any, decisions: int) -> None:
    progress.update(bar, completed=decisions)


_told: list[Any] = []  # where a process tells how far it is


def _begin(told: Any) -> None:
    _told[:] = [told]


def _carry_out(plan: Plan, folder: Path, network: str, sets: int, seed: int) -> Result:
    last = [0.0]

    def tell(decisions: int) -> None:
        if time.monotonic() - last[0] > 1:
            last[0] = time.monotonic()
            _told[0].put((name_of(network, sets, seed), decisions))

    return carry_out(plan, folder, network, sets, seed, tell)


def main(arguments: list[str] | None = None) -> Benchmark:
    parser = argparse.ArgumentParser(
        prog="python -m gosu_env.training.generalisation", description=(__doc__ or "").split("\n")[0]
    )
    scales = "; ".join(f"{name}: {meaning}" for name, meaning in MEANINGS.items())
    parser.add_argument("--scale", choices=list(PLANS), default="quick", help=scales)
    parser.add_argument("--networks", help="some of: printed,number")
    parser.add_argument("--sets", help="numbers of card sets to learn from, with commas: 1,4,16")
    parser.add_argument("--seeds", type=int, help="runs of each")
    parser.add_argument("--decisions", type=int, help="that each run learns from")
    parser.add_argument("--unseen", type=int, help="card sets to test with")
    parser.add_argument("--deals", type=int, help="of each measurement, played from both seats")
    parser.add_argument("--opponent", help="the agent to measure against")
    parser.add_argument("--width", type=int, help="of the networks")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time, each in a process")
    parser.add_argument("--out", type=Path, default=Path("runs") / "generalisation", help="folder of the results")
    given = parser.parse_args(arguments)
    changes = {name: getattr(given, name) for name in ("seeds", "decisions", "unseen", "deals", "opponent", "width")}
    if given.networks is not None:
        changes["networks"] = tuple(name.strip() for name in given.networks.split(",") if name.strip())
    if given.sets is not None:
        changes["sets"] = whole_numbers(given.sets)
    plan = replace(PLANS[given.scale], **{name: value for name, value in changes.items() if value is not None})
    if given.jobs < 1:
        raise OptionError(f"--jobs: expected 1 or more, not {given.jobs}")
    benchmark = Benchmark(given.out, plan)
    console = Terminal()
    columns = (*Progress.get_default_columns(), TimeElapsedColumn(), TextColumn("{task.completed:,.0f}"))
    threads = torch.get_num_threads()
    torch.set_num_threads(1 if given.jobs > 1 else threads)
    with Progress(*columns, console=console, transient=True) as progress:
        benchmark.run(given.jobs, progress)
    torch.set_num_threads(threads)
    written = ["generalisation.json"]
    try:
        picture = draw(summary(benchmark.results.values()), plan.opponent)
    except (MissingExtraError, ModuleNotFoundError) as error:
        console.print(f"no picture: {error}", style="dim")
    else:
        write_whole(given.out / "generalisation.png", picture)
        written.append("generalisation.png")
    console.print(benchmark.table())
    console.print(f"in {os.fspath(given.out)}: {', '.join(written)}", style="dim")
    return benchmark


def whole_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise OptionError(f"--sets: {text!r}: expected whole numbers with commas between them: 1,4,16") from None


if __name__ == "__main__":
    start(main)
