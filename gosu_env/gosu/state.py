"""One numpy record holds a whole game of GOSU; one more holds the tables of a card set.

Nothing about a game lives anywhere else: a copy of the record is a clone, its bytes are a save, an array of records is
a batch. Seats are 0 … 3, clockwise. Kinds, the numbers of cards in their set, are those of Bakutos first, then Heroes,
then Ōzekis, each level clan by clan; the cards of Kamakor follow those of the first five clans in the same order.

Games with Kamakor have records and tables of their own, with more in them. Rules ask ``has_kamakor``, which is a
constant of the compiled code: what the expansion adds costs games without it nothing. Fields that only its records fill
have the length 0 in the others.
"""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np

from gosu_env.armies.state import COLUMNS, FRAME, ROWS, SLOTS, TRUNCATED
from gosu_env.engine.compile import rule
from gosu_env.engine.layout import Int8, Int8s, Int16, Int16s, Int32, Told, UInt8, UInt8s, UInt32s, layout
from gosu_env.gosu.vocabulary import BASE_GLOBALS, BASE_TRIGGERS, CODE_COLUMNS, GLOBALS, TRIGGERS

MAX_PLAYERS = 4
CLANS = 5
BAKUTOS, HEROES, OZEKIS = 5, 7, 3  # different cards of a clan, by level (G-1.1)
KINDS_PER_CLAN = BAKUTOS + HEROES + OZEKIS
KINDS = CLANS * KINDS_PER_CLAN  # G-1.1
KAMAKOR_CLANS = 2 * CLANS  # K-1.1
KAMAKOR_KINDS = KAMAKOR_CLANS * KINDS_PER_CLAN
CARDS = 100  # G-1.1
OPENING_HAND = 7  # G-2.1
TOKENS = 2  # G-1.4
VICTORY = 3  # G-7.3
PLACE_PRICE = 2  # G-4.3
TURNS_AFTER_PASS = 10  # K-2.3
LOOK_SIZE = 8
NUMBERS = 16
CODE_ROWS = 640  # of five clans
FILTERS = 64
SEVERAL_LEVELS = 8  # cards of a set that may count as more than one level (K-1.11)

# Options of a game, as bits of one number.
AUTO_FORCED, NO_PASSING, TURN_LIMITED, DRAFTED, IN_TEAMS, FOR_POINTS = 1, 2, 4, 8, 16, 32

# What lies on a card: an activation token, or a Dragoon token (K-1.4); with LENT added, one of the partner's (K-3.3).
ACTIVATION_TOKEN = 1
DRAGOON_TOKEN = 2
LENT = 4
DRAGOONS = 2  # Dragoon tokens that a player may have in hand, and as many on goblins (K-1.3)

STACK_DEPTH = 24  # frames of the stack of pending effects
IN_A_TURN = 2  # STEP of the first frame, the game itself: the action of a turn was chosen
MOST_ROUNDS = 30000  # that are counted

# Where hidden cards come from, for players with a perfect memory: see memory.py.
EPOCHS = 32  # tags from here on: drawn after so many reshuffles; below: a place in a pack of the draft
MAX_EPOCH = 200  # reshuffles that are told apart
LOOKED = MAX_PLAYERS + 1  # holder of a card that a player is looking at; seat s is s + 1
GHOST = ("kind", "holder", "born", "when", "limit", "looked")
GHOST_KIND, GHOST_HOLDER, GHOST_BORN, GHOST_WHEN, GHOST_LIMIT, GHOST_LOOKED = range(len(GHOST))
GHOSTS = 96
CERTAIN = 8  # added to the holder of a ghost of which everybody knows the pool, but not the place
TRACE = 128  # of a card of one copy, the second entry is its trace: the holder is TRACE + limit, the tag + 64 * seat
TRACE_SEAT = 64
LATE = 127  # limit of a trace that was left after the first reshuffle

