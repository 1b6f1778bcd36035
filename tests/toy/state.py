"""High Card: everybody has two of nine cards, plays them face up in turn, and the highest sum wins."""

from __future__ import annotations

from typing import Annotated, Protocol

from gosu_env.engine.compile import rule
from gosu_env.engine.layout import Int8, Int8s, Int16, Int32, Told, UInt32s, layout

MAX_PLAYERS, HAND, CARDS = 3, 2, 9
NOBODY, NO_CARD, NO_ANSWER = -1, -1, -1
ENDINGS = ("running", "counted", "truncated", "fault")
RUNNING, COUNTED, TRUNCATED, FAULT = range(len(ENDINGS))
DECIDE_PLAY = 1


class State(Told, Protocol):
    rng: Annotated[UInt32s, 4]
    max_decisions: Int32
    decisions: Int32
    num_players: Int16
    auto_forced: Int16
    round_number: Int16
    ending: Int16
    winners: Int16
    decision: Int16
    decider: Int16
    answer: Int16  # the card to be played, or NO_ANSWER
    turn: Int8  # cards that were played
    cards: Annotated[Int8s, CARDS]  # shuffled; the first are the hands, seat by seat
    played: Annotated[Int8s, CARDS]  # by card, 1: it lies face up


class Tables(Protocol):
    value: Annotated[Int8s, CARDS]


STATE, TABLES = layout(State, {}), layout(Tables, {})


@rule
def was_truncated(st: State) -> bool:
    return bool(st.ending >= TRUNCATED)
