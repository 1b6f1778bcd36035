"""Arrays of game records, made and copied by their bytes.

Numpy makes and copies structured arrays field by field, ten times slower.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def records(dtype: np.dtype[Any], content: bytes) -> NDArray[np.void]:
    """An array of records with this content, which it does not share."""
    return np.ndarray(len(content) // dtype.itemsize, dtype, bytearray(content))


def empty_records(dtype: np.dtype[Any], count: int) -> NDArray[np.void]:
    """An array of records of zero bytes."""
    return np.ndarray(count, dtype, bytearray(count * dtype.itemsize))
