"""Training progress on the screen."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gosu_env.agents.intervals import rate_text
from gosu_env.render.terminal import Terminal
from gosu_env.training.run import Row, Run

BARS = "▁▂▃▄▅▆▇█"
TOLD = ("entropy", "value_loss", "explained_variance")  # of the losses, where there are such


class Rate(ProgressColumn):
    """Decisions per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.fields['rate']:>11,.0f} decisions/s" if task.fields["rate"] else "", "cyan")


class Panel:
    """A progress bar and the latest figures; without a terminal, one line per evaluation."""

    def __init__(self, run: Run, console: Console | None = None) -> None:
        self.console = console or Terminal()
        self.total = run.settings.decisions
        self.shown = len(run.curve)
        self.progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:>3.0f} %"),
            Rate(),
            TimeRemainingColumn(),
            console=self.console,
        )
        self.task = self.progress.add_task("training", total=self.total, completed=run.learner.decisions, rate=0)
        self.last = (time.perf_counter(), run.learner.decisions)
        self.live = Live(self._view(run), console=self.console, refresh_per_second=4, transient=True)

    def __enter__(self) -> Panel:
        if self.console.is_terminal:
            self.live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.live.stop()

    def show(self, run: Run) -> None:
        """Refresh everything."""
        now, decisions = time.perf_counter(), run.learner.decisions
        rate = (decisions - self.last[1]) / max(now - self.last[0], 1e-9)
        self.last = (now, decisions)
        imitating = decisions <= run.settings.imitation
        doing = f"imitating {run.settings.teacher}" if imitating else "self-play"
        self.progress.update(self.task, completed=decisions, rate=rate, description=doing)
        if len(run.curve) > self.shown:
            self.shown = len(run.curve)
            self.console.print(measurement(run.curve[-1]), soft_wrap=True)
        if self.console.is_terminal:
            self.live.update(self._view(run))

    def _view(self, run: Run) -> Any:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for name in run.measured_against:
            scores = [row.scores[name] for row in run.curve if name in row.scores]
            if scores:
                table.add_row(f"wins against {name}", share_text(run.curve[-1], name), Text(sparkline(scores), "green"))
        latest = getattr(run, "latest", None)
        if latest is not None:
            for name in TOLD:
                if name in latest.losses:
                    table.add_row(name.replace("_", " "), f"{latest.losses[name]:.3f}")
            table.add_row("decisions per game", f"{latest.ep_len_mean:.0f}")
        return Group(self.progress, table)


def share_text(row: Row, name: str) -> str:
    """The win rate, with its interval if there is one."""
    rate = row.scores[name]
    return rate_text(rate, *row.intervals[name]) if name in row.intervals else f"{100 * rate:.1f} %"


def told_start(run: Run, console: Console) -> None:
    """Say where an earlier run resumes."""
    decisions = run.learner.decisions
    if run.is_over:
        told = f"already finished, with {decisions:,} decisions; use --extend to train for longer"
    elif decisions:
        told = f"resuming at {decisions / 1e6:.2f} M decisions"
    else:
        return
    console.print(Text(f"{run.folder}: {told}", "dim"), soft_wrap=True)


def measurement(row: Row) -> Text:
    """One line about an evaluation."""
    wins = ", ".join(f"{share_text(row, name)} against {name}" for name in row.scores)
    first = next(name for name in TOLD if name in row.losses)
    return Text.assemble(
        (f"{row.decisions / 1e6:8.2f} M decisions", "bold"),
        f"  {row.seconds:6.0f} s  wins {wins}",
        (f"  {first.replace('_', ' ')} {row.losses[first]:.2f}, {row.ep_len_mean:.0f} decisions per game", "dim"),
    )


def sparkline(shares: list[float]) -> str:
    return "".join(BARS[min(int(share * len(BARS)), len(BARS) - 1)] for share in shares)
