"""What a fair game of Goblin Laundromat would look like, and whether this one does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gosu_env.agents.balance.aims import (
    ENOUGH,
    Aim,
    Range,
    Verdict,
    band,
    card_bounds,
    cards_aim,
    rate_verdict,
    seat_aims,
)
from gosu_env.agents.laundromat.balance.figures import Balance

DEALT = 0.1  # of an even share, which the seats of a basket or programme may have more or less
COMPLETED = (0.4, 0.95)  # of the washes of a programme: a risk, but one worth taking


def dealt_bounds(seats: int) -> Range:
    return (1 - DEALT) / seats, (1 + DEALT) / seats


def dealt_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.species`` or ``Balance.programmes``."""
    return rate_verdict(row, "dealt", dealt_bounds(seats))


def completed_verdict(row: Mapping[str, Any]) -> Verdict:
    """The verdict on a row of ``Balance.programmes``: whether its washes are too easy or too hard."""
    if row["dealt_seats"] < ENOUGH:
        return Verdict.OPEN
    return Verdict.of(row["completed"], row["part_low"], row["part_high"], COMPLETED)


def garment_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.garments``."""
    return rate_verdict(row, "scored", card_bounds(seats))


def _dealt(name: str, rows: list[dict[str, Any]], seats: int) -> Aim:
    rates = [row["dealt_win"] for row in rows if row["dealt_win"] is not None]
    verdict = Verdict.worst([dealt_verdict(row, seats) for row in rows])
    return Aim(name, band(*dealt_bounds(seats), 1), band(min(rates), max(rates), 1) if rates else "–", verdict)


def _completed(rows: list[dict[str, Any]]) -> Aim:
    parts = [row["completed"] for row in rows if row["completed"] is not None]
    verdict = Verdict.worst([completed_verdict(row) for row in rows])
    found = band(min(parts), max(parts), 1) if parts else "–"
    return Aim("every programme's washes that are completed", band(*COMPLETED), found, verdict)


def aims(balance: Balance) -> list[Aim]:
    """All of them."""
    seats, programmes = balance.settings.seats, balance.programmes.to_dicts()
    garments = balance.garments.to_dicts()
    return [
        _dealt("every basket's wins when dealt", balance.species.to_dicts(), seats),
        _dealt("every programme's wins when dealt", programmes, seats),
        _completed(programmes),
        cards_aim("every garment's wins when scored", card_bounds(seats), garments, "scored"),
        *seat_aims(balance),
    ]
