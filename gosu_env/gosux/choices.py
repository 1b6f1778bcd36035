"""What a program of a card asks its player: conditions, "may", what is paid or named.

Nobody is asked what is void by what everybody knows (see ``voids.py``).
"""

from __future__ import annotations

from gosu_env.armies.stack import advance, ask
from gosu_env.armies.state import (
    ANSWER_DONE,
    CLAN,
    COUNT,
    NO_ANSWER,
    OWNER,
    PC,
    ROWS,
    SEAT,
    STEP,
    break_off,
)
from gosu_env.engine.compile import rule
from gosu_env.gosux import events as e
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.conditions import UNKNOWN, holds
from gosu_env.gosux.effects import amount_of
from gosu_env.gosux.piles import discard_from_hand
from gosu_env.gosux.state import LEVEL, State, Tables
from gosu_env.gosux.voids import could_pay_bounty, could_pay_clan, is_void


@rule
def leap(st: State, tb: Tables, frame: int, yes: bool) -> None:
    """Go on with the line, or leap over it."""
    target = tb.code[st.stack[frame, PC], v.ARG]
    advance(st, frame)
    if not yes:
        st.stack[frame, PC] = target


@rule
def do_if(st: State, tb: Tables, frame: int) -> None:
    met = holds(st, tb, frame)
    if met == UNKNOWN:
        break_off(st, frame, st.stack[frame, PC])
    else:
        leap(st, tb, frame, met == 1)


@rule
def do_may(st: State, tb: Tables, frame: int, answer: int) -> None:
    owner = int(st.stack[frame, OWNER])
    pc = int(st.stack[frame, PC])
    if answer == NO_ANSWER:
        if is_void(st, tb, frame, pc + 1, int(tb.code[pc, v.ARG])):
            leap(st, tb, frame, False)
        else:
            ask(st, v.DECIDE_MAY, owner)
        return
    e.note_number(st, e.EFFECT_USED if answer == 1 else e.EFFECT_FORGONE, owner, 0)
    leap(st, tb, frame, answer == 1)


@rule
def do_pay_bounty(st: State, tb: Tables, frame: int, answer: int) -> None:
    """A Bounty card of the hand may be discarded; its level is kept. Everybody who could have one is asked."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER and could_pay_bounty(st, tb, owner):
        ask(st, v.DECIDE_PAY_BOUNTY, owner)
        return
    yes = answer != NO_ANSWER and answer != ANSWER_DONE
    if yes:
        discard_from_hand(st, owner, answer, e.PAID)
        st.stack[frame, LEVEL] = ROWS if tb.levels[answer] == (1 << ROWS) - 1 else tb.level[answer]
    leap(st, tb, frame, yes)


@rule
def do_pay_clan(st: State, tb: Tables, frame: int, answer: int) -> None:
    """So many cards of one clan of the hand may be discarded. Everybody who could have them is asked."""
    owner = int(st.stack[frame, OWNER])
    amount = amount_of(st, tb, frame)
    if st.stack[frame, STEP] == 0:
        if not could_pay_clan(st, tb, owner, amount):
            leap(st, tb, frame, False)
            return
        st.stack[frame, STEP] = 1
        ask(st, v.DECIDE_PAY_CLAN, owner)
        return
    if st.stack[frame, STEP] == 1:
        if answer == ANSWER_DONE:
            leap(st, tb, frame, False)
            return
        e.note_number(st, e.NAMED_CLAN, owner, answer)
        st.stack[frame, CLAN] = answer
        st.stack[frame, COUNT] = amount
        st.stack[frame, STEP] = 2
    else:
        discard_from_hand(st, owner, answer, e.PAID)
        st.stack[frame, COUNT] -= 1
    if st.stack[frame, COUNT] > 0:
        ask(st, v.DECIDE_DISCARD, owner)
        return
    leap(st, tb, frame, True)


@rule
def do_name(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Name a clan or a level, or choose a player, unless nothing can come of it."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        if is_void(st, tb, frame, int(st.stack[frame, PC]) + 1, int(tb.code.shape[0])):
            advance(st, frame)
            return
        decision = v.DECIDE_SEAT
        if op == v.NAME_CLAN:
            decision = v.DECIDE_CLAN
        elif op == v.NAME_LEVEL:
            decision = v.DECIDE_LEVEL
        ask(st, decision, owner)
        return
    if op == v.NAME_CLAN:
        e.note_number(st, e.NAMED_CLAN, owner, answer)
        st.stack[frame, CLAN] = answer
    elif op == v.NAME_LEVEL:
        e.note_number(st, e.NAMED_LEVEL, owner, answer)
        st.stack[frame, LEVEL] = answer
    else:
        e.note_number(st, e.CHOSEN_SEAT, owner, answer)
        st.stack[frame, SEAT] = answer
    advance(st, frame)
