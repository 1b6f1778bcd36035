"""Tables on disk: a replay and, beside it, who sits where.

The tokens of the seats are in a file of their own, so that a replay can be given to anybody.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gosu_env.engine.errors import DataError, GosuError, OptionError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.replay import Replay

NAME = re.compile(r"[A-Za-z0-9_-]{16}")
SECRET = 0o600  # nobody else on the machine reads tokens


@dataclass(frozen=True)
class Chair:
    """A seat: who sits there, and the token that opens it to a person."""

    name: str
    agent: str | None = None  # None: a person
    token: str | None = None


@dataclass(frozen=True)
class Seats:
    """What is known of a table besides the game."""

    chairs: tuple[Chair, ...]
    watch: str | None = None  # the token of those who look on
    course: int | None = None  # the station of a course that is played here

    @property
    def people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.agent is None]


class Journal:
    """A folder of tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise OptionError(f"{folder}: cannot be made: {error.strerror}") from None

    def _file(self, name: str, ending: str) -> Path:
        if not NAME.fullmatch(name):
            raise OptionError("there is no such table")
        return self.folder / f"{name}{ending}"

    def open(self, name: str, seats: Seats, replay: Replay) -> None:
        """Keep a new table."""
        self.write(name, replay)
        write_whole(self._file(name, ".json"), json.dumps(asdict(seats)).encode(), SECRET)

    def write(self, name: str, replay: Replay) -> None:
        """Keep what has been played so far. What goes wrong is told without the path: visitors may read it."""
        try:
            write_whole(self._file(name, ".gosu"), replay.to_bytes())
        except GosuError as error:
            raise GosuError("the game cannot be kept on the disk of the server") from error

    def write_unfinished(self, name: str, number: int, actions: Sequence[int]) -> None:
        """Keep a choice that can still be taken back, made at decision ``number``."""
        told = json.dumps({"number": number, "actions": list(actions)})
        try:
            write_whole(self._file(name, ".unfinished"), told.encode(), SECRET)
        except GosuError as error:
            raise GosuError("the choice cannot be kept on the disk of the server") from error

    def read_unfinished(self, name: str, number: int) -> list[int]:
        """The unfinished choice of a table at decision ``number``; of another decision or damaged, it is none."""
        file = self._file(name, ".unfinished")
        with contextlib.suppress(ValueError, TypeError, KeyError, DataError):
            told = json.loads(read_whole(file))
            if told["number"] == number:
                return [int(action) for action in told["actions"]]
        return []

    def read(self, name: str) -> tuple[Seats, Replay]:
        """A table as it was kept."""
        file = self._file(name, ".json")
        if not file.is_file():
            raise OptionError("there is no such table")
        try:
            told: dict[str, Any] = json.loads(read_whole(file))
            seats = Seats(tuple(Chair(**chair) for chair in told["chairs"]), told["watch"], told["course"])
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(f"who sits at this table is damaged: {error}") from None
        return seats, Replay.from_bytes(read_whole(self._file(name, ".gosu")))

    def names(self) -> list[str]:
        """The tables that are kept."""
        return sorted(file.stem for file in self.folder.glob("*.json") if NAME.fullmatch(file.stem))
