"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from gosu_env.engine.errors import DataError, GosuError

try:
    import fcntl
except ImportError:  # no such locks on this system: what a killed writer left stays there
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".tmp"


def write_whole(path: str | os.PathLike[str], data: bytes, mode: int = 0o666) -> None:
    """Write a file at once: whoever looks finds the old one or the new one, never half of it.

    That holds for power cuts as well. A link is replaced by the file, what it points at is left alone. What a writer
    of the same file left when it was killed is removed. ``mode`` is cut down by the umask, as usual.
    """
    target = Path(path)
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            found = "a folder" if target.is_dir() else "not a regular file"
            raise GosuError(f"{target}: cannot be written: it is {found}")
        temporary, descriptor = _new_temporary(target, mode)
        with contextlib.ExitStack() as undo, os.fdopen(descriptor, "wb") as file:
            undo.callback(_remove, temporary)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
            _remove_abandoned(target, temporary.name)
            os.replace(temporary, target)
            undo.pop_all()
        _sync_folder(target.parent)
    except OSError as error:
        raise GosuError(f"{target}: cannot be written: {_reason(error, target.parent)}") from None


def read_whole(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """A file of at most ``limit`` bytes, and really a file: no device, no pipe, nothing that never ends."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("not a regular file")
        with open(handle, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    finally:
        os.close(handle)
    if len(data) > limit:
        raise OSError(f"more than {limit} bytes")
    return data


# ------------------------------------------------------------------------------------------------ temporary files


def _prefix(target: Path) -> str:
    return f".{target.name[:32]}-"


def _new_temporary(target: Path, mode: int) -> tuple[Path, int]:
    """A new file beside the target, locked for as long as it is open: that tells it from an abandoned one."""
    while True:
        temporary = target.with_name(f"{_prefix(target)}{secrets.token_hex(8)}{TEMPORARY}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with contextlib.suppress(OSError):  # a file system without locks
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return temporary, descriptor
        os.close(descriptor)  # taken for an abandoned one before it was locked


def _remove_abandoned(target: Path, own: str) -> None:
    """Remove temporary files of the target whose writers are gone: the lock of a process ends with it."""
    if fcntl is None:
        return
    with contextlib.suppress(OSError), os.scandir(target.parent) as found:
        for entry in found:
            if entry.name != own and entry.name.startswith(_prefix(target)) and entry.name.endswith(TEMPORARY):
                with contextlib.suppress(OSError):
                    descriptor = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                    try:
                        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        os.unlink(entry.path)
                    finally:
                        os.close(descriptor)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _sync_folder(folder: Path) -> None:
    """The new name survives a power cut, too; some systems and file systems do not offer that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _reason(error: OSError, folder: Path) -> str:
    return f"there is no folder {folder}" if isinstance(error, FileNotFoundError) else str(error.strerror)
