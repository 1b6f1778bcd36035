"""The compiled rules as C++: the same Python functions, translated for a GPU.

Rules are plain functions of numbers over a record (``st``), the tables of a card set (``tb``) and arrays, so each of
them has one meaning in C++, too. Records and arrays become templates, whose layout ``device/arrays.h`` decides; every
other number is an ``int`` of 32 bits, or of 64 where a signature says ``Wide`` or the value comes from there, or a
``double``; ``int(…)`` says that a value fits into 32 bits. What would come out differently in C++ is refused, with its
file and line.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from gosu_env.engine.bind import template_name
from gosu_env.engine.layout import EVENT_COLUMNS

INT_MAX = 2**31 - 1
C_TYPES = {"i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32", "i8": "int64"}
OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*"},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.And: "&&", ast.Or: "||", ast.USub: "-", ast.Invert: "~"},
}
ROUNDED = {ast.FloorDiv: "floor_divide", ast.Mod: "modulo"}  # towards minus infinity, as C++ does not
BOOL, INT, WIDE, DOUBLE = range(4)  # kinds of numbers, each with room for those before it
KINDS = {"int": INT, "bool": BOOL, "Wide": WIDE, "float": DOUBLE, "None": INT, "Any": INT}
C_NAMES = {BOOL: "truth values", INT: "32 bits", WIDE: "64 bits, no fraction", DOUBLE: "any number"}
C_KINDS = {"int": "int", "bool": "bool", "Wide": "int64", "float": "double", "None": "void"}
WORDS = (  # of C++, which are names in Python
    *("auto", "bool", "case", "catch", "char", "const", "default", "delete", "do", "double", "enum"),
    *("explicit", "export", "extern", "false", "float", "friend", "goto", "inline", "int", "long", "mutable"),
    *("namespace", "new", "operator", "private", "protected", "public", "register", "short", "signed"),
    *("sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "typedef", "typename"),
    *("union", "unsigned", "using", "virtual", "void", "volatile"),
)


class TranslationError(Exception):
    """A rule says something that has no translation."""


def _python(function: Any) -> FunctionType | None:
    """The Python behind a compiled function."""
    plain = getattr(function, "py_func", function)
    return plain if isinstance(plain, FunctionType) else None


class _Function:
    """One function: its tree, and what its names stand for."""

    def __init__(self, function: FunctionType) -> None:
        self.python = function
        self.name = f"{template_name(function.__module__).rpartition('.')[2]}_{function.__name__}"
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        kinds = {a.arg: ast.unparse(a.annotation) if a.annotation else "Any" for a in tree.args.args}
        self.arguments = {name: kind if kind in KINDS else "Any" for name, kind in kinds.items()}  # records, arrays
        self.returns = ast.unparse(tree.returns) if tree.returns else "None"
        stored = (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.locals = list(dict.fromkeys(stored))

    def where(self, node: ast.AST) -> str:
        code = self.python.__code__
        return f"{code.co_filename}, line {code.co_firstlineno + getattr(node, 'lineno', 1) - 1}"

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        raise TranslationError(f"{self.where(node)}: {why}: {ast.unparse(node)}")

    def meaning(self, node: ast.expr) -> Any:
        """What a name of the module, or of Python, stands for; None for what is local."""
        if isinstance(node, ast.Name):
            if node.id in self.locals or node.id in self.arguments:
                return None
            return self.python.__globals__.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return None if owner is None else getattr(owner, node.attr, None)
        return None


class Translator:
    """Translates functions and all that they call. ``wide`` names the fields of records that need 64 bits."""

    def __init__(self, wide: frozenset[str] = frozenset()) -> None:
        self.wide = wide
        self._functions: dict[FunctionType, _Function] = {}
        self._names: dict[str, _Function] = {}
        self._order: list[_Function] = []

    def add(self, function: Callable[..., Any]) -> str:
        """Translate a function; its name in C++, the last part of its module's and its own."""
        plain = _python(function)
        if plain is None:
            raise TranslationError(f"{function!r} is no Python function")
        if plain not in self._functions:
            known = self._functions[plain] = _Function(plain)
            other = self._names.setdefault(known.name, known)
            if other is not known:
                raise TranslationError(
                    f"{known.where(known.tree)}: {known.name} is also the name of the function in "
                    f"{other.where(other.tree)}: kernels could take the one for the other"
                )
            for node in ast.walk(known.tree):
                if isinstance(node, ast.Call) and (called := _python(known.meaning(node.func))):
                    self.add(called)
            self._order.append(known)
        return self._functions[plain].name

    def source(self) -> str:
        """The translations, each function before those that call it."""
        return "\n\n".join(_Body(self, function).text() for function in self._order)

    def find(self, function: Any) -> _Function | None:
        plain = _python(function)
        return None if plain is None else self._functions.get(plain)


