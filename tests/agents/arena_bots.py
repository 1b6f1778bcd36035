"""Small players for tests of the arena, named by their import path."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gosu_env import View


class First:
    """Takes the first legal action, which is a pass more often than not."""

    def __init__(self, seed: int) -> None:
        pass

    def act(self, view: View) -> int:
        return view.legal_actions()[0]


class Eager:
    """Passes only when nothing else is left, and plays at random otherwise."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        choices = view.choices()
        better = [action for action, text in choices.items() if text != "pass"] or list(choices)
        return better[int(self._rng.integers(len(better)))]


class Slow(First):
    """Takes its time, so that a run can be interrupted."""

    def act(self, view: View) -> int:
        time.sleep(0.002)
        return super().act(view)


class Counting(First):
    """Fails where a matrix product has more than one thread; those of other libraries have names of their own."""

    def act(self, view: View) -> int:
        square = np.ones((400, 400))
        _ = square @ square
        names = [(task / "comm").read_text() for task in Path("/proc/self/task").iterdir()]
        if names.count(Path("/proc/self/comm").read_text()) > 1:
            raise RuntimeError(f"{len(names)} threads: {names}")
        return super().act(view)


class Together:
    """Answers many decisions at once, from one generator: its games depend on how many are played side by side."""

    calls: list[int] = []  # noqa: RUF012  (how many views each call had)

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        raise AssertionError("it is asked for many at once")

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.calls.append(len(views))
        draws = self._rng.random(len(views))
        return [
            view.legal_actions()[int(draw * len(view.legal_actions()))] for view, draw in zip(views, draws, strict=True)
        ]


class Broken(First):
    """Fails at its third decision."""

    def __init__(self, seed: int) -> None:
        self._asked = 0

    def act(self, view: View) -> int:
        self._asked += 1
        if self._asked == 3:
            raise ZeroDivisionError("no plan")
        return super().act(view)


class Cheat(First):
    """Answers with an action that is not legal."""

    def act(self, view: View) -> int:
        return next(action for action in range(view.num_actions) if action not in view.legal_actions())


class Short(Together):
    """Answers fewer decisions than it was asked."""

    def act_many(self, views: Sequence[View]) -> list[int]:
        return super().act_many(views)[1:]


class Dying(First):
    """Takes its process with it."""

    def act(self, view: View) -> int:
        os._exit(3)
