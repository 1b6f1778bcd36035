"""Effects that would do nothing, by what everybody knows.

Nobody is asked about them. That tells nothing, because no hidden card plays a part in it: where one does, an effect
counts as one that could do something.
"""

from __future__ import annotations

from gosu_env.armies.army import army_size
from gosu_env.armies.state import CURSOR, KIND, NO_CARD, OWNER, PC, PLACE, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import (
    can_be_captured,
    can_be_destroyed,
    clans_of_kind,
    spent_tokens,
    tokens_lying,
    turned_tiles,
)
from gosu_env.gosux.conditions import holds
from gosu_env.gosux.cycling import counted, to_discard
from gosu_env.gosux.effects import amount_of, can_pay_bounty, discard_to_copy, is_selected, to_sacrifice
from gosu_env.gosux.memory import COPIES, could_be_in_hand
from gosu_env.gosux.piles import can_draw
from gosu_env.gosux.state import CLANS, CLANS_EACH, KINDS, PLAYERS, State, Tables
from gosu_env.gosux.targets import cursor_seat, fits_card, has_target


@rule
def could_pay_bounty(st: State, tb: Tables, seat: int) -> bool:
    """Whether a player could have a card with Bounty in hand."""
    if st.hand_size[seat] == 0:
        return False
    for kind in range(KINDS):
        if can_pay_bounty(tb, kind) and st.clan_owner[tb.clan[kind]] == seat and could_be_in_hand(st, seat, kind):
            return True
    return False


@rule
def could_pay_clan(st: State, tb: Tables, seat: int, amount: int) -> bool:
    """Whether a player could have so many cards of one clan in hand: known ones, and hidden ones for the rest."""
    for clan in range(CLANS):
        known = 0
        hidden = 0
        for kind in range(KINDS):
            if st.clan_owner[tb.clan[kind]] == seat and (clans_of_kind(st, tb, seat, kind) >> clan) & 1:
                known += int(st.known[kind])
                if could_be_in_hand(st, seat, kind):
                    for copy in range(COPIES):
                        hidden += int(st.born[kind, copy] > 0)
        if known + min(hidden, int(st.secret[seat])) >= amount:
            return True
    return False


@rule
def is_about(st: State, tb: Tables, frame: int, seat: int) -> bool:
    """Whether the frame's instruction is about a player, or would be about one who is not chosen yet."""
    return tb.code[st.stack[frame, PC], v.WHO] == v.CHOSEN or is_selected(st, tb, frame, seat)


@rule
def changes_hand(st: State, tb: Tables, frame: int, op: int, seat: int) -> bool:
    """Whether a player would draw or discard; one who is not chosen yet could."""
    if tb.code[st.stack[frame, PC], v.WHO] == v.CHOSEN:
        return True
    if not is_selected(st, tb, frame, seat):
        return False
    if op == v.DRAW_TO_OPPONENT:
        return bool(st.hand_size[1 - seat] > st.hand_size[seat]) and can_draw(st, seat)
    if op == v.DRAW:
        per = tb.code[st.stack[frame, PC], v.ARG] != v.PER_NOTHING
        return can_draw(st, seat) and not (per and counted(st, tb, frame) == 0)
    amount = to_discard(st, tb, frame, op, seat)
    if op == v.HAND_TO and amount < 0:
        return can_draw(st, seat)
    return bool(amount > 0 and st.hand_size[seat] > 0)


@rule
def changes_piles(st: State, tb: Tables, frame: int, op: int) -> bool:
    """Whether an instruction about decks and discards would move a card. A filter by a name to come takes any card."""
    owner = int(st.stack[frame, OWNER])
    if op == v.REVEAL or op == v.ARRANGE or op == v.SEARCH:
        return bool(st.deck_size[owner] > 0)
    if op == v.RECOVER_NAME or op == v.REMOVE:
        return bool(st.discard_size[owner] > 0)
    if op == v.REMOVE_CLAN or op == v.SHUFFLE_CLAN:
        return bool(st.discard_size[0] + st.discard_size[1] > 0)
    if op == v.MILL:
        for seat in range(PLAYERS):
            if st.deck_size[seat] > 0 and is_about(st, tb, frame, seat):
                return True
        return False
    named = tb.code[st.stack[frame, PC], v.FITS] < 0
    for kind in range(KINDS):
        there = st.discard[owner, kind] > 0
        if op == v.RECOVER_ALL:
            there = there or (st.removed[kind] > 0 and st.clan_owner[tb.clan[kind]] == owner)
        if there and (named or fits_card(st, tb, frame, owner, kind)):
            return True
    return False


@rule
def finds_target(st: State, tb: Tables, frame: int) -> bool:
    """Whether an instruction has a card to aim at. A filter by a name to come takes any card."""
    if tb.code[st.stack[frame, PC], v.FITS] < 0:
        return army_size(st, 0) + army_size(st, 1) > 0
    return has_target(st, tb, frame)


@rule
def each_finds_target(st: State, tb: Tables, frame: int, op: int) -> bool:
    """Whether one of the players who would be asked in turn has a card to aim at."""
    before = int(st.stack[frame, CURSOR])
    found = False
    for offset in range(PLAYERS):
        st.stack[frame, CURSOR] = offset
        seat = cursor_seat(st, frame)
        if op == v.SACRIFICE_EVEN:
            found = found or (to_sacrifice(st, tb, frame, seat) > 0 and has_target(st, tb, frame))
        elif op == v.AIM or is_about(st, tb, frame, seat):
            found = found or finds_target(st, tb, frame)
    st.stack[frame, CURSOR] = before
    return found


