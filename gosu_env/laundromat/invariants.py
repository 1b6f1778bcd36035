"""What is true of every position of every game, checked in compiled code."""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.laundromat.rules import exceeds_a_limit
from gosu_env.laundromat.scoring import printed_coins, sock_coins, species_coins
from gosu_env.laundromat.state import (
    CARDS,
    CATEGORIES,
    DECIDE_KEEP,
    DECIDE_TAKE,
    DECIDE_WASH,
    FAULT,
    FILL,
    NO_CARD,
    NO_SEAT,
    NONE,
    OPEN,
    PER_TYPE,
    ROUNDS,
    RUNNING,
    STAINS,
    WASH,
    State,
    Tables,
    basket_of,
    cycle_of,
    dealt,
    first_place,
    hand_size,
    hand_start,
    kinds_of,
    round_of,
    seat_at_turn,
    taken_of,
    turn_of,
)

VIOLATIONS = (
    "none",
    "cards are not conserved",
    "a garment is in another basket than its place says, or was turned over in none",
    "garments turned over are not those that are scored, gone or in the wash",
    "scored garments are tallied wrongly",
    "a player turned over none or too many garments in a round",
    "a shuffled basket is not what lies in it",
    "a hand is not in order",
    "a programme or a basket is dealt twice, or not at all",
    "direction or order are not those of the highest temperature",
    "a wash has failed or has not, against its limits",
    "a running game waits for nobody",
    "the mask is empty",
    "a game that is over has no ending or waits for somebody",
    "the game ended as a fault",
)


@rule
def _copies_in_game(st: State, kind: int) -> int:
    total = 0
    for place in range(CARDS):
        total += int(st.cards[place] == kind)
    return total


@rule
def _turned_over(st: State, kind: int) -> int:
    """How many of a kind were turned over, less those that are scored, gone or in the wash."""
    total = -int(st.gone[kind])
    for place in range(CARDS):
        total += int(st.drawn[place] > 0 and st.cards[place] == kind)
    for seat in range(st.num_players):
        total -= int(st.scored[seat, kind])
    for i in range(st.wash_size):
        total -= int(st.wash[i] == kind)
    return total


@rule
def _is_through(st: State, seat: int, round_number: int) -> bool:
    """Whether a player has done the laundry of a round."""
    if round_number < st.round_number:
        return True
    return bool(st.phase == WASH and turn_of(st, seat) < st.turn)


@rule
def _wrong_draws(st: State, seat: int) -> bool:
    """Whether a player turned over too many garments in a round, or none in one whose laundry is done (L-4.2)."""
    for round_number in range(1, ROUNDS + 1):
        count = 0
        for place in range(CARDS):
            if st.drawn[place] == round_number and st.basket[place] == seat:
                count += 1
        if count > cycle_of(round_number):
            return True
        if round_number <= st.round_number and _is_through(st, seat, round_number):
            if count == 0 or st.fate[seat, round_number - 1] == OPEN:
                return True
        elif st.fate[seat, round_number - 1] != OPEN:
            return True
        elif round_number > st.round_number or st.phase == FILL or turn_of(st, seat) > st.turn:
            if count != 0:
                return True
        elif count != st.wash_size:
            return True
    return False


@rule
def _wrong_pile(st: State, seat: int) -> bool:
    """Whether the shuffled basket of a player who has still to draw is not what lies in it."""
    waits = bool(st.phase == WASH and turn_of(st, seat) >= st.turn)
    inside = 0
    for place in range(CARDS):
        if st.drawn[place] == 0 and st.basket[place] == seat:
            inside += 1
    if st.basket_size[seat] != inside:
        return True
    if st.pile_size[seat] != (inside if waits else 0):
        return True
    for i in range(st.pile_size[seat]):
        place = int(st.pile[seat, i])
        if st.drawn[place] != 0 or st.basket[place] != seat:
            return True
        for j in range(i):
            if st.pile[seat, j] == place:
                return True
    return False


@rule
def _is_out_of_order(st: State, hand: int) -> bool:
    first = hand_start(st, hand)
    for place in range(first + taken_of(st, hand) + 1, first + hand_size(st)):
        if st.cards[place - 1] > st.cards[place]:
            return True
    return False


