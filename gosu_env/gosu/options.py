"""The options of a game of GOSU."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.language import CLAN_WORDS, nearest
from gosu_env.gosu.state import CLANS

DRAGOON_SUPPLY = 8  # K-1.3


@dataclass(frozen=True)
class GosuOptions:
    """Checked when made: an absurd option is an error, never a surprise later."""

    cards: str | None = None  # path of a card file; None: the default set
    auto_forced: bool = True  # decisions with one legal answer are taken automatically
    max_decisions: int = 2000  # a game that long ends as truncated
    kamakor: bool = False  # ten clans exist, a game uses five of them (K-1.1)
    clans: tuple[str, ...] | None = None  # with Kamakor: the five of every game; None: they are left by bans (K-1.2)
    dragoon_supply: int = DRAGOON_SUPPLY  # with Kamakor: how many Dragoon tokens there are

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, str | Path):
            raise OptionError(f"cards must be the path of a card file, not {self.cards!r}")
        if not isinstance(self.auto_forced, bool):
            raise OptionError(f"auto_forced must be True or False, not {self.auto_forced!r}")
        limit = self.max_decisions
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1_000_000:
            raise OptionError(f"max_decisions must be a whole number of 1 to 1000000, not {limit!r}")
        self._check_kamakor()

    def _check_kamakor(self) -> None:
        if not isinstance(self.kamakor, bool):
            raise OptionError(f"kamakor must be True or False, not {self.kamakor!r}")
        supply = self.dragoon_supply
        if not isinstance(supply, int) or isinstance(supply, bool) or not 0 <= supply <= 16:
            raise OptionError(f"dragoon_supply must be a whole number of 0 to 16, not {supply!r}")
        if self.clans is not None:
            object.__setattr__(self, "clans", self._five_clans())
        if not self.kamakor and (self.clans is not None or supply != DRAGOON_SUPPLY):
            name = "clans" if self.clans is not None else "dragoon_supply"
            raise OptionError(f"{name} is an option of games with Kamakor; add kamakor=True")

    def _five_clans(self) -> tuple[str, ...]:
        """The clans of the game, in the order of their numbers."""
        words = list(CLAN_WORDS)
        if isinstance(self.clans, str):
            object.__setattr__(self, "clans", tuple(word.strip() for word in self.clans.split(",")))
        if not isinstance(self.clans, list | tuple):
            raise OptionError(f"clans must be a list of {CLANS} clans, not {self.clans!r}; known: {', '.join(words)}")
        for word in self.clans:
            if word not in words:
                raise OptionError(f"clans: unknown clan {word!r}; {nearest(str(word), words)}")
        if len(self.clans) != CLANS or len(set(self.clans)) != CLANS:
            raise OptionError(f"clans must name {CLANS} different clans, not {', '.join(self.clans)}")
        return tuple(sorted(self.clans, key=words.index))

    @classmethod
    def parse(cls, options: dict[str, Any]) -> GosuOptions:
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                raise OptionError(f"unknown option {name!r}; {nearest(name, known)}")
        return cls(**options)

    def as_dict(self) -> dict[str, Any]:
        clans = None if self.clans is None else list(self.clans)
        return asdict(self) | {"cards": None if self.cards is None else str(self.cards), "clans": clans}
