"""The command ``gosu``: the cards, games to play and to watch, replays, competitions, the speed."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.text import Text

from gosu_env import GosuError, __version__
from gosu_env.cli import arena, bench, cards, play, replay, report, train, watch
from gosu_env.render.terminal import Terminal

app = typer.Typer(
    help="Play, watch, train and analyse GOSU.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    warnings.formatwarning = told_warning
    app()


def told_warning(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """A warning of this project is one line; those of others look as usual."""
    ours = category.__module__.partition(".")[0] == "gosu_env"
    return f"gosu: {message}\n" if ours else as_usual(message, category, filename, lineno, line)


as_usual = warnings.formatwarning


@contextmanager
def told_errors() -> Iterator[None]:
    """An error of this package is one red line and exit code 2."""
    try:
        yield
    except GosuError as error:
        Terminal(stderr=True, soft_wrap=True).print(Text(f"gosu: {error}", style="red"))
        raise typer.Exit(2) from None


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gosu-env {__version__}")
        raise typer.Exit


@app.callback()
def gosu(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, watch, train and analyse GOSU, the card game of goblin armies."""


for name, command in (
    ("cards", cards.show_cards),
    ("watch", watch.watch),
    ("replay", replay.show_replay),
    ("bench", bench.bench),
    ("arena", arena.arena),
    ("play", play.play),
    ("report", report.report),
    ("train", train.train),
):
    app.command(name)(told_errors()(command))
