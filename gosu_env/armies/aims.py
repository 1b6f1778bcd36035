"""Places in armies that actions aim at, and what placing and replacing costs."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from gosu_env.armies.state import COUNT
from gosu_env.engine.view import View


class Slot(NamedTuple):
    """A place in an army. Seats are relative: 0 is the one who looks, 1 the next clockwise."""

    seat: int
    row: int
    column: int


Place = Slot | str | int
"""Something on the board that can be pointed at: a slot, a card of one's hand by its name, a relative seat."""


def prices(view: View, blocks: Container[str]) -> dict[int, int]:
    """How many cards the actions of these blocks cost in a view, those for nothing left out.

    Each is begun in a world of its own: only the rules know what all that is in force makes of a price.
    """
    opened = view.determinize(0)
    opened.state.auto_forced = 0
    found: dict[int, int] = {}
    for action in view.legal_actions():
        if view.action_spec.at(action).name in blocks:
            world = opened.clone()
            world.apply(action)
            if world.to_json()["decision"]["kind"] == "pay":
                found[action] = int(world.state.stack[world.state.depth - 1, COUNT])
    return found
