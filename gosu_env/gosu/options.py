"""The options of a game of GOSU."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.language import nearest


@dataclass(frozen=True)
class GosuOptions:
    """Checked when made: an absurd option is an error, never a surprise later."""

    cards: str | None = None  # path of a card file; None: the default set
    auto_forced: bool = True  # decisions with one legal answer are taken automatically
    max_decisions: int = 2000  # a game that long ends as truncated

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, str | Path):
            raise OptionError(f"cards must be the path of a card file, not {self.cards!r}")
        if not isinstance(self.auto_forced, bool):
            raise OptionError(f"auto_forced must be True or False, not {self.auto_forced!r}")
        limit = self.max_decisions
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1_000_000:
            raise OptionError(f"max_decisions must be a whole number of 1 to 1000000, not {limit!r}")

    @classmethod
    def parse(cls, options: dict[str, Any]) -> GosuOptions:
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                raise OptionError(f"unknown option {name!r}; {nearest(name, known)}")
        return cls(**options)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"cards": None if self.cards is None else str(self.cards)}
