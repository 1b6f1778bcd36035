"""Many games at once on a GPU: the same games as on the CPU, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.batch_parts import (
    EXTRAS,
    AnyBatch,
    check_extras,
    check_game,
    check_snapshot,
    extra_shapes,
    game_streams,
    refusal,
)
from gosu_env.engine.believer import Believer
from gosu_env.engine.errors import IllegalActionError
from gosu_env.engine.game import Game, check_seed, check_whole
from gosu_env.engine.gpu import Gpu, whole_blocks
from gosu_env.engine.history import check_history, history_spec
from gosu_env.engine.layout import EVENT_COLUMNS
from gosu_env.engine.records import records
from gosu_env.engine.rules import Rules
from gosu_env.engine.tokens import FIELDS, book_record, note_rows

DEAL, LOOK, STEP, ROLL, END, NEXT = range(6)  # what the kernel ``advance`` does, as in device/kernels.h
KINDS = 1024  # of games that stand together in ``advance``, as there
ORDERED_FROM = 65_536  # games; fewer are advanced sooner as they come
TOLD = 33_792  # games that are advanced at once where events are told: each has 16 KB to note them in
OWN = ("actions", "_legal", "_count", "_streams", "_ring", "_heard")  # arrays of the present moment
SHOWN = 50_688  # games that ``show`` looks at at once: more push each other's records out of the caches


class CudaBatch(AnyBatch):
    """N games on a GPU; see ``Batch``. Every array lives on the device and is seen by torch without a copy.

    ``torch.as_tensor(batch.obs, device="cuda")`` shares its memory, as with every array here. Arrays of several numbers
    a game are feature-major: ``obs[:, i]`` belongs to game i, and ``seat_obs[seat, :, i]``. ``step`` does not wait for
    the device, unless ``skip_illegal`` is given; games whose action was illegal are left as they are and marked in
    ``illegal``, which ``check`` turns into an error. With several card sets, the tables of all of them lie on the
    device. With ``history``, so do the rings of tokens. Beliefs are worked out by this machine's cores: with them, a
    step waits, and no graph can record it. All else is as in ``Batch``.
    """

    obs: Any  # int8 (observation_size, N): what the deciding seat may know
    mask: Any  # int8 (num_actions, N): 1 for every legal action
    seat: Any  # int8 (N,): who decides
    reward: Any  # float32 (num_players, N): returns of games that ended in this step, else 0
    done: Any  # bool (N,): whether a game ended in this step
    truncated: Any  # bool (N,): whether it ended without a winner
    illegal: Any  # bool (N,): whether the last action was refused
    seeds: Any  # int64 (N,): the seed of the present game
    sets: Any  # int32 (N,): the card set of the present game, by its place in ``card_sets``
    states: Any  # uint8 (N, bytes of a record): the games themselves
    seat_obs: Any  # int8 (num_players, observation_size, N): what every seat may know
    final_obs: Any  # int8 (num_players, observation_size, N): what every seat saw last of a game that ended
    central_state: Any  # int8 (state_spec.size, N): all observations, and the cards that nobody sees
    hidden: Any  # int8 (hidden_spec.size, N): what others hold out of the deciding seat's sight
    belief: Any  # float32 (belief_spec.size, N): what is expected of that, and of the cards that nobody sees
    known: Any  # int8 (belief_spec.size, N): how much of it the deciding seat knows

    def __init__(
        self,
        rules: Rules,
        num_envs: int,
        seed: int | None = None,
        observe: bool = True,
        gpu: Any = None,
        extras: Iterable[str] = (),
        history: int = 0,
        card_sets: Sequence[Rules] = (),
    ) -> None:
        self.rules = rules
        self.card_sets = tuple(card_sets) or (rules,)  # the rules with each set, those of ``rules`` first
        self.extras = check_extras(extras)
        self.history = check_history(history)
        self._allocate(num_envs, observe, gpu)
        self.reset(seed)

    @property
    def _parts(self) -> frozenset[str]:
        """The parts that the program needs: see ``Rules.device_source``."""
        asked = {"sets": len(self.card_sets) > 1, "extras": bool(self.extras - {"belief"}), "history": self.history > 0}
        return frozenset(part for part, wanted in asked.items() if wanted)

    def _allocate(self, num_envs: int, observe: bool, gpu: Any) -> None:
        """Room on the device, filled by ``reset`` or from a copy."""
        rules = self.rules
        gpu = gpu or Gpu(rules.device_source(self._parts))
        self.num_envs = n = num_envs
        self._gpu = gpu
        self._dtype = rules.new_states(1).dtype
        self.states = gpu.empty((n, self._dtype.itemsize), np.uint8)
        self._spec = history_spec(rules, self.history)
        self.obs = gpu.empty((self._spec.size if observe else 0, n), np.int8)
        self.mask = gpu.empty((rules.num_actions, n), np.int8)
        self.seat = gpu.empty(n, np.int8)
        self.reward = gpu.empty((rules.num_players, n), np.float32)
        self.done = gpu.empty(n, np.bool_)
        self.truncated = gpu.empty(n, np.bool_)
        self.illegal = gpu.empty(n, np.bool_)
        self.seeds = gpu.empty(n, np.int64)
        self.sets = self._zeros((n,), np.int32)
        for name, shape in extra_shapes(rules, self.extras, self._spec.size).items():
            setattr(self, name, self._zeros((*shape, n), np.int8))
        self._believer = Believer(rules, self.card_sets, n) if "belief" in self.extras else None
        believed = rules.belief_spec.size if self._believer else 0
        self.belief, self.known = self._zeros((believed, n), np.float32), self._zeros((believed, n), np.int8)
        self.games = gpu.empty(n, np.int64)
        self.actions = gpu.empty(n, np.int32)
        self._legal = gpu.empty((n, rules.max_legal), np.int16)
        self._count = gpu.empty(n, np.int16)
        self._order = gpu.empty(n, np.int32)
        self._tallies = gpu.array(np.zeros(KINDS, np.int32))
        self._ranks = gpu.empty(KINDS, np.int32)
        self._tables = gpu.array(np.concatenate([each.tables for each in self.card_sets]).view(np.uint8))
        self._options = gpu.array(rules.settings_array)
        self._streams = gpu.empty((n, 4), np.uint32)
        self._table = (
            *(self.states, self._tables, self._streams, self.seeds, self._options),
            *(self._legal, self._count, self.mask, self.obs, self.seat, self.sets, len(self.card_sets)),
            *(n, rules.observation_size if observe else 0),
        )
        seats = rules.num_players if self.history else 0
        self._ring = self._zeros((n, seats, self.history, len(FIELDS)), np.int8)
        self._heard = self._zeros((n, seats), np.int32)
        self._book = gpu.array(book_record(rules.vocabulary.book).view(np.uint8)) if self.history else self._heard
        threads, rows = whole_blocks(min(n, TOLD)), note_rows(rules.name) if self.history else 0
        self._notes = gpu.empty((rows, threads, EVENT_COLUMNS), np.int16)
        if rows:  # the first says how many events there are
            self._notes[:1].copy_to_device(np.zeros((1, threads, EVENT_COLUMNS), np.int16))
        self._memory = (self._ring, self._heard, self.history, self._book, self._notes)

    def _zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._gpu.array(np.zeros(shape, dtype)) if 0 not in shape else self._gpu.empty(shape, dtype)

    def _contents(self) -> dict[str, Any]:
        """The arrays that make up the present moment."""
        names = ("states", "obs", "mask", "seat", "reward", "done", "truncated", "illegal", "seeds", "sets", "games")
        return {name: getattr(self, name) for name in (*names, *EXTRAS, "belief", "known", *OWN)}

    def __getstate__(self) -> dict[str, Any]:
        host = {name: array.copy_to_host() for name, array in self._contents().items()}
        made = {"rules": self.rules, "card_sets": self.card_sets, "extras": self.extras, "history": self.history}
        return made | {"num_envs": self.num_envs, "ended": self._ended, "arrays": host}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._fill(state, None)

    def __deepcopy__(self, memo: dict[int, Any]) -> CudaBatch:
        made = CudaBatch.__new__(CudaBatch)
        made._fill(self.__getstate__(), self._gpu)
        return made

    def __copy__(self) -> CudaBatch:
        return self.__deepcopy__({})

    def _fill(self, state: dict[str, Any], gpu: Any) -> None:
        """Go on from a copy."""
        arrays = state["arrays"]
        self._ended: int = state["ended"]
        self.rules, self.card_sets = state["rules"], state["card_sets"]
        self.extras, self.history = state["extras"], state["history"]
        self._allocate(state["num_envs"], len(arrays["obs"]) > 0, gpu)
        for name, array in self._contents().items():
            if array.size:
                array.copy_to_device(np.ascontiguousarray(arrays[name]))

    def reset(self, seed: int | None = None, *, copies: int = 1) -> None:
        """Deal all games anew; the same seed gives the same games, on every device; see ``Batch.reset``."""
        streams = game_streams(check_seed(seed), self.num_envs, check_whole("copies", copies, 1))
        self._streams.copy_to_device(streams)
        for array in (self.reward, self.done, self.truncated, self.illegal, self.games):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._ended = 0
        self._advance(DEAL, self.actions)
        self._show()

    def sample(self) -> Any:
        """A uniformly random legal action for every game: int32 (N,), on the device, written anew at the next call."""
        arguments = (self._streams, self._count, self.mask, self.actions, self.num_envs)
        self._gpu.launch("sample", self.num_envs, arguments)
        return self.actions

    def step(self, actions: Any, *, skip_illegal: bool | None = None) -> int | None:
        """Answer every game's decision; ``actions``, int32 or int64, is on the device, or is copied there.

        By default this does not wait for the device: see ``check``. With ``skip_illegal`` it waits, and is
        ``Batch.step``: False raises before anything is applied to any game, True leaves the games meant as they are;
        the result is how many actions were illegal.
        """
        given = self._gpu.given(actions)
        if given is None:
            given = self._gpu.array(self._on_host(actions))
        if given.shape != (self.num_envs,) or given.dtype not in (np.int32, np.int64) or not given.is_c_contiguous():
            raise IllegalActionError(
                f"actions must be {self.num_envs} contiguous integers, int32 or int64, "
                f"not {given.dtype} of shape {given.shape}"
            )
        if skip_illegal is False:
            arguments = (self.mask, self.num_envs, given, given.dtype.itemsize, self.illegal)
            self._gpu.launch("find_illegal", self.num_envs, arguments)
            illegal = self.illegal.copy_to_host()
            if illegal.any():
                raise IllegalActionError(refusal(self, given.copy_to_host(), illegal))
        if "final_obs" in self.extras:
            self._advance(END, given)
            self._observe_seats(self.final_obs, only_done=True)
            self._advance(NEXT, self.actions)
        else:
            self._advance(STEP, given)
        self._show()
        return None if skip_illegal is None else int(self.illegal.copy_to_host().sum())

    def _on_host(self, actions: Any) -> NDArray[np.int64]:
        """Actions that are not on the device, as int64."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be {self.num_envs} contiguous integers, int32 or int64, "
                f"not {given.dtype} of shape {given.shape}"
            )
        return np.ascontiguousarray(given, np.int64)

    def check(self) -> None:
        """Wait for the device, and raise if an action of the last step was illegal."""
        wrong = np.flatnonzero(self.illegal.copy_to_host())
        if len(wrong):
            games = ", ".join(str(i) for i in wrong[:8])
            raise IllegalActionError(
                f"{len(wrong)} of {self.num_envs} actions were illegal, those games are unchanged: games {games}; "
                f"game {wrong[0]}: {self.game(int(wrong[0])).decision_text()}"
            )

    def rollout(self, steps: int) -> int:
        """That many random decisions in every game; how many games ended."""
        self._roll(check_whole("steps", steps, 0, 2**31 - 1))
        ended = int(self.games.copy_to_host().sum()) - self._ended
        self._ended += ended
        return ended

    def _roll(self, steps: int) -> None:
        for _ in range(steps):
            self._gpu.launch("pick", self.num_envs, (*self._table, self.actions))
            self._advance(ROLL, self.actions)
        self._show()

    def _advance(self, mode: int, actions: Any) -> None:
        """Run all games to their next decisions; those with the same action side by side, if there are actions."""
        n, given = self.num_envs, (actions, actions.dtype.itemsize)
        ordered = mode in (STEP, ROLL, END) and n >= ORDERED_FROM
        if ordered:
            self._gpu.launch("tally", n, (*self._table, *given, self._tallies))
            self._gpu.launch("rank", KINDS, (self._tallies, self._ranks, KINDS))
            self._gpu.launch("place", n, (*self._table, *given, self._tallies, self._ranks, self._order))
        results = (self.illegal, self.reward, self.done, self.truncated, self.games)
        arguments = (*self._table, mode, int(ordered), self._order, *given, *results, *self._memory)
        self._gpu.launch("advance", n, arguments, TOLD if self.history else n)

    def _show(self) -> None:
        """Write what is shown of the present decisions."""
        n, table = self.num_envs, self._table
        self._gpu.launch("show", n, table, SHOWN)
        if self.history and self.obs.shape[0] > 0:
            of_games = (0, 0, self.done, self.obs, self._spec.size)
            self._gpu.launch("remember", n, (*table, *self._memory, *of_games), SHOWN)
        if "seat_obs" in self.extras:
            self._observe_seats(self.seat_obs)
        if "central_state" in self.extras:
            size = self.rules.observation_size
            seen = size * self.num_players
            self._observe_seats(self.central_state, room=size)
            unseen = self.central_state.shape[0] - seen
            self._gpu.launch("show_unseen", n, (*table, self.central_state, seen, unseen), SHOWN)
        if "hidden" in self.extras:
            self._gpu.launch("show_hidden", n, (*table, self.hidden, self.hidden.shape[0]), SHOWN)
        if self._believer is not None:
            self._believe(self._believer)

    def _believe(self, believer: Believer) -> None:
        """Have this machine's cores count cards."""
        self.synchronize()
        belief, known = believer.work_out(self.states.copy_to_host(), self.sets.copy_to_host())
        self.belief.copy_to_device(np.ascontiguousarray(belief.T))
        self.known.copy_to_device(np.ascontiguousarray(known.T))

    def _observe_seats(self, out: Any, room: int | None = None, only_done: bool = False) -> None:
        """Write what every seat sees, of all games or of those that are done; ``room``: rows of a seat."""
        rows, threads = self._spec.size if room is None else room, self.num_envs * self.num_players
        of_games = (int(only_done), self.done, out, rows)
        self._gpu.launch("observe_seats", threads, (*self._table, *of_games), SHOWN)
        if self.history and room is None:
            self._gpu.launch("remember", threads, (*self._table, *self._memory, 1, *of_games), SHOWN)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Copies of all that the games go on from; see ``Batch.snapshot``."""
        return {name: array.copy_to_host() for name, array in self._kept().items()}

    def restore(self, snapshot: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a snapshot, taken on any device."""
        check_snapshot(self.card_sets, self.snapshot(), snapshot)
        for name, array in self._kept().items():
            array.copy_to_device(np.ascontiguousarray(snapshot[name]))
        self.look()

    def look(self) -> None:
        """Show the games as they are after ``states`` or ``sets`` were written to, on the device."""
        self._advance(LOOK, self.actions)
        self._show()

    def host_states(self) -> NDArray[np.void]:
        """The records of all games, copied from the device."""
        return records(self._dtype, self.states.copy_to_host().tobytes())

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at or to play on."""
        index = check_game(index, self.num_envs)
        rules = self.card_sets[int(self.sets[index : index + 1].copy_to_host()[0])]
        return Game.of_record(rules, records(self._dtype, self.states[index].copy_to_host().tobytes()))

    def use_stream(self, handle: int) -> None:
        """Start kernels on a stream of CUDA, as torch's ``stream.cuda_stream`` names it; graphs can record that."""
        self._gpu.use_stream(handle)

    def synchronize(self) -> None:
        """Wait for the device."""
        self._gpu.synchronize()

    def close(self) -> None:
        """Wait for the device; its memory goes with the batch."""
        self.synchronize()
