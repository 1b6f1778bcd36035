"""Tables on disk: a replay and, beside it, who sits where; an unfinished choice, and cards of the table's own.

The tokens of the seats are in a file of their own, so that a replay can be given to anybody.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from gosu_env.engine.errors import DataError, GosuError, OptionError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.replay import Replay
from gosu_env.engine.replay_format import decode
from gosu_env.web.deal import Deal

try:
    import fcntl
except ImportError:  # no such locks on this system: two servers on one folder are not noticed
    fcntl = None  # type: ignore[assignment]

NAME = re.compile(r"[A-Za-z0-9_-]{16}")
SECRET = 0o600  # nobody else on the machine reads tokens or hands
ENDINGS = (".json", ".unfinished", ".gosu", ".toml")  # of the files of a table


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
    owner: str | None = None  # the token of whoever opened the table and may remove it
    deal: Deal | None = None  # None: dealt from a seed as it was wished, or a position

    @property
    def tokens(self) -> list[str | None]:
        """All that open something at the table."""
        return [*(chair.token for chair in self.chairs), self.watch, self.owner]

    @property
    def people(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.agent is None]


class Summary(NamedTuple):
    """What there is to say of a table on disk."""

    seats: Seats
    game: str
    decisions: int
    over: bool
    changed: float  # seconds since 1970


class Journal:
    """A folder of tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise OptionError(f"{folder}: cannot be made: {error.strerror}") from None
        self._lock: int | None = None

    def lock(self) -> None:
        """Keep other servers out of the folder, until ``unlock`` or the end of the process."""
        if fcntl is None or self._lock is not None:
            return
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise OptionError(
                f"{self.folder}: another server keeps its games in this folder; stop it, or name another --folder"
            ) from None
        except OSError:  # a file system without locks
            os.close(descriptor)
            return
        self._lock = descriptor
        for file in self.folder.glob("*.gosu"):  # earlier versions let others read them
            with contextlib.suppress(OSError):
                file.chmod(SECRET)

    def unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

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
            write_whole(self._file(name, ".gosu"), replay.to_bytes(), SECRET)
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

    def _seats(self, name: str) -> Seats:
        file = self._file(name, ".json")
        if not file.is_file():
            raise OptionError("there is no such table")
        try:
            told: dict[str, Any] = json.loads(read_whole(file))
            chairs, deal = tuple(Chair(**chair) for chair in told["chairs"]), told.get("deal")
            return Seats(
                chairs, told["watch"], told["course"], told.get("owner"), None if deal is None else Deal(**deal)
            )
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(f"who sits at this table is damaged: {error}") from None

    def read(self, name: str) -> tuple[Seats, Replay]:
        """A table as it was kept."""
        seats = self._seats(name)
        cards = self._file(name, ".toml")
        return seats, Replay.from_bytes(
            read_whole(self._file(name, ".gosu")), cards=str(cards) if cards.is_file() else None
        )

    def cards_file(self, name: str) -> Path:
        """Where the cards of a table are kept that has its own."""
        return self._file(name, ".toml")

    def write_cards(self, name: str, content: bytes) -> Path:
        """Keep the cards of a table that has its own."""
        file = self.cards_file(name)
        try:
            write_whole(file, content, SECRET)
        except GosuError as error:
            raise GosuError("the cards cannot be kept on the disk of the server") from error
        return file

    def summary(self, name: str) -> Summary:
        """How a table stands, without a look at its rules."""
        seats = self._seats(name)
        file = self._file(name, ".gosu")
        header, actions, *_, returns = decode(read_whole(file))
        return Summary(seats, header.game, len(actions), returns is not None, file.stat().st_mtime)

    def remove(self, name: str) -> None:
        """Forget a table. Without its seats it is none, so they go first."""
        for ending in ENDINGS:
            self._file(name, ending).unlink(missing_ok=True)

    def remove_old(self, now: float, keep: float) -> list[str]:
        """Remove what is over, or was a station of a course, and lay untouched for ``keep`` seconds; what it was."""
        removed = []
        for name in self.names():
            try:
                told = self.summary(name)
            except (GosuError, OSError):
                continue  # whoever looks after the folder should see it
            if (told.over or told.seats.course is not None) and now - told.changed > keep:
                self.remove(name)
                removed.append(name)
        return removed

    def names(self) -> list[str]:
        """The tables that are kept."""
        return sorted(file.stem for file in self.folder.glob("*.json") if NAME.fullmatch(file.stem))
