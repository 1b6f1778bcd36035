"""A game between people and bots while it is played."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from gosu_env.engine.game import Game
from gosu_env.engine.recorder import Recorder
from gosu_env.engine.view import Agent, Thoughts, View
from gosu_env.render.log import Log
from gosu_env.render.terminal import shown


def called(agent: Agent | None, otherwise: str) -> str:
    """How an agent is called on the screen: by its ``name``, if it has one."""
    name = getattr(agent, "name", None)
    return shown(name if isinstance(name, str) and name else otherwise)


class Match:
    """A game with its players: recorded, told, and seen by a seat as that seat may see it.

    ``bots`` decide at their seats, people at all others. ``players`` are names for the seats, as they are recorded;
    ``names`` are shown: a bot may have a ``name`` of its own. ``metadata`` is for the replay.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        bots: Mapping[int, Agent],
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.players = tuple(players)
        self.bots = dict(bots)
        self.names = tuple(called(bots.get(seat), player) for seat, player in enumerate(players))
        self.humans = [seat for seat in range(game.num_players) if seat not in bots]
        self.recorder = Recorder(game, players, metadata, listeners=bots)
        self.log = Log(game)

    @property
    def bot(self) -> Agent | None:
        """The bot whose decision is next; None when a human's is."""
        return self.bots.get(self.game.seat)

    @property
    def forced(self) -> int | None:
        """The only answer of the next decision, if it is for the one person at the table: there is nothing to ask.

        Some games ask everybody who might have an answer, so that nobody learns from a question who has one. Agents
        learn nothing from it; with more people at the table it is asked.
        """
        game = self.game
        if game.is_over or self.humans != [game.seat] or not game.state.auto_forced:
            return None
        legal = game.legal_actions()
        return legal[0] if len(legal) == 1 else None

    def view(self, seat: int) -> View:
        """All that the screen gets of the game."""
        return View(self.game, seat)

    def branch(self) -> Match:
        """The same game again, to go on with apart from this one."""
        other = copy.copy(self)
        other.recorder, other.log = self.recorder.branch(), self.log.branch()
        other.game = other.recorder.game
        return other

    def apply(self, action: int, thoughts: Thoughts | None = None) -> None:
        told = thoughts or Thoughts()
        self.recorder.apply(action, told.probabilities, told.value, told.note)
        self.log.write(action)
