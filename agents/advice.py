"""What every legal action of a decision promises, as probabilities; compiled, for many games."""

from __future__ import annotations

import math

from gosu_env.agents.verbs import promise
from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Desks, Doubles, FloatRows, Int16s, States
from gosu_env.engine.verbs import determinize, list_legal


@entry
def advise_games(
    states: States,
    tables: CardTables,
    desks: Desks,
    worlds: States,
    legal: Int16s,
    worth: Doubles,
    temperature: float,
    advice: FloatRows,
    low: int,
    high: int,
) -> None:
    """Action probabilities in every game, (N, actions): a softmax over what the actions promise."""
    for i in range(low, high):
        for action in range(advice.shape[1]):
            advice[i, action] = 0.0
        worlds[0] = states[i]
        determinize(states[i], worlds[0], tables[0], int(states[i].decider), 0, legal)
        count = list_legal(states[i], tables[0], legal)
        best = -math.inf
        for k in range(count):
            worth[k] = promise(worlds[0], tables[0], desks[0], worlds[0], int(legal[k]))
            best = max(best, worth[k])
        total = 0.0
        for k in range(count):
            worth[k] = math.exp((worth[k] - best) / temperature)
            total += worth[k]
        for k in range(count):
            advice[i, legal[k]] = worth[k] / total
