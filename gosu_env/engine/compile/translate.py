"""Compiled rules, and the loops above them, as C++ for a CPU.

Every function becomes one in C++ for the kinds of its arguments: a record is a struct with the fields of its dtype, an
array knows the type of its items and its axes, a number is as wide as ``compile.kinds`` says. What would come out
differently in C++ is refused, with its file and line; lines of the C++ name those of the Python they come from.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import textwrap
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from gosu_env.engine.bind import template_name
from gosu_env.engine.compile.kinds import (
    BOOL,
    DOUBLE,
    INT,
    ITEM_NAMES,
    READ_AS,
    SINGLE,
    WIDE,
    Array,
    Fixed,
    Item,
    Kind,
    Nothing,
    Number,
    Parts,
    Record,
    Results,
    item_name,
    joined,
    record_key,
)
from gosu_env.engine.cpp import INT_MAX, OPERATORS, ROUNDED, WORDS, TranslationError

NATIVE = Path(__file__).parent / "native"
PACKAGE = Path(__file__).parents[2]
ANNOTATED = {"bool": BOOL, "float": DOUBLE, "Wide": WIDE}
# Functions that a GPU runs, too, and all that they call, count in 32 bits, as there: cpp.py refuses what may not fit.
# All others count in 64 bits.
NARROW_MODULES = (
    "gosu_env.engine.loops",
    "gosu_env.engine.token_loops",
    "gosu_env.engine.rng",
    "gosu_env.engine.events",
)
NARROW_VERBS = frozenset(
    (
        *("start", "run", "answer_decision", "list_legal", "hides_choice", "seat_return", "was_truncated"),
        *("write_observation", "write_hidden", "write_unseen"),
    )
)
MOST_ROUNDS = 12  # to find the kinds of local variables
ROOM = 4096  # bytes: arrays of a known size up to this one stand on the stack
MATHS = {math.exp: "py::exponential", math.log: "py::logarithm", math.sqrt: "py::square_root", abs: "py::absolute"}
MAKERS = {np.zeros: True, np.empty: False, np.ones: False, np.full: False}  # whether they are zeroed
CASTS: dict[Any, str] = {
    **{np.int8: "i1", np.uint8: "u1", np.int16: "i2", np.uint16: "u2", np.int32: "i4", np.uint32: "u4"},
    **{np.int64: "i8", np.float32: "f4", np.float64: "f8", np.bool_: "b1"},
}
RESULTS = """template <class A, class B> struct Results2 { A a; B b; };
template <class A, class B, class C> struct Results3 { A a; B b; C c; };
template <class A, class B, class C, class D> struct Results4 { A a; B b; C c; D d; };
"""
Value = tuple[str, Kind]


@cache
def _functions_of(path: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the lines they begin in, decorators included."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(part.lineno for part in node.decorator_list)]): node for node in found}


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """The tree of a function, with the lines of its file."""
    code = function.__code__
    try:
        found = _functions_of(code.co_filename).get(code.co_firstlineno)
    except (OSError, SyntaxError):
        found = None
    if found is None or found.name != code.co_name:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        return ast.increment_lineno(tree, code.co_firstlineno - 1)
    return found


def python_of(function: Any) -> FunctionType | None:
    """The Python behind a compiled function."""
    plain = getattr(function, "py_func", function)
    return plain if isinstance(plain, FunctionType) else None


@cache
def called_by(function: FunctionType) -> tuple[FunctionType, ...]:
    """The functions that one calls, by the names of its module."""
    names = function.__globals__
    found: dict[FunctionType, None] = {}
    for node in ast.walk(tree_of(function)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                called = names.get(node.func.id)
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                called = getattr(names.get(node.func.value.id), node.func.attr, None)
            else:
                continue
            if (plain := python_of(called)) is not None:
                found.setdefault(plain)
    return tuple(found)


def narrow_below(function: FunctionType) -> set[FunctionType]:
    """Of all that a function calls, what counts in 32 bits."""
    narrow: set[FunctionType] = set()
    seen: set[tuple[FunctionType, bool]] = set()
    waiting = [(function, False)]
    while waiting:
        current, inside = waiting.pop()
        module = template_name(current.__module__)
        is_verb = current.__name__ in NARROW_VERBS and not module.startswith("gosu_env.agents")
        inside = inside or is_verb or module in NARROW_MODULES
        if (current, inside) not in seen:
            seen.add((current, inside))
            if inside:
                narrow.add(current)
            waiting += [(called, inside) for called in called_by(current)]
    return narrow


class Special:
    """A function for arguments of some kinds."""

    def __init__(self, program: Program, function: FunctionType, kinds: tuple[Kind, ...], name: str) -> None:
        self.function, self.kinds, self.name = function, kinds, name
        self.tree = tree_of(function)
        self.calls: list[Special] = []
        self.text = ""
        self.base = INT if function in program.narrow else WIDE  # the kind of its whole numbers
        self.result: Kind | None = _annotated(self.tree.returns, self.base)
        self.is_shared = bool(getattr(function, "shared", False))
        self.arguments = [argument.arg for argument in self.tree.args.args]
        if len(kinds) != len(self.arguments):
            self.refuse(self.tree, f"a call with {len(kinds)} arguments of {len(self.arguments)}")
        body = _Body(program, self)
        self.text = body.translated()

    @property
    def head(self) -> str:
        assert self.result is not None
        given = [f"{_passed(kind)}{c_name(name)}" for name, kind in zip(self.arguments, self.kinds, strict=True)]
        word = "SHARED" if self.is_shared else "static inline"
        return f"{word} {self.result.c_name} {self.name}({', '.join(given)})"

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        line = getattr(node, "lineno", self.tree.lineno)
        shown = f"{self.tree.name}" if node is self.tree else ast.unparse(node)
        raise TranslationError(f"{self.function.__code__.co_filename}, line {line}: {why}: {shown}")


def _annotated(annotation: ast.expr | None, base: int) -> Kind | None:
    """The kind of number that an annotation names, where plain whole numbers are of the kind ``base``."""
    name = annotation.id if isinstance(annotation, ast.Name) else ""
    if isinstance(annotation, ast.Constant) and annotation.value is None:
        return Nothing()
    if name == "int":
        return Number(base)
    return Number(ANNOTATED[name]) if name in ANNOTATED else None


def _passed(kind: Kind) -> str:
    """How an argument of a kind is declared."""
    if isinstance(kind, Record | Fixed):
        return f"{kind.c_name} &"
    return f"const {kind.c_name} &" if isinstance(kind, Parts) else f"{kind.c_name} "


class Program:
    """The C++ of some entries with all that they call."""

    def __init__(self) -> None:
        self._specials: dict[tuple[FunctionType, tuple[Kind, ...]], Special] = {}
        self._names: set[str] = set()
        self._records: dict[str, tuple[Record, np.dtype[Any]]] = {}
        self._dtypes: dict[Record, np.dtype[Any]] = {}
        self._parts: dict[Parts, None] = {}
        self._constants: dict[int, tuple[str, Any]] = {}
        self._entries: list[tuple[str, Special]] = []
        self.narrow: set[FunctionType] = set()

    # -------------------------------------------------------------------------------------------- kinds of arguments

    def kind_of(self, value: Any, name: str) -> Kind:
        """The kind of what Python passes for an argument."""
        if isinstance(value, np.ndarray):
            return Array(self.item_of(value.dtype, name), value.ndim)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            fields = tuple((field, self.kind_of(part, field)) for field, part in zip(value._fields, value, strict=True))
            made = Parts(self._free(type(value).__name__, Parts, fields), fields)
            self._parts.setdefault(made)
            return made
        if isinstance(value, np.void):
            return self.record_of(value.dtype, name)
        if isinstance(value, bool | np.bool_):
            return Number(BOOL)
        if isinstance(value, int | np.integer):
            return Number(WIDE)
        if isinstance(value, np.float32):
            return Number(SINGLE)
        if isinstance(value, float | np.floating):
            return Number(DOUBLE)
        raise TypeError(f"compiled code cannot take {name}={value!r}; expected numbers, arrays or named tuples of them")

    def item_of(self, dtype: np.dtype[Any], name: str) -> Item:
        if dtype.fields is not None:
            return self.record_of(dtype, name)
        code = dtype.str[1:]
        if code not in ITEM_NAMES or not dtype.isnative:
            raise TypeError(f"compiled code cannot take the array {name} of {dtype}")
        return code

    def record_of(self, dtype: np.dtype[Any], name: str) -> Record:
        key = record_key(dtype)
        if key not in self._records:
            made = Record(self._free(name.capitalize().removesuffix("s"), Record, key))
            self._records[key] = made, dtype
            assert dtype.fields is not None
            for field, (kind, *_) in dtype.fields.items():  # those inside come first
                base = kind.subdtype[0] if kind.subdtype else kind
                if base.fields:
                    self.record_of(base, field)
            self._records[key] = self._records.pop(key)
            self._dtypes[made] = dtype
        return self._records[key][0]

    def _free(self, wanted: str, what: type, made_of: Any) -> str:
        for parts in self._parts:
            if what is Parts and parts.fields == made_of:
                return parts.name
        name, number = wanted, 1
        while name in self._names or name in WORDS:
            number += 1
            name = f"{wanted}{number}"
        self._names.add(name)
        return name

    def field(self, record: Record, name: str) -> Kind | None:
        """The kind of a field of a record."""
        fields = self._dtypes[record].fields
        assert fields is not None
        if name not in fields:
            return None
        dtype = fields[name][0]
        base, shape = dtype.subdtype or (dtype, ())
        item: Item = self.record_of(base, name) if base.fields else base.str[1:]
        if shape:
            return Fixed(item, tuple(map(int, shape)))
        return item if isinstance(item, Record) else Number(READ_AS.get(item, WIDE))

    def stored(self, record: Record, name: str) -> str:
        """The code of a field that is a number."""
        fields = self._dtypes[record].fields
        assert fields is not None
        return fields[name][0].str[1:]

    # -------------------------------------------------------------------------------------------- functions

    def special(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Special:
        """A function for arguments of these kinds."""
        tree = tree_of(function)
        base = INT if function in self.narrow else WIDE
        declared = [_annotated(argument.annotation, base) for argument in tree.args.args]
        wanted = tuple(
            given if known is None or not isinstance(given, Number) else known
            for known, given in zip(declared, kinds, strict=False)
        )
        key = function, wanted
        if key not in self._specials:
            wished = f"{template_name(function.__module__).rpartition('.')[2]}_{function.__name__}"
            name = self._free(wished, Special, key)
            made = self._specials[key] = Special.__new__(Special)
            made.__init__(self, function, wanted, name)  # type: ignore[misc]
        return self._specials[key]

    def constant(self, values: Any) -> Value:
        """An array of the module, which nobody writes to."""
        if id(values) not in self._constants:
            self._constants[id(values)] = self._free("constant", Special, id(values)), values
        name, _ = self._constants[id(values)]
        return name, Fixed(self.item_of(values.dtype, name), values.shape)

    def add(self, function: Any, arguments: Sequence[Any], symbol: str) -> Special:
        """An entry for arguments like these, under a name that can be called from C."""
        plain = python_of(function)
        assert plain is not None
        names = [argument.arg for argument in tree_of(plain).args.args]
        if len(names) != len(arguments):
            raise TypeError(f"{plain.__qualname__} takes {len(names)} arguments, not {len(arguments)}")
        kinds = tuple(self.kind_of(value, name) for name, value in zip(names, arguments, strict=True))
        self.narrow |= narrow_below(plain) - {plain}  # numbers that Python passes have 64 bits
        made = self.special(plain, kinds)
        self._entries.append((symbol, made))
        return made

    # -------------------------------------------------------------------------------------------- the text

    def source(self) -> str:
        """The whole program."""
        needed: dict[Special, None] = {}

        def visit(special: Special) -> None:
            if special not in needed:
                needed[special] = None
                for called in special.calls:
                    visit(called)

        for _, special in self._entries:
            visit(special)
        doors = [self._door(symbol, special) for symbol, special in self._entries]
        return "\n".join(
            [
                (NATIVE / "host.h").read_text(),
                RESULTS,
                *(self._struct(record, dtype) for record, dtype in self._records.values()),
                *(self._tuple(parts) for parts in self._parts),
                *(self._constant(name, values) for name, values in self._constants.values()),
                *(f"{special.head};" for special in needed),
                *(special.text for special in needed),
                '#line 1 "entries"',
                *doors,
                "",
            ]
        )

    def _struct(self, record: Record, dtype: np.dtype[Any]) -> str:
        assert dtype.fields is not None
        lines, checks, at = [f"struct {record.name} {{"], [], 0
        fields = sorted(dtype.fields.items(), key=lambda field: field[1][1])
        for name, (kind, offset, *_) in fields:
            if offset > at:
                lines.append(f"  uint8 gap_{at}[{offset - at}];")
            base, shape = kind.subdtype or (kind, ())
            item = item_name(self.record_of(base, name) if base.fields else base.str[1:])
            made = f"Fixed<{item}, {', '.join(map(str, shape))}>" if shape else item
            lines.append(f"  {made} {c_name(name)};")
            checks.append(f"__builtin_offsetof({record.name}, {c_name(name)}) == {offset}")
            at = offset + kind.itemsize
        if dtype.itemsize > at:
            lines.append(f"  uint8 gap_{at}[{dtype.itemsize - at}];")
        checks.append(f"sizeof({record.name}) == {dtype.itemsize}")
        return "\n".join([*lines, "};", *(f'static_assert({check}, "layout");' for check in checks)])

    @staticmethod
    def _tuple(parts: Parts) -> str:
        lines = [f"  {kind.c_name} {c_name(name)};" for name, kind in parts.fields]
        return "\n".join([f"struct {parts.name} {{", *lines, "};"])

    def _constant(self, name: str, values: Any) -> str:
        kind = self.constant(values)[1]
        items = ", ".join(
            repr(value) if isinstance(value, float) else str(int(value)) for value in values.ravel().tolist()
        )
        return f"static {kind.c_name} {name} = {{{items}}};"

    def _door(self, symbol: str, special: Special) -> str:
        at = 0
        made = []

        def taken(kind: Kind) -> str:
            nonlocal at
            if isinstance(kind, Number):
                at += 1
                return f"({kind.c_name})slots[{at - 1}].{'real' if kind.kind >= SINGLE else 'whole'}"
            if isinstance(kind, Array):
                first, sizes = at, ", ".join(f"slots[{at + 1 + axis}].whole" for axis in range(kind.axes))
                steps = [f"slots[{at + 1 + kind.axes + axis}].whole" for axis in range(kind.axes - 1)]
                at += 2 * kind.axes
                made_of = f"({item_name(kind.item)} *)slots[{first}].first, {{{sizes}}}, {{{', '.join([*steps, '1'])}}}"
                return f"{kind.c_name}{{{made_of}}}"
            if isinstance(kind, Record):
                at += 1
                return f"*({kind.name} *)slots[{at - 1}].first"
            if isinstance(kind, Parts):
                return f"{kind.name}{{{', '.join([taken(part) for _, part in kind.fields])}}}"
            raise TypeError(f"an entry that takes {kind}")

        made = [taken(kind) for kind in special.kinds]
        call = f"{special.name}({', '.join(made)})"
        assert special.result is not None
        if isinstance(special.result, Number):
            call = f"slots[0].{'real' if special.result.kind >= SINGLE else 'whole'} = {call}"
        elif not isinstance(special.result, Nothing):
            special.refuse(special.tree, "an entry can only return a number")
        return f"EXPORT void {symbol}(Slot *slots) {{ {call}; }}"


def c_name(name: str) -> str:
    """What a variable or a field is called in C++."""
    return f"{name}_" if name in WORDS else name


def shown_path(file: str) -> str:
    """What the C++ calls a Python file: those of the package alike wherever it lies, so that clones share libraries."""
    path = file.replace("\\", "/")
    inside = path.startswith(f"{PACKAGE.as_posix()}/")
    return path.removeprefix(f"{PACKAGE.parent.as_posix()}/") if inside else path


class _Body:
    """The C++ of one function."""

    def __init__(self, program: Program, special: Special) -> None:
        self.program, self.special, self.tree = program, special, special.tree
        self.globals = special.function.__globals__
        self.base = special.base
        stored = (n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.arguments = dict(zip(special.arguments, special.kinds, strict=True))
        self.locals: dict[str, Kind | None] = {n: None for n in stored if n not in self.arguments}
        self.refuse = special.refuse
        self.changed = False
        self.lines: list[tuple[int, str]] = []
        self.numbers = 0
        self.makes = False
        self.stores: list[str] = []

    def translated(self) -> str:
        for name, kind in self.arguments.items():
            if isinstance(kind, Fixed | Record | Parts) and any(
                isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in ast.walk(self.tree)
            ):
                self.refuse(self.tree, f"the argument {name} is given another value")
        for _ in range(MOST_ROUNDS):
            self.changed, self.lines, self.numbers, self.makes, self.stores = False, [], 0, False, []
            self.special.calls = []
            self.block(self.tree.body, 1)
            if not self.changed:
                break
        else:
            self.refuse(self.tree, "local variables whose kinds do not come to an end")
        if self.special.result is None:
            self.special.result = Nothing()
        return self._rendered()

    def _rendered(self) -> str:
        path = shown_path(self.special.function.__code__.co_filename)
        declared = []
        for own, kind in self.locals.items():
            name = c_name(own)
            if isinstance(kind, Number):
                declared.append(f"{kind.c_name} {name} = 0;")
            elif isinstance(kind, Record | Fixed):
                declared.append(f"{kind.c_name} *{name} = nullptr;")
            elif kind is not None:
                declared.append(f"{kind.c_name} {name}{{}};")
        if self.makes:
            declared.append("Room _room;")
        head = f"{self.special.head} {{ {' '.join([*declared, *self.stores])}"
        out, at = [f'#line {self.tree.lineno} "{path}"', head], self.tree.lineno + 1
        for line, text in self.lines:
            if line and line != at:
                if at < line < at + 6:
                    out += [""] * (line - at)
                else:
                    out.append(f"#line {line}")
                at = line
            out.append(text)
            at += 1
        return "\n".join([*out, "}"])

    def emit(self, node: ast.AST | None, depth: int, text: str) -> None:
        self.lines.append((getattr(node, "lineno", 0), "  " * depth + text))

    # -------------------------------------------------------------------------------------------- names

    def meaning(self, node: ast.expr) -> Any:
        """What a name of the module, or of Python, stands for; None for what is local."""
        if isinstance(node, ast.Name):
            if node.id in self.locals or node.id in self.arguments:
                return None
            return self.globals.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return None if owner is None else getattr(owner, node.attr, None)
        return None

    def known(self, node: ast.expr) -> Any:
        """The value of an expression of constants; None if it is no such."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, int | float) else None
        if isinstance(node, ast.Name | ast.Attribute):
            value = self.meaning(node)
            return value if isinstance(value, int | float | np.integer | np.floating | np.bool_) else None
        if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            operand = self.known(node.operand)
            if operand is None:
                return None
            return (
                -operand if isinstance(node.op, ast.USub) else ~operand if isinstance(node.op, ast.Invert) else operand
            )
        if isinstance(node, ast.BinOp):
            left, right = self.known(node.left), self.known(node.right)
            if left is None or right is None:
                return None
            return _calculated(node.op, left, right)
        if isinstance(node, ast.Call) and self.meaning(node.func) is len and len(node.args) == 1:
            counted = self.meaning(node.args[0])
            return None if counted is None else len(counted)
        return None

    def constant(self, node: ast.AST, value: Any) -> Value:
        if isinstance(value, bool | np.bool_):
            return ("true" if value else "false"), Number(BOOL)
        if isinstance(value, np.float32):
            return f"{_real(float(value))}f" if math.isfinite(value) else _real(float(value)), Number(SINGLE)
        if isinstance(value, int | np.integer):
            if abs(int(value)) >= 2**63:
                self.refuse(node, "a constant without a translation")
            if abs(int(value)) > INT_MAX:
                return f"{value}LL", Number(WIDE)
            return str(int(value)), Number(self.base)
        if isinstance(value, float):
            return _real(value), Number(DOUBLE)
        if isinstance(value, np.ndarray):
            return self.program.constant(value)
        self.refuse(node, "a constant without a translation")

    # -------------------------------------------------------------------------------------------- statements

    def block(self, body: Sequence[ast.stmt], depth: int) -> None:
        for node in body:
            self.statement(node, depth)

    def statement(self, node: ast.stmt, depth: int) -> None:
        if isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):  # a docstring
                self.emit(node, depth, f"{self.value(node.value)[0]};")
        elif isinstance(node, ast.Pass):
            pass
        elif isinstance(node, ast.Return):
            self._return(node, depth)
        elif isinstance(node, ast.Break | ast.Continue):
            self.emit(node, depth, f"{type(node).__name__.lower()};")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assign(node, node.targets[0], node.value, depth)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node, node.target, node.value, depth)
        elif isinstance(node, ast.AugAssign):
            self._augment(node, depth)
        elif isinstance(node, ast.If):
            self._if(node, depth)
        elif isinstance(node, ast.While) and not node.orelse:
            self.emit(node, depth, f"while ({self.truth(node.test)}) {{")
            self.block(node.body, depth + 1)
            self.emit(None, depth, "}")
        elif isinstance(node, ast.For) and not node.orelse:
            self._for(node, depth)
        else:
            self.refuse(node, "a statement without a translation")

    def _if(self, node: ast.If, depth: int) -> None:
        decided = self._decided(node.test)
        if decided is not None:  # what a record has room for is known beforehand
            self.block(node.body if decided else node.orelse, depth)
            return
        self.emit(node, depth, f"if ({self.truth(node.test)}) {{")
        self.block(node.body, depth + 1)
        if node.orelse:
            self.emit(None, depth, "} else {")
            self.block(node.orelse, depth + 1)
        self.emit(None, depth, "}")

    def _decided(self, test: ast.expr) -> bool | None:
        """Whether a test of sizes in a record is true: rows that are not there have no C++ either."""
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1):
            return None
        left, right = self._size(test.left), self._size(test.comparators[0])
        if (
            left is None
            or right is None
            or (self.known(test.left) is not None and self.known(test.comparators[0]) is not None)
        ):
            return None
        signs: dict[type, Callable[[int, int], bool]] = {
            **{ast.Gt: lambda a, b: a > b, ast.Lt: lambda a, b: a < b, ast.GtE: lambda a, b: a >= b},
            **{ast.LtE: lambda a, b: a <= b, ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b},
        }
        return signs[type(test.ops[0])](left, right)

    def _size(self, node: ast.expr) -> int | None:
        """A size that the type of a record says."""
        number = self.known(node)
        if isinstance(number, int):
            return number
        if isinstance(node, ast.Name) and node.id in self.locals:
            return self.sizes.get(node.id)
        if isinstance(node, ast.Call):
            called = self.meaning(node.func)
            if called is int and len(node.args) == 1:
                return self._size(node.args[0])
            plain = python_of(called)
            if plain is not None and plain.__name__ == "event_rows":
                kind = self.value(node.args[0])[1]
                rows = self.program.field(kind, "events") if isinstance(kind, Record) else None
                return rows.shape[0] if isinstance(rows, Fixed) else None
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            kind = self.value(node.value.value)[1]
            axis = self.known(node.slice)
            if isinstance(kind, Fixed) and isinstance(axis, int):
                return kind.shape[axis]
        return None

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Local variables that are sizes of records, and are never anything else."""
        found: dict[str, int] = {}
        given: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                given[node.id] = given.get(node.id, 0) + 1
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if given[name] == 1 and isinstance(node.value, ast.Call):
                    size = self._size(node.value)
                    if size is not None:
                        found[name] = size
        return found

    def _return(self, node: ast.Return, depth: int) -> None:
        if node.value is None:
            self.emit(node, depth, "return;")
            return
        if isinstance(node.value, ast.Tuple):
            values = [self.value(part) for part in node.value.elts]
            self.special.result = Results(tuple(kind for _, kind in values))
            self.emit(node, depth, f"return {{{', '.join(code for code, _ in values)}}};")
            return
        wanted = _annotated(self.tree.returns, self.base)
        if wanted == Number(BOOL):
            self.emit(node, depth, f"return {self.truth(node.value)};")
            return
        code, kind = self.value(node.value)
        if wanted is None:
            result = self.special.result
            if not isinstance(kind, Number):
                self.refuse(node, "only numbers can be returned")
            wanted = joined(result, kind) if isinstance(result, Number) else kind
            if wanted != result:
                self.special.result, self.changed = wanted, True
        self.emit(node, depth, f"return {self.fitted(node.value, code, kind, wanted)};")

    def _for(self, node: ast.For, depth: int) -> None:
        if not (isinstance(node.iter, ast.Call) and self.meaning(node.iter.func) is range):
            self.refuse(node.iter, "a loop over something else than a range")
        assert isinstance(node.target, ast.Name)
        numbers = [self.number(argument) for argument in node.iter.args]
        parts, kinds = [code for code, _ in numbers], [kind.kind for _, kind in numbers]
        if max(kinds) >= SINGLE:
            self.refuse(node.iter, "a whole number was expected")
        start, stop = ("0", parts[0]) if len(parts) == 1 else parts[:2]
        step = self.known(node.iter.args[2]) if len(parts) > 2 else 1
        counter = self.take(node, node.target.id, Number(max([self.base, *kinds])))
        self.numbers += 1
        at, end, name = f"_at{self.numbers}", f"_end{self.numbers}", c_name(node.target.id)
        if step is None:
            by, more = f"_by{self.numbers}", f"(_by{self.numbers} > 0 ? {at} < {end} : {at} > {end})"
            head = f"for ({counter.c_name} {at} = {start}, {end} = {stop}, {by} = {parts[2]}; {more}; {at} += {by}) {{"
        else:
            sign = "<" if step > 0 else ">"
            by = f"{at}++" if step == 1 else f"{at}--" if step == -1 else f"{at} += {step}"
            head = f"for ({counter.c_name} {at} = {start}, {end} = {stop}; {at} {sign} {end}; {by}) {{"
        self.emit(node, depth, f"{head} {name} = {at};")
        self.block(node.body, depth + 1)
        self.emit(None, depth, "}")

    def take(self, node: ast.AST, name: str, kind: Kind) -> Kind:
        """Give a local variable a value of some kind; the kind that it has."""
        if name in self.arguments:
            had: Kind | None = self.arguments[name]
            if isinstance(had, Number) and isinstance(kind, Number):
                wide = joined(had, kind)
                if wide != had:
                    self.refuse(node, f"the argument {name} has no room for this value")
                return had
            if had != kind:
                self.refuse(node, f"the argument {name} is given a value of another kind")
            return kind
        had = self.locals.get(name)
        if isinstance(had, Number) and isinstance(kind, Number):
            kind = joined(had, kind)
        elif had is not None and had != kind:
            self.refuse(node, f"the variable {name} is of two kinds, {had.c_name} and {kind.c_name}")
        if had != kind:
            self.locals[name] = kind
            self.changed = True
        return kind

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr, depth: int) -> None:
        if isinstance(target, ast.Tuple):
            self._unpack(node, target, value, depth)
            return
        code, kind = self.value(value)
        self._store(node, target, code, kind, depth, value)

    def _unpack(self, node: ast.stmt, target: ast.Tuple, value: ast.expr, depth: int) -> None:
        self.numbers += 1
        number = self.numbers
        if isinstance(value, ast.Tuple):
            values = [self.value(part) for part in value.elts]
            kept = {n.id for part in value.elts for n in ast.walk(part) if isinstance(n, ast.Name)}
            stored = {n.id for n in target.elts if isinstance(n, ast.Name)}
            plain = all(isinstance(part, ast.Name) for part in target.elts) and not kept & stored
            for i, (code, kind) in enumerate(values):
                if not plain and isinstance(kind, Number):
                    self.emit(node, depth, f"const {kind.c_name} _part{number}_{i} = {code};")
                    values[i] = f"_part{number}_{i}", kind
                elif not plain:
                    self.refuse(node, "an assignment without a translation")
            for part, source, (code, kind) in zip(target.elts, value.elts, values, strict=True):
                self._store(node, part, code, kind, depth, source)
            return
        code, kind = self.value(value)
        if not isinstance(kind, Results):
            self.refuse(node, "only what a function returns can be taken apart")
        self.emit(node, depth, f"const auto _parts{number} = {code};")
        for part, name, one in zip(target.elts, "abcd", kind.kinds, strict=False):
            self._store(node, part, f"_parts{number}.{name}", one, depth, value)

    def _store(self, node: ast.stmt, target: ast.expr, code: str, kind: Kind, depth: int, source: ast.expr) -> None:
        if isinstance(target, ast.Name):
            taken = self.take(node, target.id, kind)
            if isinstance(taken, Record | Fixed):
                self.emit(node, depth, f"{c_name(target.id)} = &{code};")
            else:
                self.emit(node, depth, f"{c_name(target.id)} = {self.cast(code, kind, taken)};")
            return
        place, stored = self.place(target)
        if isinstance(stored, Array | Fixed):
            if not isinstance(kind, Number):
                self.refuse(node, "an array can only be filled with a number")
            self.emit(node, depth, f"{place}.fill({code});")
        elif isinstance(stored, Record):
            if stored != kind:
                self.refuse(node, "a record can only be copied to one of its kind")
            self.emit(node, depth, f"{place} = {code};")
        else:
            assert isinstance(stored, str)
            if not isinstance(kind, Number):
                self.refuse(node, "only a number can be written there")
            self.emit(node, depth, f"{place} = {_put(code, kind, stored)};")

    def place(self, target: ast.expr) -> tuple[str, str | Kind]:
        """Where a value is written to: the C++, and the code of its type, or the array that is filled."""
        if isinstance(target, ast.Attribute):
            code, kind = self.value(target.value)
            if isinstance(kind, Record):
                field = self.program.field(kind, target.attr)
                if isinstance(field, Number):
                    return f"{code}.{c_name(target.attr)}", self.program.stored(kind, target.attr)
                if field is not None:
                    return f"{code}.{c_name(target.attr)}", field
        if isinstance(target, ast.Subscript):
            place, (_, stored) = self.subscript(target)
            return place, stored
        self.refuse(target, "an assignment without a translation")

    def _augment(self, node: ast.AugAssign, depth: int) -> None:
        whole = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
        if isinstance(node.target, ast.Name):
            code, kind = self.value(whole)
            self._store(node, node.target, code, kind, depth, node.value)
            return
        place, stored = self.place(node.target)
        if not isinstance(stored, str):
            self.refuse(node, "only numbers can be added to")
        right, kind = self.value(node.value)
        if not isinstance(kind, Number):
            self.refuse(node, "only numbers can be added")
        made, result = self.calculated(node, node.op, _read("_here", stored, self.base), (right, kind), node.value)
        assert isinstance(result, Number)
        self.emit(node, depth, f"{{ auto &_here = {place}; _here = {_put(made, result, stored)}; }}")

    # -------------------------------------------------------------------------------------------- values

    def cast(self, code: str, kind: Kind, wanted: Kind) -> str:
        if kind == wanted or not (isinstance(kind, Number) and isinstance(wanted, Number)):
            return code
        if wanted.kind == BOOL:
            return f"({code} != 0)"
        return f"({wanted.c_name}){_bracketed(code)}"

    def fitted(self, node: ast.AST, code: str, kind: Kind, wanted: Kind) -> str:
        """A value where one of some kind is wanted."""
        if isinstance(kind, Number) and isinstance(wanted, Number):
            if kind.kind >= SINGLE and wanted.kind < SINGLE:
                self.refuse(node, "a fraction where a whole number is wanted")
            return self.cast(code, kind, wanted)
        if kind != wanted:
            self.refuse(node, f"a value of the kind {kind.c_name} where {wanted.c_name} is wanted")
        return code

    def number(self, node: ast.expr) -> tuple[str, Number]:
        code, kind = self.value(node)
        if not isinstance(kind, Number):
            self.refuse(node, "a number was expected")
        return code, kind

    def whole(self, node: ast.expr) -> str:
        code, kind = self.number(node)
        if kind.kind >= SINGLE:
            self.refuse(node, "a whole number was expected")
        return code

    def truth(self, node: ast.expr) -> str:
        """A value of which only matters whether it is true."""
        if isinstance(node, ast.BoolOp):
            return "(" + f" {OPERATORS[type(node.op)]} ".join(map(self.truth, node.values)) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(!{self.truth(node.operand)})"
        code, kind = self.number(node)
        return code if kind.kind == BOOL else f"({code} != 0)"

    def value(self, node: ast.expr) -> Value:
        number = self.known(node)
        if number is not None:
            return self.constant(node, number)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Subscript):
            code, (what, kind) = self.subscript(node)
            if what == "item":
                return _read(code, kind, self.base)
            return code, kind
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BinOp):
            return self.calculated(node, node.op, self.number(node.left), self.number(node.right), node.right)
        if isinstance(node, ast.UnaryOp):
            return self._unary(node)
        if isinstance(node, ast.BoolOp):
            return self._both_or_either(node)
        if isinstance(node, ast.Compare):
            return self._compare(node), Number(BOOL)
        if isinstance(node, ast.IfExp):
            return self._choice(node)
        self.refuse(node, "an expression without a translation")

    def _name(self, node: ast.Name) -> Value:
        name = c_name(node.id)
        if node.id in self.arguments:
            return name, self.arguments[node.id]
        if node.id in self.locals:
            kind = self.locals[node.id]
            if kind is None:
                return name, Number(BOOL)  # nothing is known of it yet
            return (f"(*{name})" if isinstance(kind, Record | Fixed) else name), kind
        return self.constant(node, self.meaning(node))

    def _attribute(self, node: ast.Attribute) -> Value:
        meant = self.meaning(node)
        if meant is not None:
            return self.constant(node, meant)
        code, kind = self.value(node.value)
        if isinstance(kind, Record):
            field = self.program.field(kind, node.attr)
            if field is not None:
                place = f"{code}.{c_name(node.attr)}"
                if isinstance(field, Number):
                    stored = self.program.stored(kind, node.attr)
                    return _read(place, stored, self.base)
                return place, field
        if isinstance(kind, Parts):
            for name, part in kind.fields:
                if name == node.attr:
                    return f"{code}.{c_name(name)}", part
        self.refuse(node, "no such field")

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.truth(node), Number(BOOL)
        code, kind = self.number(node.operand)
        sign = OPERATORS[type(node.op)]
        if kind.kind == BOOL:
            code, kind = f"(int){code}", Number(self.base)
        return f"({sign}{code})", kind

    def _choice(self, node: ast.IfExp) -> Value:
        test, (one, kind), (other, other_kind) = self.truth(node.test), self.value(node.body), self.value(node.orelse)
        if isinstance(kind, Number) and isinstance(other_kind, Number):
            both = joined(kind, other_kind)
            return f"({test} ? {self.cast(one, kind, both)} : {self.cast(other, other_kind, both)})", both
        if kind != other_kind:
            self.refuse(node, "values of two kinds")
        return f"({test} ? {one} : {other})", kind

    def _both_or_either(self, node: ast.BoolOp) -> Value:
        values = [self.number(part) for part in node.values]
        if all(kind.kind == BOOL for _, kind in values):
            return self.truth(node), Number(BOOL)
        made, kind = values[-1]
        for part, (code, other) in zip(
            node.values[-2::-1], values[-2::-1], strict=True
        ):  # Python gives the last looked at
            if any(isinstance(inner, ast.Call) for inner in ast.walk(part)):
                self.refuse(part, "`and` and `or` of numbers give a number in Python, bool(…) says what is meant")
            both = joined(kind, other)
            first, rest = self.cast(code, other, both), self.cast(made, kind, both)
            chosen = (rest, first) if isinstance(node.op, ast.And) else (first, rest)
            made, kind = f"({code} != 0 ? {chosen[0]} : {chosen[1]})", both
        return made, kind

    def _compare(self, node: ast.Compare) -> str:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            listed = node.comparators[0]
            if len(node.ops) > 1 or not isinstance(listed, ast.Tuple):
                self.refuse(node, "an expression without a translation")
            wanted = self._pure(node.left)
            found = " || ".join(f"{wanted} == {self.number(part)[0]}" for part in listed.elts)
            return f"({found})" if isinstance(node.ops[0], ast.In) else f"(!({found}))"
        if any(isinstance(part, ast.Call) for middle in node.comparators[:-1] for part in ast.walk(middle)):
            self.refuse(node, "a call in the middle of a comparison would be made twice")
        values = [self.number(value) for value in (node.left, *node.comparators)]
        made = []
        for one, sign, other in zip(values, node.ops, values[1:], strict=False):
            if type(sign) not in OPERATORS:
                self.refuse(node, "an operator without a translation")
            a, b = self._alike(one, other)
            made.append(f"{a} {OPERATORS[type(sign)]} {b}")
        return "(" + " && ".join(made) + ")"

    def _pure(self, node: ast.expr) -> str:
        if any(isinstance(part, ast.Call) for part in ast.walk(node)):
            self.refuse(node, "a call that would be made twice")
        return self.number(node)[0]

    def _alike(self, one: tuple[str, Number], other: tuple[str, Number]) -> tuple[str, str]:
        """Two numbers as they meet in an operation."""
        both = joined(one[1], other[1])
        if both.kind >= SINGLE:
            return self.cast(*one, both), self.cast(*other, both)
        return one[0], other[0]

    def calculated(
        self, node: ast.AST, sign: ast.operator, left: tuple[str, Kind], right: tuple[str, Kind], power: ast.expr
    ) -> Value:
        assert isinstance(left[1], Number)
        assert isinstance(right[1], Number)
        one, other = (left[0], left[1]), (right[0], right[1])
        both = joined(one[1], other[1])
        if isinstance(sign, ast.Div):
            result = Number(SINGLE if both.kind == SINGLE else DOUBLE)
            return f"({self.cast(*one, result)} / {self.cast(*other, result)})", result
        if isinstance(sign, ast.Pow):
            if one[1].kind < SINGLE:
                self.refuse(node, "a power of a whole number")
            if other[1].kind < SINGLE:
                return f"py::power((double){one[0]}, (int64){_bracketed(other[0])})", Number(DOUBLE)
            return f"py::power({self.cast(*one, both)}, {self.cast(*other, both)})", both
        if both.kind == BOOL and isinstance(sign, ast.BitAnd | ast.BitOr | ast.BitXor):
            return f"(bool)({one[0]} {OPERATORS[type(sign)]} {other[0]})", both
        if both.kind < SINGLE:
            result = Number(max(self.base, both.kind))
            a, b = self.cast(*one, result) if one[1].kind == BOOL else one[0], other[0]
            if one[1].kind < result.kind or a.isdecimal():
                a = self.cast(a, Number(BOOL), result)
            if type(sign) in ROUNDED:
                return f"py::{ROUNDED[type(sign)]}<{result.c_name}>({a}, {b})", result
            if type(sign) not in OPERATORS:
                self.refuse(node, "an operator without a translation")
            return f"({a} {OPERATORS[type(sign)]} {b})", result
        if type(sign) in ROUNDED or type(sign) not in OPERATORS:
            self.refuse(node, "an operator without a translation")
        return f"({self.cast(*one, both)} {OPERATORS[type(sign)]} {self.cast(*other, both)})", both

    # -------------------------------------------------------------------------------------------- parts of arrays

    def subscript(self, node: ast.Subscript) -> tuple[str, tuple[str, Any]]:
        """An item, with the code of its type, or a part, with its kind."""
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            code, kind = self.value(node.value.value)
            if isinstance(kind, Fixed):
                axis = self.known(node.slice)
                if isinstance(axis, int):
                    return str(kind.shape[axis]), ("part", Number(self.base))
            return self._sized(f"{code}.size({self.whole(node.slice)})"), ("part", Number(self.base))
        code, kind = self.value(node.value)
        index = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        while index and _is_all(index[-1]) and (len(index) > 1 or isinstance(kind, Array | Fixed)):
            index.pop()  # a whole axis
        if not index:
            return code, ("part", kind)
        if len(index) == 1 and isinstance(index[0], ast.Slice):
            return self._part(node, code, kind, index[0])
        if any(isinstance(part, ast.Slice) for part in index):
            self.refuse(node, "a part of an array without a translation")
        if not isinstance(kind, Array | Fixed):
            self.refuse(node, "only arrays have items")
        at = ", ".join(self._index(part, code, axis) for axis, part in enumerate(index))
        axes = kind.axes if isinstance(kind, Array) else len(kind.shape)
        if len(index) > axes:
            self.refuse(node, f"{len(index)} indices of {axes}")
        if len(index) == axes:
            place = f"{code}({at})"
            return place, (("part", kind.item) if isinstance(kind.item, Record) else ("item", kind.item))
        if isinstance(kind, Array):
            if len(index) > 1:
                made = code
                for axis, part in enumerate(index):
                    made = f"{made}({self._index(part, code, axis)})"
                return made, ("part", Array(kind.item, axes - len(index)))
            return f"{code}({at})", ("part", Array(kind.item, axes - 1))
        return f"{code}({at})", ("part", Fixed(kind.item, kind.shape[len(index) :]))

    def _index(self, node: ast.expr, code: str, axis: int) -> str:
        number = self.known(node)
        if isinstance(number, int) and number < 0:
            return f"{code}.size({axis}) - {-number}"
        return self.whole(node)

    def _part(self, node: ast.Subscript, code: str, kind: Kind, part: ast.Slice) -> tuple[str, tuple[str, Any]]:
        if part.step is not None or not isinstance(kind, Array | Fixed):
            self.refuse(node, "a part of an array without a translation")
        if isinstance(kind, Fixed) and len(kind.shape) != 1:
            self.refuse(node, "a part of an array without a translation")
        low = self.whole(part.lower) if part.lower is not None else "0"
        high = self.whole(part.upper) if part.upper is not None else f"{code}.size(0)"
        made = kind if isinstance(kind, Array) else Array(kind.item, 1)
        return f"{code}.part({low}, {high})", ("part", made)

    # -------------------------------------------------------------------------------------------- calls

    def _call(self, node: ast.Call) -> Value:
        called = self.meaning(node.func)
        if isinstance(node.func, ast.Attribute) and called is None:
            code, kind = self.value(node.func.value)
            if node.func.attr != "sort" or node.args or not isinstance(kind, Array) or kind.axes != 1:
                self.refuse(node, "a call without a translation")
            return f"py::sort({code})", Nothing()
        if called in MAKERS:
            return self._made(node, called)
        if node.keywords:
            self.refuse(node, "a call with named arguments")
        if called is len:
            return self._length(node)
        if called is bool:
            return self.cast(*self.number(node.args[0]), Number(BOOL)), Number(BOOL)
        if called is int:
            code, kind = self.number(node.args[0])
            return self.cast(code, kind, Number(self.base)), Number(self.base)
        if called is float:
            code, kind = self.number(node.args[0])
            return self.cast(code, kind, Number(DOUBLE)), Number(DOUBLE)
        if isinstance(called, type) and called in CASTS:
            code, kind = self.number(node.args[0])
            wanted = CASTS[called]
            return _read(f"({ITEM_NAMES[wanted]}){_bracketed(code)}", wanted, self.base)
        if called in MATHS:
            code, kind = self.number(node.args[0])
            if kind.kind < SINGLE and called is not abs:
                code, kind = self.cast(code, kind, Number(DOUBLE)), Number(DOUBLE)
            elif kind.kind < SINGLE:
                kind = Number(max(kind.kind, self.base))
                code = f"({kind.c_name}){_bracketed(code)}"
            return f"{MATHS[called]}({code})", kind
        if called in (min, max) and len(node.args) > 1:
            made, kind = self.number(node.args[0])
            for argument in node.args[1:]:
                other, other_kind = self.number(argument)
                both = joined(kind, other_kind)
                if both.kind < SINGLE:
                    both = Number(max(both.kind, self.base))
                made = f"py::{called.__name__}imum<{both.c_name}>({made}, {other})"
                kind = both
            return made, kind
        plain = python_of(called)
        if plain is not None:
            return self._call_function(node, plain)
        self.refuse(node, "a call without a translation")

    def _sized(self, code: str) -> str:
        return f"(int){code}" if self.base == INT else code

    def _length(self, node: ast.Call) -> Value:
        counted = self.meaning(node.args[0])
        if counted is not None:
            return str(len(counted)), Number(self.base)
        code, kind = self.value(node.args[0])
        if isinstance(kind, Fixed):
            return str(kind.shape[0]), Number(self.base)
        return self._sized(f"{code}.size(0)"), Number(self.base)

    def _call_function(self, node: ast.Call, function: FunctionType) -> Value:
        given = [self.value(argument) for argument in node.args]
        called = self.program.special(function, tuple(kind for _, kind in given))
        if called not in self.special.calls:
            self.special.calls.append(called)
        result = called.result
        if result is None:
            self.refuse(node, "what a function that calls itself returns must be declared")
        made = [
            self.fitted(argument, code, kind, wanted)
            for argument, (code, kind), wanted in zip(node.args, given, called.kinds, strict=True)
        ]
        return f"{called.name}({', '.join(made)})", result

    def _made(self, node: ast.Call, maker: Any) -> Value:
        """A new array."""
        arguments = list(node.args)
        shape = arguments.pop(0)
        value = arguments.pop(0) if maker is np.full else None
        named = {word.arg: word.value for word in node.keywords}
        dtype = arguments.pop(0) if arguments else named.get("dtype")
        meant = self.meaning(dtype) if dtype is not None else np.float64
        if meant not in CASTS:
            self.refuse(node, "an array of a type without a translation")
        item = CASTS[meant]
        if isinstance(shape, ast.Attribute) and shape.attr == "shape":
            code, kind = self.value(shape.value)
            if not isinstance(kind, Array | Fixed):
                self.refuse(node, "only arrays have a shape")
            axes = kind.axes if isinstance(kind, Array) else len(kind.shape)
            sizes = [f"{code}.size({axis})" for axis in range(axes)]
            known = list(kind.shape) if isinstance(kind, Fixed) else [None] * axes
        else:
            parts = shape.elts if isinstance(shape, ast.Tuple) else [shape]
            sizes = [self.whole(part) for part in parts]
            known = [self.known(part) for part in parts]
        made = Array(item, len(sizes))
        if maker is np.ones:
            filled: str | None = "1"
        else:
            filled = self.number(value)[0] if value is not None else None
        zeroed = maker is np.zeros
        name = ITEM_NAMES[item]
        count = math.prod(known) if all(isinstance(size, int) for size in known) else None  # type: ignore[arg-type]
        if count is not None and 0 < count * int(item[1]) <= ROOM:
            store = f"_store{len(self.stores)}"
            self.stores.append(f"{name} {store}[{count}];")
            steps = ", ".join(str(math.prod(known[axis + 1 :])) for axis in range(len(known)))  # type: ignore[arg-type]
            array = f"{made.c_name}{{{store}, {{{', '.join(sizes)}}}, {{{steps}}}}}"
            return (f"py::filled({array}, {filled or 0})" if zeroed or filled else array), made
        self.makes = True
        if filled is not None:
            return f"_room.full<{name}>({filled}, {', '.join(sizes)})", made
        return f"_room.make<{name}>({'true' if zeroed else 'false'}, {', '.join(sizes)})", made


def _is_all(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant) and node.value is ...:
        return True
    return isinstance(node, ast.Slice) and node.lower is None and node.upper is None and node.step is None


def _bracketed(code: str) -> str:
    """An expression that a cast can stand before."""
    is_name = code.replace("_", "").replace(".", "").isalnum()
    return code if is_name or (code.startswith("(") and _closes(code)) else f"({code})"


def _closes(code: str) -> bool:
    """Whether the first bracket closes at the end."""
    depth = 0
    for at, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at == len(code) - 1
    return False


def _read(place: str, code: str, base: int) -> Value:
    """An item that is read, as a number."""
    kind = Number(READ_AS.get(code, base))
    return (place if ITEM_NAMES[code] == kind.c_name else f"(({kind.c_name}){place})"), kind


def _put(code: str, kind: Number, item: str) -> str:
    """A number as it is kept in a field."""
    name = ITEM_NAMES[item]
    if kind.c_name == name:
        return code
    return f"({code} != 0)" if name == "bool" else f"({name}){_bracketed(code)}"


def _real(value: float) -> str:
    if math.isinf(value):
        return "(-__builtin_inf())" if value < 0 else "__builtin_inf()"
    return repr(float(value))


def _calculated(sign: ast.operator, left: Any, right: Any) -> Any:
    """A sum of constants, as Python finds it."""
    operations: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
        **{ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b},
        **{ast.BitAnd: lambda a, b: a & b, ast.BitOr: lambda a, b: a | b, ast.BitXor: lambda a, b: a ^ b},
        **{ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b, ast.Pow: lambda a, b: a**b},
        **{ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b, ast.Div: lambda a, b: a / b},
    }
    return operations[type(sign)](left, right) if type(sign) in operations else None
