"""The options of a game of Goblin Laundromat."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.engine.words import nearest
from gosu_env.laundromat.state import AUTO_FORCED, COIN_REWARD

REWARDS = ("win", "coins")


@dataclass(frozen=True)
class LaundromatOptions:
    """Checked when made: an absurd option is an error, never a surprise later."""

    cards: str | None = None  # path of a card file; None: the default set
    auto_forced: bool = True  # decisions with one legal answer are taken automatically
    max_decisions: int = 500  # a game that long ends as truncated; none comes to 200
    reward: str = "win"  # "win": for the victory; "coins": the lead over the best other, scaled into -1 … 1

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, str | Path):
            raise OptionError(f"cards must be the path of a card file, not {self.cards!r}")
        if not isinstance(self.auto_forced, bool):
            raise OptionError(f"auto_forced must be True or False, not {self.auto_forced!r}")
        limit = self.max_decisions
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1_000_000:
            raise OptionError(f"max_decisions must be a whole number from 1 to 1000000, not {limit!r}")
        if self.reward not in REWARDS:
            raise OptionError(f"reward must be 'win' or 'coins', not {self.reward!r}")

    def check_players(self, num_players: int) -> None:
        """Refuse options that do not fit a number of players: all fit."""

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        return AUTO_FORCED * self.auto_forced + COIN_REWARD * (self.reward == "coins")

    @classmethod
    def parse(cls, options: dict[str, Any]) -> LaundromatOptions:
        for name in options:
            cls.check_name(name)
        return cls(**options)

    @classmethod
    def check_name(cls, name: str) -> None:
        known = [field.name for field in fields(cls)]
        if name not in known:
            raise OptionError(f"unknown option {name!r}; {nearest(name, known)}")

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"cards": None if self.cards is None else str(self.cards)}
