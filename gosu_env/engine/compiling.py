"""Whoever waits for the compiler sees that it works: what is compiled, how far it is, for how long.

A terminal gets a line that moves. A program with a screen of its own takes over with ``show_with``. Where nobody looks,
the one line of ``jit.announce`` is all.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator

Show = Callable[[str | None], object]  # is given a line about what goes on, or None when it is done

PERIOD = 0.25  # seconds between two looks
LIKELY_WAITING = 3.0  # seconds without a function translated
CLEAR = "\r\x1b[2K"

_show: Show | None = None


def show_with(show: Show | None) -> None:
    """Show progress in another way than on stderr; None shows it there again."""
    global _show  # noqa: PLW0603
    _show = show


class Progress:
    """What is being compiled by this process."""

    def __init__(self) -> None:
        self.entries: list[str] = []  # those before the last one wait for it
        self.functions = 0  # translated so far
        self.began = 0.0

    def line(self) -> str:
        seconds = time.monotonic() - self.began
        if self.functions == 0 and seconds > LIKELY_WAITING:
            return f"waiting for another process that compiles {self.entries[-1]}, {seconds:.0f} s"
        return f"compiling {self.entries[-1]}: {self.functions} functions, {seconds:.0f} s"

    @contextlib.contextmanager
    def of(self, entry: str) -> Iterator[None]:
        """While an entry is compiled, or waited for."""
        show = _show or _on_terminal()
        if self.entries or show is None:
            yield  # it is shown already, or nobody looks
            return
        self.functions, self.began = 0, time.monotonic()
        self.entries.append(entry)
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(done, show), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()
            self.entries.pop()

    def _watch(self, done: threading.Event, show: Show) -> None:
        while not done.wait(PERIOD):
            show(self.line())
        show(None)


def _on_terminal() -> Show | None:
    if multiprocessing.parent_process() is not None or not sys.stderr.isatty():
        return None

    def show(line: str | None) -> None:
        sys.stderr.write(CLEAR if line is None else f"{CLEAR}gosu-env: {line[:68]}")
        sys.stderr.flush()

    return show


PROGRESS = Progress()
