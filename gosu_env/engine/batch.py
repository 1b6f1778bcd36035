"""Many games at once: all seats of N games in preallocated arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gosu_env.engine.arrays import Extras, Games, Moves, Rings
from gosu_env.engine.batch_loops import DEAL
from gosu_env.engine.batch_parts import (
    AnyBatch,
    check_extras,
    check_game,
    check_snapshot,
    extra_shapes,
    game_streams,
    refusal,
)
from gosu_env.engine.believer import make_beliefs
from gosu_env.engine.compile import compiled_for
from gosu_env.engine.errors import BusyError, IllegalActionError, OptionError
from gosu_env.engine.events import told_dtype, words_of
from gosu_env.engine.game import Game, check_seed, check_whole
from gosu_env.engine.history import check_history, history_spec
from gosu_env.engine.records import empty_records, records
from gosu_env.engine.rules import USUAL_GAME, Rules, find_card_sets
from gosu_env.engine.shares import available_cores, cut, owners
from gosu_env.engine.tokens import FIELDS

GAMES_PER_THREAD = 512  # fewer are not worth the hand-over to a thread


class Batch(AnyBatch):
    """N games, each at a decision of one of its seats.

    After ``reset`` and after every ``step`` the arrays below hold the present decision of every game; they are
    written in place, so copy what must outlast the next step. A game that ends gives its returns and is dealt anew in
    the same step, with the next seed of its own stream: ``seeds[i]`` is the seed that ``Game`` would need for it.

    A batch uses several threads but is for one at a time: a second one that calls it meanwhile gets a ``BusyError``.
    ``pickle``, ``deepcopy`` and ``fork`` keep the games, their streams and their seeds.

    ``extras`` names what else is to be shown, of the last arrays. What is not asked for costs nothing and has a
    last dimension of 0. ``final_obs`` is written where ``done`` is True and by ``step`` alone: truncated games can
    be valued by it.

    With several card sets (``make_batch(cards="generated:0-99")``) every game has its own, chosen anew at every deal:
    ``sets`` says which one of ``card_sets`` it is.

    With ``history``, observations go on with the last so many tokens of what their seat has seen and done, as
    ``observation_spec`` names them.
    """

    obs: NDArray[np.int8]  # (N, observation_size): what the deciding seat may know
    mask: NDArray[np.int8]  # (N, num_actions): 1 for every legal action
    seat: NDArray[np.int8]  # (N,): who decides
    reward: NDArray[np.float32]  # (N, num_players): returns of games that ended in this step, else 0
    done: NDArray[np.bool_]  # (N,): whether a game ended in this step
    truncated: NDArray[np.bool_]  # (N,): whether it ended without a winner
    illegal: NDArray[np.bool_]  # (N,): whether the last action was refused
    seeds: NDArray[np.int64]  # (N,): the seed of the present game
    sets: NDArray[np.int32]  # (N,): the card set of the present game, by its place in ``card_sets``
    states: NDArray[np.void]  # (N,): the records of the games themselves
    seat_obs: NDArray[np.int8]  # (N, num_players, observation_size): what every seat may know
    final_obs: NDArray[np.int8]  # (N, num_players, observation_size): what every seat saw last of a game that ended
    central_state: NDArray[np.int8]  # (N, state_spec.size): all observations, and the cards that nobody sees
    hidden: NDArray[np.int8]  # (N, hidden_spec.size): what others hold out of the deciding seat's sight

    belief: NDArray[np.float32]  # (N, belief_spec.size): what is expected of that, and of the cards that nobody sees
    known: NDArray[np.int8]  # (N, belief_spec.size): how much of it the deciding seat knows

    def __init__(
        self,
        rules: Rules,
        num_envs: int,
        seed: int | None = None,
        threads: int | None = None,
        observe: bool = True,
        extras: Iterable[str] = (),
        history: int = 0,
        card_sets: Sequence[Rules] = (),
    ) -> None:
        self.rules = rules
        self.card_sets = tuple(card_sets) or (rules,)  # the rules with each set, those of ``rules`` first
        self.history = check_history(history)
        self._spec = history_spec(rules, self.history)
        self.num_envs = num_envs
        n, players = num_envs, rules.num_players
        self.states = rules.new_states(n)
        self.obs = np.zeros((n, self._spec.size if observe else 0), np.int8)
        self.mask = np.zeros((n, rules.num_actions), np.int8)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, players), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self.seeds = np.zeros(n, np.int64)
        self.sets = np.zeros(n, np.int32)
        self.games = np.zeros(n, np.int64)
        self.extras = check_extras(extras)
        for name, shape in extra_shapes(rules, self.extras, self._spec.size).items():
            setattr(self, name, np.zeros((n, *shape), np.int8))
        believed = rules.belief_spec.size if "belief" in self.extras else 0
        self.belief, self.known = np.zeros((n, believed), np.float32), np.zeros((n, believed), np.int8)
        self._ring = np.zeros((n, players, self.history, len(FIELDS)), np.int8)
        self._heard = np.zeros((n, players), np.int32)
        self._legal = np.zeros((n, rules.max_legal), np.int16)
        self._count = np.zeros(n, np.int16)
        self._actions = np.zeros(n, np.int32)
        self._sampled = np.zeros(n, np.int32)
        self._set_anew = self._steps = 0
        self._ranges = self._cut(threads)
        self._streams = np.zeros((n, 4), np.uint32)
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        """Compile the loops for these arrays."""
        rules, n = self.rules, self.num_envs
        self._pool: ThreadPoolExecutor | None = None  # made when it is needed
        self._lock = Lock()
        self._process = os.getpid()
        self._arrays = Games(
            states=self.states,
            tables=np.concatenate([each.tables for each in self.card_sets]),
            sets=self.sets,
            options=rules.settings_array,
            streams=self._streams,
            seeds=self.seeds,
            legal=self._legal,
            num_legal=self._count,
            mask=self.mask,
            obs=self.obs,
            seat=self.seat,
        )
        self._moves = Moves(self._actions, self.illegal, self.reward, self.done, self.truncated)
        loops = rules.batch
        self._rollout_arguments: tuple[Any, ...] = (self._arrays,)
        self._find_illegal = compiled_for(loops.find_illegal, self._arrays, self._moves, 0, n)
        self._sample = compiled_for(loops.sample, self._arrays, self._sampled, 0, n)
        self._step_arguments: tuple[Any, ...] = (self._arrays, self._moves)
        shown, size = Extras(self.seat_obs, self.final_obs, self.central_state, self.hidden), rules.observation_size
        stepping = self._rolling = loops
        if self.history:
            rings, book = self._make_rings(), rules.vocabulary.book
            self._show_arguments: tuple[Any, ...] = (self._arrays, shown, rings, size)
            self._show = compiled_for(rules.memories.show, *self._show_arguments, 0, n)
            self._rollout_arguments = (self._arrays, shown, rings, book, size)
            self._step_arguments = (self._arrays, self._moves, shown, rings, book, size)
            stepping = self._rolling = rules.memories
        elif self.extras - {"belief"}:
            self._show_arguments = (self._arrays, shown, size)
            self._show = compiled_for(rules.extras.show, *self._show_arguments, 0, n)
            self._step_arguments = (self._arrays, self._moves, shown, size)
            stepping = rules.extras
        if "belief" in self.extras:
            self._believe_arguments = (self._arrays, make_beliefs(rules, self.belief, self.known, self._ranges))
            self._believe = compiled_for(rules.beliefs.show, *self._believe_arguments, 0, n)
        self._step = compiled_for(stepping.step, *self._step_arguments, 0, n)

    def _make_rings(self) -> Rings:
        """What seats remember, and a record for every thread in which games are stepped."""
        plain = self.states.dtype
        dtype = plain if words_of(self.rules.name) is None else told_dtype(plain)
        told = empty_records(dtype, len(self._ranges))
        return Rings(
            told=told,
            told_bytes=told.view(np.uint8).reshape(len(told), -1),
            game_bytes=self.states.view(np.uint8).reshape(self.num_envs, -1),
            thread=owners(self._ranges),
            ring=self._ring,
            heard=self._heard,
        )

    def __getstate__(self) -> dict[str, Any]:
        made_anew = {"_pool", "_lock", "_process", "_arrays", "_moves"}
        made_anew |= {"_find_illegal", "_step", "_sample", "_show", "_rolling"}
        made_anew |= {"_believe", "_believe_arguments", "_step_arguments", "_show_arguments", "_rollout_arguments"}
        own = {name: value for name, value in self.__dict__.items() if name not in made_anew}
        return own | {"states": self.states.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """From a pickle or a copy; arrays are made anew, since some ways to send them leave them unwritable."""
        self.__dict__.update({k: np.array(v) if isinstance(v, np.ndarray) else v for k, v in state.items()})
        self.states = records(self.rules.new_states(1).dtype, state["states"])
        self._bind()

    def _cut(self, threads: int | None) -> list[tuple[int, int]]:
        """A range of games for every thread."""
        wanted = min(available_cores(), max(1, self.num_envs // GAMES_PER_THREAD)) if threads is None else threads
        return cut(self.num_envs, min(wanted, self.num_envs))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse a second thread. A process that was forked off has no threads yet but its own."""
        if self._process != os.getpid():
            self._process, self._pool, self._lock = os.getpid(), None, Lock()
        if not self._lock.acquire(blocking=False):
            raise BusyError("the batch is in use by another thread: use one batch per thread")
        try:
            yield
        finally:
            self._lock.release()

    def _run(self, work: Callable[..., Any], *arrays: Any) -> None:
        """Call a kernel on every range, each in its thread; the first in the caller's."""
        if len(self._ranges) == 1:
            work(*arrays, 0, self.num_envs)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._ranges) - 1, thread_name_prefix="gosu-batch")
        others = [self._pool.submit(work, *arrays, *cut) for cut in self._ranges[1:]]
        work(*arrays, *self._ranges[0])
        for other in others:
            other.result()

    @property
    def last_actions(self) -> NDArray[np.int32]:
        """(N,): what the last step was given, -1 after a reset; where ``illegal`` is True, nothing was applied."""
        return self._actions

    @property
    def clock(self) -> tuple[int, int]:
        """How often the games were set anew, by a reset, a rollout or a snapshot, and the steps since then."""
        return self._set_anew, self._steps

    def _show_anew(self) -> None:
        """The games are not those of the step before: write the extras of the present decisions."""
        self._set_anew, self._steps = self._set_anew + 1, 0
        if self.extras - {"belief"} or self.history:
            self._run(self._show, *self._show_arguments)
        self._show_beliefs()

    def _show_beliefs(self) -> None:
        if "belief" in self.extras:
            self._run(self._believe, *self._believe_arguments)

    def reset(self, seed: int | None = None, *, copies: int = 1) -> None:
        """Deal all games anew; the same seed gives the same games.

        With ``copies``, so many games in a row are dealt alike, and go on alike if they are played alike: players can
        meet at the same deals from every seat.
        """
        streams = game_streams(check_seed(seed), self.num_envs, check_whole("copies", copies, 1))
        with self._alone():
            self._streams[...] = streams
            for array in (self.reward, self.done, self.truncated, self.illegal, self.games):
                array[...] = 0
            self._actions[...] = DEAL
            self._run(self._step, *self._step_arguments)
            self._show_anew()

    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every game, from the games' own streams."""
        with self._alone():
            self._run(self._sample, self._arrays, self._sampled)
            return self._sampled.copy()

    def step(self, actions: ArrayLike, *, skip_illegal: bool = False) -> int:
        """Answer every game's decision; how many actions were illegal.

        Illegal actions are always noticed. By default one of them raises, before anything is applied to any game;
        with ``skip_illegal`` the games meant are marked in ``illegal`` and left as they are, the others go on.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        with self._alone():
            np.clip(given, -1, self.num_actions, out=self._actions, casting="unsafe")
            found = self._find_illegal(self._arrays, self._moves, 0, self.num_envs)  # too quick to be shared out
            if found and not skip_illegal:
                raise IllegalActionError(refusal(self, given, self.illegal))
            self._run(self._step, *self._step_arguments)
            self._show_beliefs()
            self._steps += 1
            return int(found)

    def rollout(self, steps: int) -> int:
        """That many random decisions in every game, without looking; how many games ended."""
        steps = check_whole("steps", steps, 0)
        with self._alone():
            before = int(self.games.sum())
            self._run(self._rolling.rollout, *self._rollout_arguments, steps, self.games)
            self._show_anew()
            return int(self.games.sum()) - before

    def _kept(self) -> dict[str, NDArray[Any]]:
        return super()._kept() | {"states": self.states.view(np.uint8).reshape(self.num_envs, -1)}

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Copies of all that the games go on from: plain arrays, for ``restore``."""
        return {name: array.copy() for name, array in self._kept().items()}

    def restore(self, snapshot: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a snapshot of a batch of as many games with the same rules."""
        check_snapshot(self.card_sets, self._kept(), snapshot)
        with self._alone():
            for name, array in self._kept().items():
                array[...] = snapshot[name]
            self._run(self.rules.batch.rollout, self._arrays, 0, self.games)
            self._show_anew()

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at or to play on."""
        index = check_game(index, self.num_envs)
        content = self.states[index : index + 1].tobytes()
        return Game.of_record(self.card_sets[self.sets[index]], records(self.states.dtype, content))

    def by_set(self, games: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Some games, set by set: the place of a set in ``card_sets``, and which of ``games`` are played with it."""
        if len(self.card_sets) == 1:
            yield 0, np.arange(len(games))
            return
        sets = self.sets[games]
        for number in np.unique(sets).tolist():
            yield number, np.flatnonzero(sets == number)

    def close(self) -> None:
        """End the threads; a later step makes new ones."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def make_batch(
    game: str = USUAL_GAME,
    num_envs: int = 1024,
    num_players: int = 2,
    *,
    device: str = "cpu",
    seed: int | None = None,
    threads: int | None = None,
    observe: bool = True,
    extras: Iterable[str] = (),
    history: int = 0,
    **options: Any,
) -> Any:
    """N games at once, on the CPU (``Batch``) or on a GPU (``CudaBatch``).

    ``threads``: how many CPU threads share the games (None: all cores, when there are games enough). ``observe=False``
    leaves observations out. ``extras`` are names of what else is to be shown: ``seat_obs``, ``final_obs``,
    ``central_state``, ``hidden``, ``belief``. ``history`` is how many tokens of what a seat has seen and done stand
    behind its observation (``engine.tokens``). ``options`` are those of the game; ``cards`` may name a range of
    generated sets.
    """
    count = check_whole("num_envs", num_envs, 1)
    if threads is not None:
        threads = check_whole("threads", threads, 1)
    card_sets = find_card_sets(game, num_players, options)
    rules = card_sets[0]
    if device == "cpu":
        return Batch(rules, count, seed, threads, observe, extras, history, card_sets)
    if device == "cuda":
        from gosu_env.engine.cuda import CudaBatch  # noqa: PLC0415  (CUDA is loaded where it is asked for)

        return CudaBatch(rules, count, seed, observe, extras=extras, history=history, card_sets=card_sets)
    raise OptionError(f"unknown device {device!r}; expected cpu or cuda")
