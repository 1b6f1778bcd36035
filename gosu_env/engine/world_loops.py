"""Many sampled worlds of many games: compiled."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry
from gosu_env.engine.verbs import determinize

APART = 2654435761  # between the seeds of the worlds of a game


@entry
def deal_worlds(
    states: Any, tables: Any, seeds: Any, worlds: int, out: Any, rows: Any, legal: Any, low: int, high: int
) -> None:
    """So many worlds of every game that its deciding seat cannot tell from it, from row ``rows[i]`` of ``out`` on."""
    for i in range(low, high):
        for world in range(worlds):
            row = rows[i] + world
            out[row] = states[i]
            determinize(states[i], out[row], tables[0], int(states[i].decider), seeds[i] + world * APART, legal)
