"""The command ``gosu arena``: players against each other."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env.cli.costs import tell_costs
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


def arena(
    players: Annotated[str, typer.Option(help="Who plays: random,greedy,ismcts:1000,me=my_module:MyBot.")],
    games: Annotated[int, typer.Option(min=1, help="Games at every table, rounded up to whole deals.")] = 2000,
    game: GameName = USUAL_GAME,
    seats: Players = None,
    tables: Annotated[
        str | None,
        typer.Option(
            help="With 3 or 4 seats: 'mixed' seats different players, 'solo' one against copies of another. "
            "With teams, each holds the two seats of a team.",
            show_default="mixed, if there are enough players",
        ),
    ] = None,
    seed: GamesSeed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of games and results; an interrupted run resumes there.",
            show_default="runs/arena-…, named after the settings",
            metavar="FOLDER",
        ),
    ] = None,
    fresh: Fresh = False,
    cards: CardFile = None,
    rules: Rules = None,
    replay: Annotated[
        tuple[int, Path] | None,
        typer.Option(help="Write only this game, by its number, as a replay.", metavar="GAME FILE"),
    ] = None,
) -> None:
    """Let players compete: ratings, win rates, pictures. Run the same command to resume."""
    from gosu_env.agents.arena import Arena, Folder  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.arena.report import report  # noqa: PLC0415

    check_writable(replay[1] if replay else None)
    console = Terminal()
    options = game_options(game, rules, cards)
    arena = Arena(players, games, seats or seats_for(game, options), tables, seed, game=game, **options)
    arena.folder = Folder(out or RUNS / f"arena-{arena.settings.digest}", arena.settings, fresh)
    if replay is not None:
        number, file = replay
        arena.replay(number).save(file)
        named = f" --cards {cards}" if cards else ""
        console.print(Text(f"game {number} is in {file}; look at it with: gosu replay {file}{named}", "dim"))
        return
    with resumable(partial(games_so_far, arena)):
        try:
            standings = arena.run(jobs, cluster=cluster)
        finally:
            tell_costs()
    console.print(report(standings))
    tell_earlier(arena, console)
    console.print(Text(f"in {arena.folder.path}: ratings.png, payoffs.png, results.json, games.parquet", "dim"))
