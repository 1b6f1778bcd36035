"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from gosu_env.engine.errors import DataError, GosuError


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file at once: whoever looks finds the old one or the new one, never half of it."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise GosuError(f"{target}: cannot be written: {error.strerror}") from None


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
            raise OSError("it is not a regular file")
        with open(handle, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    finally:
        os.close(handle)
    if len(data) > limit:
        raise OSError(f"it has more than {limit} bytes")
    return data
