"""An NVIDIA GPU: memory, and the kernels of a C++ program, compiled once and kept on disk."""

from __future__ import annotations

import hashlib
import importlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.compile.build import CACHE
from gosu_env.engine.errors import GosuError, install

THREADS = 128  # of a block
NEEDS = f"device='cuda' needs an NVIDIA GPU with its driver, and cuda-core: {install('cuda')}"


def whole_blocks(threads: int) -> int:
    """As many threads, or a few more: blocks are whole."""
    return math.ceil(threads / THREADS) * THREADS


def load_cuda() -> tuple[Any, Any]:
    """The CUDA driver for memory and cuda.core for programs, or an error that says what is missing."""
    try:
        driver: Any = importlib.import_module("cuda.bindings.driver")
        core: Any = importlib.import_module("cuda.core")
        if not hasattr(core, "Program"):
            core = importlib.import_module("cuda.core.experimental")
    except ImportError as error:
        raise GosuError(f"{NEEDS} ({error})") from None
    code, *_ = driver.cuInit(0)
    found = driver.cuDeviceGetCount() if int(code) == 0 else (code, 0)
    if int(found[0]) != 0 or found[1] == 0:
        raise GosuError(NEEDS)
    return driver, core


class Memory:
    """Room on the device. What is left is freed when more is taken: not while a graph is being recorded."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._idle: list[int] = []

    def call(self, name: str, *arguments: Any) -> Any:
        """Call the driver; what it returns besides its code."""
        code, *found = getattr(self._driver, name)(*arguments)
        if int(code) != 0:
            raise GosuError(f"the GPU refused {name}: {self._driver.cuGetErrorString(code)[1].decode()}")
        return found[0] if found else None

    def take(self, size: int) -> int:
        """The address of new room for so many bytes."""
        while self._idle:
            self.call("cuMemFree", self._idle.pop())
        return int(self.call("cuMemAlloc", max(1, size)))

    def leave(self, address: int) -> None:
        self._idle.append(address)


class Room:
    """An allocation, for as long as an array needs it."""

    def __init__(self, memory: Memory, size: int) -> None:
        self.memory, self.address = memory, memory.take(size)

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self.memory.leave(self.address)


class DeviceArray:
    """An array on the device, without gaps. torch and others see it without a copy."""

    def __init__(self, memory: Memory, address: int, shape: tuple[int, ...], dtype: Any, owner: Any) -> None:
        self.memory, self.address, self.shape, self.dtype = memory, address, shape, np.dtype(dtype)
        self.owner = owner  # keeps the room
        self.size = math.prod(shape)
        self.nbytes = self.size * self.dtype.itemsize
        data = (address if self.size else 0, False)
        kind = self.dtype.str
        self.__cuda_array_interface__ = {"shape": shape, "typestr": kind, "data": data, "strides": None, "version": 3}

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: int | slice) -> DeviceArray:
        """A part along the first axis."""
        rows = range(len(self))[index]
        if isinstance(rows, range) and rows.step != 1:
            raise IndexError(f"parts of arrays on the device have no gaps; not {index}")
        first, shape = (rows.start, (len(rows), *self.shape[1:])) if isinstance(rows, range) else (rows, self.shape[1:])
        step = math.prod(self.shape[1:]) * self.dtype.itemsize
        return DeviceArray(self.memory, self.address + first * step, shape, self.dtype, self.owner)

    def copy_to_host(self) -> NDArray[Any]:
        made = np.empty(self.shape, self.dtype)
        if self.size:
            self.memory.call("cuMemcpyDtoH", made.ctypes.data, self.address, self.nbytes)
        return made

    def copy_to_device(self, values: NDArray[Any]) -> None:
        """Fill it with values from this machine's memory."""
        values = np.ascontiguousarray(values, self.dtype)
        if values.shape != self.shape:
            raise ValueError(f"values of shape {values.shape} do not fill an array of shape {self.shape}")
        if self.size:
            self.memory.call("cuMemcpyHtoD", self.address, values.ctypes.data, self.nbytes)

    def is_c_contiguous(self) -> bool:
        return True


class ForeignArray:
    """An array that somebody else has on the device."""

    def __init__(self, memory: Memory, values: Any) -> None:
        about = values.__cuda_array_interface__
        self.__cuda_array_interface__ = about
        self.shape, self.dtype = tuple(about["shape"]), np.dtype(about["typestr"])
        self._array = DeviceArray(memory, about["data"][0], self.shape, self.dtype, values)
        self._strides = about.get("strides")

    def is_c_contiguous(self) -> bool:
        steps, step = [], self.dtype.itemsize
        for size in reversed(self.shape):
            steps.append(step)
            step *= size
        return self._strides is None or tuple(self._strides) == tuple(reversed(steps))

    def copy_to_host(self) -> NDArray[Any]:
        return self._array.copy_to_host()


class Gpu:
    """The current GPU, with the kernels of a program."""

    def __init__(self, source: str) -> None:
        driver, self._core = load_cuda()
        self._device = self._core.Device()
        self._device.set_current()  # the primary context, which torch uses, too
        self._memory = Memory(driver)
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

    def array(self, values: NDArray[Any]) -> DeviceArray:
        """A copy on the device."""
        made = self.empty(values.shape, values.dtype)
        made.copy_to_device(values)
        return made

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> DeviceArray:
        shape = (shape,) if isinstance(shape, int) else shape
        room = Room(self._memory, math.prod(shape) * np.dtype(dtype).itemsize)
        return DeviceArray(self._memory, room.address, shape, dtype, room)

    def given(self, values: Any) -> ForeignArray | None:
        """An array that somebody else has on the device, without a copy; None for one that is not there."""
        return ForeignArray(self._memory, values) if hasattr(values, "__cuda_array_interface__") else None

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
