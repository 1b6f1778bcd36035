"""The rules of High Card, and what a seat may know of it."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import Wide, rule
from gosu_env.engine.rng import random_below, seed_rng
from tests.toy.state import (
    CARDS,
    COUNTED,
    DECIDE_PLAY,
    HAND,
    NO_ANSWER,
    NOBODY,
    RUNNING,
    TRUNCATED,
    State,
    Tables,
)


@rule
def start(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    seed_rng(st.rng, seed)
    st.num_players = num_players
    st.auto_forced = flags & 1
    st.max_decisions = max_decisions
    st.decisions = 0
    st.round_number = 0
    st.ending = RUNNING
    st.winners = 0
    st.decision = 0
    st.decider = NOBODY
    st.answer = NO_ANSWER
    st.turn = 0
    for card in range(CARDS):
        st.cards[card] = card
        st.played[card] = 0
    shuffle(st, 0)


@rule
def shuffle(st: State, first: int) -> None:
    for i in range(CARDS - 1, first, -1):
        j = first + random_below(st.rng, i + 1 - first)
        card = st.cards[i]
        st.cards[i] = st.cards[j]
        st.cards[j] = card


@rule
def run(st: State, tb: Tables) -> None:
    if st.answer != NO_ANSWER:
        st.played[st.answer] = 1
        st.answer = NO_ANSWER
        st.turn += 1
    if st.ending == RUNNING and st.decision == 0:
        if st.turn == HAND * st.num_players:
            count_up(st, tb)
        else:
            st.round_number = 1 + st.turn // st.num_players
            st.decision = DECIDE_PLAY
            st.decider = st.turn % st.num_players
    if st.ending == RUNNING and st.decisions >= st.max_decisions:
        finish(st, TRUNCATED)


@rule
def count_up(st: State, tb: Tables) -> None:
    most = -1
    for seat in range(st.num_players):
        total = 0
        for i in range(HAND):
            total += int(tb.value[st.cards[seat * HAND + i]])
        if total > most:
            most = total
            st.winners = 0
        if total == most:
            st.winners |= 1 << seat
    finish(st, COUNTED)


@rule
def finish(st: State, ending: int) -> None:
    st.ending = ending
    st.decision = 0
    st.decider = NOBODY


@rule
def answer_decision(st: State, action: int) -> None:
    st.answer = action
    st.decision = 0
    st.decider = NOBODY
    st.decisions += 1


@rule
def list_legal(st: State, tb: Tables, legal: Any) -> int:
    count = 0
    if st.decision == DECIDE_PLAY:
        for card in range(CARDS):
            if st.played[card] == 0 and holds(st, int(st.decider), card):
                legal[count] = card
                count += 1
    return count


@rule
def holds(st: State, seat: int, card: int) -> bool:
    for i in range(HAND):
        if st.cards[seat * HAND + i] == card:
            return True
    return False


@rule
def write_observation(st: State, tb: Tables, seat: int, out: Any) -> None:
    out[0] = st.turn
    for card in range(CARDS):
        out[1 + card] = holds(st, seat, card)
        out[1 + CARDS + card] = st.played[card]


@rule
def write_hidden(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The cards that the others have not played yet, clockwise."""
    for relative in range(1, st.num_players):
        other = (seat + relative) % int(st.num_players)
        for card in range(CARDS):
            out[(relative - 1) * CARDS + card] = holds(st, other, card) and st.played[card] == 0


@rule
def write_unseen(st: State, tb: Tables, out: Any) -> None:
    """The cards that nobody was dealt."""
    for card in range(CARDS):
        out[card] = 0
    for place in range(HAND * st.num_players, CARDS):
        out[st.cards[place]] = 1


@rule
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Every card that the seat has not seen may be in any place that it has not seen."""
    places = 0
    for place in range(CARDS):
        places += is_hidden(st, seat, place)
    for i in range(out.shape[0]):
        out[i] = 0
        known[i] = 0
    for place in range(CARDS):
        if is_hidden(st, seat, place):
            holder = place // HAND
            relative = (holder - seat + int(st.num_players)) % int(st.num_players)
            home = relative - 1 if holder < st.num_players else int(st.num_players) - 1
            for other in range(CARDS):
                if is_hidden(st, seat, other):
                    out[home * CARDS + st.cards[other]] += 1 / places
    return True


@rule
def determinize(st: State, world: State, tb: Tables, seat: int, seed: Wide, legal: Any) -> None:
    """Deal the cards anew that the seat does not hold and has not seen."""
    seed_rng(world.rng, seed)
    for i in range(CARDS - 1, 0, -1):
        if is_hidden(world, seat, i):
            j = random_below(world.rng, i + 1)
            while not is_hidden(world, seat, j):
                j = random_below(world.rng, i + 1)
            card = world.cards[i]
            world.cards[i] = world.cards[j]
            world.cards[j] = card


@rule
def is_hidden(st: State, seat: int, place: int) -> bool:
    return bool(st.played[st.cards[place]] == 0 and place // HAND != seat)


@rule
def violation(st: State, tb: Tables, count: int) -> int:
    return 1 if st.ending == RUNNING and count == 0 else 0
