"""One answer ahead: every legal answer is tried in sampled worlds, and a network judges what comes of it; compiled.

A turn that an answer leaves unfinished is first carried on with the best answers of the same seat, one after another:
networks judge positions between turns better than those in the middle of one.
"""

from __future__ import annotations

import math
from typing import Any

from gosu_env.agents.inference import Net, head, remember, think_on
from gosu_env.engine.compile import Wide, entry, rule
from gosu_env.engine.compile.arguments import Bools, CardTables, Doubles, Int8Rows, Int16Rows, Int64s, States
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
from gosu_env.engine.world_loops import APART

FURTHER = 6  # answers by which a turn is carried on, at most
AFTER, TRIED = 1, 2  # records of ``room``; the first holds a world
LOWEST = -2.0  # less than any return


@rule
def judge(st: State, tb: Tables, seat: int, net: Any) -> float:
    """The return that a seat may expect of a position, seen with its eyes; ``net`` remembers one like it."""
    if st.ending != RUNNING:
        return seat_return(st, tb, seat)
    write_observation(st, tb, seat, net.obs)
    think_on(net, 0)
    others = st.num_players - 1
    return max(-1.0 / others, min(1.0, head(net, 0) / math.sqrt(others)))


@rule
def carry_on(room: Any, tb: Tables, seat: int, net: Any, turn_begins: Any, lists: Any, count: int) -> float:
    """Answer what a turn still asks of the seat, each time as the network likes best; what it promises in the end.

    ``count`` answers are listed.
    """
    after, tried = room[AFTER], room[TRIED]
    most = LOWEST
    for _ in range(FURTHER):
        if after.ending != RUNNING or after.decider != seat or turn_begins[after.decision]:
            break
        best, most = lists[1, 0], LOWEST
        for k in range(count):
            room[TRIED] = after
            answer_decision(tried, int(lists[1, k]))
            settle(tried, tb, lists[2])
            promised = judge(tried, tb, seat, net)
            if promised > most:
                best, most = lists[1, k], promised
        answer_decision(after, int(best))
        count = settle(after, tb, lists[1])
    return most if most > LOWEST else judge(after, tb, seat, net)


@rule
def try_answers(
    st: State,
    room: Any,
    tb: Tables,
    net: Any,
    seed: Wide,
    worlds: int,
    turn_begins: Any,
    lists: Any,
    count: int,
    hope: Any,
) -> None:
    """What every legal answer promises the deciding seat, on average over worlds that it cannot tell from this one."""
    seat = int(st.decider)
    write_observation(st, tb, seat, net.obs)
    remember(net, 0)
    for k in range(count):
        hope[k] = 0.0
    for world in range(worlds):
        room[0] = st
        determinize(st, room[0], tb, seat, seed + world * APART, lists[1])
        for k in range(count):
            room[AFTER] = room[0]
            answer_decision(room[AFTER], int(lists[0, k]))
            pending = settle(room[AFTER], tb, lists[1])
            hope[k] += carry_on(room, tb, seat, net, turn_begins, lists, pending) / worlds


@entry
def look_ahead(
    states: States,
    tables: CardTables,
    net: Net,
    room: States,
    lists: Int16Rows,
    hope: Doubles,
    turn_begins: Bools,
    seeds: Int64s,
    worlds: int,
    actions: Int64s,
    low: int,
    high: int,
) -> int:
    """The answer that promises most, in every game.

    ``room`` has three records, ``lists`` room for three lists of legal answers, ``hope`` an entry for every legal
    answer. The answers to the last decision and what they promise are left in the first list and in ``hope``; how many
    there are is the result.
    """
    count = 0
    for i in range(low, high):
        count = list_legal(states[i], tables[0], lists[0])
        best = 0
        if count > 1 or high - low == 1:
            try_answers(states[i], room, tables[0], net, seeds[i], worlds, turn_begins, lists, count, hope)
            for k in range(1, count):
                if hope[k] > hope[best]:
                    best = k
        actions[i] = lists[0, best]
    return count


@entry
def observe_seat(states: States, tables: CardTables, seats: Int64s, out: Int8Rows, low: int, high: int) -> None:
    """What one seat of every game sees: (N, columns)."""
    for i in range(low, high):
        write_observation(states[i], tables[0], int(seats[i]), out[i])
