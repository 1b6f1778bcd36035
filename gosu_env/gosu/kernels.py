"""The compiled entries that only GOSU has; those of every game are in ``engine/entries.py``.

``states`` is an array of STATE, ``tables`` an array of one TABLES record, ``i`` the game meant.
"""

from __future__ import annotations

from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Int8Rows, Int64s, States
from gosu_env.gosu.army import refresh_globals, strength
from gosu_env.gosu.memory import known_copies, write_pool
from gosu_env.gosu.rules import limit_begins, turn_limit


@entry
def look_around(states: States, tables: CardTables, i: int, observer: int, strengths: Int64s, known: Int8Rows) -> None:
    """The strength of every army (int64, per seat), and what an observer knows of every hand (int8, seats × kinds)."""
    for seat in range(states[i].num_players):
        strengths[seat] = strength(states[i], tables[0], seat)
        for kind in range(known.shape[1]):
            known[seat, kind] = known_copies(states[i], observer, seat, kind)


@entry
def remember_pools(states: States, i: int, observer: int, pool: Int64s, held: Int64s) -> None:
    """What an observer remembers of closed pools: see ``memory.write_pool``."""
    write_pool(states[i], observer, pool, held)


@entry
def recount(states: States, tables: CardTables, i: int) -> None:
    """Fill in what follows from the cards on the table and from who has passed, after a position was set up by hand."""
    refresh_globals(states[i], tables[0])
    limit = turn_limit(states[i])
    if limit > 0 and limit_begins(states[i]):
        states[i].turns_left = limit