class _Body:
    """The C++ of one function."""

    def __init__(self, translator: Translator, function: _Function) -> None:
        self.translator = translator
        self.function = function
        self.kinds = {name: KINDS[kind] for name, kind in function.arguments.items() if kind in KINDS}
        self.loops = 0
        grown = True
        while grown:
            grown = False
            for node in ast.walk(function.tree):
                target, kind = self._made(node)
                if isinstance(target, ast.Name) and kind > self.kinds.get(target.id, BOOL):
                    self.kinds[target.id] = kind
                    grown = True

    def _made(self, node: ast.AST) -> tuple[ast.expr | None, int]:
        """What a statement gives a value to, and the kind of that value."""
        if isinstance(node, ast.AugAssign):
            return node.target, self._kind(ast.BinOp(node.target, node.op, node.value))
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            return node.targets[0] if isinstance(node, ast.Assign) else node.target, self._kind(node.value)
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            return node.target, max((INT, *map(self._kind, node.iter.args)))
        return None, BOOL

    def _kind(self, node: ast.expr) -> int:
        if isinstance(node, ast.Call):
            called = self.function.meaning(node.func)
            if called in (min, max):
                return max(map(self._kind, node.args), default=INT)
            known = self.translator.find(called)
            return {bool: BOOL, np.int64: WIDE}.get(called, INT) if known is None else KINDS.get(known.returns, INT)
        if isinstance(node, ast.Name) and (node.id in self.function.locals or node.id in self.function.arguments):
            return self.kinds.get(node.id, BOOL)
        if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            return BOOL
        if isinstance(node, ast.BinOp):
            floats = isinstance(node.op, ast.Div)
            return DOUBLE if floats else max(INT, self._kind(node.left), self._kind(node.right))
        if isinstance(node, ast.UnaryOp):
            return max(INT, self._kind(node.operand))
        if isinstance(node, ast.BoolOp):
            return max(map(self._kind, node.values))
        if isinstance(node, ast.IfExp):
            return max(self._kind(node.body), self._kind(node.orelse))
        value = node.value if isinstance(node, ast.Constant) else self.function.meaning(node)
        if isinstance(value, bool):
            return BOOL
        if isinstance(value, int):
            return WIDE if abs(value) > INT_MAX else INT
        if isinstance(value, float):
            return DOUBLE
        field = node.value if isinstance(node, ast.Subscript) else node
        return WIDE if isinstance(field, ast.Attribute) and field.attr in self.translator.wide else INT

    # -------------------------------------------------------------------------------------------- the frame

    def text(self) -> str:
        function = self.function
        self._check_loops()
        for name in (*function.arguments, *function.locals):
            if name in WORDS:
                function.refuse(function.tree.args, f"a variable with a name that is a word of C++, {name}")
        templates, arguments = [], []
        for name, kind in function.arguments.items():
            if kind == "Any":
                templates.append(f"class T_{name}")
                arguments.append(f"T_{name} {name}")
            elif kind in KINDS:
                arguments.append(f"{C_KINDS[kind]} {name}")
            else:
                function.refuse(function.tree.args, f"an argument of the kind {kind}")
        if function.returns not in C_KINDS:
            function.refuse(function.tree.args, f"a result of the kind {function.returns}")
        head = f"template <{', '.join(templates)}>\n" if templates else ""
        head += f"INLINE {C_KINDS[function.returns]} {function.name}({', '.join(arguments)}) {{\n"
        made = [name for name in function.locals if name not in function.arguments]
        names = {WIDE: "int64", DOUBLE: "double"}
        head += "".join(f"  {names.get(self.kinds.get(name, INT), 'int')} {name} = 0;\n" for name in made)
        return head + self._block(function.tree.body, 1) + "}"

    def _check_loops(self) -> None:
        """Refuse what a loop's variable shows only in Python: its value after the loop, and one given to it inside."""
        loops = [node for node in ast.walk(self.function.tree) if isinstance(node, ast.For)]
        inside: dict[str, set[ast.AST]] = {}
        for loop in loops:
            parts = {part for child in loop.body for part in ast.walk(child)}
            inside.setdefault(ast.unparse(loop.target), set()).update(parts)
        targets = [loop.target for loop in loops]
        names = [node for node in ast.walk(self.function.tree) if isinstance(node, ast.Name) and node.id in inside]
        given = [node for node in names if isinstance(node.ctx, ast.Store) and node not in targets]
        for node in given:
            if node in inside[node.id]:
                self.function.refuse(node, "the variable of a loop is given another value")
        for node in names:
            if isinstance(node.ctx, ast.Load) and node not in inside[node.id] and node.id not in {n.id for n in given}:
                self.function.refuse(node, "the variable of a loop is looked at outside of it")

    def _fits(self, node: ast.expr, kind: int, what: str) -> str:
        """A value where a number of some kind is wanted."""
        if self._kind(node) > max(kind, INT):
            self.function.refuse(node, f"{what} may not fit: it has room for {C_NAMES[kind]} only")
        return self._value(node)

    def _block(self, body: list[ast.stmt], depth: int) -> str:
        return "".join(self._statement(node, depth) for node in body)

    def _statement(self, node: ast.stmt, depth: int) -> str:
        pad = "  " * depth
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant):
                return ""  # a docstring
            return f"{pad}{self._value(node.value)};\n"
        if isinstance(node, ast.Return):
            if node.value is None:
                return f"{pad}return;\n"
            return f"{pad}return {self._fits(node.value, KINDS[self.function.returns], 'the result')};\n"
        if isinstance(node, ast.Break | ast.Continue):
            return f"{pad}{type(node).__name__.lower()};\n"
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self._assignment(node.targets[0], node.value, pad)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self._assignment(node.target, node.value, pad)
        if isinstance(node, ast.AugAssign):
            if isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
                if any(isinstance(part, ast.Call) for part in ast.walk(node.target)):
                    self.function.refuse(node, "a call in what is divided would be made twice")
                whole = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
                return self._assignment(node.target, whole, pad)
            sign = self._operator(node, node.op)
            return f"{pad}{self._value(node.target)} {sign}= {self._value(node.value)};\n"
        if isinstance(node, ast.If):
            made = f"{pad}if ({self._truth(node.test)}) {{\n{self._block(node.body, depth + 1)}{pad}}}"
            if node.orelse:
                made += f" else {{\n{self._block(node.orelse, depth + 1)}{pad}}}"
            return made + "\n"
        if isinstance(node, ast.While) and not node.orelse:
            return f"{pad}while ({self._truth(node.test)}) {{\n{self._block(node.body, depth + 1)}{pad}}}\n"
        if isinstance(node, ast.For) and not node.orelse:
            return self._loop(node, depth)
        self.function.refuse(node, "a statement without a translation")

    def _assignment(self, target: ast.expr, value: ast.expr, pad: str) -> str:
        if isinstance(target, ast.Subscript):
            index = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            if any(isinstance(part, ast.Slice) for part in index):
                stop = index[0].upper if isinstance(index[0], ast.Slice) else None
                whole = all(isinstance(part, ast.Slice) and not (part.lower or part.step) for part in index)
                if not whole or (len(index) > 1 and any(getattr(part, "upper", None) for part in index)):
                    self.function.refuse(target, "only all of an array, or its beginning, can be filled")
                where = self._value(target.value) + (f", {self._value(stop)}" if stop else "")
                return f"{pad}fill({where}, {self._value(value)});\n"
        elif not isinstance(target, ast.Name | ast.Attribute):
            self.function.refuse(target, "an assignment without a translation")
        return f"{pad}{self._value(target)} = {self._value(value)};\n"

    def _loop(self, node: ast.For, depth: int) -> str:
        """A loop over a range; its bounds are looked at once, and its variable is not looked at afterwards."""
        if not (isinstance(node.iter, ast.Call) and self.function.meaning(node.iter.func) is range):
            self.function.refuse(node.iter, "a loop over something else than a range")
        assert isinstance(node.target, ast.Name)
        parts = [self._value(argument) for argument in node.iter.args]
        start, stop = ("0", parts[0]) if len(parts) == 1 else parts[:2]
        step = parts[2] if len(parts) > 2 else "1"
        self.loops += 1
        end, pad, name = f"end_{self.loops}", "  " * depth, node.target.id
        if step == "1":
            more = f"{name} < {end}"
        elif step == "(-1)":
            more = f"{name} > {end}"
        else:
            more = f"({step} > 0 ? {name} < {end} : {name} > {end})"
        inner = [part for statement in node.body for part in ast.walk(statement)]
        simple = not any(isinstance(part, ast.If | ast.For | ast.While | ast.Call) for part in inner)
        kind = "int64" if self.kinds.get(name) == WIDE else "int"
        return (
            f"{pad}const {kind} {end} = {stop};\n{pad}{'UNROLLED' if simple else 'ROLLED'}\n"
            f"{pad}for ({name} = {start}; {more}; {name} += {step}) {{\n{self._block(node.body, depth + 1)}{pad}}}\n"
        )

    # -------------------------------------------------------------------------------------------- values

    def _value(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return self._constant(node, node.value)
        if isinstance(node, ast.Name):
            if node.id in self.function.locals or node.id in self.function.arguments:
                return node.id
            return self._constant(node, self.function.meaning(node))
        if isinstance(node, ast.Attribute):
            meant = self.function.meaning(node)
            return f"{self._value(node.value)}.{node.attr}()" if meant is None else self._constant(node, meant)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.BinOp):
            left, right = self._value(node.left), self._value(node.right)
            if isinstance(node.op, ast.Div):
                return f"((double){left} / {right})"
            if type(node.op) in ROUNDED:
                if self._kind(node) == DOUBLE:
                    self.function.refuse(node, "a division of whole numbers, without a translation for others")
                return f"{ROUNDED[type(node.op)]}({left}, {right})"
            return f"({left} {self._operator(node, node.op)} {right})"
        if isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.Not):
                return f"(!{self._truth(node.operand)})"
            return f"({self._operator(node, node.op)}{self._value(node.operand)})"
        if isinstance(node, ast.BoolOp):
            if self._kind(node) != BOOL:
                self.function.refuse(
                    node, "`and` and `or` of numbers give a number in Python, bool(…) says what is meant"
                )
            return self._truth(node)
        if isinstance(node, ast.Compare):
            if any(isinstance(part, ast.Call) for middle in node.comparators[:-1] for part in ast.walk(middle)):
                self.function.refuse(node, "a call in the middle of a comparison would be made twice")
            values = [self._value(value) for value in (node.left, *node.comparators)]
            pairs = zip(values, node.ops, values[1:], strict=False)
            return "(" + " && ".join(f"{a} {self._operator(node, sign)} {b}" for a, sign, b in pairs) + ")"
        if isinstance(node, ast.IfExp):
            return f"({self._truth(node.test)} ? {self._value(node.body)} : {self._value(node.orelse)})"
        self.function.refuse(node, "an expression without a translation")

    def _truth(self, node: ast.expr) -> str:
        """A value of which only matters whether it is true."""
        if isinstance(node, ast.BoolOp):
            return "(" + f" {self._operator(node, node.op)} ".join(map(self._truth, node.values)) + ")"
        return self._value(node)

    def _operator(self, node: ast.AST, sign: ast.AST) -> str:
        if type(sign) not in OPERATORS:
            self.function.refuse(node, "an operator without a translation")
        return OPERATORS[type(sign)]

    def _constant(self, node: ast.expr, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int) and abs(value) < 2**63:
            return f"{value}LL" if abs(value) > INT_MAX else str(value)
        if isinstance(value, float):
            return repr(value)
        self.function.refuse(node, "a constant without a translation")

    def _subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            return f"{self._value(node.value.value)}.size({self._value(node.slice)})"
        if isinstance(node.slice, ast.Slice):
            if node.slice.lower is None or node.slice.upper is None or node.slice.step is not None:
                self.function.refuse(node, "a part of an array without its two ends")
            return f"{self._value(node.value)}.part({self._value(node.slice.lower)}, {self._value(node.slice.upper)})"
        index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) for part in index):
            self.function.refuse(node, "an index from the end")
        return f"{self._value(node.value)}({', '.join(self._value(part) for part in index)})"

    def _call(self, node: ast.Call) -> str:
        called = self.function.meaning(node.func)
        if node.keywords:
            self.function.refuse(node, "a call with named arguments")
        if called is len:
            counted = self.function.meaning(node.args[0])
            if counted is None:
                self.function.refuse(node, "a length that is not known beforehand")
            return str(len(counted))
        if called is bool:
            return f"({self._truth(node.args[0])} != 0)"
        known = self.translator.find(called)
        if known is not None:
            wanted = [KINDS.get(kind, INT) if kind != "Any" else DOUBLE for kind in known.arguments.values()]
            if len(wanted) != len(node.args):
                self.function.refuse(node, f"a call with {len(node.args)} arguments of {len(wanted)}")
            given = [self._fits(a, kind, "the argument") for a, kind in zip(node.args, wanted, strict=True)]
            return f"{known.name}({', '.join(given)})"
        values = [self._value(a) for a in node.args]
        if called is int or called is np.int64:
            return f"({'int' if called is int else 'int64'})({values[0]})"
        if called in (min, max) and len(values) > 1:
            made = values[0]
            for value in values[1:]:
                made = f"{called.__name__}imum({made}, {value})"
            return made
        self.function.refuse(node, "a call without a translation")


