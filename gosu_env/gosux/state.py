"""One numpy record holds a whole game of GOSU X; one more holds the tables of its cards.

Nothing about a game lives anywhere else: a copy of the record is a clone, its bytes are a save, an array of records is
a batch. Kinds, the numbers of cards in their set, are those of Troops first, then Heroes, then Immortals, each level
clan by clan. A clan belongs to one player, so a card has one owner, wherever it lies.
"""

from __future__ import annotations

from typing import Annotated, Protocol

from gosu_env.armies.state import FAULT, FRAME, ROWS, SLOTS, TRUNCATED
from gosu_env.engine.compile import rule
from gosu_env.engine.layout import Int8, Int8s, Int16, Int16s, Int32, Told, UInt8s, UInt32s, layout
from gosu_env.gosux.vocabulary import CODE_COLUMNS, TRIGGERS

PLAYERS = 2
CLANS = 8
TROOPS, HEROES, IMMORTALS = 4, 5, 2  # different cards of a clan, by level
KINDS_PER_CLAN = TROOPS + HEROES + IMMORTALS
KINDS = CLANS * KINDS_PER_CLAN
FIRST_HERO, FIRST_IMMORTAL = CLANS * TROOPS, CLANS * (TROOPS + HEROES)  # kinds
CLANS_EACH = 3
DECK = 45
OPENING_HAND = 7
HAND_LIMIT, SMALL_HAND_LIMIT = 7, 5
TOKENS, MOST_TOKENS = 2, 4
SUPREMACY = 2  # tokens that win
WINNING_ARMY = 15
LARGE_VICTORY = 10  # of Goan Sul
PLACE_PRICE = 2
TURNS_AFTER_PASS, FEWER_TURNS = 3, 2
VALUES = (2, 3, 5)
LOOK_SIZE = 8
FORBIDDEN = 2  # cards at most that a player may not play: one more by Echo
CODE_ROWS = 512
FILTERS = 48
STACK_DEPTH = 24  # frames of the stack of pending effects
MOST_ROUNDS = 3  # a fourth battle cannot be, unless nobody ever wins two
NO_CLAN = -1
NOBODY = -1

AUTO_FORCED, CLANS_DEALT, FOR_SUPREMACY = 1, 2, 4  # options of a game, as bits of one number

# Keywords, as bits.
KEYWORDS = ("bounty", "veteran", "ethereal", "echo", "secret_shift", "wonder", "recruiter", "force_of_will")
BOUNTY, VETERAN, ETHEREAL, ECHO, SECRET_SHIFT, WONDER, RECRUITER, FORCE_OF_WILL = (1 << i for i in range(8))

# What a Force of Will cancels.
WILLS = ("", "loss", "activation")
CANCELS_LOSS, CANCELS_ACTIVATION = 1, 2

# Frames have more registers than those of every game of armies.
X_FRAME = (*FRAME, "level", "card", "chain")
LEVEL, CARD, CHAIN_OF = range(len(FRAME), len(X_FRAME))

# How a game ended. TRUNCATED and FAULT are those of every game of armies.
ENDINGS = ("running", "supremacy", "fifth token", "fifteen cards", "truncated", "fault", "goan sul", "justice")
BY_SUPREMACY, BY_FIFTH_TOKEN, BY_FIFTEEN_CARDS, BY_GOAN_SUL, BY_JUSTICE = 1, 2, 3, 6, 7

# Clans, in the order of their numbers.
CLAN_WORDS = ("abhilasha", "galmi", "goan_sul", "justice", "narashima", "phoenix", "tomorrow", "xian")
ABHILASHA, GALMI, GOAN_SUL, JUSTICE, NARASHIMA, PHOENIX, TOMORROW, XIAN = range(CLANS)

DRAFT_PICKS = 6

# Knowledge of hidden cards: see memory.py.
GHOSTS = 32  # of each player
GHOST = ("kind", "born", "arrived", "when")
GHOST_KIND, GHOST_BORN, GHOST_ARRIVED, GHOST_WHEN = range(len(GHOST))


