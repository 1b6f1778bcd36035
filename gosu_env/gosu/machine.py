"""The stack of pending effects: frames, decisions asked from inside a frame, triggers and their order."""

from __future__ import annotations

from gosu_env.engine.events import NOWHERE
from gosu_env.engine.jit import rule
from gosu_env.gosu import events as e
from gosu_env.gosu.conditions import UNKNOWN, holds
from gosu_env.gosu.state import (
    COLUMNS,
    FACE_UP,
    FAULT,
    GROUP,
    KIND,
    NO_ANSWER,
    NO_PLACE,
    NO_SEAT,
    OWNER,
    PC,
    PLACE,
    ROWS,
    SEAT,
    SLOTS,
    STACK_DEPTH,
    TARGET,
    State,
    Tables,
    X,
    finish,
    is_opponent,
    seat_after,
)
from gosu_env.gosu.vocabulary import ARG, DECIDE_ORDER, END, IF, OP, PASSES


@rule
def is_spent(st: State, tb: Tables, frame: int) -> bool:
    """Whether a frame has nothing left but its end."""
    return bool(st.stack[frame, GROUP] == 0 and tb.code[st.stack[frame, PC], OP] == END)


@rule
def has_room(st: State, tb: Tables) -> bool:
    """Whether the stack takes one more effect. What does not fit does not happen: no game ends by too many effects."""
    return bool(st.depth < STACK_DEPTH or is_spent(st, tb, STACK_DEPTH - 1))


@rule
def push(st: State, tb: Tables, pc: int, kind: int, owner: int, place: int) -> int:
    """Start a program on top of the stack; its frame. What cards start asks ``has_room`` before.

    A frame with nothing left but its end makes room, so that chains of effects do not grow the stack.
    """
    frame = int(st.depth)
    if frame > 0 and is_spent(st, tb, frame - 1):
        frame -= 1
    if frame >= STACK_DEPTH:
        finish(st, 0, FAULT, kind)
        return STACK_DEPTH - 1
    for column in range(st.stack.shape[1]):
        st.stack[frame, column] = 0
    st.stack[frame, PC] = pc
    st.stack[frame, KIND] = kind
    st.stack[frame, OWNER] = owner
    st.stack[frame, PLACE] = place
    st.stack[frame, SEAT] = NO_SEAT
    st.stack[frame, TARGET] = NO_PLACE
    st.depth = frame + 1
    return frame


@rule
def ask(st: State, decision: int, seat: int) -> None:
    """Wait for a decision of a seat."""
    st.decision = decision
    st.decider = seat


@rule
def advance(st: State, frame: int) -> None:
    """Go on to the next instruction with clean working registers; X, seat, target, hit and clan stay."""
    st.stack[frame, PC] += 1
    for column in range(GROUP, X):
        st.stack[frame, column] = 0


@rule
def begin_moment(st: State) -> None:
    """Triggers fired from here on happen at the same moment."""
    st.moment = st.moment % 30000 + 1


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
def waiting_triggers(st: State) -> int:
    """How many triggers of one moment wait on top of the stack."""
    group = st.stack[st.depth - 1, GROUP]
    if group == 0:
        return 0
    count = 0
    frame = st.depth - 1
    while frame >= 0 and st.stack[frame, GROUP] == group:
        count += 1
        frame -= 1
    return count


@rule
def move_frame(st: State, start: int, end: int) -> None:
    """Move a frame to another height of the stack; those between close up."""
    step = 1 if start < end else -1
    for column in range(st.stack.shape[1]):
        value = st.stack[start, column]
        for frame in range(start, end, step):
            st.stack[frame, column] = st.stack[frame + step, column]
        st.stack[end, column] = value


@rule
def rise(st: State, frame: int) -> int:
    """Lift a frame over the triggers it has caused, so that it goes on before they are resolved; its new height."""
    top = int(st.depth) - 1
    move_frame(st, frame, top)
    return top


@rule
def sink(st: State, tb: Tables, frame: int) -> None:
    """Put a frame on top back below the triggers of the present moment that wait under it."""
    waiting = frame
    while waiting > 0 and st.stack[waiting - 1, GROUP] == st.moment:
        waiting -= 1
    if waiting == frame:
        return
    if tb.code[st.stack[frame, PC], OP] == END:
        st.depth = frame
    else:
        move_frame(st, frame, waiting)


@rule
def next_trigger(st: State) -> None:
    """Start one of the waiting triggers; of several, the player whose turn it is names one (G-9.5)."""
    top = st.depth - 1
    waiting = waiting_triggers(st)
    chosen = top
    if waiting > 1:
        if st.answer == NO_ANSWER:
            ask(st, DECIDE_ORDER, st.turn_seat)
            return
        for frame in range(st.depth - waiting, st.depth):
            if st.stack[frame, PLACE] == st.answer:
                chosen = frame
        st.answer = NO_ANSWER
        place = int(st.stack[chosen, PLACE])
        e.note(st, e.GOES_FIRST, int(st.turn_seat), int(st.stack[chosen, KIND]), place, NOWHERE, 0)
    if chosen != top:
        move_frame(st, chosen, top)
    st.stack[top, GROUP] = 0
