"""Many games at once on a GPU: the same games as on the CPU, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.batch import check_snapshot, game_streams
from gosu_env.engine.errors import IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.gpu import Gpu
from gosu_env.engine.records import records
from gosu_env.engine.rules import Rules


class CudaBatch:
    """N games on a GPU; see ``Batch``. Every array lives on the device and is seen by torch without a copy.

    ``torch.as_tensor(batch.obs, device="cuda")`` shares its memory, as with every array here. Arrays of several numbers
    a game are feature-major: ``obs[:, i]`` belongs to game i. ``step`` launches one kernel and does not wait for it;
    games whose action was illegal are left as they are and marked in ``illegal``, which ``check`` turns into an error.
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
        self.rules = rules
        self.num_envs = n = num_envs
        self._gpu = gpu = gpu or Gpu(rules.device_source())
        self._dtype = rules.new_states(1).dtype
        self.states = gpu.empty((n, self._dtype.itemsize), np.uint8)
        self.obs = gpu.empty((rules.observation_size if observe else 0, n), np.int8)
        self.mask = gpu.empty((rules.num_actions, n), np.int8)
        self.seat = gpu.empty(n, np.int8)
        self.reward = gpu.empty((rules.num_players, n), np.float32)
        self.done = gpu.empty(n, np.bool_)
        self.truncated = gpu.empty(n, np.bool_)
        self.illegal = gpu.array(np.zeros(n, np.bool_))
        self.seeds = gpu.empty(n, np.int64)
        self.games = gpu.array(np.zeros(n, np.int64))
        self.actions = gpu.empty(n, np.int32)
        self._count = gpu.empty(n, np.int16)
        self._tables = gpu.array(rules.tables.view(np.uint8))
        self._options = gpu.array(rules.settings_array)
        self._streams = gpu.empty((n, 4), np.uint32)
        self._table = (
            *(self.states, self._tables, self._streams, self.seeds, self._options),
            *(self._count, self.mask, self.obs, self.seat, n, self.obs.shape[0]),
        )
        self.reset(seed)

    @property
    def num_players(self) -> int:
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        return self.rules.num_actions

    def reset(self, seed: int | None = None, *, copies: int = 1) -> None:
        """Deal all games anew; the same seed gives the same games, on every device; see ``Batch.reset``."""
        self._streams.copy_to_device(game_streams(check_seed(seed), self.num_envs, copies))
        self._gpu.launch("reset", self.num_envs, self._table)

    def sample(self) -> Any:
        """A uniformly random legal action for every game: int32 (N,), on the device, written anew at the next call."""
        arguments = (self._streams, self._count, self.mask, self.actions, self.num_envs)
        self._gpu.launch("sample", self.num_envs, arguments)
        return self.actions

    def step(self, actions: Any) -> None:
        """Answer every game's decision; ``actions``, int32 or int64, is on the device, or is copied there."""
        given = self._gpu.given(actions)
        if given is None:
            given = self._gpu.array(np.ascontiguousarray(actions, np.int64))
        if given.shape != (self.num_envs,) or given.dtype not in (np.int32, np.int64) or not given.is_c_contiguous():
            raise IllegalActionError(
                f"actions must be {self.num_envs} whole numbers in a row, int32 or int64, "
                f"not {given.dtype} of shape {given.shape}"
            )
        results = (self.illegal, self.reward, self.done, self.truncated)
        self._gpu.launch("step", self.num_envs, (*self._table, given, given.dtype.itemsize, *results))

    def check(self) -> None:
        """Wait for the device, and raise if an action of the last step was illegal."""
        wrong = np.flatnonzero(self.illegal.copy_to_host())
        if len(wrong):
            games = ", ".join(str(i) for i in wrong[:8])
            raise IllegalActionError(
                f"{len(wrong)} of {self.num_envs} actions were illegal, those games are untouched: games {games}; "
                f"game {wrong[0]}: {self.game(int(wrong[0])).decision_text()}"
            )

    def rollout(self, steps: int) -> None:
        """That many random decisions in every game, in one kernel; ``games`` counts the games that ended."""
        self._gpu.launch("rollout", self.num_envs, (*self._table, int(steps), self.games))

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Copies of all that the games go on from; see ``Batch.snapshot``."""
        arrays = {"states": self.states, "streams": self._streams, "seeds": self.seeds}
        return {name: array.copy_to_host() for name, array in arrays.items()}

    def restore(self, snapshot: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a snapshot, taken on any device."""
        check_snapshot(self.rules, self.snapshot(), snapshot)
        self.states.copy_to_device(np.ascontiguousarray(snapshot["states"]))
        self._streams.copy_to_device(np.ascontiguousarray(snapshot["streams"]))
        self.seeds.copy_to_device(np.ascontiguousarray(snapshot["seeds"]))
        self.rollout(0)

    def host_states(self) -> NDArray[np.void]:
        """The records of all games, copied from the device."""
        return records(self._dtype, self.states.copy_to_host().tobytes())

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at or to play on."""
        if not 0 <= index < self.num_envs:
            raise OptionError(f"game {index!r}: games go from 0 to {self.num_envs - 1}")
        return Game.of_record(self.rules, records(self._dtype, self.states[index].copy_to_host().tobytes()))

    def use_stream(self, handle: int) -> None:
        """Start kernels on a stream of CUDA, as torch's ``stream.cuda_stream`` names it; graphs can record that."""
        self._gpu.use_stream(handle)

    def synchronize(self) -> None:
        """Wait for the device."""
        self._gpu.synchronize()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<CudaBatch of {self.num_envs} games of {self.rules.name}, {self.num_players} players>"
