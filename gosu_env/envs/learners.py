"""One learner at each of many tables: what the vector environments share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.batch import game_streams
from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.jit import direct
from gosu_env.engine.records import records
from gosu_env.envs.episodes import LearnerTable, play_on
from gosu_env.envs.opponents import Opponents, all_random, check_opponents
from gosu_env.envs.table import check_seat

Seeds = int | Sequence[int | None] | None


class Learners(ABC):
    """N tables, each at a decision of its learner. The arrays are written in place.

    A game that ends gives the learner's return and is dealt anew in the same step; what the learner saw last is in
    ``final_obs`` and how many decisions it took in ``final_length``.
    """

    obs: NDArray[np.int8]  # (N, F)
    mask: NDArray[np.int8]  # (N, A)
    reward: NDArray[np.float32]  # (N,): all since the learner's last decision
    done: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,): done without a winner
    final_obs: NDArray[np.int8]  # (N, F), of games that ended in this step
    final_length: NDArray[np.int64]  # (N,), of games that ended in this step, else 0
    seat: NDArray[np.int8]  # (N,): the learner's seat
    seeds: NDArray[np.int64]  # (N,): the seed of the present deal

    def __init__(self, game: Game, num_envs: int) -> None:
        self.rules = rules = game.rules
        self.num_envs = n = num_envs
        self.obs = np.zeros((n, rules.observation_size), np.int8)
        self.final_obs = np.zeros((n, rules.observation_size), np.int8)
        self.mask = np.zeros((n, rules.num_actions), np.int8)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros(n, np.float32)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.seeds = np.zeros(n, np.int64)
        self.final_length = np.zeros(n, np.int64)
        self._running = False

    def reset(self, seed: Seeds = None) -> None:
        """Deal all tables anew; the same seed gives the same games. Without one, those that follow are dealt."""
        self._running = False
        self._deal(seed)
        self._running = True

    def step(self, actions: ArrayLike) -> None:
        """Answer every learner's decision. An illegal action raises before anything is applied."""
        if not self._running:
            raise ResetNeeded("step() without running episodes: call reset() first")
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
        self._running = False  # if an opponent fails, only a reset helps
        self._play(given)
        self._running = True

    @abstractmethod
    def game(self, index: int) -> Game:
        """A copy of one of the games."""

    @abstractmethod
    def _deal(self, seed: Seeds) -> None:
        """Deal, and go on to the first decision of every learner."""

    @abstractmethod
    def _play(self, actions: NDArray[Any]) -> None:
        """Apply legal actions, and go on to the next decision of every learner."""


class CompiledLearners(Learners):
    """Random players at the other seats: everything between two decisions of a learner is compiled.

    Of many seeds the first counts: every table draws from a stream of its own.
    """

    def __init__(self, game: Game, num_envs: int, seat: int | None) -> None:
        super().__init__(game, num_envs)
        rules, n = self.rules, num_envs
        self.states = rules.new_states(n)
        self._rng = np.random.default_rng()
        self._length = np.zeros(n, np.int64)
        self._streams = np.zeros((n, 4), np.uint32)
        self._actions = np.full(n, -1, np.int32)
        self._arguments: tuple[Any, ...] = (
            self.states,
            rules.tables,
            self._streams,
            self.seeds,
            rules.settings_array,
            np.zeros((n, rules.max_legal), np.int16),
            np.zeros(n, np.int16),
            self.mask,
            self.obs,
            np.zeros(n, np.int8),
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
        self._play_seats = direct(rules.batch.play_seats, *self._arguments)

    def _deal(self, seed: Seeds) -> None:
        first = seed[0] if isinstance(seed, Sequence) else seed
        if first is None:
            first = int(self._rng.integers(2**63))
        else:
            self._rng = np.random.default_rng(check_seed(first))
        self._streams[...] = game_streams(check_seed(first), self.num_envs)
        self._actions[...] = -1
        self._play_seats(*self._arguments)

    def _play(self, actions: NDArray[Any]) -> None:
        self._actions[...] = actions
        length = self._length + 1
        self._play_seats(*self._arguments)
        self.final_length = np.where(self.done, length, 0)

    def game(self, index: int) -> Game:
        return Game.of_record(self.rules, records(self.states.dtype, self.states[index : index + 1].tobytes()))


class HostedLearners(Learners):
    """Agents at the other seats, each asked for the decisions of all its tables at once.

    Table i plays the episodes of a ``SeatEnv`` with a seed of its own: s + i for a seed s, as everywhere in gymnasium.
    """

    def __init__(self, game: Game, num_envs: int, seat: int | None, opponents: Opponents) -> None:
        super().__init__(game, num_envs)
        self._tables = [LearnerTable(game, seat, opponents, i, f"table {i}, ") for i in range(num_envs)]
        self._streams = [np.random.default_rng() for _ in range(num_envs)]

    def _deal(self, seed: Seeds) -> None:
        for table, own in zip(self._tables, self._seeds_of_tables(seed), strict=True):
            if own is not None:
                self._streams[table.index] = np.random.default_rng(own)
            self._begin(table, own)
        for array in (self.reward, self.done, self.truncated, self.final_length):
            array[...] = 0
        play_on(self._tables)
        self._show()

    def _seeds_of_tables(self, seed: Seeds) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise OptionError(f"seed: {len(seed)} seeds for {self.num_envs} tables; give one, or one for each")
            return [None if own is None else check_seed(own) for own in seed]
        first = check_seed(seed)
        return [(first + i) % 2**63 for i in range(self.num_envs)]

    def _begin(self, table: LearnerTable, deal: int | None = None) -> None:
        table.begin(int(self._streams[table.index].integers(2**63)), deal)

    def _play(self, actions: NDArray[Any]) -> None:
        for array in (self.reward, self.done, self.truncated, self.final_length):
            array[...] = 0
        for table, action in zip(self._tables, actions.tolist(), strict=True):
            table.decide(action)
        play_on(self._tables, self._finish)
        self._show()

    def _finish(self, table: LearnerTable) -> None:
        """Keep the results of a game that is over, and begin the next one."""
        i = table.index
        self.reward[i] = table.reward
        self.done[i] = True
        self.truncated[i] = table.is_truncated
        self.final_length[i] = table.decisions
        self.rules.observe(table.game.states, table.seat, self.final_obs[i])
        self._begin(table)

    def _show(self) -> None:
        for i, table in enumerate(self._tables):
            self.rules.observe(table.game.states, table.seat, self.obs[i])
            self.mask[i] = table.game.mask()
            self.seat[i] = table.seat
            self.seeds[i] = table.seed

    def game(self, index: int) -> Game:
        return self._tables[index].game.clone()


def make_learners(
    game: str, num_envs: int, num_players: int, opponents: Opponents, seat: int | None, options: dict[str, Any]
) -> Learners:
    """N tables with a learner each; compiled as a whole where all opponents play at random."""
    if not isinstance(num_envs, int) or num_envs < 1:
        raise OptionError(f"num_envs must be a whole number of 1 or more, not {num_envs!r}")
    first = Game(game, num_players, 0, **options)
    seat = check_seat("seat", seat, num_players)
    check_opponents(opponents, num_players)
    if all_random(opponents):
        return CompiledLearners(first, num_envs, seat)
    return HostedLearners(first, num_envs, seat, opponents)
