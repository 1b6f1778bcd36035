"""How good a guess at hidden cards is: log-loss, beside that of counting cards.

``Game.belief`` and the extra ``belief`` of a batch give the baseline: how many copies of each card are to be expected
in each hidden place if every deal that fits what the seat knows is as likely as any other. ``hidden`` is the truth, and
``known`` the part of it that the seat knows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.errors import DataError
from gosu_env.engine.spec import Spec

LEAST = 1e-9  # chances below count as this: a wrong certainty costs 21 nats


class Losses(NamedTuple):
    """What guesses at many positions cost, position by position."""

    nats: NDArray[np.float64]  # (N,): of all hidden cards together
    cards: NDArray[np.int64]  # (N,): how many hidden cards there are

    @property
    def mean(self) -> float:
        """Nats for a hidden card."""
        return float(self.nats.sum() / max(int(self.cards.sum()), 1))


class Gain(NamedTuple):
    """By how many nats a card one guess is better than another, with an interval of 95 %."""

    mean: float
    low: float
    high: float


def log_loss(expected: ArrayLike, hidden: ArrayLike, known: ArrayLike, spec: Spec) -> Losses:
    """The log-loss of a guess: −log q(card) for every hidden card that is not known, summed for each position.

    ``q`` is the guess at one such card of a hand, or of another place of ``spec``: the numbers that are expected there,
    without those known, divided by their sum. ``expected``, ``hidden`` and ``known`` are (N, spec.size) or wider, what
    stands behind is left out; so ``belief`` and ``known`` of a batch can be given as they are, with ``hidden_spec``.
    """
    guess = np.atleast_2d(np.asarray(expected, np.float64))[:, : spec.size]
    truth = np.atleast_2d(np.asarray(hidden, np.int64))[:, : spec.size]
    seen = np.atleast_2d(np.asarray(known, np.int64))[:, : spec.size]
    for name, array in (("expected", guess), ("hidden", truth), ("known", seen)):
        if array.shape != (len(truth), spec.size):
            raise DataError(f"{name} has shape {array.shape}; expected {(len(truth), spec.size)}")
    if (seen > truth).any():
        raise DataError("known: more cards than there are; expected those of the same positions as hidden")
    nats, left = np.zeros(len(truth)), truth - seen
    for block in spec.blocks:
        open_ = np.maximum(guess[:, block.slice] - seen[:, block.slice], 0.0)
        chance = open_ / np.maximum(open_.sum(axis=1, keepdims=True), LEAST)
        nats -= (left[:, block.slice] * np.log(np.maximum(chance, LEAST))).sum(axis=1)
    return Losses(nats, left.sum(axis=1))


def gain(counted: Losses, guessed: Losses, games: ArrayLike) -> Gain:
    """By how many nats a hidden card a guess is better than counting, over the same positions.

    ``games`` says of which game each position is: positions of one game are alike, so games are what the interval
    counts.
    """
    which: Any = np.unique(np.asarray(games), return_inverse=True)[1].reshape(-1)
    if len(which) != len(counted.nats) or len(which) != len(guessed.nats):
        raise DataError(f"games: {len(which)} positions; expected {len(counted.nats)}, as many as losses")
    if not np.array_equal(counted.cards, guessed.cards):
        raise DataError("guessed: other hidden cards than counted; expected losses of the same positions")
    saved = np.bincount(which, counted.nats - guessed.nats)
    cards = np.bincount(which, counted.cards)
    total, count = max(cards.sum(), 1.0), len(saved)
    mean = saved.sum() / total
    error = np.sqrt(((saved - mean * cards) ** 2).sum() * count / max(count - 1, 1)) / total
    return Gain(float(mean), float(mean - 1.96 * error), float(mean + 1.96 * error))
