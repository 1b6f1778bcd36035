"""What several commands take: the options of the game (``--option draft``), ``--cards``, ``--jobs`` and the like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from gosu_env.engine.errors import OptionError
from gosu_env.engine.options import option_texts
from gosu_env.engine.rules import GAMES, find_game

GameName = Annotated[str, typer.Option("--game", help=f"Which game: {', '.join(GAMES)}.")]
CardFile = Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="An option of the game, such as draft or max_decisions=500; repeatable.",
        metavar="NAME[=VALUE]",
        show_default=False,
    ),
]
FEWEST = "the fewest that the game and its options allow"
Players = Annotated[
    int | None,
    typer.Option(min=2, help="Number of players.", show_default=FEWEST),
]
GamesSeed = Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Number of parallel games.", show_default="one per core")]
Cluster = Annotated[
    str | None,
    typer.Option(
        help="Play on a Ray cluster instead: its address, or auto for the one of this machine.", metavar="ADDRESS"
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play all games again, including those already in the folder.")]


def game_options(game: str, rules: Sequence[str] | None, cards: str | None = None) -> dict[str, Any]:
    """The options of ``Game`` that a command was given."""
    options = find_game(game).OPTIONS.read(rules or ())
    if cards is not None:
        if "cards" in options:
            raise OptionError("--cards and --option cards=… both name a card file; give one of them")
        options["cards"] = cards
    return options


def seats_for(game: str, options: dict[str, Any]) -> int:
    """How many play where nobody says."""
    module = find_game(game)
    return module.OPTIONS.parse(options).players or module.PLAYERS[0]


def told_options(options: dict[str, Any]) -> str:
    """What is not as usual, for a title: "draft, teams"."""
    return ", ".join(option_texts({name: value for name, value in options.items() if name != "cards"}))