# How a game ended.
ENDINGS = ("running", "battle", "victory_point", "special", "truncated", "fault")
BY_BATTLE, BY_VICTORY_POINT, BY_SPECIAL = 1, 2, 3


class State(Told, Protocol):
    """The record of one game."""

    rng: Annotated[UInt32s, 4]  # xoshiro128++
    max_decisions: Int32
    decisions: Int32
    num_players: Int16
    auto_forced: Int16
    round_number: Int16  # 1, 2, …
    turn_seat: Int16
    advantage: Int16  # seat that holds the Advantage token
    advantage_moved: Int16  # 1: it changed hands since this round began
    extra_turns: Int16  # still to be played by turn_seat
    partner_turns: Int16  # extra turns that its partner got out of this one (K-3.3)
    out_of_order: Int16  # 1: turn_seat plays such a turn; the order goes on from its partner
    turns_left: Int16  # until everybody has passed; -1: no limit
    ending: Int16  # one of ENDINGS
    ending_kind: Int16  # the card whose victory ended the game, or NO_CARD
    winners: Int16  # bit per seat
    decision: Int16  # one of DECISIONS
    decider: Int16
    action: Int16  # the action of a turn that waits to be taken, or NO_ANSWER
    answer: Int16  # what waits to be used as the answer to another decision, or NO_ANSWER
    unknown_row: Int16  # after a fault: the code row that no rule knows; else NO_ROW
    deck_size: Int16
    discard_size: Int16
    look_size: Int16
    depth: Int16  # frames on the stack
    moment: Int16  # number of the last group of simultaneous triggers
    hand_size: Annotated[Int16s, MAX_PLAYERS]
    army: Annotated[Int16s, MAX_PLAYERS, SLOTS]  # kind, or NO_CARD
    look: Annotated[Int16s, LOOK_SIZE]  # kinds the owner of the top frame is looking at
    stack: Annotated[Int16s, STACK_DEPTH, len(FRAME)]
    tokens: Annotated[Int8s, MAX_PLAYERS]  # activation tokens in hand
    victory_points: Annotated[Int8s, MAX_PLAYERS]
    passed: Annotated[Int8s, MAX_PLAYERS]
    row_size: Annotated[Int8s, MAX_PLAYERS, ROWS]
    hand_level: Annotated[Int8s, MAX_PLAYERS, ROWS]  # cards of each level in hand
    known_size: Annotated[Int8s, MAX_PLAYERS]  # cards of the hand that anybody else knows
    face: Annotated[Int8s, MAX_PLAYERS, SLOTS]
    token: Annotated[Int8s, MAX_PLAYERS, SLOTS]  # what lies on the card: ACTIVATION_TOKEN, DRAGOON_TOKEN, perhaps LENT
    globals: Annotated[Int8s, "globals"]  # sum over the face-up cards in play
    hand: Annotated[Int8s, MAX_PLAYERS, "kinds"]  # copies of each kind
    known: Annotated[UInt8s, MAX_PLAYERS, "kinds"]  # bit o: seat o knows of one in this hand; bit 4 + o: of two
    holder: Annotated[UInt8s, "kinds", 2]  # of hidden cards of closed pools: seat + 1, or LOOKED; 0: none; TRACE
    born: Annotated[UInt8s, "kinds", 2]  # the tag of its pool
    ghosts: Annotated[UInt8s, GHOSTS, len(GHOST)]  # shown cards of which nobody can tell the pool, or the place
    ghosts_size: Int8  # how many there are
    epoch: UInt8  # how often the discard pile was shuffled
    plain: Annotated[Int8s, MAX_PLAYERS]  # so many hidden cards are no Bakutos: a mulligan was declined (G-2.3)
    familiar: Annotated[Int8s, 2]  # of a pool between two players, cards that are in hand for sure: Bakutos; others
    discard: Annotated[Int8s, "kinds"]  # copies of each kind
    deck: Annotated[UInt8s, CARDS]  # kinds, top card last; above it the packs, while cards are drafted
    house_rules: Int8  # of the options: NO_PASSING, TURN_LIMITED, DRAFTED, FOR_POINTS
    draft: Int8  # cards in every pack when it was last handed on; 0: nothing is being drafted (K-2.2)
    teams: Int8  # 1: two against two, partners opposite each other (K-3.1)
    dragoons: Annotated[Int8s, "Kamakor players"]  # Dragoon tokens in hand
    dragoon_supply: Annotated[Int8s, "Kamakor"]  # Dragoon tokens that nobody has
    clans: Annotated[Int8s, "Kamakor clans"]  # 1: in play, or not banned yet


