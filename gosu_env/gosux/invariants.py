"""What is true of every position of every game, checked in compiled code."""

from __future__ import annotations

from gosu_env.armies.state import COLUMNS, FACE_DOWN, FAULT, NO_CARD, NO_PLACE, ROWS, RUNNING, SLOTS
from gosu_env.engine.jit import rule
from gosu_env.gosux.army import spent_tokens
from gosu_env.gosux.state import (
    CLANS_EACH,
    DECK,
    KINDS,
    MOST_TOKENS,
    NOBODY,
    PLAYERS,
    STACK_DEPTH,
    SUPREMACY,
    TOKENS,
    TURNS_AFTER_PASS,
    State,
    Tables,
)
from gosu_env.gosux.targets import count_clans, known_cards, may_stand

VIOLATIONS = (
    "none",
    "cards are not conserved",
    "a row has a hole or a wrong count",
    "a pyramid stands on its head",
    "a card stands in the wrong row, or in the wrong army",
    "a pile's count is wrong",
    "tokens are not conserved",
    "more is known of a hand than it holds",
    "more is known of a deck than it holds",
    "a player has a wrong number of clans",
    "a captured card carries a token",
    "the Bounty token lies nowhere",
    "a running game waits for nobody",
    "the mask is empty",
    "a game that is over has no ending or waits for somebody",
    "the stack overflowed",
    "turns after a pass are counted wrongly",
    "a player has won and plays on",
    "the game ended as a fault",
)


@rule
def _is_dealt(st: State) -> bool:
    """Whether the clans are picked and the decks made."""
    return count_clans(int(st.clans[0])) + count_clans(int(st.clans[1])) == PLAYERS * CLANS_EACH


@rule
def _copies_of(st: State, seat: int, kind: int) -> int:
    """Copies of a card, wherever a player has them."""
    total = int(st.discard[seat, kind]) + int(st.hand[seat, kind]) + int(st.removed[kind])
    for i in range(st.deck_size[seat]):
        total += st.deck[seat, i] == kind
    for i in range(st.look_size):
        total += st.look[i] == kind
    for slot in range(SLOTS):
        total += st.army[seat, slot] == kind
    return total


@rule
def _cards_violation(st: State, tb: Tables) -> int:
    dealt = _is_dealt(st)
    for kind in range(KINDS):
        owner = int(st.clan_owner[tb.clan[kind]])
        for seat in range(PLAYERS):
            expected = int(tb.copies[kind]) if dealt and owner == seat else 0
            total = _copies_of(st, seat, kind)
            if seat != owner:
                total -= int(st.removed[kind])
                for i in range(st.look_size):
                    total -= st.look[i] == kind
            if total != expected:
                return 1
        if st.known[kind] < 0 or (owner != NOBODY and st.known[kind] > st.hand[owner, kind]):
            return 7
    return 0


@rule
def _piles_violation(st: State, tb: Tables) -> int:
    for seat in range(PLAYERS):
        hand = 0
        discard = 0
        for kind in range(KINDS):
            if st.hand[seat, kind] < 0 or st.discard[seat, kind] < 0:
                return 5
            hand += st.hand[seat, kind]
            discard += st.discard[seat, kind]
        if hand != st.hand_size[seat] or discard != st.discard_size[seat]:
            return 5
        if st.deck_size[seat] < 0 or st.deck_size[seat] > DECK:
            return 5
        if st.top_known[seat] < 0 or st.bottom_known[seat] < 0:
            return 8
        if st.top_known[seat] + st.bottom_known[seat] > st.deck_size[seat]:
            return 8
        if known_cards(st, tb, seat) > hand:
            return 7
    return 0


@rule
def _army_violation(st: State, tb: Tables, seat: int) -> int:
    for row in range(ROWS):
        size = st.row_size[seat, row]
        if size < 0 or size > COLUMNS:
            return 2
        if row > 0 and size > st.row_size[seat, row - 1]:
            return 3
        for column in range(COLUMNS):
            slot = row * COLUMNS + column
            kind = st.army[seat, slot]
            if (kind != NO_CARD) != (column < size):
                return 2
            if kind != NO_CARD and not (may_stand(tb, kind, row) and st.clan_owner[tb.clan[kind]] == seat):
                return 4
            if st.token[seat, slot] < 0 or (kind == NO_CARD and st.token[seat, slot] > 0):
                return 6
            if kind != NO_CARD and st.face[seat, slot] == FACE_DOWN and st.token[seat, slot] > 0:
                return 10
    return 0


@rule
def _token_violation(st: State) -> int:
    for seat in range(PLAYERS):
        if st.owned[seat] < TOKENS or st.owned[seat] > MOST_TOKENS or st.tokens[seat] < 0:
            return 6
        if spent_tokens(st, seat) < 0:
            return 6
    if st.bounty != NO_PLACE and st.army[st.bounty // SLOTS, st.bounty % SLOTS] == NO_CARD:
        return 11
    return 0


@rule
def violation(st: State, tb: Tables, count: int) -> int:
    """The first invariant that does not hold, or 0; ``count``: how many actions are legal."""
    if st.ending == FAULT:
        return 18
    if st.depth > STACK_DEPTH:
        return 15
    found = _cards_violation(st, tb)
    if found == 0:
        found = _piles_violation(st, tb)
    for seat in range(PLAYERS):
        if found == 0:
            found = _army_violation(st, tb, seat)
        if found == 0 and count_clans(int(st.clans[seat])) > CLANS_EACH:
            found = 9
        if found == 0 and st.ending == RUNNING and st.supremacy[seat] >= SUPREMACY:
            found = 17
    if found == 0:
        found = _token_violation(st)
    if found != 0:
        return found
    if st.ending != RUNNING:
        return 14 if st.decision != 0 or count != 0 else 0
    if st.decision == 0 or st.decider < 0:
        return 12
    if count == 0:
        return 13
    somebody = st.passed[0] + st.passed[1] > 0
    if st.round_number > 0 and (st.turns_left > TURNS_AFTER_PASS or (not somebody and st.turns_left != -1)):
        return 16
    return 0
