"""Processes that play the games of an arena."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import warnings
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from gosu_env import GosuError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.play import play_chunk
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.policy import PolicyWarning
from gosu_env.agents.processes import deaf_to_interrupts, one_thread_each

AHEAD = 2  # chunks that a worker has at hand, so that it never waits for the next one


def _work(pipe: Connection, settings: Settings) -> None:
    """Play the chunks that come through the pipe, until it is closed: also by a parent that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    warnings.simplefilter("ignore", PolicyWarning)  # the parent has told
    schedule = Schedule(settings)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            chunk = pipe.recv()
            try:
                pipe.send(play_chunk(schedule, chunk))
            except GosuError as error:
                pipe.send(error)


class _Worker:
    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs, settings), daemon=True)
        self.process.start()
        theirs.close()
        self.at_hand = 0

    def give(self, chunks: Iterator[range]) -> None:
        """Hand out chunks until the worker has enough."""
        while self.at_hand < AHEAD and (chunk := next(chunks, None)) is not None:
            with contextlib.suppress(ConnectionError):  # a dead worker is noticed when its answer is taken
                self.pipe.send(chunk)
            self.at_hand += 1

    def take(self) -> list[Outcome]:
        try:
            answer: list[Outcome] | GosuError = self.pipe.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            raise GosuError(
                f"a worker died during a game with exit code {self.process.exitcode}; "
                "finished games are saved; use --jobs 1 to see the cause"
            ) from None
        self.at_hand -= 1
        if isinstance(answer, GosuError):
            raise answer
        return answer

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def play_chunks(schedule: Schedule, chunks: Iterable[range], jobs: int) -> Iterator[list[Outcome]]:
    """Play chunks of games, in this process or in several; each is given back when it is over, in any order."""
    left = iter(chunks)
    if jobs == 1:
        for chunk in left:
            yield play_chunk(schedule, chunk)
        return
    workers: list[_Worker] = []
    try:
        with deaf_to_interrupts(), one_thread_each():
            workers.extend(_Worker(schedule.settings) for _ in range(jobs))
        for worker in workers:
            worker.give(left)
        while busy := {worker.pipe: worker for worker in workers if worker.at_hand}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                played = worker.take()
                worker.give(left)
                yield played
    finally:
        for worker in workers:
            worker.end()
