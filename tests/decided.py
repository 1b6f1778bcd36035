"""A game that is set up and played by the words of its actions."""

from __future__ import annotations

from typing import Any, Self

from gosu_env import Game


class Decided:
    def __init__(self, game: Game) -> None:
        self.game = game

    def do(self, *texts: str) -> Self:
        """Take decisions by their texts, in order."""
        for text in texts:
            self.game.apply(self.game.parse_action(text))
        return self

    @property
    def choices(self) -> list[str]:
        """The texts of the legal actions."""
        return [self.game.action_text(action) for action in self.game.legal_actions()]

    @property
    def json(self) -> dict[str, Any]:
        return self.game.to_json()

    @property
    def decision(self) -> str:
        return str(self.json["decision"]["kind"])

    @property
    def seat(self) -> int:
        return self.game.seat
