"""What a seat may believe of hidden cards by counting alone: the compiled loops over it.

A game says it exactly where it can (``write_belief``). Where there are too many ways in which it may have come about,
it is the mean over worlds that the seat cannot tell from the true one, dealt with seeds that are always the same: in
each of them the way is settled, and what is expected given that way is exact again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.arrays import Beliefs, Games
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import CardTables, Floats, Int8s, Int16s, States
from gosu_env.engine.verbs import Tables, determinize, write_belief

WORLDS = 200


@rule
def believe(
    states: Any, i: int, worlds: Any, room: int, tb: Tables, seat: int, legal: Any, known: Any, out: Any
) -> int:
    """Write what a seat may believe of a game, and what it knows; 1 if it is exact. ``worlds[room]`` is room."""
    if write_belief(states[i], tb, seat, False, known, out):
        return 1
    part = np.zeros(out.shape[0], np.float32)
    spare = np.zeros(out.shape[0], np.int8)
    total = np.zeros(out.shape[0], np.float64)
    found = 0
    for number in range(WORLDS):
        worlds[room] = states[i]
        determinize(states[i], worlds[room], tb, seat, number, legal)
        if write_belief(worlds[room], tb, seat, True, spare, part):
            found += 1
            for j in range(out.shape[0]):
                total[j] += part[j]
    for j in range(out.shape[0]):
        if found > 0:
            out[j] = total[j] / found
    return 0


@entry
def belief(
    states: States, tables: CardTables, i: int, seat: int, worlds: States, legal: Int16s, known: Int8s, out: Floats
) -> int:
    """What a seat may believe of a game, and what it knows; 1 if it is exact."""
    return believe(states, i, worlds, 0, tables[0], seat, legal, known, out)


@entry
def certain(states: States, tables: CardTables, i: int, seat: int, known: Int8s) -> None:
    """What a seat knows of a game, without what it may believe beyond that: no worlds are dealt."""
    spare = np.zeros(known.shape[0], np.float32)
    write_belief(states[i], tables[0], seat, False, known, spare)


@entry
def show(games: Games, beliefs: Beliefs, low: int, high: int) -> None:
    """What the deciding seats of games ``low`` … ``high - 1`` may believe."""
    legal = np.zeros(games.legal.shape[1], np.int16)
    for i in range(low, high):
        room = int(beliefs.thread[i])
        tb = games.tables[games.sets[i]]
        seat = int(games.states[i].decider)
        believe(games.states, i, beliefs.worlds, room, tb, seat, legal, beliefs.known[i], beliefs.belief[i])
