"""Entries: functions that Python calls, and that run as C++.

Called with arguments of types that it has not met, an entry asks for its code: from the package, from the user's cache,
or from the compiler (``engine.build``). Then a function object of C (``native/door.cpp``) stands in its place.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine import build
from gosu_env.engine.host import Program
from gosu_env.engine.kinds import BOOL, SINGLE, Number, record_key
from gosu_env.engine.siblings import siblings

PACKAGE = Path(__file__).parents[1]
OTHERS = ("web", "render", "cli", "envs", "play", "dataset")  # folders of which nothing is translated


@cache
def source_digest() -> str:
    """What stands for all that is translated, and how."""
    digest = hashlib.sha256()
    for above, folders, names in os.walk(PACKAGE, followlinks=True):
        if Path(above) == PACKAGE:
            folders[:] = (name for name in folders if name not in OTHERS)
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".h", ".toml")):
                digest.update(name.encode())
                digest.update(Path(above, name).read_bytes())
    return digest.hexdigest()


def type_key(value: Any) -> Any:
    """What tells arguments of one type from those of another, for arguments that are what they were before."""
    if isinstance(value, np.ndarray):
        return value.ndim, id(value.dtype)  # a door keeps it alive
    if isinstance(value, tuple):
        return (type(value), *map(type_key, value))
    return "b" if isinstance(value, bool | np.bool_) else "i" if isinstance(value, int | np.integer) else type(value)


def spelled(value: Any) -> Any:
    """The same for all processes."""
    if isinstance(value, np.ndarray):
        dtype = value.dtype
        return [
            value.ndim,
            dtype.str if dtype.fields is None else hashlib.sha256(record_key(dtype).encode()).hexdigest(),
        ]
    if isinstance(value, tuple):
        return [type(value).__name__, *map(spelled, value)]
    return (
        "b"
        if isinstance(value, bool | np.bool_)
        else "i"
        if isinstance(value, int | np.integer)
        else type(value).__name__
    )


class Entry:
    """A function that Python calls."""

    def __init__(self, function: Callable[..., Any], quick: bool = False) -> None:
        assert isinstance(function, FunctionType)
        self.py_func, self.quick = function, quick
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
            address, result = self._code(arguments)
            self._doors[key] = make_door(address, self.__qualname__, arguments, result, self._find)
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

    def _code(self, arguments: Sequence[Any]) -> tuple[int, str]:
        """The address of the code for such arguments, and the letter of its result."""
        flags = build.flags_for(self.quick)
        if found := kept(self._name(arguments, flags)):
            return found
        found_near = () if self.quick else siblings(self.__module__, arguments)
        together = {known: (short, given) for short, known, given in found_near if isinstance(known, Entry)}
        wanted = self._name(arguments, flags)
        if together.get(self) is None or self._name(together[self][1], flags) != wanted:
            together = {self: ("entry", tuple(arguments))}
        program = Program()
        made = [
            (known._name(given, flags), symbol, program.add(known.py_func, given, f"gosu_{symbol}"))
            for known, (symbol, given) in together.items()
        ]
        title = f"{self.__name__} of {self.__module__}" if len(made) == 1 else f"rules of {self.__module__}"
        path = build.library(program.source(), title, flags)
        for name, symbol, special in made:
            keep(name, path, f"gosu_{symbol}", letter(special.result))
        return _code[wanted]

    def _name(self, arguments: Sequence[Any], flags: Sequence[str]) -> str:
        """What the code for such arguments is kept under."""
        listed = [self.__module__, self.__qualname__, [spelled(value) for value in arguments], *flags]
        if any(
            part.partition(".")[0] != "gosu_env" for part in self.__module__.rstrip("]").replace("[", ",").split(",")
        ):
            return f"{json.dumps(listed)}"  # of sources that the digest does not know: for this process alone
        return hashlib.sha256(json.dumps([source_digest(), *listed]).encode()).hexdigest()[:32]


def is_closed(array: NDArray[Any]) -> bool:
    """Whether the items of the last axis lie side by side."""
    last = array.size == 0 or array.shape[-1] <= 1 or array.strides[-1] == array.itemsize
    return last and (array.size == 0 or all(step % array.itemsize == 0 for step in array.strides))


_code: dict[str, tuple[int, str]] = {}  # addresses and letters of results, by what they are kept under


def letter(kind: Any) -> str:
    """Of a result: n, none; b, i, d: a number."""
    if not isinstance(kind, Number):
        return "n"
    return "b" if kind.kind == BOOL else "d" if kind.kind >= SINGLE else "i"


def kept(name: str) -> tuple[int, str] | None:
    """Code that is there already."""
    if name not in _code and (found := build.CACHE.load(name)):
        file, symbol, result = json.loads(found)
        assert build.CACHE.folder is not None
        if (path := build.CACHE.folder / file).exists():
            _code[name] = address_of(path, symbol), result
    return _code.get(name)


def keep(name: str, path: Path, symbol: str, result: str) -> None:
    """Note where code is."""
    _code[name] = address_of(path, symbol), result
    if not name.startswith("["):
        build.CACHE.save(name, json.dumps([path.name, symbol, result]).encode())


def address_of(path: Path, symbol: str) -> int:
    found = ctypes.cast(getattr(build.load(path), symbol), ctypes.c_void_p).value
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------ doors


@cache
def _door_library() -> ctypes.PyDLL:
    text = (build.NATIVE / "door.cpp").read_text()
    found = ctypes.PyDLL(str(build.library(text, "door: calls from Python", (*build.PLAIN, *build.EXACT))))
    found.gosu_door_begin.argtypes = [ctypes.c_int64, ctypes.py_object]
    found.gosu_door_begin.restype = None
    found.gosu_door_make.restype = ctypes.py_object
    found.gosu_door_make.argtypes = [
        *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_char_p),
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.py_object, ctypes.py_object, ctypes.c_int64, ctypes.c_int64),
    ]
    found.gosu_door_begin(object.__basicsize__, np.ndarray)
    return found


_names: dict[str, bytes] = {}  # that function objects point to


def make_door(
    address: int, name: str, arguments: Sequence[Any], result: str, otherwise: Callable[..., Any], releases: bool = True
) -> Callable[..., Any]:
    """A function object that calls the code at an address; other arguments are passed to ``otherwise``."""
    described: list[tuple[str, int, int, Any]] = []

    def describe(value: Any) -> None:
        if isinstance(value, np.ndarray):
            described.append(("a", value.ndim, value.itemsize, value.dtype))
        elif isinstance(value, tuple):
            described.append(("t", len(value), 0, type(value)))
            for part in value:
                describe(part)
        elif isinstance(value, bool | np.bool_):
            described.append(("b", 0, 0, None))
        else:
            described.append(("i" if isinstance(value, int | np.integer) else "d", 0, 0, None))

    for value in arguments:
        describe(value)
    count = len(described)
    whole = ctypes.c_int64 * count
    kinds = "".join(part[0] for part in described).encode()
    counts, items = whole(*(part[1] for part in described)), whole(*(part[2] for part in described))
    made: Callable[..., Any] = _door_library().gosu_door_make(
        *(address, _names.setdefault(name, name.encode()), len(arguments), count, kinds, counts, items),
        *(tuple(part[3] for part in described), otherwise, ord(result), releases),
    )
    return made
