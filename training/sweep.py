"""Sweeps: runs with many settings and seeds, in one table and one picture.

    python -m gosu_env.training.sweep FILE.toml --cluster auto

The file is one of settings, with two tables more. ``[vary]`` says what is tried: lists of values, or ranges to draw
from (``{low = 1e-4, high = 1e-2, log = true}``). ``[sweep]`` says how often: ``seeds`` of every choice, and
``samples``, the number of random choices; without it every combination is tried. Every run has a folder of its own.
After an interruption, the same command goes on; more seeds or samples may be asked for then. A run that fails is
told, and tried again when the command is given again.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gosu_env import DataError, GosuError, OptionError
from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, plain, set_bare, set_title
from gosu_env.agents.cluster import Cluster
from gosu_env.agents.folders import differences
from gosu_env.agents.intervals import rate_text, seeds_interval
from gosu_env.agents.processes import Processes, check_jobs
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.spelling import nearest
from gosu_env.render.terminal import Terminal
from gosu_env.training.algorithms import AnySettings, algorithm_of
from gosu_env.training.command import refuse_both, start
from gosu_env.training.config import Config, elsewhere
from gosu_env.training.folder import RunFolder, code_version
from gosu_env.training.pieces import Machines, Piece, Plan, carry_all
from gosu_env.training.run import bots_of, usual_deals
from gosu_env.training.settings_file import Change, change_settings, read_value, settings_text

FIXED = ("game", "num_players", "seed")  # what a sweep has only one of, or its own word for
COLOURS = ("#0f766e", "#c2410c", "#7c3aed", "#be185d", "#a16207", "#1d4ed8", "#4d7c0f", "#64748b")


@dataclass(frozen=True)
class Sizes:
    """How much is tried, and how it is measured."""

    seeds: int = 3  # of every choice
    samples: int = 0  # random choices; 0: every combination
    draws: int = 0  # seed of the random choices
    deals: int = 500  # that every finished network is measured on, from every seat
    measurements: int = 10  # while it learns

    def __post_init__(self) -> None:
        for name, low in {"seeds": 1, "samples": 0, "draws": 0, "deals": 1, "measurements": 1}.items():
            if getattr(self, name) < low:
                raise OptionError(f"sweep.{name}: {getattr(self, name)!r} is too small; expected {low} or more")


@dataclass(frozen=True)
class Range:
    """Numbers from which a setting is drawn."""

    low: float
    high: float
    log: bool = False  # every order of magnitude as often

    def draw(self, rng: np.random.Generator, whole: bool) -> float:
        """A number of the range, whole or with four digits."""
        ends = np.log([self.low, self.high]) if self.log else np.array([self.low, self.high])
        drawn = float(rng.uniform(*ends))
        drawn = float(np.exp(drawn)) if self.log else drawn
        return round(drawn) if whole else float(f"{drawn:.4g}")


Varied = dict[str, "list[Change] | Range"]


def take_varied(config: Config, base: AnySettings) -> Varied:
    """What the table ``[vary]`` of a file says."""
    found: dict[str, Any] = {}
    known = [field.name for field in fields(base) if field.name not in FIXED]
    for name in [name for name in config.filed if name.startswith("vary.")]:
        change = config.filed.pop(name)
        setting, _, part = name.removeprefix("vary.").partition(".")
        if setting not in known:
            hint = {"seed": "sweep.seeds says how many there are"}.get(setting) or elsewhere(base).get(setting)
            raise OptionError(f"{change.where}: {setting!r} cannot be varied; {hint or nearest(setting, known)}")
        if part:
            found.setdefault(setting, {})[part] = change
        elif not isinstance(change.value, list) or not change.value:
            raise OptionError(f"{change.where}: vary.{setting}: expected a list of values, or {{low = …, high = …}}")
        else:
            found[setting] = [replace(change, name=setting, value=value) for value in change.value]
    for setting, given in found.items():
        if isinstance(given, dict):
            found[setting] = _read_range(setting, given, type(getattr(base, setting)))
    if not found:
        raise OptionError("nothing is varied; expected a table [vary] with lists of values: width = [64, 128]")
    return found


def _read_range(setting: str, given: dict[str, Change], kind: type[Any]) -> Range:
    where = next(iter(given.values())).where
    if kind not in (int, float):
        raise OptionError(f"{where}: vary.{setting}: only numbers have ranges; expected a list of values")
    if not {"low", "high"} <= given.keys() <= {"low", "high", "log"}:
        raise OptionError(f"{where}: vary.{setting}: expected low, high and perhaps log, not {', '.join(given)}")
    low, high = (float(read_value(given[end], float)) for end in ("low", "high"))
    log = "log" in given and read_value(given["log"], bool)
    if not low < high or (log and low <= 0):
        raise OptionError(f"{where}: vary.{setting}: expected low < high{', both above 0' if log else ''}")
    return Range(low, high, log)


def make_choices(base: AnySettings, varied: Varied, sizes: Sizes) -> list[AnySettings]:
    """The settings that are tried, each with the seed of the base; the first of more samples are those of fewer."""
    if not sizes.samples:
        if ranges := [name for name, values in varied.items() if isinstance(values, Range)]:
            raise OptionError(f"vary.{ranges[0]}: a range is drawn from; say how often: sweep.samples = 20")
        lists = [values for values in varied.values() if not isinstance(values, Range)]
        return [change_settings(base, changes) for changes in itertools.product(*lists)]
    choices = []
    for number in range(sizes.samples):
        rng = np.random.default_rng((sizes.draws, number))
        changes = []
        for name, values in varied.items():
            if isinstance(values, Range):
                drawn = values.draw(rng, type(getattr(base, name)) is int)
                changes.append(Change(name, drawn, f"vary.{name}"))
            else:
                changes.append(values[rng.integers(len(values))])
        choices.append(change_settings(base, changes))
    return choices


class Sweep:
    """All runs of a sweep, in a folder."""

    def __init__(self, folder: Path, base: AnySettings, varied: Varied, sizes: Sizes) -> None:
        self.folder, self.base, self.sizes, self.names = folder, base, sizes, list(varied)
        self.choices = make_choices(base, varied, sizes)
        self.against = tuple(dict.fromkeys((*bots_of(base.game), *base.opponent_names)))
        measured = sizes.measurements, self.against, min(usual_deals(base), sizes.deals), sizes.deals
        self.plans = {
            f"{number:03}-{seed}": Plan(replace(choice, seed=base.seed + seed), "", *measured)
            for number, choice in enumerate(self.choices)
            for seed in range(sizes.seeds)
        }
        values = {
            name: str(given) if isinstance(given, Range) else [change.value for change in given]
            for name, given in varied.items()
        }
        kept = {name: value for name, value in asdict(sizes).items() if name not in ("seeds", "samples")}
        random = {"random": bool(sizes.samples)}
        self.terms = {
            "settings": asdict(base),
            "vary": values,
            "sweep": kept | random,
            "code": code_version(base.game),
        }
        self.done: dict[str, dict[str, Any]] = {}  # by run: decisions, seconds and scores
        self.failed: dict[str, str] = {}
        self.kept = RunFolder(folder)
        try:
            self._resume()
            self.kept.write(self.terms, settings_text(base, algorithm_of(base), "gosu train"))
        except BaseException:
            self.kept.discard()
            raise

    # -------------------------------------------------------------------------------------------- work

    def run(self, machines: Machines, console: Console) -> None:
        """Finish all runs that are not finished, and leave the machines."""
        left = {name: plan for name, plan in self.plans.items() if name not in self.done}
        self.failed = {}
        total = sum(plan.settings.decisions for plan in self.plans.values())
        taken = {name: done["decisions"] for name, done in self.done.items()}
        columns = (TextColumn("[bold]{task.description}"), BarColumn(bar_width=None), TimeRemainingColumn())
        try:
            with Progress(*columns, console=console, transient=True) as progress:
                bar = progress.add_task("", total=total)
                self._show(progress, bar, taken)
                for name, answer in carry_all(left, self.folder, machines):
                    if isinstance(answer, Piece):
                        taken[name] = answer.decisions
                        if answer.is_over:
                            self._finish(name, answer)
                            console.print(self._told(name), soft_wrap=True)
                    else:
                        self.failed[name] = str(answer)
                        self.save()
                        console.print(Text(f"{name} failed: {answer}", "red"), soft_wrap=True)
                    self._show(progress, bar, taken)
        finally:
            machines.close()
            self.kept.close()

    def _show(self, progress: Progress, bar: Any, taken: dict[str, int]) -> None:
        told = f"{len(self.done)} of {len(self.plans)} runs"
        progress.update(bar, completed=sum(taken.values()), description=told)

    def _finish(self, name: str, piece: Piece) -> None:
        scores = {rival: list(score) for rival, score in piece.scores.items()}
        self.done[name] = {"decisions": piece.decisions, "seconds": piece.seconds, "scores": scores}
        self.save()

    def _told(self, name: str) -> Text:
        wins = (f"{rate_text(*score[:3])} against {rival}" for rival, score in self.done[name]["scores"].items())
        return Text.assemble(
            (name, "bold"), f"  {self.choice_text(int(name.partition('-')[0]))}  wins {', '.join(wins)}"
        )

    def choice_text(self, number: int) -> str:
        """What a choice is, in words."""
        return ", ".join(f"{name} {getattr(self.choices[number], name)}" for name in self.names)

    # -------------------------------------------------------------------------------------------- files

    @property
    def path(self) -> Path:
        return self.folder / "sweep.json"

    def save(self) -> None:
        kept = {"terms": self.terms, "runs": self.done, "failed": self.failed}
        write_whole(self.path, json.dumps(kept, indent=1, ensure_ascii=False).encode())

    def _resume(self) -> None:
        if not self.path.exists():
            return
        try:
            found = json.loads(read_whole(self.path))
            if differ := differences(found["terms"], json.loads(json.dumps(self.terms))):
                told = "; ".join(differ.values())
                raise OptionError(f"{self.folder}: contains another sweep: {told}; use another folder")
            self.done = {str(name): dict(run) for name, run in found["runs"].items() if name in self.plans}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, OptionError):
                raise
            raise DataError(f"{self.path}: damaged: {error}") from None

    # -------------------------------------------------------------------------------------------- results

    def standings(self, rival: str) -> list[tuple[int, list[float], list[float]]]:
        """Choices by what they win against a rival, best first: number, mean with interval, the wins of each seed."""
        found = []
        for number in range(len(self.choices)):
            names = [f"{number:03}-{seed}" for seed in range(self.sizes.seeds)]
            scores = np.array([self.done[name]["scores"][rival][:3] for name in names if name in self.done])
            if len(scores):
                found.append((number, seeds_interval(*scores.T), scores[:, 0].tolist()))
        return sorted(found, key=lambda row: -row[1][0])

    def report(self) -> Table:
        """The table of all choices."""
        table = Table(
            box=box.SIMPLE_HEAD, title="Wins of the finished networks, with 95 % intervals", title_justify="left"
        )
        for name in (*self.names, "seeds"):
            table.add_column(name, justify="right")
        for rival in self.against:
            table.add_column(f"against {rival}", justify="right")
        means = {rival: {number: mean for number, mean, _ in self.standings(rival)} for rival in self.against}
        for number, _, each in self.standings(self.against[0]):
            values = [str(getattr(self.choices[number], name)) for name in self.names]
            table.add_row(*values, str(len(each)), *(rate_text(*means[rival][number]) for rival in self.against))
        return table

    def picture(self) -> bytes:
        """Wins of every choice with its interval and its seeds, and the curves on the way there."""
        rival, rows = self.against[0], self.standings(self.against[0])
        figure = empty_figure(10.0, 2.2 + 0.4 * len(rows))
        left, right = figure.subplots(1, 2)
        for place, (number, (mean, low, high), each) in enumerate(rows):
            colour = COLOURS[place % len(COLOURS)]
            left.plot([100 * low, 100 * high], [-place, -place], color=colour, linewidth=2)
            left.plot(
                [100 * share for share in each], [-place] * len(each), "o", color=colour, alpha=0.35, markersize=5
            )
            left.plot([100 * mean], [-place], "o", color=colour, markersize=8)
            curves = [curve for seed in range(self.sizes.seeds) if (curve := self._curve(f"{number:03}-{seed}", rival))]
            for curve in curves:
                right.plot(*zip(*curve, strict=True), color=colour, alpha=0.7, linewidth=1.2)
        left.set_yticks([-place for place in range(len(rows))], [plain(self.choice_text(row[0])) for row in rows])
        for axes in (left, right):
            set_bare(axes)
            axes.grid(color="#e3e6ec", linewidth=0.8)
        set_title(left, f"Wins against {rival}, %", "mean with 95 % interval, and each seed")
        set_title(right, "While they learned", "a line for each run")
        right.set_xlabel("million decisions", color=QUIET)
        return as_png(figure)

    def _curve(self, name: str, rival: str) -> list[tuple[float, float]]:
        path = self.folder / name / "curve.json"
        rows = json.loads(read_whole(path)) if name in self.done and path.exists() else []
        return [(row["decisions"] / 1e6, 100 * row["scores"][rival]) for row in rows]


def main(arguments: Sequence[str] | None = None) -> Sweep:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.sweep", description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help="settings in TOML, with the tables [vary] and [sweep]")
    parser.add_argument("--out", type=Path, default=None, help="the folder of the sweep; default: runs/sweep-FILE")
    parser.add_argument("--jobs", type=int, default=None, help="runs at the same time; default: one per core")
    parser.add_argument(
        "--cluster",
        default=None,
        metavar="ADDRESS",
        help="run on a Ray cluster: its address, or auto for this machine's",
    )
    given = parser.parse_args(arguments)
    refuse_both(given.jobs, given.cluster)
    config = Config("quick", None, given.file)
    sizes = Sizes(**{field.name: config.take(f"sweep.{field.name}", field.default) for field in fields(Sizes)})
    varied_texts = {name: config.filed.pop(name) for name in list(config.filed) if name.startswith("vary.")}
    base = config.settings()
    config.filed |= varied_texts
    varied = take_varied(config, base)
    sweep = Sweep(given.out or Path("runs") / f"sweep-{given.file.stem}", base, varied, sizes)
    console = Terminal()
    try:
        machines: Machines = Processes(check_jobs(given.jobs)) if given.cluster is None else Cluster(given.cluster)
    except BaseException:
        sweep.kept.discard()
        raise
    sweep.run(machines, console)
    if sweep.done:
        write_whole(sweep.folder / "sweep.png", sweep.picture())
        console.print(sweep.report())
        console.print(f"{sweep.folder}: sweep.json, sweep.png, and a folder for every run", soft_wrap=True)
    if sweep.failed:
        raise GosuError(
            f"{len(sweep.failed)} of {len(sweep.plans)} runs failed; give the same command to try them again"
        )
    return sweep


if __name__ == "__main__":
    start(main)
