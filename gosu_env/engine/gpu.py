"""An NVIDIA GPU: memory, and the kernels of a C++ program, compiled once and kept on disk."""

from __future__ import annotations

import hashlib
import importlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import GosuError, install
from gosu_env.engine.jit import CACHE

THREADS = 128  # of a block
NEEDS = f"device='cuda' needs an NVIDIA GPU with its driver, and numba-cuda: {install('cuda')}"


def whole_blocks(threads: int) -> int:
    """As many threads, or a few more: blocks are whole."""
    return math.ceil(threads / THREADS) * THREADS


def load_cuda() -> tuple[Any, Any]:
    """numba.cuda for memory and cuda.core for programs, or an error that says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for it, numpy 2.5 has it no more
    try:
        memory: Any = importlib.import_module("numba.cuda")
        core: Any = importlib.import_module("cuda.core")
        if not hasattr(core, "Program"):
            core = importlib.import_module("cuda.core.experimental")
    except ImportError as error:
        raise GosuError(f"{NEEDS} ({error})") from None
    if not memory.is_available():
        raise GosuError(NEEDS)
    return memory, core


class Gpu:
    """The current GPU, with the kernels of a program."""

    def __init__(self, source: str) -> None:
        self._memory, self._core = load_cuda()
        self._memory.current_context()  # the context that torch uses, too
        self._device = self._core.Device()
        self._device.set_current()
        self._stream = self._device.default_stream
        self._program = self._compile(source)
        self._kernels: dict[str, Any] = {}

    def _compile(self, source: str) -> Any:
        capability = self._device.compute_capability
        arch = f"sm_{capability.major}{capability.minor}"
        name = f"{hashlib.sha256((source + arch).encode()).hexdigest()[:32]}-{arch}.cubin"
        kept = CACHE.load(name)
        if kept is not None:
            return self._core.ObjectCode.from_cubin(kept)
        options = self._core.ProgramOptions(std="c++17", arch=arch)
        made = self._core.Program(source, code_type="c++", options=options).compile("cubin")
        CACHE.save(name, bytes(made.code))
        return made

    def array(self, values: NDArray[Any]) -> Any:
        """A copy on the device."""
        return self._memory.to_device(values)

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return self._memory.device_array(shape, dtype)

    def given(self, values: Any) -> Any:
        """An array that somebody else has on the device, without a copy; None for one that is not there."""
        return self._memory.as_cuda_array(values) if hasattr(values, "__cuda_array_interface__") else None

    def launch(self, name: str, games: int, arguments: Sequence[Any], most: int = 2**31) -> None:
        """Start a kernel with a thread for every game, or ``most`` threads; arrays and int32 are its arguments."""
        if name not in self._kernels:
            self._kernels[name] = self._program.get_kernel(name)
        blocks = whole_blocks(min(games, most)) // THREADS
        config = self._core.LaunchConfig(grid=blocks, block=THREADS)
        sent = [np.int32(a) if isinstance(a, int) else a.__cuda_array_interface__["data"][0] for a in arguments]
        self._core.launch(self._stream, config, self._kernels[name], *sent)

    def use_stream(self, handle: int) -> None:
        """Start kernels on somebody else's stream from now on."""
        self.synchronize()
        self._stream = self._core.Stream.from_handle(handle)

    def synchronize(self) -> None:
        """Wait until everything is done."""
        self._stream.sync()
