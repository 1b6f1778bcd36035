"""The mask of legal actions: exact, for the decision that the game waits for."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import rule
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
    seat_action,
    slot_action,
)
from gosu_env.gosu.army import army_size, clans_in_row, spent_tokens
from gosu_env.gosu.machine import waiting_triggers
from gosu_env.gosu.state import (
    COLUMNS,
    COUNT,
    FACE_UP,
    KIND,
    KINDS_PER_CLAN,
    NO_CARD,
    OWNER,
    PC,
    PLACE_PRICE,
    SLOTS,
    STEP,
    TARGET,
    is_opponent,
    kinds_of,
)
from gosu_env.gosu.state import PLACE as SOURCE_PLACE
from gosu_env.gosu.targets import (
    can_mutate,
    filter_of,
    is_newcomer,
    is_target,
    mutation_price,
    newcomers_in_hand,
)
from gosu_env.gosu.vocabulary import (
    ACTIVATED,
    ARG,
    DECIDE_CLAN,
    DECIDE_DISCARD,
    DECIDE_KEEP,
    DECIDE_MAIN,
    DECIDE_MAY,
    DECIDE_MULLIGAN,
    DECIDE_MUTATE_AGAIN,
    DECIDE_NEWCOMER,
    DECIDE_NUMBER,
    DECIDE_ORDER,
    DECIDE_PAY,
    DECIDE_PLACE_AGAIN,
    DECIDE_RECOVER,
    DECIDE_SEAT,
    DECIDE_SOURCE,
    DECIDE_SWAP_WITH,
    DECIDE_TARGET,
    DECIDE_TOKEN,
    FREE_OF_COST,
    MUTATION,
    NO_PASS_WITH_TOKENS,
    PLACE_COST,
    UP_TO,
    WITH_CARDS,
)


@rule
def mark_places(st: Any, tb: Any, seat: int, free: bool, mask: Any) -> int:
    """PLACE(card) for every card that may be placed (G-4.1 to G-4.9)."""
    count = 0
    bakutos = int(st.row_size[seat, 0])
    heroes = int(st.row_size[seat, 1])
    ozekis = int(st.row_size[seat, 2])
    shown = clans_in_row(st, tb, seat, 0)
    third = kinds_of(st) // 3
    if st.hand_level[seat, 0] > 0 and bakutos < COLUMNS:
        price = max(PLACE_PRICE + int(st.globals[PLACE_COST]), 0)
        affordable = free or army_size(st, seat) == 0 or st.hand_size[seat] > price
        for kind in range(third):
            if st.hand[seat, kind] > 0 and (affordable or (shown >> tb.clan[kind]) & 1):
                mask[PLACE + kind] = 1
                count += 1
    if st.hand_level[seat, 1] + st.hand_level[seat, 2] > 0:
        both = shown & clans_in_row(st, tb, seat, 1)
        for kind in range(third, kinds_of(st)):
            if st.hand[seat, kind] > 0:
                if tb.level[kind] == 2:
                    fine = heroes < bakutos and (shown >> tb.clan[kind]) & 1
                else:
                    fine = ozekis < heroes and (both >> tb.clan[kind]) & 1
                if fine:
                    mask[PLACE + kind] = 1
                    count += 1
    return count


@rule
def mark_mutations(st: Any, tb: Any, seat: int, free: bool, mask: Any) -> int:
    """MUTATE(slot) for every goblin that can mutate."""
    count = 0
    for slot in range(SLOTS):
        kind = st.army[seat, slot]
        if kind != NO_CARD:
            price = 0 if free else mutation_price(st, tb, kind)
            if can_mutate(st, tb, seat, slot, price):
                mask[MUTATE + slot] = 1
                count += 1
    return count


@rule
def mark_activations(st: Any, tb: Any, seat: int, mask: Any) -> int:
    """ACTIVATE(slot) for every face-up goblin with a power and no token on it (G-6.2)."""
    count = 0
    for slot in range(SLOTS):
        kind = st.army[seat, slot]
        if (
            kind != NO_CARD
            and tb.program[kind, ACTIVATED] >= 0
            and st.face[seat, slot] == FACE_UP
            and st.token[seat, slot] == 0
        ):
            mask[ACTIVATE + slot] = 1
            count += 1
    return count


@rule
def mark_main(st: Any, tb: Any, seat: int, mask: Any) -> int:
    """The six actions of a turn (G-3.2)."""
    count = mark_places(st, tb, seat, False, mask) + mark_mutations(st, tb, seat, False, mask)
    tokens = st.tokens[seat]
    if tokens > 0:
        mask[DRAW_ONE] = 1
        count += 1 + mark_activations(st, tb, seat, mask)
        if tokens > 1:
            mask[DRAW_THREE] = 1
            count += 1
    if tokens == 0 or st.globals[NO_PASS_WITH_TOKENS] == 0:  # G-3.4
        mask[PASS] = 1
        count += 1
    return count


@rule
def mark_cards(st: Any, tb: Any, frame: int, mask: Any) -> int:
    """CARD(card): to discard, pay, keep, take back or bring in."""
    decision = st.decision
    seat = st.decider
    first = card_block(st)
    old = st.stack[frame, KIND]
    only_newcomer = False
    if decision == DECIDE_PAY and tb.code[st.stack[frame, PC], ARG] == MUTATION and not tb.zombie[old]:
        only_newcomer = newcomers_in_hand(st, tb, seat, old) == 1
    fits = filter_of(st, tb, frame)
    count = 0
    for kind in range(kinds_of(st)):
        legal = False
        if decision == DECIDE_DISCARD:
            legal = st.hand[seat, kind] > 0
        elif decision == DECIDE_PAY:
            legal = st.hand[seat, kind] > 0 and not (only_newcomer and is_newcomer(st, tb, old, kind))
        elif decision == DECIDE_NEWCOMER:
            there = st.hand[seat, kind] > 0 or (tb.zombie[old] and st.discard[kind] > 0)
            legal = there and is_newcomer(st, tb, old, kind)
        elif decision == DECIDE_RECOVER:
            legal = st.discard[kind] > 0 and tb.fits[fits, kind]
        if legal:
            mask[first + kind] = 1
            count += 1
    if decision == DECIDE_RECOVER and tb.code[st.stack[frame, PC], ARG] == UP_TO:
        mask[DONE] = 1
        count += 1
    return count


@rule
def mark_kept(st: Any, tb: Any, frame: int, mask: Any) -> int:
    """CARD(card) among the cards being looked at."""
    fits = filter_of(st, tb, frame)
    count = 0
    for i in range(st.look_size):
        action = card_block(st) + st.look[i]
        if tb.fits[fits, st.look[i]] and mask[action] == 0:
            mask[action] = 1
            count += 1
    return count


@rule
def mark_table(st: Any, tb: Any, frame: int, mask: Any) -> int:
    """SLOT(card) for the cards an effect may aim at."""
    count = 0
    if st.decision == DECIDE_SWAP_WITH:
        first = st.stack[frame, TARGET]
        seat = first // SLOTS
        row = first % SLOTS // COLUMNS
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if slot != first % SLOTS and st.face[seat, slot] != 2:
                mask[slot_action(st, seat * SLOTS + slot)] = 1
                count += 1
        return count
    for seat in range(st.num_players):
        for slot in range(SLOTS):
            if is_target(st, tb, frame, seat, slot):
                mask[slot_action(st, seat * SLOTS + slot)] = 1
                count += 1
    return count


@rule
def mark_tokens(st: Any, frame: int, mask: Any) -> int:
    """Where a returned token may come from (G-6.3)."""
    seat = st.decider
    count = 0
    for slot in range(SLOTS):
        if st.token[seat, slot] > 0:
            mask[slot_action(st, seat * SLOTS + slot)] = 1
            count += 1
    if spent_tokens(st, seat) > 0:
        mask[SPENT] = 1
        count += 1
    return count


@rule
def mark_seats(st: Any, tb: Any, frame: int, mask: Any) -> int:
    """SEAT(player) an effect may be about."""
    owner = st.stack[frame, OWNER]
    with_cards = tb.code[st.stack[frame, PC], ARG] == WITH_CARDS
    count = 0
    for seat in range(st.num_players):
        if is_opponent(st, owner, seat) and not (with_cards and st.hand_size[seat] == 0):
            mask[seat_action(st, seat)] = 1
            count += 1
    return count


@rule
def mark_order(st: Any, mask: Any) -> int:
    """SLOT(card) for the triggers that wait at the same moment (G-9.5)."""
    waiting = waiting_triggers(st)
    for frame in range(st.depth - waiting, st.depth):
        mask[slot_action(st, st.stack[frame, SOURCE_PLACE])] = 1
    return waiting


@rule
def write_mask(st: Any, tb: Any, mask: Any) -> int:
    """Fill ``mask`` with 1 for every legal action and 0 elsewhere; how many are legal."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    decision = st.decision
    if decision == 0:
        return 0
    frame = st.depth - 1
    seat = st.decider
    if decision == DECIDE_MAIN:
        return mark_main(st, tb, seat, mask)
    if decision == DECIDE_TARGET or decision == DECIDE_SWAP_WITH:
        return mark_table(st, tb, frame, mask)
    if decision == DECIDE_KEEP:
        return mark_kept(st, tb, frame, mask)
    if (
        decision == DECIDE_DISCARD
        or decision == DECIDE_PAY
        or decision == DECIDE_NEWCOMER
        or decision == DECIDE_RECOVER
    ):
        return mark_cards(st, tb, frame, mask)
    if decision == DECIDE_MAY or decision == DECIDE_SOURCE or decision == DECIDE_MULLIGAN:
        mask[NO] = 1
        if decision == DECIDE_MULLIGAN and st.hand_level[seat, 0] > 0:  # G-2.3
            return 1
        mask[YES] = 1
        return 2
    if decision == DECIDE_ORDER:
        return mark_order(st, mask)
    if decision == DECIDE_TOKEN:
        return mark_tokens(st, frame, mask)
    if decision == DECIDE_SEAT:
        return mark_seats(st, tb, frame, mask)
    if decision == DECIDE_NUMBER:
        for number in range(st.stack[frame, COUNT] + 1):
            mask[NUMBER + number] = 1
        return int(st.stack[frame, COUNT]) + 1
    if decision == DECIDE_CLAN:
        clans = kinds_of(st) // KINDS_PER_CLAN
        for clan in range(clans):
            mask[clan_block(st) + clan] = 1
        return clans
    mask[DONE] = 1
    free = tb.code[st.stack[frame, PC], ARG] == FREE_OF_COST
    if decision == DECIDE_PLACE_AGAIN:
        return 1 + mark_places(st, tb, seat, free, mask)
    if decision == DECIDE_MUTATE_AGAIN:
        return 1 + mark_mutations(st, tb, seat, free, mask)
    return 1
