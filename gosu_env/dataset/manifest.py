"""``dataset.json``: what a dataset is about, and the parts that are complete."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from gosu_env.dataset.schema import FORMAT, Sizes
from gosu_env.engine.errors import CardFileError, DataError, OptionError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import Rules, find_rules

FILE = "dataset.json"
WIDEST = 1 << 24  # entries of an observation, and actions


@dataclass(frozen=True)
class Part:
    """One file of a dataset."""

    file: str
    first_game: int
    games: int
    decisions: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What the file says. ``origin`` is all that the decisions depend on: agents, seed, code, or replays."""

    game: str
    num_players: int
    options: dict[str, Any]  # of the game, without the name of the card file
    cards: str  # the digest of the card set
    agents: list[str]
    observation_size: int
    num_actions: int
    origin: dict[str, Any] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)

    @classmethod
    def of_rules(cls, rules: Rules, agents: list[str], origin: Mapping[str, Any]) -> Manifest:
        options = {name: value for name, value in rules.options.items() if name != "cards"}
        sizes = rules.observation_size, rules.num_actions
        return cls(rules.name, rules.num_players, options, rules.digest, agents, *sizes, dict(origin))

    @property
    def sizes(self) -> Sizes:
        return Sizes(self.observation_size, self.num_actions)

    @property
    def decisions(self) -> int:
        return sum(part.decisions for part in self.parts)

    @property
    def games(self) -> int:
        return sum(part.games for part in self.parts)

    def with_part(self, part: Part) -> Manifest:
        return replace(self, parts=[*self.parts, part])

    def rules(self, cards: str | None = None) -> Rules:
        """The rules of its games; ``cards`` names their card file, if it was not the default set."""
        options = self.options | ({} if cards is None else {"cards": cards})
        try:
            rules = find_rules(self.game, self.num_players, options)
        except (OptionError, CardFileError) as error:
            raise DataError(f"the dataset's games cannot be played here: {error}") from None
        if rules.digest != self.cards:
            raise DataError(
                f"the dataset was played with cards of digest {self.cards}, these are {rules.digest}; pass the card "
                "file it was played with as cards="
            )
        if (rules.observation_size, rules.num_actions) != (self.observation_size, self.num_actions):
            raise DataError(
                f"the dataset has {self.observation_size} entries in an observation and {self.num_actions} actions, "
                f"this version of the game {rules.observation_size} and {rules.num_actions}"
            )
        return rules

    # -------------------------------------------------------------------------------------------- files

    def write(self, folder: Path) -> None:
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False)
        write_whole(folder / FILE, f"{text}\n".encode())

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        path = folder / FILE
        if not folder.is_dir():
            raise DataError(f"{folder}: no such folder; expected one that gosu dataset wrote")
        if not path.is_file():
            raise DataError(f"{folder}: not a dataset: it has no {FILE}")
        try:
            plain = json.loads(read_whole(path))
            if not isinstance(plain, dict) or plain.get("format") != FORMAT:
                found = plain.get("format") if isinstance(plain, dict) else None
                raise DataError(f"{path}: its format is {found!r}, not {FORMAT!r}")
            parts = [Part(**part) for part in plain["parts"]]
            made = cls(**{each.name: plain[each.name] for each in fields(cls)} | {"parts": parts})
            made.check()
        except DataError:
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise DataError(f"{path}: damaged: {error!r}") from None
        return made

    def check(self) -> None:
        """Refuse what no dataset says."""
        kinds = {"game": str, "num_players": int, "options": dict, "cards": str, "agents": list, "origin": dict}
        for name, kind in (kinds | {"observation_size": int, "num_actions": int}).items():
            if not isinstance(getattr(self, name), kind):
                raise ValueError(f"{name} is {getattr(self, name)!r}")
        for name in ("observation_size", "num_actions"):
            if not 1 <= getattr(self, name) <= WIDEST:
                raise ValueError(f"{name} is {getattr(self, name)!r}")
        games = 0
        for number, part in enumerate(self.parts):
            numbers = (part.first_game, part.games, part.decisions, part.bytes)
            if part.file != part_name(number) or not all(isinstance(each, int) and each >= 0 for each in numbers):
                raise ValueError(f"part {number} is {part!r}")
            if part.first_game != games:
                raise ValueError(f"part {number} begins with game {part.first_game}, not {games}")
            games += part.games


def part_name(number: int) -> str:
    return f"part-{number:05}.parquet"


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
