"""Positions that come back, for players that would always do the same there.

Some cards let a seat return to where it was at no cost, again and again after all others have passed. A player that
draws its actions leaves such a circle by chance; one that always takes the best action never would, so it takes another
one where the best has led back to the same position. Other circles are so wide that no position comes back for hundreds
of turns: after very many turns in one round, answers that were given often enough in that round are over, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gosu_env import View

ENOUGH = 2  # times that the same answer is given to the same position
LONG = 150  # turns of a seat in a round: more in one of twelve games of Kamakor with four players, rarely in others


@dataclass
class Game:
    """What a seat has answered in its present game."""

    clock: int = -1  # the number of the last decision that it was asked for
    position: int = 0  # a digest of what it saw there
    action: int | None = None  # its answer there
    given: dict[int, Counter[int]] = field(default_factory=dict)  # by position: how often each action, before that
    round: int = -1
    turns: int = 0  # begun in this round
    in_round: Counter[int] = field(default_factory=Counter)  # how often each action in this round, before that


class Repeats:
    """What a player has answered, by its places: seats of games that it plays at the same time.

    A place may be anything. The clock is the number of decisions that were taken in the game: where it goes back,
    another game has begun, and where it stands still, the same decision is asked for again.
    """

    def __init__(self) -> None:
        self._games: dict[Hashable, Game] = {}

    def spent(self, place: Hashable, clock: int, round_number: int, seen: NDArray[np.int8]) -> list[int]:
        """The actions that were tried often enough: in a position, by what is seen of it, or in a long round.

        The latter may be illegal here.
        """
        game = self._games.get(place)
        if game is None or clock < game.clock:
            game = self._games[place] = Game()
        if clock > game.clock and game.action is not None:
            game.given.setdefault(game.position, Counter())[game.action] += 1
            game.in_round[game.action] += 1
        if round_number != game.round:
            game.round, game.turns, game.in_round = round_number, 0, Counter()
        game.turns += clock > game.clock
        game.clock, game.position, game.action = clock, hash(seen.tobytes()), None
        given = game.given.get(game.position, Counter())
        if game.turns > LONG:
            given = given | game.in_round  # whichever is more often
        return [action for action, times in given.items() if times >= ENOUGH]

    def keep(self, place: Hashable, action: int) -> None:
        """The answer to the decision that was just asked for."""
        self._games[place].action = action

    def left(self, view: View, legal: Sequence[int]) -> list[int]:
        """Where the legal actions stand that are not spent; all, if they all are, or if no turn begins here."""
        states, spent = view.world.states, []
        if view.world.rules.begins_turn(states)[0]:
            clock, round_number = (int(states[name][0]) for name in ("decisions", "round_number"))
            spent = self.spent(view.chair, clock, round_number, view.observation)
        return [at for at, action in enumerate(legal) if action not in spent] or list(range(len(legal)))

    def answer(self, view: View, action: int) -> int:
        """Keep an action that was chosen of those that are left."""
        if view.world.rules.begins_turn(view.world.states)[0]:
            self.keep(view.chair, action)
        return action
