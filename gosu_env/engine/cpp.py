"""The compiled rules as C++: the same Python functions, translated for a GPU.

Rules are plain functions of numbers over a record (``st``), the tables of a card set (``tb``) and arrays, so each of
them has one meaning in C++, too. Records and arrays become templates, whose layout ``device/arrays.h`` decides; every
other number is an ``int`` of 32 bits, or of 64 where a signature says ``Wide`` or the value comes from there.

Why not straight from Python to the GPU, as numba can? A GPU waits for its instructions when the code outgrows their
cache, and numba's, with every index in 64 bits and every loop unrolled, is several times as long.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

INT_MAX = 2**31 - 1
C_TYPES = {"i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32", "i8": "int64"}
OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%"},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-"},
}


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
        self.name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        self.arguments = {a.arg: ast.unparse(a.annotation) if a.annotation else "Any" for a in tree.args.args}
        self.returns = ast.unparse(tree.returns) if tree.returns else "None"
        stored = (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.locals = list(dict.fromkeys(stored))

    def fail(self, node: ast.AST, why: str) -> TranslationError:
        line = self.python.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        return TranslationError(f"{self.python.__module__}, line {line}: {why}: {ast.unparse(node)}")

    def meaning(self, node: ast.expr) -> Any:
        """What a name of the module stands for; None for what is local."""
        if isinstance(node, ast.Name):
            if node.id in self.locals or node.id in self.arguments:
                return None
            return self.python.__globals__.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return None if owner is None else getattr(owner, node.attr, None)
        return None


class Translator:
    """Translates functions and all that they call."""

    def __init__(self) -> None:
        self._functions: dict[FunctionType, _Function] = {}
        self._order: list[_Function] = []

    def add(self, function: Callable[..., Any]) -> str:
        """Translate a function; its name in C++."""
        plain = _python(function)
        if plain is None:
            raise TranslationError(f"{function!r} is no Python function")
        if plain not in self._functions:
            known = self._functions[plain] = _Function(plain)
            for node in ast.walk(known.tree):
                if isinstance(node, ast.Call) and (called := _python(known.meaning(node.func))):
                    self.add(called)
            self._order.append(known)
        return self._functions[plain].name

    def source(self) -> str:
        """The translations, each function before those that call it."""
        return "\n\n".join(_Body(self, function).text() for function in self._order)

    def is_wide(self, function: Any) -> bool:
        plain = _python(function)
        return plain in self._functions and self._functions[plain].returns == "Wide"


class _Body:
    """The C++ of one function."""

    def __init__(self, translator: Translator, function: _Function) -> None:
        self.translator = translator
        self.function = function
        self.wide = {name for name, kind in function.arguments.items() if kind == "Wide"}
        self.loops = 0
        grown = True
        while grown:
            grown = False
            for node in ast.walk(function.tree):
                if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
                    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                    if isinstance(target, ast.Name) and target.id not in self.wide and self._has_wide(node.value):
                        self.wide.add(target.id)
                        grown = True

    def _has_wide(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Compare):
            return False
        if isinstance(node, ast.Call):
            called = self.function.meaning(node.func)
            if called is int:
                return False
            return called is np.int64 or self.translator.is_wide(called)
        if isinstance(node, ast.Name) and node.id in self.wide:
            return True
        value = self.function.meaning(node) if isinstance(node, ast.Name) else getattr(node, "value", None)
        if isinstance(value, int) and abs(value) > INT_MAX:
            return True
        return any(self._has_wide(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))

    # -------------------------------------------------------------------------------------------- the frame

    def text(self) -> str:
        function = self.function
        kinds = {"int": "int", "bool": "bool", "Wide": "int64", "float": "double", "None": "void"}
        templates, arguments = [], []
        for name, kind in function.arguments.items():
            if kind == "Any":
                templates.append(f"class T_{name}")
                arguments.append(f"T_{name} {name}")
            else:
                arguments.append(f"{kinds[kind]} {name}")
        head = f"template <{', '.join(templates)}>\n" if templates else ""
        head += f"INLINE {kinds[function.returns]} {function.name}({', '.join(arguments)}) {{\n"
        made = [name for name in function.locals if name not in function.arguments]
        head += "".join(f"  {'int64' if name in self.wide else 'int'} {name} = 0;\n" for name in made)
        return head + self._block(function.tree.body, 1) + "}"

    def _block(self, body: list[ast.stmt], depth: int) -> str:
        return "".join(self._statement(node, depth) for node in body)

    def _statement(self, node: ast.stmt, depth: int) -> str:
        pad = "  " * depth
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant):
                return ""  # a docstring
            return f"{pad}{self._value(node.value)};\n"
        if isinstance(node, ast.Return):
            return f"{pad}return{'' if node.value is None else ' ' + self._value(node.value)};\n"
        if isinstance(node, ast.Break | ast.Continue):
            return f"{pad}{type(node).__name__.lower()};\n"
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return self._assignment(node.targets[0], node.value, pad)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self._assignment(node.target, node.value, pad)
        if isinstance(node, ast.AugAssign):
            sign = OPERATORS[type(node.op)]
            return f"{pad}{self._value(node.target)} {sign}= {self._value(node.value)};\n"
        if isinstance(node, ast.If):
            made = f"{pad}if ({self._value(node.test)}) {{\n{self._block(node.body, depth + 1)}{pad}}}"
            if node.orelse:
                made += f" else {{\n{self._block(node.orelse, depth + 1)}{pad}}}"
            return made + "\n"
        if isinstance(node, ast.While) and not node.orelse:
            return f"{pad}while ({self._value(node.test)}) {{\n{self._block(node.body, depth + 1)}{pad}}}\n"
        if isinstance(node, ast.For) and not node.orelse:
            return self._loop(node, depth)
        raise self.function.fail(node, "a statement without a translation")

    def _assignment(self, target: ast.expr, value: ast.expr, pad: str) -> str:
        if isinstance(target, ast.Subscript):
            index = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            if any(isinstance(part, ast.Slice) for part in index):
                stop = index[0].upper if isinstance(index[0], ast.Slice) else None
                where = self._value(target.value) + (f", {self._value(stop)}" if stop else "")
                return f"{pad}fill({where}, {self._value(value)});\n"
        elif not isinstance(target, ast.Name | ast.Attribute):
            raise self.function.fail(target, "an assignment without a translation")
        return f"{pad}{self._value(target)} = {self._value(value)};\n"

    def _loop(self, node: ast.For, depth: int) -> str:
        """A loop over a range; its bounds are looked at once, and its variable is not looked at afterwards."""
        if not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
            raise self.function.fail(node.iter, "a loop over something else than a range")
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
        return (
            f"{pad}const int {end} = {stop};\n{pad}{'UNROLLED' if simple else 'ROLLED'}\n"
            f"{pad}for ({name} = {start}; {more}; {name} += {step}) {{\n{self._block(node.body, depth + 1)}{pad}}}\n"
        )

    # -------------------------------------------------------------------------------------------- values

    def _value(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return self._constant(node, node.value)
        if isinstance(node, ast.Name):
            meant = self.function.meaning(node)
            return node.id if meant is None else self._constant(node, meant)
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
            return f"({left} {OPERATORS[type(node.op)]} {right})"
        if isinstance(node, ast.UnaryOp):
            return f"({OPERATORS[type(node.op)]}{self._value(node.operand)})"
        if isinstance(node, ast.BoolOp):
            return "(" + f" {OPERATORS[type(node.op)]} ".join(self._value(value) for value in node.values) + ")"
        if isinstance(node, ast.Compare):
            values = [self._value(value) for value in (node.left, *node.comparators)]
            pairs = zip(values, node.ops, values[1:], strict=False)
            return "(" + " && ".join(f"{a} {OPERATORS[type(sign)]} {b}" for a, sign, b in pairs) + ")"
        if isinstance(node, ast.IfExp):
            return f"({self._value(node.test)} ? {self._value(node.body)} : {self._value(node.orelse)})"
        raise self.function.fail(node, "an expression without a translation")

    def _constant(self, node: ast.expr, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return f"{value}LL" if abs(value) > INT_MAX else str(value)
        if isinstance(value, float):
            return repr(value)
        raise self.function.fail(node, "a constant without a translation")

    def _subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            return f"{self._value(node.value.value)}.size({self._value(node.slice)})"
        if isinstance(node.slice, ast.Slice):
            assert node.slice.lower is not None
            assert node.slice.upper is not None
            return f"{self._value(node.value)}.part({self._value(node.slice.lower)}, {self._value(node.slice.upper)})"
        index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return f"{self._value(node.value)}({', '.join(self._value(part) for part in index)})"

    def _call(self, node: ast.Call) -> str:
        name = ast.unparse(node.func)
        values = [self._value(a) for a in node.args] if name != "len" else []
        if name == "len":
            return str(len(self.function.meaning(node.args[0])))
        if name in ("int", "np.int64"):
            return f"({'int' if name == 'int' else 'int64'})({values[0]})"
        if name == "bool":
            return f"({values[0]} != 0)"
        if name in ("min", "max"):
            return f"{name}imum({', '.join(f'(int)({value})' for value in values)})"
        called = self.function.meaning(node.func)
        if _python(called) is None:
            raise self.function.fail(node, "a call without a translation")
        return f"{self.translator.add(called)}({', '.join(values)})"


def record_struct(name: str, dtype: np.dtype[Any], template: str) -> str:
    """A C++ struct with one method for every field of a record; ``template`` says how its bytes are reached."""
    lines = [f"struct {name} {{", f"  {template} bytes;"]
    assert dtype.fields is not None
    for field, (kind, offset, *_) in dtype.fields.items():
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


def device_source(roots: list[Callable[..., Any]], state: np.dtype[Any], tables: np.dtype[Any], **sizes: int) -> str:
    """The whole program of a game: its records, its rules from the roots on, and the kernels that call them."""
    translator = Translator()
    for root in roots:
        translator.add(root)
    parts = [
        (DEVICE / "arrays.h").read_text(),
        "".join(f"constexpr int {name} = {value};\n" for name, value in sizes.items()),
        record_struct("State", state, "Record"),
        record_struct("Tables", tables, "Fixed"),
        translator.source(),
        (DEVICE / "kernels.h").read_text(),
    ]
    return "\n".join(parts)
