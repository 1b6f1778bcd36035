"""What the tests share: a table set up by name, and small verbs to play on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gosu_env import Game
from gosu_env.engine.compile import libraries
from tests.decided import Decided


@pytest.fixture(scope="session", autouse=True)
def units_are_complete() -> Iterator[None]:
    """Whatever tests call of the package is in one of its libraries: users compile nothing."""
    yield
    assert [entry for entry in libraries.unlisted if ".fit_appraisal." not in entry] == []


class Table(Decided):
    """A position with verbs that read like a table talk."""

    def can(self, text: str) -> bool:
        """Whether an action of that text is legal now."""
        return bool(self.game.mask()[self.game.parse_action(text)])

    def hand(self, seat: int) -> list[str]:
        return sorted(self.json["players"][seat]["hand"])

    def army(self, seat: int) -> list[list[str]]:
        """Rows of names: [Cog] is imprisoned, Bolt* carries a token, Bolt+ a Dragoon token."""
        return [
            [
                card["card"] + ("+" if card.get("dragoon") else "*")
                if card["token"]
                else card["card"]
                if card["face_up"]
                else f"[{card['card']}]"
                for card in row
            ]
            for row in self.json["players"][seat]["army"]
        ]

    def tokens(self, seat: int) -> int:
        return int(self.json["players"][seat]["tokens"])

    def dragoons(self, seat: int) -> int:
        return int(self.json["players"][seat]["dragoons"])

    @property
    def supply(self) -> int:
        """Dragoon tokens that nobody has."""
        return int(self.json["dragoon_supply"])

    def vp(self, seat: int) -> int:
        return int(self.json["players"][seat]["vp"])

    @property
    def discard(self) -> list[str]:
        return sorted(self.json["discard"])


@pytest.fixture
def table() -> Callable[..., Table]:
    """Set up a position: ``table(players=[…], discard=[…], deck=[…], advantage=0, turn=0)``.

    Every decision is asked, also those with one answer, unless ``auto_forced=True``.
    """

    def build(
        *players: dict[str, Any],
        auto_forced: bool = False,
        kamakor: bool = False,
        dragoon_supply: int = 8,
        num_players: int = 0,
        options: dict[str, Any] | None = None,
        **position: Any,
    ) -> Table:
        options = {"auto_forced": auto_forced, "kamakor": kamakor, "dragoon_supply": dragoon_supply} | (options or {})
        n = num_players or max(4 if options.get("teams") else 2, len(players))
        return Table(Game.position("gosu", n, options=options, players=list(players), **position))

    return build


@pytest.fixture
def kamakor(table: Callable[..., Table]) -> Callable[..., Table]:
    """A position of a game with Kamakor; its clans are those of the cards named, and the next ones.

    Players may pass with tokens, unless the options say otherwise.
    """

    def build(*players: dict[str, Any], options: dict[str, Any] | None = None, **position: Any) -> Table:
        return table(*players, kamakor=True, options={"no_pass_with_tokens": False} | (options or {}), **position)

    return build
