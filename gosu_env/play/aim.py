"""What actions aim at: places on a board that can be pointed at, and cards."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

Place = Hashable  # something on the board that can be pointed at, as the game names it


class Aim(NamedTuple):
    """What an action is about."""

    place: Place | None = None
    card: str | None = None
