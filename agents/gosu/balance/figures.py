"""What the games of a mirror table say of the cards and clans of GOSU, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.gosu.balance.tally import BROUGHT, EVENTS, PLACED, Tally
from gosu_env.agents.intervals import rate_shares
from gosu_env.engine.errors import MissingExtraError, install
from gosu_env.gosu.cards import CardSet
from gosu_env.gosu.state import CLANS

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError(f"tables of a report need polars: {install('arena')}") from error

WHEN = ("dealt", "drawn", "placed", "activated")  # the events that a win rate is given for

Array = NDArray[np.float64]


def part_of(amounts: Array, column: int) -> float | None:
    """The part that a column has of everything."""
    total = float(amounts.sum())
    return float(amounts[:, column].sum()) / total if total else None


class Balance(Figures):
    """The figures of any game, and those of cards and clans."""

    SMALL = (*Figures.SMALL, "clans", "cards")
    FILES = ("cards", "clans", "games", "plays")

    def __init__(
        self, settings: Settings, cards: CardSet, outcomes: Sequence[Outcome], tallies: Sequence[Tally]
    ) -> None:
        orders = [[(tally.opener + turn) % settings.seats for turn in range(settings.seats)] for tally in tallies]
        super().__init__(settings, outcomes, orders)
        self.card_set = cards
        #: what the seats did with their cards: int16 (games, seats, EVENTS, kinds)
        self._counts = np.stack([tally.counts for tally in tallies])
        self._clans: NDArray[np.int64] = np.array([card.clan for card in cards.cards])
        #: which clans were in play: bool (games, clans)
        self._in_play = np.stack([tally.clans for tally in tallies])

    @cached_property
    def plays(self) -> pl.DataFrame:
        """One row for every game, seat and card that the seat had to do with: how often, and its part of the win."""
        game, seat, kind = np.nonzero(self._counts.any(axis=2))
        names = np.array([card.name for card in self.card_set.cards])
        index = np.array([outcome.index for outcome in self.outcomes])
        frame = {"game": index[game], "seat": seat, "card": names[kind], "win": self.shares[game, seat]}
        return pl.DataFrame(frame | {name: self._counts[game, seat, event, kind] for event, name in enumerate(EVENTS)})

    def _row(self, kinds: NDArray[np.bool_]) -> dict[str, Any]:
        """What happened to cards, and the win rate of the seats to which it happened at least once in a game."""
        counts = self._counts[:, :, :, kinds].sum(axis=3, dtype=np.int64)  # (games, seats, EVENTS)
        row: dict[str, Any] = {name: int(counts[:, :, event].sum()) for event, name in enumerate(EVENTS)}
        for name in WHEN:
            row |= self.rates(name, counts[:, :, EVENTS.index(name)] > 0)
        return row

    @cached_property
    def cards(self) -> pl.DataFrame:
        """One row for every card of a clan that was in play, in the order of the set.

        ``dealt`` … ``activated`` say how often that happened. ``placed_win`` is the win rate of the seats that placed
        it, ``placed_seats`` their number, a seat counting once for a game, and so on for the others in WHEN.
        ``placed_edge`` is what ``placed_win`` has more than the cards of the same level have together.
        """
        rows = []
        for card in self.card_set.cards:
            if not self._in_play[:, card.clan].any():
                continue
            about = {"card": card.name, "clan": card.clan_name, "level": card.level, "copies": card.copies}
            rows.append(about | self._row(np.arange(len(self._clans)) == card.kind))
        mean = (pl.col("placed_win") * pl.col("placed_seats")).sum() / pl.col("placed_seats").sum()
        edge = (pl.col("placed_win") - mean.over("level")).alias("placed_edge")
        return pl.DataFrame(rows, infer_schema_length=None).with_columns(edge)

    @cached_property
    def clans(self) -> pl.DataFrame:
        """One row for every clan that was in play: its share of the wins when played, and what happened to its cards.

        A card is played when it is placed or brought in by a mutation, and a seat counts for a clan with the part that
        the clan has of the cards it played in a game. ``share``: the win rates of the clans, weighted so, in proportion
        to each other; their mean is an even share of a game's five clans. ``games`` is how many games a clan was in,
        ``of_plays`` its mean part in these, ``of_wins`` that among winners. ``played_win`` is the win rate of the seats
        that played the clan at all.
        """
        played = self._counts[:, :, PLACED] + self._counts[:, :, BROUGHT]
        names = self.card_set.clan_names
        cards = np.stack([played[:, :, self._clans == clan].sum(axis=2) for clan in range(len(names))], axis=2)
        parts = cards / np.maximum(cards.sum(axis=2, keepdims=True), 1)  # (games, seats, clans)
        plays, wins = parts.sum(axis=1), np.einsum("gs,gsc->gc", self.shares, parts)  # (games, clans)
        games = self._in_play.sum(axis=0).tolist()
        in_play = sum(number > 0 for number in games)
        rows = []
        for clan, share in enumerate(rate_shares(wins, plays, in_play / CLANS)):
            if not games[clan]:
                continue
            among = self._in_play[:, clan]
            about = {"clan": names[clan], "games": games[clan]}
            about |= dict(zip(("share", "share_low", "share_high"), share, strict=True))
            about |= {"of_plays": part_of(plays[among], clan), "of_wins": part_of(wins[among], clan)}
            rows.append(about | self.rates("played", cards[:, :, clan] > 0) | self._row(self._clans == clan))
        return pl.DataFrame(rows, infer_schema_length=None)
