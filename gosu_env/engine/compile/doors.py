"""Doors: function objects that read numbers and arrays from what Python passes, and call C (``native/door.cpp``)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

NEEDED = (  # of Python's stable interface, in the order in which ``native/door.cpp`` takes them
    *("PyLong_AsLongLong", "PyLong_FromLongLong", "PyFloat_AsDouble", "PyFloat_FromDouble", "PyObject_IsTrue"),
    *("PyBool_FromLong", "PyErr_Occurred", "PyErr_Clear", "PyTuple_New", "PyTuple_GetItem", "PyTuple_SetItem"),
    *("PyObject_CallObject", "Py_IncRef", "Py_DecRef", "PyCapsule_New", "PyCapsule_GetPointer"),
    *("PyEval_SaveThread", "PyEval_RestoreThread", "PyCFunction_NewEx"),
)


class Doors:
    """The library that makes them."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.PyDLL(str(path))
        functions = (ctypes.c_void_p * len(NEEDED))(
            *(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in NEEDED)
        )
        begin, self._make = self._library.gosu_door_begin, self._library.gosu_door_make
        begin.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.py_object, ctypes.py_object]
        begin.restype = None
        begin(ctypes.addressof(functions), object.__basicsize__, np.ndarray, None)
        self._make.restype = ctypes.py_object
        self._make.argtypes = [
            *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_char_p),
            *(ctypes.c_void_p, ctypes.c_void_p, ctypes.py_object, ctypes.py_object, ctypes.c_int64, ctypes.c_int64),
        ]
        self._names: dict[str, bytes] = {}  # function objects point to them

    def make(
        self,
        address: int,
        name: str,
        arguments: Sequence[Any],
        result: str,
        otherwise: Callable[..., Any],
        releases: bool = True,
    ) -> Callable[..., Any]:
        """A function object that calls the code at an address; other arguments are passed to ``otherwise``.

        ``result`` is the letter of what it returns: n, none; b, i, d: a number. ``releases``: other threads may run
        meanwhile.
        """
        described = [part for value in arguments for part in _described(value)]
        count = len(described)
        whole = ctypes.c_int64 * count
        kinds = "".join(part[0] for part in described).encode()
        counts, items = whole(*(part[1] for part in described)), whole(*(part[2] for part in described))
        made: Callable[..., Any] = self._make(
            *(address, self._names.setdefault(name, name.encode()), len(arguments), count, kinds, counts, items),
            *(tuple(part[3] for part in described), otherwise, ord(result), releases),
        )
        return made


def _described(value: Any) -> list[tuple[str, int, int, Any]]:
    """An argument and its parts: letter, axes or parts, bytes of an item, type."""
    if isinstance(value, np.ndarray):
        return [("a", value.ndim, value.itemsize, value.dtype)]
    if isinstance(value, tuple):
        parts = [part for each in value for part in _described(each)]
        return [("t", len(value), 0, type(value)), *parts]
    if isinstance(value, bool | np.bool_):
        return [("b", 0, 0, None)]
    return [("i" if isinstance(value, int | np.integer) else "d", 0, 0, None)]
