"""The stack of pending effects: frames, decisions asked from inside a frame, triggers that wait and their order."""

from __future__ import annotations

from gosu_env.armies.state import (
    FAULT,
    GROUP,
    KIND,
    NO_ANSWER,
    NO_PLACE,
    NO_SEAT,
    OWNER,
    PC,
    PLACE,
    SEAT,
    TARGET,
    Armies,
    Programs,
    X,
    finish,
)
from gosu_env.armies.vocabulary import END, OP
from gosu_env.engine.compile import rule


@rule
def is_spent(st: Armies, tb: Programs, frame: int) -> bool:
    """Whether a frame has nothing left but its end."""
    return bool(st.stack[frame, GROUP] == 0 and tb.code[st.stack[frame, PC], OP] == END)


@rule
def has_room(st: Armies, tb: Programs) -> bool:
    """Whether the stack takes one more effect. What does not fit does not happen: no game ends by too many effects."""
    return bool(st.depth < st.stack.shape[0] or is_spent(st, tb, st.stack.shape[0] - 1))


@rule
def push(st: Armies, tb: Programs, pc: int, kind: int, owner: int, place: int) -> int:
    """Start a program on top of the stack; its frame. What cards start asks ``has_room`` before.

    A frame with nothing left but its end makes room, so that chains of effects do not grow the stack.
    """
    frame = int(st.depth)
    if frame > 0 and is_spent(st, tb, frame - 1):
        frame -= 1
    if frame >= st.stack.shape[0]:
        finish(st, 0, FAULT, kind)
        return int(st.stack.shape[0]) - 1
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
def ask(st: Armies, decision: int, seat: int) -> None:
    """Wait for a decision of a seat."""
    st.decision = decision
    st.decider = seat


@rule
def advance(st: Armies, frame: int) -> None:
    """Go on to the next instruction with clean working registers; X, seat, target, hit and clan stay."""
    st.stack[frame, PC] += 1
    for column in range(GROUP, X):
        st.stack[frame, column] = 0


@rule
def begin_moment(st: Armies) -> None:
    """Triggers fired from here on happen at the same moment."""
    st.moment = st.moment % 30000 + 1


@rule
def waiting_triggers(st: Armies) -> int:
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
def move_frame(st: Armies, start: int, end: int) -> None:
    """Move a frame to another height of the stack; those between close up."""
    step = 1 if start < end else -1
    for column in range(st.stack.shape[1]):
        value = st.stack[start, column]
        for frame in range(start, end, step):
            st.stack[frame, column] = st.stack[frame + step, column]
        st.stack[end, column] = value


@rule
def rise(st: Armies, frame: int) -> int:
    """Lift a frame over the triggers it has caused, so that it goes on before they are resolved; its new height."""
    top = int(st.depth) - 1
    move_frame(st, frame, top)
    return top


@rule
def sink(st: Armies, tb: Programs, frame: int) -> None:
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
def start_trigger(st: Armies, decision: int) -> bool:
    """Start one of the triggers that wait; of several, the player whose turn it is names one, by that decision.

    Whether one was named; it is on top then.
    """
    top = st.depth - 1
    waiting = waiting_triggers(st)
    chosen = top
    if waiting > 1:
        if st.answer == NO_ANSWER:
            ask(st, decision, st.turn_seat)
            return False
        for frame in range(st.depth - waiting, st.depth):
            if st.stack[frame, PLACE] == st.answer:
                chosen = frame
        st.answer = NO_ANSWER
    if chosen != top:
        move_frame(st, chosen, top)
    st.stack[top, GROUP] = 0
    return bool(waiting > 1)
