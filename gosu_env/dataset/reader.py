"""``Dataset``: decisions read back, as batches of numpy arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.dataset.guard import check_part
from gosu_env.dataset.manifest import Manifest, Part, digest_of
from gosu_env.dataset.schema import COLUMNS, Columns, check_columns, decode, unpack
from gosu_env.engine.errors import DataError, IllegalActionError, OptionError
from gosu_env.engine.files import read_whole
from gosu_env.engine.game import Game, check_seed, check_whole
from gosu_env.engine.recorder import Recorder
from gosu_env.engine.replay import Replay
from gosu_env.engine.rules import Rules

USUAL = ("observation", "mask", "action", "return")
MIXED = 4  # parts among which decisions are shuffled


class Dataset:
    """A folder that ``gosu dataset`` wrote.

    >>> data = Dataset("data")
    >>> for batch in data.batches(4096, shuffle=1):
    ...     batch["observation"], batch["mask"], batch["action"], batch["return"]

    Every part is checked against its digest when it is read, and tried by another process when it is read first: damage
    is a ``DataError`` that names the file.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.manifest = Manifest.read(self.folder)
        for part in self.parts:
            path = self.folder / part.file
            if not path.is_file():
                raise DataError(f"{path}: missing; the dataset is not complete")
            if path.stat().st_size != part.bytes:
                raise DataError(f"{path}: damaged: it has {path.stat().st_size:,} bytes, not {part.bytes:,}")

    @property
    def parts(self) -> list[Part]:
        return self.manifest.parts

    @property
    def agents(self) -> list[str]:
        """Who plays; the column ``agent`` counts them from 0."""
        return self.manifest.agents

    @property
    def games(self) -> int:
        return self.manifest.games

    def __len__(self) -> int:
        """How many decisions there are."""
        return self.manifest.decisions

    def rules(self, cards: str | None = None) -> Rules:
        """The rules of its games; ``cards`` names their card file, if it was not the default set."""
        return self.manifest.rules(cards)

    # -------------------------------------------------------------------------------------------- columns

    def read(self, part: int, columns: Sequence[str] = tuple(COLUMNS)) -> Columns:
        """Columns of one part, in the order of the games."""
        names = check_columns(columns)
        number = check_whole("part", part, 0, len(self.parts) - 1)
        return self._unpack(self._load(number, names))

    def batches(
        self,
        size: int,
        columns: Sequence[str] = USUAL,
        *,
        shuffle: int | None = None,
        parts: Sequence[int] | None = None,
        drop_last: bool = False,
    ) -> Iterator[Columns]:
        """Columns by name, ``size`` rows at a time; the arrays belong to the caller.

        With ``shuffle``, a seed, parts come in random order, and rows are mixed among four of them at a time. ``parts``
        are those to read, all by default: hold some out to test on. The last batch has what is left.
        """
        size, names = check_whole("size", size, 1), check_columns(columns)
        order = [check_whole("part", part, 0, len(self.parts) - 1) for part in self._all(parts)]
        return self._batches(size, names, None if shuffle is None else check_seed(shuffle), order, drop_last)

    def _all(self, parts: Sequence[int] | None) -> Sequence[int]:
        return range(len(self.parts)) if parts is None else parts

    def _batches(
        self, size: int, names: tuple[str, ...], seed: int | None, order: list[int], drop_last: bool
    ) -> Iterator[Columns]:
        rng = None if seed is None else np.random.default_rng(seed)
        if rng is not None:
            order = [order[place] for place in rng.permutation(len(order))]
        left: Columns = {}
        for first in range(0, len(order), MIXED):
            loaded = [self._load(number, names) for number in order[first : first + MIXED]]
            rows = {
                name: np.concatenate([*([left[name]] if left else ()), *(each[name] for each in loaded)])
                for name in names
            }
            count = len(rows[names[0]])
            places = np.arange(count) if rng is None else rng.permutation(count)
            cut = count - count % size
            for begin in range(0, cut, size):
                chosen = slice(begin, begin + size) if rng is None else places[begin : begin + size]
                yield self._unpack({name: column[chosen] for name, column in rows.items()})
            left = {name: column[places[cut:]] for name, column in rows.items()}
        if left and len(left[names[0]]) and not drop_last:
            yield self._unpack(left)

    def _load(self, number: int, names: tuple[str, ...]) -> Columns:
        part = self.parts[number]
        path = self.folder / part.file
        content = read_whole(path)
        if digest_of(content) != part.sha256:
            raise DataError(f"{path}: damaged: its checksum is not the one in the manifest")
        try:
            check_part(content, part.sha256, names, self.manifest.sizes, part.decisions)
            packed = decode(content, names, self.manifest.sizes)
        except DataError as error:
            raise DataError(f"{path}: not a part of this dataset: {error}") from None
        for name, column in packed.items():
            if len(column) != part.decisions:
                raise DataError(f"{path}: {len(column):,} rows in {name}, the manifest says {part.decisions:,}")
        return packed

    def _unpack(self, packed: Columns) -> Columns:
        return {name: unpack(name, column, self.manifest.sizes) for name, column in packed.items()}

    # -------------------------------------------------------------------------------------------- games

    def replay(self, game: int, cards: str | None = None) -> Replay:
        """One of its games, played again from its seed: every decision is checked against what was written."""
        number = check_whole("game", game, 0, self.games - 1)
        place = next(place for place, part in enumerate(self.parts) if number < part.first_game + part.games)
        packed = self._load(place, tuple(COLUMNS))
        mine = packed["game"] == number
        rows = self._unpack({name: column[mine] for name, column in packed.items()})
        return rebuild(self, self.rules(cards), number, rows)

    def verify(self, games: int | None = None, cards: str | None = None) -> int:
        """Check all parts, and play some games again, all by default; how many were played.

        A ``DataError`` names the file, or the game and the decision where it is not the one written. Games that were
        not dealt from a seed cannot be played again.
        """
        rules, wanted = self.rules(cards), self.games if games is None else min(games, self.games)
        chosen = set(np.linspace(0, self.games - 1, wanted).astype(int).tolist()) if wanted else set()
        played = 0
        for part, about in enumerate(self.parts):
            packed = self._load(part, tuple(COLUMNS))
            for number in sorted(chosen & set(range(about.first_game, about.first_game + about.games))):
                mine = packed["game"] == number
                rows = self._unpack({name: column[mine] for name, column in packed.items()})
                if len(rows["seed"]) and rows["seed"][0] < 0:
                    continue
                rebuild(self, rules, number, rows)
                played += 1
        return played


