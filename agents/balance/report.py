"""``Report``: one player at every seat, many games, and what they say of the game."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import gosu_env
from gosu_env import DataError, Game, OptionError
from gosu_env.agents.arena import Arena, Outcome
from gosu_env.agents.arena.folder import Folder, as_json, rounded
from gosu_env.agents.arena.settings import MIRROR, parse_entrants
from gosu_env.agents.parts import find_part
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import find_game
from gosu_env.render.terminal import Terminal

Thing = TypeVar("Thing")


def find_balance(game: str) -> ModuleType:
    """What reports of a game are made with: the package ``balance`` in its folder of agents."""
    find_game(game)
    package = find_part(game, "balance")
    if package is None:
        raise OptionError(f"there is no report of {game} yet; gosu arena --game {game} rates its players")
    return package


class Report:
    """Mirrored games of one player; ``run`` plays what is missing and returns the figures.

    >>> Report("greedy", games=5000).run().seats

    With ``out``, a folder, games are kept in a journal as an arena keeps them, and figures and pictures follow in the
    end. Results depend neither on ``jobs`` nor on interruptions.
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
        self.package = find_balance(self.arena.settings.game)

    @property
    def folder(self) -> Folder | None:
        return self.arena.folder

    def part(self, name: str) -> ModuleType:
        """The module ``tables``, ``page`` or ``plots`` of the game, loaded when needed: workers do without."""
        return import_module(f"{self.package.__name__}.{name}")

    def run(self, jobs: int | None = None, progress: bool = True, cluster: str | None = None) -> Any:
        """Play all games that have not been played yet, on all cores, in so many processes or on a cluster.

        Returns the ``Balance`` of the game.
        """
        self.part("plots")  # a library that is missing is told now, not after the games
        outcomes = self.arena.play_all(jobs, progress, cluster)
        settings = self.arena.settings
        rules: Any = settings.empty_game.rules
        balance = self.package.Balance(settings, rules.cards, outcomes, self._tallies(outcomes, progress))
        if self.folder is not None:
            self._write(balance, self.folder.path)
        return balance

    def _tallies(self, outcomes: Sequence[Outcome], progress: bool) -> list[Any]:
        settings, schedule = self.arena.settings, self.arena.schedule
        asking = {"cards": settings.cards} | dict(settings.options) | {"auto_forced": False}
        empty = Game(settings.game, settings.seats, 0, **asking)
        tallies = []
        for outcome in counted(outcomes, "tally", len(outcomes), progress):
            try:
                tally = self.package.Tally(empty.deal(schedule.fixture(outcome.index).deal_seed), outcome.actions)
            except (DataError, gosu_env.IllegalActionError) as error:
                raise DataError(f"game {outcome.index} cannot be replayed: {error}") from None
            if tally.game.winners != outcome.winners:
                raise DataError(f"game {outcome.index} cannot be replayed: the winner differs")
            tallies.append(tally)
        return tallies

    def _write(self, balance: Any, folder: Path) -> None:
        """Write figures, games and pictures into a folder."""
        head = {
            "gosu_env": gosu_env.__version__,
            "settings": balance.settings.as_dict(),
            "games": len(balance.outcomes),
        }
        plain = head | {"aims": [aim.as_dict() for aim in self.package.aims(balance)]} | balance.as_dict()
        files = {"balance.json": as_json(rounded(plain))}
        for name in balance.FILES:
            parquet = io.BytesIO()
            getattr(balance, name).write_parquet(parquet)
            files[f"{name}.parquet"] = parquet.getvalue()
        for name, picture in self.part("plots").pictures(balance).items():
            files[f"{name}.png"] = picture
        for name, data in files.items():
            write_whole(folder / name, data)

    def tables(self, balance: Any) -> Group:
        """The figures for the screen."""
        shown: Group = self.part("tables").tables(balance)
        return shown

    def write_page(self, balance: Any, page: Path) -> None:
        """Write a Markdown page, and beside it the pictures that are in the folder of the report."""
        assert self.folder is not None
        for name in self.part("plots").PICTURES:
            if (picture := self.folder.path / f"{name}.png").exists():  # not every game shows all of them
                write_whole(page.with_name(f"{page.stem}-{name}.png"), read_whole(picture))
        write_whole(page, self.part("page").markdown(balance, page).encode())


def counted(things: Iterable[Thing], what: str, total: int, shown: bool) -> Iterator[Thing]:
    """What is given, with a bar on a terminal."""
    console = Terminal(stderr=True)
    if not shown or not console.is_terminal:
        yield from things
        return
    columns = (TextColumn(f"[bold]{what}"), BarColumn(bar_width=None), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True, expand=True) as bar:
        yield from bar.track(things, total)
