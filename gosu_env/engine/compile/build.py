"""From C++ to a library: compiled once, by whatever compiler there is, and kept in the user's cache."""

from __future__ import annotations

import atexit
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

from gosu_env.engine.compile.store import Cache, cache_folder, say, sources_digest
from gosu_env.engine.errors import GosuError

NATIVE = Path(__file__).parent / "native"
ENDINGS = {"win32": ".dll", "darwin": ".dylib"}
ENDING = ENDINGS.get(sys.platform, ".so")
PLAIN = ("-std=c++17", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-fvisibility=hidden", "-w")
EXACT = ("-ffp-contract=off",)  # every machine rounds alike
QUICK = ("-ffast-math", "-O3")  # adds up in any order: for learning
CHECKED = ("-DGOSU_CHECKED", "-O1", "-g")
POSITION_INDEPENDENT = () if sys.platform == "win32" else ("-fPIC",)  # there, all code is

CACHE = Cache(cache_folder)
built_here: list[str] = []  # what this process had to compile


class BuildError(GosuError):
    """The compiler does not run, or refuses what it is given."""


class NoCompilerError(BuildError):
    """There is none."""


@cache
def find_compiler() -> tuple[str, ...] | None:
    """The command of a C++ compiler: ``$CXX``, that of the system, or the one of the package ziglang."""
    if named := os.environ.get("CXX"):
        return tuple(shlex.split(named))
    for name in ("g++", "clang++", "c++"):
        if found := shutil.which(name):
            return (found,)
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")  # nothing of the C++ library is used
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
    given = shlex.split(os.environ.get("GOSU_CXXFLAGS", ""))
    return (*PLAIN, *(QUICK if quick else EXACT), *POSITION_INDEPENDENT, *checked, *given)


def _command() -> tuple[str, ...]:
    command = find_compiler()
    if command is None:
        raise NoCompilerError("no C++ compiler: install g++ or clang++, or the package ziglang; CXX names another one")
    return command


def kept_name(name: str, *made_with: str) -> str:
    """A name for what today's sources give, with this compiler and these flags."""
    command = _command()
    made_of = "\0".join([sources_digest(), *made_with, *command, compiler_version(command), sys.platform])
    stem, _, ending = name.rpartition(".")
    return f"{file_name(stem)}-{_short(made_of)}.{ending}"


def library(text: str, what: str, flags: tuple[str, ...]) -> Path:
    """The library of a program, compiled if it is not there; ``what`` is said of it then."""
    command = _command()
    name = f"{file_name(what)}-{_short(chr(0).join([text, *flags, *command, compiler_version(command)]))}{ENDING}"
    if CACHE.holds(name):
        return CACHE.path(name)
    with CACHE.turn(name):
        if CACHE.holds(name):
            return CACHE.path(name)
        began = time.monotonic()
        built_here.append(what)
        made = compile_library(text, command, flags, _workshop() / name, what)
        say(f"{what} compiled in {time.monotonic() - began:.1f} s")
        if CACHE.keep(made) and CACHE.keep(made.with_suffix(".cpp"), checked=False):
            CACHE.prune()
            return CACHE.path(name)
        return made


def compile_library(text: str, command: tuple[str, ...], flags: tuple[str, ...], path: Path, what: str) -> Path:
    """Compile a program, whose source then lies beside its library."""
    source = path.with_suffix(".cpp")
    source.write_text(text, encoding="utf-8")
    run = [*command, *flags, "-shared", str(source), "-o", str(path), "-lm"]
    env = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # it is for the library's user
    done = subprocess.run(run, capture_output=True, text=True, check=False, env=env)
    if done.returncode:
        raise BuildError(f"{what} does not compile ({shlex.join(run)}):\n{done.stderr[:4000]}")
    return path


@cache
def _workshop() -> Path:
    """A folder for this process, removed at its end."""
    folder = Path(tempfile.mkdtemp(prefix="gosu-env-"))
    atexit.register(_remove, folder, os.getpid())
    return folder


def _remove(folder: Path, process: int) -> None:
    if os.getpid() == process:  # and not one that was forked
        shutil.rmtree(folder, ignore_errors=True)


def file_name(what: str) -> str:
    return re.sub("[^a-zA-Z0-9.]+", "_", what).strip("_")


def _short(made_of: str) -> str:
    return hashlib.sha256(made_of.encode()).hexdigest()[:32]
