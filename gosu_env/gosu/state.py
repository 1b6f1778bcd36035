"""One numpy record holds a whole game of GOSU; one more holds the tables of a card set.

Nothing about a game lives anywhere else: a copy of the record is a clone, its bytes are a save, an array of records is
a batch. Seats are 0 … 3, clockwise. A slot of an army is ``row * 5 + column``; a place on the table is
``seat * 15 + slot``. A kind is the number of a card in its set: Bakutos first, then Heroes, then Ōzekis,
each level clan by clan.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.jit import rule
from gosu_env.gosu.vocabulary import CODE_COLUMNS, GLOBALS, TRIGGERS

MAX_PLAYERS = 4
ROWS = 3
COLUMNS = 5
SLOTS = ROWS * COLUMNS
CLANS = 5
BAKUTOS, HEROES, OZEKIS = 5, 7, 3  # different cards of a clan, by level (G-1.1)
KINDS_PER_CLAN = BAKUTOS + HEROES + OZEKIS
KINDS = CLANS * KINDS_PER_CLAN  # G-1.1
CARDS = 100  # G-1.1
OPENING_HAND = 7  # G-2.1
TOKENS = 2  # G-1.4
VICTORY = 3  # G-7.3
PLACE_PRICE = 2  # G-4.3
TURNS_AFTER_PASS = 10  # K-2.3
LOOK_SIZE = 8
NUMBERS = 16
CODE_ROWS = 640
FILTERS = 64
NO_CARD = -1

# Options of a game, as bits of one number.
AUTO_FORCED, NO_PASSING, TURN_LIMITED, DRAFTED, IN_TEAMS = 1, 2, 4, 8, 16

# How a card lies in its slot.
FACE_UP = 0
FACE_DOWN = 1  # imprisoned (G-8.3)
ARRIVING = 2  # put down, not yet in play: it is still being paid for, or the card it replaces is still leaving (G-5.7)

LENT = 4  # added to a token on a goblin: the partner put it there (K-3.3)

# A frame of the stack of pending effects (int16 each).
FRAME = ("pc", "kind", "owner", "place", "group", "step", "count", "cursor", "x", "seat", "target", "hit", "clan")
PC, KIND, OWNER, PLACE, GROUP, STEP, COUNT, CURSOR, X, SEAT, TARGET, HIT, CLAN = range(len(FRAME))
STACK_DEPTH = 24

# How a game ended.
ENDINGS = ("running", "battle", "victory_point", "special", "truncated", "fault")
RUNNING, BY_BATTLE, BY_VICTORY_POINT, BY_SPECIAL, TRUNCATED, FAULT = range(len(ENDINGS))

# Answers to a decision that are not a kind, place, seat or number.
NO_ANSWER = -1
ANSWER_DONE = -2
ANSWER_SPENT = -3


def record_dtype(fields: list[Any]) -> np.dtype[np.record]:
    """A record without a hole, a multiple of 16 bytes long: numpy copies fields, so bytes between them would be lost.

    Fields go from the widest type to the narrowest, so that each lies on a multiple of its size.
    """
    size = np.dtype(fields).itemsize
    spare = [("spare", "i1", (-size % 16,))] if size % 16 else []
    made = np.dtype(fields + spare, align=True)
    assert made.itemsize == np.dtype(fields + spare).itemsize, "fields must go from wide to narrow"
    return np.dtype((np.record, made))  # type: ignore[return-value]


def state_dtype(kinds: int) -> np.dtype[np.record]:
    """The record of one game over a card set of that many different cards."""
    fields: list[Any] = [
        ("rng", "u4", (4,)),  # xoshiro128++
        ("max_decisions", "i4"),
        ("decisions", "i4"),
        ("num_players", "i2"),
        ("auto_forced", "i2"),
        ("round_number", "i2"),  # 1, 2, …
        ("turn_seat", "i2"),
        ("advantage", "i2"),  # seat that holds the Advantage token
        ("advantage_moved", "i2"),  # 1: it changed hands since this round began
        ("extra_turns", "i2"),  # still to be played by turn_seat
        ("turns_left", "i2"),  # until everybody has passed; -1: no limit
        ("ending", "i2"),  # one of ENDINGS
        ("ending_kind", "i2"),  # the card whose victory ended the game, or NO_CARD
        ("winners", "i2"),  # bit per seat
        ("decision", "i2"),  # one of DECISIONS
        ("decider", "i2"),
        ("answer", "i2"),
        ("deck_size", "i2"),
        ("discard_size", "i2"),
        ("look_size", "i2"),
        ("depth", "i2"),  # frames on the stack
        ("moment", "i2"),  # number of the last group of simultaneous triggers
        ("hand_size", "i2", (MAX_PLAYERS,)),
        ("army", "i2", (MAX_PLAYERS, SLOTS)),  # kind, or NO_CARD
        ("look", "i2", (LOOK_SIZE,)),  # kinds the owner of the top frame is looking at
        ("stack", "i2", (STACK_DEPTH, len(FRAME))),
        ("tokens", "i1", (MAX_PLAYERS,)),  # activation tokens in hand
        ("victory_points", "i1", (MAX_PLAYERS,)),
        ("passed", "i1", (MAX_PLAYERS,)),
        ("row_size", "i1", (MAX_PLAYERS, ROWS)),
        ("hand_level", "i1", (MAX_PLAYERS, ROWS)),  # cards of each level in hand
        ("known_size", "i1", (MAX_PLAYERS,)),  # cards of the hand that anybody else knows
        ("face", "i1", (MAX_PLAYERS, SLOTS)),
        ("token", "i1", (MAX_PLAYERS, SLOTS)),  # activation tokens lying on the card, with LENT if not the player's own
        ("globals", "i1", (len(GLOBALS),)),  # sum over the face-up cards in play
        ("hand", "i1", (MAX_PLAYERS, kinds)),  # copies of each kind
        ("known", "u1", (MAX_PLAYERS, kinds)),  # bit o: seat o knows of one such card in this hand; bit 4 + o: of two
        ("discard", "i1", (kinds,)),  # copies of each kind
        ("deck", "u1", (CARDS,)),  # kinds, top card last; above it the packs, while cards are drafted
        ("house_rules", "i1"),  # of the options: NO_PASSING, TURN_LIMITED, DRAFTED
        ("draft", "i1"),  # cards in every pack when it was last handed on; 0: nothing is being drafted (K-2.2)
        ("teams", "i1"),  # 1: two against two, partners opposite each other (K-3.1)
    ]
    return record_dtype(fields)


def tables_dtype(kinds: int) -> np.dtype[np.record]:
    """The tables that a card set compiles to."""
    fields: list[Any] = [
        ("program", "i2", (kinds, len(TRIGGERS))),  # first code row, or -1
        ("code", "i2", (CODE_ROWS, len(CODE_COLUMNS))),
        ("copies", "i1", (kinds,)),
        ("level", "i1", (kinds,)),  # 1, 2, 3
        ("clan", "i1", (kinds,)),
        ("mutation_cost", "i1", (kinds,)),  # -1: cannot mutate (G-1.5)
        ("zombie", "i1", (kinds,)),  # 1: zombie mutation (G-5.8)
        ("has_globals", "i1", (kinds,)),
        ("globals", "i1", (kinds, len(GLOBALS))),
        ("listens", "i1", (len(TRIGGERS),)),  # copies in the set with a program for that trigger
        ("fits", "i1", (FILTERS, kinds)),  # 1: the filter takes that kind
        ("clan_filter", "i1", (FILTERS,)),  # 1: it asks for a clan, so it never takes an imprisoned card (G-8.3)
    ]
    return record_dtype(fields)


STATE = state_dtype(KINDS)
TABLES = tables_dtype(KINDS)


@rule
def kinds_of(st: Any) -> int:
    """How many different cards the set has: a constant of the compiled code."""
    return st.discard.shape[0]  # type: ignore[no-any-return]


@rule
def level_start(st: Any, level: int) -> int:
    """The first kind of a level; of level 4, the number of kinds."""
    clans = kinds_of(st) // KINDS_PER_CLAN
    if level == 1:
        return 0
    if level == 2:
        return clans * BAKUTOS
    return clans * (BAKUTOS + HEROES) if level == 3 else clans * KINDS_PER_CLAN


@rule
def seat_after(st: Any, seat: int, offset: int) -> int:
    """The seat that many places clockwise, for offsets below the number of players."""
    seat += offset
    return seat - st.num_players if seat >= st.num_players else seat


@rule
def seats_from(st: Any, seat: int, other: int) -> int:
    """How many places clockwise ``other`` sits from ``seat``."""
    offset = other - seat
    return offset + st.num_players if offset < 0 else offset


@rule
def is_opponent(st: Any, seat: int, other: int) -> bool:
    """Somebody else; with teams, somebody of the other team, whose seats are all odd or all even (K-3.2)."""
    return bool((seat ^ other) & (3 >> st.teams))


@rule
def partner_of(seat: int) -> int:
    """The seat opposite, in a game of two against two (K-3.1)."""
    return seat ^ 2


@rule
def team_bits(st: Any, seat: int) -> int:
    """A bit for the seat and, with teams, one for its partner."""
    return 5 << (seat & 1) if st.teams else 1 << seat


@rule
def is_behind(st: Any, seat: int) -> bool:
    """Whether at least one opponent has more VP (G-9.3). Partners have the VP of their team."""
    for other in range(st.num_players):
        if is_opponent(st, seat, other) and st.victory_points[other] > st.victory_points[seat]:
            return True
    return False


@rule
def finish(st: Any, winners: int, ending: int, kind: int) -> None:
    """End the game."""
    st.winners = winners
    st.ending = ending
    st.ending_kind = kind
    st.decision = 0
    st.decider = NO_CARD
