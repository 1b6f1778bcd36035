"""Intervals that hold the true value in 95 of 100 cases."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # of the normal distribution
QUANTILES = (0.025, 0.975)
VIRTUAL = 0.5  # wins and losses that a mean is taken to have besides, so that no interval has no width


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval of a win rate. It takes games as independent; paired deals mostly make it too wide."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle = rate + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


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
