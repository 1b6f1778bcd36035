"""The folder of an arena: settings, journal, and what the games say."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import gosu_env
from agents.arena.journal import Journal
from agents.arena.settings import Settings
from agents.arena.standings import Standings
from gosu_env import DataError, GosuError, OptionError
from gosu_env.engine.files import write_whole

DIGITS = 6  # of the numbers in results.json: more would differ between machines


def _json(plain: Any) -> bytes:
    return (json.dumps(plain, indent=2, ensure_ascii=False) + "\n").encode()


def _rounded(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _rounded(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_rounded(value) for value in plain]
    return round(plain, DIGITS) if isinstance(plain, float) else plain


class Folder:
    """A folder that belongs to one arena. Whoever comes back with the same settings goes on in it."""

    def __init__(self, path: str | Path, settings: Settings) -> None:
        self.path = Path(path)
        self.settings = settings

    def claim(self) -> None:
        """Make the folder, or check that it is one of these settings; the number of games may have grown."""
        wanted = self.settings.as_dict()
        file = self.path / "settings.json"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            found = json.loads(file.read_bytes()) if file.exists() else wanted
        except OSError as error:
            raise GosuError(f"{self.path}: cannot be used: {error.strerror}") from None
        except ValueError as error:
            raise DataError(f"{file}: is damaged: {error}") from None
        if not isinstance(found, dict):
            raise DataError(f"{file}: is damaged: no settings are in it")
        differ = [name for name in wanted if found.get(name) != wanted[name]]
        if differ == ["games"] and isinstance(found["games"], int) and found["games"] < wanted["games"]:
            differ = []
        if differ:
            told = "; ".join(f"{name} {_told(found.get(name))}, now {_told(wanted[name])}" for name in differ)
            raise OptionError(
                f"{self.path}: the arena in this folder has other settings: {told}; "
                "give the same ones to go on (games may grow), or another folder"
            )
        write_whole(file, _json(wanted))

    def journal(self) -> Journal:
        return Journal(self.path / "games.journal")

    def write(self, standings: Standings) -> list[Path]:
        """Write results, games and pictures; the files written."""
        from agents.arena.plots import payoffs_png, ratings_png  # noqa: PLC0415  (matplotlib takes a second to load)

        head = {"gosu_env": gosu_env.__version__, "settings": self.settings.as_dict()}
        parquet = io.BytesIO()
        standings.games.write_parquet(parquet)
        files = {
            "results.json": _json(_rounded(head | {"games": len(standings.outcomes)} | standings.as_dict())),
            "games.parquet": parquet.getvalue(),
            "ratings.png": ratings_png(standings),
            "payoffs.png": payoffs_png(standings),
        }
        for name, data in files.items():
            write_whole(self.path / name, data)
        return [self.path / name for name in files]


def _told(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else "none" if value is None else str(value)
