"""The episodes of one learner: seats and opponents drawn, the game dealt, the others asked until the learner decides.

One table or many: ``play_on`` is the same for both, so that both play the same episodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.audience import Audience
from gosu_env.engine.errors import IllegalActionError, OpponentError, OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.history import History
from gosu_env.engine.rng import Stream
from gosu_env.engine.view import Agent, View, act_many
from gosu_env.envs.common import UNFINISHED, check_seat
from gosu_env.envs.opponents import Opponents, RandomOpponent, check_opponents, seat_opponents

MOST_DEALS = 1000  # to find a game in which the learner decides anything


class LearnerTable:
    """A table with one learner. After ``begin`` and after ``decide``, ``play_on`` brings it to what comes next."""

    def __init__(
        self,
        game: Game,
        seat: int | None,
        opponents: Opponents,
        index: int = 0,
        label: str = "",
        history: int = 0,
    ) -> None:
        check_opponents(opponents, game.num_players)
        self.game = game
        self.opponents = opponents
        self.index = index  # among many tables
        self._label = label  # for errors
        self._length = history  # tokens behind an observation
        self._history: History | None = None
        self._fixed_seat = check_seat("seat", seat, game.num_players)
        self.seat = self._fixed_seat or 0  # the learner's
        self.seed = 0  # of the deal
        self.decisions = 0  # the learner's in this episode
        self._players: list[Agent | RandomOpponent | None] = []
        self._stream = Stream(0)
        self._rng = np.random.default_rng(0)
        self._deals = 0

    @property
    def is_dealt(self) -> bool:
        return bool(self._players)

    @property
    def learner_decides(self) -> bool:
        return self.game.seat == self.seat

    @property
    def reward(self) -> float:
        """All that the learner has got; nobody earns anything before the end."""
        return self.game.returns()[self.seat]

    @property
    def is_truncated(self) -> bool:
        return self.game.ending[0] in UNFINISHED

    def begin(self, draws: int, deal: int | None = None) -> None:
        """The next episode. All that is drawn for it comes from the seed ``draws``; ``deal`` is a deal asked for.

        Functions that draw opponents get a generator of numpy, all else comes from a stream of the engine: so
        episodes with random opponents can be compiled (``play_seats``).
        """
        self._stream = Stream(draws)
        self._rng = np.random.default_rng(draws)
        self._deals = 0
        self._deal(deal)

    def _deal(self, seed: int | None) -> None:
        if self._deals == MOST_DEALS:
            raise nothing_to_decide(self.game)
        num_players, stream = self.game.num_players, self._stream
        self.seat = stream.below(num_players) if self._fixed_seat is None else self._fixed_seat
        self._players = seat_opponents(self.opponents, self.seat, num_players, self._rng, stream)
        self.seed = stream.seed() if seed is None else seed
        self.game = self.game.deal(self.seed)
        opponents = {at: player for at, player in enumerate(self._players) if player is not None}
        self._audience = Audience(self.game, opponents, self.index)
        self._history = History(self.game) if self._length else None
        self.decisions = 0
        self._deals += 1

    def decide(self, action: int) -> None:
        """Take the learner's decision. An illegal action raises and changes nothing."""
        self.apply(action)
        self.decisions += 1

    def apply(self, action: int) -> None:
        """Take a decision of any seat, and tell opponents that follow the game."""
        self.game.apply(action)
        self._audience.hear(action)
        if self._history is not None:
            self._history.apply(action)

    def observe(self) -> NDArray[np.int8]:
        """What the learner sees, with the end of its history if that is wanted."""
        seen = self.game.observe(self.seat)
        return seen if self._history is None else np.concatenate([seen, self._history.latest(self.seat, self._length)])

    def agent_to_ask(self) -> Agent | None:
        """The agent whose decision is next; None if it is the learner's or the game is over.

        Opponents that play at random are not asked: they play here. A game that is over before the learner has decided
        anything is dealt again.
        """
        while True:
            seat = self.game.seat
            if seat == self.seat:
                return None
            if seat < 0:
                if self.decisions:
                    return None
                self._deal(None)
                continue
            player = self._players[seat]
            if not isinstance(player, RandomOpponent):
                return player
            self.apply(player.act(self.game))  # trusted with the game itself: a view takes time to make

    def __str__(self) -> str:
        return f"{self._label}seat {self.game.seat}"


def nothing_to_decide(last: Game) -> OptionError:
    return OptionError(
        f"in {MOST_DEALS} deals the learner had nothing to decide; the last game ended by {last.ending[0]!r}: "
        "is max_decisions too low?"
    )


def play_on(tables: Iterable[LearnerTable], ended: Callable[[LearnerTable], None] | None = None) -> None:
    """Let the others play until every learner decides or its game is over.

    An agent is asked once for the decisions of all tables that wait for it. ``ended`` is told of a game that is over,
    and begins the next one, which is played on as well.
    """
    waiting = list(tables)
    while waiting:
        groups: dict[int, tuple[Agent, list[LearnerTable]]] = {}
        for table in waiting:
            agent = table.agent_to_ask()
            if ended is not None and table.game.is_over:
                ended(table)
                agent = table.agent_to_ask()
            if agent is not None:
                groups.setdefault(id(agent), (agent, []))[1].append(table)
        for agent, group in groups.values():
            _ask(agent, group)
        waiting = [table for _, group in groups.values() for table in group]


def _ask(agent: Agent, tables: Sequence[LearnerTable]) -> None:
    """Take an agent's decisions at these tables."""
    name = type(agent).__name__
    try:
        actions = act_many(agent, [View(table.game, table=table.index) for table in tables])
    except Exception as error:
        others = f" and {len(tables) - 1} other tables" if len(tables) > 1 else ""
        raise OpponentError(
            f"opponent {name} at {tables[0]}{others} failed: {type(error).__name__}: {error}; "
            f"decision: {tables[0].game.decision_text()}"
        ) from error
    if len(actions) != len(tables):
        raise OpponentError(f"opponent {name} gave {len(actions)} answers to {len(tables)} decisions")
    for table, action in zip(tables, actions, strict=True):
        try:
            table.apply(action)
        except IllegalActionError as error:
            raise OpponentError(f"opponent {name} at {table}: {error}") from error
