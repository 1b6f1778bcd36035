"""What is true of every position of every game, checked in compiled code."""

from __future__ import annotations

from gosu_env.armies.state import COLUMNS, FACE_UP, FAULT, NO_CARD, ROWS, RUNNING, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.gosu.army import spent_tokens
from gosu_env.gosu.draft import first_place, kept_of
from gosu_env.gosu.kamakor import clans_left, dragoons_lying
from gosu_env.gosu.memory import (
    drafted_pools,
    entries_of,
    has_trace,
    known_copies,
    open_copies,
    trace_seat,
    trace_tag,
)
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    CLANS,
    DRAGOON_TOKEN,
    DRAGOONS,
    LENT,
    LOOKED,
    OPENING_HAND,
    STACK_DEPTH,
    State,
    Tables,
    columns_of,
    has_kamakor,
    kinds_of,
    may_stand,
    partner_of,
    victory_of,
)

VIOLATIONS = (
    "none",
    "cards are not conserved",
    "a row has a hole or a wrong count",
    "a pyramid stands on its head",
    "a card stands in the wrong row",
    "a hand's counts are wrong",
    "tokens are not conserved",
    "more is known of a hand than it holds",
    "the Globals in force are wrong",
    "a running game waits for nobody",
    "the mask is empty",
    "a game that is over has no ending or waits for somebody",
    "the stack overflowed",
    "partners have different victory points",
    "Dragoon tokens are not conserved",
    "a hidden card is remembered where it is not",
    "the game ended as a fault",
)


@rule
def _cards_of_kind(st: State, kind: int) -> int:
    total = int(st.discard[kind])
    for i in range(st.deck_size):
        total += st.deck[i] == kind
    if st.draft > 0:  # a pack that is being looked at lies among the others
        for pack in range(st.num_players):
            for place in range(first_place(st, pack) + kept_of(st, pack), first_place(st, pack) + OPENING_HAND):
                total += st.deck[place] == kind
    else:
        for i in range(st.look_size):
            total += st.look[i] == kind
    for seat in range(st.num_players):
        total += int(st.hand[seat, kind])
        for slot in range(SLOTS):
            total += st.army[seat, slot] == kind
    return total


@rule
def _army_violation(st: State, tb: Tables, seat: int) -> int:
    for row in range(ROWS):
        size = st.row_size[seat, row]
        if size < 0 or size > columns_of(tb):
            return 2
        if row > 0 and size > st.row_size[seat, row - 1]:
            return 3
        for column in range(COLUMNS):
            kind = st.army[seat, row * COLUMNS + column]
            if (kind != NO_CARD) != (column < size):
                return 2
            if kind != NO_CARD and not may_stand(st, tb, int(kind), row):
                return 4
    if spent_tokens(st, tb, seat) < 0 or st.tokens[seat] < 0:
        return 6
    for slot in range(SLOTS):
        token = int(st.token[seat, slot])
        if token > LENT and st.teams:
            token -= LENT
        if token < 0 or token > (DRAGOON_TOKEN if has_kamakor(st) else ACTIVATION_TOKEN):
            return 6
        if token > 0 and st.face[seat, slot] != FACE_UP:
            return 6
        if st.token[seat, slot] > 0 and st.army[seat, slot] == NO_CARD:
            return 6
    return 0


@rule
def _hand_violation(st: State, tb: Tables, seat: int) -> int:
    size = 0
    known = 0
    for level in range(1, ROWS + 1):
        count = 0
        for kind in range(kinds_of(st)):
            if may_stand(st, tb, kind, level - 1):
                count += int(st.hand[seat, kind])
            if tb.level[kind] == level:
                size += int(st.hand[seat, kind])
                known += int((st.known[seat, kind] & 15) != 0) + int((st.known[seat, kind] >> 4) != 0)
            for observer in range(st.num_players):
                if known_copies(st, observer, seat, kind) > st.hand[seat, kind]:
                    return 7
        if count != st.hand_level[seat, level - 1]:
            return 5
    if known != st.known_size[seat]:
        return 7
    return 0 if size == st.hand_size[seat] else 5


@rule
def _memory_violation(st: State, kind: int) -> bool:
    """Whether an entry names a holder who has no such card hidden, or a trace nobody."""
    for seat in range(st.num_players):
        if entries_of(st, kind, seat + 1) > 0 and open_copies(st, seat, kind) < 0:
            return True
    looked = 0
    for i in range(st.look_size):
        looked += st.look[i] == kind
    for copy in range(2):
        holder = int(st.holder[kind, copy])
        if copy == 1 and has_trace(st, kind):
            if not drafted_pools(st) or trace_seat(st, kind) >= st.num_players or trace_tag(st, kind) == 0:
                return True
            continue
        if holder > LOOKED or st.num_players < holder < LOOKED or (holder == 0) != (st.born[kind, copy] == 0):
            return True
    if looked < entries_of(st, kind, LOOKED) and st.look_size > 0:  # kept, but the look is not over
        looked += int(st.hand[st.decider, kind])
    return bool(entries_of(st, kind, LOOKED) > looked)


@rule
def _copies_in_play(st: State, tb: Tables, kind: int) -> int:
    """How many copies of a card the game has: none of a clan that is not in play, and none before all bans (K-1.1)."""
    if has_kamakor(st) and (st.clans[tb.clan[kind]] == 0 or clans_left(st) > CLANS):
        return 0
    return int(tb.copies[kind])


@rule
def _dragoon_violation(st: State, tb: Tables) -> bool:
    """Whether Dragoon tokens got lost, or a player has too many (K-1.3)."""
    total = int(st.dragoon_supply[0])
    for seat in range(st.num_players):
        lying = dragoons_lying(st, seat)
        if st.dragoons[seat] < 0 or st.dragoons[seat] > DRAGOONS or lying > DRAGOONS:
            return True
        total += int(st.dragoons[seat]) + lying
    return bool(st.dragoon_supply[0] < 0 or total != tb.supply[0])


@rule
def violation(st: State, tb: Tables, legal: int) -> int:
    """The first of VIOLATIONS that holds in this position, or 0; ``legal`` is the number of legal actions."""
    for kind in range(kinds_of(st)):
        if _cards_of_kind(st, kind) != _copies_in_play(st, tb, kind):
            return 1
        if _memory_violation(st, kind):
            return 15
    discarded = 0
    for kind in range(kinds_of(st)):
        discarded += int(st.discard[kind])
    if discarded != st.discard_size:
        return 1
    for seat in range(st.num_players):
        found = _army_violation(st, tb, seat)
        if found == 0:
            found = _hand_violation(st, tb, seat)
        if found != 0:
            return found
    for which in range(st.globals.shape[0]):
        total = 0
        for seat in range(st.num_players):
            for slot in range(SLOTS):
                kind = st.army[seat, slot]
                if kind != NO_CARD and st.face[seat, slot] == FACE_UP:
                    total += int(tb.globals[kind, which])
        if total != st.globals[which]:
            return 8
    if has_kamakor(st) and _dragoon_violation(st, tb):
        return 14
    if st.ending == FAULT:
        return 16
    if st.depth > STACK_DEPTH or st.depth < 1:
        return 12
    if st.ending == RUNNING:
        if st.decision == 0 or st.decider < 0 or st.decider >= st.num_players:
            return 9
        if legal < 1:
            return 10
        for seat in range(st.num_players):
            if st.victory_points[seat] >= victory_of(tb):
                return 11
            if st.teams and st.victory_points[seat] != st.victory_points[partner_of(seat)]:
                return 13
    elif st.decision != 0 or legal != 0:
        return 11
    return 0
