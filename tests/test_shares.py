"""Ranges of rows for threads: every row once, whoever takes it."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numpy.typing import NDArray

from gosu_env.engine.shares import Shares


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("parts", [1, 4])
@pytest.mark.parametrize("rows", [0, 1, 5, 100])
def test_every_row_is_worked_on_once(threads: int, parts: int, rows: int) -> None:
    visits = [np.zeros(rows, int) for _ in range(threads)]

    def work(own: NDArray[np.int64], low: int, high: int) -> None:
        own[low:high] += 1

    Shares(threads).run(work, rows, visits, parts=parts)
    assert (sum(visits) == 1).all()


def test_in_parts_no_thread_waits_for_a_slow_one() -> None:
    taken: list[list[int]] = [[], []]
    others = threading.Semaphore(0)

    def work(own: list[int], low: int, high: int) -> None:
        own.append(low)
        if low > 0:
            others.release()
        else:  # as slow as all others together
            for _ in range(15):
                assert others.acquire(timeout=60)

    Shares(2).run(work, 16, taken, parts=8)
    assert sorted(taken, key=len) == [[0], list(range(1, 16))]


def test_in_one_part_each_thread_has_its_own_range() -> None:
    taken: list[list[tuple[int, int]]] = [[], []]

    def work(own: list[tuple[int, int]], low: int, high: int) -> None:
        own.append((low, high))

    Shares(2).run(work, 10, taken)
    assert taken == [[(0, 5)], [(5, 10)]]
