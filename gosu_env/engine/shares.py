"""Ranges of rows for threads: compiled loops let other threads run meanwhile."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np


class Shares:
    """Ranges of rows, one for each thread."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="gosu-share") if threads > 1 else None

    def run(self, work: Callable[..., None], rows: int, *arguments: Any) -> None:
        """Call the loop on every range. An argument that is a list holds one array for every thread."""
        cuts = list(itertools.pairwise(np.linspace(0, rows, self.threads + 1).astype(int).tolist()))

        def call(thread: int) -> None:
            own = (argument[thread] if isinstance(argument, list) else argument for argument in arguments)
            work(*own, *cuts[thread])

        if self._pool is None:
            call(0)
        else:
            list(self._pool.map(call, range(self.threads)))
