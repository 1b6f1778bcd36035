"""Many sampled worlds of many games: compiled."""

from __future__ import annotations

from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Int16s, Int64s, States
from gosu_env.engine.verbs import determinize

APART = 2654435761  # between the seeds of the worlds of a game


@entry
def deal_worlds(
    states: States,
    tables: CardTables,
    seeds: Int64s,
    worlds: int,
    out: States,
    rows: Int64s,
    legal: Int16s,
    low: int,
    high: int,
) -> None:
    """So many worlds of every game that its deciding seat cannot tell from it, from row ``rows[i]`` of ``out`` on."""
    for i in range(low, high):
        for world in range(worlds):
            row = rows[i] + world
            out[row] = states[i]
            determinize(states[i], out[row], tables[0], int(states[i].decider), seeds[i] + world * APART, legal)
