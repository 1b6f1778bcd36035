"""How compiled rules come together: every rule is translated once, and optimised only as part of the entries it serves.

Numba optimises each function together with all functions below it and makes machine code of the whole, so the innermost
rules are optimised again for every function above them. But only compiled code calls rules: here their translations
wait, and an entry links all rules below it and optimises them together. That takes a sixth of the time.

What is large and called from many places is not linked into each: the machine code of a ``shared_rule`` is made once,
and entries call it where it lies.

Numba also translates a function anew for every combination of types it is called with, and of constants. A rule takes
all whole numbers as 64 bits, as the interpreter does, and is translated once.

Nor does it matter to a rule whether a record is a told one, with room for events at its end (see events.py): rules take
the plain one, which is its beginning. One rule alone says how much room there is, ``event_rows``, and that is linked
into an entry as the records are that it is called with. So an entry for told records must not run rules that tell in
plain ones.

Translations are named after all that they are made from, not after the process that made them, so that they can be kept
(see translations.py).
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import llvmlite.binding  # type: ignore[import-untyped]
import numba.core.codegen
import numba.core.compiler
import numba.core.funcdesc
import numba.core.imputils
import numba.core.runtime.nrt
import numba.core.types

from gosu_env.engine.cache import Cache
from gosu_env.engine.compiling import PROGRESS
from gosu_env.engine.fingerprint import fingerprint, plain

Compiler: Any = numba.core.compiler.Compiler
Library: Any = numba.core.codegen.JITCodeLibrary
default_mangler: Any = numba.core.funcdesc.default_mangler
Linkage: Any = llvmlite.binding.Linkage
lower_cast: Any = numba.core.imputils.lower_cast
parse_assembly: Any = llvmlite.binding.parse_assembly
types: Any = numba.core.types
memory: Any = numba.core.runtime.nrt.rtsys
ADDRESSES = "numba.dynamic.globals"  # how numba calls what is known by its address
EVENTS = "events"  # the field of records that is the room for events
EVENT_ROWS = "gosu_env.engine.events.event_rows-"  # how the names of that rule's files begin


class LinkedLibrary(Library):  # type: ignore[misc]
    """Compiled code that links rules and whatever they need, each once."""

    _linking_libraries: list[Any]

    def add_linking_library(self, library: Any) -> None:
        library._ensure_finalized()
        inside = isinstance(library, RuleLibrary) and not stands_alone(library)
        for part in (*(library._linking_libraries if inside else ()), library):
            if part not in self._linking_libraries:
                self._linking_libraries.append(part)


class RuleLibrary(LinkedLibrary):
    """The code of one rule, as translated. It has no address, and needs no environment since it raises nothing."""

    kept = ""  # the name of its file, if it has one
    about: Any = None  # with a file: numba's description of the function, and its types
    cache: Cache  # with a file: where it is

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

    @property
    def symbol(self) -> str:
        """What its function is called, with a file."""
        name: str = self.about[0].llvm_func_name
        return name

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


class SharedLibrary(RuleLibrary):
    """The code of a rule that entries do not link, but call: its machine code is made once, and kept in a file."""

    @property
    def tells(self) -> bool:
        """Whether anything that happens in it is told."""
        below = self._linking_libraries
        return any(part.tells for part in below if stands_alone(part)) or any(map(says_rows, below))

    def symbol_for(self, rows: int) -> str:
        """What it is called where it works on records with so many rows for events."""
        return f"{self.symbol}.{rows if self.tells else 0}"

    def place(self, rows: int) -> str:
        """Have the machine code in memory, for records with so many rows for events; the name of its file."""
        name = f"{self.kept}-{rows if self.tells else 0}"
        if not place(self.cache, name, self._codegen):
            with self.cache.turn(name):
                if not place(self.cache, name, self._codegen):
                    made = self._make(name, rows)
                    _placed[name] = made
                    self.cache.save(name, pickle.dumps((made.shared, made._get_compiled_object())))
        return name

    def _make(self, name: str, rows: int) -> EntryLibrary:
        made = EntryLibrary(self._codegen, name)
        made.rows = rows
        made.enable_object_caching()
        made._final_module.link_in(self._final_module, preserve=True)
        for part in self._linking_libraries:
            made.add_linking_library(part)
        made.renamed = {self.symbol: self.symbol_for(rows)}
        made.finalize()
        return made


_placed: dict[str, Any] = {}  # machine code of shared rules in the memory of this process, by the names of its files


def place(cache: Cache, name: str, codegen: Any) -> bool:
    """Have the machine code of a file in memory, and what it calls; False if a file is missing."""
    if name not in _placed:
        data = cache.load(name)
        if data is None:
            return False
        called, code = pickle.loads(data)
        if not all(place(cache, other, codegen) for other in called):
            return False
        library = Library(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        _placed[name] = library
    return True


def stands_alone(library: Any) -> bool:
    """Whether what calls the code of a library need not link it."""
    return isinstance(library, SharedLibrary) and bool(library.kept)


def says_rows(library: Any) -> bool:
    """Whether it is ``event_rows``."""
    return isinstance(library, RuleLibrary) and library.kept.startswith(EVENT_ROWS)


class EntryLibrary(LinkedLibrary):
    """The code of an entry with all rules below it but shared ones."""

    rows = 0  # for events, in the records that it is called with
    shared: tuple[str, ...] = ()  # the files of the shared rules that it calls

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.renamed: dict[str, str] = {}  # shared rules
        self._event_rows: set[str] = set()  # functions that say how many rows there are

    def finalize(self) -> None:
        parts: list[Any] = self._linking_libraries[::-1]  # callers first: the linker takes only what is called already
        called = [part for part in parts if stands_alone(part)]
        self._linking_libraries = [part for part in parts if not stands_alone(part)]
        self.shared = tuple(part.place(self.rows) for part in called)
        self.renamed |= {part.symbol: part.symbol_for(self.rows) for part in called}
        if self.rows:
            self._link_event_rows()
        super().finalize()

    def _link_event_rows(self) -> None:
        """Let ``event_rows`` say how many there are, whatever the record: the linker keeps the first of a name."""
        for part in filter(says_rows, self._linking_libraries):
            body = f"store i64 {self.rows}, ptr %found\nret i32 0"
            code = f'define i32 @"{part.symbol}"(ptr %found, ptr %error, ptr %record) {{\n{body}\n}}'
            self._final_module.link_in(parse_assembly(code))
            self._event_rows.add(part.symbol)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.name in self.renamed:
                function.name = self.renamed[function.name]
                continue
            own = function.linkage == Linkage.linkonce_odr or function.name in self._event_rows
            if own and not function.is_declaration:
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


class SharedRuleCompiler(RuleCompiler):
    """The same for rules that entries call."""

    library = SharedLibrary


class EntryCompiler(_LinkingCompiler):
    """Names code after the types it is for.

    Numba's names count functions and records anew in every process: of what two processes kept on disk, code for
    different records may have one name, and a third process would run the one for the other.
    """

    library = EntryLibrary

    def define_pipelines(self) -> Any:
        self.state.func_id.unique_id = hashlib.sha256(str(self.state.args).encode()).hexdigest()[:16]
        pipelines = super().define_pipelines()
        self.state.library.rows = max(map(_event_rows, _records(self.state.args)), default=0)
        return pipelines


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


def _records(kinds: Any) -> Iterator[Any]:
    """The records among some types, in arrays and tuples too."""
    for kind in kinds:
        if isinstance(kind, types.Record):
            yield kind
        elif isinstance(kind, types.Array):
            yield from _records([kind.dtype])
        elif isinstance(kind, types.BaseTuple):
            yield from _records(kind.types)


def _event_rows(record: Any) -> int:
    """How many rows for events a record has: none if it is a plain one."""
    return int(record.typeof(EVENTS).shape[0]) if EVENTS in record.fields else 0


@lru_cache
def plain_record(told: Any) -> Any:
    """The plain record that a told one begins with."""
    fields = {name: field._asdict() for name, field in told.fields.items()}
    room = fields[EVENTS]
    room["type"] = types.NestedArray(room["type"].dtype, (0, *room["type"].shape[1:]))
    return types.Record(list(fields.items()), room["offset"], told.aligned)


@lower_cast(types.Record, types.Record)  # type: ignore[untyped-decorator]
def _to_plain(context: Any, builder: Any, told: Any, plain: Any, record: Any) -> Any:
    """A record is known by its address, where a plain one begins as well."""
    assert _event_rows(told)
    assert plain == plain_record(told)
    return builder.bitcast(record, context.get_value_type(plain))


def _wide(kind: Any) -> Any:
    if isinstance(kind, types.Record):
        return plain_record(kind) if _event_rows(kind) else kind
    plain = types.unliteral(kind)
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain if isinstance(plain, types.Boolean) else kind
