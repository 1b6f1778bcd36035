"""The user's cache of compiled code: shared by processes, private to its user, and never needed.

A file that is cut, damaged or not the user's own counts as missing. Where nothing can be kept, one line says so, and
libraries last as long as their process.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

from gosu_env.engine.errors import GosuError
from gosu_env.engine.files import write_whole

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes compile the same twice
    fcntl = None  # type: ignore[assignment]

CHECKSUM = hashlib.sha256().digest_size
PATIENCE = 600.0  # seconds to wait for another process to compile the same
PAUSE = 0.1
FOLDER = "compiled"
SUM = ".sum"  # ends the name of a digest
MOST_FILES = 400  # those used longest ago go first
PACKAGE = Path(__file__).resolve().parents[2]
COMPILER = Path(__file__).resolve().parent
LINKED = ("", "agents", "training")  # folders of sources: in a checkout, the last two are links
COMPILES = re.compile(rb"^@(rule|shared_rule|entry|brief_entry|quick_entry)$", re.MULTILINE)
IMPORTS = re.compile(rb"^from (gosu_env\.[.\w]+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def cache_folder() -> Path | None:
    """A folder in ``GOSU_ENV_CACHE``, or in the user's cache folder; None where there is no home."""
    above = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(above):
        above = os.path.expanduser("~/.cache")
    if named := os.environ.get("GOSU_ENV_CACHE"):
        above = os.path.abspath(os.path.expanduser(named))
    elif os.path.isabs(above):
        above = os.path.join(above, "gosu-env")
    else:
        return None
    return Path(above) / FOLDER


@cache
def sources_digest() -> str:
    """Stands for all that compiled code is made from: what is marked, its constants' modules, and the translator."""
    texts = {}
    for top in LINKED:
        for path in (PACKAGE / top).rglob("*.py"):
            texts[".".join(("gosu_env", *path.relative_to(PACKAGE).with_suffix("").parts))] = path.read_bytes()
    waiting = [name for name, text in texts.items() if COMPILES.search(text)]
    found = set(waiting)
    while waiting:
        for imported in IMPORTS.finditer(texts[waiting.pop()]):
            module, names = imported[1].decode(), re.findall(r"\w+", (imported[2] or imported[3]).decode())
            parts = {f"{module}.{name}" for name in names} | ({module} if any(map(str.isupper, names)) else set())
            new = (parts & texts.keys()) - found
            found |= new
            waiting += new
    digest = hashlib.sha256()
    for name in sorted(found):
        digest.update(name.encode() + hashlib.sha256(texts[name]).digest())
    others = [*COMPILER.rglob("*.py"), *COMPILER.rglob("*.h"), *PACKAGE.glob("agents/*/*.toml")]
    for path in sorted(others):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def say(line: str) -> None:
    """A line for the user; processes that others started leave it to them."""
    if multiprocessing.parent_process() is None:
        print(f"gosu-env: {line}", file=sys.stderr, flush=True)


class Cache:
    """A folder of compiled code, by names that say all that the code depends on."""

    def __init__(self, find: Callable[[], Path | None]) -> None:
        self._find = find  # asked at the first use: most commands need no compiled code
        self.problem: str | None = None  # why nothing can be kept, once that is known
        self._complained = False
        self._locks: int | None = None  # a file whose bytes are locks; closing it would open them all

    @cached_property
    def folder(self) -> Path | None:
        return self._find()

    def load(self, name: str) -> bytes | None:
        """What was kept under a name; None if that is missing, damaged, or from somebody else."""
        if self.folder is None:
            return None
        try:
            descriptor = os.open(self.folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(descriptor, "rb") as file:
                if not _is_own(os.fstat(descriptor)):
                    return None
                found = file.read()
        except OSError:
            return None
        checksum, data = found[:CHECKSUM], found[CHECKSUM:]
        return data if checksum == _checksum(name, data) else None

    def path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / name

    def holds(self, name: str) -> bool:
        """Whether a library is there, whole, that nobody else can have written. It counts as used."""
        known = self.load(f"{name}{SUM}")
        if known is None:
            return False
        try:
            descriptor = os.open(self.path(name), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            with os.fdopen(descriptor, "rb") as file:
                whole = _is_own(os.fstat(descriptor)) and hashlib.sha256(file.read()).digest() == known
        except OSError:
            return False
        for path in (self.path(name), self.path(f"{name}{SUM}")):
            with contextlib.suppress(OSError):
                os.utime(path)
        return whole

    def keep(self, file: Path, checked: bool = True) -> bool:
        """Keep a copy of a file, and, so that damage is noticed, its digest; whether that worked."""
        data = file.read_bytes()
        if not self.is_writable():
            self._complain()
            return False
        try:
            write_whole(self.path(file.name), data, 0o700)
        except GosuError as error:
            self.problem = str(error)
            self._complain()
            return False
        if checked:
            self.save(f"{file.name}{SUM}", hashlib.sha256(data).digest())
        return self.problem is None

    def _complain(self) -> None:
        if not self._complained:
            self._complained = True
            say(f"compiled code is not kept: {self.problem}; GOSU_ENV_CACHE names a folder for it")

    def save(self, name: str, data: bytes) -> None:
        """Keep it, if that is possible; otherwise a line says why not."""
        if self.is_writable():
            assert self.folder is not None
            try:
                write_whole(self.folder / name, _checksum(name, data) + data, 0o600)
            except GosuError as error:
                self.problem = str(error)
                self._complain()

    def is_writable(self) -> bool:
        """Whether code can be kept. The folder is made, for its user alone."""
        if self.problem is None and self._locks is None:
            if self.folder is None:
                self.problem = "there is no home folder"
                return False
            try:
                self.folder.mkdir(0o700, parents=True, exist_ok=True)
                found = self.folder.stat()
                if not _is_own(found):
                    if found.st_uid != os.geteuid():
                        self.problem = f"{self.folder} belongs to another user"
                        return False
                    self.folder.chmod(0o700)
                self._locks = os.open(self.folder / "locks", os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                self.problem = f"{self.folder} cannot be written to: {error.strerror}"
        return self.problem is None

    def prune(self) -> None:
        """Remove the files that were used longest ago, where there are too many."""
        assert self.folder is not None
        found = []
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                if path.name != "locks":
                    found.append((path.stat().st_mtime_ns, path))
        for _, path in sorted(found)[:-MOST_FILES]:
            path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """For the one process that makes what is missing; the others wait until it is there."""
        if not self.is_writable() or fcntl is None:
            yield
            return
        assert self._locks is not None
        place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.lockf(self._locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
                break
            except (BlockingIOError, PermissionError):
                if time.monotonic() > until:
                    break
                time.sleep(PAUSE)
            except OSError:
                break  # a file system without locks
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, place)


def _is_own(found: os.stat_result) -> bool:
    """Whether nobody but the user, or root, can have written it."""
    if not hasattr(os, "geteuid"):
        return True
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _checksum(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + data).digest()
