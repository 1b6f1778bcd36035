"""What a network inside a search thinks of a position."""

from __future__ import annotations

from typing import Any

from gosu_env.agents.judge import inclination, look, worth
from gosu_env.engine.compile import entry


@entry
def think(states: Any, tables: Any, seat: int, judge: Any, thoughts: Any) -> None:
    """The worth of a position to a seat, then how it is inclined to every action."""
    look(states[0], tables[0], seat, judge)
    thoughts[0] = worth(judge, int(states[0].num_players))
    for action in range(thoughts.shape[0] - 1):
        thoughts[1 + action] = inclination(judge, action)
