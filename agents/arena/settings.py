"""What an arena plays: who, how often, at which tables, from which seed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gosu_env import Agent, Game, OptionError
from gosu_env.agents.policy import check_specs, file_digest, network_files, policy_file
from gosu_env.agents.registry import RECIPES, make_agent, policy_of
from gosu_env.agents.sources import short_path, source_files
from gosu_env.engine.game import check_seed
from gosu_env.engine.options import Options
from gosu_env.engine.rules import USUAL_GAME, check_players, find_game

MIRROR = "mirror"
TEAMS = "teams"
LADDER = "ladder"
TABLES = ("mixed", "solo", TEAMS, MIRROR, LADDER)
ANCHOR = "random"  # a player made by this spec has a rating of 0
LOCKSTEP = 16  # games that are played side by side when an entrant can answer many decisions at once
NAMED = re.compile(r"([\w.+-]+)=(.+)")


@dataclass(frozen=True)
class Entrant:
    """A player of the arena: what it is called, and how it is made."""

    name: str
    spec: str

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """``greedy``, or with a name of its own: ``mine=policy:best.safetensors``."""
        text = text.strip()
        named = NAMED.fullmatch(text)
        return cls(named[1], named[2]) if named else cls(text, text)

    def __str__(self) -> str:
        return self.name if self.name == self.spec else f"{self.name}={self.spec}"

    def files(self, game: str, seats: int, options: Mapping[str, Any], agent: Agent) -> list[Path]:
        """The files that the player, here made once, is made from at such a table."""
        policy = policy_of(self.spec)
        if policy is not None:
            path = policy_file(policy, game, seats, options)
            return [path, *network_files(path)] if path.is_file() else []
        return [] if self.spec.partition(":")[0] in RECIPES else source_files(self.spec, agent)


def parse_entrants(players: str | Sequence[str]) -> tuple[Entrant, ...]:
    """Entrants from a list of texts, or from one text with commas."""
    texts = players.split(",") if isinstance(players, str) else players
    return tuple(Entrant.parse(text) for text in texts)


@dataclass(frozen=True)
class Settings:
    """All that decides what is played; checked when made.

    ``games`` counts for every table, rounded up to whole deals: a deal is played once from every seat. ``tables`` says
    who meets whom when there are more than two seats: ``mixed`` seats different entrants, ``solo`` one entrant against
    copies of another. In games of two against two there are ``teams``: an entrant holds both seats of one. ``mirror``
    seats copies of one entrant and nobody else, for what its games tell about the game itself; a deal is then played
    once, because another seating would change nothing. A ``ladder`` seats the first entrant against copies of each of
    the others, which do not meet.
    """

    entrants: tuple[Entrant, ...]
    games: int
    seats: int = 2
    tables: str = "mixed"
    seed: int = 0
    cards: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # further ones of the game
    game: str = USUAL_GAME

    @classmethod
    def make(
        cls,
        players: str | Sequence[str],
        games: int = 2000,
        seats: int = 2,
        tables: str | None = None,
        seed: int = 0,
        cards: str | None = None,
        game: str = USUAL_GAME,
        **options: Any,
    ) -> Settings:
        """Settings from texts. Without ``tables``: mixed ones, if there are enough entrants for that, or teams."""
        entrants = parse_entrants(players)
        if tables is None:
            in_teams = find_game(game).OPTIONS.parse(options).in_teams
            tables = TEAMS if in_teams else "mixed" if len(entrants) >= seats else "solo"
        return cls(entrants, games, seats, tables, seed, None if cards is None else str(cards), options, game)

    def __post_init__(self) -> None:
        names = [entrant.name for entrant in self.entrants]
        if not names or (len(names) < 2 and self.tables != MIRROR):
            raise OptionError(f"an arena needs two players or more, not {len(names)}: random,greedy")
        for entrant in self.entrants:
            if not entrant.name or not entrant.spec:
                raise OptionError(f"players: an empty name in {','.join(names)!r}")
            if not entrant.name.isprintable():
                raise OptionError(f"players: {entrant.name!r} has unprintable characters; give it a plain name: me=…")
            if names.count(entrant.name) > 1:
                raise OptionError(
                    f"players: {entrant.name!r} appears more than once; give each a different name: a={entrant.spec}"
                )
        if not isinstance(self.games, int) or isinstance(self.games, bool) or self.games < 1:
            raise OptionError(f"games must be a whole number, 1 or more, not {self.games!r}")
        check_players(self.game, self.seats, "seats")
        if self.tables not in TABLES:
            raise OptionError(f"tables must be 'mixed', 'solo', 'teams', 'mirror' or 'ladder', not {self.tables!r}")
        self.parsed.check_players(self.seats)
        if (self.tables == TEAMS) != self.parsed.in_teams and self.tables != MIRROR:
            raise OptionError(f"tables {self.tables!r}: 'teams' and the option teams go together")
        if self.tables == "mixed" and len(names) < self.seats:
            raise OptionError(
                f"mixed tables of {self.seats} need {self.seats} players, there are {len(names)}; name more, or use "
                "tables 'solo', one against copies of another"
            )
        if self.seed is None:
            raise OptionError("seed must be a whole number, so that an arena can replay a game")
        check_seed(self.seed)

    # -------------------------------------------------------------------------------------------- what follows

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.entrants]

    @property
    def anchor(self) -> int | None:
        """The entrant whose rating is 0; without one, the mean is."""
        return next((place for place, entrant in enumerate(self.entrants) if entrant.spec == ANCHOR), None)

    @property
    def parsed(self) -> Options:
        """The options of the game."""
        return find_game(self.game).OPTIONS.parse(self.options)

    @cached_property
    def empty_game(self) -> Game:
        """A game to deal others from: making the rules takes longer than dealing."""
        return Game(self.game, self.seats, 0, cards=self.cards, **self.options)

    @cached_property
    def _tried(self) -> tuple[tuple[bool, list[Path]], ...]:
        """For every entrant, whether it answers many decisions at once, and its files: one of each is made for that."""
        made = [(entrant, make_agent(entrant.spec, 0)) for entrant in self.entrants]
        table = self.game, self.seats, self.options
        return tuple((hasattr(agent, "act_many"), entrant.files(*table, agent)) for entrant, agent in made)

    @property
    def together(self) -> tuple[bool, ...]:
        """For every entrant, whether it answers many decisions at once."""
        return tuple(together for together, _ in self._tried)

    @cached_property
    def files(self) -> dict[str, dict[str, str]]:
        """The digests of the files that entrants are made from, by their names, as they were at first."""
        return self.read_files()

    def read_files(self) -> dict[str, dict[str, str]]:
        """The digests of these files as they are now."""
        found = zip(self.entrants, self._tried, strict=True)
        return {
            entrant.name: {short_path(path): file_digest(path) for path in files}
            for entrant, (_, files) in found
            if files
        }

    def check_policies(self) -> None:
        """Warn of policies that were trained for other tables."""
        check_specs([entrant.spec for entrant in self.entrants], self.empty_game.rules)

    @property
    def lockstep(self) -> int:
        """How many games are played side by side."""
        return LOCKSTEP if any(self.together) else 1

    def as_dict(self) -> dict[str, Any]:
        """Everything that results depend on, as plain values."""
        plain = {
            "players": [str(entrant) for entrant in self.entrants],
            "files": self.files,
            "games": self.games,
            "seats": self.seats,
            "tables": self.tables,
            "seed": self.seed,
            "cards": self.cards,
            "rules": self.empty_game.rules.digest,
            "lockstep": self.lockstep,
        }
        plain |= {"options": dict(sorted(self.options.items()))} if self.options else {}
        return plain | ({"game": self.game} if self.game != USUAL_GAME else {})

    @property
    def digest(self) -> str:
        """Eight letters for the settings, the number of games left out: an arena may grow."""
        plain = self.as_dict() | {"games": None}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:8]
