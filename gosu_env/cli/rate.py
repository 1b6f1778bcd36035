"""The command ``gosu rate``: one player on the reference ladder."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env.cli.options import Fresh, GameName, GamesSeed, Jobs, Players, seats_for
from gosu_env.cli.resuming import games_so_far, resumable, tell_earlier
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.engine.runs import RUNS
from gosu_env.render.terminal import Terminal


def rate(
    player: Annotated[str, typer.Argument(help="Who is rated: my_module:MyBot, policy:net.safetensors, greedy.")],
    games: Annotated[int, typer.Option(min=1, help="Games against every player of the ladder.")] = 200,
    game: GameName = USUAL_GAME,
    players: Players = None,
    seed: GamesSeed = 0,
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of games and results; an interrupted run resumes there.",
            show_default="runs/rate-…, named after the settings",
            metavar="FOLDER",
        ),
    ] = None,
    fresh: Fresh = False,
) -> None:
    """Rate a player: one Elo with its interval, on a ladder of known players. Run the same command to resume."""
    from gosu_env.agents.arena.rating import Rater  # noqa: PLC0415  (the package itself does not need the agents)

    console = Terminal()
    rater = Rater(player, games, players or seats_for(game, {}), seed, game)
    folder = out or RUNS / f"rate-{rater.arena.settings.digest}"
    rater.keep(folder, fresh)
    with resumable(partial(games_so_far, rater.arena)):
        rating = rater.run(jobs)
    console.print(rating.report())
    tell_earlier(rater.arena, console)
    console.print(Text(f"in {folder}: rating.json, games.journal", "dim"))
