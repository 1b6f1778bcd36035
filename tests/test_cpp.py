"""What is translated to C++ means there what it means in Python; what would not is refused, with its file and line."""

from __future__ import annotations

import ast
import ctypes
import inspect
import itertools
import subprocess
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env.engine.compile import Wide
from gosu_env.engine.cpp import C_KINDS, DEVICE, TranslationError, Translator, record_struct
from tests.test_cuda import COMPILER, needs_compiler

MOST = 2**31 - 1
FAR = 2**40 + 1
SMALL = [*range(-9, 10), -1000, 1000, 123_457, -123_457, MOST, -MOST]
LARGE = [*SMALL, FAR, -FAR, 2**62 - 1, -(2**62)]


def compiled(folder: Path, *functions: Callable[..., Any], optimise: str = "-O2") -> list[Callable[..., Any]]:
    """The functions in C++, compiled, for numbers."""
    translator = Translator()
    names = [translator.add(function) for function in functions]
    doors = []
    for name, function in zip(names, functions, strict=True):
        kinds = {k: C_KINDS[v] for k, v in inspect.get_annotations(function).items()}
        result = kinds.pop("return")
        arguments = ", ".join(f"{kind} {argument}" for argument, kind in kinds.items())
        doors.append(f'extern "C" {result} door_{name}({arguments}) {{ return {name}({", ".join(kinds)}); }}')
    source = "\n".join([(DEVICE / "arrays.h").read_text(), translator.source(), *doors])
    (folder / "small.cpp").write_text(source)
    command = [str(COMPILER), "-std=c++17", optimise, "-Wall", "-Werror", "-Wno-unused-function", "-shared", "-fPIC"]
    subprocess.run([*command, "-o", str(folder / "small.so"), str(folder / "small.cpp")], check=True)
    program = ctypes.CDLL(str(folder / "small.so"))
    made = []
    types = {"int": ctypes.c_int, "int64": ctypes.c_longlong, "double": ctypes.c_double, "bool": ctypes.c_bool}
    for name, function in zip(names, functions, strict=True):
        door = getattr(program, f"door_{name}")
        kinds = {k: C_KINDS[v] for k, v in inspect.get_annotations(function).items()}
        door.restype = types[kinds.pop("return")]
        door.argtypes = [types[kind] for kind in kinds.values()]
        made.append(door)
    return made


def line_of(function: Any, text: str) -> int:
    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)


# ------------------------------------------------------------------------------------------------ numbers


def quotient(a: int, b: int) -> int:
    return a // b


def rest(a: int, b: int) -> int:
    return a % b


def wide_quotient(a: Wide, b: Wide) -> Wide:
    return a // b


def wide_rest(a: Wide, b: Wide) -> Wide:
    return a % b


def mixed_rest(a: int, b: Wide) -> Wide:
    made = a
    made %= b
    made //= 3
    return made


def least(a: int, b: int) -> int:
    return min(a, b)


def most_of_three(a: Wide, b: int, c: Wide) -> Wide:
    found = max(a, b, c)
    return found - min(c, b)


def clipped(a: float, b: int) -> float:
    kept = max(min(a, 1.5), -2.25)
    return kept + min(b, a)


def any_and_all(a: int, b: int) -> bool:
    found = a > b or a == 3
    return found and not ((a and b) or a)


def counted(a: int, b: int) -> int:
    if a or b:
        return 1 if a and b else 2
    return int(bool(a or b)) + 7


def widely_counted(a: Wide, b: int) -> Wide:
    total = 0
    for i in range(a, a + 3):
        total += i // 2 + b
    return total


@needs_compiler
@pytest.mark.parametrize("optimise", ["-O1", "-O2", "-O3"])
def test_numbers_come_out_as_in_python(tmp_path: Path, optimise: str) -> None:
    functions: dict[Callable[..., Any], list[Any]] = {
        **{quotient: [SMALL, SMALL], rest: [SMALL, SMALL], least: [SMALL, SMALL]},
        **{wide_quotient: [LARGE, LARGE], wide_rest: [LARGE, LARGE], mixed_rest: [SMALL, LARGE]},
        **{most_of_three: [LARGE[::3], SMALL, LARGE[1::3]], widely_counted: [LARGE, SMALL]},
        **{clipped: [[-3.5, -0.1, 0.0, 1.25, 9e12], SMALL], any_and_all: [SMALL, SMALL], counted: [SMALL, SMALL]},
    }
    for function, door in zip(functions, compiled(tmp_path, *functions, optimise=optimise), strict=True):
        for given in itertools.product(*functions[function]):
            try:
                wanted = function(*given)
            except ZeroDivisionError:
                continue
            if inspect.get_annotations(function)["return"] == "int" and not -MOST - 1 <= wanted <= MOST:
                continue  # promised to fit
            assert door(*given) == wanted, (function.__name__, given)


# ------------------------------------------------------------------------------------------------ refusals


def number_or(a: int, b: int) -> int:
    return a or b


