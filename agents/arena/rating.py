"""One player, rated on the reference ladder: the others have ratings that do not move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Group
from rich.text import Text

import gosu_env
from gosu_env.agents.arena.arena import Arena
from gosu_env.agents.arena.bradley_terry import ELO, LEAST, VIRTUAL, Tally
from gosu_env.agents.arena.folder import Folder, as_json, rounded
from gosu_env.agents.arena.ladder import Ladder, check_fresh, find_ladder
from gosu_env.agents.arena.report import WINS, grid, signed
from gosu_env.agents.arena.schedule import derive_seed
from gosu_env.agents.arena.settings import LADDER, Entrant
from gosu_env.agents.arena.standings import SAMPLES
from gosu_env.agents.intervals import QUANTILES, interval_text
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import USUAL_GAME

Array = NDArray[np.float64]
REACH = 30.0  # strengths are looked for within so many units of the ladder: 5,200 points of Elo
HALVINGS = 60
NO_NAME = r"[^\w.+-]"  # letters of specs that names of an arena do not have


def win_chances(strength: Array, ladder: Array, copies: int) -> Array:
    """How likely a player wins against copies of each rung: (samples,) and (rungs,) make (samples, rungs)."""
    chances: Array = 1 / (1 + copies * np.exp(ladder - strength[:, None]))
    return chances


def fit_one(wins: Array, games: Array, ladder: Array, copies: int, virtual: Array) -> Array:
    """The most likely strength of a player: wins and games against each rung, (samples, rungs), make (samples,).

    ``virtual``, (samples, rungs, 2), are wins and losses in games of two that are counted besides. What is expected
    grows with the strength, so halving an interval finds where it is what was won.
    """
    won = (wins + virtual[:, :, 0]).sum(axis=1)
    low = np.full(len(wins), ladder.min() - REACH)
    high = np.full(len(wins), ladder.max() + REACH)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        expected = games * win_chances(middle, ladder, copies)
        expected += virtual.sum(axis=2) * win_chances(middle, ladder, 1)
        below = expected.sum(axis=1) < won
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    found: Array = (low + high) / 2
    return found


def rate_first(tally: Tally, ladder: Array, samples: int, seed: int) -> tuple[float, float, float]:
    """The rating of the first player of a tally with its interval, in Elo; the ratings of the others are given.

    As in an arena, matches are weighted at random for the interval, and a drawn game is counted besides, so that
    whoever won or lost everything has a finite rating: here one in all, shared by the rungs.
    """
    rungs, copies = len(ladder), int(tally.seats[0].sum()) - 1
    played = np.zeros((2, len(tally.table), rungs))  # wins and games, match by match and rung by rung
    matches = np.arange(len(tally.table))
    played[0, matches, tally.table] = tally.wins[:, 0]
    played[1, matches, tally.table] = tally.wins.sum(axis=1)
    rng = np.random.default_rng(seed)
    weights = np.concatenate((np.ones((1, len(matches))), rng.exponential(size=(samples, len(matches)))))
    share = VIRTUAL / rungs
    virtual = np.concatenate((np.full((1, rungs, 2), share), rng.gamma(share, size=(samples, rungs, 2))))
    wins, games = weights @ played
    found = ELO * fit_one(wins, games, ladder / ELO, copies, np.maximum(virtual, LEAST))
    low, high = np.quantile(found[1:], QUANTILES)
    return float(found[0]), min(float(low), float(found[0])), max(float(high), float(found[0]))


@dataclass(frozen=True)
class Rating:
    """What a player is worth, and the matches that say so."""

    player: str
    game: str
    players: int
    elo: float
    low: float
    high: float
    matches: list[dict[str, Any]]  # by rung: opponent, elo, games, win_rate, win_low, win_high, expected

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = rounded(self.__dict__ | {"gosu_env": gosu_env.__version__})
        return plain

    @property
    def text(self) -> str:
        """``Elo +812 (+760 … +861)``"""
        return f"Elo {signed(self.elo)} ({signed(self.low)} … {signed(self.high)})"

    def report(self) -> Group:
        """For the screen."""
        table = grid()
        for name in ("against", "Elo", "games", "% won", "95%", "expected"):
            table.add_column(name, justify="left" if name == "against" else "right", no_wrap=True)
        others = "" if self.players == 2 else f"{self.players - 1} × "
        for row in self.matches:
            table.add_row(
                Text(f"{others}{row['opponent']}"),
                signed(row["elo"]),
                f"{row['games']:,}",
                f"{100 * row['win_rate']:.1f}",
                interval_text(row["win_low"], row["win_high"]),
                f"{100 * row['expected']:.1f}",
            )
        head = f"{self.player} · {self.game}, {self.players} players · 95 % interval in brackets"
        return Group(Text(head, "dim"), table, Text.assemble((self.player, "bold"), "  ", (self.text, f"bold {WINS}")))


class Rater:
    """Plays a player against the ladder, so many games at every rung; what ``Arena`` says of folders holds here."""

    def __init__(
        self,
        player: str,
        games: int = 200,
        players: int = 2,
        seed: int = 0,
        game: str = USUAL_GAME,
        out: str | Path | None = None,
        fresh: bool = False,
    ) -> None:
        self.ladder: Ladder = find_ladder(game, players)
        rated = Entrant.parse(player)
        self.name = rated.name
        rungs = [rung.player for rung in self.ladder.rungs]
        if rated.name in rungs:  # in its games a player of the ladder meets itself: there it needs another name
            rated = Entrant(f"{re.sub(NO_NAME, '-', rated.name)}-rated", rated.spec)
        self.arena = Arena([str(rated), *rungs], games, players, LADDER, seed, game=game)
        check_fresh(self.ladder, self.arena.settings)
        if out is not None:
            self.keep(out, fresh)

    def keep(self, out: str | Path, fresh: bool = False) -> None:
        """Keep games and results in a folder, and go on with the games that are there."""
        self.arena.folder = Folder(out, self.arena.settings, fresh)

    def run(self, jobs: int | None = None, progress: bool = True) -> Rating:
        """Play what has not been played yet; the rating."""
        self.arena.play_all(jobs, progress)
        rating = self.rating()
        if self.arena.folder is not None:
            write_whole(self.arena.folder.path / "rating.json", as_json(rating.as_dict()))
        return rating

    def rating(self) -> Rating:
        """What the games played so far say."""
        settings, standings = self.arena.settings, self.arena.standings()
        ladder = np.array([rung.elo for rung in self.ladder.rungs])
        elo, low, high = rate_first(standings.tally, ladder, SAMPLES, derive_seed(settings.seed, "ratings"))
        expected = win_chances(np.array([elo / ELO]), ladder / ELO, settings.seats - 1)[0]
        rows = {row["opponent"]: row for row in standings.payoffs.to_dicts() if row["player"] == settings.names[0]}
        matches = [
            {"opponent": rung.player, "elo": rung.elo, "expected": float(chance)}
            | {name: rows[rung.player][name] for name in ("games", "win_rate", "win_low", "win_high")}
            for rung, chance in zip(self.ladder.rungs, expected, strict=True)
        ]
        return Rating(self.name, settings.game, settings.seats, elo, low, high, matches)
