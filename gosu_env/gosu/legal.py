"""The legal actions: exact, for the decision that the game waits for.

They are listed in ascending order in a caller's int16 array, long enough; a mask is made of the list. Each
``list_…`` function adds to the list from ``count`` on and returns the new count. Loops over many kinds write every
candidate and move on past the legal ones only: cheaper than a branch that nobody can predict.
"""

from __future__ import annotations

from typing import Any

from gosu_env.armies.army import row_of
from gosu_env.armies.stack import waiting_triggers
from gosu_env.armies.state import ARRIVING, COLUMNS, COUNT, KIND, PC, ROWS, SLOTS, TARGET, seat_after
from gosu_env.armies.state import PLACE as SOURCE_PLACE
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.actions import (
    ACTIVATE,
    DONE,
    DRAW_ONE,
    DRAW_THREE,
    MUTATE,
    NO,
    NUMBER,
    PASS,
    PLACE,
    SPENT,
    YES,
    card_block,
    clan_block,
    dragoon_block,
    seat_action,
    slot_action,
)
from gosu_env.gosu.army import clans_in_row, has_power, spent_tokens
from gosu_env.gosu.kamakor import can_spend_dragoon, list_colons
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    BAKUTOS,
    CLANS,
    HEROES,
    KINDS,
    LENT,
    NO_PASSING,
    OZEKIS,
    PLACE_PRICE,
    State,
    Tables,
    clans_of,
    columns_of,
    has_clan,
    has_kamakor,
    kinds_of,
    may_stand,
    partner_of,
    row_end,
    row_start,
)
from gosu_env.gosu.targets import (
    can_mutate,
    filter_of,
    is_newcomer,
    is_recruited,
    is_target,
    may_choose,
    mutation_price,
    newcomers_in_hand,
)

# Never so many: the longest list is that of a main decision.
MAX_LEGAL = 128
KAMAKOR_MAX_LEGAL = 176


@rule
def list_kinds(st: State, seat: int, first: int, kinds: int, legal: Any, count: int) -> int:
    """PLACE(card) for the cards in hand of a range of kinds."""
    for kind in range(first, first + kinds):
        legal[count] = PLACE + kind
        count += st.hand[seat, kind] > 0
    return count


@rule
def clans_for_row(st: State, tb: Tables, seat: int, row: int, shown: int, free: bool) -> int:
    """Bits of the clans whose cards may be placed in a row, where the first row shows some (G-4.1 to G-4.9, K-1.6)."""
    every = (1 << clans_of(st)) - 1
    size = int(st.row_size[seat, row])
    if st.hand_level[seat, row] == 0 or size == (columns_of(tb) if row == 0 else st.row_size[seat, row - 1]):
        return 0
    if row == 0:
        price = max(PLACE_PRICE + int(st.globals[v.PLACE_COST]), 0)
        return every if free or size == 0 or st.hand_size[seat] > price or is_recruited(st, tb, seat) else shown
    return shown if row == 1 else shown & clans_in_row(st, tb, seat, 1)


@rule
def list_places(st: State, tb: Tables, seat: int, free: bool, legal: Any, count: int) -> int:
    """PLACE(card) for every card that may be placed."""
    shown = clans_in_row(st, tb, seat, 0)
    bakutos = clans_for_row(st, tb, seat, 0, shown, free)
    heroes = clans_for_row(st, tb, seat, 1, shown, free)
    ozekis = clans_for_row(st, tb, seat, 2, shown, free)
    before = count
    for first in range(0, clans_of(st), CLANS):
        kind = first // CLANS * KINDS
        if bakutos > 0:
            for clan in range(CLANS):
                if (bakutos >> (first + clan)) & 1:
                    count = list_kinds(st, seat, kind + clan * BAKUTOS, BAKUTOS, legal, count)
        kind += CLANS * BAKUTOS
        if heroes > 0:
            for clan in range(CLANS):
                if (heroes >> (first + clan)) & 1:
                    count = list_kinds(st, seat, kind + clan * HEROES, HEROES, legal, count)
        kind += CLANS * HEROES
        if ozekis > 0:
            for clan in range(CLANS):
                if (ozekis >> (first + clan)) & 1:
                    count = list_kinds(st, seat, kind + clan * OZEKIS, OZEKIS, legal, count)
    if has_kamakor(st):  # K-1.11: in the rows of its other levels, too
        for i in range(tb.several_size[0]):
            kind = int(tb.several[i])
            if st.hand[seat, kind] > 0 and rows_to_place(st, tb, seat, kind, free) != 0:
                count = insert(legal, before, count, PLACE + kind)
    return count


