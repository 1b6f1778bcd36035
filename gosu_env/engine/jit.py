"""How the rules are run: compiled by numba, or interpreted when ``NUMBA_DISABLE_JIT=1``.

``rule`` marks a function that other rules call. ``entry`` marks one that Python calls: it is compiled once with all the
rules below it and kept on disk, under a name that stands for everything its machine code is made from. Numba's own
cache notices only changes of the file that a function stands in, and depends on the path of that file.
"""

from __future__ import annotations

import contextlib
import gc
import pickle
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeAlias, TypeVar

import numba
import numba.core.compiler
import numba.core.config
import numba.core.serialize
from numba.core.caching import NullCache

from gosu_env.engine.cache import Cache, cache_folder, tell
from gosu_env.engine.compiling import PROGRESS
from gosu_env.engine.fingerprint import SHARED, code_name, fingerprint
from gosu_env.engine.linking import EntryCompiler, RuleCompiler, SharedRuleCompiler, place, widen
from gosu_env.engine.translations import KeptRule

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config  # its names are made at run time
njit: Any = numba.njit
serialize: Any = numba.core.serialize
CompileResult: Any = numba.core.compiler.CompileResult
typeof: Any = numba.typeof

INTERPRETED: bool = bool(config.DISABLE_JIT)
CACHE = Cache(cache_folder)

DECORATORS: dict[CodeType, Callable[[Any], Any]] = {}  # how the functions of rules, by their code, are compiled
MAKERS = frozenset(("arange", "array", "copy", "empty", "full", "ones", "sort", "zeros"))  # sorting needs room
compiled_here: list[str] = []  # entries that this process had to compile

Wide: TypeAlias = int  # a number that may need 64 bits; all others of the compiled code fit into 32


def rule(function: F) -> F:
    """Compile a function that is called by other compiled functions only.

    Python cannot call it: there is no machine code of it but that of the entries above (see linking.py).
    """
    DECORATORS[function.__code__] = rule
    return _translated(function, RuleCompiler)


def shared_rule(function: F) -> F:
    """A rule that all entries above it call, and none has inside: for what is large, and takes longer than a call."""
    DECORATORS[function.__code__] = shared_rule
    setattr(function, SHARED, True)
    return _translated(function, SharedRuleCompiler)


def _translated(function: F, compiler: type) -> F:
    if INTERPRETED:
        return function
    options = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = njit(pipeline_class=compiler, _nrt=makes_arrays(function), **options)(function)
    dispatcher._cache = KeptRule(dispatcher, CACHE)
    widen(dispatcher)
    compiled: F = dispatcher
    return compiled


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the result on disk."""
    DECORATORS[function.__code__] = entry
    return _kept(function, fastmath=False)


def quick_entry(function: F) -> F:
    """An entry that adds up numbers in whatever order is quickest: for learning, never for rules."""
    DECORATORS[function.__code__] = quick_entry
    return _kept(function, fastmath=True)


def _kept(function: F, fastmath: bool) -> F:
    if INTERPRETED:
        return function
    options = {"error_model": "numpy", "nogil": True, "fastmath": fastmath}
    dispatcher: Any = njit(pipeline_class=EntryCompiler, _nrt=makes_arrays(function), **options)(function)
    kept = Kept(dispatcher)
    dispatcher._cache = kept  # where numba looks before it compiles
    dispatcher.compile = kept.compile
    compiled: F = dispatcher
    return compiled


def makes_arrays(function: Callable[..., Any]) -> bool:
    """Whether a function makes arrays itself.

    Only then does numba have to count who uses an array. Where it does, it counts at every use of every array, also of
    those that were passed, in step with all other threads: that took a third of the time of looking ahead.
    """
    return not MAKERS.isdisjoint(function.__code__.co_names)


class Kept(NullCache):
    """An entry on disk: a file for every combination of types it was called with.

    Files are unpickled by numba, so the folder is one that only its user can write to.
    """

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._compile = dispatcher.compile

    @property
    def cache_path(self) -> str | None:
        return None if CACHE.folder is None else str(CACHE.folder)

    def name(self, signature: Any) -> str:
        """The name of the file."""
        return code_name(self._dispatcher, fingerprint(self._dispatcher).hex() + str(signature))

    def compile(self, signature: Any) -> Any:
        """Numba's ``compile``, for one process at a time if it is not on disk."""
        if tuple(getattr(signature, "args", signature)) in self._dispatcher.overloads:
            return self._compile(signature)
        name = self.name(signature)
        if CACHE.has(name):
            return self._compile(signature)
        with PROGRESS.of(self._dispatcher.py_func.__qualname__), CACHE.turn(name), _without_collector():
            return self._compile(signature)

    def load_overload(self, signature: Any, context: Any) -> Any:
        context.refresh()
        name = self.name(signature)
        data = CACHE.load(name)
        if data is not None:
            try:
                shared, parts = pickle.loads(data)
                if all(place(CACHE, name, context.codegen()) for name in shared):
                    return CompileResult._rebuild(context, *parts)
            except Exception:  # whatever is wrong with it, compiling helps
                pass
        if not compiled_here:
            announce()
        compiled_here.append(name)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        if not (result.lifted or result.library.has_dynamic_globals):
            CACHE.save(self.name(signature), serialize.dumps((result.library.shared, result._reduce())))


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Nearly all that numba makes while it compiles stays: to look for garbage in it takes a sixth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def announce() -> None:
    """Say in one line that something is going to be compiled, and whether that is kept."""
    if CACHE.is_writable():
        tell("compiling for this machine, once; it may take a minute or two …")
    else:
        tell(f"compiling in memory, for a minute or two; GOSU_ENV_CACHE names a folder to keep it: {CACHE.problem}")


def direct(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """An entry compiled for arguments of just these types, callable without looking at types again.

    That look takes a microsecond, as long as the work itself. The caller answers for the types of what it passes.
    """
    if INTERPRETED:
        return function
    dispatcher: Any = function
    signature = tuple(typeof(argument) for argument in arguments)
    dispatcher.compile(signature)
    entry_point: Callable[..., Any] = dispatcher.overloads[signature].entry_point
    return entry_point
