"""``Arena``: players against each other, until it is known who is stronger."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from gosu_env import DataError, GosuError, OptionError, Recorder, Replay
from gosu_env.agents.arena.cluster import play_chunks_on
from gosu_env.agents.arena.folder import Folder
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.play import play_chunk
from gosu_env.agents.arena.progress import Scoreboard
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import LADDER, MIRROR, Settings
from gosu_env.agents.arena.standings import Standings
from gosu_env.agents.arena.workers import play_chunks
from gosu_env.agents.folders import differences
from gosu_env.agents.policy import PolicyWarning
from gosu_env.agents.processes import check_jobs


class Arena:
    """Players, tables, deals; ``run`` plays what is missing and returns the standings, ``play_all`` only plays.

    >>> Arena(["random", "greedy"], games=1000).run().ratings

    The arguments are those of ``Settings.make``. With ``out``, a folder, every game is written to a
    journal there as soon as it is over, and an arena with the same settings goes on where the last one stopped, unless
    it is to be ``fresh``; tables and pictures follow in the end. Without it, games are kept in memory. Results depend
    neither on ``jobs`` nor on interruptions, as long as the players keep to their seeds.
    """

    def __init__(
        self,
        players: str | Sequence[str],
        games: int = 2000,
        seats: int = 2,
        tables: str | None = None,
        seed: int = 0,
        cards: str | None = None,
        out: str | Path | None = None,
        fresh: bool = False,
        **options: Any,
    ) -> None:
        self.settings = Settings.make(players, games, seats, tables, seed, cards, **options)
        self.schedule = Schedule(self.settings)
        self.folder = None if out is None else Folder(out, self.settings, fresh)
        self.outcomes: dict[int, Outcome] = {}
        self.earlier = 0  # how many games came from an earlier run

    def run(self, jobs: int | None = None, progress: bool = True, cluster: str | None = None) -> Standings:
        """Play all games that have not been played yet, on all cores or in that many processes; how it stands.

        ``cluster`` is the address of a Ray cluster that plays them instead: see ``cluster.py``.
        """
        if self.settings.tables == MIRROR:
            raise OptionError("mirror tables have no opponents to compare; use gosu report")
        if self.settings.tables == LADDER:
            raise OptionError("the others of a ladder do not meet, so they cannot be rated; use gosu rate")
        self.play_all(jobs, progress, cluster)
        standings = self.standings()
        if self.folder is not None:
            self.folder.write(standings)
        return standings

    def play_all(self, jobs: int | None = None, progress: bool = True, cluster: str | None = None) -> list[Outcome]:
        """Play all games that have not been played yet; all of them, by their numbers."""
        jobs = check_jobs(jobs)
        files = self.settings.files
        self.settings.check_policies()
        with self.folder.open() if self.folder else nullcontext() as journal, warnings.catch_warnings():
            warnings.simplefilter("ignore", PolicyWarning)  # told above
            if journal is not None:
                self._take_up(journal.outcomes)
                self.earlier = len(journal.outcomes)
            missing = [chunk for chunk in self.schedule.chunks() if not all(i in self.outcomes for i in chunk)]
            with Scoreboard(self.schedule, self.outcomes.values(), shown=progress) as board:
                for played in self._play_chunks(missing, min(jobs, len(missing) or 1), cluster):
                    if journal is not None:
                        journal.append(played)
                    board.add([outcome for outcome in played if outcome.index not in self.outcomes])
                    self.outcomes.update((outcome.index, outcome) for outcome in played)
        if missing and (changed := differences(files, self.settings.read_files())):
            raise GosuError(
                f"files of players changed while they played: {'; '.join(changed.values())}; "
                "these games mix different players: replay them, with --fresh if they were saved"
            )
        return [self.outcomes[index] for index in sorted(self.outcomes)]

    def _play_chunks(self, chunks: list[range], jobs: int, cluster: str | None) -> Iterator[list[Outcome]]:
        if cluster is None or not chunks:
            return play_chunks(self.schedule, chunks, jobs)
        return play_chunks_on(cluster, self.schedule, chunks)

    def _take_up(self, outcomes: dict[int, Outcome]) -> None:
        seats = self.schedule.seats
        for outcome in outcomes.values():
            fits = outcome.index < len(self.schedule) and len(outcome.decisions) == seats
            if not fits or not all(seat < seats for seat in outcome.winners):
                raise DataError(f"the journal contains game {outcome.index}, which is not in this arena")
        self.outcomes.update(outcomes)

    def standings(self) -> Standings:
        """What the games played so far say."""
        return Standings(self.schedule, self.outcomes.values())

    def play(self, index: int) -> Outcome:
        """Play one game, by its number: the same game that ``run`` plays. A game already played is not played again."""
        if not 0 <= index < len(self.schedule):
            raise OptionError(f"game {index}: games are numbered from 0 to {len(self.schedule) - 1}")
        if self.folder is not None and not self.outcomes:
            self._take_up(self.folder.played())
        if index not in self.outcomes:
            return next(game for game in play_chunk(self.schedule, self.schedule.chunk(index)) if game.index == index)
        return self.outcomes[index]

    def replay(self, index: int) -> Replay:
        """A game to look at, by its number: from memory, from the folder, or played."""
        outcome, fixture = self.play(index), self.schedule.fixture(index)
        recorder = Recorder(
            self.settings.empty_game.deal(fixture.deal_seed),
            [self.settings.names[entrant] for entrant in fixture.entrants],
            {"arena": {"seed": self.settings.seed, "game": index, "match": fixture.match, "seating": fixture.seating}},
        )
        for action in outcome.actions:
            recorder.apply(action)
        return recorder.replay()
