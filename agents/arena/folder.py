"""The folder of an arena: settings, journal, and what the games say."""

from __future__ import annotations

import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import gosu_env
from gosu_env import DataError, OptionError
from gosu_env.agents.arena.journal import Journal, read_journal
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.arena.standings import Standings
from gosu_env.agents.folders import differences, make_folder
from gosu_env.engine.files import write_whole

PLOTS = "gosu_env.agents.arena.plots"  # loaded when needed: workers do without
RESULTS = ("results.json", "games.parquet", "ratings.png", "payoffs.png", "balance.json", "rating.json")  # of games
DIGITS = 6  # of the numbers in a result: more would differ between machines


def as_json(plain: Any) -> bytes:
    """Plain values as they are written to a folder."""
    return (json.dumps(plain, indent=2, ensure_ascii=False) + "\n").encode()


def rounded(plain: Any) -> Any:
    """Plain values with numbers that are the same on every machine."""
    if isinstance(plain, dict):
        return {key: rounded(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return [rounded(value) for value in plain]
    return round(plain, DIGITS) if isinstance(plain, float) else plain


class Folder:
    """A folder that belongs to one arena. Whoever comes back with the same settings goes on in it, unless ``fresh``."""

    def __init__(self, path: str | Path, settings: Settings, fresh: bool = False) -> None:
        self.path = Path(path)
        self.settings = settings
        self.fresh = fresh  # forget the games that are there

    @property
    def journal(self) -> Path:
        return self.path / "games.journal"

    def open(self) -> Journal:
        """The journal, for one run at a time. The folder is made, or belongs to these settings already."""
        import_module(PLOTS)  # a library that is missing is told now, not after the games
        make_folder(self.path)
        journal = Journal(self.journal, self.fresh)
        try:
            if self.fresh:
                for name in RESULTS:
                    (self.path / name).unlink(missing_ok=True)
            else:
                self.check()
            self.fresh = False
            write_whole(self.path / "settings.json", as_json(self.settings.as_dict()))
        except BaseException:
            journal.close()
            raise
        return journal

    def played(self) -> dict[int, Outcome]:
        """The games that are there, without opening the folder for more."""
        if self.fresh:
            return {}
        self.check()
        return read_journal(self.journal)[0]

    def check(self) -> None:
        """Check that the folder has these settings, or none yet; only the number of games may have grown."""
        wanted = self.settings.as_dict()
        file = self.path / "settings.json"
        try:
            found = json.loads(file.read_bytes()) if file.exists() else wanted
        except ValueError as error:
            raise DataError(f"{file}: is damaged: {error}") from None
        if not isinstance(found, dict):
            raise DataError(f"{file}: is damaged: no settings")
        differ = differences(found, wanted)
        before = found.get("games")
        if list(differ) == ["games"] and isinstance(before, int) and before < self.settings.games:
            return
        if differ:
            raise OptionError(
                f"{self.path}: the arena in this folder has different settings: {'; '.join(differ.values())}; "
                "use the same settings to resume (games may grow), another folder, or --fresh to replay all games"
            )

    def write(self, standings: Standings) -> None:
        """Write results, games and pictures."""
        plots = import_module(PLOTS)
        head = {"gosu_env": gosu_env.__version__, "settings": self.settings.as_dict()}
        parquet = io.BytesIO()
        standings.games.write_parquet(parquet)
        files = {
            "results.json": as_json(rounded(head | {"games": len(standings.outcomes)} | standings.as_dict())),
            "games.parquet": parquet.getvalue(),
            "ratings.png": plots.ratings_png(standings),
            "payoffs.png": plots.payoffs_png(standings),
        }
        for name, data in files.items():
            write_whole(self.path / name, data)
