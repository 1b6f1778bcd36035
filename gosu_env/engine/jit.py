"""How the rules are run: compiled by numba, or interpreted when ``NUMBA_DISABLE_JIT=1``.

``rule`` marks a function that other rules call. ``entry`` marks one that Python calls: it is compiled once with all the
rules below it and kept on disk. Numba's disk cache only notices changes of the file a function stands in, so the folder
of the cache is named after a digest of every file with compiled code in it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
import numba.core.config

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config  # its names are made at run time
njit: Any = numba.njit
typeof: Any = numba.typeof

INTERPRETED: bool = bool(config.DISABLE_JIT)


PACKAGE = Path(__file__).resolve().parent.parent


def source_digest(*packages: Path) -> str:
    """A digest of every file that holds compiled code or its constants, and of the versions that shape machine code."""
    digest = hashlib.sha256(f"{sys.version}|{numba.__version__}".encode())
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            source = path.read_bytes()
            if path.name in ("jit.py", "vocabulary.py") or re.search(
                rb"engine\.jit import .*\b(rule|\w*entry)\b", source
            ):
                digest.update(path.relative_to(package.parent).as_posix().encode())
                digest.update(source)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled rules are kept: ``GOSU_ENV_CACHE``, or the user's cache folder."""
    root = os.environ.get("GOSU_ENV_CACHE")
    if root is None:
        root = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "gosu-env")
    return Path(root) / source_digest(PACKAGE)


CACHE = cache_folder()
# Players contain the rules they call: a folder within. Those who train them contain players: another within that.
PLAYERS_CACHE = CACHE / source_digest(PACKAGE.parent / "agents")
TRAINING_CACHE = PLAYERS_CACHE / source_digest(PACKAGE.parent / "training")

Wide: TypeAlias = int  # a number that may need 64 bits; all others of the compiled code fit into 32


def rule(function: F) -> F:
    """Compile a function that is called by other compiled functions only.

    It has no wrapper for Python, which saves a fifth of the compile time: calling it from Python crashes when compiled.
    """
    compiled: F = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep the result on disk.

    The cache folder is chosen by numba at decoration, so it is set for just that moment: other users of numba in the
    process keep theirs.
    """
    return _kept(function, fastmath=False)


def quick_entry(function: F) -> F:
    """An entry that adds up numbers in whatever order is quickest: for learning, never for rules."""
    return _kept(function, fastmath=True)


def _kept(function: F, fastmath: bool) -> F:
    if INTERPRETED:
        return function
    before = config.CACHE_DIR
    folders = {"gosu_env": CACHE, "agents": PLAYERS_CACHE}
    config.CACHE_DIR = str(folders.get(function.__module__.partition(".")[0], TRAINING_CACHE))
    try:
        compiled: F = njit(error_model="numpy", cache=True, nogil=True, fastmath=fastmath)(function)
        return compiled
    finally:
        config.CACHE_DIR = before


def direct(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """An entry compiled for arguments of just these types, callable without looking at types again.

    That look takes a microsecond, as long as the work itself. The caller answers for the types of what it passes.
    """
    if INTERPRETED:
        return function
    dispatcher: Any = function
    signature = tuple(typeof(argument) for argument in arguments)
    dispatcher.compile(signature)
    entry_point: Callable[..., Any] = dispatcher.overloads[signature].entry_point
    return entry_point


def announce(what: str) -> None:
    """Say once per machine, in one line, that a first call is going to compile ``what``."""
    if INTERPRETED:
        return
    marker = CACHE / f"compiled-{what}"
    if marker.exists():
        return
    print(f"gosu-env: compiling the rules of {what} for this machine, once, for a minute or two …", file=sys.stderr)
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        marker.touch()
    except OSError:
        pass  # a read-only home: numba compiles in memory and the line is shown again next time
