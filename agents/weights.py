"""Files of weights: safetensors with a checksum of the whole file among their metadata; the shapes of weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from gosu_env import DataError

CHECKSUM = "sha256"
BLANK = "0" * 64  # stands where the checksum goes while it is computed
ALIGNED = 8  # bytes: a header ends with so many spaces that the weights begin at a multiple


Shapes = dict[str, tuple[int | str, ...]]  # of weights by name; a size with a name is the same wherever it stands


def trunk_shapes(width: int, depth: int) -> Shapes:
    """The shapes of the weights that all networks of this project have."""
    shapes: Shapes = {
        "numbers": ("columns", width),
        "bias": (width,),
        "policy.weight": ("actions", width),
        "policy.bias": ("actions",),
        "value.weight": (1, width),
        "value.bias": (1,),
    }
    for index in range(depth):
        shapes |= {f"layers.{index}.weight": (width, width), f"layers.{index}.bias": (width,)}
    return shapes


def check_shapes(path: str, weights: Mapping[str, NDArray[Any]], shapes: Shapes) -> dict[str, int]:
    """Refuse weights that are missing, too many, or of other shapes; the sizes that have names in ``shapes``.

    Compiled code trusts every one of them.
    """
    if set(shapes) != set(weights):
        odd = ", ".join(sorted(set(shapes) ^ set(weights)))
        raise DataError(f"{path}: weights are missing or too many: {odd}")
    sizes: dict[str, int] = {}
    where: dict[str, str] = {}
    for name, shape in shapes.items():
        weight = weights[name]
        if weight.dtype.kind != "f":
            raise DataError(f"{path}: {name} is of the type {weight.dtype}; expected floating-point numbers")
        if len(weight.shape) != len(shape):
            raise DataError(f"{path}: {name} has the shape {weight.shape}; expected {len(shape)} axes")
        for size, found in zip(shape, weight.shape, strict=True):
            wanted = sizes.setdefault(size, found) if isinstance(size, str) else size
            if found != wanted:
                source = f"the {size} of {where[size]}" if isinstance(size, str) else "its description"
                raise DataError(f"{path}: {name} has the shape {weight.shape}: {found} does not fit {source}, {wanted}")
            if isinstance(size, str):
                where.setdefault(size, name)
    return sizes


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
