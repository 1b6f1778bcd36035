"""What the games of a mirror table say of the game: seats, lengths, endings, clans, cards, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env import GosuError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.gosu.balance.tally import BROUGHT, EVENTS, PLACED, Tally
from gosu_env.agents.intervals import clustered_wilson, rate_shares, wilson
from gosu_env.engine.errors import MissingExtraError
from gosu_env.gosu.cards import CardSet
from gosu_env.gosu.state import CLANS

try:
    import polars as pl
except ImportError as error:
    raise MissingExtraError("tables of a report need polars: pip install 'gosu-env[arena]'") from error

WHEN = ("dealt", "drawn", "placed", "activated")  # the events that a win rate is given for
QUANTILES = (0.05, 0.5, 0.95)

Array = NDArray[np.float64]


def part_of(amounts: Array, column: int) -> float | None:
    """The part that a column has of everything."""
    total = float(amounts.sum())
    return float(amounts[:, column].sum()) / total if total else None


class Balance:
    """Frames of polars, made when they are first asked for.

    A win that several seats share counts for each in parts, and so does a game without a winner. Every game has a deal
    of its own, so games are independent; the seats of one game are not, and intervals mind that.
    """

    def __init__(
        self, settings: Settings, cards: CardSet, outcomes: Sequence[Outcome], tallies: Sequence[Tally]
    ) -> None:
        if not outcomes:
            raise GosuError("nothing to report: no game has finished yet")
        self.settings = settings
        self.card_set = cards
        self.outcomes = outcomes
        #: the part of the win of every seat: float64 (games, seats)
        self._shares = np.array([outcome.shares(settings.seats) for outcome in outcomes])
        #: who began: int64 (games,)
        self._openers: NDArray[np.int64] = np.array([tally.opener for tally in tallies])
        #: what the seats did with their cards: int16 (games, seats, EVENTS, kinds)
        self._counts = np.stack([tally.counts for tally in tallies])
        self._clans: NDArray[np.int64] = np.array([card.clan for card in cards.cards])
        #: which clans were in play: bool (games, clans)
        self._in_play = np.stack([tally.clans for tally in tallies])

    # -------------------------------------------------------------------------------------------- games

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row for every game; ``decisions`` goes by seat."""
        rows = [
            {
                "index": outcome.index,
                "opener": int(opener),
                "winners": outcome.winners,
                "ending": outcome.ending,
                "card": outcome.card,
                "rounds": outcome.rounds,
                "decisions": outcome.decisions,
            }
            for outcome, opener in zip(self.outcomes, self._openers, strict=True)
        ]
        kinds = {"winners": pl.List(pl.Int64), "card": pl.String}
        return pl.DataFrame(rows, schema_overrides=kinds, infer_schema_length=None)

    @cached_property
    def plays(self) -> pl.DataFrame:
        """One row for every game, seat and card that the seat had to do with: how often, and its part of the win."""
        game, seat, kind = np.nonzero(self._counts.any(axis=2))
        names = np.array([card.name for card in self.card_set.cards])
        index = np.array([outcome.index for outcome in self.outcomes])
        frame = {"game": index[game], "seat": seat, "card": names[kind], "win": self._shares[game, seat]}
        return pl.DataFrame(frame | {name: self._counts[game, seat, event, kind] for event, name in enumerate(EVENTS)})

    # -------------------------------------------------------------------------------------------- seats, lengths, ends

    @cached_property
    def seats(self) -> pl.DataFrame:
        """Win rates by seat, and by turn order: 0 is who begins the first round. Wilson's intervals."""
        rows = []
        games, seats = self._shares.shape
        turned = (np.arange(seats) + self._openers[:, None]) % seats
        for by, shares in (("seat", self._shares), ("turn order", np.take_along_axis(self._shares, turned, axis=1))):
            for place, wins in enumerate(shares.sum(axis=0).tolist()):
                low, high = wilson(wins, games)
                rows.append({"by": by, "place": place, "games": games, "win": wins / games, "low": low, "high": high})
        return pl.DataFrame(rows)

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """How long games are: decisions that were asked, all seats together, and rounds."""
        rows = []
        for name in ("decisions", "rounds"):
            values = self.length(name)
            low, median, high = np.quantile(values, QUANTILES, method="nearest").tolist()
            spread = {"least": int(values.min()), "low": low, "median": median, "high": high, "most": int(values.max())}
            rows.append({"what": name, "mean": float(values.mean())} | spread)
        return pl.DataFrame(rows)

    def length(self, what: str) -> NDArray[np.int64]:
        """The ``decisions`` or ``rounds`` of every game: int64 (games,)."""
        return np.array([sum(o.decisions) if what == "decisions" else o.rounds for o in self.outcomes])

    @cached_property
    def endings(self) -> pl.DataFrame:
        """How games end and by which card, the most frequent first. Wilson's intervals."""
        found: dict[tuple[str, str | None], int] = {}
        for outcome in self.outcomes:
            how = outcome.ending, outcome.card
            found[how] = found.get(how, 0) + 1
        ordered = sorted(found.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or ""))
        rows = [{"ending": ending, "card": card} | self._part(games) for (ending, card), games in ordered]
        return pl.DataFrame(rows, schema_overrides={"card": pl.String})

    def ending(self, *endings: str) -> dict[str, Any]:
        """How many games end in one of these ways."""
        return self._part(sum(outcome.ending in endings for outcome in self.outcomes))

    def _part(self, games: int) -> dict[str, Any]:
        low, high = wilson(games, len(self.outcomes))
        return {"games": games, "part": games / len(self.outcomes), "low": low, "high": high}

    # -------------------------------------------------------------------------------------------- cards and clans

    def _rates(self, name: str, happened: NDArray[np.bool_]) -> dict[str, Any]:
        """The win rate of the seats for which something happened: bool (games, seats)."""
        seats = happened.sum(axis=1).astype(np.float64)
        wins = (self._shares * happened).sum(axis=1)
        total = int(seats.sum())
        low, high = clustered_wilson(wins, seats)
        rate = float(wins.sum()) / total if total else None
        return {f"{name}_seats": total, f"{name}_win": rate, f"{name}_low": low, f"{name}_high": high}

    def _row(self, kinds: NDArray[np.bool_]) -> dict[str, Any]:
        """What happened to cards, and the win rate of the seats to which it happened at least once in a game."""
        counts = self._counts[:, :, :, kinds].sum(axis=3, dtype=np.int64)  # (games, seats, EVENTS)
        row: dict[str, Any] = {name: int(counts[:, :, event].sum()) for event, name in enumerate(EVENTS)}
        for name in WHEN:
            row |= self._rates(name, counts[:, :, EVENTS.index(name)] > 0)
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
        plays, wins = parts.sum(axis=1), np.einsum("gs,gsc->gc", self._shares, parts)  # (games, clans)
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
            rows.append(about | self._rates("played", cards[:, :, clan] > 0) | self._row(self._clans == clan))
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_dict(self) -> dict[str, Any]:
        """All frames with a few rows, as plain values."""
        return {name: getattr(self, name).to_dicts() for name in ("seats", "lengths", "endings", "clans", "cards")}
