"""What the tests of Goblin Laundromat share: a table set up by name, and small verbs to play on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gosu_env import Game
from tests.decided import Decided


class Laundry(Decided):
    """A position with verbs that read like a table talk."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        game.rules.check(game.states)

    def do_any(self, times: int) -> Laundry:
        """So many decisions, whatever comes first."""
        for _ in range(times):
            self.game.apply(self.game.legal_actions()[0])
        return self

    @property
    def wash(self) -> list[str]:
        return list(self.json["wash"])

    @property
    def gone(self) -> list[str]:
        return sorted(self.json["gone"])

    def player(self, seat: int) -> dict[str, Any]:
        return dict(self.json["players"][seat])

    def scored(self, seat: int) -> list[str]:
        return sorted(self.player(seat)["scored"])

    def basket(self, seat: int) -> list[str]:
        return sorted(self.player(seat)["basket"])

    def hand(self, seat: int) -> list[str]:
        return sorted(self.player(seat)["hand"])

    def coins(self, seat: int) -> dict[str, int]:
        """What a seat has coins for, without what pays nothing."""
        return {what: coins for what, coins in self.player(seat)["coins_for"].items() if coins}

    def fates(self, seat: int) -> list[str]:
        return list(self.player(seat)["fates"])


@pytest.fixture
def laundry() -> Callable[..., Laundry]:
    """Set up a position: ``laundry({"basket": […]}, {…}, round=2, phase="wash")``.

    Every decision is asked, also those with one answer, unless ``auto_forced=True``.
    """

    def build(
        *players: dict[str, Any],
        num_players: int = 0,
        auto_forced: bool = False,
        options: dict[str, Any] | None = None,
        **position: Any,
    ) -> Laundry:
        options = {"auto_forced": auto_forced} | (options or {})
        n = num_players or max(3, len(players))
        return Laundry(Game.position("laundromat", n, options=options, players=list(players), **position))

    return build
