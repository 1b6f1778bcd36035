"""The options of a game of GOSU X."""

from __future__ import annotations

from dataclasses import dataclass

from gosu_env.engine.options import Options
from gosu_env.gosux.state import AUTO_FORCED


@dataclass(frozen=True)
class XOptions(Options):
    """The options of every game."""

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        return AUTO_FORCED if self.auto_forced else 0
