"""Compiled code kept on disk: shared by processes, private to its user, and never needed.

A file that is cut, damaged or not the user's own counts as missing. Where nothing can be kept, one line says so and
everything works in memory. Every version of the sources has a folder of its own: code that several versions have made,
put together, once corrupted memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

from gosu_env.engine.compiling import CLEAR
from gosu_env.engine.errors import GosuError
from gosu_env.engine.files import write_whole

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes compile the same twice
    fcntl = None  # type: ignore[assignment]

CHECKSUM = hashlib.sha256().digest_size
PATIENCE = 600.0  # seconds to wait for another process to compile the same
PAUSE = 0.1


FOLDER = "compiled"  # and the version of the sources
KEPT_VERSIONS = 4  # those that were used last
PACKAGE = Path(__file__).resolve().parents[1]
LINKED = ("", "agents", "training")  # folders of sources: in a checkout, the last two are links
COMPILES = re.compile(rb"^@(rule|shared_rule|entry|quick_entry)$", re.MULTILINE)
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
    return Path(above) / f"{FOLDER}-{sources_digest()}"


@cache
def sources_digest() -> str:
    """Sixteen letters for all sources that compiled code is made from: those that compile, and their constants'."""
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
    return digest.hexdigest()[:16]


def tell(line: str) -> None:
    """A line for the user; processes that others started leave it to them."""
    if multiprocessing.parent_process() is None:
        clear = CLEAR if sys.stderr.isatty() else ""
        print(f"{clear}gosu-env: {line}", file=sys.stderr)


class Cache:
    """A folder of compiled code, by names that say all that the code depends on."""

    def __init__(self, find: Callable[[], Path | None]) -> None:
        self._find = find  # asked at the first use: most commands need no compiled code
        self.problem: str | None = None  # why nothing can be kept, once that is known
        self._used = False  # whether its last use is noted
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
                if not self._is_own(os.fstat(descriptor)):
                    return None
                found = file.read()
        except OSError:
            return None
        if not self._used:
            self._used = True
            with contextlib.suppress(OSError):
                os.utime(self.folder)
        checksum, data = found[:CHECKSUM], found[CHECKSUM:]
        return data if checksum == _checksum(name, data) else None

    def has(self, name: str) -> bool:
        return self.folder is not None and (self.folder / name).exists()

    def save(self, name: str, data: bytes) -> None:
        """Keep it, if that is possible; otherwise a line says why not."""
        if self.is_writable():
            assert self.folder is not None
            try:
                write_whole(self.folder / name, _checksum(name, data) + data, 0o600)
            except GosuError as error:
                self.problem = str(error)
                tell(f"compiled code is not kept: {error}")

    def is_writable(self) -> bool:
        """Whether code can be kept. The folder is made, for its user alone."""
        if self.problem is None and self._locks is None:
            if self.folder is None:
                self.problem = "there is no home folder"
                return False
            try:
                self.folder.parent.mkdir(parents=True, exist_ok=True)
                with contextlib.suppress(FileExistsError):
                    self.folder.mkdir(0o700)
                    _remove_versions(self.folder)
                found = self.folder.stat()
                if not self._is_own(found):
                    if found.st_uid != os.geteuid():
                        self.problem = f"{self.folder} belongs to another user"
                        return False
                    self.folder.chmod(0o700)
                self._locks = os.open(self.folder / "locks", os.O_RDWR | os.O_CREAT, 0o600)
                os.utime(self.folder)  # its last use
            except OSError as error:
                self.problem = f"{self.folder} cannot be written to: {error.strerror}"
        return self.problem is None

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
                if self.has(name) or time.monotonic() > until:
                    break
                time.sleep(PAUSE)
            except OSError:
                break  # a file system without locks
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, place)

    @staticmethod
    def _is_own(found: os.stat_result) -> bool:
        """Whether nobody but the user, or root, can have written it."""
        if not hasattr(os, "geteuid"):
            return True
        return found.st_uid in (0, os.geteuid()) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _remove_versions(folder: Path) -> None:
    """Remove the code of versions that were not used for longest: a new one was added."""
    found = []
    for path in folder.parent.glob(f"{FOLDER}*"):
        with contextlib.suppress(OSError):
            if path != folder and path.is_dir() and not path.is_symlink():
                found.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(found)[: 1 - KEPT_VERSIONS]:
        shutil.rmtree(path, ignore_errors=True)


def _checksum(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + data).digest()
