"""The compiled entries that only this game has: everything else is in ``gosu_env.engine.entries``."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry
from gosu_env.laundromat.belief import expect, list_seen
from gosu_env.laundromat.rules import clear
from gosu_env.laundromat.scoring import coins_of, write_coins


@entry
def clear_table(states: Any, i: int, num_players: int, seed: int, flags: int, max_decisions: int) -> None:
    """An empty table, for a position to be set up by hand."""
    clear(states[i], num_players, seed, flags, max_decisions)


@entry
def look_inside(states: Any, i: int, observer: int, sure: Any, share: Any, seen: Any) -> bool:
    """What an observer knows and expects of every home: ``belief.expect``; what it saw go: ``belief.list_seen``."""
    list_seen(states[i], observer, seen)
    return expect(states[i], observer, False, True, sure, share)


@entry
def count_coins(states: Any, tables: Any, i: int, coins: Any, parts: Any) -> None:
    """The coins of every seat, and what they are for (int64, seats × COINS_FOR)."""
    for seat in range(states[i].num_players):
        coins[seat] = coins_of(states[i], tables[0], seat)
        write_coins(states[i], tables[0], seat, parts[seat])
