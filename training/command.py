"""Entry point shared by the programs of this package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from gosu_env import GosuError
from gosu_env.engine.rules import GAMES, USUAL_GAME

EXTEND = "resume even if --decisions has grown or the code has changed; settings.json records it"


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a game."""
    parser.add_argument("--game", default=USUAL_GAME, choices=list(GAMES))
    parser.add_argument("--players", type=int, default=2, help="number of players")
    parser.add_argument("--option", action="append", default=[], help="an option of the game: max_decisions=500 …")


def start(main: Callable[[], Any]) -> None:
    """Run a program; an error of this project is one line and exit code 2, and Ctrl-C exits with 130."""
    try:
        main()
    except GosuError as error:
        print(f"{error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        print("interrupted; run the same command to resume from the last checkpoint", file=sys.stderr)
        raise SystemExit(130) from None
