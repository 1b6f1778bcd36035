"""From C++ to a library: compiled once, by whatever compiler there is, and kept in the user's cache."""

from __future__ import annotations

import contextlib
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
    given = shlex.split(os.environ.get("GOSU_CXXFLAGS", ""))
    return (*PLAIN, *(QUICK if quick else EXACT), *checked, *given)


def _command() -> tuple[str, ...]:
    command = find_compiler()
    if command is None:
        raise BuildError("no C++ compiler: install g++ or clang++, or the package ziglang; CXX names another one")
    return command


def kept_name(name: str, *made_with: str) -> str:
    """A name for what today's sources give, with this compiler and these flags."""
    command = _command()
    made_of = "\0".join([sources_digest(), *made_with, *command, compiler_version(command), sys.platform])
    stem, _, ending = name.rpartition(".")
    return f"{_file_name(stem)}-{_short(made_of)}.{ending}"


def library(text: str, what: str, flags: tuple[str, ...]) -> Path:
    """The library of a program, compiled if it is not there; ``what`` is said of it then."""
    command = _command()
    name = f"{_file_name(what)}-{_short(chr(0).join([text, *flags, *command, compiler_version(command)]))}"
    if not CACHE.is_writable():
        return compile_library(
            text, command, flags, Path(tempfile.mkdtemp(prefix="gosu-env-")) / f"{name}{ENDING}", what
        )
    assert CACHE.folder is not None
    path = CACHE.folder / f"{name}{ENDING}"
    if not CACHE.holds(path.name):
        with CACHE.turn(path.name):
            if not CACHE.holds(path.name):
                compile_library(text, command, flags, path, what)
                CACHE.prune()
    return path


def compile_library(text: str, command: tuple[str, ...], flags: tuple[str, ...], path: Path, what: str) -> Path:
    """Compile a program; the library appears whole or not at all, with its source beside it."""
    began = time.monotonic()
    built_here.append(what)
    source = path.with_suffix(".cpp")
    _write(source, text.encode())
    made = path.with_name(f".{path.stem}-{os.getpid()}{path.suffix}")
    run = [*command, *flags, str(source), *LINKED, "-o", str(made)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    if done.returncode:
        made.unlink(missing_ok=True)
        raise BuildError(f"{what} does not compile ({shlex.join(run)}):\n{done.stderr[:4000]}")
    with contextlib.suppress(OSError):
        made.chmod(0o700)
    os.replace(made, path)
    say(f"{what} compiled in {time.monotonic() - began:.1f} s")
    return path


def _file_name(what: str) -> str:
    return re.sub("[^a-zA-Z0-9.]+", "_", what).strip("_")


def _short(made_of: str) -> str:
    return hashlib.sha256(made_of.encode()).hexdigest()[:32]


def _write(path: Path, content: bytes) -> None:
    """Write a file so that nobody sees half of it."""
    made = path.with_name(f".{path.name}-{os.getpid()}")
    made.write_bytes(content)
    os.replace(made, path)