@rule
def _wrong_deal(st: State) -> bool:
    """Whether two players have the same basket or programme, or one of another type (L-2.1)."""
    for seat in range(st.num_players):
        if st.species[seat] == NO_CARD:
            return True
        for other in range(seat):
            if st.species[seat] == st.species[other]:
                return True
        for number in range(ROUNDS):
            if int(st.programme[seat, number]) // PER_TYPE != number:
                return True
            for other in range(seat):
                if st.programme[seat, number] == st.programme[other, number]:
                    return True
    return False


@rule
def _wrong_leader(st: State, tb: Tables, number: int) -> bool:
    """Whether a round has another leader or direction than its programmes say (L-3.4)."""
    leader = int(st.leader[number])
    for seat in range(st.num_players):
        if tb.temperature[st.programme[seat, number]] > tb.temperature[st.programme[leader, number]]:
            return True
    return bool((st.direction[number] > 0) != (tb.clockwise[st.programme[leader, number]] > 0))


@rule
def _wrong_wash(st: State, tb: Tables) -> bool:
    """Whether a wash goes on that has failed, or has failed within its limits (L-4.2)."""
    if st.wash_size == 0:
        return bool(st.failed != 0)
    programme = int(st.programme[seat_at_turn(st, int(st.turn)), st.round_number - 1])
    if exceeds_a_limit(st, tb, programme) != (st.failed != 0):
        return True
    return bool(st.decision != (DECIDE_KEEP if st.failed else DECIDE_WASH) and st.ending == RUNNING)


@rule
def has_left(st: State, place: int) -> bool:
    """Whether a garment is in a basket, or was: it is neither in the draw pile nor in a hand or the market."""
    if place >= dealt(st):
        return False
    n = int(st.num_players)
    if st.phase != FILL or place < first_place(n, int(st.round_number)):
        return True
    offset = place - first_place(n, int(st.round_number))
    return bool(offset % hand_size(st) < taken_of(st, offset // hand_size(st)))


@rule
def _wrong_tally(st: State, tb: Tables, seat: int) -> bool:
    """Whether the garments scored of a category, their coins or their stains are not as many as it says."""
    if st.earned[seat] != species_coins(st, tb, seat) + sock_coins(st, tb, seat) + printed_coins(st, tb, seat):
        return True
    stains = 0
    for kind in range(kinds_of(st)):
        for stain in range(len(STAINS)):
            stains += int(st.scored[seat, kind]) * int(tb.stains[kind, stain])
    if stains != st.stained[seat]:
        return True
    for category in range(len(CATEGORIES)):
        total = 0
        for kind in range(kinds_of(st)):
            if tb.category[kind] == category:
                total += int(st.scored[seat, kind])
        if total != st.tally[seat, category]:
            return True
    return False


@rule
def violation(st: State, tb: Tables, count: int) -> int:
    """The first of VIOLATIONS that holds in this position, or 0; ``count`` is the number of legal actions."""
    for kind in range(kinds_of(st)):
        if _copies_in_game(st, kind) != tb.copies[kind]:
            return 1
        if _turned_over(st, kind) != 0:
            return 3
    n = int(st.num_players)
    for place in range(CARDS):
        if st.basket[place] != (basket_of(st, place) if has_left(st, place) else NO_SEAT):
            return 2
        if st.drawn[place] != 0:
            if st.basket[place] == NO_SEAT:
                return 2
            if st.drawn[place] < round_of(n, place) or st.drawn[place] > st.round_number:
                return 2
    for seat in range(n):
        if _wrong_tally(st, tb, seat):
            return 4
        if _wrong_draws(st, seat):
            return 5
        if _wrong_pile(st, seat):
            return 6
    if st.phase == FILL and n > 2:
        for hand in range(n):
            if _is_out_of_order(st, hand):
                return 7
    if _wrong_deal(st):
        return 8
    for number in range(st.round_number):
        if _wrong_leader(st, tb, number):
            return 9
    if _wrong_wash(st, tb):
        return 10
    if st.ending == FAULT:
        return 14
    if st.ending == RUNNING:
        if (
            st.decision == NONE
            or st.decider < 0
            or st.decider >= n
            or (st.decision == DECIDE_TAKE) != (st.phase == FILL)
        ):
            return 11
        if count < 1:
            return 12
    elif st.decision != NONE or count != 0:
        return 13
    return 0
