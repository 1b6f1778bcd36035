"""The options of a game of GOSU."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gosu_env.engine.errors import OptionError
from gosu_env.engine.options import Options
from gosu_env.engine.spelling import nearest
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.sizes import FULL_SIZE, OF_RULES, check_size, limit_fault
from gosu_env.gosu.state import AUTO_FORCED, CLANS, DRAFTED, FOR_POINTS, IN_TEAMS, MAX_PLAYERS, NO_PASSING, TURN_LIMITED

DRAGOON_SUPPLY = 8  # K-1.3


@dataclass(frozen=True)
class GosuOptions(Options):
    """The options of every game, and those of GOSU. The five clans of a game are written ``clans=fire+drake+…``."""

    REWARDS: ClassVar[tuple[str, ...]] = ("win", "points")
    WORDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"clans": tuple(CLAN_WORDS)}

    no_pass_with_tokens: bool | None = None  # nobody passes with an activation token in hand (K-2.1); None: as kamakor
    draft: bool = False  # opening hands are drafted (K-2.2)
    turn_limit: bool = False  # once a player has passed, the others have ten turns together (K-2.3)
    teams: bool = False  # four players, two against two (K-3.1)
    kamakor: bool = False  # ten clans exist, a game uses five of them (K-1.1)
    clans: tuple[str, ...] | None = None  # with Kamakor: the five of every game; None: they are left by bans (K-1.2)
    dragoon_supply: int = DRAGOON_SUPPLY  # with Kamakor: how many Dragoon tokens there are
    size: str = FULL_SIZE  # a smaller game, with cards of its own: mini, small, medium
    columns: int | None = None  # cards in a row of an army; None, as for the next four: as the size or the cards say
    hand_size: int | None = None  # cards in an opening hand
    tokens: int | None = None  # activation tokens of a player
    victory_points: int | None = None  # that win
    rounds: int | None = None  # after so many the most victory points win; 0: no limit

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.no_pass_with_tokens is None:
            object.__setattr__(self, "no_pass_with_tokens", self.kamakor)
        self._check_kamakor()
        self._check_size()

    def _check_size(self) -> None:
        check_size(self.size)
        for name in OF_RULES:
            value = getattr(self, name)
            fault = None if value is None else limit_fault(name, value)
            if fault is not None:
                raise OptionError(f"{name} {fault}")
        if self.size != FULL_SIZE and self.cards is not None:
            raise OptionError(f"size {self.size!r} has cards of its own; leave out size or cards")
        if self.size != FULL_SIZE and self.kamakor:
            raise OptionError(f"size {self.size!r} is one of games without Kamakor; leave out size or kamakor")

    def as_dict(self) -> dict[str, Any]:
        """Plain values; those of sizes only where they are not the usual ones: files of full games stay short."""
        usual: dict[str, Any] = {"size": FULL_SIZE, **dict.fromkeys(OF_RULES)}
        return {name: value for name, value in super().as_dict().items() if usual.get(name, ...) != value}

    @property
    def sizes(self) -> dict[str, int | None]:
        """The numbers of a size that are options."""
        return {name: getattr(self, name) for name in OF_RULES}

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
    def players(self) -> int | None:
        return MAX_PLAYERS if self.teams else None

    @property
    def in_teams(self) -> bool:
        return self.teams

    @property
    def flags(self) -> int:
        """The options that are on, as the compiled rules take them."""
        flags = {
            AUTO_FORCED: self.auto_forced,
            NO_PASSING: self.no_pass_with_tokens,
            TURN_LIMITED: self.turn_limit,
            DRAFTED: self.draft,
            IN_TEAMS: self.teams,
            FOR_POINTS: self.reward == "points",
        }
        return sum(flag for flag, on in flags.items() if on)
