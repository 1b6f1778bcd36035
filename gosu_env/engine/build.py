"""From C++ to a library: compiled once, by whatever compiler there is, and kept in the user's cache folder."""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from gosu_env.engine.cache import Cache, cache_folder, tell
from gosu_env.engine.errors import GosuError

NATIVE = Path(__file__).parent / "native"
ENDING = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
PLAIN = ("-std=c++17", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-fvisibility=hidden", "-w")
EXACT = ("-ffp-contract=off",)  # every machine rounds alike
QUICK = ("-ffast-math", "-O3", "-march=native")  # adds up in any order: for learning
CHECKED = ("-DGOSU_CHECKED", "-O1", "-g")
LINKED = ("-shared", *(() if sys.platform == "win32" else ("-fPIC", "-lm")))

CACHE = Cache(cache_folder)
built_here: list[str] = []  # what this process had to compile


class BuildError(GosuError):
    """There is no compiler, or it refuses what it is given."""


@cache
def find_compiler() -> tuple[str, ...] | None:
    """The command of a C++ compiler: ``$CXX``, that of the system, or the one of the package ziglang."""
    if named := os.environ.get("CXX"):
        return tuple(shlex.split(named))
    for name in ("g++", "clang++", "c++"):
        if found := shutil.which(name):
            return (found,)
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "c++")
    return None


@cache
def compiler_version(command: tuple[str, ...]) -> str:
    try:
        return subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"the C++ compiler {shlex.join(command)} does not run: {error}") from None


def flags_for(quick: bool = False) -> tuple[str, ...]:
    """How a program is compiled; ``GOSU_CXXFLAGS`` adds to it, and ``GOSU_CHECKED=1`` checks every index."""
    checked = CHECKED if os.environ.get("GOSU_CHECKED") == "1" else ()
    return (*PLAIN, *(QUICK if quick else EXACT), *checked, *shlex.split(os.environ.get("GOSU_CXXFLAGS", "")))


def library(text: str, what: str, flags: tuple[str, ...]) -> Path:
    """The library of a program, compiled if it is not there; ``what`` is said of it then."""
    command = find_compiler()
    if command is None:
        raise BuildError("no C++ compiler: install g++ or clang++, or the package ziglang; CXX names another one")
    made_of = "\0".join([text, *flags, *command, compiler_version(command), sys.platform])
    name = f"{re.sub('[^a-zA-Z0-9.]+', '_', what).strip('_')}-{hashlib.sha256(made_of.encode()).hexdigest()[:32]}"
    if not CACHE.is_writable() or CACHE.folder is None:
        return _compile(text, command, flags, Path(tempfile.mkdtemp(prefix="gosu-env-")), name, what)
    path = CACHE.folder / f"{name}{ENDING}"
    if not path.exists():
        with CACHE.turn(path.name):
            if not path.exists():
                _compile(text, command, flags, CACHE.folder, name, what)
    return path


def _compile(text: str, command: tuple[str, ...], flags: tuple[str, ...], folder: Path, name: str, what: str) -> Path:
    began = time.monotonic()
    built_here.append(what)
    source, path = folder / f"{name}.cpp", folder / f"{name}{ENDING}"
    _write(source, text.encode())
    made = folder / f".{name}-{os.getpid()}{ENDING}"
    run = [*command, *flags, str(source), *LINKED, "-o", str(made)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    if done.returncode:
        made.unlink(missing_ok=True)
        raise BuildError(f"{what} does not compile ({shlex.join(run)}):\n{done.stderr[:4000]}")
    os.replace(made, path)
    tell(f"{what} compiled in {time.monotonic() - began:.1f} s")
    return path


def _write(path: Path, content: bytes) -> None:
    """Write a file so that nobody sees half of it."""
    made = path.with_name(f".{path.name}-{os.getpid()}")
    made.write_bytes(content)
    os.replace(made, path)


@cache
def load(path: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(path))