@rule
def changes_turns(st: State, tb: Tables, frame: int, op: int) -> bool:
    """Whether a player would pass, or win an extra turn: not a second one (X-8.13), nor one after passing."""
    owner = int(st.stack[frame, OWNER])
    if st.turn_seat != owner or st.passed[owner] == 1:
        return False
    if op == v.PASS_NOW:
        return True
    more = tb.code[st.stack[frame, PC], v.ARG] == v.FROM_DISCARD and st.from_discard[owner] == 0
    return bool(st.in_extra_turn == 0 and (st.extra_turn == 0 or more))


@rule
def does_nothing(st: State, tb: Tables, frame: int, op: int) -> bool:
    """Whether the frame's instruction would change nothing. What the program has named or copied plays no part."""
    owner = int(st.stack[frame, OWNER])
    if op == v.NAME_CLAN or op == v.NAME_LEVEL or op == v.CHOOSE_SEAT or op == v.MAY:
        return True  # by itself
    if op == v.PAY_BOUNTY:
        return not could_pay_bounty(st, tb, owner)
    if op == v.PAY_CLAN:
        return not could_pay_clan(st, tb, owner, amount_of(st, tb, frame))
    if op == v.COPY and tb.code[st.stack[frame, PC], v.ARG] // v.AREA == v.IN_DISCARD:
        return not discard_to_copy(st, tb, frame)
    if op == v.SACRIFICE or op == v.SACRIFICE_EVEN or (op == v.AIM and tb.code[st.stack[frame, PC], v.ARG] & v.EACH):
        return not each_finds_target(st, tb, frame, op)
    if op == v.AIM or op == v.LIFT or op == v.SWAP or op == v.COPY or op == v.BOUNTY_TOKEN:
        return not finds_target(st, tb, frame)
    if op == v.EXTRA_TURN or op == v.PASS_NOW:
        return not changes_turns(st, tb, frame, op)
    if op == v.DRAW or op == v.DRAW_TO_OPPONENT or op == v.HAND_TO:
        return not (changes_hand(st, tb, frame, op, 0) or changes_hand(st, tb, frame, op, 1))
    if op == v.DISCARD or op == v.DISCARD_HALF or op == v.DISCARD_TO_MINE:
        return not (changes_hand(st, tb, frame, op, 0) or changes_hand(st, tb, frame, op, 1))
    if op == v.RECOVER or op == v.RECOVER_NAME or op == v.RECOVER_ALL or op == v.TOP or op == v.REMOVE:
        return not changes_piles(st, tb, frame, op)
    if op == v.REVEAL or op == v.ARRANGE or op == v.SEARCH or op == v.MILL:
        return not changes_piles(st, tb, frame, op)
    if op == v.REMOVE_CLAN or op == v.SHUFFLE_CLAN:
        return not changes_piles(st, tb, frame, op)
    if op == v.TURN_TILE:
        return turned_tiles(st, owner) == CLANS_EACH
    if op == v.CAPTURE_SELF:
        place = int(st.stack[frame, PLACE])
        return not can_be_captured(st, tb, place // SLOTS, place % SLOTS)
    if op == v.DESTROY_CLAN:
        for place in range(PLAYERS * SLOTS):
            if can_be_destroyed(st, tb, place // SLOTS, place % SLOTS):
                return False
        return True
    if op == v.TOKEN_BACK:
        for seat in range(PLAYERS):
            if is_about(st, tb, frame, seat) and spent_tokens(st, seat) + tokens_lying(st, seat) > 0:
                return False
        return True
    return False


@rule
def is_void(st: State, tb: Tables, frame: int, start: int, end: int) -> bool:
    """Whether instructions would change nothing, as the frame's program: those from ``start`` up to ``end``.

    As long as nothing has changed, what comes next can be judged by the table as it is.
    """
    before = int(st.stack[frame, PC])
    pc = start
    nothing = True
    aimed = False  # at nothing: so nothing was freed
    copied = False  # nothing
    while nothing and pc < end and tb.code[pc, v.OP] != v.END:
        st.stack[frame, PC] = pc
        op = int(tb.code[pc, v.OP])
        after = pc + 1
        if op == v.IF:
            met = holds(st, tb, frame)
            nothing = met >= 0
            if met == 0:
                after = int(tb.code[pc, v.ARG])
        elif op == v.CAPTURE_COPIED or (op == v.COPY and tb.code[pc, v.ARG] // v.AREA == v.FREED):
            nothing = aimed or copied
        elif op == v.REMOVE_COPIED:
            nothing = copied
        else:
            nothing = does_nothing(st, tb, frame, op)
            if op == v.PAY_BOUNTY or op == v.PAY_CLAN:
                after = int(tb.code[pc, v.ARG])
            aimed = aimed or op == v.AIM
            copied = copied or op == v.COPY
        pc = after
    st.stack[frame, PC] = before
    return nothing


@rule
def is_void_arrival(st: State, tb: Tables, frame: int) -> bool:
    """Whether the arrival effect of the frame's card would change nothing, once more."""
    kind = int(st.stack[frame, KIND])
    start = int(tb.program[kind, v.ARRIVES]) if kind != NO_CARD else -1
    return start < 0 or is_void(st, tb, frame, start, int(tb.code.shape[0]))
