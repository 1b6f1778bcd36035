"""What the games of a mirror table say of any game: seats, lengths, endings, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gosu_env import GosuError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.intervals import clustered_wilson, wilson
from gosu_env.engine.errors import MissingExtraError, install

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError(f"tables of a report need polars: {install('arena')}") from error

QUANTILES = (0.05, 0.5, 0.95)


class Figures:
    """Frames of polars, made when they are first asked for.

    A win that several seats share counts for each in parts, and so does a game without a winner. Every game has a deal
    of its own, so games are independent; the seats of one game are not, and intervals mind that.
    """

    #: the frames that go into ``as_dict``, and those that become files
    SMALL: ClassVar[tuple[str, ...]] = ("seats", "lengths", "endings")
    FILES: ClassVar[tuple[str, ...]] = ("games",)

    def __init__(self, settings: Settings, outcomes: Sequence[Outcome], orders: Sequence[Sequence[int]]) -> None:
        """``orders``: of every game, the seats in the order of their first turns."""
        if not outcomes:
            raise GosuError("nothing to report: no game has finished yet")
        self.settings = settings
        self.outcomes = outcomes
        #: the part of the win of every seat: float64 (games, seats)
        self.shares = np.array([outcome.shares(settings.seats) for outcome in outcomes])
        self._orders: NDArray[np.int64] = np.array(orders)

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row for every game; ``decisions`` goes by seat."""
        rows = [
            {
                "index": outcome.index,
                "opener": int(order[0]),
                "winners": outcome.winners,
                "ending": outcome.ending,
                "card": outcome.card,
                "rounds": outcome.rounds,
                "decisions": outcome.decisions,
            }
            for outcome, order in zip(self.outcomes, self._orders, strict=True)
        ]
        kinds = {"winners": pl.List(pl.Int64), "card": pl.String}
        return pl.DataFrame(rows, schema_overrides=kinds, infer_schema_length=None)

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Win rates by seat, and by turn order: 0 is who begins the first round. Wilson's intervals."""
        rows = []
        games = len(self.shares)
        turned = np.take_along_axis(self.shares, self._orders, axis=1)
        for by, shares in (("seat", self.shares), ("turn order", turned)):
            for place, wins in enumerate(shares.sum(axis=0).tolist()):
                low, high = wilson(wins, games)
                rows.append({"by": by, "place": place, "games": games, "win": wins / games, "low": low, "high": high})
        return pl.DataFrame(rows)

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """How long games are: decisions that were asked, all seats together, and rounds."""
        rows = []
        for name in ("decisions", "rounds"):
            values = self.length(name)
            low, median, high = np.quantile(values, QUANTILES, method="nearest").tolist()
            spread = {"least": int(values.min()), "low": low, "median": median, "high": high, "most": int(values.max())}
            rows.append({"what": name, "mean": float(values.mean())} | spread)
        return pl.DataFrame(rows)

    def length(self, what: str) -> NDArray[np.int64]:
        """The ``decisions`` or ``rounds`` of every game: int64 (games,)."""
        return np.array([sum(o.decisions) if what == "decisions" else o.rounds for o in self.outcomes])

    @cached_property
    def endings(self) -> pl.DataFrame:
        """How games end and by which card, the most frequent first. Wilson's intervals."""
        found: dict[tuple[str, str | None], int] = {}
        for outcome in self.outcomes:
            how = outcome.ending, outcome.card
            found[how] = found.get(how, 0) + 1
        ordered = sorted(found.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or ""))
        rows = [{"ending": ending, "card": card} | self._part(games) for (ending, card), games in ordered]
        return pl.DataFrame(rows, schema_overrides={"card": pl.String})

    def ending(self, *endings: str) -> dict[str, Any]:
        """How many games end in one of these ways."""
        return self._part(sum(outcome.ending in endings for outcome in self.outcomes))

    def _part(self, games: int) -> dict[str, Any]:
        low, high = wilson(games, len(self.outcomes))
        return {"games": games, "part": games / len(self.outcomes), "low": low, "high": high}

    def rates(self, name: str, happened: NDArray[np.bool_]) -> dict[str, Any]:
        """The win rate of the seats for which something happened: bool (games, seats)."""
        seats = happened.sum(axis=1).astype(np.float64)
        wins = (self.shares * happened).sum(axis=1)
        total = int(seats.sum())
        low, high = clustered_wilson(wins, seats)
        rate = float(wins.sum()) / total if total else None
        return {f"{name}_seats": total, f"{name}_win": rate, f"{name}_low": low, f"{name}_high": high}

    def as_dict(self) -> dict[str, Any]:
        """All frames with a few rows, as plain values."""
        return {name: getattr(self, name).to_dicts() for name in self.SMALL}
