"""What searches ask of GOSU X: see ``gosu_env.agents.verbs``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.gosux import thumb
from gosu_env.agents.gosux.appraisal import evaluate, make_desk, note_seen
from gosu_env.agents.verbs import THINK
from gosu_env.engine.compile import rule
from gosu_env.engine.rules import Rules
from gosu_env.gosux.actions import CLAN, PASS
from gosu_env.gosux.rules import answer_decision
from gosu_env.gosux.state import State, Tables
from gosu_env.gosux.vocabulary import DECIDE_DRAFT, DECIDE_MAIN, DECIDE_MULLIGAN


def make_desks(rules: Rules, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """A desk for what moves promise, and one for judging positions."""
    return np.concatenate([make_desk(rules.tables, weights), make_desk(rules.tables, weights)])


@rule
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    if st.decision == DECIDE_MULLIGAN:
        return int(legal[0])  # yes, where that is allowed: a hand with one Troop is no hand
    if legal[0] == PASS and st.decision == DECIDE_MAIN and 2 * st.decisions >= st.max_decisions:
        return PASS  # whatever there is to gain
    return THINK


@rule
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    thumb.finish_turn(st, tb, desk)


@rule
def promise(st: State, tb: Tables, desk: Any, root: State, action: int) -> float:
    """As a greedy player sees it."""
    if st.decision == DECIDE_DRAFT:
        return float(desk.clans[action - CLAN])
    seat = int(st.decider)
    note_seen(st, desk, seat)
    desk.worlds[0] = st
    answer_decision(desk.worlds[0], action)
    thumb.finish_turn(desk.worlds[0], tb, desk)
    return evaluate(desk.worlds[0], tb, desk, seat, int(root.round_number))


@rule
def branches(st: State, root: State) -> bool:
    return True


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """What a position comes to when the turn is finished by rule of thumb; with the eyes of the seat that searches.

    Cards that it drew on the way count as average ones: else the luck of a world would drown the moves.
    """
    thumb.finish_turn(st, tb, desk)
    note_seen(root, desk, seat)
    value = evaluate(st, tb, desk, seat, int(root.round_number))
    values[seat] = value
    values[1 - seat] = -value
