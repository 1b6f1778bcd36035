"""Classes of one's own, by module and name: ``my_module:MyNet``."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from types import ModuleType
from typing import Any

from gosu_env import OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.agents.sources import watch


def import_own(name: str) -> ModuleType:
    """A module, also looked for in the current folder; the files that it reads are noted."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    with watch(name):
        return importlib.import_module(name)


def find_class(what: str, name: str, method: str) -> type[Any]:
    """A class with some method, by its name; ``what`` it is for errors."""
    module_name, _, class_name = name.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise OptionError(f"{what} {name!r}: expected my_module:MyClass")
    try:
        module = import_own(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise OptionError(f"{what} {name!r} cannot be imported: {told_fault(error)}") from error
        raise OptionError(
            f"{what} {name!r}: there is no module {error.name!r} in the current folder or on the Python path; run the "
            "command where it is, or name its folder in PYTHONPATH"
        ) from None
    except Exception as error:
        raise OptionError(f"{what} {name!r} cannot be imported: {told_fault(error)}") from error
    found = getattr(module, class_name, None)
    if not inspect.isclass(found) or not callable(getattr(found, method, None)):
        known = [name for name, thing in vars(module).items() if inspect.isclass(thing) and hasattr(thing, method)]
        raise OptionError(
            f"{what} {name!r}: the module {module_name!r} has no class {class_name!r} with {method}; known: "
            + (", ".join(known) or "none")
        )
    return found
