"""Files of weights: safetensors with a checksum of the whole file among their metadata."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from gosu_env import DataError

CHECKSUM = "sha256"
BLANK = "0" * 64  # stands where the checksum goes while it is computed
_KEY = f'"{CHECKSUM}":"'.encode()


def seal(content: bytes) -> bytes:
    """A file that was saved with ``CHECKSUM: BLANK`` among its metadata, with its true checksum there."""
    at = content.index(_KEY + BLANK.encode()) + len(_KEY)
    return content[:at] + hashlib.sha256(content).hexdigest().encode() + content[at + len(BLANK) :]


def read_metadata(content: bytes) -> dict[str, str]:
    """The metadata of a file, whose checksum must fit if it has one; errors do not name the file."""
    size = int.from_bytes(content[:8], "little")
    try:
        header: Any = json.loads(content[8 : 8 + size])
        metadata: Any = header["__metadata__"]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(f"no metadata in it: {error!r}") from None
    if not isinstance(metadata, dict):
        raise DataError("no metadata in it")
    if CHECKSUM in metadata:
        blank = f'{CHECKSUM}":"{metadata[CHECKSUM]}"'.encode()
        at = content.find(blank, 8, 8 + size) + len(CHECKSUM) + 3
        digest = hashlib.sha256(content[:at])
        digest.update(BLANK.encode())
        digest.update(memoryview(content)[at + len(BLANK) :])
        if digest.hexdigest() != metadata[CHECKSUM]:
            raise DataError("its checksum does not fit")
    return metadata
