"""What the games of an arena say: ratings, payoffs, seats, lengths, endings, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import GosuError
from gosu_env.agents.arena.bradley_terry import Tally, sample_strengths, strengths
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.schedule import Schedule, derive_seed
from gosu_env.agents.arena.skill import skill_ratings
from gosu_env.agents.intervals import QUANTILES, bootstrap_rate, wilson
from gosu_env.engine.errors import MissingExtraError, install

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError(f"tables of an arena need polars: {install('arena')}") from error

SAMPLES = 1000  # of a bootstrap


def score(share: float, seats: int) -> float:
    """The mean return of a player that gets this part of the wins (``Game.returns``)."""
    return (seats * share - 1) / (seats - 1)


class Standings:
    """Frames of polars, made when they are first asked for. They depend on the games, not on the order they came in."""

    def __init__(self, schedule: Schedule, outcomes: Iterable[Outcome]) -> None:
        self.schedule = schedule
        self.outcomes = sorted(outcomes, key=lambda outcome: outcome.index)
        if not self.outcomes:
            raise GosuError("no standings: no game has finished yet")
        self.names = schedule.settings.names
        self._fixtures = [schedule.fixture(outcome.index) for outcome in self.outcomes]
        #: who sat where: int64 (games, sides); a side is a seat, or a team
        self._entrants: NDArray[np.int64] = np.array([fixture.entrants for fixture in self._fixtures])[
            :, : schedule.sides
        ]
        #: each side's part of the win: float64 (games, sides)
        self._shares = np.array([schedule.shares(outcome) for outcome in self.outcomes])
        #: the match of each game, matches numbered without gaps: int64 (games,)
        matches = np.array([fixture.match for fixture in self._fixtures])
        self._matches: NDArray[np.int64] = np.unique(matches, return_inverse=True)[1]

    # -------------------------------------------------------------------------------------------- counts

    def _alone(self, entrant: int) -> NDArray[np.bool_]:
        """The games in which an entrant has one side: all but those in which others meet copies of it."""
        alone: NDArray[np.bool_] = (self._entrants == entrant).sum(axis=1) == 1
        return alone

    def _per_match(self, entrant: int, among: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Wins and seats of an entrant in each match, among some games."""
        here = (self._entrants == entrant) & among[:, None]
        wins, seats = np.zeros((2, int(self._matches.max()) + 1))
        np.add.at(wins, self._matches, (self._shares * here).sum(axis=1))
        np.add.at(seats, self._matches, here.sum(axis=1))
        return wins[seats > 0], seats[seats > 0]

    @cached_property
    def tally(self) -> Tally:
        """Wins per match, as the ratings take them."""
        wins = np.zeros((int(self._matches.max()) + 1, len(self.names)))
        np.add.at(wins, (self._matches[:, None], self._entrants), self._shares)
        table = np.zeros(len(wins), np.int64)
        table[self._matches] = [fixture.table for fixture in self._fixtures]
        return Tally(self.schedule.seat_counts(), table, wins)

    # -------------------------------------------------------------------------------------------- frames

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row for every game; lists go by seat."""
        rows = []
        for fixture, outcome, shares in zip(self._fixtures, self.outcomes, self._shares.tolist(), strict=True):
            rows.append(
                {
                    "index": fixture.index,
                    "match": fixture.match,
                    "seating": fixture.seating,
                    "table": self.schedule.table_text(fixture.table),
                    "deal_seed": fixture.deal_seed,
                    "players": [self.names[entrant] for entrant in fixture.entrants],
                    "winners": outcome.winners,
                    "scores": [
                        score(shares[seat % self.schedule.sides], self.schedule.sides)
                        for seat in range(self.schedule.seats)
                    ],
                    "ending": outcome.ending,
                    "card": outcome.card,
                    "rounds": outcome.rounds,
                    "decisions": outcome.decisions,
                }
            )
        kinds = {"winners": pl.List(pl.Int64), "card": pl.String}
        return pl.DataFrame(rows, schema_overrides=kinds, infer_schema_length=None)

    @cached_property
    def ratings(self) -> pl.DataFrame:
        """One row for every player, the strongest first.

        ``elo`` is the Bradley–Terry rating with its interval, ``random`` being 0 if it plays, and the mean otherwise.
        ``games``, ``win_rate``, its Wilson interval and ``score`` are of the games in which it had one seat. ``mu`` and
        ``sigma`` are openskill's.
        """
        settings = self.schedule.settings
        elo = strengths(self.tally)
        samples = sample_strengths(self.tally, SAMPLES, derive_seed(settings.seed, "ratings"))
        if settings.anchor is not None:
            elo = elo - elo[settings.anchor]
            samples = samples - samples[:, settings.anchor, None]
        low, high = np.quantile(samples, QUANTILES, axis=0)
        skills = skill_ratings(len(elo), zip(self._entrants.tolist(), self._shares.tolist(), strict=True))
        rows = []
        for player, name in enumerate(self.names):
            alone = self._alone(player)
            rate = float(self._shares[alone][self._entrants[alone] == player].mean()) if alone.any() else None
            interval = (None, None) if rate is None else wilson(rate * int(alone.sum()), int(alone.sum()))
            rows.append(
                {
                    "player": name,
                    "elo": float(elo[player]),
                    "elo_low": float(low[player]),
                    "elo_high": float(high[player]),
                    "games": int(alone.sum()),
                    "win_rate": rate,
                    "win_low": interval[0],
                    "win_high": interval[1],
                    "score": None if rate is None else score(rate, self.schedule.sides),
                    "mu": skills[player][0],
                    "sigma": skills[player][1],
                }
            )
        return pl.DataFrame(rows).sort("elo", descending=True, maintain_order=True)

    @cached_property
    def payoffs(self) -> pl.DataFrame:
        """One row for every player and opponent: how the player does alone at its table, the opponent being there too.

        The interval of the win rate is Wilson's, that of the score is bootstrapped over deals.
        """
        rng = np.random.default_rng(derive_seed(self.schedule.settings.seed, "payoffs"))
        seats = self.schedule.sides
        rows = []
        for player, name in enumerate(self.names):
            alone = self._alone(player)
            for opponent, other in enumerate(self.names):
                among = alone & (self._entrants == opponent).any(axis=1)
                if opponent == player or not among.any():
                    continue
                wins, games = self._per_match(player, among)
                rate = float(wins.sum() / games.sum())
                win_low, win_high = wilson(wins.sum(), games.sum())
                low, high = bootstrap_rate(wins, games, SAMPLES, rng)
                rows.append(
                    {
                        "player": name,
                        "opponent": other,
                        "games": int(games.sum()),
                        "win_rate": rate,
                        "win_low": win_low,
                        "win_high": win_high,
                        "score": score(rate, seats),
                        "score_low": score(low, seats),
                        "score_high": score(high, seats),
                    }
                )
        return pl.DataFrame(rows)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """What a seat is worth: everybody sits everywhere, so a difference is the seat's. Wilson's intervals.

        With teams, seat 0 stands for seats 0 and 2, and seat 1 for the others.
        """
        rows = []
        for seat in range(self.schedule.sides):
            wins, games = float(self._shares[:, seat].sum()), len(self.outcomes)
            low, high = wilson(wins, games)
            rows.append({"seat": seat, "games": games, "win_rate": wins / games, "win_low": low, "win_high": high})
        return pl.DataFrame(rows)

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """How long games are, table by table."""
        decisions = pl.col("decisions").list.sum()
        return self.games.group_by("table", maintain_order=True).agg(
            pl.len().cast(pl.Int64).alias("games"),
            decisions.mean().alias("decisions"),
            decisions.min().alias("shortest"),
            decisions.max().alias("longest"),
            pl.col("rounds").mean().alias("rounds"),
        )

    @cached_property
    def endings(self) -> pl.DataFrame:
        """How games end, and by which card; the most frequent first."""
        counts = self.games.group_by("ending", "card").agg(pl.len().cast(pl.Int64).alias("games"))
        counts = counts.with_columns((pl.col("games") / len(self.outcomes)).alias("part"))
        return counts.sort(["games", "ending", "card"], descending=[True, False, False])

    def as_dict(self) -> dict[str, Any]:
        """All frames but the games, as plain values."""
        frames = ("ratings", "payoffs", "seats", "lengths", "endings")
        return {name: getattr(self, name).to_dicts() for name in frames}
