"""Ranges of rows for threads: compiled loops let other threads run meanwhile."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray


def available_cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def cut(rows: int, parts: int) -> list[tuple[int, int]]:
    """So many ranges of rows, of about the same length."""
    return list(itertools.pairwise(np.linspace(0, rows, parts + 1).astype(int).tolist()))


def owners(ranges: list[tuple[int, int]]) -> NDArray[np.int32]:
    """Of every row, the number of its range."""
    return np.repeat(np.arange(len(ranges)), [high - low for low, high in ranges]).astype(np.int32)


class Shares:
    """Ranges of rows for some threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="gosu-share") if threads > 1 else None

    def run(self, work: Callable[..., None], rows: int, *arguments: Any, parts: int = 1) -> None:
        """Call the loop on every range. An argument that is a list holds one array for every thread.

        ``parts``: so many ranges for each thread. One that is done with its own takes another's, so none waits long for
        a slow one; but what a loop adds up in a thread's own arrays then depends on their speed.
        """
        ranges = cut(rows, self.threads * parts)
        left = iter(ranges)

        def call(thread: int) -> None:
            own = [argument[thread] if isinstance(argument, list) else argument for argument in arguments]
            for low, high in left if parts > 1 else [ranges[thread]]:
                work(*own, low, high)

        if self._pool is None:
            call(0)
        else:
            list(self._pool.map(call, range(self.threads)))