@rule
def rows_to_place(st: State, tb: Tables, seat: int, kind: int, free: bool) -> int:
    """Bits of the rows in which a card of the hand may be placed."""
    shown = clans_in_row(st, tb, seat, 0)
    rows = 0
    for row in range(ROWS):
        if may_stand(st, tb, kind, row):
            rows |= ((clans_for_row(st, tb, seat, row, shown, free) >> int(tb.clan[kind])) & 1) << row
    return rows


@rule
def list_mutations(st: State, tb: Tables, seat: int, free: bool, legal: Any, count: int) -> int:
    """MUTATE(slot) for every goblin that can mutate."""
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            price = 0 if free else mutation_price(st, tb, seat, st.army[seat, slot])
            if can_mutate(st, tb, seat, row, slot, price):
                legal[count] = MUTATE + slot
                count += 1
    return count


@rule
def list_activations(st: State, tb: Tables, seat: int, first: int, legal: Any, count: int) -> int:
    """From action ``first`` on, those for every goblin whose power a token can set off (G-6.2)."""
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if has_power(st, tb, seat, slot):
                legal[count] = first + slot
                count += 1
    return count


@rule
def list_powers(st: State, tb: Tables, seat: int, legal: Any, count: int) -> int:
    """DRAGOON(slot), COLON(slot), DRAGOON2(slot) for powers used without an activation token (K-1.3, K-1.8, K-3.3)."""
    first = dragoon_block(st)
    spends = can_spend_dragoon(st, seat)
    if spends:
        count = list_activations(st, tb, seat, first, legal, count)
    count = list_colons(st, tb, seat, first + SLOTS, legal, count)
    if spends and st.teams:
        count = list_activations(st, tb, partner_of(seat), first + 2 * SLOTS, legal, count)
    return count


@rule
def list_main(st: State, tb: Tables, seat: int, legal: Any) -> int:
    """The six actions of a turn (G-3.2), and those for the partner (K-3.3)."""
    count = 0
    tokens = st.tokens[seat]
    if tokens == 0 or not (st.globals[v.NO_PASS_WITH_TOKENS] or st.house_rules & NO_PASSING):  # G-3.4, K-2.1
        legal[count] = PASS
        count += 1
    if tokens > 0:
        legal[count] = DRAW_ONE
        count += 1
    if tokens > 1:
        legal[count] = DRAW_THREE
        count += 1
    if st.teams:  # K-3.3: a card for the partner, or three
        for spent in range(1, min(int(tokens), 2) + 1):
            legal[count] = NUMBER + 2 * spent - 1
            count += 1
    count = list_mutations(st, tb, seat, False, legal, count)
    if tokens > 0:
        count = list_activations(st, tb, seat, ACTIVATE, legal, count)
    count = list_places(st, tb, seat, False, legal, count)
    if st.teams and tokens > 0:
        partner = partner_of(seat)
        count = list_activations(st, tb, partner, slot_action(st, partner * SLOTS), legal, count)
    return list_powers(st, tb, seat, legal, count) if has_kamakor(st) else count


@rule
def list_hand(st: State, seat: int, legal: Any) -> int:
    """CARD(card) for every card in hand."""
    count = 0
    first = card_block(st)
    for kind in range(kinds_of(st)):
        legal[count] = first + kind
        count += st.hand[seat, kind] > 0
    return count


