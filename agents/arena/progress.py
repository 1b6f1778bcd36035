"""How far an arena is, and how it stands so far."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType

import numpy as np
from rich import box
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gosu_env.agents.arena.bradley_terry import Tally, strengths
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.report import signed
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import LADDER, MIRROR
from gosu_env.render.terminal import Terminal

REFRESH = 4  # times a second


class Scoreboard:
    """A bar and the standings so far, on a terminal or in a notebook; elsewhere nothing is shown.

    Mirror tables have no standings; of a ladder, only the wins of the player that is rated are shown.
    """

    def __init__(self, schedule: Schedule, outcomes: Iterable[Outcome], shown: bool = True) -> None:
        self.schedule = schedule
        self._seats = schedule.seat_counts()
        self._wins = np.zeros_like(self._seats)
        self._bar = Progress(
            TextColumn("[bold]arena"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeRemainingColumn(),
            expand=True,
        )
        already = list(outcomes)
        self._task = self._bar.add_task("arena", total=len(schedule), completed=len(already))
        self.add(already, count=False)
        console = Terminal(stderr=True)
        self._live = None
        if shown and (console.is_terminal or console.is_jupyter):
            self._live = Live(get_renderable=self.render, console=console, refresh_per_second=REFRESH, transient=True)

    def add(self, outcomes: list[Outcome], count: bool = True) -> None:
        for outcome in outcomes:
            fixture = self.schedule.fixture(outcome.index)
            sides = list(fixture.entrants[: self.schedule.sides])
            np.add.at(self._wins[fixture.table], sides, self.schedule.shares(outcome))
        if count:
            self._bar.advance(self._task, len(outcomes))

    def render(self) -> Group:
        if self.schedule.settings.tables == MIRROR:
            return Group(self._bar)
        return Group(self._table(), self._bar)

    def _rungs(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("so far, against", no_wrap=True)
        table.add_column("wins", justify="right")
        for (_, other, *_), wins in zip(self.schedule.tables, self._wins, strict=True):
            rate = f"{wins[0] / wins.sum():.1%}" if wins.any() else "–"
            table.add_row(Text(self.schedule.settings.names[other]), rate)
        return table

    def _table(self) -> Table:
        settings = self.schedule.settings
        if settings.tables == LADDER:
            return self._rungs()
        elo = strengths(Tally(self._seats, np.arange(len(self._seats)), self._wins))
        elo = elo if settings.anchor is None else elo - elo[settings.anchor]
        alone = self._seats == 1
        games = self._wins.sum(axis=1) @ alone
        wins = (self._wins * alone).sum(axis=0)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("so far", no_wrap=True)
        table.add_column("Elo", justify="right")
        table.add_column("wins", justify="right")
        for player in np.argsort(-elo, kind="stable"):
            rate = f"{wins[player] / games[player]:.1%}" if games[player] else "–"
            table.add_row(Text(settings.names[player]), signed(elo[player]), rate)
        return table

    def __enter__(self) -> Scoreboard:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
