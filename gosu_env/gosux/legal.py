"""The legal actions of every decision."""

from __future__ import annotations

from typing import Any

from gosu_env.armies.army import row_of
from gosu_env.armies.stack import waiting_triggers
from gosu_env.armies.state import ARRIVING, CLAN, COLUMNS, KIND, PC, PLACE, ROWS, SLOTS, TARGET
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.gosux import actions as act
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_of_kind, spent_tokens
from gosu_env.gosux.cycling import in_deck
from gosu_env.gosux.effects import can_pay_bounty, take_fits
from gosu_env.gosux.state import (
    CANCELS_ACTIVATION,
    CANCELS_LOSS,
    CLANS,
    KINDS,
    NOBODY,
    PLAYERS,
    State,
    Tables,
)
from gosu_env.gosux.targets import (
    can_activate,
    can_shift,
    clans_for_row,
    clans_in_discard,
    fits_card,
    fitting_in_hand,
    is_forbidden,
    is_newcomer,
    is_target,
    may_come_back,
    may_stand,
    modes_at,
    newcomers_in_hand,
    rows_to_place,
    will_card,
    wonder_of,
)

MAX_LEGAL = 160  # never so many: the longest list is that of a main decision with two piles to place from


@rule
def list_main(st: State, tb: Tables, seat: int, legal: Any) -> int:
    """The actions of a turn (X-3.1)."""
    count = 0
    tokens = st.tokens[seat]
    if tokens == 0 or st.passed[1 - seat] == 1:
        legal[count] = act.PASS
        count += 1
    if tokens > 0:
        legal[count] = act.DRAW_ONE
        count += 1
    if tokens > 1:
        legal[count] = act.DRAW_THREE
        count += 1
    for row in range(ROWS):
        fitting = fitting_in_hand(st, tb, seat, row) if st.row_size[seat, row] > 0 else 0
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if can_shift(st, tb, seat, slot, fitting):
                legal[count] = act.SHIFT + slot
                count += 1
    if tokens > 0:
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if can_activate(st, tb, seat, slot):
                    legal[count] = act.ACTIVATE + slot
                    count += 1
    count = list_places(st, tb, seat, False, legal, count)
    return list_places(st, tb, seat, True, legal, count) if st.from_discard[seat] == 2 else count


@rule
def list_places(st: State, tb: Tables, seat: int, old: bool, legal: Any, count: int) -> int:
    """PLACE(card) for the cards of the hand that may be placed, or OLD(card) for those of the discard."""
    payers = int(st.hand_size[seat]) - int(not old)
    troops = clans_for_row(st, tb, seat, 0, payers)
    heroes = clans_for_row(st, tb, seat, 1, payers)
    immortals = clans_for_row(st, tb, seat, 2, payers)
    for kind in range(KINDS):
        there = st.discard[seat, kind] > 0 if old else st.hand[seat, kind] > 0
        if there and not is_forbidden(st, seat, kind):
            fit = troops if may_stand(tb, kind, 0) else 0
            fit |= heroes if may_stand(tb, kind, 1) else 0
            fit |= immortals if may_stand(tb, kind, 2) else 0
            if fit & clans_of_kind(st, tb, seat, kind):
                legal[count] = (act.OLD if old else act.PLACE) + kind
                count += 1
    return count


