"""A decision as lessons of games of armies look at it."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.view import View


class Moment:
    """What the seat to decide is asked, and what its table shows."""

    def __init__(self, view: View) -> None:
        self.table: dict[str, Any] = view.table()
        self.me: dict[str, Any] = self.table["players"][view.seat]
        self.kind = str(self.table["decision"]["kind"])
        self.words = view.decision_text()
        self.blocks = {view.action_spec.at(action).name for action in view.legal_actions()}

    @property
    def turn(self) -> bool:
        return self.kind == "main"

    @property
    def cards(self) -> int:
        return sum(map(len, self.me["army"]))

    @property
    def someone_passed(self) -> bool:
        return any(player["passed"] for player in self.table["players"])
