"""Opponents: what may be given as one, and who of them sits where in an episode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.rng import Stream
from gosu_env.engine.view import Agent, View

# One opponent: an agent, None for one that plays at random, or a function that draws either for every episode.
Opponent: TypeAlias = Agent | Callable[[np.random.Generator], Any] | None
# All of them: one for every other seat, one for all, or a function that draws either for every episode.
Opponents: TypeAlias = Opponent | Sequence[Opponent]


class RandomOpponent:
    """Answers uniformly at random, from the stream of the episode."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def act(self, view: View | Game) -> int:
        legal = view.legal_actions()
        return legal[self._stream.below(len(legal))]


def check_opponents(opponents: Any, num_players: int, drawn: bool = False) -> None:
    """Refuse what is no opponent; ``drawn``: a function has had its say, and may not give another one."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != num_players - 1:
            raise OptionError(
                f"opponents: {len(opponents)} for {num_players - 1} other seats; expected one for every other seat, "
                "clockwise"
            )
    else:
        opponents = [opponents]
    for opponent in opponents:
        if isinstance(opponent, type) and hasattr(opponent, "act"):
            raise OptionError(f"opponents: {opponent.__name__} is a class; expected an agent, {opponent.__name__}()")
        if opponent is not None and not isinstance(opponent, Agent) and (drawn or not callable(opponent)):
            raise OptionError(
                f"opponents: {opponent!r} has no act(view); expected an agent, None for random play, a list of these"
                + ("" if drawn else ", or a function that draws them for every episode")
            )


def all_random(opponents: Opponents) -> bool:
    """Whether it is known before any episode that all of them play at random."""
    return opponents is None or (isinstance(opponents, Sequence) and all(entry is None for entry in opponents))


def seat_opponents(
    opponents: Any, learner: int, num_players: int, rng: np.random.Generator, stream: Stream
) -> list[Agent | RandomOpponent | None]:
    """Who sits where in an episode; None is the learner.

    Functions are called here, with ``rng``; those who play at random draw from ``stream``.
    """
    if opponents is not None and not isinstance(opponents, Agent | Sequence):
        opponents = opponents(rng)
        check_opponents(opponents, num_players)
    entries = list(opponents) if isinstance(opponents, Sequence) else [opponents] * (num_players - 1)
    players: list[Agent | RandomOpponent | None] = [None] * num_players
    for places, entry in enumerate(entries, start=1):
        opponent = entry
        if opponent is not None and not isinstance(opponent, Agent):
            opponent = opponent(rng)
            check_opponents([opponent] * len(entries), num_players, drawn=True)
        players[(learner + places) % num_players] = RandomOpponent(stream) if opponent is None else opponent
    return players
