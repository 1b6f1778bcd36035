"""The compiled entries that only GOSU X has; those of every game are in ``engine/entries.py``.

``states`` is an array of STATE, ``tables`` an array of one TABLES record, ``i`` the game meant.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry
from gosu_env.gosux.army import refresh, strength
from gosu_env.gosux.memory import note_position


@entry
def strengths_of(states: Any, tables: Any, i: int, strengths: Any) -> None:
    """The military value of both armies (int64, per seat)."""
    for seat in range(states[i].num_players):
        strengths[seat] = strength(states[i], tables[0], seat)


@entry
def recount(states: Any, tables: Any, i: int) -> None:
    """Fill in what follows from the cards on the table, after a position was set up by hand."""
    refresh(states[i], tables[0])
    note_position(states[i])
