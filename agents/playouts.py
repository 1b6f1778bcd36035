"""Flat Monte Carlo: every action tried in the same worlds, the games finished at random; compiled."""

from __future__ import annotations

from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Doubles, Int16s, States, UInt32s
from gosu_env.engine.loops import play_out
from gosu_env.engine.rng import next_seed
from gosu_env.engine.verbs import answer_decision, determinize, list_legal, seat_return


@entry
def try_actions(
    states: States,
    tables: CardTables,
    trials: States,
    stream: UInt32s,
    playouts: int,
    actions: Int16s,
    legal: Int16s,
    totals: Doubles,
) -> int:
    """Add up what the deciding seat of ``states[0]`` gets for every action, in worlds that all actions share.

    ``trials`` has room for two games, ``actions`` and ``totals`` for all legal actions. Returns the random answers
    that were given.
    """
    tb = tables[0]
    seat = int(states[0].decider)
    count = list_legal(states[0], tb, actions)
    asked = 0
    for _ in range(max(playouts // count, 1)):
        trials[0] = states[0]
        determinize(states[0], trials[0], tb, seat, next_seed(stream), legal)
        for i in range(count):
            trials[1] = trials[0]
            answer_decision(trials[1], int(actions[i]))
            asked += play_out(trials[1], tb, stream, legal)
            totals[i] += seat_return(trials[1], tb, seat)
    return asked
