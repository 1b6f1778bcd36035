"""The files that a player of one's own is made from: its modules, and what they read.

Modules are found by the ``import`` lines of the player's module and of those that it imports. Files are those that were
open for reading while the module was imported and while a player was made. A player that reads more later names it in
an attribute ``files``.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROJECT = tuple(Path(__file__).resolve().parents[1] / name for name in ("gosu_env", "agents", "training"))
SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev", "/etc", "/usr", "/lib", "/lib64", "/bin", "/run", "/var/lib")))
CODE = (".py", ".pyc", ".so", ".pyd", ".nbi", ".nbc")  # modules are found in another way
STANDARD = tuple(Path(sysconfig.get_paths()[name]) for name in ("stdlib", "platstdlib"))  # Python's own modules
INSTALLED = {"site-packages", "dist-packages", "__pycache__"}  # folders of others'

_read: dict[str, set[Path]] = {}  # by module or spec: files that were read when it was imported or made
_watched: list[str] = []  # what is being imported or made now


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched and event == "open" and isinstance(arguments[0], str | bytes):
        flags = arguments[2]
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR) == 0:
            path = Path(os.fsdecode(arguments[0])).absolute()
            for name in _watched:
                _read[name].add(path)


@contextmanager
def watch(name: str) -> Iterator[None]:
    """Note the files that are read meanwhile, for the module or the spec of that name."""
    if not _read:
        sys.addaudithook(_hook)
    _read.setdefault(name, set())
    _watched.append(name)
    try:
        yield
    finally:
        _watched.remove(name)


def source_files(spec: str, agent: Any) -> list[Path]:
    """The files of a player that was made by a spec ``module:Class…``, sorted."""
    module_name, _, rest = spec.partition(":")
    modules = list(_modules(module_name))
    homes = {Path.cwd(), *(path.parent for path in modules[:1])}
    named = [Path(str(file)) for file in getattr(agent, "files", ())]
    named += [path for text in rest.split(":") if (path := Path(text.rpartition("=")[2])).is_file()]
    read = _read.get(module_name, set()) | _read.get(spec, set())
    named += [path for path in read if path.suffix not in CODE and _is_own(path, homes)]
    return sorted({path.resolve() for path in (*modules, *named) if path.is_file()})


def short_path(path: Path) -> str:
    """A path as seen from the working folder, or else its last part: the same on every machine."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.name


def _modules(name: str) -> Iterator[Path]:
    """The files of a module and of all that it imports, as far as they are not installed."""
    waiting, seen = [name], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = _module_file(name)
        if path is None or not _is_own(path, {path.parent}):
            continue
        yield path
        waiting += [name.rpartition(".")[0]] if "." in name else []
        try:
            tree = ast.parse(path.read_bytes())
        except (OSError, SyntaxError, ValueError):
            continue  # whoever imports it is told
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                waiting += [base, *(f"{base}.{alias.name}" for alias in node.names)]


def _module_file(name: str) -> Path | None:
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None:
        try:
            spec = importlib.util.find_spec(name) if name.rpartition(".")[0] in ("", *sys.modules) else None
        except (ImportError, ValueError, AttributeError):
            return None
        file = spec.origin if spec is not None and spec.has_location else None
    return Path(file) if file and Path(file).suffix == ".py" else None


def _is_own(path: Path, homes: set[Path]) -> bool:
    """Whether a file is neither installed nor a passing one: all in the homes are, but for hidden folders there."""
    path = path.absolute()
    if INSTALLED & set(path.parts):
        return False
    if any(path.is_relative_to(root) for root in (*PROJECT, *STANDARD)):
        return False
    home = next((home for home in homes if path.is_relative_to(home)), None)
    if any(part.startswith(".") for part in (path if home is None else path.relative_to(home)).parts):
        return False
    return home is not None or not any(path.is_relative_to(root) for root in (*SYSTEM, Path(tempfile.gettempdir())))
