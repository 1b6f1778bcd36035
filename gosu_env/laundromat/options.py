"""The options of a game of Goblin Laundromat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gosu_env.engine.options import Options
from gosu_env.laundromat.state import AUTO_FORCED, COIN_REWARD


@dataclass(frozen=True)
class LaundromatOptions(Options):
    """The options of every game. With ``reward="coins"``, a return is the lead in coins over the best other, scaled."""

    REWARDS: ClassVar[tuple[str, ...]] = ("win", "coins")

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        return AUTO_FORCED * self.auto_forced + COIN_REWARD * (self.reward == "coins")
