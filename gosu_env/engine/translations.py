"""Translated rules kept on disk: an entry of another process is put together from them, without translating again.

Numba takes half a minute to translate the rules of a game, and some seconds to make machine code of them. A file holds
one rule, named after all that it is made from, and the names of the rules below it. What it calls of numba's own stands
in it, out of others' sight; only the memory management that all share is linked anew.
"""

from __future__ import annotations

import pickle
from typing import Any

import llvmlite.binding  # type: ignore[import-untyped]
import numba.core.compiler
import numba.core.environment
import numba.core.serialize
from numba.core.caching import NullCache

from gosu_env.engine.cache import Cache
from gosu_env.engine.fingerprint import code_name
from gosu_env.engine.linking import RuleLibrary, memory, rule_digest

binding: Any = llvmlite.binding
CompileResult: Any = numba.core.compiler.CompileResult
Environment: Any = numba.core.environment.Environment
serialize: Any = numba.core.serialize


class KeptRule(NullCache):
    """A rule on disk: a file for every combination of types it was called with."""

    def __init__(self, dispatcher: Any, cache: Cache) -> None:
        self._dispatcher, self._cache = dispatcher, cache

    def load_overload(self, signature: Any, context: Any) -> Any:
        library = find_library(self._cache, self._name(signature), context.codegen())
        if library is None:
            return None
        described, found = library.about
        environment = Environment.from_fndesc(described)
        entry_point = context.get_executable(library, described, environment)
        given = dict.fromkeys(CompileResult._fields)
        given |= {"target_context": context, "typing_context": context.typing_context, "entry_point": entry_point}
        given |= {"fndesc": described, "library": library, "signature": found, "environment": environment}
        return CompileResult(**given | {"objectmode": False, "lifted": (), "reload_init": (), "referenced_envs": ()})

    def save_overload(self, signature: Any, result: Any) -> None:
        library, described = result.library, result.fndesc
        below = [part.kept for part in library._linking_libraries if isinstance(part, RuleLibrary)]
        module = library.alone()
        if module is None or not all(below) or result.lifted:
            return  # a rule of this process only
        described.typemap = described.calltypes = None  # as in numba: not needed, and perhaps not to be pickled
        library.kept, library.about = self._name(signature), (described, result.signature)
        library.cache = self._cache
        _libraries[library.kept] = library
        kind = type(library)
        self._cache.save(library.kept, serialize.dumps((kind, module.as_bitcode(), below, library.about)))

    def _name(self, signature: Any) -> str:
        function, args = self._dispatcher.py_func, getattr(signature, "args", signature)
        return code_name(self._dispatcher, rule_digest(function, args))


_libraries: dict[str, RuleLibrary] = {}  # of this process, by the names of their files


def find_library(cache: Cache, name: str, codegen: Any) -> RuleLibrary | None:
    """The rule of a file with all rules below it; None if one is missing or damaged."""
    if name in _libraries:
        return _libraries[name]
    data = cache.load(name)
    if data is None:
        return None
    try:
        kind, bitcode, below, about = pickle.loads(data)
        library: RuleLibrary = kind(codegen, name, binding.parse_bitcode(bitcode))
    except Exception:  # whatever is wrong with it, translating helps
        return None
    library.kept, library.about, library.cache = name, about, cache
    library.add_linking_library(memory.library)
    for part in below:
        found = find_library(cache, part, codegen)
        if found is None:
            return None
        library.add_linking_library(found)
    _libraries[name] = library
    return library
