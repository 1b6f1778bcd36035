"""Files of weights: safetensors with a checksum of the whole file among their metadata; the shapes of weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from gosu_env import DataError

CHECKSUM = "sha256"
BLANK = "0" * 64  # stands where the checksum goes while it is computed
ALIGNED = 8  # bytes: a header ends with so many spaces that the weights begin at a multiple


def trunk_shapes(width: int, depth: int) -> dict[str, tuple[int | None, ...]]:
    """The shapes of the weights that all networks of this project have; None: as the game asks."""
    shapes: dict[str, tuple[int | None, ...]] = {
        "numbers": (None, width),
        "bias": (width,),
        "policy.weight": (None, width),
        "policy.bias": (None,),
        "value.weight": (1, width),
        "value.bias": (1,),
    }
    for index in range(depth):
        shapes |= {f"layers.{index}.weight": (width, width), f"layers.{index}.bias": (width,)}
    return shapes


def seal(content: bytes, metadata: Mapping[str, str]) -> bytes:
    """A file as ``safetensors.save`` makes it, with metadata and a checksum. The same is always the same bytes."""
    size = int.from_bytes(content[:8], "little")
    tensors = json.loads(content[8 : 8 + size])
    header = json.dumps({"__metadata__": {CHECKSUM: BLANK, **metadata}, **tensors}, separators=(",", ":")).encode()
    header += b" " * (-len(header) % ALIGNED)
    head = len(header).to_bytes(8, "little") + header
    body = memoryview(content)[8 + size :]
    digest = hashlib.sha256(head)
    digest.update(body)
    return b"".join([head.replace(BLANK.encode(), digest.hexdigest().encode(), 1), body])


def read_metadata(content: bytes) -> dict[str, str]:
    """The metadata of a file, whose checksum must fit if it has one; errors do not name the file."""
    size = int.from_bytes(content[:8], "little")
    try:
        header: Any = json.loads(content[8 : 8 + size])
        metadata: Any = header["__metadata__"]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise DataError(f"no metadata: {error!r}") from None
    if not isinstance(metadata, dict):
        raise DataError("no metadata")
    if CHECKSUM in metadata:
        at = content.find(f'"{CHECKSUM}":"{metadata[CHECKSUM]}"'.encode(), 8, 8 + size) + len(CHECKSUM) + 4
        digest = hashlib.sha256(content[:at])
        digest.update(BLANK.encode())
        digest.update(memoryview(content)[at + len(BLANK) :])
        if digest.hexdigest() != metadata[CHECKSUM]:
            raise DataError("checksum mismatch")
    return metadata