def record_struct(name: str, dtype: np.dtype[Any], template: str, note_rows: int | None = None) -> str:
    """A C++ struct with one method for every field of a record; ``template`` says how its bytes are reached.

    With ``note_rows``, events are written into so many rows apart from the record, which has no room for them.
    """
    lines = [f"struct {name} {{", f"  {template} bytes;"]
    if note_rows is not None:
        lines.append(f"  Notes<{note_rows}, {EVENT_COLUMNS}> notes;")
    assert dtype.fields is not None
    for field, (kind, offset, *_) in dtype.fields.items():
        if note_rows is not None and field == "events":
            lines.append(f"  DEVICE Notes<{note_rows}, {EVENT_COLUMNS}> events() const {{ return notes; }}")
            continue
        base, shape = kind.subdtype if kind.subdtype else (kind, ())
        c_type = C_TYPES[base.str[1:]]
        if not shape:
            lines.append(f"  DEVICE auto {field}() const -> {template}::Item<{c_type}> {{")
            lines.append(f"    return bytes.template at<{c_type}>({offset});\n  }}")
        else:
            kind_of = f"Line<{template}, {c_type}, " if len(shape) == 1 else f"Grid<{template}, {c_type}, "
            kind_of += ", ".join(map(str, shape)) + ">"
            lines.append(f"  DEVICE {kind_of} {field}() const {{ return {{bytes, {offset}}}; }}")
    return "\n".join([*lines, "};"])


