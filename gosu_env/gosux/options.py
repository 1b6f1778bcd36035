"""The options of a game of GOSU X."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gosu_env.engine.options import Options
from gosu_env.gosux.state import AUTO_FORCED, CLANS_DEALT, FOR_SUPREMACY


@dataclass(frozen=True)
class XOptions(Options):
    """The options of every game, and one of GOSU X. With ``reward="supremacy"``, a return is the lead in tokens."""

    REWARDS: ClassVar[tuple[str, ...]] = ("win", "supremacy")

    clans_dealt: bool = False  # clans are dealt at random instead of picked

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        flags = {
            AUTO_FORCED: self.auto_forced,
            CLANS_DEALT: self.clans_dealt,
            FOR_SUPREMACY: self.reward == "supremacy",
        }
        return sum(flag for flag, on in flags.items() if on)
