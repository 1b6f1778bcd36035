"""Decorators that mark what is compiled, and how it is called.

``rule`` marks a function that other rules call, ``entry`` one that Python calls: see ``engine.compile.dispatch``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, TypeAlias, TypeVar

from gosu_env.engine.compile import build, packaged
from gosu_env.engine.compile.store import say

F = TypeVar("F", bound=Callable[..., Any])

Wide: TypeAlias = int  # a number that may need 64 bits; all others of the rules fit into 32
DECORATORS: dict[CodeType, Callable[[Any], Any]] = {}  # how the functions of rules, by their code, are compiled


def _interpreted() -> bool:
    if os.environ.get("GOSU_INTERPRETED") == "1":
        return True
    if packaged.INDEX is None and build.find_compiler() is None:
        say("no C++ compiler: the rules run interpreted, which is slow; the package ziglang brings one")
        return True
    return False


INTERPRETED: bool = _interpreted()


def rule(function: F) -> F:
    """Mark a function that only other compiled functions call."""
    DECORATORS[function.__code__] = rule
    return function


def shared_rule(function: F) -> F:
    """A rule that is called rather than inlined: for what is large and takes longer than a call."""
    DECORATORS[function.__code__] = shared_rule
    setattr(function, "shared", True)  # noqa: B010  (mypy knows no attributes of functions)
    return function


def entry(function: F) -> F:
    """Mark a function that Python calls."""
    DECORATORS[function.__code__] = entry
    return _entry(function)


def brief_entry(function: F) -> F:
    """An entry that takes about a microsecond: other threads of Python wait for it."""
    DECORATORS[function.__code__] = brief_entry
    return _entry(function, releases=False)


def quick_entry(function: F) -> F:
    """An entry that may add up numbers in any order: for learning, never for rules."""
    DECORATORS[function.__code__] = quick_entry
    return _entry(function, quick=True)


def _entry(function: F, quick: bool = False, releases: bool = True) -> F:
    if INTERPRETED:
        return function
    from gosu_env.engine.compile.dispatch import Entry  # noqa: PLC0415  (it needs this module)

    assert isinstance(function, FunctionType)
    made: Any = Entry(function, quick, releases)
    found: F = made
    return found


def compiled_for(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """An entry for arguments of just these types, callable without another step through Python."""
    known: Any = function
    found: Callable[..., Any] = function if INTERPRETED else known.door(*arguments)
    return found
