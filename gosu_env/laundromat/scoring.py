"""Coins: what scored garments, completed programmes and an unused potion are worth, now or at the end (L-5.1 to L-5.4).

Garments left in baskets count for nothing (L-5.1).
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.returns import win_return
from gosu_env.laundromat.events import COINS, note_number
from gosu_env.laundromat.state import (
    COMPLETED,
    CONTESTED,
    OTHER,
    PAIR_COINS,
    ROUNDS,
    SCORED,
    SOCK,
    SPECIES_COINS,
    State,
    Tables,
    finish,
    kinds_of,
    was_truncated,
)

COIN_SCALE = 50  # a lead of so many coins is worth a full reward
COINS_FOR = ("species", "programmes", "socks", "underwear", "trousers", "capes", "printed", "potion")


@rule
def contest_coins(st: State, tb: Tables, seat: int, category: int) -> int:
    """What a player earns for the most, or the next most, garments of a category (L-5.2).

    Tied for first: all of them get the second number, and nobody is second. Tied for second: nothing. Nobody earns
    anything for none.
    """
    own = int(st.tally[seat, category])
    if own == 0:
        return 0
    more = 0
    same = 0
    for other in range(st.num_players):
        if other != seat:
            count = int(st.tally[other, category])
            more += int(count > own)
            same += int(count == own)
    if more == 0:
        return int(tb.first_coins[category]) if same == 0 else int(tb.second_coins[category])
    return int(tb.second_coins[category]) if more == 1 and same == 0 else 0


@rule
def coins_of_copies(st: State, tb: Tables, seat: int, kind: int, before: int, count: int) -> int:
    """What copies of a garment bring once scored, after ``before`` of its kind, but for contested categories.

    L-5.2, L-5.3.
    """
    coins = SPECIES_COINS * count if tb.species_of[kind] == st.species[seat] else 0
    category = int(tb.category[kind])
    if category == SOCK:
        coins += PAIR_COINS * ((before + count) // 2 - before // 2)
    elif category == OTHER:
        coins += int(tb.garment_coins[kind]) * count
    return coins


@rule
def species_coins(st: State, tb: Tables, seat: int) -> int:
    """2 coins for every scored garment of the species of one's basket (L-5.2)."""
    total = 0
    for kind in range(kinds_of(st)):
        if tb.species_of[kind] == st.species[seat]:
            total += SPECIES_COINS * int(st.scored[seat, kind])
    return total


@rule
def sock_coins(st: State, tb: Tables, seat: int) -> int:
    """10 coins for every pair of identical socks; an odd one is worth nothing (L-5.2)."""
    total = 0
    for kind in range(kinds_of(st)):
        if tb.category[kind] == SOCK:
            total += PAIR_COINS * (int(st.scored[seat, kind]) // 2)
    return total


@rule
def printed_coins(st: State, tb: Tables, seat: int) -> int:
    """All other garments pay what is printed on them (L-5.3)."""
    total = 0
    for kind in range(kinds_of(st)):
        if tb.category[kind] == OTHER:
            total += int(tb.garment_coins[kind]) * int(st.scored[seat, kind])
    return total


@rule
def programme_coins(st: State, tb: Tables, seat: int) -> int:
    """The coins of completed programmes (L-5.2)."""
    total = 0
    for number in range(ROUNDS):
        if st.fate[seat, number] == COMPLETED:
            total += int(tb.programme_coins[st.programme[seat, number]])
    return total


@rule
def potion_coins(st: State, tb: Tables, seat: int) -> int:
    """The coins of a potion that was not used (L-5.3)."""
    return int(tb.potion_coins) if st.potion[seat] > 0 else 0


@rule
def coins_of(st: State, tb: Tables, seat: int) -> int:
    """What a player would have if the game ended now."""
    total = int(st.earned[seat])
    for category in range(CONTESTED):
        total += contest_coins(st, tb, seat, category)
    return total + programme_coins(st, tb, seat) + potion_coins(st, tb, seat)


@rule
def write_coins(st: State, tb: Tables, seat: int, out: Any) -> None:
    """What ``coins_of`` is made of, one number for each of COINS_FOR."""
    out[0] = species_coins(st, tb, seat)
    out[1] = programme_coins(st, tb, seat)
    out[2] = sock_coins(st, tb, seat)
    for category in range(CONTESTED):
        out[3 + category] = contest_coins(st, tb, seat, category)
    out[3 + CONTESTED] = printed_coins(st, tb, seat)
    out[4 + CONTESTED] = potion_coins(st, tb, seat)


@rule
def end_game(st: State, tb: Tables) -> None:
    """The most coins win (L-1.4), then the most stains on scored cards (L-5.4); who is still tied shares."""
    winners = 0
    most = -1
    stains = -1
    for seat in range(st.num_players):
        coins = coins_of(st, tb, seat)
        note_number(st, COINS, seat, coins)
        dirt = int(st.stained[seat])
        if coins > most or (coins == most and dirt > stains):
            winners = 1 << seat
            most = coins
            stains = dirt
        elif coins == most and dirt == stains:
            winners |= 1 << seat
    finish(st, winners, SCORED)


@rule
def seat_return(st: State, tb: Tables, seat: int) -> float:
    """What a seat gets: for a victory or, by option, for its lead in coins over the best other."""
    if st.coin_reward == 0 or was_truncated(st):
        return win_return(st, tb, seat)
    best = -1
    for other in range(st.num_players):
        if other != seat:
            best = max(best, coins_of(st, tb, other))
    lead = max(min(coins_of(st, tb, seat) - best, COIN_SCALE), -COIN_SCALE)
    return lead / COIN_SCALE
