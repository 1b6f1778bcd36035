"""Many games at once on a GPU: the same games as on the CPU, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.batch_parts import check_game, check_snapshot, game_streams, refusal
from gosu_env.engine.errors import IllegalActionError
from gosu_env.engine.game import Game, check_seed, check_whole
from gosu_env.engine.gpu import Gpu
from gosu_env.engine.records import records
from gosu_env.engine.rules import Rules
from gosu_env.engine.spec import Spec

DEAL, LOOK, STEP, ROLL = range(4)  # what the kernel ``advance`` does, as in device/kernels.h
KINDS = 1024  # of games that stand together in ``advance``, as there
ORDERED_FROM = 65_536  # games; fewer are advanced sooner as they come
SHOWN = 50_688  # games that ``show`` looks at at once: more push each other's records out of the caches


class CudaBatch:
    """N games on a GPU; see ``Batch``. Every array lives on the device and is seen by torch without a copy.

    ``torch.as_tensor(batch.obs, device="cuda")`` shares its memory, as with every array here. Arrays of several numbers
    a game are feature-major: ``obs[:, i]`` belongs to game i. ``step`` does not wait for the device, unless
    ``skip_illegal`` is given; games whose action was illegal are left as they are and marked in ``illegal``,
    which ``check`` turns into an error. All else is as in ``Batch``.
    """

    obs: Any  # int8 (observation_size, N): what the deciding seat may know
    mask: Any  # int8 (num_actions, N): 1 for every legal action
    seat: Any  # int8 (N,): who decides
    reward: Any  # float32 (num_players, N): returns of games that ended in this step, else 0
    done: Any  # bool (N,): whether a game ended in this step
    truncated: Any  # bool (N,): whether it ended without a winner
    illegal: Any  # bool (N,): whether the last action was refused
    seeds: Any  # int64 (N,): the seed of the present game
    states: Any  # uint8 (N, bytes of a record): the games themselves

    def __init__(
        self, rules: Rules, num_envs: int, seed: int | None = None, observe: bool = True, gpu: Any = None
    ) -> None:
        self._allocate(rules, num_envs, observe, gpu or Gpu(rules.device_source()))
        self.reset(seed)

    def _allocate(self, rules: Rules, num_envs: int, observe: bool, gpu: Any) -> None:
        """Room on the device, filled by ``reset`` or from a copy."""
        self.rules = rules
        self.num_envs = n = num_envs
        self._gpu = gpu
        self._dtype = rules.new_states(1).dtype
        self.states = gpu.empty((n, self._dtype.itemsize), np.uint8)
        self.obs = gpu.empty((rules.observation_size if observe else 0, n), np.int8)
        self.mask = gpu.empty((rules.num_actions, n), np.int8)
        self.seat = gpu.empty(n, np.int8)
        self.reward = gpu.empty((rules.num_players, n), np.float32)
        self.done = gpu.empty(n, np.bool_)
        self.truncated = gpu.empty(n, np.bool_)
        self.illegal = gpu.empty(n, np.bool_)
        self.seeds = gpu.empty(n, np.int64)
        self.games = gpu.empty(n, np.int64)
        self.actions = gpu.empty(n, np.int32)
        self._legal = gpu.empty((n, rules.max_legal), np.int16)
        self._count = gpu.empty(n, np.int16)
        self._order = gpu.empty(n, np.int32)
        self._tallies = gpu.array(np.zeros(KINDS, np.int32))
        self._ranks = gpu.empty(KINDS, np.int32)
        self._tables = gpu.array(rules.tables.view(np.uint8))
        self._options = gpu.array(rules.settings_array)
        self._streams = gpu.empty((n, 4), np.uint32)
        self._table = (
            *(self.states, self._tables, self._streams, self.seeds, self._options),
            *(self._legal, self._count, self.mask, self.obs, self.seat, n, self.obs.shape[0]),
        )

    def _contents(self) -> dict[str, Any]:
        """The arrays that make up the present moment."""
        names = ("states", "obs", "mask", "seat", "reward", "done", "truncated", "illegal", "seeds", "games", "actions")
        return {name: getattr(self, name) for name in (*names, "_legal", "_count", "_streams")}

    def __getstate__(self) -> dict[str, Any]:
        host = {name: array.copy_to_host() for name, array in self._contents().items()}
        return {"rules": self.rules, "num_envs": self.num_envs, "ended": self._ended, "arrays": host}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._fill(state, Gpu(state["rules"].device_source()))

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
        self._allocate(state["rules"], state["num_envs"], len(arrays["obs"]) > 0, gpu)
        for name, array in self._contents().items():
            if array.size:
                array.copy_to_device(np.ascontiguousarray(arrays[name]))

    @property
    def num_players(self) -> int:
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        return self.rules.num_actions

    @property
    def action_spec(self) -> Spec:
        return self.rules.action_spec

    @property
    def observation_spec(self) -> Spec:
        return self.rules.observation_spec

    def reset(self, seed: int | None = None, *, copies: int = 1) -> None:
        """Deal all games anew; the same seed gives the same games, on every device; see ``Batch.reset``."""
        streams = game_streams(check_seed(seed), self.num_envs, check_whole("copies", copies, 1))
        self._streams.copy_to_device(streams)
        for array in (self.reward, self.done, self.truncated, self.illegal, self.games):
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._ended = 0
        self._advance(DEAL, self.actions)
        self._gpu.launch("show", self.num_envs, self._table, SHOWN)

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
        self._advance(STEP, given)
        self._gpu.launch("show", self.num_envs, self._table, SHOWN)
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
        self._gpu.launch("show", self.num_envs, self._table, SHOWN)

    def _advance(self, mode: int, actions: Any) -> None:
        """Run all games to their next decisions; those with the same action side by side, if there are actions."""
        n, given = self.num_envs, (actions, actions.dtype.itemsize)
        ordered = mode >= STEP and n >= ORDERED_FROM
        if ordered:
            self._gpu.launch("tally", n, (*self._table, *given, self._tallies))
            self._gpu.launch("rank", KINDS, (self._tallies, self._ranks, KINDS))
            self._gpu.launch("place", n, (*self._table, *given, self._tallies, self._ranks, self._order))
        results = (self.illegal, self.reward, self.done, self.truncated, self.games)
        self._gpu.launch("advance", n, (*self._table, mode, int(ordered), self._order, *given, *results))

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Copies of all that the games go on from; see ``Batch.snapshot``."""
        arrays = {"states": self.states, "streams": self._streams, "seeds": self.seeds}
        return {name: array.copy_to_host() for name, array in arrays.items()}

    def restore(self, snapshot: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a snapshot, taken on any device."""
        check_snapshot([self.rules], self.snapshot(), snapshot)
        self.states.copy_to_device(np.ascontiguousarray(snapshot["states"]))
        self._streams.copy_to_device(np.ascontiguousarray(snapshot["streams"]))
        self.seeds.copy_to_device(np.ascontiguousarray(snapshot["seeds"]))
        self._advance(LOOK, self.actions)
        self._gpu.launch("show", self.num_envs, self._table, SHOWN)

    def host_states(self) -> NDArray[np.void]:
        """The records of all games, copied from the device."""
        return records(self._dtype, self.states.copy_to_host().tobytes())

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at or to play on."""
        index = check_game(index, self.num_envs)
        return Game.of_record(self.rules, records(self._dtype, self.states[index].copy_to_host().tobytes()))

    def use_stream(self, handle: int) -> None:
        """Start kernels on a stream of CUDA, as torch's ``stream.cuda_stream`` names it; graphs can record that."""
        self._gpu.use_stream(handle)

    def synchronize(self) -> None:
        """Wait for the device."""
        self._gpu.synchronize()

    def close(self) -> None:
        """Wait for the device; its memory goes with the batch."""
        self.synchronize()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<CudaBatch of {self.num_envs} games of {self.rules.name}, {self.num_players} players>"
