"""Tokens written, compiled: from events, questions and answers into rings of the last ones, one for every seat.

A ring is int8 (players, K, 8); ``heard`` (players,) counts what was ever written into it.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import AnyStates, Int8Blocks, Int8s, Int32s
from gosu_env.engine.events import event_rows
from gosu_env.engine.tokens import (
    ANSWER,
    CARD,
    CAUSE,
    FROM,
    NUMBER,
    OF_CARD,
    OF_SEAT,
    SEAT,
    TO,
    WORD,
    Book,
)

ASKED, ANSWERED = 1, 2  # the numbers of the words


@rule
def next_row(ring: Any, heard: Any, seat: int) -> int:
    """The row for the next token of a seat, cleared."""
    row = int(heard[seat]) % ring.shape[1]
    heard[seat] += 1
    for field in range(ring.shape[2]):
        ring[seat, row, field] = 0
    return row  # type: ignore[no-any-return]


@rule
def card_token(book: Book, kind: int) -> int:
    """A card as observations number it: 1 and so on, those above the highest number downwards from -1; 0 is none."""
    number = kind + 1
    return number if number <= book.most[0] else int(book.most[0]) - number


@rule
def seat_token(num_players: int, viewer: int, seat: int) -> int:
    """A seat, clockwise from the one that looks on, plus 1; 0 is nobody."""
    return 0 if seat < 0 else (seat - viewer + num_players) % num_players + 1


@rule
def hear_event(events: Any, at: int, num_players: int, book: Book, ring: Any, heard: Any) -> None:
    """An event, for every seat as far as it may know it."""
    event = int(events[at, 0])
    seat = int(events[at, 1])
    kind = int(events[at, 2])
    for viewer in range(num_players):
        if book.secret[event] and viewer != seat:
            continue
        row = next_row(ring, heard, viewer)
        ring[viewer, row, WORD] = book.words[event]
        ring[viewer, row, SEAT] = seat_token(num_players, viewer, seat)
        if (int(events[at, 6]) >> viewer) & 1:
            ring[viewer, row, CARD] = card_token(book, kind)
        ring[viewer, row, CAUSE] = card_token(book, int(events[at, 5]))
        ring[viewer, row, FROM] = book.zones[viewer, int(events[at, 3]) + 1]
        ring[viewer, row, TO] = book.zones[viewer, int(events[at, 4]) + 1]
        number = int(events[at, 7])
        if book.numbers[event] == OF_SEAT:
            number = seat_token(num_players, viewer, number)
        elif book.numbers[event] == OF_CARD:
            number = card_token(book, number)
        ring[viewer, row, NUMBER] = min(max(number, -128), 127)


@rule
def hear_events(st: Any, book: Book, ring: Any, heard: Any) -> None:
    """All that was told since the last time."""
    if event_rows(st) > 0:
        for at in range(1, int(st.events[0, 0]) + 1):
            hear_event(st.events, at, int(st.num_players), book, ring, heard)
        st.events[0, 0] = 0


@rule
def hear_question(st: Any, book: Book, ring: Any, heard: Any) -> None:
    """Somebody is asked: everybody sees who, and for what sort of decision."""
    if st.decider >= 0:
        for viewer in range(st.num_players):
            row = next_row(ring, heard, viewer)
            ring[viewer, row, WORD] = ASKED
            ring[viewer, row, SEAT] = seat_token(int(st.num_players), viewer, int(st.decider))
            ring[viewer, row, NUMBER] = st.decision


@rule
def hear_answer(seat: int, action: int, book: Book, ring: Any, heard: Any) -> None:
    """A seat answers, which only itself is told."""
    row = next_row(ring, heard, seat)
    ring[seat, row, WORD] = ANSWERED
    ring[seat, row, SEAT] = 1
    ring[seat, row, NUMBER] = book.entries[action]
    ring[seat, row, ANSWER] = book.blocks[action]


@rule
def write_history(ring: Any, heard: Any, seat: int, out: Any) -> None:
    """The last tokens of a seat, field by field, the latest first in each."""
    length = ring.shape[1]
    for age in range(length):
        at = int(heard[seat]) - 1 - age
        row = at % length if at >= 0 else 0
        for field in range(ring.shape[2]):
            out[field * length + age] = ring[seat, row, field] if at >= 0 else 0


@entry
def follow(states: AnyStates, i: int, book: Book, ring: Int8Blocks, heard: Int32s) -> None:
    """What was told of a game until its present decision, and that decision."""
    hear_events(states[i], book, ring, heard)
    hear_question(states[i], book, ring, heard)


@entry
def answer(seat: int, action: int, book: Book, ring: Int8Blocks, heard: Int32s) -> None:
    hear_answer(seat, action, book, ring, heard)


@entry
def history(ring: Int8Blocks, heard: Int32s, seat: int, out: Int8s) -> None:
    write_history(ring, heard, seat, out)
