"""How compiled rules come together: every rule is translated once, and optimised only as part of the entries it serves.

Numba optimises each function together with all functions below it and makes machine code of the whole, so the innermost
rules are optimised again for every function above them. But only compiled code calls rules: here their translations
wait, and an entry links all rules below it and optimises them together. That takes a sixth of the time.

Numba also translates a function anew for every combination of types it is called with, and of constants. A rule takes
all whole numbers as 64 bits, as the interpreter does, and is translated once.

Translations are named after all that they are made from, not after the process that made them, so that they can be kept
(see translations.py).
"""

from __future__ import annotations

import hashlib
from typing import Any

import llvmlite.binding  # type: ignore[import-untyped]
import numba.core.codegen
import numba.core.compiler
import numba.core.funcdesc
import numba.core.runtime.nrt
import numba.core.types

from gosu_env.engine.compiling import PROGRESS
from gosu_env.engine.fingerprint import fingerprint, plain

Compiler: Any = numba.core.compiler.Compiler
Library: Any = numba.core.codegen.JITCodeLibrary
default_mangler: Any = numba.core.funcdesc.default_mangler
Linkage: Any = llvmlite.binding.Linkage
types: Any = numba.core.types
memory: Any = numba.core.runtime.nrt.rtsys
ADDRESSES = "numba.dynamic.globals"  # how numba calls what is known by its address


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

    kept = ""  # the name of its file, if it has one
    about: Any = None  # with a file: numba's description of the function, and its types

    def __init__(self, codegen: Any, name: str, module: Any = None) -> None:
        super().__init__(codegen, name)
        self.helpers: list[Any] = []  # libraries of numba that the rule itself calls
        if module is not None:
            self._final_module = module
            self._finalized = True

    def add_linking_library(self, library: Any) -> None:
        super().add_linking_library(library)
        if not isinstance(library, RuleLibrary):
            self.helpers.append(library)

    def finalize(self) -> None:
        self._finalized = True

    def alone(self) -> Any:
        """The module with all that it needs but rules and memory management; None if it knows addresses."""
        module = self._final_module.clone()
        own = {function.name for function in module.functions if not function.is_declaration}
        for helper in self.helpers:
            if helper is not memory.library:
                module.link_in(helper._get_module_for_linking(), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = Linkage.internal
        fixed = any(variable.name.startswith(ADDRESSES) for variable in module.global_variables)
        return None if fixed or self._reload_init else module

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
    """Names a translation after all that it is made from."""

    library = RuleLibrary

    def define_pipelines(self) -> Any:
        def mangler(name: str, args: Any, *, abi_tags: Any = (), uid: Any = None) -> Any:
            return default_mangler(name, () if isinstance(uid, str) else args, abi_tags=abi_tags, uid=uid)

        self.state.func_id.unique_id = rule_digest(self.state.func_id.func, self.state.args)
        self.state.targetctx.mangler = mangler  # of a copy that numba makes for every function
        return super().define_pipelines()


class EntryCompiler(_LinkingCompiler):
    """Names code after the types it is for.

    Numba's names count functions and records anew in every process: of what two processes kept on disk, code for
    different records may have one name, and a third process would run the one for the other.
    """

    library = EntryLibrary

    def define_pipelines(self) -> Any:
        self.state.func_id.unique_id = hashlib.sha256(str(self.state.args).encode()).hexdigest()[:16]
        return super().define_pipelines()


def rule_digest(function: Any, args: Any) -> str:
    """What stands for a rule, with all that it is made from, for arguments of some types."""
    return hashlib.sha256(fingerprint(plain(function)) + str(tuple(args)).encode()).hexdigest()[:32]


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
