"""The command ``gosu play``: a game against bots, or with friends at one keyboard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from gosu_env.cli.costs import tell_costs
from gosu_env.cli.early import check_writable
from gosu_env.cli.options import CardFile, GameName, Rules, game_options
from gosu_env.engine.game import Game
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    from gosu_env.play.app import PlayApp


def play(
    against: Annotated[
        str | None,
        typer.Option(
            help="Your opponents, one bot or more: ismcts:500 or greedy,random or my_module:MyBot.",
            show_default="the strongest that answers at once",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Or all seats in order: human,greedy,human.", show_default="you, then the bots"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed deals the same cards.", show_default="a new one")
    ] = None,
    hints: Annotated[
        str | None, typer.Option(help="The bot to ask for a hint.", show_default="the strongest that answers at once")
    ] = None,
    delay: Annotated[float, typer.Option(min=0.0, help="Minimum seconds per bot move.")] = 0.6,
    save: Annotated[Path | None, typer.Option(help="Save the game as a replay.", metavar="FILE")] = None,
    game: GameName = USUAL_GAME,
    cards: CardFile = None,
    rules: Rules = None,
) -> None:
    """Play against bots or friends, with keyboard or mouse."""
    from gosu_env.agents.policy import check_specs  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.registry import make_agent  # noqa: PLC0415
    from gosu_env.play.app import PlayApp  # noqa: PLC0415  (nor textual)
    from gosu_env.play.seating import HUMAN, Seating, bot_seed, strongest  # noqa: PLC0415

    check_writable(save)
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    options = game_options(game, rules, cards)
    seating = Seating.parse(make_agent, against, seats, options, game)
    adviser = hints or strongest(make_agent, len(seating.chairs), options, game)
    bots = [*(chair for chair in seating.chairs if chair != HUMAN), adviser]
    check_specs(bots, Game(game, len(seating.chairs), 0, **options).rules)
    app = PlayApp(
        seating.match,
        seed,
        make_agent(adviser, bot_seed(seed, "hints")),
        adviser,
        delay,
        save,
    )
    sit_down(app)


def sit_down(app: PlayApp) -> None:
    """Play, and tell afterwards what went wrong and what was written."""
    app.run()
    tell_costs()
    if app.trouble is not None:
        raise app.trouble
    if app.saved:
        console = Terminal()
        console.print(Text(f"{', '.join(map(str, app.saved))} written", "dim"), soft_wrap=True)
