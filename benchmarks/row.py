"""The rows of the comparison, and how they compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.case import OURS, Case, Facts, Kind, Spread, Style
from benchmarks.clock import Timing


@dataclass(frozen=True)
class Row:
    """What came out of one case."""

    library: str
    game: str
    driven: str
    kind: Kind
    style: Style
    batch: int
    spread: Spread
    cores: int
    observation: bool
    mask: bool
    rate: float  # units of work per second; of random play: decisions
    rate_spread: float  # how far windows lay apart: ± this share
    games_per_second: float
    decisions_per_game: float | None  # of random play
    num_actions: int
    observation_size: int
    forced_share: float | None
    compile_seconds: float | None
    cached: bool

    @classmethod
    def of(cls, case: Case, cores: int, facts: Facts, timing: Timing) -> Row:
        games_per_unit = timing.games / timing.count
        played = case.kind == "play" and timing.games > 0
        return cls(
            library=case.library,
            game=case.game,
            driven=case.driven,
            kind=case.kind,
            style=case.style,
            batch=case.batch,
            spread=case.spread,
            cores=1 if case.spread == "one core" else cores,
            observation=case.observation,
            mask=case.mask,
            rate=timing.rate,
            rate_spread=timing.spread,
            games_per_second=timing.rate * games_per_unit,
            decisions_per_game=1 / games_per_unit if played else None,
            num_actions=facts.num_actions,
            observation_size=facts.observation_size,
            forced_share=facts.forced_share,
            compile_seconds=facts.compile_seconds,
            cached=facts.cached,
        )

    @property
    def is_ours(self) -> bool:
        return self.library == OURS

    @property
    def sees_all(self) -> bool:
        """Whether it is the work that is compared: an observation and a mask for every decision."""
        return self.kind == "play" and self.observation and self.mask

    @property
    def choices_per_second(self) -> float | None:
        """Of the decisions, those with more than one legal answer."""
        return None if self.forced_share is None else self.rate * (1 - self.forced_share)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Absence:
    """A case, or a whole library, that could not be measured."""

    library: str
    what: str  # the game and how it was to be driven; empty for the library
    reason: str

    def __str__(self) -> str:
        return f"{self.library}{f', {self.what}' if self.what else ''}: {self.reason}"


def fastest(rows: Sequence[Row]) -> Row | None:
    return max(rows, key=lambda row: row.rate, default=None)


def _work(row: Row) -> tuple[object, ...]:
    """What two rows must share to be compared; in a loop inside a library, nobody looks at what is observed."""
    return (row.kind, row.cores, row.observation, row.mask, row.style == "native")


def compared_game(rows: Sequence[Row]) -> str:
    """Which of our games peers are compared with: the first."""
    return next((row.game for row in rows if row.is_ours), "")


def _like(row: Row, rows: Sequence[Row]) -> list[Row]:
    """Our rows that do the same work on as many cores, of the game that is compared, or of the row's own."""
    game = row.game if row.is_ours else compared_game(rows)
    return [our for our in rows if our.is_ours and our.game == game and _work(our) == _work(row)]


def best_ratio(row: Row, rows: Sequence[Row]) -> float | None:
    """How many times faster our fastest way to do the same work is."""
    best = fastest(_like(row, rows))
    return best.rate / row.rate if best else None


def style_ratio(row: Row, rows: Sequence[Row]) -> float | None:
    """The same against our fastest way that is driven in the same style."""
    best = fastest([our for our in _like(row, rows) if our.style == row.style])
    return best.rate / row.rate if best else None


@dataclass(frozen=True)
class Summary:
    """The fastest row of a peer against ours."""

    row: Row
    best: float | None
    same_style: float | None


def summaries(rows: Sequence[Row]) -> list[Summary]:
    """For every peer and number of cores, its fastest row with observations and masks."""
    found = []
    for cores in sorted({row.cores for row in rows}):
        for library in dict.fromkeys(row.library for row in rows if not row.is_ours):
            row = fastest([row for row in rows if row.library == library and row.cores == cores and row.sees_all])
            if row:
                found.append(Summary(row, best_ratio(row, rows), style_ratio(row, rows)))
    return found
