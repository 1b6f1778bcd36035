"""The options of a game of GOSU X."""

from __future__ import annotations

from dataclasses import dataclass

from gosu_env.engine.options import Options
from gosu_env.gosux.state import AUTO_FORCED, CLANS_DEALT


@dataclass(frozen=True)
class XOptions(Options):
    """The options of every game, and one of GOSU X."""

    clans_dealt: bool = False  # clans are dealt at random instead of picked

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        return AUTO_FORCED * self.auto_forced | CLANS_DEALT * self.clans_dealt
