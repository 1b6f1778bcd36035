"""One numpy record holds a whole game of Goblin Laundromat; one more holds the tables of a card set.

Seats are 0 … 4, clockwise. A kind is the number of a garment in its set, a programme is ``type * 5 + number``.

All garments lie in one array, ``cards``, and their place in it says where they went, for good:

    first garments, one a seat · the hands of round 1, one after the other · of round 2 · … · the draw pile

Place ``t`` of a hand is the t-th card that left it. Hands wander, so that card went into the basket of the t-th player
who held it; the last card of a hand goes to the player after its last holder. What is still held stands behind, in the
order of kinds. With two players the hand is the market: its places are the cards in the order in which they were taken,
then those that lie face up, then the pile. ``drawn`` says in which round a garment was turned over, or 0.

So the record remembers what every player has seen: see memory.py.
"""

from __future__ import annotations

from typing import Annotated, Protocol

from gosu_env.engine.compile import rule
from gosu_env.engine.layout import Int8, Int8s, Int16, Int16s, Int32, Told, UInt8s, UInt32s, layout

MAX_PLAYERS = 5
ROUNDS = 4  # L-1.4
SPECIES = ("elf", "mermaid", "dwarf", "orc", "vampire")  # L-1.1
CATEGORIES = ("underwear", "trousers", "cape", "sock", "other")
UNDERWEAR, TROUSERS, CAPE, SOCK, OTHER = range(len(CATEGORIES))
CONTESTED = 3  # categories for which the most and the next most are paid (L-5.2)
STAINS = ("dirt", "magic", "slime")
KINDS = 45  # different garments
CARDS = 90  # L-1.1
PER_TYPE = 5  # programmes of each type (L-1.2)
PROGRAMMES = ROUNDS * PER_TYPE
MOST_COPIES = 4
LONGEST_CYCLE = 6  # L-1.2
MARKET = 3  # garments face up in the market (L-6.1)
PILE = 1 + 3 + 4 + 5 + 6  # garments that a basket can ever hold
SPECIES_COINS = 2  # for a garment of one's species (L-5.2)
PAIR_COINS = 10  # for a pair of socks (L-5.2)
MOST_STAINS = 4  # of a type on a garment
NO_CARD = -1
NO_SEAT = -1
NO_LIMIT = -1
NO_ANSWER = -1

# Options of a game, as bits of one number.
AUTO_FORCED, COIN_REWARD = 1, 2

# Parts of a round.
OPENING, FILL, WASH = range(3)

# What a game waits for.
DECISIONS = ("none", "take", "wash", "keep")
NONE, DECIDE_TAKE, DECIDE_WASH, DECIDE_KEEP = range(len(DECISIONS))

# What became of a programme: it is not washed yet, it scores, it left the game (L-4.2).
OPEN, COMPLETED, LOST = range(3)

# How a game ended.
ENDINGS = ("running", "scored", "truncated", "fault")
RUNNING, SCORED, TRUNCATED, FAULT = range(len(ENDINGS))


