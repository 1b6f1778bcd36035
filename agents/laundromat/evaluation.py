"""What searches ask of Goblin Laundromat, and what a greedy player goes by: see ``gosu_env.agents.verbs``.

A wash is valued by looking ahead: of every garment that may come next, how likely it is, whether the wash fails with
it, and what stopping or drawing on is worth after it. A player knows the garments that it put into its basket; all
others there, the first one and those that neighbours gave, may be any that it cannot see elsewhere. Garments are chosen
for what they will pay and for the stains that the programmes to come can stand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.verbs import THINK
from gosu_env.engine.errors import OptionError
from gosu_env.engine.jit import rule
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.rules import Rules
from gosu_env.engine.spelling import nearest
from gosu_env.laundromat.actions import DRAW_WITH_POTION, KEEP, STOP, TAKE
from gosu_env.laundromat.legal import list_legal
from gosu_env.laundromat.rules import answer_decision, run, stains_counted
from gosu_env.laundromat.scoring import coins_of
from gosu_env.laundromat.state import (
    CARDS,
    DECIDE_TAKE,
    DECIDE_WASH,
    KINDS,
    LONGEST_CYCLE,
    NO_LIMIT,
    OTHER,
    PAIR_COINS,
    ROUNDS,
    RUNNING,
    SOCK,
    SPECIES_COINS,
    STAINS,
    State,
    Tables,
    cycle_of,
    first_place,
    hand_held,
    hand_of,
    hand_size,
    hand_start,
    round_of,
    seat_after,
    taken_of,
)
from gosu_env.laundromat.verbs import seat_return

WEIGHTS = {
    "odd_sock": 2.5,  # coins of a sock without its pair, that may still find it
    "contested": 0.3,  # of the first number, for a garment of a contested category
    "scored": 0.55,  # the chance that a garment in the basket is scored in the end
    "stain": 1.1,  # coins that a stain costs, of a type that a programme to come allows once
    "later": 0.5,  # the same of each programme after the next one
    "potion": 1.5,  # coins that an unused potion is worth beyond those printed on it, for every round to come
    "neighbour": 0.5,  # of what a garment is worth to a neighbour who gets it
    "round": 5.0,  # coins by which scores may still change in a round: what a lead is measured by
    "certain": 4.0,  # the same when all rounds are over
}
(ODD_SOCK, CONTESTED_SHARE, SCORED_CHANCE, STAIN, LATER, POTION, NEIGHBOUR, ROUND, CERTAIN) = range(len(WEIGHTS))
DEPTH = 3  # garments that are looked ahead
UNKNOWN_KIND = -1
LIMITLESS = 99

DESK = record_dtype(
    [
        ("weights", "f8", (len(WEIGHTS),)),
        ("worth", "f8", (KINDS,)),  # coins of each garment to the seat whose wash it is
        ("basket", "i4", (KINDS,)),  # copies that it knows in its basket
        ("pool", "i4", (KINDS,)),  # copies that it cannot see anywhere
        ("slack", "i4", (LONGEST_CYCLE + DEPTH + 1, len(STAINS))),  # stains that the programme stands, draw by draw
        ("unknown", "i4"),  # garments in the basket that it does not know
        ("legal", "i2", (CARDS,)),
    ]
)


def make_desks(rules: Rules, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """Two desks; ``weights`` replaces some of ``WEIGHTS``."""
    for name in weights or {}:
        if name not in WEIGHTS:
            raise OptionError(f"unknown weight {name!r}; {nearest(name, list(WEIGHTS))}")
    desks = np.zeros(2, DESK)
    desks["weights"] = list((WEIGHTS | dict(weights or {})).values())
    return desks


@rule
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    return THINK


# ------------------------------------------------------------------------------------------------ garments


@rule
def coins_for(st: State, tb: Tables, desk: Any, seat: int, kind: int, more: int) -> float:
    """What a garment would pay a seat once it is scored, with ``more`` of its kind scored just before it."""
    worth = float(SPECIES_COINS) if tb.species_of[kind] == st.species[seat] else 0.0
    category = int(tb.category[kind])
    if category == OTHER:
        return worth + float(tb.garment_coins[kind])
    if category == SOCK:
        pairs = (int(st.scored[seat, kind]) + more) % 2 == 1
        return worth + (float(PAIR_COINS) if pairs else float(desk.weights[ODD_SOCK]))
    return worth + float(desk.weights[CONTESTED_SHARE]) * float(tb.first_coins[category])


@rule
def stain_cost(st: State, tb: Tables, desk: Any, seat: int, kind: int) -> float:
    """What the stains of a garment cost in the programmes to come, by how many these allow."""
    cost = 0.0
    share = desk.weights[STAIN]
    for number in range(st.round_number - 1, ROUNDS):
        programme = int(st.programme[seat, number])
        for stain in range(len(STAINS)):
            limit = int(tb.limit[programme, stain])
            if limit != NO_LIMIT:
                cost += share * float(tb.stains[kind, stain]) * 2.0 / float(limit + 1)
        share *= desk.weights[LATER]
    return cost


@rule
def taking_worth(st: State, tb: Tables, desk: Any, seat: int, kind: int) -> float:
    """What it is worth to have a garment in the basket; a pair of socks counts if the other one is in there, too."""
    more = 0
    if tb.category[kind] == SOCK:
        for place in range(CARDS):
            more += int(st.basket[place] == seat and st.drawn[place] == 0 and st.cards[place] == kind)
    hope = float(desk.weights[SCORED_CHANCE]) * coins_for(st, tb, desk, seat, kind, more)
    return hope - stain_cost(st, tb, desk, seat, kind)


@rule
def taking_hope(st: State, tb: Tables, desk: Any, seat: int, kind: int) -> float:
    """The worth of taking a garment; of the last two of a hand the other one goes to the neighbour."""
    worth = taking_worth(st, tb, desk, seat, kind)
    if st.num_players > 2:
        hand = hand_held(st, seat)
        first = hand_start(st, hand) + taken_of(st, hand)
        if hand_start(st, hand) + hand_size(st) - first == 2:
            other = int(st.cards[first])
            if other == kind:
                other = int(st.cards[first + 1])
            neighbour = seat_after(st, seat, int(st.direction[st.round_number - 1]))
            worth -= desk.weights[NEIGHBOUR] * max(taking_worth(st, tb, desk, neighbour, other), 0.0)
    return worth


# ------------------------------------------------------------------------------------------------ a wash


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


# ------------------------------------------------------------------------------------------------ positions


@rule
def lead_return(st: State, tb: Tables, desk: Any, seat: int, more: float) -> float:
    """The return that a seat may expect, by the coins of all and ``more`` of its own."""
    n = int(st.num_players)
    spread = desk.weights[CERTAIN] + desk.weights[ROUND] * float(ROUNDS - st.round_number + 1)
    own = float(coins_of(st, tb, seat)) + more
    total = 0.0
    for other in range(n):
        coins = own if other == seat else float(coins_of(st, tb, other))
        total += math.exp(max(min((coins - own) / spread, 30.0), -30.0))
    return (n / total - 1.0) / (n - 1)


@rule
def promise(st: State, tb: Tables, desk: Any, root: State, action: int) -> float:
    seat = int(st.decider)
    if st.decision == DECIDE_TAKE:
        return lead_return(st, tb, desk, seat, taking_hope(st, tb, desk, seat, action - TAKE))
    if st.decision == DECIDE_WASH:
        return lead_return(st, tb, desk, seat, washing_hope(st, tb, desk, seat, action))
    return lead_return(st, tb, desk, seat, coins_for(st, tb, desk, seat, action - KEEP, 0))


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


@rule
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    """To the end of the laundry that is being done."""
    run(st, tb)
    while st.ending == RUNNING and st.decision != DECIDE_TAKE:
        count = list_legal(st, tb, desk.legal)
        answer_decision(st, thumb_action(st, tb, desk, count))
        run(st, tb)


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """By the coins of all when the laundry is done, and what lies in their baskets."""
    finish_turn(st, tb, desk)
    n = int(st.num_players)
    if st.ending != RUNNING:
        for other in range(n):
            values[other] = seat_return(st, tb, other)
        return
    spread = desk.weights[CERTAIN] + desk.weights[ROUND] * float(ROUNDS - st.round_number + 1)
    total = 0.0
    for other in range(n):
        held = float(coins_of(st, tb, other))
        for place in range(CARDS):
            if st.basket[place] == other and st.drawn[place] == 0:
                held += taking_worth(st, tb, desk, other, int(st.cards[place]))
        values[other] = math.exp(max(min(held / spread, 60.0), -60.0))
        total += values[other]
    for other in range(n):
        values[other] = (n * values[other] / total - 1.0) / (n - 1)
