"""The course of a game: setup, filling baskets, doing the laundry, four rounds."""

from __future__ import annotations

from gosu_env.engine.compile import Wide, rule
from gosu_env.engine.events import ROUND_BEGINS, SHUFFLED, TURN_BEGINS
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.laundromat import events as e
from gosu_env.laundromat.actions import DRAW_WITH_POTION, KEEP, STOP, TAKE
from gosu_env.laundromat.scoring import coins_of_copies, end_game
from gosu_env.laundromat.state import (
    AUTO_FORCED,
    CARDS,
    COIN_REWARD,
    COMPLETED,
    DECIDE_KEEP,
    DECIDE_TAKE,
    DECIDE_WASH,
    FILL,
    LOST,
    MARKET,
    NO_ANSWER,
    NO_CARD,
    NO_LIMIT,
    NO_SEAT,
    NONE,
    OPEN,
    OPENING,
    PER_TYPE,
    ROUNDS,
    RUNNING,
    SPECIES,
    STAINS,
    TRUNCATED,
    WASH,
    State,
    Tables,
    ask,
    basket_of,
    cycle_of,
    dealt,
    finish,
    hand_held,
    hand_size,
    hand_start,
    kinds_of,
    seat_after,
    seat_at_turn,
    taken_of,
)

# ------------------------------------------------------------------------------------------------ setup


