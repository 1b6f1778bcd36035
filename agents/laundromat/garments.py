"""What garments are worth to a seat: the coins they will pay, and the stains that the programmes to come can stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.compile import rule
from gosu_env.engine.errors import OptionError
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.rules import Rules
from gosu_env.engine.spelling import nearest
from gosu_env.laundromat.state import (
    CARDS,
    KINDS,
    LONGEST_CYCLE,
    NO_LIMIT,
    OTHER,
    PAIR_COINS,
    PILE,
    ROUNDS,
    SOCK,
    SPECIES_COINS,
    STAINS,
    State,
    Tables,
    hand_held,
    hand_size,
    hand_start,
    seat_after,
    taken_of,
)

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
DEPTH = 3  # garments that are looked ahead in a wash
LIMITLESS = 99  # stains of a type that a programme ignores

DESK = record_dtype(
    [
        ("weights", "f8", (len(WEIGHTS),)),
        ("worth", "f8", (KINDS,)),  # coins of each garment to the seat whose wash it is
        ("later", "f8", (KINDS,)),  # the same if it stays in the basket
        ("basket", "i4", (KINDS,)),  # copies that it knows in its basket
        ("pool", "i4", (KINDS,)),  # copies that it cannot see anywhere
        ("slack", "i4", (LONGEST_CYCLE + DEPTH + 1, len(STAINS))),  # stains that the programme stands, draw by draw
        ("unknown", "i4"),  # garments in the basket that it does not know
        ("pile", "i4", (PILE,)),  # the kinds in a basket that is tried out
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
def stain_cost(st: State, tb: Tables, desk: Any, seat: int, kind: int, done: int) -> float:
    """What the stains of a garment cost in the programmes that come after so many, by how many these allow."""
    cost = 0.0
    share = desk.weights[STAIN]
    for number in range(done, ROUNDS):
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
    return hope - stain_cost(st, tb, desk, seat, kind, int(st.round_number) - 1)


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
