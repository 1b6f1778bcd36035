"""Ranges of rows for threads: compiled loops let other threads run meanwhile."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np


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
        cuts = np.linspace(0, rows, self.threads * parts + 1).astype(int).tolist()
        left = iter(list(itertools.pairwise(cuts)))

        def call(thread: int) -> None:
            own = [argument[thread] if isinstance(argument, list) else argument for argument in arguments]
            for cut in left if parts > 1 else [(cuts[thread], cuts[thread + 1])]:
                work(*own, *cut)

        if self._pool is None:
            call(0)
        else:
            list(self._pool.map(call, range(self.threads)))