@rule
def list_hand(st: State, seat: int, legal: Any, count: int) -> int:
    """CARD(card) for every card in hand."""
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0:
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_payment(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """The Wonder token, or CARD(card) to pay with; a shift must keep a newcomer."""
    seat = int(st.decider)
    count = 0
    if wonder_of(st, seat):
        legal[count] = act.USE_WONDER
        count += 1
    if tb.code[st.stack[frame, PC], v.ARG] != v.SHIFT:
        return list_hand(st, seat, legal, count)
    place = int(st.stack[frame, TARGET])
    old = int(st.stack[frame, KIND])
    if may_come_back(st, tb, seat, place % SLOTS) or newcomers_in_hand(st, tb, seat, row_of(place), old) > 1:
        return list_hand(st, seat, legal, count)
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0 and not is_newcomer(st, tb, seat, row_of(place), old, kind):
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_newcomers(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """OLD(card) of the discard, where that is allowed, and CARD(card) of the hand."""
    seat = int(st.decider)
    place = int(st.stack[frame, TARGET])
    old = int(st.stack[frame, KIND])
    row = row_of(place)
    count = 0
    if may_come_back(st, tb, seat, place % SLOTS):
        for kind in range(KINDS):
            if st.discard[seat, kind] > 0 and is_newcomer(st, tb, seat, row, old, kind):
                legal[count] = act.OLD + kind
                count += 1
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0 and is_newcomer(st, tb, seat, row, old, kind):
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_discard(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """CARD(card) to discard: of one clan, if that is being paid with."""
    if tb.code[st.stack[frame, PC], v.OP] != v.PAY_CLAN:
        return list_hand(st, seat, legal, 0)
    count = 0
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0 and (clans_of_kind(st, tb, seat, kind) >> int(st.stack[frame, CLAN])) & 1:
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_clans_to_pay(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """DONE, or CLAN(clan) of which there are enough cards in hand."""
    legal[0] = act.DONE
    count = 1
    for clan in range(CLANS):
        cards = 0
        for kind in range(KINDS):
            if st.hand[seat, kind] > 0 and (clans_of_kind(st, tb, seat, kind) >> clan) & 1:
                cards += st.hand[seat, kind]
        if cards >= tb.code[st.stack[frame, PC], v.AMOUNT]:
            legal[count] = act.CLAN + clan
            count += 1
    return count


@rule
def list_bounties(st: State, tb: Tables, seat: int, legal: Any) -> int:
    """DONE, or CARD(card) of the hand with Bounty."""
    legal[0] = act.DONE
    count = 1
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0 and can_pay_bounty(tb, kind):
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_reactions(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """NO, and YES with the card in hand."""
    op = tb.code[st.stack[frame, PC], v.OP]
    count = 0
    if will_card(st, tb, seat, CANCELS_LOSS if op == v.STRIKE else CANCELS_ACTIVATION) >= 0:
        legal[count] = act.YES
        count += 1
    legal[count] = act.NO
    return count + 1


@rule
def list_mulligan(st: State, tb: Tables, seat: int, legal: Any) -> int:
    """NO, and YES with at most one Troop in hand (X-2.5)."""
    troops = 0
    for kind in range(KINDS):
        if tb.levels[kind] & 1:
            troops += st.hand[seat, kind]
    count = 0
    if troops <= 1:
        legal[count] = act.YES
        count += 1
    legal[count] = act.NO
    return count + 1


@rule
def list_targets(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """OWN(slot) and ENEMY(slot) for the cards that an effect may aim at; DONE where each player may."""
    count = 0
    pc = st.stack[frame, PC]
    if tb.code[pc, v.OP] == v.AIM and tb.code[pc, v.ARG] & v.EACH:
        legal[count] = act.DONE
        count += 1
    for offset in range(PLAYERS):
        seat = int(st.decider) ^ offset
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if is_target(st, tb, frame, seat, slot):
                    legal[count] = (act.OWN if offset == 0 else act.ENEMY) + slot
                    count += 1
    return count


@rule
def list_modes(st: State, tb: Tables, frame: int, legal: Any) -> int:
    """CAPTURE, DESTROY, FREE: what can be done to the card aimed at."""
    place = int(st.stack[frame, TARGET])
    modes = modes_at(st, tb, place // SLOTS, place % SLOTS, int(tb.code[st.stack[frame, PC], v.ARG]))
    count = 0
    for mode in range(3):
        if (modes >> mode) & 1:
            legal[count] = act.CAPTURE + mode
            count += 1
    return count


@rule
def list_partners(st: State, frame: int, legal: Any) -> int:
    """The cards that the first one may change places with."""
    first = int(st.stack[frame, TARGET])
    seat = first // SLOTS
    row = row_of(first)
    count = 0
    for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        if slot != first % SLOTS and st.face[seat, slot] != ARRIVING:
            legal[count] = act.slot_action(st, seat * SLOTS + slot)
            count += 1
    return count


@rule
def list_taken(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """CARD(card) to take from a discard: one's own or, to copy, any; DONE where one may stop."""
    pc = st.stack[frame, PC]
    op = tb.code[pc, v.OP]
    count = 0
    if (op == v.RECOVER or op == v.TOP) and tb.code[pc, v.ARG] & v.UP_TO:
        legal[count] = act.DONE
        count += 1
    for kind in range(KINDS):
        there = st.discard[seat, kind] > 0 or (op == v.COPY and st.discard[1 - seat, kind] > 0)
        if there and (op == v.RECOVER_NAME or op == v.REMOVE or take_fits(st, tb, frame, seat, kind)):
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_revealed(st: State, legal: Any) -> int:
    """CARD(card) among the revealed ones, in order."""
    count = 0
    for kind in range(KINDS):
        there = False
        for i in range(st.look_size):
            there = there or st.look[i] == kind
        if there:
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_deck(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """CARD(card) to take out of one's deck."""
    count = 0
    for kind in range(KINDS):
        if in_deck(st, seat, kind) and fits_card(st, tb, frame, seat, kind):
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_cards_of(st: State, tb: Tables, seat: int, legal: Any) -> int:
    """CARD(card) for the cards of a player, wherever they are."""
    count = 0
    for kind in range(KINDS):
        if st.clan_owner[tb.clan[kind]] == seat:
            legal[count] = act.CARD + kind
            count += 1
    return count


@rule
def list_clans(bits: int, legal: Any) -> int:
    """CLAN(clan) for the clans of some bits."""
    count = 0
    for clan in range(CLANS):
        if (bits >> clan) & 1:
            legal[count] = act.CLAN + clan
            count += 1
    return count


@rule
def clans_to_name(st: State, tb: Tables, frame: int, seat: int) -> int:
    """Bits of the clans that may be picked or named."""
    op = tb.code[st.stack[frame, PC], v.OP]
    if op == v.REMOVE_CLAN or op == v.SHUFFLE_CLAN:
        return clans_in_discard(st, tb, seat)
    bits = 0
    for clan in range(CLANS):
        free = st.clan_owner[clan] == NOBODY
        bits |= int(free if op == v.DRAFT else not free) << clan
    return bits


@rule
def list_tiles(st: State, seat: int, legal: Any) -> int:
    """CLAN(clan) of one's tiles that are not turned yet."""
    bits = 0
    for clan in range(CLANS):
        bits |= int(st.clan_owner[clan] == seat and st.tile[clan] == 0) << clan
    return list_clans(bits, legal)


@rule
def list_tokens(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """Where a returned token may come from (X-6.3); DONE where one may stop."""
    count = 0
    if tb.code[st.stack[frame, PC], v.ARG] & v.UP_TO:
        legal[count] = act.DONE
        count += 1
    if spent_tokens(st, seat) > 0:
        legal[count] = act.SPENT
        count += 1
    for slot in range(SLOTS):
        if st.token[seat, slot] > 0:
            legal[count] = act.OWN + slot
            count += 1
    return count


@rule
def list_order(st: State, legal: Any) -> int:
    """OWN(slot) and ENEMY(slot) of the triggers that wait at the same moment."""
    count = 0
    for action in range(act.OWN, act.ENEMY + SLOTS):
        there = False
        for frame in range(st.depth - waiting_triggers(st), st.depth):
            there = there or act.slot_action(st, int(st.stack[frame, PLACE])) == action
        if there:
            legal[count] = action
            count += 1
    return count


@rule
def list_rows(st: State, tb: Tables, frame: int, seat: int, legal: Any) -> int:
    """LEVEL(row) in which a card of every level may be placed."""
    rows = rows_to_place(st, tb, seat, int(st.stack[frame, KIND]), int(st.hand_size[seat]))
    count = 0
    for row in range(ROWS):
        if (rows >> row) & 1:
            legal[count] = act.LEVEL + row
            count += 1
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
    if decision == v.DECIDE_REACT:
        return list_reactions(st, tb, frame, seat, legal)
    if decision == v.DECIDE_PAY:
        return list_payment(st, tb, frame, legal)
    if decision == v.DECIDE_DISCARD:
        return list_discard(st, tb, frame, seat, legal)
    if decision == v.DECIDE_NEWCOMER:
        return list_newcomers(st, tb, frame, legal)
    if decision == v.DECIDE_TAKE:
        return list_taken(st, tb, frame, seat, legal)
    if decision == v.DECIDE_KEEP:
        return list_revealed(st, legal)
    if decision == v.DECIDE_MAY or decision == v.DECIDE_ECHO or decision == v.DECIDE_BOUNTY:
        return list_run(act.YES, 2, legal)
    if decision == v.DECIDE_CLAN or decision == v.DECIDE_DRAFT:
        return list_clans(clans_to_name(st, tb, frame, seat), legal)
    if decision == v.DECIDE_MODE:
        return list_modes(st, tb, frame, legal)
    if decision == v.DECIDE_SWAP_WITH:
        return list_partners(st, frame, legal)
    if decision == v.DECIDE_SEARCH:
        return list_deck(st, tb, frame, seat, legal)
    if decision == v.DECIDE_FORBID:
        return list_cards_of(st, tb, 1 - seat, legal)
    if decision == v.DECIDE_SEAT:
        return list_run(act.ME, 2, legal)
    if decision == v.DECIDE_LEVEL:
        return list_run(act.LEVEL, ROWS, legal)
    if decision == v.DECIDE_ORDER:
        return list_order(st, legal)
    if decision == v.DECIDE_TOKEN:
        return list_tokens(st, tb, frame, seat, legal)
    if decision == v.DECIDE_TILE:
        return list_tiles(st, seat, legal)
    if decision == v.DECIDE_PAY_BOUNTY:
        return list_bounties(st, tb, seat, legal)
    if decision == v.DECIDE_PAY_CLAN:
        return list_clans_to_pay(st, tb, frame, seat, legal)
    if decision == v.DECIDE_MULLIGAN:
        return list_mulligan(st, tb, seat, legal)
    if decision == v.DECIDE_ROW:
        return list_rows(st, tb, frame, seat, legal)
    return 0


@rule
def hides_choice(st: State) -> bool:
    """Whether nobody else may know how many answers a decision has: it is asked even if there is but one."""
    decision = st.decision
    return bool(
        decision == v.DECIDE_REACT
        or decision == v.DECIDE_MULLIGAN
        or decision == v.DECIDE_PAY_BOUNTY
        or decision == v.DECIDE_PAY_CLAN
    )
