"""Libraries of compiled entries: those of the installed package, else built here and kept in the user's cache.

A library holds the entries of a unit: what is called over one game's rules is compiled together. A unit that is not
there is built when one of its entries is first called. Other entries, such as those of tests, have a library each.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gosu_env.engine.compile import build, packaged
from gosu_env.engine.compile.doors import Doors
from gosu_env.engine.compile.kinds import BOOL, SINGLE, Number, record_key

if TYPE_CHECKING:
    from gosu_env.engine.compile.dispatch import Entry


class Member(NamedTuple):
    """An entry of a unit, with arguments of the types it is compiled for."""

    symbol: str
    entry: Entry
    arguments: tuple[Any, ...]


class Unit(NamedTuple):
    """What is compiled into one library."""

    name: str
    members: tuple[Member, ...]


class Code(NamedTuple):
    """Where the code of an entry is."""

    file: str  # the library's
    symbol: str
    result: str  # n, none; b, i, d: a number


unlisted: list[str] = []  # entries that their unit lacks
_building = RLock()  # one thread builds, the others wait
_code: dict[str, tuple[int, str]] = {}  # addresses and letters of results


def code(entry: Entry, arguments: Sequence[Any]) -> tuple[int, str]:
    """The address of the code of an entry for such arguments, and the letter of its result."""
    key = key_of(entry, arguments)
    with _building:
        if key not in _code:
            if packaged.INDEX is not None and key in packaged.INDEX:
                found = Code(*packaged.INDEX[key])
                path = packaged.FOLDER / found.file
            else:
                path, found = _built(entry, tuple(arguments), key)
            _code[key] = _address(path, found.symbol), found.result
        return _code[key]


def _built(entry: Entry, arguments: tuple[Any, ...], key: str) -> tuple[Path, Code]:
    """The code of an entry out of the cache, built with all of its unit if it is not there."""
    unit = import_module("gosu_env.units").unit_of(entry, arguments)  # which is made of all rules
    if unit is None or key not in {key_of(member.entry, member.arguments) for member in unit.members}:
        is_missing = unit is not None  # not of records that somebody else has made
        unit = Unit(f"{entry.__module__}.{entry.__name__}", (Member("entry", entry, arguments),))
        if is_missing and is_packaged(entry):
            unlisted.append(f"{entry!r}: {[spelled(value) for value in arguments]}")
    folder, index = index_of(unit)
    return folder / index[key].file, index[key]


def index_of(unit: Unit) -> tuple[Path, dict[str, Code]]:
    """The library of a unit: its folder, and where the code of every entry is."""
    flags = build.flags_for(unit.members[0].entry.quick)
    kept = all(is_packaged(member.entry) for member in unit.members)  # the digest knows no other sources
    name = build.kept_name(
        f"{unit.name}.json", *flags, *(key_of(member.entry, member.arguments) for member in unit.members)
    )
    if kept and (content := build.CACHE.load(name)) is not None:
        index = {key: Code(*told) for key, told in json.loads(content).items()}
        if all(build.CACHE.holds(file) for file in {each.file for each in index.values()}):
            assert build.CACHE.folder is not None
            return build.CACHE.folder, index
    text, symbols = translated(unit)
    path = build.library(text, unit.name, flags)
    index = {key: Code(path.name, *found) for key, found in symbols.items()}
    if kept:
        build.CACHE.save(name, json.dumps(index).encode())
    return path.parent, index


def translated(unit: Unit) -> tuple[str, dict[str, tuple[str, str]]]:
    """The C++ of a unit; the symbol of every entry, and the letter of its result."""
    from gosu_env.engine.compile.translate import Program  # noqa: PLC0415  (installed packages need none)

    program = Program()
    symbols = {}
    for symbol, entry, arguments in unit.members:
        special = program.add(entry.py_func, arguments, f"gosu_{symbol}")
        symbols[key_of(entry, arguments)] = (f"gosu_{symbol}", letter(special.result))
    return program.source(), symbols


def key_of(entry: Entry, arguments: Sequence[Any]) -> str:
    """What stands for an entry with arguments of these types, in every process."""
    return hashlib.sha256(
        json.dumps([entry.__module__, entry.__qualname__, [spelled(value) for value in arguments]]).encode()
    ).hexdigest()[:32]


def spelled(value: Any) -> Any:
    """The type of an argument."""
    if isinstance(value, np.ndarray):
        dtype = value.dtype
        return [value.ndim, dtype.str if dtype.fields is None else _digest(dtype)]
    if isinstance(value, tuple):
        return [type(value).__name__, *map(spelled, value)]
    if isinstance(value, bool | np.bool_):
        return "b"
    return "i" if isinstance(value, int | np.integer) else type(value).__name__


@cache
def _digest(dtype: np.dtype[Any]) -> str:
    return hashlib.sha256(record_key(dtype).encode()).hexdigest()


def letter(kind: Any) -> str:
    """Of a result: n, none; b, i, d: a number."""
    if not isinstance(kind, Number):
        return "n"
    return "b" if kind.kind == BOOL else "d" if kind.kind >= SINGLE else "i"


def is_packaged(entry: Entry) -> bool:
    """Whether all that an entry is made from belongs to this package."""
    modules = entry.__module__.rstrip("]").replace("[", ",").split(",")
    return all(module.partition(".")[0] == "gosu_env" for module in modules)


def _address(path: Path, symbol: str) -> int:
    found = ctypes.cast(getattr(_load(path), symbol), ctypes.c_void_p).value
    assert found is not None
    return found


@cache
def _load(path: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(path))


def doors() -> Doors:
    """What makes function objects."""
    with _building:
        return _doors()


@cache
def _doors() -> Doors:
    if packaged.INDEX is not None:
        return Doors(packaged.FOLDER / f"{packaged.DOORS}{build.ENDING}")
    text = (build.NATIVE / "door.cpp").read_text()
    return Doors(build.library(text, "doors", build.flags_for()))
