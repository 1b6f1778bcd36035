"""Rules of thumb: how the small decisions of a turn are answered while the turn is only tried out."""

from __future__ import annotations

from typing import Any

from gosu_env.agents.gosux.appraisal import card_worth, nearness, printed_value
from gosu_env.armies.state import COLUMNS, FACE_DOWN, FACE_UP, PC, ROWS, RUNNING, SLOTS
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.gosux import actions as act
from gosu_env.gosux import rules
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_at, text_of, value_at
from gosu_env.gosux.legal import list_legal
from gosu_env.gosux.state import KINDS, State, Tables

WONDER_TOKEN = 1.2  # what it is worth beside cards to pay with


@rule
def target_worth(st: State, tb: Tables, desk: Any, place: int) -> float:
    """Hit the strongest enemy card, free the strongest own one, sacrifice the weakest, copy what does most."""
    seat = place // SLOTS
    slot = place % SLOTS
    op = tb.code[st.stack[st.depth - 1, PC], v.OP]
    if op == v.COPY:
        return float(desk.effects[text_of(st, tb, seat, slot)])
    down = st.face[seat, slot] == FACE_DOWN
    worth = float(printed_value(tb, int(st.army[seat, slot])) if down else value_at(st, tb, seat, slot))
    own = seat == st.decider
    if op == v.AIM and down and tb.code[st.stack[st.depth - 1, PC], v.ARG] & v.FREE:
        return worth if own else -worth
    return -worth if own else worth


@rule
def clan_worth(st: State, tb: Tables, clan: int) -> float:
    """Name the clan to be destroyed where the enemy has most; else the one of which most is left in one's deck."""
    seat = int(st.decider)
    if tb.code[st.stack[st.depth - 1, PC] + 1, v.OP] == v.DESTROY_CLAN:
        worth = 0.0
        for player in range(2):
            for row in range(ROWS):
                for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[player, row]):
                    if st.face[player, slot] == FACE_UP and (clans_at(st, tb, player, slot) >> clan) & 1:
                        worth += value_at(st, tb, player, slot) * (-1 if player == seat else 1)
        return worth
    left = 0.0
    for i in range(st.deck_size[seat]):
        left += tb.clan[st.deck[seat, i]] == clan
    return left


@rule
def thumb_worth(st: State, tb: Tables, desk: Any, action: int) -> float:
    """How good an answer looks at first sight; 0 where nothing is to be said."""
    seat = int(st.decider)
    decision = st.decision
    if action == act.DONE:
        return 0.1
    if decision == v.DECIDE_TARGET:
        return target_worth(st, tb, desk, act.answer_of(st, action))
    if decision == v.DECIDE_MODE:
        return 1.0 if action == act.DESTROY else 0.0
    if decision == v.DECIDE_NEWCOMER:
        kind = act.answer_of(st, action) % KINDS
        return float(printed_value(tb, kind) + desk.effects[kind])
    if decision == v.DECIDE_CLAN:
        return clan_worth(st, tb, action - act.CLAN)
    if decision == v.DECIDE_ROW:
        return -float(action)  # the first row carries the others
    if action == act.USE_WONDER:
        return -WONDER_TOKEN
    if act.CARD <= action < act.OWN:
        kind = action - act.CARD
        if decision == v.DECIDE_FORBID:
            return float(st.hand[1 - seat, kind]) * printed_value(tb, kind)
        worth = card_worth(st, tb, desk, kind, nearness(st, tb, desk, seat, kind))
        paying = decision == v.DECIDE_PAY or decision == v.DECIDE_DISCARD or decision == v.DECIDE_PAY_BOUNTY
        return -worth if paying else worth
    return 0.0


@rule
def thumb_action(st: State, tb: Tables, desk: Any, legal: Any, count: int) -> int:
    """The answer that looks best; the first of equals, which is yes, or being done."""
    chosen = int(legal[0])
    best = thumb_worth(st, tb, desk, chosen)
    for i in range(1, count):
        worth = thumb_worth(st, tb, desk, int(legal[i]))
        if worth > best:
            best = worth
            chosen = int(legal[i])
    return chosen


@rule
def between_turns(st: State) -> bool:
    opening = st.decision == v.DECIDE_MULLIGAN or st.decision == v.DECIDE_DRAFT
    return bool(st.ending != RUNNING or st.decision == v.DECIDE_MAIN or opening)


@shared_rule
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    """Go on until the next turn."""
    legal = desk.legal[0]
    rules.run(st, tb)
    while not between_turns(st):
        rules.answer_decision(st, thumb_action(st, tb, desk, legal, list_legal(st, tb, legal)))
        rules.run(st, tb)
