"""What the settings of every kind of training have in common: a table, and how checks are worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gosu_env import OptionError
from gosu_env.engine.options import Options
from gosu_env.engine.rules import Rules, check_players, find_game, find_rules


class TableSettings:
    """Settings that describe a table: a game, its number of players and its options."""

    game: str
    num_players: int
    options: str
    max_decisions: int
    opponents: str

    def check_table(self) -> None:
        """Refuse a table that cannot be."""
        if "max_decisions" in self.game_options:
            raise OptionError("setting options: max_decisions is a separate setting; use max_decisions=N")
        self._options.check_players(check_players(self.game, self.num_players))

    def check_least(self, least: Mapping[str, float]) -> None:
        """Refuse settings that are too small."""
        for name, low in least.items():
            if getattr(self, name) < low:
                raise OptionError(f"setting {name}: {getattr(self, name)!r} is too small; expected {low} or more")

    def check_shares(self, *names: str) -> None:
        """Refuse settings that are not between 0 and 1."""
        for name in names:
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"setting {name}: {getattr(self, name)!r} is out of range; expected 0 to 1")

    @property
    def game_options(self) -> dict[str, Any]:
        """The game options that are not settings themselves."""
        return find_game(self.game).OPTIONS.read(text for text in self.options.split(",") if text)

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the agents that share some of the games."""
        return tuple(name for text in self.opponents.split(",") if (name := text.strip()))

    @property
    def match_rules(self) -> Rules:
        """The rules by which win rates are measured: games are longer, and only victories count."""
        return find_rules(self.game, self.num_players, self.game_options | {"reward": "win"})

    @property
    def _options(self) -> Options:
        return find_game(self.game).OPTIONS.parse(self.game_options)

    @property
    def teams(self) -> bool:
        """Two against two: a player holds both seats of a team."""
        return self._options.in_teams
