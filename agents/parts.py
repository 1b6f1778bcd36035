"""What agents have for one game alone: evaluations, reports. The modules of its folder, found by name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def find_part(game: str, name: str) -> ModuleType | None:
    """The module ``name`` in the game's folder of agents; None if there is no such module."""
    folder = f"gosu_env.agents.{game}"
    if find_spec(folder) is None or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")
