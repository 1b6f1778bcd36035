"""Threads for work that nobody waits for when the server ends: a thought, an answer from far away."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Daemons(Executor):
    """So many threads, started when they are needed. The process may end while they work: others would keep it."""

    def __init__(self, threads: int, name: str) -> None:
        self._most, self._name = threads, name
        self._work: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._undone = 0  # what was given out and is not done
        self._idle = threading.Event()
        self._idle.set()
        self._closed = False

    def submit(self, work: Callable[Given, Found], /, *given: Given.args, **named: Given.kwargs) -> Future[Found]:
        future: Future[Found] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("these threads take no more work")
            self._undone += 1
            self._idle.clear()
            self._work.put((future, lambda: work(*given, **named)))
            if self._threads < min(self._undone, self._most):
                self._threads += 1
                threading.Thread(target=self._run, name=f"{self._name}-{self._threads}", daemon=True).start()
        return future

    def _run(self) -> None:
        while (given := self._work.get()) is not None:
            future, work = given
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)
            del given, future, work  # nothing is kept alive by a thread that waits
            with self._lock:
                self._undone -= 1
                if not self._undone:
                    self._idle.set()

    def wait(self, seconds: float) -> bool:
        """Wait until all is done, for so long at most; whether it is."""
        return self._idle.wait(seconds)

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:
        """Take no more work, and drop what has not begun; what has is not waited for."""
        with self._lock:
            self._closed = True
            with contextlib.suppress(queue.Empty):
                while (given := self._work.get_nowait()) is not None:
                    given[0].cancel()
                    self._undone -= 1
            if not self._undone:
                self._idle.set()
            for _ in range(self._threads):
                self._work.put(None)
