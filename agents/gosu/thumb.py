"""Rules of thumb: how the small decisions of a turn are answered while the turn is only tried out."""

from __future__ import annotations

from typing import Any

from gosu_env.agents.gosu.appraisal import ON_ENTERING, card_worth, nearness
from gosu_env.armies.state import COLUMNS, FACE_DOWN, PC, ROWS, RUNNING, SLOTS
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.gosu import rules
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.actions import DONE, PLACE, answer_of, card_block
from gosu_env.gosu.army import card_value, clans_in_row, strength
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.state import State, Tables, is_opponent, kinds_of
from gosu_env.gosu.targets import place_price


@rule
def target_worth(st: State, tb: Tables, place: int) -> float:
    """Hit the strongest card of the leader; of one's own and the partner's cards, the weakest."""
    seat = place // SLOTS
    slot = place % SLOTS
    worth = float(card_value(st, tb, st.army[seat, slot]) - int(st.face[seat, slot] == FACE_DOWN))
    friendly = tb.code[st.stack[st.depth - 1, PC], v.OP] == v.RELEASE
    if is_opponent(st, int(st.decider), seat) == friendly:
        return -worth
    return worth + float(st.victory_points[seat]) + 0.1 * strength(st, tb, seat)


@rule
def cards_of_clan(st: State, tb: Tables, seat: int, clan: int) -> int:
    count = 0
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            count += tb.clan[st.army[seat, slot]] == clan
    return count


@rule
def thumb_worth(st: State, tb: Tables, desk: Any, action: int, row_1: int, row_2: int) -> float:
    """How good an answer looks at first sight; 0 where nothing is to be said."""
    seat = int(st.decider)
    decision = st.decision
    if decision == v.DECIDE_TARGET:
        return target_worth(st, tb, answer_of(st, action))
    if decision == v.DECIDE_NEWCOMER:
        return float(desk.effects[ON_ENTERING, answer_of(st, action) % kinds_of(st)])
    if decision == v.DECIDE_PLACE_AGAIN and action != DONE:
        kind = action - PLACE
        price = place_price(st, tb, seat, kind, int(tb.level[kind]) - 1)
        return float(card_value(st, tb, kind) + desk.effects[ON_ENTERING, kind] - 2 * price)
    if decision == v.DECIDE_SEAT:
        other = answer_of(st, action)
        return float(10 * st.victory_points[other] + strength(st, tb, other))
    if decision == v.DECIDE_CLAN:
        return float(cards_of_clan(st, tb, seat, answer_of(st, action)))
    if decision == v.DECIDE_ROW:
        return float(answer_of(st, action))  # the higher, the stronger
    if decision == v.DECIDE_NUMBER:
        return -abs(float(answer_of(st, action) - 1))
    if action == DONE:
        return 0.0
    paying = decision == v.DECIDE_PAY or decision == v.DECIDE_DISCARD
    if paying or decision == v.DECIDE_KEEP or decision == v.DECIDE_RECOVER:
        kind = action - card_block(st)
        worth = card_worth(st, tb, desk, kind, nearness(st, tb, desk, seat, kind, row_1, row_2))
        return -worth if paying else worth
    return 0.0


@rule
def thumb_action(st: State, tb: Tables, desk: Any, legal: Any, count: int) -> int:
    """The answer that looks best; the first of equals, which is yes, or being done."""
    row_1 = clans_in_row(st, tb, int(st.decider), 0)
    row_2 = clans_in_row(st, tb, int(st.decider), 1)
    chosen = int(legal[0])
    best = thumb_worth(st, tb, desk, chosen, row_1, row_2)
    for i in range(1, count):
        worth = thumb_worth(st, tb, desk, int(legal[i]), row_1, row_2)
        if worth > best:
            best = worth
            chosen = int(legal[i])
    return chosen


@rule
def between_turns(st: State) -> bool:
    opening = st.decision == v.DECIDE_MULLIGAN or st.decision == v.DECIDE_BAN
    return bool(st.ending != RUNNING or st.decision == v.DECIDE_MAIN or opening)


@shared_rule
def finish_turn(st: State, tb: Tables, desk: Any, chooser: int) -> None:
    """Go on until the next turn, or until the seat ``chooser`` has to choose a newcomer."""
    legal = desk.legal[0]
    rules.run(st, tb)
    while not between_turns(st) and not (st.decision == v.DECIDE_NEWCOMER and st.decider == chooser):
        rules.answer_decision(st, thumb_action(st, tb, desk, legal, list_legal(st, tb, legal)))
        rules.run(st, tb)
