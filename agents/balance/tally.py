"""A game of a report played again, so that what happened in it can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from gosu_env import DataError, Game, IllegalActionError
from gosu_env.engine.events import Event, Teller


class Tally:
    """A game played again; ``count`` is given what happens, and ``game`` stands at its end.

    ``game`` is given at its beginning; ``actions`` are those of the decisions with a choice, as an arena keeps them.
    """

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        teller = Teller(game)
        teller.states[0].auto_forced = 1  # what had one answer follows by itself
        self._count(teller.apply(-1))
        for action in actions:
            if teller.is_over:
                raise DataError("the game ends before the actions")
            if action not in teller.legal_actions():
                raise IllegalActionError(teller.game().refusal(action))
            self._count(teller.apply(action))
        if not teller.is_over:
            raise DataError("the actions end before the game")
        self.game = teller.game()

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.word == "lost":
                raise DataError("too much happens between two decisions: the events of the game cannot all be told")
            self.count(event)

    def count(self, event: Event) -> None:
        """Something happened."""
        raise NotImplementedError
