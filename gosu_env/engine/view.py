"""What a player is given to decide on: all that its seat may know, and no way to more."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.game import Game
from gosu_env.engine.spec import Spec


class Chair(NamedTuple):
    """A seat at a table: where an agent sits, which may sit at many at once."""

    table: int  # its number among those that are played at the same time
    seat: int


class View:
    """A decision as the seat that takes it sees it.

    A view holds no handle to the game: behind it is a world of its own that the seat cannot tell from the true one,
    made anew from what the seat knows (``Game.determinize``). Whatever can be read there was never the truth.
    A view of a seat that does not decide has no legal actions.
    """

    __slots__ = ("_world", "seat", "table_number")

    def __init__(self, game: Game, seat: int | None = None, table: int = 0) -> None:
        self.seat: int = game.seat if seat is None else seat
        self.table_number = table
        self._world = game.determinize(self.seat, 0)

    @property
    def chair(self) -> Chair:
        """The seat and its table, for agents that remember something of several games: see ``engine.audience``."""
        return Chair(self.table_number, self.seat)

    # -------------------------------------------------------------------------------------------- numbers

    @property
    def num_players(self) -> int:
        return self._world.num_players

    @property
    def num_actions(self) -> int:
        return self._world.num_actions

    @property
    def action_spec(self) -> Spec:
        """The blocks of the action space."""
        return self._world.action_spec

    @property
    def observation_spec(self) -> Spec:
        """The named slices of ``observation``."""
        return self._world.observation_spec

    @property
    def observation(self) -> NDArray[np.int8]:
        """What the seat may know: int8, shape (observation_spec.size,)."""
        return self._world.observe(self.seat)

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for every legal action: int8, shape (num_actions,)."""
        return self._world.mask() if self._world.seat == self.seat else np.zeros(self.num_actions, np.int8)

    def legal_actions(self) -> list[int]:
        return self._world.legal_actions() if self._world.seat == self.seat else []

    # -------------------------------------------------------------------------------------------- words

    def action_text(self, action: int) -> str:
        return self._world.action_text(action)

    def choices(self) -> dict[int, str]:
        """The legal actions with their texts."""
        return {action: self._world.action_text(action) for action in self.legal_actions()}

    def decision_text(self) -> str:
        return self._world.decision_text()

    def describe(self) -> str:
        """The table as text."""
        return self._world.describe(self.seat)

    def table(self) -> dict[str, Any]:
        """``Game.to_json`` as the seat knows it: None stands for every card of another hand that it does not know."""
        return self._world.to_json(self.seat)

    # -------------------------------------------------------------------------------------------- worlds

    @property
    def world(self) -> Game:
        """The world behind the view, for players that read records: look at it, and play in copies."""
        return self._world

    def determinize(self, rng: np.random.Generator | random.Random | int | None = None) -> Game:
        """A game to try things in: everything that the seat cannot know is dealt anew."""
        return self._world.determinize(self.seat, rng)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self.decision_text()}>"


@runtime_checkable
class Agent(Protocol):
    """A player: ``act`` returns one of ``view.legal_actions()``.

    An agent that is quicker with many decisions at once also has ``act_many(views) -> actions``.

    An agent that remembers has hooks, ``reset(chair)`` and ``observe(event, chair)``: see ``engine.audience``.

    An agent that can tell what it thought has an attribute ``thoughts``: a ``Thoughts``, or None, about its last
    ``act``. Each ``act`` sets it anew. Replays keep it beside the decision.
    """

    def act(self, view: View, /) -> int: ...


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What an agent thought of a decision, as far as it tells: for people to look at, never for the rules."""

    probabilities: Mapping[int, float] | NDArray[np.floating[Any]] | None = None  # of the actions, or one for every id
    value: float | None = None  # the return that its seat expects: -1 … 1
    note: str | None = None


def act_many(agent: Agent, views: Sequence[View]) -> list[int]:
    """The agent's answers to many decisions, asked for at once if it can do that."""
    together = getattr(agent, "act_many", None)
    return [int(action) for action in together(views)] if together else [agent.act(view) for view in views]
