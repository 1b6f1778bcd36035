"""One learner at each of many tables: what the vector environments share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.arrays import Episodes, Games
from gosu_env.engine.compile import compiled_for
from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed, check_whole
from gosu_env.engine.history import check_history, history_spec
from gosu_env.engine.records import records
from gosu_env.envs.common import ILLEGAL_REWARD, check_illegal_action, check_seat, first_game
from gosu_env.envs.episodes import MOST_DEALS, LearnerTable, nothing_to_decide, play_on
from gosu_env.envs.opponents import Opponents, all_random, check_opponents

Seeds = int | Sequence[int | None] | NDArray[np.integer[Any]] | None


class Learners(ABC):
    """N tables, each at a decision of its learner. The arrays are written in place.

    Table i plays the episodes of a ``SeatEnv`` with a seed of its own: s + i for a seed s, as everywhere in gymnasium.
    A game that ends gives the learner's return and is dealt anew in the same step; what there is to say of it stands
    in the arrays named ``final``, at its table, and in ``ending``.
    """

    obs: NDArray[np.int8]  # (N, F)
    mask: NDArray[np.int8]  # (N, A)
    reward: NDArray[np.float64]  # (N,): all since the learner's last decision
    done: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,): done without a winner
    ending: NDArray[np.int8]  # (N,): how the game ended, a number of ``rules.endings``; 0: it did not
    final_obs: NDArray[np.int8]  # (N, F), of games that ended in this step
    final_length: NDArray[np.int64]  # (N,), of games that ended in this step, else 0
    final_seat: NDArray[np.int8]  # (N,): the learner's seat in the step before
    refusals: dict[int, str]  # table: why its action was illegal, where that lost the game
    seat: NDArray[np.int8]  # (N,): the learner's seat
    seeds: NDArray[np.int64]  # (N,): the seed of the present deal

    def __init__(self, game: Game, num_envs: int, illegal_action: str = "raise", history: int = 0) -> None:
        self.rules = rules = game.rules
        self.observation_spec = history_spec(rules, history)
        self.num_envs = n = num_envs
        self.illegal_action = check_illegal_action(illegal_action)
        self.obs = np.zeros((n, self.observation_spec.size), np.int8)
        self.final_obs = np.zeros((n, self.observation_spec.size), np.int8)
        self.mask = np.zeros((n, rules.num_actions), np.int8)
        self.seat = np.zeros(n, np.int8)
        self.final_seat = np.zeros(n, np.int8)
        self.reward = np.zeros(n, np.float64)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.ending = np.zeros(n, np.int8)
        self.seeds = np.zeros(n, np.int64)
        self.final_length = np.zeros(n, np.int64)
        self.refusals = {}
        self._generators = [np.random.default_rng() for _ in range(n)]  # of every table: the seeds of its episodes
        self._running = False

    @property
    def is_running(self) -> bool:
        """Whether every learner has a decision before it: not before a reset, nor after an opponent has failed."""
        return self._running

    def reset(self, seed: Seeds = None, tables: NDArray[np.bool_] | None = None) -> None:
        """Deal the tables named anew (default: all); the same seed gives the same games.

        Without a seed, those that follow are dealt. Seeds are as many as there are tables, also where some are left.
        """
        seeds = self.seeds_of_tables(seed)
        if tables is None:
            tables = np.ones(self.num_envs, np.bool_)
        elif not self._running:
            raise ResetNeeded("reset() of some tables without running episodes: reset all of them first")
        self._running = False
        self.refusals = {}
        for array in (self.reward, self.done, self.truncated, self.ending, self.final_length):
            array[...] = 0
        for i in np.flatnonzero(tables).tolist():
            if seeds[i] is not None:
                self._generators[i] = np.random.default_rng(seeds[i])
        self._deal(seeds, tables)
        self._running = True

    def seeds_of_tables(self, seed: Seeds) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise OptionError(f"seed: {len(seed)} seeds for {self.num_envs} tables; expected one, or one per table")
            return [None if own is None else check_seed(own) for own in seed]
        first = check_seed(seed)
        return [(first + i) % 2**63 for i in range(self.num_envs)]

    def _draws(self, table: int) -> int:
        """The seed of all that is drawn in the next episode of a table."""
        return int(self._generators[table].integers(2**63))

    def step(self, actions: ArrayLike, held: NDArray[np.bool_] | None = None) -> None:
        """Answer every learner's decision, but at tables that are ``held``: these stay as they are.

        What is no action raises before anything is applied. So does an illegal one, or it loses the game: as
        ``illegal_action`` says.
        """
        if not self._running:
            raise ResetNeeded("step() without running episodes: call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        fine = (given >= 0) & (given < self.rules.num_actions)
        fine &= self.mask[np.arange(self.num_envs), np.where(fine, given, 0)] == 1
        held = np.zeros(self.num_envs, np.bool_) if held is None else held
        wrong = np.flatnonzero(~fine & ~held).tolist()
        if wrong and self.illegal_action == "raise":
            first = wrong[0]
            raise IllegalActionError(
                f"{len(wrong)} of {self.num_envs} actions are illegal, none was applied; table {first}: "
                + self.game(first).refusal(int(given[first]))
            )
        self._running = False  # if an opponent fails, only a reset helps
        self.final_seat[...] = self.seat
        self.refusals = {i: self.game(i).refusal(int(given[i])) for i in wrong}
        self._play(np.where(fine, given, -1).astype(np.int64), fine, held)
        self.reward[wrong] = ILLEGAL_REWARD
        self._running = True

    @abstractmethod
    def game(self, index: int) -> Game:
        """A copy of one of the games."""

    @abstractmethod
    def _deal(self, seeds: list[int | None], tables: NDArray[np.bool_]) -> None:
        """Deal, and go on to the first decision of every learner."""

    @abstractmethod
    def _play(self, actions: NDArray[Any], legal: NDArray[np.bool_], held: NDArray[np.bool_]) -> None:
        """Apply the legal actions, end the other games that are not held, and go on to the next decisions."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """From a pickle or a copy; arrays are made anew, since some ways to send them leave them unwritable."""
        self.__dict__.update({k: np.array(v) if isinstance(v, np.ndarray) else v for k, v in state.items()})


class CompiledLearners(Learners):
    """Random players at the other seats: everything between two decisions of a learner is compiled."""

    def __init__(self, game: Game, num_envs: int, seat: int | None, illegal_action: str = "raise") -> None:
        super().__init__(game, num_envs, illegal_action)
        n = num_envs
        self.states = self.rules.new_states(n)
        self._fixed_seat = -1 if seat is None else seat
        self._length = np.zeros(n, np.int64)
        self._streams = np.zeros((n, 4), np.uint32)
        self._actions = np.zeros(n, np.int32)
        self._next = np.zeros(n, np.int64)  # seeds of the next episodes' streams
        self._deals = np.full(n, -1, np.int64)
        self._draw_next(range(n))
        self._bind()

    def _bind(self) -> None:
        """Compile the loop for these arrays."""
        rules, n = self.rules, self.num_envs
        games = Games(
            states=self.states,
            tables=rules.tables,
            sets=np.zeros(n, np.int32),
            options=rules.settings_array,
            streams=self._streams,
            seeds=self.seeds,
            legal=np.zeros((n, rules.max_legal), np.int16),
            num_legal=np.zeros(n, np.int16),
            mask=self.mask,
            obs=self.obs,
            seat=self.seat,
        )
        episodes = Episodes(
            actions=self._actions,
            draws=self._next,
            deals=self._deals,
            length=self._length,
            reward=self.reward,
            done=self.done,
            truncated=self.truncated,
            ending=self.ending,
            final_obs=self.final_obs,
        )
        self._arguments = (games, episodes, self._fixed_seat, MOST_DEALS, 0, n)
        self._play_seats = compiled_for(rules.batch.play_seats, *self._arguments)

    def _run(self) -> None:
        stuck = self._play_seats(*self._arguments)
        if stuck >= 0:
            raise nothing_to_decide(self.game(stuck))

    def _deal(self, seeds: list[int | None], tables: NDArray[np.bool_]) -> None:
        loops = self.rules.batch
        self._actions[...] = np.where(tables, loops.DEAL, loops.LEAVE)
        chosen = np.flatnonzero(tables).tolist()
        for i in chosen:
            own = seeds[i]
            if own is not None:
                self._deals[i] = own
                self._next[i] = self._draws(i)
        self._run()
        self._draw_next(chosen)

    def _draw_next(self, tables: Iterable[int]) -> None:
        for i in tables:
            self._next[i] = self._draws(i)

    def _play(self, actions: NDArray[Any], legal: NDArray[np.bool_], held: NDArray[np.bool_]) -> None:
        loops = self.rules.batch
        self._actions[...] = np.where(held, loops.LEAVE, np.where(legal, actions, loops.LOSE))
        length = self._length + 1
        self._run()
        self.final_length[...] = np.where(self.done, length, 0)
        self._draw_next(np.flatnonzero(self.done).tolist())

    def game(self, index: int) -> Game:
        return Game.of_record(self.rules, records(self.states.dtype, self.states[index : index + 1].tobytes()))

    def __getstate__(self) -> dict[str, Any]:
        own = {name: value for name, value in self.__dict__.items() if name not in ("_arguments", "_play_seats")}
        return own | {"states": self.states.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.states = records(self.rules.new_states(1).dtype, state["states"])
        self._bind()


class HostedLearners(Learners):
    """Agents at the other seats, each asked for the decisions of all its tables at once."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seat: int | None,
        opponents: Opponents,
        illegal_action: str = "raise",
        history: int = 0,
    ) -> None:
        super().__init__(game, num_envs, illegal_action, history)
        self._tables = [LearnerTable(game, seat, opponents, i, f"table {i}, ", history) for i in range(num_envs)]

    def _deal(self, seeds: list[int | None], tables: NDArray[np.bool_]) -> None:
        chosen = [table for table in self._tables if tables[table.index]]
        for table in chosen:
            table.begin(self._draws(table.index), seeds[table.index])
        play_on(chosen)
        self._show()

    def _play(self, actions: NDArray[Any], legal: NDArray[np.bool_], held: NDArray[np.bool_]) -> None:
        for array in (self.reward, self.done, self.truncated, self.ending, self.final_length):
            array[...] = 0
        for table, action, fine, still in zip(
            self._tables, actions.tolist(), legal.tolist(), held.tolist(), strict=True
        ):
            if still:
                continue
            if fine:
                table.decide(action)
            else:
                table.decisions += 1
                self._finish(table)
        play_on(self._tables, self._finish)
        self._show()

    def _finish(self, table: LearnerTable) -> None:
        """Keep the results of an episode that is over, and begin the next one."""
        i = table.index
        game = table.game
        self.done[i] = True
        self.final_length[i] = table.decisions
        self.final_obs[i] = table.observe()
        if game.is_over:
            self.reward[i] = table.reward
            self.truncated[i] = table.is_truncated
            self.ending[i] = self.rules.endings.index(game.ending[0])
        table.begin(self._draws(i))

    def _show(self) -> None:
        for i, table in enumerate(self._tables):
            self.obs[i] = table.observe()
            self.mask[i] = table.game.mask()
            self.seat[i] = table.seat
            self.seeds[i] = table.seed

    def game(self, index: int) -> Game:
        return self._tables[index].game.clone()


def make_learners(
    game: str,
    num_envs: int,
    num_players: int,
    opponents: Opponents,
    seat: int | None,
    options: dict[str, Any],
    illegal_action: str = "raise",
    history: int = 0,
) -> Learners:
    """N tables with a learner each; compiled as a whole where all opponents play at random and no history is wanted."""
    count = check_whole("num_envs", num_envs, 1)
    first = first_game(game, num_players, options)
    seat = check_seat("seat", seat, num_players)
    check_opponents(opponents, num_players)
    length = check_history(history)
    if all_random(opponents) and not length:
        return CompiledLearners(first, count, seat, illegal_action)
    return HostedLearners(first, count, seat, opponents, illegal_action, length)
