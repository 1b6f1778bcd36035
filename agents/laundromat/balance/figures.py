"""What the games of a mirror table say of the baskets, programmes and garments of Goblin Laundromat, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.intervals import wilson
from gosu_env.agents.laundromat.balance.tally import COMPLETED, WASHES, Tally
from gosu_env.engine.errors import MissingExtraError, install
from gosu_env.laundromat.cards import CardSet
from gosu_env.laundromat.scoring import COINS_FOR
from gosu_env.laundromat.state import CATEGORIES, SPECIES

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError(f"tables of a report need polars: {install('arena')}") from error


class Balance(Figures):
    """The figures of any game, and those of baskets, programmes, garments and coins.

    Baskets and programmes are dealt at random: how often their seats win is what they are worth to this player.
    """

    SMALL = (*Figures.SMALL, "species", "programmes", "coins", "garments")
    FILES = ("species", "programmes", "garments", "games")

    def __init__(
        self, settings: Settings, cards: CardSet, outcomes: Sequence[Outcome], tallies: Sequence[Tally]
    ) -> None:
        super().__init__(settings, outcomes, [tally.order for tally in tallies])
        self.card_set = cards
        #: int8 (games, seats)
        self._species = np.stack([tally.species for tally in tallies])
        #: int8 (games, seats, ROUNDS), each
        self._programmes = np.stack([tally.programmes for tally in tallies])
        self._washes = np.stack([tally.washes for tally in tallies])
        #: copies of each garment: int8 (games, seats, kinds)
        self._scored = np.stack([tally.scored for tally in tallies])
        #: int16 (games, seats, COINS_FOR)
        self._coins = np.stack([tally.coins for tally in tallies])
        #: bool (games, seats)
        self._potions = np.stack([tally.potions for tally in tallies])

    def _most(self, amounts: NDArray[Any]) -> dict[str, Any]:
        """The win rate of the seats that have the most of something, if anybody has any: (games, seats)."""
        return self.rates("most", (amounts == amounts.max(axis=1, keepdims=True)) & (amounts > 0))

    def _mean(self, amounts: NDArray[Any]) -> dict[str, float]:
        """What a seat has of something, and what a winner has: (games, seats)."""
        of_winners = float((amounts * self.shares).sum() / self.shares.sum())
        return {"mean": float(amounts.mean()), "winners": of_winners}

    @cached_property
    def species(self) -> pl.DataFrame:
        """One row for every species, with its basket.

        ``dealt_win`` is the win rate of the seats that were dealt the basket, ``paid`` what it paid them on average.
        ``mean`` garments of the species are scored by a seat, whatever its basket, ``winners`` by a winner;
        ``most_win`` is the win rate of the seats that scored the most of them in a game.
        """
        kinds = np.array([garment.species for garment in self.card_set.garments])
        rows = []
        for number, basket in enumerate(self.card_set.baskets):
            dealt = self._species == number
            scored = self._scored[:, :, kinds == number].sum(axis=2)
            paid = self._coins[:, :, COINS_FOR.index("species")][dealt]
            about = {"species": SPECIES[number], "basket": basket.name}
            about |= self.rates("dealt", dealt) | {"paid": float(paid.mean()) if len(paid) else None}
            rows.append(about | self._mean(scored) | self._most(scored))
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def programmes(self) -> pl.DataFrame:
        """One row for every programme: how its seats did, and how its washes went.

        ``dealt_win`` is the win rate of the seats that were dealt it. ``completed``, ``stopped`` and ``failed`` are
        parts of its washes, with an interval of the first; ``completed_win`` is the win rate after such a wash, and so
        on.
        """
        rows = []
        for programme in self.card_set.programmes:
            dealt = self._programmes[:, :, programme.number] == programme.index
            washes = self._washes[:, :, programme.number]
            row: dict[str, Any] = {"programme": programme.name, "type": programme.type_name, "coins": programme.coins}
            row |= self.rates("dealt", dealt)
            total = int(dealt.sum())
            for number, name in enumerate(WASHES):
                went = dealt & (washes == number)
                row |= {name: float(went.sum()) / total if total else None} | self.rates(name, went)
                if number == COMPLETED:
                    done_low, done_high = wilson(float(went.sum()), total)
                    row |= {"part_low": done_low, "part_high": done_high}
            rows.append(row)
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def coins(self) -> pl.DataFrame:
        """One row for everything that pays: coins of a seat, of a winner, the part of all coins, and who had most."""
        total = float(self._coins.sum())
        rows = []
        for number, name in enumerate(COINS_FOR):
            paid = self._coins[:, :, number]
            part = float(paid.sum()) / total if total else None
            rows.append({"coins": name} | self._mean(paid) | {"part": part} | self._most(paid))
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def garments(self) -> pl.DataFrame:
        """One row for every garment: copies scored, and the win rate of the seats that scored it.

        ``scored_edge`` is what ``scored_win`` has more than the garments of the same category have together.
        """
        rows = []
        for garment in self.card_set.garments:
            copies = self._scored[:, :, garment.kind]
            about = {
                "garment": garment.name,
                "species": SPECIES[garment.species],
                "category": CATEGORIES[garment.category],
                "copies": garment.copies,
                "scored": int(copies.sum()),
                "of_copies": float(copies.sum()) / (garment.copies * len(self.outcomes)),
            }
            rows.append(about | self.rates("scored", copies > 0))
        mean = (pl.col("scored_win") * pl.col("scored_seats")).sum() / pl.col("scored_seats").sum()
        edge = (pl.col("scored_win") - mean.over("category")).alias("scored_edge")
        return pl.DataFrame(rows, infer_schema_length=None).with_columns(edge)

    @property
    def potions_used(self) -> float:
        """The part of the potions that were used."""
        return float(self._potions.mean())
