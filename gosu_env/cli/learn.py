"""The command ``gosu learn``: a first game with explanations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gosu_env.cli.early import check_writable
from gosu_env.cli.options import GameName
from gosu_env.cli.play import sit_down
from gosu_env.engine.rules import USUAL_GAME


def learn(
    against: Annotated[str, typer.Option(help="The bot at the table, one to begin with.")] = "random",
    seed: Annotated[
        int | None, typer.Option(min=0, help="Another seed deals other cards.", show_default="a game that shows most")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game as a replay.", metavar="FILE")] = None,
    game: GameName = USUAL_GAME,
) -> None:
    """Learn the game: play against an easy bot, with explanations on the way."""
    from gosu_env.agents.policy import check_specs  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.registry import make_agent  # noqa: PLC0415
    from gosu_env.engine.game import Game  # noqa: PLC0415
    from gosu_env.play.app import PlayApp  # noqa: PLC0415  (nor textual)
    from gosu_env.play.lessons import lessons_of  # noqa: PLC0415
    from gosu_env.play.seating import HUMAN, Seating, bot_seed, strongest  # noqa: PLC0415

    check_writable(save)
    lessons, first_game = lessons_of(game)
    seed = first_game if seed is None else seed
    seating = Seating.parse(make_agent, against, game=game)
    players = len(seating.chairs)
    check_specs([chair for chair in seating.chairs if chair != HUMAN], Game(game, players, 0).rules)
    adviser = strongest(make_agent, players, game=game)
    hints = make_agent(adviser, bot_seed(seed, "hints"))
    sit_down(PlayApp(seating.match, seed, hints, adviser, 0.6, save, lessons))
