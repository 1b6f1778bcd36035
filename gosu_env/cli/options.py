"""What several commands take: the options of the game (``--option draft``), ``--cards``, ``--jobs`` and the like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.options import option_texts, read_options

CardFile = Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="A game option: draft, turn_limit, no_pass_with_tokens, teams, kamakor, clans=A+B+C+D+E; repeatable.",
        metavar="NAME[=VALUE]",
        show_default=False,
    ),
]
Players = Annotated[int | None, typer.Option(min=2, max=4, help="Number of players.", show_default="2, with teams 4")]
GamesSeed = Annotated[int, typer.Option(min=0, help="The same seed plays the same games.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Number of parallel games.", show_default="one per core")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play all games again, including those already in the folder.")]


def game_options(rules: Sequence[str] | None, cards: str | None = None) -> dict[str, Any]:
    """The options of ``Game`` that a command was given."""
    options = read_options(rules or ())
    if cards is not None:
        if "cards" in options:
            raise OptionError("--cards and --option cards=… both name a card file; give one of them")
        options["cards"] = cards
    return options


def seats_for(options: dict[str, Any]) -> int:
    """How many play where nobody says: two, or two teams."""
    return 4 if options.get("teams") else 2


def told_options(options: dict[str, Any]) -> str:
    """What is not as usual, for a title: "draft, teams"."""
    return ", ".join(option_texts({name: value for name, value in options.items() if name != "cards"}))
