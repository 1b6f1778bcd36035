"""One answer ahead: every legal answer is tried in sampled worlds, and a network judges what comes of it; compiled."""

from __future__ import annotations

import math
from typing import Any

from gosu_env.agents.inference import head, remember, think_on
from gosu_env.engine.jit import Wide, entry, rule
from gosu_env.engine.loops import settle
from gosu_env.engine.verbs import (
    RUNNING,
    State,
    Tables,
    answer_decision,
    determinize,
    list_legal,
    seat_return,
    write_observation,
)

APART = 2654435761  # between the seeds of the worlds of a decision


@rule
def judge(st: State, tb: Tables, seat: int, net: Any) -> float:
    """The return that a seat may expect of a position, seen with its eyes; ``net`` remembers one like it."""
    if st.ending != RUNNING:
        return seat_return(st, tb, seat)
    write_observation(st, tb, seat, net.obs)
    think_on(net)
    others = st.num_players - 1
    return max(-1.0 / others, min(1.0, head(net, 0) / math.sqrt(others)))


@rule
def try_answers(
    st: State, room: Any, tb: Tables, net: Any, seed: Wide, worlds: int, legal: Any, count: int, further: Any, hope: Any
) -> None:
    """What every legal answer promises the deciding seat, on average over worlds that it cannot tell from this one."""
    seat = int(st.decider)
    write_observation(st, tb, seat, net.obs)
    remember(net)
    for k in range(count):
        hope[k] = 0.0
    for world in range(worlds):
        room[0] = st
        determinize(st, room[0], tb, seat, seed + world * APART, further)
        for k in range(count):
            room[1] = room[0]
            answer_decision(room[1], int(legal[k]))
            settle(room[1], tb, further)
            hope[k] += judge(room[1], tb, seat, net) / worlds


@entry
def look_ahead(
    states: Any,
    tables: Any,
    net: Any,
    room: Any,
    legal: Any,
    further: Any,
    hope: Any,
    seeds: Any,
    worlds: int,
    actions: Any,
    low: int,
    high: int,
) -> int:
    """The answer that promises most, in every game.

    ``room`` has two records, ``legal``, ``further`` and ``hope`` an entry for every legal answer. The answers to the
    last decision and what they promise are left in ``legal`` and ``hope``; how many there are is the result.
    """
    count = 0
    for i in range(low, high):
        count = list_legal(states[i], tables[0], legal)
        best = 0
        if count > 1 or high - low == 1:
            try_answers(states[i], room, tables[0], net, seeds[i], worlds, legal, count, further, hope)
            for k in range(1, count):
                if hope[k] > hope[best]:
                    best = k
        actions[i] = legal[best]
    return count


@entry
def observe_seat(states: Any, tables: Any, seats: Any, out: Any, low: int, high: int) -> None:
    """What one seat of every game sees: (N, columns)."""
    for i in range(low, high):
        write_observation(states[i], tables[0], int(seats[i]), out[i])
