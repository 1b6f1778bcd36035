"""Sizes of a game: cards, columns, tokens, points, rounds; from card files, from options, and a ladder of names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.card_files import fail
from gosu_env.armies.state import COLUMNS
from gosu_env.engine.errors import OptionError
from gosu_env.engine.spelling import nearest, shown
from gosu_env.gosu.state import BAKUTOS, CLANS, HEROES, OPENING_HAND, OZEKIS, TOKENS, VICTORY

MOST_ROUNDS = 100  # that a limit may allow
FULL_SIZE = "full"
FOLDER = Path(__file__).parent / "cards"
# The ladder, from the smallest game to the full one: its card files. That of the full game is the default set.
LADDER: dict[str, Path | None] = {name: FOLDER / f"{name}.toml" for name in ("mini", "small", "medium")}
LADDER[FULL_SIZE] = None


@dataclass(frozen=True)
class Size:
    """How large a game is. Rows are as many as there are levels with cards."""

    clans: int = CLANS
    bakutos: int = BAKUTOS  # different cards of a clan, by level (G-1.1)
    heroes: int = HEROES
    ozekis: int = OZEKIS
    columns: int = COLUMNS  # G-4.1
    hand_size: int = OPENING_HAND  # opening hand (G-2.1)
    tokens: int = TOKENS  # G-1.4
    victory_points: int = VICTORY  # that win (G-7.3)
    rounds: int = 0  # after so many the most victory points win; 0: no limit

    @property
    def per_clan(self) -> tuple[int, int, int]:
        """Different cards of a clan, by level."""
        return self.bakutos, self.heroes, self.ozekis

    def write(self, tables: NDArray[np.void]) -> None:
        """Tell the compiled rules."""
        row = tables[0]
        row.fewer_columns = COLUMNS - self.columns
        row.fewer_cards = OPENING_HAND - self.hand_size
        row.fewer_tokens = TOKENS - self.tokens
        row.fewer_points = VICTORY - self.victory_points
        row.rounds = self.rounds


FULL = Size()
LIMITS: dict[str, tuple[int, int]] = {
    "clans": (1, CLANS),
    "bakutos": (1, BAKUTOS),
    "heroes": (0, HEROES),
    "ozekis": (0, OZEKIS),
    "columns": (1, COLUMNS),
    "hand_size": (1, OPENING_HAND),
    "tokens": (0, TOKENS),
    "victory_points": (1, VICTORY),
    "rounds": (0, MOST_ROUNDS),
}
OF_RULES = ("columns", "hand_size", "tokens", "victory_points", "rounds")  # what options may set, too


def limit_fault(name: str, value: Any) -> str | None:
    """What is wrong with one number of a size."""
    low, high = LIMITS[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        return f"must be a whole number from {low} to {high}, not {shown(value)}"
    return None


def read_size(path: str, table: Any) -> Size:
    """The table ``[size]`` of a card file; what it leaves out is as in the full game."""
    if not isinstance(table, Mapping):
        raise fail(path, None, "size", f"must be a table, [size], not {shown(table)}")
    known = [field.name for field in fields(Size)]
    for name, value in table.items():
        if name not in known:
            raise fail(path, None, "size", f"unknown field {name!r}; {nearest(name, known)}")
        fault = limit_fault(name, value)
        if fault is not None:
            raise fail(path, None, "size", f"{name} {fault}")
    size = Size(**table)
    if size.ozekis > 0 and size.heroes == 0:
        raise fail(path, None, "size", f"ozekis = {size.ozekis} needs Heroes to stand on; heroes is 0")
    return size


def check_size(name: Any) -> None:
    """Refuse a size that the ladder does not have."""
    if name not in LADDER:
        raise OptionError(f"size: unknown size {shown(name)}; {nearest(str(name), list(LADDER))}")


def with_options(size: Size, given: Mapping[str, int | None]) -> Size:
    """A size with the numbers that options set."""
    return replace(size, **{name: value for name, value in given.items() if value is not None})
