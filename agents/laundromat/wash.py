"""A wash, looked ahead: of every garment that may come next, how likely it is and what stopping or drawing on is worth.

A player knows the garments that it put into its basket; all others there, the first one and those that neighbours gave,
may be any that it cannot see elsewhere.
"""

from __future__ import annotations

from typing import Any

from gosu_env.agents.laundromat.garments import DEPTH, LIMITLESS, POTION, coins_for
from gosu_env.engine.compile import rule
from gosu_env.laundromat.actions import DRAW_WITH_POTION, KEEP, STOP
from gosu_env.laundromat.rules import stains_counted
from gosu_env.laundromat.state import (
    CARDS,
    DECIDE_WASH,
    KINDS,
    NO_LIMIT,
    ROUNDS,
    SOCK,
    STAINS,
    State,
    Tables,
    cycle_of,
    first_place,
    hand_of,
    round_of,
)


@rule
def is_known(st: State, place: int) -> bool:
    """Whether the player whose basket a garment went into knows it: it is not a first one, nor given by a neighbour."""
    n = int(st.num_players)
    dealt_in = round_of(n, place)
    if dealt_in == 0:
        return False
    size = hand_of(n, dealt_in)
    return n == 2 or (place - first_place(n, dealt_in)) % size != size - 1


@rule
def look_into_basket(st: State, tb: Tables, desk: Any, seat: int) -> None:
    """Note what a player knows before a draw: its basket, garments that may be anywhere, and what each would pay."""
    desk.unknown = 0
    for kind in range(KINDS):
        desk.basket[kind] = 0
        desk.pool[kind] = int(tb.copies[kind]) - int(st.gone[kind])
        for other in range(st.num_players):
            desk.pool[kind] -= int(st.scored[other, kind])
        desk.worth[kind] = coins_for(st, tb, desk, seat, kind, 0)
    for i in range(st.wash_size):
        desk.pool[st.wash[i]] -= 1
        if tb.category[st.wash[i]] == SOCK:
            desk.worth[st.wash[i]] = coins_for(st, tb, desk, seat, int(st.wash[i]), 1)
    for place in range(CARDS):
        if st.basket[place] == seat and st.drawn[place] == 0:
            if is_known(st, place):
                desk.basket[st.cards[place]] += 1
                desk.pool[st.cards[place]] -= 1
            else:
                desk.unknown += 1
    programme = int(st.programme[seat, st.round_number - 1])
    for stain in range(len(STAINS)):
        limit = int(tb.limit[programme, stain])
        desk.slack[0, stain] = LIMITLESS if limit == NO_LIMIT else limit - stains_counted(st, tb, stain)


@rule
def fails_with(tb: Tables, desk: Any, level: int, kind: int) -> bool:
    for stain in range(len(STAINS)):
        if int(tb.stains[kind, stain]) > desk.slack[level, stain]:
            return True
    return False


@rule
def draw_worth(
    tb: Tables, desk: Any, level: int, left: int, won: float, best: float, bonus: float, shield: bool
) -> float:
    """The coins to expect of a wash if one more garment is drawn, and then the better of stopping and drawing on.

    ``won`` are the coins of the garments face up, ``best`` those of the best of them, ``left`` the draws to the end of
    the programme, which then pays ``bonus``; ``shield``: the stains of the next garment do not count.
    """
    size = int(desk.unknown)
    pool = 0
    for kind in range(KINDS):
        size += int(desk.basket[kind])
        pool += max(int(desk.pool[kind]), 0)
    if size == 0:
        return won
    total = 0.0
    for kind in range(KINDS):
        known = int(desk.basket[kind])
        chance = float(known)
        if pool > 0 and desk.unknown > 0:
            chance += float(desk.unknown) * float(max(int(desk.pool[kind]), 0)) / float(pool)
        if chance == 0.0:
            continue
        worth = float(desk.worth[kind])
        if not shield and fails_with(tb, desk, level, kind):
            total += chance * max(best, worth)
            continue
        reached = won + worth
        if left == 1:
            total += chance * (reached + bonus)
            continue
        if level + 1 < DEPTH and (known > 0 or level == 0):
            for stain in range(len(STAINS)):
                desk.slack[level + 1, stain] = desk.slack[level, stain] - (0 if shield else int(tb.stains[kind, stain]))
            if known > 0:
                desk.basket[kind] -= 1
            else:
                desk.unknown -= 1
            on = draw_worth(tb, desk, level + 1, left - 1, reached, max(best, worth), bonus, False)
            if known > 0:
                desk.basket[kind] += 1
            else:
                desk.unknown += 1
            reached = max(reached, on)
        total += chance * reached
    return total / float(size)


@rule
def washing_hope(st: State, tb: Tables, desk: Any, seat: int, action: int) -> float:
    """What a wash pays if the player stops now, or draws, with or without the potion."""
    look_into_basket(st, tb, desk, seat)
    won = 0.0
    best = 0.0
    for i in range(st.wash_size):
        worth = coins_for(st, tb, desk, seat, int(st.wash[i]), 0)
        for before in range(i):
            if st.wash[before] == st.wash[i] and tb.category[st.wash[i]] == SOCK:
                worth = coins_for(st, tb, desk, seat, int(st.wash[i]), 1)
        won += worth
        best = max(best, worth)
    if action == STOP:
        return won
    left = cycle_of(int(st.round_number)) - int(st.wash_size)
    bonus = float(tb.programme_coins[st.programme[seat, st.round_number - 1]])
    worth = draw_worth(tb, desk, 0, left, won, best, bonus, action == DRAW_WITH_POTION)
    if action == DRAW_WITH_POTION:
        worth -= float(tb.potion_coins) + desk.weights[POTION] * float(ROUNDS - st.round_number)
    return worth


@rule
def thumb_action(st: State, tb: Tables, desk: Any, count: int) -> int:
    """How a wash goes on while it is only tried out: by the same look ahead."""
    chosen = int(desk.legal[0])
    most = -1e9
    for i in range(count):
        action = int(desk.legal[i])
        if st.decision == DECIDE_WASH:
            worth = washing_hope(st, tb, desk, int(st.decider), action)
        else:
            worth = coins_for(st, tb, desk, int(st.decider), action - KEEP, 0)
        if worth > most:
            most = worth
            chosen = action
    return chosen
