"""What the settings of every kind of training have in common: a table, and how checks are worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gosu_env import OptionError
from gosu_env.engine.generated import pool_of
from gosu_env.engine.options import Options
from gosu_env.engine.rules import Rules, check_players, find_card_sets, find_game
from gosu_env.engine.seeds import check_training_seed


class TableSettings:
    """Settings that describe a table: a game, its number of players and its options."""

    game: str
    num_players: int
    options: str
    max_decisions: int
    opponents: str
    num_envs: int
    workers: int
    seed: int

    def check_table(self) -> None:
        """Refuse a table that cannot be, and a seed that deals the games of evaluations."""
        check_training_seed(self.seed)
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

    def check_workers(self, device: str = "cpu") -> None:
        """Refuse rollout workers that cannot be."""
        if self.workers and self.num_envs % self.workers:
            raise OptionError(
                f"setting workers: {self.num_envs} games (num_envs) cannot be shared equally by {self.workers}"
            )
        if self.workers and device != "cpu":
            raise OptionError(
                "setting workers: rollout workers play on CPUs, and cannot send as much as one GPU plays; use workers=0"
            )

    @property
    def game_options(self) -> dict[str, Any]:
        """The game options that are not settings themselves."""
        return self.read_options(self.options)

    def read_options(self, texts: str) -> dict[str, Any]:
        """Game options from a text of a setting."""
        return find_game(self.game).OPTIONS.read(text for text in texts.split(",") if text)

    @property
    def shown_options(self) -> dict[str, Any]:
        """The game options of one game to look at: of a range of card sets, with the first."""
        pool = pool_of(self.sets)
        return self.game_options | ({"cards": pool[0]} if pool else {})

    @property
    def opponent_names(self) -> tuple[str, ...]:
        """The names of the agents that share some of the games."""
        return tuple(name for text in self.opponents.split(",") if (name := text.strip()))

    @property
    def match_sets(self) -> tuple[Rules, ...]:
        """The rules by which win rates are measured, with every card set: games are longer, only victories count."""
        return find_card_sets(self.game, self.num_players, self.game_options | {"reward": "win"})

    @property
    def sets(self) -> str:
        """The range of card sets, if there are several."""
        cards = str(self.game_options.get("cards") or "")
        return cards if pool_of(cards) else ""

    @property
    def _options(self) -> Options:
        return find_game(self.game).OPTIONS.parse(self.game_options)

    @property
    def teams(self) -> bool:
        """Two against two: a player holds both seats of a team."""
        return self._options.in_teams
