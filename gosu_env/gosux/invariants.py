"""What is true of every position of every game, checked in compiled code."""

from __future__ import annotations

import numpy as np

from gosu_env.armies.army import row_of
from gosu_env.armies.state import (
    CLAN,
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FACE_UP,
    FAULT,
    KIND,
    NO_CARD,
    NO_PLACE,
    PC,
    ROWS,
    RUNNING,
    SLOTS,
    TARGET,
)
from gosu_env.engine.compile import rule
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import can_be_captured, can_be_destroyed, clans_of_kind, spent_tokens, text_of
from gosu_env.gosux.memory import COPIES, FROM_DECK, now
from gosu_env.gosux.state import (
    CLANS,
    CLANS_EACH,
    DECK,
    GHOST_ARRIVED,
    GHOST_BORN,
    GHOST_KIND,
    GHOST_WHEN,
    GHOSTS,
    KINDS,
    MOST_TOKENS,
    NARASHIMA,
    NOBODY,
    PLAYERS,
    STACK_DEPTH,
    SUPREMACY,
    TOKENS,
    TURNS_AFTER_PASS,
    WINNING_ARMY,
    State,
    Tables,
)
from gosu_env.gosux.targets import (
    count_clans,
    known_cards,
    may_come_back,
    may_stand,
    newcomer_in_discard,
    newcomers_in_hand,
    wonder_of,
)

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
    "the permanent effects in force are wrong",
    "hidden cards are remembered where they are not",
    "a card that was shown is remembered from no time",
    "a price cannot be paid, or no newcomer is there",
    "a card is struck that cannot be",
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
def _laws_violation(st: State, tb: Tables) -> int:
    """What follows from the cards that stand face up, counted anew."""
    found = np.zeros(PLAYERS, np.int64)
    for seat in range(PLAYERS):
        face_up = 0
        for clan in range(CLANS):
            found[seat] |= int(st.tile[clan]) << clan
        for slot in range(SLOTS):
            if st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_UP:
                face_up += 1
                law = int(tb.law[text_of(st, tb, seat, slot)])
                if law >= 0:
                    found[seat] |= 1 << law
                if law == NARASHIMA:
                    found[1 - seat] |= 1 << law
        if face_up == WINNING_ARMY and st.ending == RUNNING:
            return 17
    return 0 if found[0] == st.laws[0] and found[1] == st.laws[1] else 19


@rule
def _hidden_violation(st: State, tb: Tables, seat: int) -> int:
    """What is remembered of the hidden cards of a player (memory.py), against where they are."""
    middle = np.zeros(KINDS, np.int64)
    for i in range(st.bottom_known[seat], st.deck_size[seat] - st.top_known[seat]):
        middle[st.deck[seat, i]] += 1
    secret = 0
    for kind in range(KINDS):
        if st.clan_owner[tb.clan[kind]] != seat:
            if st.clan_owner[tb.clan[kind]] == NOBODY and (st.born[kind, 0] > 0 or st.born[kind, 1] > 0):
                return 20
            continue
        in_hand = 0
        in_deck = 0
        for copy in range(COPIES):
            born = int(st.born[kind, copy])
            arrived = int(st.arrived[kind, copy])
            if max(born, arrived) > now(st, seat) or (arrived > 0 and (born == 0 or born > arrived)):
                return 20
            in_hand += arrived > 0
            in_deck += arrived == 0 and born > 0
        if in_hand != st.hand[seat, kind] - st.known[kind] or in_deck != middle[kind] or not _in_order(st, kind):
            return 20
        secret += in_hand
    return 0 if secret == st.secret[seat] else 20


@rule
def _in_order(st: State, kind: int) -> bool:
    """Whether the copies of a card stand as memory.py keeps them: those of the deck first, then by their epochs."""
    if st.born[kind, 0] == 0 or st.born[kind, 1] == 0:
        return bool(st.born[kind, 1] == 0)
    if st.arrived[kind, 0] != st.arrived[kind, 1]:
        return bool(st.arrived[kind, 0] < st.arrived[kind, 1])
    return bool(st.born[kind, 0] <= st.born[kind, 1])


