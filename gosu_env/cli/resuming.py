"""Commands that can be interrupted and run again: where their folders are, what they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    from gosu_env.agents.arena import Arena


@contextmanager
def resumable(so_far: Callable[[], str] = lambda: "") -> Iterator[None]:
    """After Ctrl-C, tell how far the command has come and how it goes on; the exit code is 130."""
    try:
        yield
    except KeyboardInterrupt:
        told = f"gosu: interrupted{so_far()}; run the same command to resume"
        Terminal(stderr=True, soft_wrap=True).print(Text(told, "yellow"))
        raise typer.Exit(130) from None


def games_so_far(arena: Arena) -> str:
    """How many games of an arena have been played: " after 20 of 2,000 games"."""
    return f" after {len(arena.outcomes):,} of {len(arena.schedule):,} games"


def tell_earlier(arena: Arena, console: Terminal) -> None:
    """Tell how many games were not played now."""
    if arena.earlier:
        told = f"{arena.earlier:,} of {len(arena.outcomes):,} games came from an earlier run; --fresh plays them again"
        console.print(Text(told, "yellow"))
