"""What the records of games of armies have in common: rows and slots, faces, the frames of pending effects.

A slot of an army is ``row * 5 + column``; a place on the table is ``seat * 15 + slot``. A kind is the number of a card
in its set.
"""

from __future__ import annotations

from typing import Protocol

from gosu_env.engine.compile import rule
from gosu_env.engine.layout import Int8s, Int16, Int16s

ROWS = 3
COLUMNS = 5
SLOTS = ROWS * COLUMNS
SLOT_NAMES = tuple(f"{row}.{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))  # as in texts
NO_CARD = -1
NO_SEAT = -1
NO_PLACE = -1
NO_ROW = -1

# How a card lies in its slot.
FACE_UP = 0
FACE_DOWN = 1
ARRIVING = 2  # put down, not yet in play: it is still being paid for, or the card it replaces is still leaving

# A frame of the stack of pending effects (int16 each).
FRAME = ("pc", "kind", "owner", "place", "group", "step", "count", "cursor", "x", "seat", "target", "hit", "clan")
PC, KIND, OWNER, PLACE, GROUP, STEP, COUNT, CURSOR, X, SEAT, TARGET, HIT, CLAN = range(len(FRAME))
CHAIN = 1000  # instructions that may follow each other without a decision

# Endings that every game of armies has, besides its own.
RUNNING, TRUNCATED, FAULT = 0, 4, 5

# Answers to a decision that are not a kind, place, seat or number.
NO_ANSWER = -1
ANSWER_DONE = -2
ANSWER_SPENT = -3


class Armies(Protocol):
    """The fields of a record that the shared rules use."""

    num_players: Int16
    ending: Int16
    ending_kind: Int16  # the card whose effect ended the game, or NO_CARD
    winners: Int16  # bit per seat
    decision: Int16
    decider: Int16
    answer: Int16  # what waits to be used as the answer to a decision, or NO_ANSWER
    unknown_row: Int16  # after a fault: the code row that no rule knows; else NO_ROW
    turn_seat: Int16
    depth: Int16  # frames on the stack
    moment: Int16  # number of the last group of simultaneous triggers
    stack: Int16s
    army: Int16s  # kind, or NO_CARD
    face: Int8s
    token: Int8s  # what lies on the card
    row_size: Int8s


class Programs(Protocol):
    """The tables of a card set that the shared rules read."""

    code: Int16s


@rule
def seat_after(st: Armies, seat: int, offset: int) -> int:
    """The seat that many places clockwise, for offsets below the number of players."""
    seat += offset
    return seat - st.num_players if seat >= st.num_players else seat


@rule
def finish(st: Armies, winners: int, ending: int, kind: int) -> None:
    """End the game."""
    st.winners = winners
    st.ending = ending
    st.ending_kind = kind
    st.decision = 0
    st.decider = NO_SEAT


@rule
def break_off(st: Armies, frame: int, pc: int) -> None:
    """End the game as a fault: no rule knows a word of the code row ``pc``."""
    if st.ending != FAULT:
        finish(st, 0, FAULT, st.stack[frame, KIND])
        st.unknown_row = pc
