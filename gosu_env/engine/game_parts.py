"""The parts of a game's folder that only some need: how it is drawn, told, counted, played on a screen.

A game may do without any of them; whoever asks has something plain instead.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from gosu_env.engine.rules import GAMES


def find_part(game: str, name: str) -> ModuleType | None:
    """The module ``name`` of a game's folder; None if it has no such module."""
    module = f"{GAMES[game].rpartition('.')[0]}.{name}"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
