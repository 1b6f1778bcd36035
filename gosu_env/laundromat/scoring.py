"""Coins: what scored garments, completed programmes and an unused potion are worth, now or at the end (L-5.1 to L-5.4).

Garments left in baskets count for nothing (L-5.1).
"""

from __future__ import annotations

from gosu_env.engine.jit import rule
from gosu_env.laundromat.state import (
    COMPLETED,
    CONTESTED,
    OTHER,
    PAIR_COINS,
    ROUNDS,
    SCORED,
    SOCK,
    SPECIES_COINS,
    STAINS,
    State,
    Tables,
    finish,
    kinds_of,
)

COIN_SCALE = 50  # a lead of so many coins is worth a full reward


@rule
def scored_of(st: State, tb: Tables, seat: int, category: int) -> int:
    """How many garments of a category a player has scored."""
    total = 0
    for kind in range(kinds_of(st)):
        if tb.category[kind] == category:
            total += int(st.scored[seat, kind])
    return total


@rule
def contest_coins(st: State, tb: Tables, seat: int, category: int) -> int:
    """What a player earns for the most, or the next most, garments of a category (L-5.2).

    Tied for first: all of them get the second number, and nobody is second. Tied for second: nothing. Nobody earns
    anything for none.
    """
    own = scored_of(st, tb, seat, category)
    if own == 0:
        return 0
    more = 0
    same = 0
    for other in range(st.num_players):
        if other != seat:
            count = scored_of(st, tb, other, category)
            more += int(count > own)
            same += int(count == own)
    if more == 0:
        return int(tb.first_coins[category]) if same == 0 else int(tb.second_coins[category])
    return int(tb.second_coins[category]) if more == 1 and same == 0 else 0


@rule
def garment_coins(st: State, tb: Tables, seat: int) -> int:
    """The coins of scored garments but for the contested categories: one's species, socks, printed coins."""
    total = 0
    for kind in range(kinds_of(st)):
        copies = int(st.scored[seat, kind])
        if copies > 0:
            if tb.species_of[kind] == st.species[seat]:
                total += SPECIES_COINS * copies  # L-5.2
            if tb.category[kind] == SOCK:
                total += PAIR_COINS * (copies // 2)  # L-5.2
            elif tb.category[kind] == OTHER:
                total += int(tb.garment_coins[kind]) * copies  # L-5.3
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
def coins_of(st: State, tb: Tables, seat: int) -> int:
    """What a player would have if the game ended now."""
    total = garment_coins(st, tb, seat) + programme_coins(st, tb, seat)
    for category in range(CONTESTED):
        total += contest_coins(st, tb, seat, category)
    if st.potion[seat] > 0:
        total += int(tb.potion_coins)  # L-5.3
    return total


@rule
def stains_scored(st: State, tb: Tables, seat: int) -> int:
    """All stains on the garments that a player has scored: they break ties (L-5.4)."""
    total = 0
    for kind in range(kinds_of(st)):
        for stain in range(len(STAINS)):
            total += int(st.scored[seat, kind]) * int(tb.stains[kind, stain])
    return total


@rule
def end_game(st: State, tb: Tables) -> None:
    """The most coins win (L-1.4), then the most stains on scored cards (L-5.4); who is still tied shares."""
    winners = 0
    most = -1
    stains = -1
    for seat in range(st.num_players):
        coins = coins_of(st, tb, seat)
        dirt = stains_scored(st, tb, seat)
        if coins > most or (coins == most and dirt > stains):
            winners = 1 << seat
            most = coins
            stains = dirt
        elif coins == most and dirt == stains:
            winners |= 1 << seat
    finish(st, winners, SCORED)


@rule
def seat_return(st: State, seat: int) -> float:
    """With k winners among n players a winner gets (n/k - 1)/(n - 1), a loser -1/(n - 1); 0 without a winner."""
    n = int(st.num_players)
    k = 0
    for other in range(n):
        k += (int(st.winners) >> other) & 1
    if k == 0:
        return 0.0
    if (int(st.winners) >> seat) & 1:
        return (n / k - 1) / (n - 1)
    return -1.0 / (n - 1)


@rule
def seat_reward(st: State, tb: Tables, seat: int) -> float:
    """The reward of a seat as the game stands: its return or, by option, its lead in coins over the best other."""
    if st.coin_reward == 0:
        return seat_return(st, seat)
    best = -1
    for other in range(st.num_players):
        if other != seat:
            best = max(best, coins_of(st, tb, other))
    lead = max(min(coins_of(st, tb, seat) - best, COIN_SCALE), -COIN_SCALE)
    return lead / COIN_SCALE
