"""The fingerprint of a compiled function: everything that its machine code is made from, and nothing else.

That is the bytecode of the function and of all compiled functions below it, and the values of the constants they read,
wherever those stand. Comments, other functions, and the folder the sources lie in make no difference.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numba.core.config
import numpy as np

VERSION = 4  # of the compiler pipeline (linking.py): one more whenever the same rules come out as other code
MADE_BY = f"{VERSION}|{sys.version}|{numba.__version__}|{np.__version__}"
SWITCHES = ("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
SHARED = "shared"  # the attribute of functions that entries call, and do not have inside (see linking.py)
LIBRARIES = ("builtins", "math", "numba", "numpy")  # their versions speak for them


def code_name(dispatcher: Any, made_from: str) -> str:
    """The name of a file of compiled code: the function, and a digest of all that the code depends on."""
    function = dispatcher.py_func
    machine = dispatcher.targetctx.codegen().magic_tuple()
    switches = [getattr(numba.core.config, switch, None) for switch in SWITCHES]
    digest = hashlib.sha256(repr((MADE_BY, made_from, machine, switches)).encode())
    return f"{function.__module__}.{function.__qualname__}-{digest.hexdigest()[:32]}"


def fingerprint(function: Callable[..., Any]) -> bytes:
    """A digest of a function, compiled or plain, with everything below it."""
    waiting, met = [function], {id(plain(function))}
    digest = hashlib.sha256()
    while waiting:
        current = waiting.pop()
        how = getattr(current, "targetoptions", {}), hasattr(plain(current), SHARED)
        digest.update(b"function " + _told(how) + b"\n")
        for part in _parts(plain(current)):
            if isinstance(part, bytes):
                digest.update(part + b"\n")
            else:
                digest.update(_name(part))
                if id(plain(part)) not in met:
                    met.add(id(plain(part)))
                    waiting.append(part)
    return digest.digest()


def plain(function: Any) -> types.FunctionType:
    """The Python function that a compiled one is made from."""
    found: types.FunctionType = getattr(function, "py_func", function)
    return found


def _parts(function: types.FunctionType) -> Iterator[bytes | Callable[..., Any]]:
    """What a function consists of, and the functions it calls."""
    yield _name(function)
    yield _told((function.__defaults__, function.__kwdefaults__))
    for cell in function.__closure__ or ():
        yield from _value(function, "a closure", cell.cell_contents, ())
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        constants = [value for value in code.co_consts if not isinstance(value, types.CodeType)]
        constants = [sorted(map(repr, value)) if isinstance(value, frozenset) else value for value in constants]
        if constants and constants[0] == function.__doc__:
            constants[0] = None
        yield code.co_code + code.co_exceptiontable
        yield _told((constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
        codes += [value for value in code.co_consts if isinstance(value, types.CodeType)]
        for name in code.co_names:
            if name in function.__globals__:
                yield from _value(function, name, function.__globals__[name], code.co_names)


def _value(
    function: types.FunctionType, name: str, value: Any, names: tuple[str, ...]
) -> Iterator[bytes | Callable[..., Any]]:
    """What a name stands for; of a module, all attributes that the code could mean."""
    module = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    yield name.encode()
    if isinstance(module, str) and module.partition(".")[0] in LIBRARIES and not hasattr(value, "py_func"):
        yield _told((type(value).__name__, module, getattr(value, "__name__", str(value))))
    elif isinstance(value, types.ModuleType):
        for attribute in names:
            if hasattr(value, attribute):
                yield from _value(function, f"{module}.{attribute}", getattr(value, attribute), names)
    elif hasattr(value, "py_func") or isinstance(value, types.FunctionType):
        yield value
    elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
        yield _told((value.dtype.descr, value.shape)) + value.tobytes()
    elif _is_simple(value):
        yield _told(value)
    else:
        raise TypeError(
            f"{function.__module__}.{function.__qualname__} reads {name}, of type {type(value).__name__}; "
            "expected a number, a text, a tuple or an array of them, or a compiled function"
        )


def _is_simple(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_simple(part) for part in value)
    return value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic, np.dtype))


def _told(value: Any) -> bytes:
    return repr(value).encode()


def _name(function: Any) -> bytes:
    return f"{function.__module__}.{function.__qualname__}".encode()
