"""The answers of a greedy player: of every decision, the action that promises most; compiled, for many games."""

from __future__ import annotations

from gosu_env.agents.verbs import ALIKE, THINK, habit, promise
from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import CardTables, Desks, Doubles, Int16s, Int64s, States
from gosu_env.engine.verbs import determinize, list_legal

LESS_THAN_ANY = -2.0  # returns are -1 … 1
TOSSED = -3.0  # in ``worth``: all actions were alike


@entry
def answer_games(
    states: States,
    tables: CardTables,
    desks: Desks,
    blind: int,
    worlds: States,
    legal: Int16s,
    actions: Int64s,
    worth: Doubles,
) -> None:
    """The answers to the pending decisions of many games, and the returns they promise; 0 without a thought.

    An answer depends on what the deciding seat knows, and no more: other cards are dealt anew in ``worlds``. Records
    that are ``blind`` are views of that seat already.
    """
    for i in range(actions.shape[0]):
        worlds[0] = states[i]
        if not blind:
            determinize(states[i], worlds[0], tables[0], int(states[i].decider), 0, legal)
        count = list_legal(states[i], tables[0], legal)
        chosen = habit(states[i], tables[0], legal, count)
        worth[i] = 0.0
        if chosen == ALIKE:
            chosen = int(legal[count // 2])
            worth[i] = TOSSED
        elif chosen == THINK:
            chosen = int(legal[0])
            worth[i] = LESS_THAN_ANY
            for k in range(count):
                hope = promise(worlds[0], tables[0], desks[0], worlds[0], int(legal[k]))
                if hope > worth[i]:
                    worth[i] = hope
                    chosen = int(legal[k])
        actions[i] = chosen
