"""The journal of an arena: a line for every game, written as soon as it is over."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from types import TracebackType

from gosu_env import DataError, GosuError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.folders import open_locked


def write_line(outcome: Outcome) -> bytes:
    """The checksum of the text, the text, a line end."""
    text = json.dumps(outcome.as_dict(), separators=(",", ":")).encode()
    return f"{zlib.crc32(text):08x} ".encode() + text + b"\n"


def read_line(line: bytes) -> Outcome:
    checksum, _, text = line.partition(b" ")
    if checksum != f"{zlib.crc32(text):08x}".encode():
        raise DataError("checksum mismatch")
    return Outcome.of(json.loads(text))


def read_journal(path: Path) -> tuple[dict[int, Outcome], int]:
    """The games of a journal by their numbers, and how many bytes of it are whole lines.

    A last line without an end was being written when the run was killed; it does not count. Of two lines for one
    game, the later one counts. Any other damage is an error.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}, 0
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    whole = data.rfind(b"\n") + 1
    found: dict[int, Outcome] = {}
    for number, line in enumerate(data[:whole].splitlines(), start=1):
        try:
            outcome = read_line(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{path}: line {number} is damaged: {error}; delete the line to replay its game") from None
        found[outcome.index] = outcome
    return found, whole


class Journal:
    """The journal of a run, open for new lines and locked against a second run; a fresh one forgets all games."""

    def __init__(self, path: Path, fresh: bool = False) -> None:
        self.path = path
        self._file = open_locked(path)
        try:
            self.outcomes, whole = ({}, 0) if fresh else read_journal(path)
            self._file.truncate(whole)
        except BaseException:
            self._file.close()
            raise

    def append(self, outcomes: list[Outcome]) -> None:
        left = b"".join(map(write_line, outcomes))
        whole = os.fstat(self._file.fileno()).st_size
        try:
            while left:
                left = left[os.write(self._file.fileno(), left) :]
        except OSError as error:
            self._file.truncate(whole)  # a full disk: no half line stays
            raise GosuError(f"{self.path}: cannot be written: {error.strerror}") from None
        self.outcomes.update((outcome.index, outcome) for outcome in outcomes)

    def close(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise GosuError(f"{self.path}: cannot be written: {error.strerror}") from None
        finally:
            self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
