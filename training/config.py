"""The settings that a command is given: a preset, then a file, then the command line; what comes later counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from gosu_env import OptionError
from gosu_env.engine.options import option_texts
from gosu_env.engine.rules import USUAL_GAME, find_game
from gosu_env.engine.spelling import nearest
from gosu_env.training import ppo, td
from gosu_env.training.algorithms import AnySettings
from gosu_env.training.presets import PRESETS, find_preset
from gosu_env.training.settings_file import change_settings, named_changes, parse_changes, read_changes, read_value

ALGORITHMS: dict[str, AnySettings] = {"ppo": ppo.Settings(), "td": td.Settings()}


class Config:
    """What a command is given; ``adapted`` are settings that it has its own usual values for, whatever the preset.

    A file that names an algorithm, as the one in the folder of a run does, needs no preset. What in it is no setting is
    taken out by ``take``.
    """

    def __init__(self, usual: str, preset: str | None = None, file: Path | None = None, **adapted: Any) -> None:
        self.adapted = adapted
        self.filed = {change.name: change for change in (read_changes(file) if file else [])}
        filed_preset, self.algorithm = self.take("preset", ""), self.take("algorithm", "")
        if self.algorithm and self.algorithm not in ALGORITHMS:
            raise OptionError(
                f"{file}: unknown algorithm {self.algorithm!r}: {nearest(self.algorithm, list(ALGORITHMS))}"
            )
        self.preset = preset or filed_preset or ("" if self.algorithm else usual)
        self.name = self.preset or (file.stem if file else "")  # for a folder

    def take(self, name: str, usual: Any) -> Any:
        """A value of the file that is no setting."""
        change = self.filed.pop(name, None)
        return usual if change is None else read_value(change, type(usual))

    def settings(
        self,
        words: Sequence[str] = (),
        game: str | None = None,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> AnySettings:
        """The settings: ``words`` are NAME=VALUE, ``given`` are settings with options of their own; None: not given."""
        game = game or self.filed_game
        module = find_game(game)
        if options is None:
            options = module.OPTIONS.read(text for text in (self._filed("options", str) or "").split(",") if text)
        players = players or self._filed("num_players", int)
        players = players or module.OPTIONS.parse(options).players or module.PLAYERS[0]
        seed = seed if seed is not None else self._filed("seed", int) or 0
        base = self._base(game, players, seed, options)
        rest = [change for name, change in self.filed.items() if name not in ("game", "num_players", "seed", "options")]
        return change_settings(base, [*rest, *named_changes(**given), *parse_changes(words)], elsewhere(base))

    @property
    def filed_game(self) -> str:
        """The game that the file names, or else the usual one."""
        return self._filed("game", str) or USUAL_GAME

    def _filed(self, name: str, kind: type[Any]) -> Any:
        return read_value(self.filed[name], kind) if name in self.filed else None

    def _base(self, game: str, players: int, seed: int, options: Mapping[str, Any]) -> AnySettings:
        """The settings to begin with."""
        if self.preset:
            base = find_preset(self.preset, players, seed, options, game)
            if self.algorithm and type(base) is not type(ALGORITHMS[self.algorithm]):
                raise OptionError(
                    f"preset {self.preset!r} does not learn by {self.algorithm}, as the settings file asks"
                )
            return replace(base, **{name: value for name, value in self.adapted.items() if name in asdict(base)})
        table = {"game": game, "num_players": players, "seed": seed, "options": ",".join(option_texts(options))}
        return replace(ALGORITHMS[self.algorithm], **table)  # type: ignore[arg-type]


def presets_of(kind: AnySettings) -> list[str]:
    """The presets that learn as these settings do."""
    return [name for name, preset in PRESETS.items() if type(preset) is type(kind)]


def elsewhere(settings: AnySettings) -> dict[str, str]:
    """The settings that only other algorithms have."""
    others = {name: kind for name, kind in ALGORITHMS.items() if type(kind) is not type(settings)}
    return {
        field.name: f"it is one of {name}, by which these presets learn: {', '.join(presets_of(kind))}"
        for name, kind in others.items()
        for field in fields(kind)
    }
