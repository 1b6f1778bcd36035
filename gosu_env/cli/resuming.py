"""Commands that can be interrupted and run again: where their folders are, what they tell."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from gosu_env.render.terminal import Terminal

if TYPE_CHECKING:
    from gosu_env.agents.arena import Arena

PATIENCE = 0.4  # seconds after Ctrl-C in which Python should hear of it
SHOW_CURSOR = "\x1b[?25h"  # a progress bar hides it


@contextmanager
def resumable(so_far: Callable[[], str] = lambda: "") -> Iterator[None]:
    """After Ctrl-C, tell how far the command has come and how it goes on; the exit code is 130."""
    try:
        yield
    except KeyboardInterrupt:
        told = f"gosu: interrupted{so_far()}; run the same command to resume"
        Terminal(stderr=True, soft_wrap=True).print(Text(told, "yellow"))
        raise typer.Exit(130) from None


@contextmanager
def heard_anywhere() -> Iterator[None]:
    """Let Ctrl-C end the process within a second, also while compiled code or the compiler is at work.

    Python hears of it only between two of its own instructions. If it does not hear, the process ends where it stands:
    all files are written whole or not at all.
    """
    ears, mouth = socket.socketpair()
    mouth.setblocking(False)
    heard = threading.Event()

    def interrupt(number: int, frame: Any) -> None:
        heard.set()
        raise KeyboardInterrupt

    def listen() -> None:
        while told := ears.recv(1):
            if told[0] == signal.SIGINT and not heard.wait(PATIENCE):
                shown = SHOW_CURSOR if sys.stderr.isatty() else ""
                os.write(2, f"{shown}\ngosu: interrupted; run the same command to resume\n".encode())
                os._exit(130)

    listener = threading.Thread(target=listen, name="Ctrl-C", daemon=True)
    before = signal.signal(signal.SIGINT, interrupt), signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before[1])
        signal.signal(signal.SIGINT, before[0])
        mouth.close()
        listener.join()
        ears.close()


def games_so_far(arena: Arena) -> str:
    """How many games of an arena have been played: " after 20 of 2,000 games"."""
    return f" after {len(arena.outcomes):,} of {len(arena.schedule):,} games"


def tell_earlier(arena: Arena, console: Terminal) -> None:
    """Tell how many games were not played now."""
    if arena.earlier:
        told = f"{arena.earlier:,} of {len(arena.outcomes):,} games came from an earlier run; --fresh plays them again"
        console.print(Text(told, "yellow"))
