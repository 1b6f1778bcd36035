"""Who sits where: people and bots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gosu_env.agents.policy import find_policy, policy_file, special_flags
from gosu_env.agents.registry import policy_of
from gosu_env.engine.errors import MissingExtraError, OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.rules import USUAL_GAME, find_game
from gosu_env.engine.view import Agent
from gosu_env.play.match import Match

HUMAN = "human"
STRONG = "policy:strong"
STRONGEST = (STRONG, "greedy", "random")  # bots to play and ask when none is named, the best first

Maker = Callable[[str, int], Agent]  # a bot from its name and a seed


def strongest(make: Maker, players: int = 2, options: Mapping[str, Any] | None = None, game: str = USUAL_GAME) -> str:
    """The first of ``STRONGEST`` that can be made for a table of a game.

    The networks that are shipped play for some numbers of seats and some options, with the usual cards only.
    """
    for spec in STRONGEST[:-1]:
        if spec == STRONG and set(options or ()) != special_flags(policy_file("strong", game, players, options)):
            continue
        try:
            make(spec, 0)
            check_reads(spec, players, game, options or {})
        except (OptionError, MissingExtraError):
            continue
        return spec
    return STRONGEST[-1]


def check_reads(spec: str, players: int, game: str, options: Mapping[str, Any]) -> None:
    """Refuse a network that there is none of for so many players, or that cannot be read."""
    source = policy_of(spec)
    if source is not None:
        find_policy(source, game, players, options)


def bot_seed(seed: int, seat: int | str) -> int:
    """The seed of a bot, which follows from that of the game."""
    digest = hashlib.blake2b(repr((seed, seat)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


@dataclass(frozen=True)
class Seating:
    """For every seat ``human`` or the name of a bot; checked when made."""

    chairs: tuple[str, ...]
    make: Maker
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game
    game: str = USUAL_GAME

    @classmethod
    def parse(
        cls,
        make: Maker,
        against: str | None = None,
        seats: str | None = None,
        options: Mapping[str, Any] | None = None,
        game: str = USUAL_GAME,
    ) -> Seating:
        """``against`` names the bots at seats 1, 2 and so on, with a human at seat 0; ``seats`` names everybody.

        With options that ask for a number of players, such as teams, one bot is enough for all other seats.
        """
        if against is not None and seats is not None:
            raise OptionError("--against and --seats both say who plays; give one of them")
        options = options or {}
        if seats is None:
            module = find_game(game)
            asked = module.OPTIONS.parse(options).players
            bots = strongest(make, asked or module.PLAYERS[0], options, game) if against is None else against
            if "," not in bots:
                bots = ",".join([bots] * ((asked or 2) - 1))
            seats = f"{HUMAN},{bots}"
        return cls(tuple(chair.strip() for chair in seats.split(",")), make, options, game)

    def __post_init__(self) -> None:
        listed = ",".join(self.chairs)
        allowed = find_game(self.game).PLAYERS
        if len(self.chairs) not in allowed:
            expected = f"{self.game} is for {allowed[0]} to {allowed[-1]}"
            raise OptionError(f"{listed!r} makes {len(self.chairs)} players; {expected}")
        if HUMAN not in self.chairs:
            raise OptionError(f"{listed!r} leaves no seat for you; name one {HUMAN!r}, or use gosu watch")
        for chair in self.chairs:
            if not chair:
                raise OptionError(f"{listed!r} has an empty name in it")
            if chair != HUMAN:
                self.make(chair, 0)

    def match(self, seed: int) -> Match:
        """A new game for these players, with fresh bots."""
        bots = {
            seat: self.make(chair, bot_seed(seed, seat)) for seat, chair in enumerate(self.chairs) if chair != HUMAN
        }
        return Match(Game(self.game, len(self.chairs), seed, **self.options), self.chairs, bots)