def passed_on(a: int, b: int) -> int:
    found = b
    return quotient(a and found, 2)


def real_quotient(a: float) -> float:
    return a // 2


def narrow_result(a: Wide) -> int:
    return a + 1


def narrow_argument(a: Wide) -> int:
    return rest(min(a, 3), 2)


def fraction_result(a: int) -> int:
    half = a / 2
    return half


def power(a: int) -> int:
    return a**2


def member(a: int) -> bool:
    return a in (1, 2)


def called_twice(a: int) -> bool:
    return 0 < rest(a, 3) < 2


def named_argument(a: int) -> int:
    return rest(a, b=3)


def looked_at_after(a: int) -> int:
    for i in range(a):  # noqa: B007
        a -= 1
    return i


def changed_inside(a: int) -> int:
    for i in range(9):
        i += a  # noqa: PLW2901
    return a


def filled_from(line: Any) -> None:
    line[2:5] = 0


def filled_row(grid: Any, row: int) -> None:
    grid[row, :] = 0


def from_the_end(line: Any) -> int:
    return int(line[-1])


def least_of_one(line: Any) -> int:
    return min(line)


def word_of_theirs(new: int) -> int:
    return new + 1


def too_large() -> Wide:
    return 2 * 0x8000_0000_0000_0000


@pytest.mark.parametrize(
    ("function", "text", "why"),
    [
        (number_or, "a or b", "`and` and `or` of numbers give a number in Python"),
        (passed_on, "a and found", "`and` and `or` of numbers give a number in Python"),
        (real_quotient, "a // 2", "a division of whole numbers"),
        (narrow_result, "a + 1", "the result may not fit: it has room for 32 bits only"),
        (narrow_argument, "min(a, 3)", "the argument may not fit: it has room for 32 bits only"),
        (fraction_result, "return half", "the result may not fit"),
        (power, "a**2", "an operator without a translation"),
        (member, "a in", "an expression without a translation"),
        (called_twice, "0 < rest", "a call in the middle of a comparison would be made twice"),
        (named_argument, "rest(a, b=3)", "a call with named arguments"),
        (looked_at_after, "return i", "the variable of a loop is looked at outside of it"),
        (changed_inside, "i += a", "the variable of a loop is given another value"),
        (filled_from, "line[2:5]", "only all of an array, or its beginning, can be filled"),
        (filled_row, "grid[row, :]", "only all of an array, or its beginning, can be filled"),
        (from_the_end, "line[-1]", "an index from the end"),
        (least_of_one, "min(line)", "a call without a translation"),
        (too_large, "0x8000", "a constant without a translation"),
        (word_of_theirs, "new: int", "a variable with a name that is a word of C++, new"),
    ],
)
def test_what_would_differ_is_refused_with_its_file_and_line(function: Any, text: str, why: str) -> None:
    translator = Translator()
    translator.add(function)
    with pytest.raises(TranslationError) as error:
        translator.source()
    assert str(error.value).startswith(f"{__file__}, line {line_of(function, text)}: {why}")


# ------------------------------------------------------------------------------------------------ names


def module_of(name: str, path: Path, source: str) -> types.ModuleType:
    path.parent.mkdir()
    path.write_text(source)
    module = types.ModuleType(name)
    exec(compile(ast.parse(source), str(path), "exec"), module.__dict__)
    return module


def test_functions_of_two_modules_with_the_same_last_name_are_not_confused(tmp_path: Path) -> None:
    one = module_of("one.rules", tmp_path / "one" / "rules.py", "def settle(a: int) -> int:\n    return a + 1\n")
    two = module_of("two.rules", tmp_path / "two" / "rules.py", "\ndef settle(a: int) -> int:\n    return a + 2\n")
    translator = Translator()
    assert translator.add(one.settle) == translator.add(one.settle) == "rules_settle"
    with pytest.raises(TranslationError) as error:
        translator.add(two.settle)
    assert str(error.value).startswith(
        f"{two.settle.__code__.co_filename}, line 2: rules_settle is also the name of the function in "
        f"{one.settle.__code__.co_filename}, line 1"
    )


def test_what_is_called_is_known_by_what_it_is_not_by_its_name(tmp_path: Path) -> None:
    source = "def min(a: int, b: int) -> int:\n    return a - b\n\ndef used(a: int) -> int:\n    return min(a, 3)\n"
    module = module_of("own", tmp_path / "own" / "own.py", source)
    translator = Translator()
    translator.add(module.used)
    assert "return own_min(a, 3);" in translator.source()


# ------------------------------------------------------------------------------------------------ records


def age_of(st: Any) -> Wide:
    age = st.age
    return age + st.small[1]


def test_a_field_of_64_bits_stays_one() -> None:
    record = np.dtype([("age", "i8"), ("small", "i1", (3,))])
    assert "auto age() const -> Record::Item<int64>" in record_struct("State", record, "Record")
    translator = Translator(frozenset({"age"}))
    translator.add(age_of)
    assert "  int64 age = 0;" in translator.source()
