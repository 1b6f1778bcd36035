"""How compiled rules come together: every rule is translated once, and optimised only as part of the entries it serves.

Numba optimises each function together with all functions below it and makes machine code of the whole, so the innermost
rules are optimised again for every function above them. But only compiled code calls rules: here their translations
wait, and an entry links all rules below it and optimises them together. That takes a sixth of the time.

Numba also translates a function anew for every combination of types it is called with, and of constants. A rule takes
all whole numbers as 64 bits, as the interpreter does, and is translated once.
"""

from __future__ import annotations

import hashlib
from typing import Any

import llvmlite.binding  # type: ignore[import-untyped]
import numba.core.codegen
import numba.core.compiler
import numba.core.types

from gosu_env.engine.compiling import PROGRESS

VERSION = 1  # part of the names of code on disk: one more whenever the same rules come out as other code

Compiler: Any = numba.core.compiler.Compiler
Library: Any = numba.core.codegen.JITCodeLibrary
Linkage: Any = llvmlite.binding.Linkage
types: Any = numba.core.types


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

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"  # nobody else's: see EntryCompiler
        super()._optimize_final_module()


class _LinkingCompiler(Compiler):  # type: ignore[misc]
    library: type[LinkedLibrary]

    def define_pipelines(self) -> Any:
        PROGRESS.functions += 1
        if self.state.library is None:
            self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
        return super().define_pipelines()


class RuleCompiler(_LinkingCompiler):
    library = RuleLibrary


class EntryCompiler(_LinkingCompiler):
    """Names code after the types it is for.

    Numba's names count functions and records anew in every process: of what two processes kept on disk, code for
    different records may have one name, and a third process would run the one for the other.
    """

    library = EntryLibrary

    def define_pipelines(self) -> Any:
        self.state.func_id.unique_id = hashlib.sha256(str(self.state.args).encode()).hexdigest()[:16]
        return super().define_pipelines()


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
