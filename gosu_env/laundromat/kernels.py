"""The compiled entries that only this game has: everything else is in ``gosu_env.engine.entries``."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry
from gosu_env.laundromat.memory import UNSEEN, group_start
from gosu_env.laundromat.rules import clear
from gosu_env.laundromat.scoring import coins_of, stains_scored, write_coins
from gosu_env.laundromat.state import basket_of, has_left


@entry
def clear_table(states: Any, i: int, num_players: int, seed: int, flags: int, max_decisions: int) -> None:
    """An empty table, for a position to be set up by hand."""
    clear(states[i], num_players, seed, flags, max_decisions)


@entry
def count_coins(states: Any, tables: Any, i: int, coins: Any, stains: Any, parts: Any) -> None:
    """What every seat has: coins, stains on scored garments, and what its coins are for (int64, seats × COINS_FOR)."""
    for seat in range(states[i].num_players):
        coins[seat] = coins_of(states[i], tables[0], seat)
        stains[seat] = stains_scored(states[i], tables[0], seat)
        write_coins(states[i], tables[0], seat, parts[seat])


@entry
def list_places(states: Any, i: int, observer: int, baskets: Any, groups: Any) -> None:
    """Of every place of ``cards``: the basket it went into, or -1; the group it is of for an observer, or UNSEEN."""
    for place in range(baskets.shape[0]):
        baskets[place] = basket_of(states[i], place) if has_left(states[i], place) else -1
        groups[place] = group_start(states[i], observer, place) if observer >= 0 else UNSEEN
