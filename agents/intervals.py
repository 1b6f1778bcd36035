"""Intervals that hold the true value in 95 of 100 cases."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # of the normal distribution
QUANTILES = (0.025, 0.975)
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.179, 2.131, 2.101, 2.080, 2.060)
STUDENT_AT = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 21, 25)  # degrees of freedom of these quantiles
VIRTUAL = 0.5  # wins and losses that a mean is taken to have besides, so that no interval has no width


def interval_text(low: float, high: float) -> str:
    """An interval of a share in per cent, as it stands beside the share: ``49.1–55.4``."""
    return f"{100 * low:.1f}–{100 * high:.1f}"


def rate_text(rate: float, low: float, high: float) -> str:
    """A share with its interval: ``52.3 % (49.1–55.4)``."""
    return f"{100 * rate:.1f} % ({interval_text(low, high)})"


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval of a win rate. It takes games as independent; paired deals mostly make it too wide."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle = rate + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def clustered_wilson(wins: NDArray[np.float64], seats: NDArray[np.float64]) -> tuple[float, float]:
    """Wilson's interval of a win rate over seats of which a game may have several: wins and seats of every game.

    The seats of a game are not independent, since what one wins another does not. So the interval is the one of as many
    independent seats as would vary as much. One seat more that varies like any keeps it from having no width.
    """
    total = float(seats.sum())
    rate = float(wins.sum()) / total if total else 0.0
    alone = rate * (1 - rate)  # the variance of one seat
    together = float(((wins - rate * seats) ** 2).sum()) + alone
    effective = alone * total**2 / together if alone > 0 else total
    return wilson(rate * effective, effective)


def seeds_interval(rates: NDArray[np.float64], lows: NDArray[np.float64], highs: NDArray[np.float64]) -> list[float]:
    """The mean of the win rates of several runs, and its interval: by Student's t, since runs are few.

    It is never narrower than the games alone allow, whose intervals of each run are ``lows`` and ``highs``.
    """
    count, mean = len(rates), float(rates.mean())
    if count == 1:
        return [mean, float(lows[0]), float(highs[0])]
    quantile = min(value for value, freedom in zip(STUDENT, STUDENT_AT, strict=True) if freedom <= count - 1)
    spread = quantile * float(rates.std(ddof=1)) / math.sqrt(count)
    spread = max(spread, float((highs - lows).mean()) / 2 / math.sqrt(count))
    return [mean, max(0.0, mean - spread), min(1.0, mean + spread)]


def rate_shares(
    wins: NDArray[np.float64], plays: NDArray[np.float64], total: float = 1.0
) -> list[tuple[float | None, float | None, float | None]]:
    """The win rates of several things in proportion to each other, with the sum ``total`` and intervals.

    ``wins`` and ``plays``: float64 (games, things). Games are independent, the columns of a game are not: how much each
    game moves a share is added up over games (the delta method); where a thing never or always won, Wilson's interval
    of its rate counts, too. A thing that was never played has no share.
    """
    times = plays.sum(axis=0)
    seen = times > 0
    rates = np.divide(wins.sum(axis=0), times, out=np.zeros(len(times)), where=seen)
    if not rates.any():
        return [(None, None, None)] * len(times)
    scale = total / rates.sum()
    shares = rates * scale
    moves = np.divide(wins - rates * plays, times, out=np.zeros(wins.shape), where=seen)  # of the rates, by a game
    moves = scale * moves - shares * moves.sum(axis=1, keepdims=True) / rates.sum()
    spread = Z * np.sqrt((moves**2).sum(axis=0))
    low, high = np.maximum(shares - spread, 0), np.minimum(shares + spread, 1)
    for thing in np.flatnonzero(seen & ((rates == 0) | (rates == 1))):  # there the normal interval has no width
        reach = np.array(clustered_wilson(wins[:, thing], plays[:, thing]))
        reach = total * reach / (reach + rates.sum() - rates[thing])
        low[thing], high[thing] = min(low[thing], reach[0]), max(high[thing], min(reach[1], 1))
    rows = zip(seen.tolist(), shares.tolist(), low.tolist(), high.tolist(), strict=True)
    return [(share, lowest, highest) if played else (None, None, None) for played, share, lowest, highest in rows]


def bootstrap_rate(
    wins: NDArray[np.float64], games: NDArray[np.float64], samples: int, rng: np.random.Generator
) -> tuple[float, float]:
    """An interval of a win rate from wins and games per deal: a Bayesian bootstrap over deals."""
    weights = rng.exponential(size=(samples, len(wins)))
    won, lost = rng.gamma(VIRTUAL, size=(2, samples))
    rates = (weights @ wins + won) / (weights @ games + won + lost)
    low, high = np.quantile(rates, QUANTILES)
    rate = float(wins.sum() / games.sum())
    return min(float(low), rate), max(float(high), rate)
