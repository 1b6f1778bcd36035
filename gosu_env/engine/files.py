"""Files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
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
