"""The command ``gosu report``: is the game fair?"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env.cli.early import check_writable
from gosu_env.cli.options import (
    CardFile,
    Cluster,
    Fresh,
    GameName,
    GamesSeed,
    Jobs,
    Players,
    Rules,
    game_options,
    seats_for,
)
from gosu_env.cli.resuming import games_so_far, resumable, tell_earlier
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.engine.runs import RUNS
from gosu_env.render.terminal import Terminal

PIPED = 132  # letters of a line where no terminal says how many there are


def report_console() -> Terminal:
    """The terminal; a file or a pipe is wide enough for all columns."""
    console = Terminal()
    return console if console.is_terminal or "COLUMNS" in os.environ else Terminal(width=PIPED)


def report(
    players: Annotated[str, typer.Option(help="Who sits at every seat: greedy, ismcts:200, my_module:MyBot.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games, each with its own deal.")] = 5000,
    game: GameName = USUAL_GAME,
    seats: Players = None,
    seed: GamesSeed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of games and figures; an interrupted run resumes there.",
            show_default="runs/report-…, named after the settings",
            metavar="FOLDER",
        ),
    ] = None,
    fresh: Fresh = False,
    cards: CardFile = None,
    rules: Rules = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Also write it as a Markdown page, with its pictures alongside.", metavar="FILE")
    ] = None,
) -> None:
    """Report how fair the game is: seats, lengths, endings and cards, from self-play of one agent."""
    from gosu_env.agents.arena import Folder  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.balance import Report  # noqa: PLC0415

    check_writable(markdown)
    console = report_console()
    options = game_options(game, rules, cards)
    made = Report(players, games, seats or seats_for(game, options), seed, game=game, **options)
    arena = made.arena
    arena.folder = Folder(out or RUNS / f"report-{arena.settings.digest}", arena.settings, fresh)
    with resumable(partial(games_so_far, arena)):
        balance = made.run(jobs, cluster=cluster)
    console.print(made.tables(balance))
    tell_earlier(arena, console)
    console.print(Text(f"in {arena.folder.path}: balance.json, tables as parquet, pictures", "dim"))
    if markdown is not None:
        made.write_page(balance, markdown)
        console.print(Text(f"{markdown} written", "dim"), soft_wrap=True)
