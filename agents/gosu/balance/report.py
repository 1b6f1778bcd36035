"""``Report``: one player at every seat, many games, and what they say of the game."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import gosu_env
from gosu_env import DataError, Game, OptionError
from gosu_env.agents.arena import Arena, Outcome
from gosu_env.agents.arena.folder import Folder, as_json, rounded
from gosu_env.agents.arena.settings import MIRROR, parse_entrants
from gosu_env.agents.gosu.balance.aims import aims
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.gosu.balance.tally import Tally
from gosu_env.engine.files import write_whole
from gosu_env.gosu.ruleset import gosu_rules
from gosu_env.render.terminal import Terminal

PLOTS = "gosu_env.agents.gosu.balance.plots"  # loaded when needed: workers do without


class Report:
    """Mirrored games of one player; ``run`` plays what is missing and returns the figures.

    >>> Report("greedy", games=5000).run().cards

    With ``out``, a folder, games are kept there as an arena keeps them, and figures and pictures follow in the end.
    Results depend neither on ``jobs`` nor on interruptions.
    """

    def __init__(
        self,
        player: str,
        games: int = 5000,
        seats: int = 2,
        seed: int = 0,
        cards: str | None = None,
        out: str | Path | None = None,
        **options: Any,
    ) -> None:
        if len(parse_entrants(player)) != 1:
            raise OptionError(
                f"a report takes one player, who plays every seat, not {player!r}; make one report per player"
            )
        self.arena = Arena(player, games, seats, MIRROR, seed, cards, out, **options)

    @property
    def folder(self) -> Folder | None:
        return self.arena.folder

    def run(self, jobs: int | None = None, progress: bool = True) -> Balance:
        """Play all games that have not been played yet, on all cores or in that many processes, and look at them."""
        import_module(PLOTS)  # a library that is missing is told now, not after the games
        outcomes = self.arena.play_all(jobs, progress)
        settings = self.arena.settings
        balance = Balance(settings, gosu_rules(settings.empty_game).cards, outcomes, self._tallies(outcomes, progress))
        if self.folder is not None:
            write(balance, self.folder.path)
        return balance

    def _tallies(self, outcomes: Sequence[Outcome], progress: bool) -> list[Tally]:
        settings, schedule = self.arena.settings, self.arena.schedule
        asking = {"cards": settings.cards} | dict(settings.options) | {"auto_forced": False}
        empty = Game(settings.game, settings.seats, 0, **asking)
        tallies = []
        for outcome in _counted(outcomes, progress):
            try:
                tally = Tally(empty.deal(schedule.fixture(outcome.index).deal_seed), outcome.actions)
            except (DataError, gosu_env.IllegalActionError) as error:
                raise DataError(f"game {outcome.index} cannot be replayed: {error}") from None
            if tally.game.winners != outcome.winners:
                raise DataError(f"game {outcome.index} cannot be replayed: the winner differs")
            tallies.append(tally)
        return tallies


def _counted(outcomes: Sequence[Outcome], shown: bool) -> Iterable[Outcome]:
    """The games, with a bar on a terminal."""
    console = Terminal(stderr=True)
    if not shown or not console.is_terminal:
        yield from outcomes
        return
    columns = (TextColumn("[bold]tally"), BarColumn(bar_width=None), MofNCompleteColumn(), TextColumn("games"))
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True, expand=True) as bar:
        yield from bar.track(outcomes)


def write(balance: Balance, folder: Path) -> None:
    """Write figures, games and pictures into a folder."""
    head = {"gosu_env": gosu_env.__version__, "settings": balance.settings.as_dict(), "games": len(balance.outcomes)}
    plain = head | {"aims": [aim.as_dict() for aim in aims(balance)]} | balance.as_dict()
    files = {"balance.json": as_json(rounded(plain))}
    for name in ("cards", "clans", "games", "plays"):
        parquet = io.BytesIO()
        getattr(balance, name).write_parquet(parquet)
        files[f"{name}.parquet"] = parquet.getvalue()
    for name, picture in import_module(PLOTS).pictures(balance).items():
        files[f"{name}.png"] = picture
    for name, data in files.items():
        write_whole(folder / name, data)
