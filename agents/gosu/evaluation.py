"""What searches ask of GOSU: see ``gosu_env.agents.verbs``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.gosu import thumb
from gosu_env.agents.gosu.appraisal import JUDGEMENT, TEAM_JUDGEMENT, WEIGHTS, evaluate, make_desk, note_seen
from gosu_env.agents.verbs import ALIKE, THINK
from gosu_env.armies.state import NO_CARD, RUNNING
from gosu_env.engine.compile import rule
from gosu_env.engine.errors import OptionError
from gosu_env.engine.rules import Rules
from gosu_env.engine.spelling import nearest
from gosu_env.gosu.actions import PASS
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.rules import answer_decision
from gosu_env.gosu.state import State, Tables, is_opponent
from gosu_env.gosu.vocabulary import DECIDE_BAN, DECIDE_MAIN, DECIDE_MULLIGAN, DECIDE_NEWCOMER

LESS_THAN_ANY = -2.0  # returns are -1 … 1


def make_desks(rules: Rules, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """A desk with the weights of a greedy player, and one with those for judging positions.

    ``weights`` replaces some of the first, ``appraisal.WEIGHTS``.
    """
    for name in weights or {}:
        if name not in WEIGHTS:
            raise OptionError(f"unknown weight {name!r}; {nearest(name, list(WEIGHTS))}")
    judgement = TEAM_JUDGEMENT if rules.options.get("teams") else JUDGEMENT
    return np.concatenate([make_desk(rules.tables, weights), make_desk(rules.tables, judgement)])


@rule
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    if st.decision == DECIDE_MULLIGAN:
        return int(legal[0])  # yes: a hand without a Bakuto is no hand
    if st.decision == DECIDE_BAN:
        return ALIKE  # before the deal all clans are alike
    if legal[0] == PASS and st.decision == DECIDE_MAIN and 2 * st.decisions >= st.max_decisions:
        return PASS  # whatever there is to gain: some cards can be mutated to and fro for ever
    return THINK


@rule
def outlook(tb: Tables, desk: Any, seat: int, round_number: int) -> float:
    """What ``desk.worlds[1]`` comes to when the turn is played to its end; of a mutation, with the best newcomer."""
    st = desk.worlds[1]
    thumb.finish_turn(st, tb, desk, seat)
    if st.decision != DECIDE_NEWCOMER:
        return evaluate(st, tb, desk, seat, round_number)
    best = LESS_THAN_ANY
    newcomers = desk.legal[1]
    for i in range(list_legal(st, tb, newcomers)):
        desk.worlds[2] = st
        answer_decision(desk.worlds[2], int(newcomers[i]))
        thumb.finish_turn(desk.worlds[2], tb, desk, NO_CARD)
        best = max(best, evaluate(desk.worlds[2], tb, desk, seat, round_number))
    return best


@rule
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    thumb.finish_turn(st, tb, desk, NO_CARD)


@rule
def promise(st: State, tb: Tables, desk: Any, root: State, action: int) -> float:
    """As a greedy player sees it."""
    seat = int(st.decider)
    note_seen(st, desk, seat)
    desk.worlds[1] = st
    answer_decision(desk.worlds[1], action)
    return outlook(tb, desk, seat, int(root.round_number))


@rule
def branches(st: State, root: State) -> bool:
    return True


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """What a position comes to for every seat, when the turn is finished by rule of thumb.

    Cards that the root's seat drew on the way count as average ones: else the luck of a world would drown the moves.
    """
    finish_turn(st, tb, desk)
    players = int(st.num_players)
    round_number = int(st.round_number)
    if (players == 2 or st.teams) and st.ending == RUNNING:
        # What the one side wins the other loses: one look, with the eyes of the root.
        note_seen(root, desk, seat)
        value = evaluate(st, tb, desk, seat, round_number)
        for other in range(players):
            values[other] = -value if is_opponent(st, seat, other) else value
        return
    for other in range(players):
        note_seen(root if other == seat else st, desk, other)
        desk.worlds[1] = st
        values[other] = evaluate(desk.worlds[1], tb, desk, other, round_number)
