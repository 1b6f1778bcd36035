"""What a fair game would look like: aims, bounds and verdicts that all games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gosu_env.agents.balance.figures import Figures

CARD_WINS = (0.40, 0.65)  # of the seats that had a card, at tables of two
ENOUGH = 100  # seats that had a card: with fewer, nothing is said of it
SEAT = 0.1  # of an even share, which a seat may have more or less

Range = tuple[float, float]


class Verdict(Enum):
    """Whether an aim is met. It is missed for sure when the whole interval lies outside of what is aimed at."""

    MET = "✓"
    MISSED = "✗"
    OPEN = "?"  # outside, but chance could explain it; or too little was seen

    @classmethod
    def of(cls, value: float | None, low: float | None, high: float | None, bounds: Range) -> Verdict:
        if value is None or low is None or high is None:
            return cls.OPEN
        if bounds[0] <= value <= bounds[1]:
            return cls.MET
        return cls.MISSED if high < bounds[0] or low > bounds[1] else cls.OPEN

    @classmethod
    def worst(cls, verdicts: list[Verdict]) -> Verdict:
        return next((bad for bad in (cls.MISSED, cls.OPEN) if bad in verdicts), cls.MET)


@dataclass(frozen=True)
class Aim:
    """An aim, and what was found."""

    name: str
    wanted: str
    found: str
    verdict: Verdict

    def as_dict(self) -> dict[str, str]:
        return {"aim": self.name, "wanted": self.wanted, "found": self.found, "verdict": self.verdict.name.lower()}


def band(low: float, high: float, digits: int = 0) -> str:
    """16 – 24%"""
    return f"{100 * low:.{digits}f} – {high:.{digits}%}"


def card_bounds(seats: int) -> Range:
    """CARD_WINS for a table of that many: the same odds, compared with those of an even share."""
    low, high = (rate / (1 - rate) / (seats - 1) for rate in CARD_WINS)
    return low / (1 + low), high / (1 + high)


def seat_bounds(seats: int) -> Range:
    return (1 - SEAT) / seats, (1 + SEAT) / seats


def rate_verdict(row: Mapping[str, Any], name: str, bounds: Range) -> Verdict:
    """The verdict on a win rate of a row, as ``Figures.rates`` makes them."""
    if row[f"{name}_seats"] < ENOUGH:
        return Verdict.OPEN
    return Verdict.of(row[f"{name}_win"], row[f"{name}_low"], row[f"{name}_high"], bounds)


def seat_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Figures.seats``."""
    return Verdict.of(row["win"], row["low"], row["high"], seat_bounds(seats))


def cards_aim(name: str, bounds: Range, rows: list[dict[str, Any]], rate: str, digits: int = 0) -> Aim:
    """An aim for every card: how many miss it. Those seen too little of do not count against it; they are told."""
    seen = [row for row in rows if row[f"{rate}_seats"] >= ENOUGH]
    verdicts = [rate_verdict(row, rate, bounds) for row in seen]
    out, unsure = verdicts.count(Verdict.MISSED), verdicts.count(Verdict.OPEN)
    parts = [f"{out} of {len(seen)} outside" if out else f"all {len(seen)} within" if not unsure else "none for sure"]
    parts += [f"{unsure} perhaps"] if unsure else []
    parts += [f"{len(rows) - len(seen)} with fewer than {ENOUGH}"] if len(seen) < len(rows) else []
    return Aim(name, band(*bounds, digits), ", ".join(parts), Verdict.worst(verdicts) if seen else Verdict.OPEN)


def seat_aims(balance: Figures) -> list[Aim]:
    """No seat, and no place in the turn order, wins much more than others."""
    return [_seats(balance, by) for by in ("seat", "turn order")]


def _seats(balance: Figures, by: str) -> Aim:
    seats = balance.settings.seats
    rows = balance.seats.filter(by=by).to_dicts()
    found = " · ".join(f"{row['win']:.1%}" for row in rows)
    verdict = Verdict.worst([seat_verdict(row, seats) for row in rows])
    return Aim(f"wins by {by}", band(*seat_bounds(seats), 1), found, verdict)
