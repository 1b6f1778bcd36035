"""Ratings by openskill: Plackett–Luce, updated game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gosu_env.engine.errors import MissingExtraError, install

try:
    from openskill.models import PlackettLuce
except ImportError as error:
    raise MissingExtraError(f"ratings need openskill: {install('arena')}") from error


def skill_ratings(players: int, games: Iterable[tuple[Sequence[int], Sequence[float]]]) -> list[tuple[float, float]]:
    """Mean and deviation of every player, from games in order: who sat where, and each seat's part of the win.

    An update depends on the ones before it, so the order matters a little; the arena goes by the number of the game. A
    player with several seats at a table gets the mean of what its seats get.
    """
    model = PlackettLuce(tau=0.0)  # players do not change: nothing that makes later games count for more
    ratings: list[Any] = [model.rating() for _ in range(players)]
    for seats, shares in games:
        best = max(shares)
        ranks = [1.0 if share == best else 2.0 for share in shares]
        rated = model.rate([[ratings[player]] for player in seats], ranks=ranks)
        new: dict[int, list[Any]] = {}
        for player, (rating,) in zip(seats, rated, strict=True):
            new.setdefault(player, []).append(rating)
        for player, found in new.items():
            mu = sum(rating.mu for rating in found) / len(found)
            sigma = sum(rating.sigma for rating in found) / len(found)
            ratings[player] = model.rating(mu, sigma)
    return [(rating.mu, rating.sigma) for rating in ratings]