@rule
def clear(st: State, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """An empty table: no cards anywhere, nobody to decide. ``flags`` are bits: AUTO_FORCED, COIN_REWARD."""
    seed_rng(st.rng, seed)
    st.max_decisions = max_decisions
    st.decisions = 0
    st.num_players = num_players
    st.auto_forced = flags & AUTO_FORCED
    st.coin_reward = 1 if flags & COIN_REWARD else 0
    st.round_number = 0
    st.ending = RUNNING
    st.winners = 0
    st.decision = NONE
    st.decider = NO_SEAT
    st.answer = NO_ANSWER
    st.phase = OPENING
    st.passes = 0
    st.turn = 0
    st.wash_size = 0
    st.shielded = NO_CARD
    st.failed = 0
    st.leader[:] = 0
    st.direction[:] = 0
    st.species[:] = NO_CARD
    st.potion[:] = 0
    st.programme[:, :] = NO_CARD
    st.fate[:, :] = OPEN
    st.pile_size[:] = 0
    st.pile[:, :] = 0
    st.wash[:] = NO_CARD
    st.earned[:] = 0
    st.stained[:] = 0
    st.tally[:, :] = 0
    st.scored[:, :] = 0
    st.gone[:] = 0
    st.cards[:] = 0
    st.basket[:] = NO_SEAT
    st.basket_size[:] = 0
    st.drawn[:] = 0


@rule
def start(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """Potions, baskets, first garments that nobody sees, a programme of each type (L-2.1); ``run`` goes on."""
    clear(st, num_players, seed, flags, max_decisions)
    taken = 0
    for seat in range(num_players):
        st.potion[seat] = 1
        species = random_free(st, len(SPECIES), taken)
        st.species[seat] = species
        taken |= 1 << species
    for number in range(ROUNDS):
        taken = 0
        for seat in range(num_players):
            which = random_free(st, PER_TYPE, taken)
            st.programme[seat, number] = number * PER_TYPE + which
            taken |= 1 << which
    place = 0
    for kind in range(kinds_of(st)):
        for _ in range(tb.copies[kind]):
            st.cards[place] = kind
            place += 1
    shuffle_cards(st, 0)
    for seat in range(num_players):
        put_in(st, seat, seat)


@rule
def random_free(st: State, count: int, taken: int) -> int:
    """A random number below ``count`` whose bit is not taken."""
    free = 0
    for number in range(count):
        free += 1 - ((taken >> number) & 1)
    left = random_below(st.rng, free)
    found = 0
    while (taken >> found) & 1 or left > 0:
        left -= 1 - ((taken >> found) & 1)
        found += 1
    return found


@rule
def shuffle_cards(st: State, first: int) -> None:
    """Shuffle the garments from a place on."""
    for i in range(CARDS - 1, first, -1):
        j = first + random_below(st.rng, i + 1 - first)
        card = st.cards[i]
        st.cards[i] = st.cards[j]
        st.cards[j] = card


# ------------------------------------------------------------------------------------------------ rounds


@rule
def begin_round(st: State, tb: Tables) -> None:
    """Everybody turns up the next programme; the highest temperature sets direction and order (L-3.4, L-4.1)."""
    now = int(st.round_number)
    leader = 0
    for seat in range(1, st.num_players):
        if tb.temperature[st.programme[seat, now]] > tb.temperature[st.programme[leader, now]]:
            leader = seat
    st.round_number += 1
    st.leader[now] = leader
    st.direction[now] = 1 if tb.clockwise[st.programme[leader, now]] else -1
    st.phase = FILL
    st.passes = 0
    st.turn = 0
    e.note_round(st, ROUND_BEGINS, int(st.round_number))
    if st.num_players > 2:  # the cards of a market lie as they come
        for hand in range(st.num_players):
            sort_cards(st, hand_start(st, hand), hand_start(st, hand) + hand_size(st))


@rule
def sort_cards(st: State, first: int, end: int) -> None:
    """Put the garments of a range of places into the order of kinds: how they lay would tell something."""
    for place in range(first + 1, end):
        card = int(st.cards[place])
        at = place
        while at > first and st.cards[at - 1] > card:
            st.cards[at] = st.cards[at - 1]
            at -= 1
        st.cards[at] = card


@rule
def end_round(st: State, tb: Tables) -> None:
    """On to the next round; after the fourth the game is over (L-5.1)."""
    if st.round_number == ROUNDS:
        end_game(st, tb)
    else:
        begin_round(st, tb)


# ------------------------------------------------------------------------------------------------ fill the baskets


@rule
def fill(st: State, answer: int) -> None:
    """Everybody chooses a garment, unseen by others; when all have, hands are handed on (L-3.2).

    Of the last two garments of a hand one is chosen; the other is not handed on but goes into the basket of the next
    player.
    """
    if st.num_players == 2:
        fill_from_market(st, answer)
        return
    if answer != NO_ANSWER:
        seat = seat_at_turn(st, int(st.turn))
        hand = hand_held(st, seat)
        take(st, seat, hand_start(st, hand) + taken_of(st, hand), answer - TAKE)
        st.turn += 1
    if st.turn == st.num_players:
        st.turn = 0
        st.passes += 1
        if st.passes < hand_size(st) - 1:
            e.note_round(st, e.PASSED_ON, int(st.direction[st.round_number - 1]))
    if st.passes == hand_size(st) - 1:
        for hand in range(st.num_players):
            last = hand_start(st, hand) + hand_size(st) - 1
            to = basket_of(st, last)
            put_in(st, to, last)
            giver = seat_after(st, to, -int(st.direction[st.round_number - 1]))
            e.note_hidden(st, e.GAVE, giver, int(st.cards[last]), e.HAND, e.BASKETS + to)
        begin_laundry(st)
    else:
        ask(st, DECIDE_TAKE, seat_at_turn(st, int(st.turn)))


@rule
def fill_from_market(st: State, answer: int) -> None:
    """Two players take garments in turn, the lowest temperature first; the market is refilled at once (L-6.1)."""
    if answer != NO_ANSWER:
        take(st, market_turn(st), hand_start(st, 0) + int(st.passes), answer - TAKE)
        st.passes += 1
    if st.passes == hand_size(st):
        begin_laundry(st)
    else:
        ask(st, DECIDE_TAKE, market_turn(st))


@rule
def market_turn(st: State) -> int:
    """Whose turn it is to take a garment from the market (L-6.1)."""
    return (1 - int(st.leader[st.round_number - 1]) + int(st.passes)) % 2


@rule
def market_end(st: State) -> int:
    """The place behind the garments that lie face up in the market (L-6.1)."""
    return hand_start(st, 0) + min(int(st.passes) + MARKET, hand_size(st))


@rule
def take(st: State, seat: int, to: int, kind: int) -> None:
    """Put the first garment of a kind, from a place on, into a basket, and to that place; those before it make room."""
    at = to
    while st.cards[at] != kind:
        at += 1
    while at > to:
        st.cards[at] = st.cards[at - 1]
        at -= 1
    st.cards[to] = kind
    put_in(st, seat, to)
    e.note_hidden(st, e.TOOK, seat, kind, e.HAND, e.BASKETS + seat)


@rule
def put_in(st: State, seat: int, place: int) -> None:
    """The garment of a place goes face down into a basket."""
    st.basket[place] = seat
    st.basket_size[seat] += 1


# ------------------------------------------------------------------------------------------------ do the laundry


@rule
def begin_laundry(st: State) -> None:
    """All baskets are shuffled, and nobody looks (L-3.3)."""
    e.note_round(st, SHUFFLED, 0)
    st.phase = WASH
    st.passes = 0
    st.turn = 0
    for place in range(dealt(st)):
        if st.drawn[place] == 0:
            seat = int(st.basket[place])
            st.pile[seat, st.pile_size[seat]] = place
            st.pile_size[seat] += 1
    for seat in range(st.num_players):
        shuffle_pile(st, seat)


@rule
def shuffle_pile(st: State, seat: int) -> None:
    for i in range(st.pile_size[seat] - 1, 0, -1):
        j = random_below(st.rng, i + 1)
        place = st.pile[seat, i]
        st.pile[seat, i] = st.pile[seat, j]
        st.pile[seat, j] = place


@rule
def clear_pile(st: State, seat: int) -> None:
    """Nobody draws from that basket any more in this round."""
    for i in range(st.pile_size[seat]):
        st.pile[seat, i] = 0
    st.pile_size[seat] = 0


@rule
def stains_counted(st: State, tb: Tables, stain: int) -> int:
    """Stains of a type on the garments of this wash, but for the one that the potion was used for (L-4.3)."""
    total = 0
    for i in range(st.wash_size):
        if i != st.shielded:
            total += int(tb.stains[st.wash[i], stain])
    return total


@rule
def exceeds_a_limit(st: State, tb: Tables, programme: int) -> bool:
    """Whether stains of a type that the programme lists exceed its limit; other types are ignored (L-1.2, L-4.2)."""
    for stain in range(len(STAINS)):
        limit = int(tb.limit[programme, stain])
        if limit != NO_LIMIT and stains_counted(st, tb, stain) > limit:
            return True
    return False


@rule
def draw(st: State, seat: int) -> None:
    """Turn over the top garment of a basket (L-4.2)."""
    st.pile_size[seat] -= 1
    place = int(st.pile[seat, st.pile_size[seat]])
    st.pile[seat, st.pile_size[seat]] = 0
    st.drawn[place] = st.round_number
    st.basket_size[seat] -= 1
    st.wash[st.wash_size] = st.cards[place]
    st.wash_size += 1
    e.note(st, e.TURNED_OVER, seat, int(st.cards[place]), e.BASKETS + seat, e.LINE)


@rule
def do_laundry(st: State, tb: Tables, answer: int) -> None:
    """One step of a turn (L-4.2): a garment is turned over, the wash fails, is complete, or the player decides."""
    seat = seat_at_turn(st, int(st.turn))
    if answer >= KEEP:
        keep_one(st, tb, seat, answer - KEEP)
        end_turn(st, tb, seat, LOST)
        return
    if answer == STOP:
        e.note_number(st, e.STOPPED, seat, 0)
        score_all(st, tb, seat)
        end_turn(st, tb, seat, LOST)
        return
    if answer == DRAW_WITH_POTION:  # L-4.3: only for the next garment, and never for the first, which nobody decides on
        st.potion[seat] = 0
        st.shielded = st.wash_size
        e.note_number(st, e.POTION_USED, seat, 0)
    if st.wash_size == 0:
        e.note_number(st, TURN_BEGINS, seat, 0)
    draw(st, seat)
    if exceeds_a_limit(st, tb, int(st.programme[seat, st.round_number - 1])):
        st.failed = 1
        e.note_number(st, e.FAILED, seat, 0)
        ask(st, DECIDE_KEEP, seat)
    elif st.wash_size == cycle_of(int(st.round_number)):
        score_all(st, tb, seat)
        end_turn(st, tb, seat, COMPLETED)
    else:
        ask(st, DECIDE_WASH, seat)


@rule
def score(st: State, tb: Tables, seat: int, kind: int) -> None:
    """A garment goes to scoring, where all see it and nothing can happen to it (L-4.4)."""
    st.earned[seat] += coins_of_copies(st, tb, seat, kind, int(st.scored[seat, kind]), 1)
    st.scored[seat, kind] += 1
    st.tally[seat, tb.category[kind]] += 1
    for stain in range(len(STAINS)):
        st.stained[seat] += tb.stains[kind, stain]


@rule
def keep_one(st: State, tb: Tables, seat: int, kind: int) -> None:
    """Of a failed wash one garment is kept for scoring; the others leave the game (L-4.2)."""
    kept = 0
    for i in range(st.wash_size):
        if st.wash[i] == kind and kept == 0:
            kept = 1
            e.note(st, e.KEPT, seat, kind, e.LINE, e.SCORES + seat)
        else:
            st.gone[st.wash[i]] += 1
            e.note(st, e.THREW_AWAY, seat, int(st.wash[i]), e.LINE, e.GONE)
    score(st, tb, seat, kind)


@rule
def score_all(st: State, tb: Tables, seat: int) -> None:
    """All garments that lie face up go to scoring (L-4.2)."""
    for i in range(st.wash_size):
        score(st, tb, seat, int(st.wash[i]))
        e.note(st, e.SCORED_CARD, seat, int(st.wash[i]), e.LINE, e.SCORES + seat)


@rule
def end_turn(st: State, tb: Tables, seat: int, fate: int) -> None:
    """The programme scores or leaves the game, garments not drawn stay in the basket, the next player washes."""
    st.fate[seat, st.round_number - 1] = fate
    told = e.PROGRAMME_COMPLETED if fate == COMPLETED else e.PROGRAMME_LOST
    e.note_number(st, told, seat, int(st.programme[seat, st.round_number - 1]))
    st.wash_size = 0
    st.shielded = NO_CARD
    st.failed = 0
    st.wash[:] = NO_CARD
    clear_pile(st, seat)
    st.turn += 1
    if st.turn == st.num_players:
        end_round(st, tb)


# ------------------------------------------------------------------------------------------------ the course


@rule
def run(st: State, tb: Tables) -> None:
    """Go on until somebody has to decide or the game is over."""
    while st.ending == RUNNING and st.decision == NONE:
        answer = int(st.answer)
        st.answer = NO_ANSWER
        if st.phase == OPENING:
            begin_round(st, tb)
        elif st.phase == FILL:
            fill(st, answer)
        else:
            do_laundry(st, tb, answer)
    if st.ending == RUNNING and st.decisions >= st.max_decisions:
        finish(st, 0, TRUNCATED)


@rule
def answer_decision(st: State, action: int) -> None:
    """Answer the pending decision with a legal action; ``run`` goes on from there."""
    st.answer = action
    st.decision = NONE
    st.decider = NO_SEAT
    st.decisions += 1
