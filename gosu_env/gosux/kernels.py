"""The compiled entries that only GOSU X has; those of every game are in ``engine/entries.py``.

``states`` is an array of STATE, ``tables`` an array of one TABLES record, ``i`` the game meant.
"""

from __future__ import annotations

from gosu_env.armies.state import FACE_UP, NO_CARD, SLOTS
from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Int64Rows, Int64s, States
from gosu_env.gosux.army import refresh, strength, value_at
from gosu_env.gosux.memory import note_position


@entry
def strengths_of(states: States, tables: CardTables, i: int, strengths: Int64s) -> None:
    """The military value of both armies (int64, per seat)."""
    for seat in range(states[i].num_players):
        strengths[seat] = strength(states[i], tables[0], seat)


@entry
def values_of(states: States, tables: CardTables, i: int, values: Int64Rows) -> None:
    """The military value of every card in play, 0 of one that is not face up (int64, per seat and slot)."""
    for seat in range(states[i].num_players):
        for slot in range(SLOTS):
            stands = states[i].army[seat, slot] != NO_CARD and states[i].face[seat, slot] == FACE_UP
            values[seat, slot] = value_at(states[i], tables[0], seat, slot) if stands else 0


@entry
def recount(states: States, tables: CardTables, i: int) -> None:
    """Fill in what follows from the cards on the table, after a position was set up by hand."""
    refresh(states[i], tables[0])
    note_position(states[i])