def rebuild(data: Dataset, rules: Rules, number: int, rows: Columns) -> Replay:
    """Play a game of a dataset again, from its seed and its actions."""

    def astray(step: int, what: str) -> DataError:
        return DataError(f"{data.folder}: game {number} is not the one written: decision {step}: {what}")

    if not len(rows["game"]):
        raise astray(0, "there is none")
    if rows["seed"][0] < 0:
        raise OptionError(f"{data.folder}: game {number} was not dealt from a seed")
    names: dict[int, str] = {}
    for seat, agent in zip(rows["seat"].tolist(), rows["agent"].tolist(), strict=True):
        if not 0 <= agent < len(data.agents):
            raise astray(0, f"there is no agent {agent}")
        names[seat] = data.agents[agent]
    game = Game.of_rules(rules, int(rows["seed"][0]))
    recorder = Recorder(game, [names.get(seat, "") for seat in range(rules.num_players)])
    for step, action in enumerate(rows["action"].tolist()):
        if game.is_over or rows["step"][step] != step or rows["seat"][step] != game.seat:
            raise astray(step, "another seat decides")
        if not np.array_equal(rows["observation"][step], game.observe()):
            raise astray(step, "the observation differs")
        if not np.array_equal(rows["mask"][step], game.mask()):
            raise astray(step, "the legal actions differ")
        try:
            recorder.apply(action)
        except IllegalActionError as error:
            raise astray(step, str(error)) from None
    returns = np.array(game.returns() if game.is_over else [np.nan] * rules.num_players, np.float32)
    if not np.array_equal(rows["return"], returns[rows["seat"]], equal_nan=True):
        raise astray(len(rows["game"]) - 1, "the returns differ")
    return recorder.replay()


def as_tensors(batch: Mapping[str, NDArray[Any]], device: str | None = None) -> dict[str, Any]:
    """A batch as torch tensors, which share its memory; with ``device``, sent there."""
    import torch  # noqa: PLC0415  (an extra)

    tensors = {name: torch.from_numpy(column) for name, column in batch.items()}
    return tensors if device is None else {name: tensor.to(device) for name, tensor in tensors.items()}
