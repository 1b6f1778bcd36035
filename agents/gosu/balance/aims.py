"""What a fair game would look like, and whether this one does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gosu_env.agents.gosu.balance.figures import Balance

CLAN_SHARE = (0.16, 0.24)  # of the wins when played: a game has five clans, so 0.2 is even
CARD_WINS = (0.40, 0.65)  # of the seats that placed a card, at tables of two
ENOUGH = 100  # seats that placed a card or played a clan: with fewer, nothing is said of it
SPECIAL = (0.03, 0.15)  # of the games: the special victories of Ōzekis
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


def clan_verdict(row: Mapping[str, Any]) -> Verdict:
    """The verdict on a row of ``Balance.clans``."""
    if row["played_seats"] < ENOUGH:
        return Verdict.OPEN
    return Verdict.of(row["share"], row["share_low"], row["share_high"], CLAN_SHARE)


def card_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.cards``."""
    if row["placed_seats"] < ENOUGH:
        return Verdict.OPEN
    return Verdict.of(row["placed_win"], row["placed_low"], row["placed_high"], card_bounds(seats))


def seat_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.seats``."""
    return Verdict.of(row["win"], row["low"], row["high"], seat_bounds(seats))


def special_verdict(balance: Balance) -> Verdict:
    special = balance.ending("special")
    return Verdict.of(special["part"], special["low"], special["high"], SPECIAL)


def _clans(balance: Balance) -> Aim:
    rows = balance.clans.to_dicts()
    shares = [row["share"] for row in rows if row["share"] is not None]
    found = band(min(shares), max(shares), 1) if shares else "nothing was played"
    verdict = Verdict.worst([clan_verdict(row) for row in rows])
    return Aim("every clan's share of the wins when played", band(*CLAN_SHARE), found, verdict)


def _cards(balance: Balance) -> Aim:
    """Cards that were seen too little of do not count against the aim; they are told."""
    seats = balance.settings.seats
    rows = balance.cards.to_dicts()
    seen = [row for row in rows if row["placed_seats"] >= ENOUGH]
    verdicts = [card_verdict(row, seats) for row in seen]
    out, unsure = verdicts.count(Verdict.MISSED), verdicts.count(Verdict.OPEN)
    parts = [f"{out} of {len(seen)} outside" if out else f"all {len(seen)} within" if not unsure else "none for sure"]
    parts += [f"{unsure} perhaps"] if unsure else []
    parts += [f"{len(rows) - len(seen)} with fewer than {ENOUGH}"] if len(seen) < len(rows) else []
    verdict = Verdict.worst(verdicts) if seen else Verdict.OPEN
    return Aim("every card's wins when placed", band(*card_bounds(seats)), ", ".join(parts), verdict)


def _special(balance: Balance) -> Aim:
    found = f"{balance.ending('special')['part']:.1%}"
    return Aim("games with a special victory", band(*SPECIAL), found, special_verdict(balance))


def _seats(balance: Balance, by: str) -> Aim:
    seats = balance.settings.seats
    rows = balance.seats.filter(by=by).to_dicts()
    found = " · ".join(f"{row['win']:.1%}" for row in rows)
    verdict = Verdict.worst([seat_verdict(row, seats) for row in rows])
    return Aim(f"wins by {by}", band(*seat_bounds(seats), 1), found, verdict)


def aims(balance: Balance) -> list[Aim]:
    """All of them."""
    return [_clans(balance), _cards(balance), _special(balance), _seats(balance, "seat"), _seats(balance, "turn order")]
