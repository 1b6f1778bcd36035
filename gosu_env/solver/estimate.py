"""How large a game is that nobody can enumerate: an estimate from random games.

A random game that had b1, b2, … legal actions to choose from stands for b1 · b2 · … games (Knuth, 1975): the mean of
that over random games is how many there are, of a deal and an order of the draw pile, on average. It has no bias, but a
large spread: for large games only the order of magnitude counts, and that is found too low rather than too high.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from gosu_env.engine.batch import Batch
from gosu_env.engine.rules import find_rules


@dataclass(frozen=True)
class Estimate:
    """The size of a game of two players."""

    games: int  # that were played at random
    decisions: float  # of a game, on average
    choices: float  # of a decision, the geometric mean
    positions: float  # log10 of how many decisions a deal may come to, by all ways to play it
    error: float  # relative, of the mean that this is the logarithm of


def estimate_size(name: str, options: dict[str, Any], games: int = 10_000, seed: int = 0) -> Estimate:
    """Play so many games at random, and tell how large their trees are."""
    batch = Batch(find_rules(name, 2, options), games, seed)
    weight, found = np.ones(games, np.longdouble), np.zeros(games, np.longdouble)
    playing, decisions, choices = np.ones(games, bool), 0, 0.0
    while playing.any():
        legal = batch.mask.sum(axis=1, dtype=np.int64)
        found[playing] += weight[playing]
        weight[playing] *= legal[playing]
        decisions += int(playing.sum())
        choices += float(np.log(legal[playing]).sum())
        batch.step(batch.sample())
        playing &= ~np.asarray(batch.done)
    batch.close()
    mean = found.mean()
    error = float(found.std() / mean) / games**0.5
    return Estimate(games, decisions / games, float(np.exp(choices / decisions)), float(np.log10(mean)), error)


def count_deals(cards: int, hand: int) -> int:
    """Ways to deal two hands, if all cards differ."""
    return comb(cards, hand) * comb(cards - hand, hand)
