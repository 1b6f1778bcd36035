"""The libraries that an installed package brings: compiled when it was built. A checkout has none."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "compiled"
FILE = "index.json"
DOORS = "doors"  # its library, without the ending


def _index() -> dict[str, tuple[str, str, str]] | None:
    try:
        found: dict[str, tuple[str, str, str]] = json.loads((FOLDER / FILE).read_bytes())
    except FileNotFoundError:
        return None
    return found


INDEX = _index()  # by what an entry is kept under: its library, its symbol, and the letter of its result
