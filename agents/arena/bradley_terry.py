"""Strengths from wins: the Bradley–Terry model, and Luce's for tables of more than two.

At a table, everybody wins with a probability in proportion to exp(strength). With two seats that is Bradley–Terry.
Players who win together share the win, so a draw of two is half a win for each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gosu_env import GosuError

Array = NDArray[np.float64]

ELO = 400 / math.log(10)  # points of Elo in one unit of strength
VIRTUAL = 0.5  # wins for each side that every pair is taken to have besides: strengths stay finite
STEPS = 200
CLOSE = 1e-6  # of a unit of strength
LEAST = 1e-4  # weight of a virtual win: far below the quantiles that count, and enough to compute with
BLOCK = 2**21  # numbers at a time when many samples are fitted


@dataclass(frozen=True)
class Tally:
    """Who won how often, match by match. A match is a deal, played from every seat.

    ``seats``: float64 (tables, players), how many seats a player has at a table.
    ``table``: int64 (matches,), the table of every match.
    ``wins``: float64 (matches, players), how many of its games a player won, shared wins in parts.
    """

    seats: Array
    table: NDArray[np.int64]
    wins: Array

    def table_wins(self, weights: Array) -> Array:
        """Wins per table, with a weight for every match: (samples, matches) makes (samples, tables, players)."""
        out = np.zeros((len(weights), *self.seats.shape))
        for table in range(len(self.seats)):
            here = self.table == table
            out[:, table] = weights[:, here] @ self.wins[here]
        return out

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(self.seats.shape[1]), 2))


def fit_strengths(seats: Array, wins: Array) -> Array:
    """The most likely strengths, with a mean of 0: (tables, players) and (samples, tables, players) make
    (samples, players).

    Newton's method. The step is damped by log(1 + r)/r, r being its range: with that it comes closer from anywhere,
    because the log-likelihood is concave and its third derivative is bounded by the second and r.
    """
    strengths = np.zeros((len(wins), seats.shape[1]))
    won = wins.sum(axis=1)  # (samples, players)
    games = wins.sum(axis=2)  # (samples, tables)
    ones = np.ones((seats.shape[1], seats.shape[1]))  # the mean is free: without this there is no unique step
    for _ in range(STEPS):
        chance = seats * np.exp(strengths)[:, None, :]
        chance /= chance.sum(axis=2, keepdims=True)
        expected = games[:, :, None] * chance
        slope = won - expected.sum(axis=1)
        bend = -np.einsum("bti,btj->bij", expected, chance)
        diagonal = np.arange(seats.shape[1])
        bend[:, diagonal, diagonal] += expected.sum(axis=1)
        step = np.linalg.solve(bend + ones, slope[:, :, None])[:, :, 0]
        reach = np.ptp(step, axis=1, keepdims=True)
        strengths += step * np.where(reach > CLOSE, np.log1p(reach) / np.maximum(reach, CLOSE), 1.0)
        if reach.max() < CLOSE:
            mean: Array = strengths.mean(axis=1, keepdims=True)
            return strengths - mean
    raise GosuError(f"the ratings did not converge in {STEPS} steps")


def _fit(tally: Tally, weights: Array, virtual: Array) -> Array:
    """Strengths for weights of the matches, (samples, matches), and of the virtual wins, (samples, pairs, 2)."""
    pairs = tally.pairs
    seats = np.zeros((len(pairs), tally.seats.shape[1]))
    wins = np.zeros((len(weights), *seats.shape))
    for row, pair in enumerate(pairs):
        seats[row, pair] = 1
        wins[:, row, pair] = virtual[:, row]
    return fit_strengths(
        np.concatenate((tally.seats, seats)), np.concatenate((tally.table_wins(weights), wins), axis=1)
    )


def strengths(tally: Tally) -> Array:
    """The strengths of the players, in Elo, with a mean of 0: float64 (players,)."""
    virtual = np.full((1, len(tally.pairs), 2), VIRTUAL)
    found: Array = _fit(tally, np.ones((1, len(tally.table))), virtual)[0]
    return ELO * found


def sample_strengths(tally: Tally, samples: int, seed: int) -> Array:
    """Strengths as they might have come out, in Elo, with a mean of 0: float64 (samples, players).

    A Bayesian bootstrap over deals: every match gets a random weight, because the games of a deal belong together. The
    weight of a match is from a gamma distribution of shape 1, that of a virtual half win of shape 1/2. So a player that
    won every game gets a wide interval, not one of no width.
    """
    rng = np.random.default_rng(seed)
    pairs = len(tally.pairs)
    size = max(1, BLOCK // max(len(tally.table), (len(tally.seats) + pairs) * tally.seats.shape[1]))
    found: list[Array] = []
    for first in range(0, samples, size):
        count = min(size, samples - first)
        weights = rng.exponential(size=(count, len(tally.table)))
        found.append(_fit(tally, weights, np.maximum(rng.gamma(VIRTUAL, size=(count, pairs, 2)), LEAST)))
    return ELO * np.concatenate(found)