class State(Told, Protocol):
    """The record of one game."""

    rng: Annotated[UInt32s, 4]  # xoshiro128++
    max_decisions: Int32  # the option
    decisions: Int32  # answers given so far, forced ones included
    num_players: Int16  # 2 … 5
    auto_forced: Int16  # the option
    coin_reward: Int16  # 1: rewards are differences of coins
    round_number: Int16  # 1 … 4; 0 before the first
    ending: Int16  # one of ENDINGS
    winners: Int16  # bit per seat
    decision: Int16  # one of DECISIONS
    decider: Int16  # the seat that has to decide, or NO_SEAT
    answer: Int16  # the action that waits to be used, or NO_ANSWER
    phase: Int16  # OPENING, FILL or WASH
    passes: Int16  # how often hands were handed on in this round; with two players, garments taken from the market
    turn: Int16  # how many players are through with this pass, or with their laundry
    wash_size: Int16  # garments turned over in this wash
    shielded: Int16  # which of them the potion was used for, or -1 (L-4.3)
    failed: Int16  # 1: the wash has failed, one garment may be kept
    earned: Annotated[Int16s, MAX_PLAYERS]  # coins of scored garments, but for contested categories (L-5.2, L-5.3)
    stained: Annotated[Int16s, MAX_PLAYERS]  # stains on scored garments (L-5.4)
    leader: Annotated[Int8s, ROUNDS]  # the seat with the highest temperature, of rounds that have begun (L-3.4, L-4.1)
    direction: Annotated[Int8s, ROUNDS]  # 1: clockwise, -1: the other way round (L-3.4)
    species: Annotated[Int8s, MAX_PLAYERS]  # of the goblin basket, or NO_CARD
    potion: Annotated[Int8s, MAX_PLAYERS]  # 1: not used yet
    programme: Annotated[Int8s, MAX_PLAYERS, ROUNDS]  # or NO_CARD
    fate: Annotated[Int8s, MAX_PLAYERS, ROUNDS]  # OPEN, COMPLETED or LOST
    pile_size: Annotated[Int8s, MAX_PLAYERS]  # garments of a shuffled basket, while its laundry is to be done
    pile: Annotated[Int8s, MAX_PLAYERS, PILE]  # for the laundry: places of what is in a basket, top card last
    wash: Annotated[Int8s, LONGEST_CYCLE]  # kinds turned over, in order, then NO_CARD
    tally: Annotated[Int8s, MAX_PLAYERS, len(CATEGORIES)]  # garments scored of each category
    scored: Annotated[Int8s, MAX_PLAYERS, "kinds"]  # copies of each kind, public (L-4.4)
    gone: Annotated[Int8s, "kinds"]  # copies that left the game face up (L-4.2)
    cards: Annotated[UInt8s, CARDS]  # kinds; the place of each says where it went
    basket: Annotated[Int8s, CARDS]  # the seat whose basket it went into; NO_SEAT: it is in the draw pile or a hand
    basket_size: Annotated[Int8s, MAX_PLAYERS]  # garments that are in it now
    drawn: Annotated[Int8s, CARDS]  # the round in which it was turned over; 0: it was not


class Tables(Protocol):
    """The tables that a card set compiles to."""

    copies: Annotated[Int8s, "kinds"]
    species_of: Annotated[Int8s, "kinds"]
    category: Annotated[Int8s, "kinds"]
    garment_coins: Annotated[Int8s, "kinds"]  # printed ones, of garments that simply pay
    stains: Annotated[Int8s, "kinds", len(STAINS)]
    limit: Annotated[Int8s, PROGRAMMES, len(STAINS)]  # or NO_LIMIT
    clockwise: Annotated[Int8s, PROGRAMMES]
    temperature: Annotated[Int8s, PROGRAMMES]
    programme_coins: Annotated[Int8s, PROGRAMMES]
    first_coins: Annotated[Int8s, CONTESTED]  # for the most garments of a category (L-5.2)
    second_coins: Annotated[Int8s, CONTESTED]  # for the next most
    potion_coins: Int8  # of an unused one (L-5.3)


STATE = layout(State, {"kinds": KINDS})
TABLES = layout(Tables, {"kinds": KINDS})


@rule
def kinds_of(st: State) -> int:
    """How many different garments the set has: a constant of the compiled code."""
    return st.gone.shape[0]  # type: ignore[no-any-return]


@rule
def seat_after(st: State, seat: int, offset: int) -> int:
    """The seat that many places clockwise; the other way round for negative offsets."""
    seat += offset
    while seat >= st.num_players:
        seat -= int(st.num_players)
    while seat < 0:
        seat += int(st.num_players)
    return seat


@rule
def seats_from(st: State, seat: int, other: int) -> int:
    """How many places clockwise ``other`` sits from ``seat``."""
    offset = other - seat
    return offset + int(st.num_players) if offset < 0 else offset