class Tables(Protocol):
    """The tables that a card set compiles to."""

    program: Annotated[Int16s, "kinds", "triggers"]  # first code row, or -1
    code: Annotated[Int16s, "code rows", len(CODE_COLUMNS)]
    copies: Annotated[Int8s, "kinds"]
    level: Annotated[Int8s, "kinds"]  # 1, 2, 3
    clan: Annotated[Int8s, "kinds"]
    mutation_cost: Annotated[Int8s, "kinds"]  # -1: cannot mutate (G-1.5)
    zombie: Annotated[Int8s, "kinds"]  # 1: zombie mutation (G-5.8)
    has_globals: Annotated[Int8s, "kinds"]
    globals: Annotated[Int8s, "kinds", "globals"]
    listens: Annotated[Int8s, "triggers"]  # copies in the set with a program for that trigger
    fits: Annotated[Int8s, "filters", "kinds"]  # 1: the filter takes that kind
    clan_filter: Annotated[Int8s, "filters"]  # 1: it asks for a clan, so it never takes an imprisoned card (G-8.3)
    rows: Annotated[Int8s, "Kamakor kinds"]  # bits of the rows where it may stand: several with several levels (K-1.11)
    shadow: Annotated[Int8s, "Kamakor kinds"]  # 1: it mutates by a Shadow Jump (K-1.5)
    recruiter: Annotated[Int8s, "Kamakor kinds"]  # 1: Recruiter (K-1.6)
    eases: Annotated[Int8s, "Kamakor kinds"]  # by how much it lowers the mutation costs of its army
    several: Annotated[UInt8s, "several levels"]  # the kinds with several levels
    several_size: Annotated[Int8s, "Kamakor"]
    supply: Annotated[Int8s, "Kamakor"]  # option: Dragoon tokens of the game
    fixed: Annotated[Int8s, "Kamakor clans"]  # option: 1, the clan is in play; all 0: they are banned
    fewer_columns: Int8  # a smaller game: by how much it is smaller than the full one, whose bytes are all 0
    fewer_cards: Int8  # in an opening hand
    fewer_tokens: Int8
    fewer_points: Int8  # victory points that win
    rounds: Int8  # after so many the game ends; 0: no limit


def sizes_of(kinds: int) -> dict[str, int]:
    """The sizes that have names, for a card set of that many different cards."""
    kamakor = kinds > KINDS
    return {
        "kinds": kinds,
        "globals": len(GLOBALS if kamakor else BASE_GLOBALS),
        "triggers": len(TRIGGERS if kamakor else BASE_TRIGGERS),
        "filters": 2 * FILTERS if kamakor else FILTERS,
        "code rows": 2 * CODE_ROWS if kamakor else CODE_ROWS,
        "Kamakor": int(kamakor),
        "Kamakor players": MAX_PLAYERS if kamakor else 0,
        "Kamakor clans": KAMAKOR_CLANS if kamakor else 0,
        "Kamakor kinds": kinds if kamakor else 0,
        "several levels": SEVERAL_LEVELS if kamakor else 0,
    }


def state_dtype(kinds: int) -> np.dtype[np.record]:
    """The record of one game over a card set of that many different cards."""
    return layout(State, sizes_of(kinds))


