"""What garments add up to: those of each player's basket that a seat knows, and those of a wash.

All of it follows from single garments, which are seen too; a network would need long to find out what these have in
common. Contested categories are counted, not paid: what they bring depends on all players (L-5.2).
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Row
from gosu_env.laundromat.scoring import coins_of_copies
from gosu_env.laundromat.state import (
    CATEGORIES,
    CONTESTED,
    NO_CARD,
    NO_LIMIT,
    OPEN,
    PILE,
    ROUNDS,
    STAINS,
    State,
    Tables,
    kinds_of,
    seat_after,
    seat_at_turn,
)

WASHED = 1 + CONTESTED  # coins, garments of contested categories
STAINED = CONTESTED + WASHED  # behind garments scored of contested categories, and what the basket is worth
HELD = STAINED + len(STAINS)
LOAD = ROUNDS * len(STAINS)
MOST = 127


def worth_rows(seats: list[str]) -> list[Row]:
    """The pieces of the observation that ``write_worth`` fills: name, size, meaning, kinds of numbers."""
    contested = ", ".join(CATEGORIES[:CONTESTED])
    held = ("coins", *CATEGORIES[:CONTESTED])
    rows: list[Row] = [
        (
            f"worth.{seat}",
            HELD,
            f"garments scored: {contested}; those that are in the basket for certain: the coins of all if they were "
            f"scored now, without these categories, then {contested}, then stains of each type",
            f"count 0..{PILE}, " * CONTESTED + f"count, {f'count 0..{PILE}, ' * CONTESTED}count, count, count",
            (*(f"scored_{each}" for each in CATEGORIES[:CONTESTED]), *held, *STAINS),
        )
        for seat in seats
    ]
    meaning = "of each of my programmes that is still to come: the stains in my basket, of the types that it limits"
    rows.append(("load.me", LOAD, meaning, "count", STAINS))
    meaning = f"of the garments face up in this wash: the coins of all if they score, without {contested}; then these"
    rows.append(("wash.worth", WASHED, meaning, "count", held))
    return rows


@rule
def _write_basket(st: State, tb: Tables, owner: int, basket: Any, out: Any) -> None:
    """A player's piece; ``basket`` has the copies of each garment that are known to be in its basket."""
    for category in range(CONTESTED):
        out[category] = st.tally[owner, category]
    coins = 0
    for kind in range(kinds_of(st)):
        count = int(basket[kind])
        if count > 0:
            coins += coins_of_copies(st, tb, owner, kind, int(st.scored[owner, kind]), count)
            category = int(tb.category[kind])
            if category < CONTESTED:
                out[CONTESTED + 1 + category] += count
            for stain in range(len(STAINS)):
                out[STAINED + stain] += count * int(tb.stains[kind, stain])
    out[CONTESTED] = min(coins, MOST)


@rule
def _write_load(st: State, tb: Tables, seat: int, stains: Any, out: Any) -> None:
    for number in range(ROUNDS):
        programme = int(st.programme[seat, number])
        if programme != NO_CARD and st.fate[seat, number] == OPEN:
            for stain in range(len(STAINS)):
                if tb.limit[programme, stain] != NO_LIMIT:
                    out[number * len(STAINS) + stain] = stains[stain]


@rule
def _write_wash(st: State, tb: Tables, out: Any) -> None:
    owner = seat_at_turn(st, int(st.turn))
    coins = 0
    for i in range(st.wash_size):
        kind = int(st.wash[i])
        before = int(st.scored[owner, kind])
        for earlier in range(i):
            before += int(st.wash[earlier] == kind)
        coins += coins_of_copies(st, tb, owner, kind, before, 1)
        category = int(tb.category[kind])
        if category < CONTESTED:
            out[1 + category] += 1
    out[0] = min(coins, MOST)


@rule
def write_worth(st: State, tb: Tables, seat: int, baskets: Any, out: Any) -> None:
    """Fill the pieces of ``worth_rows``; ``baskets`` has what the seat knows of all baskets, from its own clockwise."""
    n = int(st.num_players)
    kinds = kinds_of(st)
    for relative in range(n):
        owner = seat_after(st, seat, relative)
        to = relative * HELD
        _write_basket(st, tb, owner, baskets[relative * kinds : (relative + 1) * kinds], out[to : to + HELD])
    to = n * HELD
    _write_load(st, tb, seat, out[STAINED:HELD], out[to : to + LOAD])
    if st.wash_size > 0:
        _write_wash(st, tb, out[to + LOAD : to + LOAD + WASHED])
