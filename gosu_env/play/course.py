"""A first game, station by station: a small position, what to do in it, and what it teaches.

The stations of a game are in its part ``course``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.engine.events import Event, begins_turn
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part

LEARNER = 0  # the seat


@dataclass(frozen=True)
class Station:
    """Something to learn by doing it."""

    title: str
    text: str  # what to know and what to do
    table: Mapping[str, Any]  # of ``Game.position``
    goal: str  # the word of the event that the learner is to bring about
    done: str  # what to say then
    later: bool = False  # others have to take their turns first


class Course:
    """The stations of a game."""

    def __init__(self, game: str) -> None:
        part = find_part(game, "course")
        if part is None:
            raise OptionError(f"there is no course for {game!r}")
        self.game = game
        self.stations: Sequence[Station] = part.STATIONS

    @staticmethod
    def exists(game: str) -> bool:
        return find_part(game, "course") is not None

    def station(self, number: int) -> Station:
        if not 0 <= number < len(self.stations):
            raise OptionError(f"the course has stations 0 to {len(self.stations) - 1}")
        return self.stations[number]

    def position(self, number: int) -> Game:
        """The game at a station; seat 0 is the learner's."""
        return Game.position(self.game, 2, **self.station(number).table)

    def is_left(self, number: int, events: Sequence[Event], game: Game) -> bool:
        """Whether the learner has ended a turn without having done what the station asks for."""
        ended = game.is_over or game.seat != LEARNER or begins_turn(game)
        return ended and not self.reached(number, events) and not self.station(number).later

    def reached(self, number: int, events: Sequence[Event]) -> bool:
        """Whether the learner has done what the station asks for."""
        goal = self.station(number).goal
        return any(event.word == goal and event.seat == LEARNER for event in events)
