"""The command ``gosu``: the cards, games to play and to watch, replays, competitions, the speed."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any

import typer
from rich.text import Text

from gosu_env import GosuError, __version__
from gosu_env.cli import (
    arena,
    bench,
    cards,
    dataset,
    learn,
    play,
    rate,
    replay,
    report,
    serve,
    solve,
    train,
    watch,
)
from gosu_env.cli.early import EXTRAS, missing_extra, use_plain_letters
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
    use_plain_letters()
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
        raise refused(error) from None
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRAS:
            raise
        raise refused(missing_extra(error)) from None


def refused(error: GosuError) -> typer.Exit:
    Terminal(stderr=True, soft_wrap=True).print(Text(f"gosu: {error}", style="red"))
    return typer.Exit(2)


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


TrustCode = Annotated[
    bool,
    typer.Option("--trust-code", help="Run the code of networks that policy files name: only for files you trust."),
]


def takes_policies(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option ``--trust-code``."""

    @wraps(command)
    def trusting(*arguments: Any, trust_code: bool = False, **named: Any) -> None:
        if trust_code:
            from gosu_env.agents.own import ANY, trust  # noqa: PLC0415  (the package itself does not need the agents)

            trust(ANY)
        command(*arguments, **named)

    wanted = inspect.Parameter("trust_code", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=TrustCode)
    taken = inspect.signature(command, eval_str=True)  # typer does not read texts in a signature that is given
    trusting.__signature__ = taken.replace(parameters=[*taken.parameters.values(), wanted])  # type: ignore[attr-defined]
    trusting.__annotations__ = {name: each.annotation for name, each in taken.parameters.items()} | {
        "trust_code": TrustCode
    }
    return trusting


def examples(*lines: str) -> str:
    """The end of a help: commands to try, a line each."""
    return "\n\n".join(("Examples:", *(f"  {line}" for line in lines)))


PLAYED = ("play", "learn", "serve", "watch", "arena", "rate", "report", "dataset", "train", "solve")  # by agents

for name, command, epilog in (
    ("play", play.play, examples("gosu play", "gosu play --against greedy,greedy --seed 7 --save game.gosu")),
    ("learn", learn.learn, examples("gosu learn", "gosu learn --against greedy")),
    ("serve", serve.serve, examples("gosu serve", "gosu serve --port 9000 --agent my_module:MyBot")),
    ("watch", watch.watch, examples("gosu watch --players greedy,random", "gosu watch --seed 7 --save game.gosu")),
    (
        "replay",
        replay.show_replay,
        examples("gosu replay game.gosu", "gosu replay game.gosu --step", "gosu replay game.gosu --html game.html"),
    ),
    (
        "cards",
        cards.show_cards,
        examples(
            "gosu cards Garsh",
            "gosu cards --kamakor --clan drake",
            "gosu cards --clan fire --export my.toml",
            "gosu cards --check --file generated:7",
        ),
    ),
    ("arena", arena.arena, examples("gosu arena --players random,greedy,me=my_module:MyBot --games 200")),
    ("rate", rate.rate, examples("gosu rate my_module:MyBot", "gosu rate policy:net.safetensors --games 1000")),
    ("report", report.report, examples("gosu report --players greedy", "gosu report --players greedy --games 500")),
    (
        "dataset",
        dataset.dataset,
        examples(
            "gosu dataset data --players policy:strong --decisions 10_000_000",
            "gosu dataset data --replays games",
            "gosu dataset data --verify",
        ),
    ),
    ("train", train.train, examples("gosu train", "gosu train --preset cpu --seed 3", "gosu train --set width=256")),
    (
        "solve",
        solve.solve,
        examples("gosu solve --option size=mini", "gosu solve --option size=mini --players greedy,policy:strong"),
    ),
    ("bench", bench.bench, examples("gosu bench", "gosu bench --players 4 --json speed.json")),
):
    runs = takes_policies(command) if name in PLAYED else command
    app.command(name, epilog=epilog)(told_errors()(runs))
