"""What is counted of every seat, for people to look at: points, cards, tokens. The part ``counters`` of a game."""

from __future__ import annotations

from typing import NamedTuple

from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part


class Counter(NamedTuple):
    """Something that is counted of every seat."""

    meaning: str  # of one seat: "victory points of the seat"
    dtype: str = "Int16"  # of a column, as polars calls it
    of_others: str | None = None  # "the most victory points of another seat", if that is worth a column
    chart: str | None = None  # the title of its chart, if it has one
    high: int = 0  # a chart goes up to this at least
    ticks: tuple[int, ...] = ()


def counters_of(game: str) -> dict[str, Counter]:
    """What a game counts, by name."""
    own = find_part(game, "counters")
    return {} if own is None else dict(own.COUNTERS)


def count(game: Game) -> dict[str, list[int]]:
    """Every counter of a game, seat by seat."""
    own = find_part(game.name, "counters")
    return {} if own is None else dict(own.count(game))