DEVICE = Path(__file__).parent / "device"
PARTS = {  # that a program may have
    "sets": "several card sets",
    "extras": "what is shown besides the present decisions",
    "history": "what seats remember",
}


def device_source(
    roots: list[Callable[..., Any]],
    verbs: dict[str, Callable[..., Any]],
    state: np.dtype[Any],
    tables: np.dtype[Any],
    sizes: Mapping[str, int],
    parts: Collection[str] = (),
    book: np.dtype[Any] | None = None,
    note_rows: int | None = None,
) -> str:
    """The whole program of a game: its records, its rules from the roots on, and the kernels that call them.

    The kernels call the ``verbs`` of the game by their names in capital letters. ``parts`` are those of ``PARTS`` that
    are wanted: what is not wanted is not compiled. ``book`` and ``note_rows`` are for histories: the tables of tokens,
    and how many rows there are for events.
    """
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"unknown part {part!r} of a program; known: {', '.join(PARTS)}")
    records = {"RECORD_BYTES": state.itemsize, "TABLE_BYTES": tables.itemsize}
    constants = {**sizes, **records, "SEVERAL_SETS": int("sets" in parts)}
    kinds = [state, tables, *([] if book is None else [book])]
    fields = [(name, part[0].base.str[1:]) for kind in kinds for name, part in (kind.fields or {}).items()]
    translator = Translator(frozenset(name for name, base in fields if base in ("u4", "i8")))
    for root in roots:
        translator.add(root)
    called = {verb.upper(): translator.add(function) for verb, function in verbs.items()}
    texts = [
        (DEVICE / "arrays.h").read_text(),
        "".join(f"constexpr int {name} = {value};\n" for name, value in constants.items()),
        "#define HISTORY\n" if "history" in parts else "",
        record_struct("State", state, "Record", note_rows),
        record_struct("Tables", tables, "Fixed"),
        "" if book is None else record_struct("Book", book, "Fixed"),
        translator.source(),
        "".join(f"#define {verb} {name}\n" for verb, name in called.items()),
        (DEVICE / "kernels.h").read_text(),
        *((DEVICE / f"{part}.h").read_text() for part in ("extras", "history") if part in parts),
    ]
    return "\n".join(texts)
