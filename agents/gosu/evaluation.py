"""What searches ask of GOSU: see ``gosu_env.agents.verbs``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.gosu import thumb
from gosu_env.agents.gosu.appraisal import JUDGEMENT, TEAM_JUDGEMENT, evaluate, make_desk, note_seen
from gosu_env.agents.gosu.greedy import outlook
from gosu_env.engine.jit import rule
from gosu_env.engine.rules import Rules
from gosu_env.gosu.rules import answer_decision
from gosu_env.gosu.state import NO_CARD, RUNNING, State, Tables, is_opponent


def make_desks(rules: Rules) -> NDArray[np.void]:
    """A desk with the weights of a greedy player, and one with those for judging positions."""
    judgement = TEAM_JUDGEMENT if rules.options.get("teams") else JUDGEMENT
    return np.concatenate([make_desk(rules.tables), make_desk(rules.tables, judgement)])


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
