"""Entries: functions that Python calls, and that run as C++.

An entry that is called with arguments of types it has not met asks for its code: from the installed package, from the
user's cache, or from the compiler (``engine.compile.libraries``). Then a function object of C stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.compile import libraries
from gosu_env.engine.compile.build import NoCompilerError
from gosu_env.engine.compile.store import say


def type_key(value: Any) -> Any:
    """What tells arguments of one type from those of another within a process."""
    if isinstance(value, np.ndarray):
        return value.ndim, id(value.dtype)  # a door keeps it alive
    if isinstance(value, tuple):
        return (type(value), *map(type_key, value))
    return "b" if isinstance(value, bool | np.bool_) else "i" if isinstance(value, int | np.integer) else type(value)


class Entry:
    """A function that Python calls."""

    def __init__(self, function: Callable[..., Any], quick: bool = False, releases: bool = True) -> None:
        assert isinstance(function, FunctionType)
        self.py_func, self.quick, self.releases = function, quick, releases
        self.__doc__, self.__name__, self.__qualname__ = function.__doc__, function.__name__, function.__qualname__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self._doors: dict[Any, Callable[..., Any]] = {}
        self._last: Callable[..., Any] = self._find

    def __call__(self, *arguments: Any) -> Any:
        return self._last(*arguments)

    def __repr__(self) -> str:
        return f"<entry {self.__module__}.{self.__qualname__}>"

    def door(self, *arguments: Any) -> Callable[..., Any]:
        """A function for arguments of just these types; others are looked at again."""
        key = tuple(map(type_key, arguments))
        if key not in self._doors:
            try:
                address, result = libraries.code(self, arguments)
            except NoCompilerError as error:  # an installed package, and a game that it does not bring
                say(f"{self!r} runs interpreted, which is slow: {error}")
                self._doors[key] = self.py_func
            else:
                make = libraries.doors().make
                self._doors[key] = make(address, self.__qualname__, arguments, result, self._find, self.releases)
        return self._doors[key]

    def _find(self, *arguments: Any) -> Any:
        known = len(self._doors)
        door = self.door(*arguments)
        if door is self._last and known == len(self._doors):
            return self._with_copies(door, arguments)
        self._last = door
        return door(*arguments)

    def _with_copies(self, door: Callable[..., Any], arguments: Sequence[Any]) -> Any:
        """Call code for arrays with gaps between their items: it works on copies, which are copied back."""
        copies: list[tuple[NDArray[Any], NDArray[Any]]] = []

        def closed(value: Any) -> Any:
            if isinstance(value, tuple):
                return value._replace(**{name: closed(part) for name, part in value._asdict().items()})  # type: ignore[attr-defined]
            if isinstance(value, np.ndarray) and not (is_closed(value) and value.flags.aligned):
                copies.append((value, np.array(value, order="C")))
                return copies[-1][1]
            return value

        given = [closed(value) for value in arguments]
        if not copies:
            raise TypeError(f"{self!r} cannot take {', '.join(type(value).__name__ for value in arguments)}")
        result = door(*given)
        for value, copy in copies:
            if value.flags.writeable:
                value[...] = copy
        return result


def is_closed(array: NDArray[Any]) -> bool:
    """Whether the items of the last axis lie side by side."""
    last = array.size == 0 or array.shape[-1] <= 1 or array.strides[-1] == array.itemsize
    return last and (array.size == 0 or all(step % array.itemsize == 0 for step in array.strides))