@rule
def cycle_of(round_number: int) -> int:
    """The cycle number of the programmes of a round: 3, 4, 5, 6 (L-1.2)."""
    return round_number + 2


@rule
def hand_of(num_players: int, round_number: int) -> int:
    """How many garments each player draws: the cycle number, with five players only 5 in the last round (L-3.1)."""
    return 5 if num_players == MAX_PLAYERS and round_number == ROUNDS else cycle_of(round_number)


@rule
def first_place(num_players: int, round_number: int) -> int:
    """Where the hands of a round begin in ``cards``: behind the first garments and the hands of earlier rounds."""
    return num_players * (1 + (round_number - 1) * (round_number + 4) // 2)


@rule
def dealt(st: State) -> int:
    """How many garments were dealt by now; the draw pile begins there."""
    n = int(st.num_players)
    if st.round_number == 0:
        return n
    return first_place(n, int(st.round_number)) + n * hand_of(n, int(st.round_number))


@rule
def round_of(num_players: int, place: int) -> int:
    """The round in which a place is dealt; 0: a first garment."""
    if place < num_players:
        return 0
    found = 1
    while found < ROUNDS and place >= first_place(num_players, found + 1):
        found += 1
    return found


@rule
def basket_of(st: State, place: int) -> int:
    """The seat whose basket a garment goes into when it leaves its hand, by its place."""
    n = int(st.num_players)
    dealt_in = round_of(n, place)
    if dealt_in == 0:
        return place
    offset = place - first_place(n, dealt_in)
    if n == 2:  # L-6.1: the lowest temperature takes first
        return (1 - int(st.leader[dealt_in - 1]) + offset) % 2
    size = hand_of(n, dealt_in)
    return seat_after(st, offset // size, offset % size * int(st.direction[dealt_in - 1]))


@rule
def seat_at_turn(st: State, turn: int) -> int:
    """Who comes so many turns after the highest temperature, in the round's direction (L-4.1)."""
    now = int(st.round_number) - 1
    return seat_after(st, int(st.leader[now]), turn * int(st.direction[now]))


@rule
def turn_of(st: State, seat: int) -> int:
    """How many turns after the highest temperature a seat comes."""
    now = int(st.round_number) - 1
    return seat_after(st, 0, (seat - int(st.leader[now])) * int(st.direction[now]))


@rule
def hand_held(st: State, seat: int) -> int:
    """The number of the hand that a seat holds while baskets are filled: that of the player it was dealt to."""
    if st.num_players == 2:
        return 0
    return seat_after(st, seat, -int(st.passes) * int(st.direction[st.round_number - 1]))


@rule
def hand_size(st: State) -> int:
    """How many garments each hand of this round was dealt; with two players, the market (L-6.1)."""
    n = int(st.num_players)
    return hand_of(n, int(st.round_number)) * (2 if n == 2 else 1)


@rule
def hand_start(st: State, hand: int) -> int:
    """Where a hand of this round begins in ``cards``."""
    return first_place(int(st.num_players), int(st.round_number)) + hand * hand_size(st)


@rule
def taken_of(st: State, hand: int) -> int:
    """How many garments have left a hand of this round."""
    if st.phase != FILL:
        return hand_size(st)
    if st.num_players == 2:
        return int(st.passes)
    holder = seat_after(st, hand, int(st.passes) * int(st.direction[st.round_number - 1]))
    return int(st.passes) + int(turn_of(st, holder) < st.turn)


@rule
def finish(st: State, winners: int, ending: int) -> None:
    """End the game."""
    st.winners = winners
    st.ending = ending
    st.decision = NONE
    st.decider = NO_SEAT


@rule
def was_truncated(st: State) -> bool:
    """Whether the game was cut off, rather than played to its end."""
    return bool(st.ending >= TRUNCATED)


@rule
def ask(st: State, decision: int, seat: int) -> None:
    """Wait for a decision of a seat."""
    st.decision = decision
    st.decider = seat
