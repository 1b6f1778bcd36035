"""Replays as decisions of a dataset."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from gosu_env.dataset.manifest import Manifest
from gosu_env.dataset.schema import DENSE, Columns
from gosu_env.dataset.writer import Content, Writer
from gosu_env.engine.errors import DataError
from gosu_env.engine.replay import Replay
from gosu_env.engine.rules import Rules, find_rules

Row = dict[str, object]


def replay_files(paths: Sequence[Path]) -> list[Path]:
    """The replays that paths name: files, and all of folders and the folders in them, sorted there."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.gosu"))
            if not inside:
                raise DataError(f"{path}: there is no replay in this folder; they end in .gosu")
            found += inside
        else:
            found.append(path)
    return found


class ReplaySource:
    """Replays of one game with one set of options; ``about`` describes their dataset."""

    def __init__(self, paths: Sequence[Path], cards: str | None = None) -> None:
        self.files = replay_files(paths)
        self.cards = cards
        digest = hashlib.sha256()
        agents: dict[str, None] = {}
        rules: Rules | None = None
        for path in self.files:
            replay = self.load(path)
            head = replay.header
            digest.update(replay.to_bytes())
            agents |= dict.fromkeys(replay.agents)
            own = find_rules(head.game, head.num_players, head.options)
            rules = rules or own
            if (own.name, own.num_players, own.options) != (rules.name, rules.num_players, rules.options):
                raise DataError(
                    f"{path}: a game of {own.name} with {own.num_players} players and options {own.options}, while "
                    f"{self.files[0]} is of {rules.name} with {rules.num_players} and {rules.options}; a dataset has "
                    "games of one kind"
                )
        if rules is None:
            raise DataError("no replays: name files or folders")
        self.rules = rules
        self.agents = list(agents)
        self.about = Manifest.of_rules(rules, self.agents, {"kind": "replays", "replays": digest.hexdigest()[:16]})

    def load(self, path: Path) -> Replay:
        return Replay.load(path, self.cards)

    def rows(self, path: Path, game: int) -> Iterator[Row]:
        """The decisions of a replay; ``game`` is its number."""
        replay = self.load(path)
        returns, places = replay.returns, {name: place for place, name in enumerate(self.agents)}
        try:
            for decision in replay.decisions():
                table, thoughts, chances = decision.game, decision.thoughts, decision.chances
                policy = np.full(table.num_actions, np.nan if chances is None else 0, np.float32)
                for action, chance in (chances or {}).items():
                    policy[action] = chance
                value = thoughts.value if thoughts else None
                yield {
                    "game": game,
                    "step": decision.step,
                    "seed": -1 if replay.header.seed is None else replay.header.seed,
                    "seat": table.seat,
                    "agent": places[replay.agents[table.seat]],
                    "observation": table.observe(),
                    "mask": table.mask(),
                    "action": decision.action,
                    "policy": policy,
                    "value": np.nan if value is None else value,
                    "return": np.nan if returns is None else returns[table.seat],
                }
        except DataError as error:
            raise DataError(f"{path}: {error}") from None

    def columns(self, files: Sequence[Path]) -> Columns:
        """The decisions of some replays."""
        rows = [row for game, path in enumerate(files) for row in self.rows(path, game)]
        return {name: np.array([row[name] for row in rows], kind) for name, kind in DENSE.items()}


def write_replays(source: ReplaySource, writer: Writer, part: int) -> Iterator[int]:
    """Write what is missing, ``part`` replays to a file; how many replays were written, after each file."""
    for first in range(len(writer.manifest.parts) * part, len(source.files), part):
        columns = source.columns(source.files[first : first + part])
        writer.add(Content.of(columns, writer.manifest.games))
        yield min(part, len(source.files) - first)
