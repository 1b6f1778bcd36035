"""How compiled rules come together: every rule is translated once, and optimised only as part of the entries it serves.

Numba optimises each function together with all functions below it and makes machine code of the whole, so the innermost
rules are optimised again for every function above them. But only compiled code calls rules: here their translations
wait, and an entry links all rules below it and optimises them together. That takes a sixth of the time.

Numba also translates a function anew for every combination of types it is called with, and of constants. A rule takes
all whole numbers as 64 bits, as the interpreter does, and is translated once.
"""

from __future__ import annotations

from typing import Any

import numba.core.codegen
import numba.core.compiler
from numba.core import types

Compiler: Any = numba.core.compiler.Compiler
Library: Any = numba.core.codegen.JITCodeLibrary


class LinkedLibrary(Library):  # type: ignore[misc]
    """Compiled code that links rules and whatever they need, each once."""

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        needed = library._linking_libraries if isinstance(library, RuleLibrary) else ()
        for part in (*needed, library):
            if part not in self._linking_libraries:
                self._linking_libraries.append(part)


class RuleLibrary(LinkedLibrary):
    """The code of one rule, as translated. It has no address, and needs no environment since it raises nothing."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> RuleLibrary:
        return self

    def set_env(self, name: str, env: Any) -> None:
        pass


class EntryLibrary(LinkedLibrary):
    """The code of an entry with all rules below it."""

    def finalize(self) -> None:
        self._linking_libraries.reverse()  # callers first: the linker takes only what is called already
        super().finalize()


class _LinkingCompiler(Compiler):  # type: ignore[misc]
    library: type[LinkedLibrary]

    def define_pipelines(self) -> Any:
        if self.state.library is None:
            self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
        return super().define_pipelines()


class RuleCompiler(_LinkingCompiler):
    library = RuleLibrary


class EntryCompiler(_LinkingCompiler):
    library = EntryLibrary


def widen(dispatcher: Any) -> None:
    """Let a rule take its numbers in one form."""
    compiler = dispatcher._compiler
    fold = compiler.fold_argument_types

    def fold_wide(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(_wide(kind) for kind in folded)

    compiler.fold_argument_types = fold_wide


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain if isinstance(plain, types.Boolean) else kind
