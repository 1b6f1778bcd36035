"""Who plays whom: tables, deals and seatings, each game with a number and seeds that follow from it alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import LADDER, MIRROR, Settings


def derive_seed(seed: int, *path: int | str) -> int:
    """A seed of 63 bits that depends on a seed and a path below it, on nothing else."""
    digest = hashlib.blake2b(repr((seed, *path)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


@dataclass(frozen=True)
class Fixture:
    """One game of the schedule. The games of a match have the same deal; everybody moves on by one seat."""

    index: int
    match: int  # the same for all seatings of a deal
    seating: int
    table: int  # an index of ``Schedule.tables``
    entrants: tuple[int, ...]  # who sits where
    deal_seed: int


class Schedule:
    """All games of an arena, in an order that spreads every table evenly.

    A deal is played once for every seating: everybody sits everywhere, with the same shuffle. From deal to deal the
    order around a mixed table changes, through all of them. At a mirror table all seatings are the same, so a deal has
    one. Teams change sides, so there are two. More games are added at the end and change no earlier one.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.seats = settings.seats
        count = len(settings.entrants)
        self.sides = 2 if settings.parsed.in_teams else self.seats  # who can win alone: seats, or teams
        self.seatings = 1 if settings.tables == MIRROR else self.sides  # of a deal
        if settings.tables == MIRROR:
            self.tables = [(entrant,) * self.seats for entrant in range(count)]
        elif settings.tables == LADDER:
            self.tables = [(0, *(other,) * (self.seats - 1)) for other in range(1, count)]
        elif settings.tables == "solo" and settings.seats > 2:
            self.tables = [(one, *(other,) * (self.seats - 1)) for one, other in permutations(range(count), 2)]
        else:
            self.tables = list(combinations(range(count), self.sides))
        self._orders = [[(table[0], *rest) for rest in sorted(set(permutations(table[1:])))] for table in self.tables]
        self.deals = -(-settings.games // self.seatings)  # per table
        self.lockstep = settings.lockstep

    def __len__(self) -> int:
        return len(self.tables) * self.deals * self.seatings

    @property
    def games_per_table(self) -> int:
        return self.deals * self.seatings

    def shares(self, outcome: Outcome) -> list[float]:
        """The part of the win that every side has: a seat, or a team, whose seats are ``sides`` apart."""
        shares = outcome.shares(self.seats)
        return [sum(shares[side :: self.sides]) for side in range(self.sides)]

    def seat_counts(self) -> NDArray[np.float64]:
        """How many seats an entrant has at a table, or how many teams: float64 (tables, entrants)."""
        counts = np.zeros((len(self.tables), len(self.settings.entrants)))
        for row, table in enumerate(self.tables):
            np.add.at(counts[row], list(table), 1)
        return counts

    def fixture(self, index: int) -> Fixture:
        match, seating = divmod(index, self.seatings)
        deal, table = divmod(match, len(self.tables))
        orders = self._orders[table]
        order = orders[deal % len(orders)]
        entrants = tuple(order[(seat - seating) % len(order)] for seat in range(self.seats))
        return Fixture(index, match, seating, table, entrants, derive_seed(self.settings.seed, "deal", match))

    def agent_seed(self, fixture: Fixture, seat: int) -> int:
        """The seed of the player at a seat."""
        return derive_seed(self.settings.seed, "agent", fixture.match, fixture.seating, seat)

    def shared_seed(self, chunk: range, entrant: int) -> int:
        """The seed of a player that answers for all games of a chunk."""
        return derive_seed(self.settings.seed, "chunk", chunk.start, entrant)

    def chunk(self, index: int) -> range:
        """The games that are played side by side with this one."""
        first = index - index % self.lockstep
        return range(first, min(first + self.lockstep, len(self)))

    def chunks(self) -> Iterator[range]:
        return map(self.chunk, range(0, len(self), self.lockstep))

    def table_text(self, table: int) -> str:
        names = [self.settings.names[entrant] for entrant in self.tables[table]]
        if self.sides < self.seats and len(set(names)) > 1:
            return " – ".join(f"2 × {name}" for name in names)
        if len(set(names)) == 1:
            return f"{len(names)} × {names[0]}"
        if len(set(names)) < len(names):
            return f"{names[0]} – {len(names) - 1} × {names[1]}"
        return " – ".join(names)
