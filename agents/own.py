"""Classes of one's own, by module and name: ``my_module:MyNet``.

Importing a module runs its code. A class that the user names, on the command line or in settings, is imported. A class
that only a file names is imported if the user has said that it may: by naming it, too (``trust``), or ``--trust-code``.
"""

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

TRUSTED = "GOSU_ENV_TRUST_CODE"  # the environment variable that lists those classes, for other processes, too
ANY = "*"


def trust(name: str) -> None:
    """Let files name this class; ``ANY``: any class."""
    os.environ[TRUSTED] = ",".join(sorted({*_trusted(), name}))


def _trusted() -> set[str]:
    return set(filter(None, os.environ.get(TRUSTED, "").split(",")))


def check_trusted(what: str, name: str) -> None:
    """Refuse a class that only a file names; ``what`` it is for errors."""
    if not {name, ANY} & _trusted():
        raise OptionError(
            f"{what}: it names the class {name!r}, and to import that runs code; if you trust it, add --trust-code, "
            f"or in Python: gosu_env.agents.own.trust({name!r})"
        )


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
