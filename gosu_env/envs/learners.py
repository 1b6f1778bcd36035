"""One learner at each of many tables, random players at the other seats: what the vector environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.batch import game_streams
from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.jit import direct
from gosu_env.engine.records import records
from gosu_env.engine.rules import find_rules


class Learners:
    """N tables, each at a decision of its learner. The arrays are written in place.

    A game that ends gives the learner's return and is dealt anew in the same step; what the learner saw last is in
    ``final_obs`` and how many decisions it took in ``final_length``.
    """

    obs: NDArray[np.int8]  # (N, F)
    mask: NDArray[np.int8]  # (N, A)
    reward: NDArray[np.float32]  # (N,)
    done: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,): done without a winner
    final_obs: NDArray[np.int8]  # (N, F), of games that ended in this step
    seat: NDArray[np.int8]  # (N,): the learner's seat

    def __init__(self, game: str, num_envs: int, num_players: int, seat: int | None, options: dict[str, Any]) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise OptionError(f"num_envs must be a whole number of 1 or more, not {num_envs!r}")
        self.rules = rules = find_rules(game, num_players, options)
        if seat is not None and seat not in range(num_players):
            raise OptionError(f"seat must be None (drawn for each game) or 0 to {num_players - 1}, not {seat!r}")
        self.num_envs = n = num_envs
        self.states = rules.new_states(n)
        self.obs = np.zeros((n, rules.observation_size), np.int8)
        self.final_obs = np.zeros((n, rules.observation_size), np.int8)
        self.mask = np.zeros((n, rules.num_actions), np.int8)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros(n, np.float32)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.seeds = np.zeros(n, np.int64)
        self.final_length = np.zeros(n, np.int64)
        self._length = np.zeros(n, np.int64)
        self._streams = np.zeros((n, 4), np.uint32)
        self._actions = np.full(n, -1, np.int32)
        decider = np.zeros(n, np.int8)
        self._legal = np.zeros((n, rules.max_legal), np.int16)
        self._count = np.zeros(n, np.int16)
        self._arguments: tuple[Any, ...] = (
            self.states,
            rules.tables,
            self._streams,
            self.seeds,
            rules.settings_array,
            self._legal,
            self._count,
            self.mask,
            self.obs,
            decider,
            self._actions,
            self.seat,
            -1 if seat is None else seat,
            self.reward,
            self.done,
            self.truncated,
            self.final_obs,
            self._length,
            0,
            n,
        )
        self._play = direct(rules.batch.play_seats, *self._arguments)

    def reset(self, seed: int | None) -> None:
        """Deal all tables anew; the same seed gives the same games."""
        self._streams[...] = game_streams(check_seed(seed), self.num_envs)
        self._actions[...] = -1
        self._play(*self._arguments)

    def step(self, actions: ArrayLike) -> None:
        """Answer every learner's decision. An illegal action raises before anything is applied."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        fine = (given >= 0) & (given < self.rules.num_actions)
        fine &= self.mask[np.arange(self.num_envs), np.where(fine, given, 0)] == 1
        if not fine.all():
            first = int(np.flatnonzero(~fine)[0])
            raise IllegalActionError(
                f"{int((~fine).sum())} of {self.num_envs} actions are illegal, nothing was applied; table {first}: "
                + self.game(first).refusal(int(given[first]))
            )
        self._actions[...] = given
        length = self._length + 1
        self._play(*self._arguments)
        self.final_length = np.where(self.done, length, 0)

    def game(self, index: int) -> Game:
        """A copy of one of the games."""
        return Game.of_record(self.rules, records(self.states.dtype, self.states[index : index + 1].tobytes()))