def tables_dtype(kinds: int) -> np.dtype[np.record]:
    """The tables that a card set compiles to."""
    return layout(Tables, sizes_of(kinds))


STATE = state_dtype(KINDS)
TABLES = tables_dtype(KINDS)
KAMAKOR_STATE = state_dtype(KAMAKOR_KINDS)
KAMAKOR_TABLES = tables_dtype(KAMAKOR_KINDS)


@rule
def kinds_of(st: State) -> int:
    """How many different cards the set has: a constant of the compiled code."""
    return st.discard.shape[0]  # type: ignore[no-any-return]


@rule
def has_kamakor(st: State) -> bool:
    """Whether the game is one with Kamakor: a constant of the compiled code, as the number of kinds."""
    return bool(kinds_of(st) > KINDS)


@rule
def clans_of(st: State) -> int:
    """How many clans the set has."""
    return kinds_of(st) // KINDS_PER_CLAN


@rule
def columns_of(tb: Tables) -> int:
    """Cards that fit into a row of an army (G-4.1)."""
    return COLUMNS - int(tb.fewer_columns)


@rule
def opening_hand(tb: Tables) -> int:
    """Cards that a player begins with (G-2.1)."""
    return OPENING_HAND - int(tb.fewer_cards)


@rule
def tokens_of(tb: Tables) -> int:
    """Activation tokens of a player (G-1.4)."""
    return TOKENS - int(tb.fewer_tokens)


@rule
def victory_of(tb: Tables) -> int:
    """Victory points that win (G-7.3)."""
    return VICTORY - int(tb.fewer_points)


@rule
def has_clan(tb: Tables, clan: int) -> bool:
    """Whether a set without Kamakor has cards of a clan: each of its clans has a Bakuto."""
    return bool(tb.copies[clan * BAKUTOS] > 0)


@rule
def row_start(st: State, row: int) -> int:
    """The first kind that may stand in a row; with Kamakor, whose kinds follow the others, simply the first of all."""
    if has_kamakor(st) or row == 0:
        return 0
    return CLANS * BAKUTOS if row == 1 else CLANS * (BAKUTOS + HEROES)


@rule
def row_end(st: State, row: int) -> int:
    """The kind after the last one that may stand in a row."""
    return kinds_of(st) if has_kamakor(st) or row == 2 else row_start(st, row + 1)


@rule
def may_stand(st: State, tb: Tables, kind: int, row: int) -> bool:
    """Whether a card is of the level of a row, or of several levels, one of which is that (K-1.11)."""
    if has_kamakor(st):
        return bool((int(tb.rows[kind]) >> row) & 1)
    return bool(tb.level[kind] == row + 1)


@rule
def seats_from(st: State, seat: int, other: int) -> int:
    """How many places clockwise ``other`` sits from ``seat``."""
    offset = other - seat
    return offset + st.num_players if offset < 0 else offset


@rule
def is_opponent(st: State, seat: int, other: int) -> bool:
    """Somebody else; with teams, somebody of the other team, whose seats are all odd or all even (K-3.2)."""
    return bool((seat ^ other) & (3 >> st.teams))


@rule
def partner_of(seat: int) -> int:
    """The seat opposite, in a game of two against two (K-3.1)."""
    return seat ^ 2


@rule
def team_bits(st: State, seat: int) -> int:
    """A bit for the seat and, with teams, one for its partner."""
    return 5 << (seat & 1) if st.teams else 1 << seat


@rule
def is_behind(st: State, seat: int) -> bool:
    """Whether at least one opponent has more VP (G-9.3). Partners have the VP of their team."""
    for other in range(st.num_players):
        if is_opponent(st, seat, other) and st.victory_points[other] > st.victory_points[seat]:
            return True
    return False


@rule
def was_truncated(st: State) -> bool:
    """Whether the game ended without a winner."""
    return bool(st.ending >= TRUNCATED)
