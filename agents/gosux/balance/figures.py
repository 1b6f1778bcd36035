"""What the games of a mirror table say of the clans, picks and cards of GOSU X, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.gosux.balance.tally import EVENTS, Tally
from gosu_env.engine.errors import MissingExtraError, install
from gosu_env.gosux.cards import CLAN_NAMES, CardSet
from gosu_env.gosux.state import DRAFT_PICKS

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError(f"tables of a report need polars: {install('arena')}") from error

WHEN = ("drawn", "placed", "activated")  # the events that a win rate is given for


class Balance(Figures):
    """The figures of any game, and those of clans, picks and cards."""

    SMALL = (*Figures.SMALL, "clans", "picks", "cards")
    FILES = ("cards", "clans", "picks", "games")

    def __init__(
        self, settings: Settings, cards: CardSet, outcomes: Sequence[Outcome], tallies: Sequence[Tally]
    ) -> None:
        super().__init__(settings, outcomes, [(tally.opener, 1 - tally.opener) for tally in tallies])
        self.card_set = cards
        #: what the seats did with their cards: int16 (games, seats, EVENTS, kinds)
        self._counts = np.stack([tally.counts for tally in tallies])
        #: whose a clan is, and as which pick, -1 for nobody's: int64 (games, clans)
        self._owners: NDArray[np.int64] = np.stack([tally.owners for tally in tallies])
        self._picks: NDArray[np.int64] = np.stack([tally.picks for tally in tallies])

    def _owned(self, clan: int) -> NDArray[np.bool_]:
        """Which seats have a clan: bool (games, seats)."""
        return np.equal(self._owners[:, clan, None], np.arange(self.settings.seats))

    @cached_property
    def clans(self) -> pl.DataFrame:
        """One row for every clan: how often it was picked, on average as which pick (1 to 6), and what it won."""
        rows = []
        for clan, name in enumerate(CLAN_NAMES):
            picks = self._picks[:, clan]
            picked = picks[picks >= 0]
            about = {
                "clan": name,
                "games": int((self._owners[:, clan] >= 0).sum()),
                "pick": float(picked.mean()) + 1 if len(picked) else None,
                "first": float((picked == 0).sum() / len(picks)),
            }
            rows.append(about | self.rates("owned", self._owned(clan)))
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def picks(self) -> pl.DataFrame:
        """One row for every pick and clan that was picked then: how often, and what its owner won."""
        rows = []
        for pick in range(DRAFT_PICKS):
            for clan, name in enumerate(CLAN_NAMES):
                then = self._picks[:, clan] == pick
                if then.any():
                    games = {"pick": pick + 1, "clan": name, "games": int(then.sum()), "part": float(then.mean())}
                    rows.append(games | self.rates("picked", self._owned(clan) & then[:, None]))
        if not rows:  # clans were dealt
            return pl.DataFrame(schema={"pick": pl.Int64, "clan": pl.String, "games": pl.Int64, "part": pl.Float64})
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def cards(self) -> pl.DataFrame:
        """One row for every card of a clan that was in play, in the order of the set.

        ``drawn`` … ``activated`` say how often that happened. ``placed_win`` is the win rate of the seats that placed
        it, ``placed_seats`` their number, a seat counting once for a game, and so on for the others in WHEN.
        ``placed_edge`` is what ``placed_win`` has more than the cards of the same level have together.
        """
        rows = []
        for card in self.card_set.cards:
            if not (self._owners[:, card.clan] >= 0).any():
                continue
            counts = self._counts[:, :, :, card.kind]
            row = {"card": card.name, "clan": card.clan_name, "level": card.level, "copies": card.copies}
            row |= {name: int(counts[:, :, event].sum()) for event, name in enumerate(EVENTS)}
            for name in WHEN:
                row |= self.rates(name, counts[:, :, EVENTS.index(name)] > 0)
            rows.append(row)
        mean = (pl.col("placed_win") * pl.col("placed_seats")).sum() / pl.col("placed_seats").sum()
        edge = (pl.col("placed_win") - mean.over("level")).alias("placed_edge")
        return pl.DataFrame(rows, infer_schema_length=None).with_columns(edge)
