"""Writes a dataset part by part: each is there whole or not at all, and what is there is not written again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from gosu_env.agents.folders import differences, make_folder, open_locked
from gosu_env.dataset.manifest import FILE, Manifest, Part, digest_of, part_name
from gosu_env.dataset.schema import Columns, encode, polars_module
from gosu_env.engine.errors import OptionError
from gosu_env.engine.files import write_whole

LOCK = "lock"


class Content(NamedTuple):
    """A part before it is written."""

    data: bytes
    games: int
    decisions: int

    @classmethod
    def of(cls, columns: Columns, first_game: int) -> Content:
        """The file of some decisions, whose games are numbered from ``first_game`` on."""
        numbers, games = np.unique(columns["game"], return_inverse=True)
        return cls(encode(columns | {"game": games + first_game}), len(numbers), len(games))


class Writer:
    """The folder of a dataset, with one writer at a time; ``manifest`` says what is there.

    A folder that holds the beginning of the same dataset is carried on; another one is refused, unless it is to be
    made ``fresh``.
    """

    def __init__(self, folder: Path, about: Manifest, fresh: bool = False) -> None:
        polars_module()
        self.folder = folder
        self.manifest = about
        if folder.is_dir() and not (folder / FILE).exists() and any(path.name != LOCK for path in folder.iterdir()):
            raise OptionError(f"{folder}: holds other files; name a folder that is new, empty or a dataset")
        make_folder(folder)
        self._lock: IO[bytes] = open_locked(folder / LOCK)
        try:
            if (folder / FILE).exists():
                found = Manifest.read(folder)
                if fresh:
                    self._remove(found)
                else:
                    self._check(found)
                    self.manifest = found
            self.manifest.write(folder)
        except BaseException:
            self.close()
            raise

    def _remove(self, found: Manifest) -> None:
        self.manifest.write(self.folder)  # first, so that no part is missed that is said to be there
        for part in found.parts:
            (self.folder / part.file).unlink(missing_ok=True)

    def _check(self, found: Manifest) -> None:
        plain, wanted = (asdict(replace(each, parts=[])) for each in (found, self.manifest))
        if differ := differences(plain, wanted):
            raise OptionError(
                f"{self.folder}: contains a different dataset: {'; '.join(differ.values())}; use the same settings to "
                "resume, another folder, or --fresh to write it anew"
            )

    def add(self, given: Content) -> Part:
        """Write the next part."""
        name, first = part_name(len(self.manifest.parts)), self.manifest.games
        part = Part(name, first, given.games, given.decisions, len(given.data), digest_of(given.data))
        write_whole(self.folder / name, given.data)
        self.manifest = self.manifest.with_part(part)
        self.manifest.write(self.folder)
        return part

    def close(self) -> None:
        self._lock.close()
        with suppress(OSError):
            (self.folder / LOCK).unlink()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
