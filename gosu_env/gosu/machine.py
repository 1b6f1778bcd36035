"""The triggers of cards: fired, broadcast, and started in the order that a player names."""

from __future__ import annotations

from gosu_env.armies.stack import has_room, push, start_trigger
from gosu_env.armies.state import COLUMNS, FACE_UP, GROUP, KIND, PC, PLACE, ROWS, SLOTS, seat_after
from gosu_env.engine.compile import rule
from gosu_env.engine.events import NOWHERE
from gosu_env.gosu import events as e
from gosu_env.gosu.conditions import UNKNOWN, holds
from gosu_env.gosu.state import State, Tables, is_opponent
from gosu_env.gosu.vocabulary import ARG, DECIDE_ORDER, END, IF, OP, PASSES


@rule
def fire(st: State, tb: Tables, trigger: int, kind: int, owner: int, place: int) -> None:
    """Put a card's program on the stack, to be resolved when the instruction that caused it is over.

    The conditions it begins with are decided at this moment, so that the order of simultaneous effects cancels none of
    them (G-9.5); a program of which nothing is left has nothing to resolve.
    """
    pc = int(tb.program[kind, trigger])
    if pc < 0 or not has_room(st, tb):
        return
    frame = push(st, tb, pc, kind, owner, place)
    while tb.code[pc, OP] == IF:
        met = holds(st, tb, frame)
        if met == UNKNOWN:
            break  # the game breaks off there when the program runs
        pc = pc + 1 if met else int(tb.code[pc, ARG])
        st.stack[frame, PC] = pc
    if tb.code[pc, OP] == END:
        st.depth = frame
    else:
        st.stack[frame, GROUP] = st.moment


@rule
def broadcast(st: State, tb: Tables, trigger: int, cause: int) -> None:
    """Fire a trigger of every face-up card in play that has it; a pass only those of the opponents."""
    if tb.listens[trigger] == 0:
        return
    for offset in range(st.num_players):
        seat = seat_after(st, int(st.turn_seat), offset)
        if trigger == PASSES and not is_opponent(st, cause, seat):
            continue
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if st.face[seat, slot] == FACE_UP:
                    fire(st, tb, trigger, st.army[seat, slot], seat, seat * SLOTS + slot)


@rule
def next_trigger(st: State) -> None:
    """Start one of the waiting triggers; of several, the player whose turn it is names one (G-9.5)."""
    if start_trigger(st, DECIDE_ORDER):
        kind = int(st.stack[st.depth - 1, KIND])
        e.note(st, e.GOES_FIRST, int(st.turn_seat), kind, int(st.stack[st.depth - 1, PLACE]), NOWHERE, 0)