@rule
def _ghosts_violation(st: State, tb: Tables, seat: int) -> int:
    """The ghosts of a player: of own cards, born before they came, come before they left; in the order of leaving."""
    last = 0
    if st.ghosts_size[seat] > 0 and st.epoch[seat] == 0:
        return 21
    for i in range(GHOSTS):
        kind = int(st.ghosts[seat * GHOSTS + i, GHOST_KIND])
        born = int(st.ghosts[seat * GHOSTS + i, GHOST_BORN])
        arrived = int(st.ghosts[seat * GHOSTS + i, GHOST_ARRIVED])
        when = int(st.ghosts[seat * GHOSTS + i, GHOST_WHEN])
        if i >= st.ghosts_size[seat]:
            if kind + born + arrived + when != 0:
                return 21
            continue
        if kind >= KINDS or st.clan_owner[tb.clan[kind]] != seat:
            return 21
        if born == 0 or born > arrived or arrived > now(st, seat):
            return 21
        if when != FROM_DECK:
            if when < max(arrived, last) or when > now(st, seat):
                return 21
            last = when
    return 0


@rule
def _payment_violation(st: State, tb: Tables) -> int:
    """A price must be there to pay, and for a shift somebody to come in then."""
    frame = int(st.depth) - 1
    seat = int(st.decider)
    pc = st.stack[frame, PC]
    count = int(st.stack[frame, COUNT])
    if st.decision == v.DECIDE_DISCARD and tb.code[pc, v.OP] == v.PAY_CLAN:
        for kind in range(KINDS):
            if (clans_of_kind(st, tb, seat, kind) >> int(st.stack[frame, CLAN])) & 1:
                count -= st.hand[seat, kind]
        return 22 if count > 0 else 0
    if st.decision != v.DECIDE_PAY:
        return 0
    left = int(st.hand_size[seat]) + wonder_of(st, seat) - count
    if tb.code[pc, v.ARG] == v.SHIFT:
        place = int(st.stack[frame, TARGET])
        old = int(st.stack[frame, KIND])
        row = row_of(place)
        in_hand = newcomers_in_hand(st, tb, seat, row, old)
        if may_come_back(st, tb, seat, place % SLOTS):
            if in_hand == 0 and not newcomer_in_discard(st, tb, seat, row, old):
                return 22
        elif in_hand == 0:
            return 22
        else:
            left -= 1
    return 22 if left < 0 else 0


@rule
def _strike_violation(st: State, tb: Tables) -> int:
    """A player may cancel a loss only if there is one."""
    frame = int(st.depth) - 1
    pc = st.stack[frame, PC]
    if st.decision != v.DECIDE_REACT or tb.code[pc, v.OP] != v.STRIKE:
        return 0
    seat = int(st.stack[frame, TARGET]) // SLOTS
    slot = int(st.stack[frame, TARGET]) % SLOTS
    captures = tb.code[pc, v.ARG] == v.CAPTURE
    possible = can_be_captured(st, tb, seat, slot) if captures else can_be_destroyed(st, tb, seat, slot)
    return 0 if possible else 23


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
            found = _hidden_violation(st, tb, seat)
        if found == 0:
            found = _ghosts_violation(st, tb, seat)
    if found == 0:
        found = _token_violation(st)
    if found == 0:
        found = _laws_violation(st, tb)
    if found != 0:
        return found
    if st.ending != RUNNING:
        return 14 if st.decision != 0 or count != 0 else 0
    if st.decision == 0 or st.decider < 0:
        return 12
    if count == 0:
        return 13
    found = _payment_violation(st, tb)
    if found == 0:
        found = _strike_violation(st, tb)
    if found != 0:
        return found
    somebody = st.passed[0] + st.passed[1] > 0
    if st.round_number > 0 and (st.turns_left > TURNS_AFTER_PASS or (not somebody and st.turns_left != -1)):
        return 16
    return 0
