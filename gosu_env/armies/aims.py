"""Places in armies that actions aim at, and what actions cost."""

from __future__ import annotations

from collections.abc import Container, Mapping
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


def prices(view: View, for_cards: Container[str], for_tokens: Mapping[str, str]) -> dict[int, str]:
    """What actions cost in a view: "2 cards", "1 token". Those for nothing are left out.

    What is paid for with tokens has the price that is printed: ``for_tokens``, by block. What is paid for with cards is
    begun, each action in a world of its own: only the rules know what all that is in force makes of a price.
    """
    opened = view.determinize(0)
    if opened.to_json()["decision"]["kind"] != "main":
        for_tokens = {}
    opened.state.auto_forced = 0
    found: dict[int, str] = {}
    for action in view.legal_actions():
        block = view.action_spec.at(action).name
        if block in for_tokens:
            found[action] = for_tokens[block]
        elif block in for_cards:
            world = opened.clone()
            world.apply(action)
            if world.to_json()["decision"]["kind"] == "pay":
                cards = int(world.state.stack[world.state.depth - 1, COUNT])
                found[action] = f"{cards} card{'s' * (cards > 1)}"
    return found