class State(Told, Protocol):
    """The record of one game."""

    rng: Annotated[UInt32s, 4]  # xoshiro128++
    max_decisions: Int32
    decisions: Int32
    num_players: Int16
    auto_forced: Int16
    round_number: Int16  # 1, 2, 3; 0 while clans are drafted
    first_seat: Int16  # begins the round
    turn_seat: Int16
    extra_turn: Int16  # 1: turn_seat plays another turn after this one
    in_extra_turn: Int16  # 1: this is such a turn: no other follows it
    turns_left: Int16  # of the player who has not passed; -1: nobody has passed
    ending: Int16  # one of ENDINGS
    ending_kind: Int16  # the card whose victory ended the game, or NO_CARD
    winners: Int16  # bit per seat
    decision: Int16  # one of DECISIONS
    decider: Int16
    action: Int16  # the action of a turn that waits to be taken, or NO_ANSWER
    answer: Int16  # what waits to be used as the answer to another decision, or NO_ANSWER
    unknown_row: Int16  # after a fault: the code row that no rule knows; else NO_ROW
    look_size: Int16
    depth: Int16  # frames on the stack
    moment: Int16  # number of the last group of simultaneous triggers
    wonder: Int16  # seat that has the Wonder token, or NOBODY: it lies on the board
    bounty: Int16  # place of the card with the Bounty token, or NO_PLACE
    hand_size: Annotated[Int16s, PLAYERS]
    deck_size: Annotated[Int16s, PLAYERS]
    discard_size: Annotated[Int16s, PLAYERS]
    clans: Annotated[Int16s, PLAYERS]  # bits of the clans of a deck
    laws: Annotated[Int16s, PLAYERS]  # bits of the clans whose permanent effect works for a player
    forbidden: Annotated[Int16s, PLAYERS, FORBIDDEN]  # cards that a player may not play, or NO_CARD
    army: Annotated[Int16s, PLAYERS, SLOTS]  # kind, or NO_CARD
    look: Annotated[Int16s, LOOK_SIZE]  # kinds that are revealed, or NO_CARD
    stack: Annotated[Int16s, STACK_DEPTH, len(X_FRAME)]
    forbidden_turns: Annotated[Int8s, PLAYERS]  # turns of the other player after which that ends
    tokens: Annotated[Int8s, PLAYERS]  # activation tokens in hand
    owned: Annotated[Int8s, PLAYERS]  # activation tokens that a player owns: X
    supremacy: Annotated[Int8s, PLAYERS]
    passed: Annotated[Int8s, PLAYERS]
    refilled: Annotated[Int8s, PLAYERS]  # refills of a deck that its player's cards have not seen yet
    from_discard: Annotated[Int8s, PLAYERS]  # 1: in the extra turn to come, 2: in this turn, cards may come from there
    row_size: Annotated[Int8s, PLAYERS, ROWS]
    face: Annotated[Int8s, PLAYERS, SLOTS]
    token: Annotated[Int8s, PLAYERS, SLOTS]  # activation tokens on the card
    clan_owner: Annotated[Int8s, CLANS]  # seat, or NOBODY
    tile: Annotated[Int8s, CLANS]  # 1: the active side is up
    hand: Annotated[Int8s, PLAYERS, KINDS]  # copies of each kind
    discard: Annotated[Int8s, PLAYERS, KINDS]
    removed: Annotated[Int8s, KINDS]  # from the game
    known: Annotated[Int8s, KINDS]  # copies in the hand of the owner that the other player knows of
    secret: Annotated[Int8s, PLAYERS]  # cards in a hand that the other player does not know
    top_known: Annotated[Int8s, PLAYERS]  # cards on top of the deck that everybody knows
    bottom_known: Annotated[Int8s, PLAYERS]  # and at its bottom
    born: Annotated[UInt8s, KINDS, 2]  # of hidden copies: the epoch in which they came into the deck; 0: none
    arrived: Annotated[UInt8s, KINDS, 2]  # and that in which they came into the hand; 0: they are in the deck
    epoch: Annotated[UInt8s, PLAYERS]  # of a deck and the hand that is drawn from it, counted from 0
    clans_dealt: Int8  # option: 1, clans are dealt at random instead of picked
    for_supremacy: Int8  # option: 1, returns are the lead in Supremacy tokens
    ghosts_size: Annotated[Int8s, PLAYERS]
    ghosts: Annotated[
        UInt8s, PLAYERS * GHOSTS, len(GHOST)
    ]  # by player: cards of which nobody can tell when they were drawn
    deck: Annotated[UInt8s, PLAYERS, DECK]  # kinds, top card last


class Tables(Protocol):
    """The tables that the card set compiles to."""

    program: Annotated[Int16s, KINDS, len(TRIGGERS)]  # first code row, or -1
    code: Annotated[Int16s, CODE_ROWS, len(CODE_COLUMNS)]
    keywords: Annotated[Int16s, KINDS]  # bits
    asks: Annotated[Int16s, FILTERS]  # bits of keywords, one of which the filter asks for; 0: none
    copies: Annotated[Int8s, KINDS]
    level: Annotated[Int8s, KINDS]  # 1, 2, 3
    levels: Annotated[Int8s, KINDS]  # bits of the rows where it may stand
    clan: Annotated[Int8s, KINDS]
    shift_cost: Annotated[Int8s, KINDS]  # -1: cannot be shifted
    symbols: Annotated[Int8s, KINDS]  # activation symbols
    name: Annotated[Int8s, KINDS]  # cards of one name have one number, whatever stands in brackets
    also: Annotated[Int8s, KINDS, 2]  # names that it counts as, too, face up in play; -1: none
    will: Annotated[Int8s, KINDS]  # what its Force of Will cancels
    law: Annotated[Int8s, KINDS]  # clan whose tile it works like, or -1
    wild: Annotated[Int8s, KINDS]  # 1: of all clans of its player's deck
    mirrors: Annotated[Int8s, KINDS]  # 1: has what its mirror card has
    doubles: Annotated[Int8s, KINDS]  # 1: worth twice as much against an army with Bounty
    hunts: Annotated[Int8s, KINDS]  # 1: one more card for a Bounty
    echoes: Annotated[Int8s, KINDS]  # 1: adjacent cards have Echo
    mourned: Annotated[Int8s, KINDS]  # 1: whoever removes it from a discard draws a card
    copier: Annotated[Int8s, KINDS]  # bit of a card that copies effects, or 0
    fits: Annotated[Int8s, FILTERS, KINDS]  # 1: the filter takes that kind, as far as keywords do not matter
    names: Annotated[Int8s, FILTERS]  # the name that it asks for, or -1


STATE = layout(State, {})
TABLES = layout(Tables, {})


@rule
def other_seat(seat: int) -> int:
    return 1 - seat


@rule
def was_truncated(st: State) -> bool:
    """Whether the game was cut off, rather than played to its end."""
    return bool(st.ending == TRUNCATED or st.ending == FAULT)
