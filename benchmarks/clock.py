"""How long work takes: several windows of time after a first one that does not count."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks.case import Work

WINDOWS = 3
CALLS_PER_WINDOW = 20


@dataclass(frozen=True)
class Window:
    count: int  # units of work
    games: int  # that ended
    seconds: float

    @property
    def rate(self) -> float:
        return self.count / self.seconds


@dataclass(frozen=True)
class Timing:
    """What the windows say together."""

    rate: float  # units of work per second: the median window
    spread: float  # half of the distance between the fastest and the slowest window, as a share of the median
    count: int
    games: int

    @classmethod
    def of(cls, windows: list[Window]) -> Timing:
        rates = [window.rate for window in windows]
        middle = median(rates)
        return cls(
            rate=middle,
            spread=(max(rates) - min(rates)) / 2 / middle,
            count=sum(window.count for window in windows),
            games=sum(window.games for window in windows),
        )

    @classmethod
    def of_processes(cls, timings: list[Timing]) -> Timing:
        """Processes that worked at the same time."""
        return cls(
            rate=sum(timing.rate for timing in timings),
            spread=max(timing.spread for timing in timings),
            count=sum(timing.count for timing in timings),
            games=sum(timing.games for timing in timings),
        )


def measure(work: Work, seconds: float, windows: int = WINDOWS) -> Timing:
    """Work for that many seconds, after a warm-up as long as a window."""
    length = seconds / windows
    amount = 1
    found: list[Window] = []
    for _ in range(windows + 1):
        count = games = 0
        elapsed = 0.0
        started = perf_counter()
        while elapsed < length:
            more, ended = work(amount)
            count += more
            games += ended
            elapsed = perf_counter() - started
            amount = max(1, int(count / elapsed * length / CALLS_PER_WINDOW))
        found.append(Window(count, games, elapsed))
    return Timing.of(found[1:])
