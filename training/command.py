"""Entry point shared by the programs of this package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gosu_env import GosuError, OptionError
from gosu_env.engine.rules import GAMES, find_game
from gosu_env.training.algorithms import AnySettings
from gosu_env.training.config import Config

EXTEND = "resume even if --decisions has grown or the code has changed; settings.json records it"


def add_settings(parser: argparse.ArgumentParser, preset: str, example: str) -> None:
    """The arguments from which ``gather_settings`` reads settings."""
    parser.add_argument("--preset", default=None, help=f"preset to begin with; default: {preset}")
    add_changes(parser, example)
    parser.add_argument("--game", default=None, choices=list(GAMES))
    parser.add_argument("--players", type=int, default=None, help="number of players")
    parser.add_argument("--option", action="append", default=None, help="an option of the game: max_decisions=500 …")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--extend", action="store_true", help=EXTEND)
    parser.add_argument(
        "--logger",
        action="append",
        default=None,
        help="tensorboard (default, if installed), jsonl, wandb, none, or my_module:MyLogger; repeatable",
    )


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The argument that names a cluster for rollout workers."""
    parser.add_argument(
        "--cluster",
        default=None,
        metavar="ADDRESS",
        help="play on a Ray cluster, as --set workers=N say: its address, or auto for the one of this machine",
    )


def add_changes(parser: argparse.ArgumentParser, example: str) -> None:
    """The arguments that change settings, and the folder of the run."""
    parser.add_argument("--settings", type=Path, default=None, metavar="FILE", help="settings in TOML")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help=f"change a setting: {example}; over the file's"
    )
    parser.add_argument("--out", type=Path, default=None, help="the folder of the run, where it also resumes")


def refuse_both(jobs: int | None, cluster: str | None) -> None:
    """Raise if a number of jobs was given beside a cluster, which has its own."""
    if jobs is not None and cluster is not None:
        raise OptionError("--jobs is for this machine, and a cluster was given; leave one of them out")


def gather_settings(config: Config, given: argparse.Namespace, **more: Any) -> AnySettings:
    """The settings of a command with these arguments."""
    options = None
    if given.option is not None:
        options = find_game(given.game or config.filed_game).OPTIONS.read(given.option)
    return config.settings(given.set, given.game, given.players, given.seed, options, **more)


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
