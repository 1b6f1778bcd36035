"""How a game of an arena went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gosu_env import DataError

LARGEST = 2**31 - 1


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_number, value))


FIELDS: dict[str, Callable[[Any], bool]] = {
    "index": is_number,
    "winners": is_numbers,
    "ending": lambda value: isinstance(value, str),
    "card": lambda value: value is None or isinstance(value, str),
    "rounds": is_number,
    "decisions": is_numbers,
    "actions": is_numbers,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that the schedule does not say of a game already."""

    index: int
    winners: list[int]  # seats
    ending: str
    card: str | None  # whose effect ended the game
    rounds: int
    decisions: list[int]  # how many each seat took
    actions: list[int]  # all of them, in order: with the deal they are the whole game

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in FIELDS}

    @classmethod
    def of(cls, plain: Any) -> Outcome:
        if not isinstance(plain, dict) or plain.keys() != FIELDS.keys():
            raise DataError(f"an outcome has the fields {', '.join(FIELDS)}")
        for name, fits in FIELDS.items():
            if not fits(plain[name]):
                raise DataError(f"{name} is {plain[name]!r:.80}")
        return cls(**plain)

    def shares(self, seats: int) -> list[float]:
        """The part of the win that every seat has: winners share it, and all do when nobody wins."""
        winners = self.winners or range(seats)
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
