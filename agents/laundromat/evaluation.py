"""What searches ask of Goblin Laundromat, and what a greedy player goes by: see ``gosu_env.agents.verbs``.

Garments are chosen for what they will pay and for the stains that programmes can stand (garments.py); a wash is looked
ahead garment by garment (wash.py). A search plays a round to its laundry and tries that out many times (trials.py).
"""

from __future__ import annotations

import math
from typing import Any

from gosu_env.agents.laundromat.garments import CERTAIN, ROUND, coins_for, make_desks, taking_hope
from gosu_env.agents.laundromat.trials import washed_coins
from gosu_env.agents.laundromat.wash import thumb_action, washing_hope
from gosu_env.agents.verbs import THINK
from gosu_env.engine.compile import rule
from gosu_env.laundromat.actions import KEEP, TAKE
from gosu_env.laundromat.legal import list_legal
from gosu_env.laundromat.rules import answer_decision, run
from gosu_env.laundromat.scoring import coins_of
from gosu_env.laundromat.state import (
    DECIDE_TAKE,
    DECIDE_WASH,
    FILL,
    ROUNDS,
    RUNNING,
    State,
    Tables,
)
from gosu_env.laundromat.verbs import seat_return

__all__ = ["appraise", "branches", "finish_turn", "habit", "make_desks", "promise"]

TEMPERATURE = 0.02  # of searches: a coin more or less is a return of 0.02 in the first round, 0.05 in the last


@rule
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    return THINK


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
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    """To the end of the laundry that is being done."""
    run(st, tb)
    while st.ending == RUNNING and st.decision != DECIDE_TAKE:
        count = list_legal(st, tb, desk.legal)
        answer_decision(st, thumb_action(st, tb, desk, count))
        run(st, tb)


@rule
def branches(st: State, root: State) -> bool:
    """A tree cannot tell one garment drawn from another: it ends where the laundry begins."""
    return bool(root.phase == FILL and st.phase == FILL and st.round_number == root.round_number)


@rule
def finish_wash(st: State, tb: Tables, desk: Any, seat: int) -> None:
    """To the end of the laundry of one seat."""
    run(st, tb)
    while st.ending == RUNNING and st.decider == seat and st.decision != DECIDE_TAKE:
        count = list_legal(st, tb, desk.legal)
        answer_decision(st, thumb_action(st, tb, desk, count))
        run(st, tb)


@rule
def fill_baskets(st: State, tb: Tables, desk: Any) -> None:
    """On to the laundry; everybody takes what is worth most."""
    run(st, tb)
    while st.ending == RUNNING and st.decision == DECIDE_TAKE:
        count = list_legal(st, tb, desk.legal)
        chosen = int(desk.legal[0])
        most = -1e9
        for i in range(count):
            worth = taking_hope(st, tb, desk, int(st.decider), int(desk.legal[i]) - TAKE)
            if worth > most:
                most = worth
                chosen = int(desk.legal[i])
        answer_decision(st, chosen)
        run(st, tb)


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """By the coins of all when the round is over: what laundry still to be done brings is an average of trials."""
    if root.phase == FILL:
        fill_baskets(st, tb, desk)
    else:
        finish_wash(st, tb, desk, seat)
    n = int(st.num_players)
    if st.ending != RUNNING:
        for other in range(n):
            values[other] = seat_return(st, tb, other)
        return
    done = int(root.round_number) - 1
    spread = desk.weights[CERTAIN] + desk.weights[ROUND] * float(ROUNDS - root.round_number + 1)
    total = 0.0
    for other in range(n):
        held = float(coins_of(st, tb, other)) + washed_coins(st, tb, desk, other, done)
        values[other] = math.exp(max(min(held / spread, 60.0), -60.0))
        total += values[other]
    for other in range(n):
        values[other] = (n * values[other] / total - 1.0) / (n - 1)
