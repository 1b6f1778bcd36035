"""Playouts by a network: actions tried in the same worlds, where it plays on at all seats; compiled."""

from __future__ import annotations

import math
from typing import Any

from gosu_env.agents.inference import Net
from gosu_env.agents.judge import inclination, look, look_round, worth
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import CardTables, DoubleRows, Doubles, Int16s, Int64s, States, UInt32s
from gosu_env.engine.loops import settle
from gosu_env.engine.rng import next_seed, random_share
from gosu_env.engine.verbs import RUNNING, State, Tables, answer_decision, determinize, seat_return


@rule
def draw(net: Any, legal: Any, count: int, stream: Any, chances: Any) -> int:
    """A legal action by the probabilities of the network, which has looked at the game."""
    most = -math.inf
    for i in range(count):
        chances[i] = inclination(net, int(legal[i]))
        most = max(most, chances[i])
    total = 0.0
    for i in range(count):
        chances[i] = math.exp(chances[i] - most)
        total += chances[i]
    left = random_share(stream) * total
    for i in range(count - 1):
        left -= chances[i]
        if left < 0:
            return int(legal[i])
    return int(legal[count - 1])


@rule
def play_on(st: State, tb: Tables, seat: int, net: Any, depth: int, stream: Any, legal: Any, chances: Any) -> float:
    """What a seat gets if the network plays on; after so many decisions, what it says when the seat decides next."""
    count = settle(st, tb, legal)
    taken = 0
    while st.ending == RUNNING:
        decider = int(st.decider)
        look(st, tb, decider, net)
        if taken >= depth and decider == seat:
            return worth(net, st.num_players)
        answer_decision(st, draw(net, legal, count, stream, chances))
        count = settle(st, tb, legal)
        taken += 1
    return seat_return(st, tb, seat)


@entry
def begin(states: States, tables: CardTables, net: Net, actions: Int64s, likes: Doubles) -> None:
    """See the game of ``states[0]`` with the eyes of every seat, and tell how the deciding one likes some actions."""
    look_round(states[0], tables[0], net)
    look(states[0], tables[0], int(states[0].decider), net)
    for i in range(actions.shape[0]):
        likes[i] = inclination(net, int(actions[i]))


@entry
def try_with(
    states: States,
    tables: CardTables,
    room: States,
    net: Net,
    stream: UInt32s,
    depth: int,
    actions: Int64s,
    legal: Int16s,
    chances: Doubles,
    gained: DoubleRows,
) -> None:
    """What the deciding seat of ``states[0]`` gets for some actions in worlds that these share: (worlds, actions).

    ``room`` is for two games; ``begin`` has been called for this one.
    """
    tb = tables[0]
    seat = int(states[0].decider)
    for world in range(gained.shape[0]):
        room[0] = states[0]
        determinize(states[0], room[0], tb, seat, next_seed(stream), legal)
        for i in range(actions.shape[0]):
            room[1] = room[0]
            answer_decision(room[1], int(actions[i]))
            gained[world, i] = play_on(room[1], tb, seat, net, depth, stream, legal, chances)