@rule
def list_payment(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """CARD(card) to pay with; a mutation must keep a newcomer (G-5.7)."""
    seat = int(st.decider)
    old = int(st.stack[frame, KIND])
    count = list_hand(st, seat, legal)
    mutation = tb.code[st.stack[frame, PC], v.ARG] == v.MUTATION
    row = row_of(int(st.stack[frame, TARGET]))
    if not mutation or tb.zombie[old] or newcomers_in_hand(st, seat, row, old) > 1:
        return count
    kept = 0
    for i in range(count):
        if not is_newcomer(st, tb, row, old, legal[i] - card_block(st)):
            legal[kept] = legal[i]
            kept += 1
    return kept


@rule
def list_newcomers(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """CARD(card) to bring in by a mutation (G-5.1, G-5.2, G-5.8).

    For a zombie, PLACE(card) takes the card from the discard pile although there is one in hand: one answer, because a
    second question would tell everybody what the hand holds.
    """
    old = int(st.stack[frame, KIND])
    seat = int(st.decider)
    count = 0
    row = row_of(int(st.stack[frame, TARGET]))
    if tb.zombie[old]:
        for kind in range(row_start(st, row), row_end(st, row)):
            both = st.hand[seat, kind] > 0 and st.discard[kind] > 0
            if both and is_newcomer(st, tb, row, old, kind):
                legal[count] = PLACE + kind
                count += 1
    for kind in range(row_start(st, row), row_end(st, row)):
        there = st.hand[seat, kind] > 0 or (tb.zombie[old] != 0 and st.discard[kind] > 0)
        if there and is_newcomer(st, tb, row, old, kind):
            legal[count] = card_block(st) + kind
            count += 1
    return count


@rule
def list_discard(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """CARD(card) to take from the discard pile."""
    fits = filter_of(st, tb, frame)
    count = 0
    if tb.code[st.stack[frame, PC], v.ARG] == v.UP_TO:
        legal[count] = DONE
        count += 1
    for kind in range(kinds_of(st)):
        legal[count] = card_block(st) + kind
        count += (st.discard[kind] > 0) & (tb.fits[fits, kind] != 0)
    return count


@rule
def list_looked_at(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """CARD(card) among the cards being looked at, each once, in order."""
    fits = filter_of(st, tb, frame)
    count = 0
    for i in range(st.look_size):
        if tb.fits[fits, st.look[i]]:
            count = insert(legal, 0, count, card_block(st) + int(st.look[i]))
    return count


@rule
def insert(legal: Any, first: int, count: int, action: int) -> int:
    """Add an action to a list that ascends from ``first`` on, if it is not there."""
    at = count
    while at > first and legal[at - 1] >= action:
        at -= 1
    if at < count and legal[at] == action:
        return count
    for i in range(count, at, -1):
        legal[i] = legal[i - 1]
    legal[at] = action
    return count + 1


@rule
def list_targets(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """SLOT(card) for the cards that an effect may aim at."""
    count = 0
    for relative in range(st.num_players):
        seat = seat_after(st, int(st.decider), relative)
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if is_target(st, tb, frame, seat, slot):
                    legal[count] = slot_action(st, seat * SLOTS + slot)
                    count += 1
    return count


@rule
def list_partners(st: State, frame: int, legal: Any) -> int:
    """SLOT(card) for the cards that the first one may change places with (G-9.7)."""
    first = int(st.stack[frame, TARGET])
    seat = first // SLOTS
    row = first % SLOTS // COLUMNS
    count = 0
    for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        if slot != first % SLOTS and st.face[seat, slot] != ARRIVING:
            legal[count] = slot_action(st, seat * SLOTS + slot)
            count += 1
    return count


@rule
def list_tokens(st: State, tb: Tables, legal: Any) -> int:
    """Where a returned token may come from (G-6.3)."""
    seat = int(st.decider)
    count = 0
    if spent_tokens(st, tb, seat) > 0:
        legal[count] = SPENT
        count += 1
    for slot in range(SLOTS):
        if st.token[seat, slot] == ACTIVATION_TOKEN:
            legal[count] = slot_action(st, seat * SLOTS + slot)
            count += 1
    if st.teams:
        partner = partner_of(seat)
        for slot in range(SLOTS):
            if st.token[partner, slot] == ACTIVATION_TOKEN + LENT:
                legal[count] = slot_action(st, partner * SLOTS + slot)
                count += 1
    return count


@rule
def list_seats(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """SEAT(player) that an effect may be about."""
    count = 0
    for relative in range(st.num_players):
        seat = seat_after(st, int(st.decider), relative)
        if may_choose(st, tb, frame, seat):
            legal[count] = seat_action(st, seat)
            count += 1
    return count


@rule
def list_order(st: State, legal: Any) -> int:
    """SLOT(card) for the triggers that wait at the same moment (G-9.5)."""
    count = 0
    for frame in range(st.depth - waiting_triggers(st), st.depth):
        count = insert(legal, 0, count, slot_action(st, int(st.stack[frame, SOURCE_PLACE])))
    return count


@rule
def list_clans(st: State, tb: Tables, legal: Any) -> int:
    """CLAN(clan): those in play, or not banned yet."""
    first = clan_block(st)
    count = 0
    for clan in range(clans_of(st)):
        legal[count] = first + clan
        count += st.clans[clan] > 0 if has_kamakor(st) else has_clan(tb, clan)
    return count


@rule
def list_rows(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """NUMBER(level) of the rows in which a card of several levels may be placed (K-1.11)."""
    free = tb.code[st.stack[frame, PC], v.ARG] == v.FREE_OF_COST
    rows = rows_to_place(st, tb, int(st.decider), int(st.stack[frame, KIND]), free)
    count = 0
    for row in range(ROWS):
        legal[count] = NUMBER + row + 1
        count += (rows >> row) & 1
    return count


@rule
def list_run(first: int, size: int, legal: Any) -> int:
    """A run of consecutive actions."""
    for i in range(size):
        legal[i] = first + i
    return size


@shared_rule
def list_legal(st: State, tb: Tables, legal: Any) -> int:
    """List the legal actions in ascending order; how many there are."""
    decision = st.decision
    frame = int(st.depth) - 1
    seat = int(st.decider)
    if decision == v.DECIDE_MAIN:
        return list_main(st, tb, seat, legal)
    if decision == v.DECIDE_TARGET:
        return list_targets(st, tb, frame, legal)
    if decision == v.DECIDE_DISCARD:
        return list_hand(st, seat, legal)
    if decision == v.DECIDE_PAY:
        return list_payment(st, tb, frame, legal)
    if decision == v.DECIDE_KEEP:
        return list_looked_at(st, tb, frame, legal)
    if decision == v.DECIDE_NEWCOMER:
        return list_newcomers(st, tb, frame, legal)
    if decision == v.DECIDE_RECOVER:
        return list_discard(st, tb, frame, legal)
    if decision == v.DECIDE_MAY:
        return list_run(YES, 2, legal)
    if decision == v.DECIDE_MULLIGAN:  # G-2.3
        return list_run(YES, 2, legal) if st.hand_level[seat, 0] == 0 else list_run(NO, 1, legal)
    if decision == v.DECIDE_NUMBER:
        return list_run(NUMBER, int(st.stack[frame, COUNT]) + 1, legal)
    if decision == v.DECIDE_CLAN:
        return list_clans(st, tb, legal)
    if decision == v.DECIDE_SWAP_WITH:
        return list_partners(st, frame, legal)
    if decision == v.DECIDE_ORDER:
        return list_order(st, legal)
    if decision == v.DECIDE_TOKEN:
        return list_tokens(st, tb, legal)
    if decision == v.DECIDE_SEAT:
        return list_seats(st, tb, frame, legal)
    if decision == v.DECIDE_PLACE_AGAIN or decision == v.DECIDE_MUTATE_AGAIN:
        free = tb.code[st.stack[frame, PC], v.ARG] == v.FREE_OF_COST
        count = list_run(DONE, 1, legal)
        if decision == v.DECIDE_PLACE_AGAIN:
            return list_places(st, tb, seat, free, legal, count)
        return list_mutations(st, tb, seat, free, legal, count)
    if has_kamakor(st) and decision == v.DECIDE_BAN:  # K-1.2
        return list_clans(st, tb, legal)
    if has_kamakor(st) and decision == v.DECIDE_ROW:
        return list_rows(st, tb, frame, legal)
    return 0
