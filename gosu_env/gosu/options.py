"""The options of a game of GOSU."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import OptionError
from gosu_env.gosu.language import CLAN_WORDS, nearest
from gosu_env.gosu.state import AUTO_FORCED, CLANS, DRAFTED, IN_TEAMS, MAX_PLAYERS, NO_PASSING, TURN_LIMITED

DRAGOON_SUPPLY = 8  # K-1.3
BOOLS = ("bool", "bool | None")  # as the types of fields are written
YES_AND_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True)
class GosuOptions:
    """Checked when made: an absurd option is an error, never a surprise later."""

    cards: str | None = None  # path of a card file; None: the default set
    auto_forced: bool = True  # decisions with one legal answer are taken automatically
    max_decisions: int = 2000  # a game that long ends as truncated
    no_pass_with_tokens: bool | None = None  # nobody passes with an activation token in hand (K-2.1); None: as kamakor
    draft: bool = False  # opening hands are drafted (K-2.2)
    turn_limit: bool = False  # once a player has passed, the others have ten turns together (K-2.3)
    teams: bool = False  # four players, two against two (K-3.1)
    kamakor: bool = False  # ten clans exist, a game uses five of them (K-1.1)
    clans: tuple[str, ...] | None = None  # with Kamakor: the five of every game; None: they are left by bans (K-1.2)
    dragoon_supply: int = DRAGOON_SUPPLY  # with Kamakor: how many Dragoon tokens there are

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, str | Path):
            raise OptionError(f"cards must be the path of a card file, not {self.cards!r}")
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type in BOOLS and value is not field.default and not isinstance(value, bool):
                raise OptionError(f"{field.name} must be True or False, not {value!r}")
        if self.no_pass_with_tokens is None:
            object.__setattr__(self, "no_pass_with_tokens", self.kamakor)
        limit = self.max_decisions
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1_000_000:
            raise OptionError(f"max_decisions must be a whole number from 1 to 1000000, not {limit!r}")
        self._check_kamakor()

    def _check_kamakor(self) -> None:
        supply = self.dragoon_supply
        if not isinstance(supply, int) or isinstance(supply, bool) or not 0 <= supply <= 16:
            raise OptionError(f"dragoon_supply must be a whole number from 0 to 16, not {supply!r}")
        if self.clans is not None:
            object.__setattr__(self, "clans", self._five_clans())
        if not self.kamakor and (self.clans is not None or supply != DRAGOON_SUPPLY):
            name = "clans" if self.clans is not None else "dragoon_supply"
            raise OptionError(f"{name} is an option of games with Kamakor; add kamakor=True")

    def _five_clans(self) -> tuple[str, ...]:
        """The clans of the game, in the order of their numbers."""
        words = list(CLAN_WORDS)
        if isinstance(self.clans, str):
            object.__setattr__(self, "clans", tuple(word.strip() for word in re.split("[+,]", self.clans)))
        if not isinstance(self.clans, list | tuple):
            raise OptionError(f"clans must be a list of {CLANS} clans, not {self.clans!r}; known: {', '.join(words)}")
        for word in self.clans:
            if word not in words:
                raise OptionError(f"clans: unknown clan {word!r}; {nearest(str(word), words)}")
        if len(self.clans) != CLANS or len(set(self.clans)) != CLANS:
            raise OptionError(f"clans must name {CLANS} different clans, not {', '.join(self.clans)}")
        return tuple(sorted(self.clans, key=words.index))

    def check_players(self, num_players: int) -> None:
        """Refuse options that do not fit a number of players."""
        if self.teams and num_players != MAX_PLAYERS:
            raise OptionError(f"teams are two against two: they need 4 players, not {num_players}")

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        flags = {
            AUTO_FORCED: self.auto_forced,
            NO_PASSING: self.no_pass_with_tokens,
            TURN_LIMITED: self.turn_limit,
            DRAFTED: self.draft,
            IN_TEAMS: self.teams,
        }
        return sum(flag for flag, on in flags.items() if on)

    @classmethod
    def parse(cls, options: dict[str, Any]) -> GosuOptions:
        for name in options:
            cls.check_name(name)
        return cls(**options)

    @classmethod
    def check_name(cls, name: str) -> None:
        known = [field.name for field in fields(cls)]
        if name not in known:
            raise OptionError(f"unknown option {name!r}; {nearest(name, known)}")

    def as_dict(self) -> dict[str, Any]:
        clans = None if self.clans is None else list(self.clans)
        return asdict(self) | {"cards": None if self.cards is None else str(self.cards), "clans": clans}


def read_options(texts: Iterable[str]) -> dict[str, Any]:
    """Options from texts, as they are given on a command line: ``draft``, ``draft=no``, ``max_decisions=500``.

    The clans of a game stand with a plus between them: ``clans=fire+drake+…``.
    """
    kinds = {field.name: str(field.type) for field in fields(GosuOptions)}
    found: dict[str, Any] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        GosuOptions.check_name(name)
        if name in found:
            raise OptionError(f"option {name!r} appears more than once")
        if kinds[name] in BOOLS:
            if sign and value.lower() not in YES_AND_NO:
                raise OptionError(f"option {name}: {value!r} is not a boolean; expected yes or no")
            found[name] = YES_AND_NO[value.lower()] if sign else True
        elif not value:
            raise OptionError(f"option {name!r} needs a value: {name}=…")
        elif kinds[name] == "int":
            try:
                found[name] = int(value)
            except ValueError:
                raise OptionError(f"option {name}: {value!r} is not a whole number") from None
        else:
            found[name] = value
    options = GosuOptions.parse(found)
    return found | ({"clans": list(options.clans)} if options.clans is not None else {})


def option_texts(options: Mapping[str, Any]) -> list[str]:
    """Options as texts that ``read_options`` understands; those that are on by their names alone."""
    texts = []
    for name, value in options.items():
        written = "+".join(value) if isinstance(value, list | tuple) else value
        texts.append(name if value is True else f"{name}={written}")
    return texts
