"""``Audience``: agents that follow a game, told what happens there as far as their seats may know it.

An agent that remembers has one of these hooks, or both:

- ``reset(chair)``: a game begins at that chair, or is joined there; what was remembered of it is over.
- ``observe(event, chair)``: something happened at its table, as the seat of that chair may know it.

A chair is a seat at a table, ``view.chair``. One agent may sit on several: on two of one table, or at many tables whose
decisions it is asked for at once. Agents without hooks are told nothing, and cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gosu_env.engine.errors import GosuError, OpponentError
from gosu_env.engine.events import Event, Teller
from gosu_env.engine.game import Game
from gosu_env.engine.replay import Replay
from gosu_env.engine.view import Chair


def follows(agent: Any) -> bool:
    """Whether an agent has a hook."""
    return callable(getattr(agent, "reset", None)) or callable(getattr(agent, "observe", None))


def brief(agent: Any, seat: int, played: Replay) -> None:
    """Tell an adviser, who joins later, all that a seat has heard of a game."""
    if follows(agent):
        audience = Audience(played.opening(), {seat: agent})
        for action in played.actions:
            audience.hear(action)


class Audience:
    """The agents at a table that have hooks, by their seats.

    A game that was just dealt is told from its deal on, any other from here on.
    """

    def __init__(self, game: Game, agents: Mapping[int, Any], table: int = 0) -> None:
        self._agents = {Chair(table, seat): agent for seat, agent in agents.items() if follows(agent)}
        self._teller: Teller | None = None
        if not self._agents:
            return
        for chair, agent in self._agents.items():
            self._call(agent, chair, "reset", chair)
        if any(callable(getattr(agent, "observe", None)) for agent in self._agents.values()):
            self._teller = Teller(game)
            if game.seed is not None and game.deal(game.seed) == game:
                self._tell(self._teller.deal(game.seed))

    def hear(self, action: int) -> None:
        """A decision was taken in the game."""
        if self._teller is not None:
            self._tell(self._teller.apply(int(action)))

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            for chair, agent in self._agents.items():
                seen = event.for_seat(chair.seat)
                if seen is not None:
                    self._call(agent, chair, "observe", seen, chair)

    @staticmethod
    def _call(agent: Any, chair: Chair, name: str, *arguments: Any) -> None:
        hook = getattr(agent, name, None)
        if not callable(hook):
            return
        try:
            hook(*arguments)
        except GosuError:
            raise
        except Exception as error:
            raise OpponentError(
                f"{type(agent).__name__} at seat {chair.seat} failed in {name}: {type(error).__name__}: {error}"
            ) from error
