"""Many games at once on a GPU: the same games as on the CPU, byte for byte."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.batch import game_streams
from gosu_env.engine.errors import GosuError, IllegalActionError, OptionError
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.records import records
from gosu_env.engine.rules import Rules

THREADS = 128  # of a block


def load_cuda() -> Any:
    """numba.cuda, or an error that says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for it, numpy 2.5 has it no more
    cuda: Any = importlib.import_module("numba.cuda")  # only where a GPU is asked for
    if not cuda.is_available():
        raise GosuError("device='cuda' needs an NVIDIA GPU with its driver, and numba's CUDA support (numba-cuda)")
    return cuda


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

    def __init__(self, rules: Rules, num_envs: int, seed: int | None = None, observe: bool = True) -> None:
        self._cuda = cuda = load_cuda()
        self._kernels: Any = importlib.import_module(rules.cuda_kernels)
        self.rules = rules
        self.num_envs = n = num_envs
        self.states = cuda.to_device(rules.new_states(n))
        self.obs = cuda.device_array((rules.observation_size if observe else 0, n), np.int8)
        self.mask = cuda.device_array((rules.num_actions, n), np.int8)
        self.seat = cuda.device_array(n, np.int8)
        self.reward = cuda.device_array((rules.num_players, n), np.float32)
        self.done = cuda.device_array(n, np.bool_)
        self.truncated = cuda.device_array(n, np.bool_)
        self.illegal = cuda.to_device(np.zeros(n, np.bool_))
        self.seeds = cuda.device_array(n, np.int64)
        self.games = cuda.to_device(np.zeros(n, np.int64))
        self.actions = cuda.device_array(n, np.int32)
        self._count = cuda.device_array(n, np.int16)
        self._tables = cuda.to_device(rules.tables)
        self._options = cuda.to_device(rules.settings_array)
        self._streams = cuda.device_array((n, 4), np.uint32)
        self._grid = ((n + THREADS - 1) // THREADS, THREADS)
        self.reset(seed)

    def _table(self) -> tuple[Any, ...]:
        return (
            *(self.states, self._tables, self._streams, self.seeds, self._options),
            *(self._count, self.mask, self.obs, self.seat),
        )

    @property
    def num_players(self) -> int:
        return self.rules.num_players

    @property
    def num_actions(self) -> int:
        return self.rules.num_actions

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew; the same seed gives the same games, on every device."""
        self._streams.copy_to_device(game_streams(check_seed(seed), self.num_envs))
        self._kernels.reset[self._grid](*self._table())

    def sample(self) -> Any:
        """A uniformly random legal action for every game: int32 (N,), on the device, written anew at the next call."""
        self._kernels.sample[self._grid](self._streams, self._count, self.mask, self.actions)
        return self.actions

    def step(self, actions: Any) -> None:
        """Answer every game's decision; ``actions`` is an integer array on the device, or one to be copied there."""
        given = self._cuda.as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else None
        if given is None:
            given = self._cuda.to_device(np.ascontiguousarray(actions, np.int32))
        if given.shape != (self.num_envs,):
            raise IllegalActionError(f"actions must be {self.num_envs} whole numbers, not of shape {given.shape}")
        results = (given, self.illegal, self.reward, self.done, self.truncated)
        self._kernels.step[self._grid](*self._table(), *results)

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
        self._kernels.rollout[self._grid](*self._table(), int(steps), self.games)

    def host_states(self) -> NDArray[np.void]:
        """The records of all games, copied from the device."""
        copied: NDArray[np.void] = self.states.copy_to_host()
        return copied

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at or to play on."""
        if not 0 <= index < self.num_envs:
            raise OptionError(f"game {index!r}: games go from 0 to {self.num_envs - 1}")
        record = self.states[index : index + 1].copy_to_host()
        return Game.of_record(self.rules, records(record.dtype, record.tobytes()))

    def synchronize(self) -> None:
        """Wait for the device."""
        self._cuda.synchronize()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<CudaBatch of {self.num_envs} games of {self.rules.name}, {self.num_players} players>"
