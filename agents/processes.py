"""Processes of this machine: how many, one thread each, and work that is done in them."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from gosu_env import GosuError, OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.engine.shares import available_cores

THREADS = tuple(
    f"{library}_THREADS"
    for library in ("OMP_NUM", "OPENBLAS_NUM", "MKL_NUM", "BLIS_NUM", "NUMEXPR_NUM", "VECLIB_MAXIMUM")
)
Name = TypeVar("Name")
PATIENCE = 1.0  # seconds to wait for something to be done, until whoever waits is asked again


def check_jobs(jobs: int | None) -> int:
    """How much to do at the same time; None: one thing per core."""
    if jobs is None:
        return available_cores()
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1:
        raise OptionError(f"jobs must be a whole number, 1 or more, not {jobs!r}")
    return jobs


@contextlib.contextmanager
def one_thread_each() -> Iterator[None]:
    """Processes started here are one core each, also for networks; libraries look that up when they are loaded."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from their first moment, not only once they work."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


class DeadProcessError(GosuError):
    """Work whose process died."""


class FailedWorkError(GosuError):
    """Work that failed with an error that is none of this project's, which is its cause."""


@contextlib.contextmanager
def deaths_told(told: str) -> Iterator[None]:
    """Tell the death of a process in these words; errors that are none of this project's are raised as they were."""
    try:
        yield
    except DeadProcessError:
        raise GosuError(told) from None
    except FailedWorkError as error:
        raise error.__cause__ or error  # noqa: B904  (it has a cause of its own: the traceback of its process)


def _work(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; an error that is none of this project's is told here, where its files and lines are known."""
    try:
        return function(*arguments)
    except GosuError:
        raise
    except Exception as error:
        error.told_fault = told_fault(error)  # type: ignore[attr-defined]
        raise


class Processes:
    """Work in processes of this machine, as ``cluster.Cluster`` has it on many: given out, handed back by its key.

    Every process is a pool of its own, so that one that dies takes no work with it but its own. ``begin`` is called
    first in each.
    """

    def __init__(self, slots: int, begin: Callable[[], None] | None = None) -> None:
        self.slots = slots
        self._begin = begin
        self._free: list[ProcessPoolExecutor] = []
        self._busy: dict[Future[Any], tuple[Any, ProcessPoolExecutor]] = {}

    @property
    def waiting(self) -> int:
        return len(self._busy)

    def share(self, value: Any) -> Any:
        return value

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Give out work; at most as much as there are slots."""
        if len(self._busy) >= self.slots:
            raise RuntimeError("no process is free")
        with deaf_to_interrupts(), one_thread_each():
            pool = self._free.pop() if self._free else ProcessPoolExecutor(1, get_context("spawn"), self._begin)
            self._busy[pool.submit(_work, function, *arguments)] = key, pool

    def wait(self) -> list[tuple[Any, Any]]:
        """Some of what is done, by its keys; nothing, if nothing is done within a second."""
        found: list[tuple[Any, Any]] = []
        for done in wait(self._busy, PATIENCE, FIRST_COMPLETED)[0]:
            key, pool = self._busy.pop(done)
            try:
                found.append((key, done.result()))
                self._free.append(pool)
            except BrokenProcessPool:
                pool.shutdown()
                found.append((key, DeadProcessError("its process died; out of memory?")))
            except GosuError as error:
                self._free.append(pool)
                found.append((key, error))
            except Exception as error:
                self._free.append(pool)
                failed = FailedWorkError(getattr(error, "told_fault", None) or told_fault(error))
                failed.__cause__ = error
                found.append((key, failed))
        return found

    def close(self) -> None:
        """End all processes, also those at work."""
        pools = [*self._free, *(pool for _, pool in self._busy.values())]
        for pool in pools:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)
        self._free.clear()
        self._busy.clear()


def run_together(
    work: Mapping[Name, Callable[[], Any]],
    jobs: int,
    begin: Callable[[], None] | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[tuple[Name, Any], None, None]:
    """Call functions, so many at the same time; the name and the result of each as it ends. An error ends them all.

    ``begin`` is called first in each process, ``meanwhile`` here, at least every second.
    """
    processes, left = Processes(jobs, begin), list(work.items())[::-1]
    try:
        while left or processes.waiting:
            while left and processes.waiting < jobs:
                processes.submit(*left.pop())
            ended = processes.wait()
            meanwhile()
            for name, result in ended:
                if isinstance(result, GosuError):
                    raise result
                yield name, result
    finally:
        processes.close()


def run_in_order(work: Iterable[Callable[[], Any]], jobs: int, begin: Callable[[], None]) -> Generator[Any, None, None]:
    """Call functions, so many at the same time, also without an end; their results in order. An error ends them all."""
    processes, left = Processes(jobs, begin), enumerate(work)
    given: deque[int] = deque()  # whose results were not handed on yet
    ended: dict[int, Any] = {}
    try:
        while True:
            for number, function in itertools.islice(left, jobs - len(given)):
                processes.submit(number, function)
                given.append(number)
            if not given:
                return
            while given[0] not in ended:
                ended.update(processes.wait())
            result = ended.pop(given.popleft())
            if isinstance(result, GosuError):
                raise result
            yield result
    finally:
        processes.close()
