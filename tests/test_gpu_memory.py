"""Arrays on a GPU: their room, copies and parts. A driver over this machine's memory stands for CUDA's."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gosu_env.engine.errors import GosuError
from gosu_env.engine.gpu import DeviceArray, ForeignArray, Memory, Room

OUT_OF_MEMORY = 2


class Driver:
    """What is asked of ``cuda.bindings.driver``, with its calling conventions."""

    def __init__(self) -> None:
        self.rooms: dict[int, Any] = {}
        self.full = False

    def cuMemAlloc(self, size: int) -> tuple[int, int]:  # noqa: N802  (CUDA's names)
        if self.full:
            return OUT_OF_MEMORY, 0
        room = ctypes.create_string_buffer(size)
        self.rooms[ctypes.addressof(room)] = room
        return 0, ctypes.addressof(room)

    def cuMemFree(self, address: int) -> tuple[int]:  # noqa: N802
        del self.rooms[address]
        return (0,)

    def cuMemcpyHtoD(self, to: int, source: int, size: int) -> tuple[int]:  # noqa: N802
        ctypes.memmove(to, source, size)
        return (0,)

    cuMemcpyDtoH = cuMemcpyHtoD  # noqa: N815

    def cuGetErrorString(self, code: int) -> tuple[int, bytes]:  # noqa: N802
        return 0, b"out of memory"


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def memory(driver: Driver) -> Memory:
    return Memory(driver)


def made(memory: Memory, values: Any) -> DeviceArray:
    room = Room(memory, values.nbytes)
    array = DeviceArray(memory, room.address, values.shape, values.dtype, room)
    array.copy_to_device(values)
    return array


def test_what_is_copied_there_comes_back(memory: Memory) -> None:
    values = np.arange(24, dtype=np.int16).reshape(4, 3, 2)
    array = made(memory, values)
    assert (array.shape, array.dtype, array.size, array.nbytes, len(array)) == ((4, 3, 2), np.int16, 24, 48, 4)
    assert (array.copy_to_host() == values).all()
    assert (array[1:3].copy_to_host() == values[1:3]).all()
    assert (array[-1].copy_to_host() == values[-1]).all()
    array[2:3].copy_to_device(np.full((1, 3, 2), 7))
    assert (array.copy_to_host()[2] == 7).all()
    assert (array.copy_to_host()[[0, 1, 3]] == values[[0, 1, 3]]).all()


def test_parts_have_no_gaps_and_values_fit(memory: Memory) -> None:
    array = made(memory, np.zeros((4, 2)))
    with pytest.raises(IndexError, match="no gaps"):
        array[::2]
    with pytest.raises(IndexError):
        array[4]
    with pytest.raises(ValueError, match=r"shape \(3, 2\) do not fill an array of shape \(4, 2\)"):
        array.copy_to_device(np.zeros((3, 2)))


def test_torch_is_told_where_an_array_is(memory: Memory) -> None:
    array = made(memory, np.zeros((4, 2), np.float32))
    about = array[1:].__cuda_array_interface__
    assert about["data"] == (array.address + 8, False)
    assert (about["shape"], about["typestr"], about["strides"]) == ((3, 2), "<f4", None)
    assert made(memory, np.zeros((0, 5), np.int8)).__cuda_array_interface__["data"][0] == 0


def test_room_is_freed_when_more_is_taken(memory: Memory, driver: Driver) -> None:
    first = made(memory, np.zeros(8))
    part = first[2:]
    del first
    assert (part.copy_to_host() == 0).all()  # the part keeps the room
    assert len(driver.rooms) == 1
    del part
    assert len(driver.rooms) == 1  # a graph may be recorded now
    kept = made(memory, np.zeros(8))
    assert len(driver.rooms) == 1
    assert kept.address in driver.rooms


def test_an_error_of_the_driver_is_named(memory: Memory, driver: Driver) -> None:
    driver.full = True
    with pytest.raises(GosuError, match="the GPU refused cuMemAlloc: out of memory"):
        Room(memory, 100)


@pytest.mark.parametrize(
    ("strides", "whole"), [(None, True), ((16, 8), True), ((8, 32), False)], ids=["none", "in order", "transposed"]
)
def test_arrays_of_others_are_read_where_they_are(memory: Memory, strides: Any, whole: bool) -> None:
    array = made(memory, np.arange(8, dtype=np.int64).reshape(4, 2))
    about = array.__cuda_array_interface__ | {"strides": strides}
    foreign = ForeignArray(memory, SimpleNamespace(__cuda_array_interface__=about))
    assert (foreign.shape, foreign.dtype) == ((4, 2), np.int64)
    assert foreign.is_c_contiguous() == whole
    if whole:
        assert (foreign.copy_to_host() == array.copy_to_host()).all()
