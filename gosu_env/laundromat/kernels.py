"""The compiled entries that only this game has: everything else is in ``gosu_env.engine.entries``."""

from __future__ import annotations

from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, DoubleRows, Int64Rows, Int64s, States
from gosu_env.laundromat.belief import expect, list_seen
from gosu_env.laundromat.rules import clear
from gosu_env.laundromat.scoring import coins_of, write_coins


@entry
def clear_table(states: States, i: int, num_players: int, seed: int, flags: int, max_decisions: int) -> None:
    """An empty table, for a position to be set up by hand."""
    clear(states[i], num_players, seed, flags, max_decisions)


@entry
def look_inside(states: States, i: int, observer: int, sure: Int64Rows, share: DoubleRows, seen: Int64Rows) -> bool:
    """What an observer knows and expects of every home: ``belief.expect``; what it saw go: ``belief.list_seen``."""
    list_seen(states[i], observer, seen)
    return expect(states[i], observer, False, True, sure, share)


@entry
def count_coins(states: States, tables: CardTables, i: int, coins: Int64s, parts: Int64Rows) -> None:
    """The coins of every seat, and what they are for (int64, seats × COINS_FOR)."""
    for seat in range(states[i].num_players):
        coins[seat] = coins_of(states[i], tables[0], seat)
        write_coins(states[i], tables[0], seat, parts[seat])
