"""What cards do to armies and tokens: one function per effect of the vocabulary; those of piles are in ``cycling.py``.

Each is called with the frame on top of the stack and the answer to the decision it asked for (or NO_ANSWER). It
either asks, and is called again with the answer, or advances its frame. What it starts lies on the stack above the
frame, so the frame is brought up to date before.
"""

from __future__ import annotations

from gosu_env.armies.army import army_size, is_free, swap_cards
from gosu_env.armies.stack import advance, ask, begin_moment, has_room, push
from gosu_env.armies.state import (
    ANSWER_DONE,
    ANSWER_SPENT,
    CLAN,
    COLUMNS,
    COUNT,
    CURSOR,
    FACE_DOWN,
    FACE_UP,
    GROUP,
    KIND,
    NO_ANSWER,
    NO_CARD,
    NO_PLACE,
    OWNER,
    PC,
    PLACE,
    ROWS,
    SEAT,
    SLOTS,
    STEP,
    TARGET,
    X,
    finish,
)
from gosu_env.engine.compile import rule
from gosu_env.engine.events import DISCARDED, NOWHERE
from gosu_env.gosux import events as e
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import (
    can_be_captured,
    can_be_destroyed,
    clans_at,
    has_bounty,
    hunts,
    lift,
    spent_tokens,
    stands,
    text_of,
    tokens_lying,
    turn_card,
)
from gosu_env.gosux.piles import add_to_discard, can_draw, discard_from_hand, draw, put_on_top, remove_from_game
from gosu_env.gosux.state import (
    BOUNTY,
    BY_FIFTH_TOKEN,
    CANCELS_ACTIVATION,
    CANCELS_LOSS,
    CARD,
    CHAIN_OF,
    KINDS,
    MOST_TOKENS,
    PLAYERS,
    State,
    Tables,
)
from gosu_env.gosux.targets import (
    actor_of,
    could_react,
    cursor_seat,
    fits_card,
    has_target,
    is_target,
    may_copy,
    modes_at,
    will_card,
)


@rule
def amount_of(st: State, tb: Tables, frame: int) -> int:
    """The number in the frame's instruction: printed, or X, the tokens that its player owns (X-6.5)."""
    amount = int(tb.code[st.stack[frame, PC], v.AMOUNT])
    return int(st.owned[st.stack[frame, OWNER]]) if amount == v.USE_X else amount


@rule
def is_selected(st: State, tb: Tables, frame: int, seat: int) -> bool:
    """Whether the frame's instruction is about this player. Of equals, nobody has more."""
    who = tb.code[st.stack[frame, PC], v.WHO]
    owner = st.stack[frame, OWNER]
    if who == v.ME:
        return bool(seat == owner)
    if who == v.OPPONENT:
        return bool(seat != owner)
    if who == v.LARGER_ARMY:
        return army_size(st, seat) > army_size(st, 1 - seat)
    if who == v.LARGER_HAND:
        return bool(st.hand_size[seat] > st.hand_size[1 - seat])
    if who == v.CHOSEN:
        return bool(seat == st.stack[frame, SEAT])
    return True


@rule
def fire(st: State, tb: Tables, trigger: int, kind: int, owner: int, place: int) -> None:
    """Put a card's program on the stack, to be resolved when the instruction that caused it is over."""
    pc = int(tb.program[kind, trigger])
    if pc >= 0 and has_room(st, tb):
        frame = push(st, tb, pc, kind, owner, place)
        st.stack[frame, GROUP] = st.moment


@rule
def fire_army(st: State, tb: Tables, trigger: int, seat: int) -> None:
    """Fire a trigger of every face-up card of an army that has it."""
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if st.face[seat, slot] == FACE_UP:
                fire(st, tb, trigger, text_of(st, tb, seat, slot), seat, seat * SLOTS + slot)


@rule
def resolve(st: State, tb: Tables, kind: int, owner: int, place: int, chain: int) -> None:
    """Resolve the arrival effect of a card, as one of the card at ``place``; ``chain``: the cards that copied it."""
    pc = int(tb.program[kind, v.ARRIVES])
    if pc >= 0 and has_room(st, tb):
        frame = push(st, tb, pc, kind, owner, place)
        st.stack[frame, CHAIN_OF] = chain | int(tb.copier[kind])


# ------------------------------------------------------------------------------------------------ captured, destroyed


@rule
def begin_strike(st: State, tb: Tables, program: int, actor: int, place: int) -> None:
    """A card is about to be captured or destroyed."""
    if not has_room(st, tb):
        return
    frame = push(st, tb, program, int(st.army[place // SLOTS, place % SLOTS]), actor, place)
    st.stack[frame, TARGET] = place


@rule
def react(st: State, tb: Tables, seat: int, will: int, answer: int) -> bool:
    """A Force of Will is discarded for its effect (X-8.7); whether it was."""
    kind = will_card(st, tb, seat, will)
    if answer != 1 or kind == NO_CARD:
        e.note_number(st, e.NOT_CANCELLED, seat, will)
        return False
    discard_from_hand(st, seat, kind, DISCARDED)
    e.note(st, e.CANCELLED, seat, kind, NOWHERE, NOWHERE, will)
    return True


@rule
def strike(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Capture or destroy a card, unless its player cancels it; then there may be a Bounty (X-8.2, X-8.4, X-8.9)."""
    place = int(st.stack[frame, TARGET])
    seat = place // SLOTS
    slot = place % SLOTS
    mode = int(tb.code[st.stack[frame, PC], v.ARG])
    if st.stack[frame, STEP] == 2:
        take_bounty(st, tb, frame, answer)
        return
    if st.stack[frame, STEP] == 0:
        possible = can_be_captured(st, tb, seat, slot) if mode == v.CAPTURE else can_be_destroyed(st, tb, seat, slot)
        if not possible:
            advance(st, frame)
            return
        if could_react(st, tb, seat, CANCELS_LOSS):
            st.stack[frame, STEP] = 1
            ask(st, v.DECIDE_REACT, seat)
            return
    elif react(st, tb, seat, CANCELS_LOSS, answer):
        advance(st, frame)
        return
    actor = int(st.stack[frame, OWNER])
    bounty = seat != actor and has_bounty(st, tb, seat, slot) and can_draw(st, actor)
    if bounty:
        st.stack[frame, STEP] = 2
        ask(st, v.DECIDE_BOUNTY, actor)
    else:
        advance(st, frame)
    begin_moment(st)
    if mode == v.CAPTURE:
        text = text_of(st, tb, seat, slot)
        e.note(st, e.CAPTURED, actor, int(st.army[seat, slot]), place, place, 0)
        turn_card(st, tb, seat, slot, FACE_DOWN)
        fire_below(st, tb, frame, bounty, text, seat, place)
    else:
        e.note(st, e.DESTROYED, actor, int(st.army[seat, slot]), place, e.DISCARDS + seat, 0)
        add_to_discard(st, seat, lift(st, tb, seat, slot))


@rule
def fire_below(st: State, tb: Tables, frame: int, waits: bool, kind: int, seat: int, place: int) -> None:
    """A captured card reacts; the question about its Bounty, if there is one, comes first."""
    before = int(st.depth)
    fire(st, tb, v.CAPTURED, kind, seat, place)
    if waits and st.depth > before:
        for column in range(st.stack.shape[1]):
            value = st.stack[frame, column]
            st.stack[frame, column] = st.stack[frame + 1, column]
            st.stack[frame + 1, column] = value


@rule
def take_bounty(st: State, tb: Tables, frame: int, answer: int) -> None:
    """The player may draw a card, and one more for a hunter."""
    actor = int(st.stack[frame, OWNER])
    advance(st, frame)
    if answer == 1:
        amount = 1 + hunts(st, tb, actor)
        e.note_number(st, e.BOUNTY, actor, amount)
        draw(st, tb, actor, amount)
    else:
        e.note_number(st, e.BOUNTY_DECLINED, actor, 0)


@rule
def activation(st: State, tb: Tables, frame: int, answer: int) -> None:
    """A token activates a card: its arrival effect is resolved, unless the opponent cancels that (X-6.2)."""
    seat = int(st.stack[frame, OWNER])
    place = int(st.stack[frame, PLACE])
    if st.stack[frame, STEP] == 0 and could_react(st, tb, 1 - seat, CANCELS_ACTIVATION):
        st.stack[frame, STEP] = 1
        ask(st, v.DECIDE_REACT, 1 - seat)
        return
    cancelled = st.stack[frame, STEP] == 1 and react(st, tb, 1 - seat, CANCELS_ACTIVATION, answer)
    advance(st, frame)
    if not cancelled:
        resolve(st, tb, int(st.stack[frame, KIND]), seat, place, 0)


@rule
def free_card(st: State, tb: Tables, actor: int, place: int) -> None:
    """Turn a captured card face up, which triggers nothing (X-8.3)."""
    e.note(st, e.FREED, actor, int(st.army[place // SLOTS, place % SLOTS]), place, place, 0)
    turn_card(st, tb, place // SLOTS, place % SLOTS, FACE_UP)


@rule
def free_all(st: State, tb: Tables, frame: int) -> None:
    for seat in range(PLAYERS):
        for slot in range(SLOTS):
            if st.ending == 0 and is_target(st, tb, frame, seat, slot):
                free_card(st, tb, int(st.stack[frame, OWNER]), seat * SLOTS + slot)


@rule
def do_aim(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Capture, destroy or free cards, one after the other, while there is one to aim at (X-3.4)."""
    modes = int(tb.code[st.stack[frame, PC], v.ARG])
    if amount_of(st, tb, frame) == v.ALL_OF_THEM:
        free_all(st, tb, frame)
        advance(st, frame)
        return
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
        st.stack[frame, TARGET] = NO_PLACE
    elif st.stack[frame, STEP] == 2:
        place = int(st.stack[frame, TARGET])
        hit(st, tb, frame, answer, place)
        return
    elif answer == ANSWER_DONE:
        e.note_number(st, e.EFFECT_FORGONE, actor_of(st, tb, frame), 0)
        st.stack[frame, COUNT] = 0
    elif answer != NO_ANSWER:
        st.stack[frame, TARGET] = answer
        found = modes_at(st, tb, answer // SLOTS, answer % SLOTS, modes)
        if found & (found - 1):
            st.stack[frame, STEP] = 2
            ask(st, v.DECIDE_MODE, actor_of(st, tb, frame))
            return
        hit(st, tb, frame, found, answer)
        return
    each = modes & v.EACH
    while True:
        if st.stack[frame, COUNT] > 0 and has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, actor_of(st, tb, frame))
            return
        if each == 0 or st.stack[frame, CURSOR] == PLAYERS - 1:
            break
        st.stack[frame, CURSOR] += 1
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
    advance(st, frame)


@rule
def hit(st: State, tb: Tables, frame: int, mode: int, place: int) -> None:
    """Do to a card what was chosen."""
    actor = actor_of(st, tb, frame)
    st.stack[frame, STEP] = 1
    st.stack[frame, COUNT] -= 1
    last = tb.code[st.stack[frame, PC], v.ARG] & v.EACH == 0 or st.stack[frame, CURSOR] == PLAYERS - 1
    if last and st.stack[frame, COUNT] == 0:
        advance(st, frame)
    if mode == v.FREE:
        free_card(st, tb, actor, place)
    else:
        begin_strike(st, tb, v.CAPTURE_PROGRAM if mode == v.CAPTURE else v.DESTROY_PROGRAM, actor, place)


@rule
def do_capture_self(st: State, tb: Tables, frame: int) -> None:
    place = int(st.stack[frame, PLACE])
    owner = int(st.stack[frame, OWNER])
    there = st.army[place // SLOTS, place % SLOTS] != NO_CARD and st.face[place // SLOTS, place % SLOTS] == FACE_UP
    advance(st, frame)
    if there:
        begin_strike(st, tb, v.CAPTURE_PROGRAM, owner, place)


@rule
def do_capture_copied(st: State, tb: Tables, frame: int) -> None:
    place = int(st.stack[frame, TARGET])
    owner = int(st.stack[frame, OWNER])
    advance(st, frame)
    if place != NO_PLACE and stands(st, place // SLOTS, place % SLOTS):
        begin_strike(st, tb, v.CAPTURE_PROGRAM, owner, place)


@rule
def do_destroy_clan(st: State, tb: Tables, frame: int) -> None:
    """All cards of the named clan that are FREE now are destroyed, one after the other.

    A row has one FREE card at most, its last: bits of rows, seat by seat, say which are left.
    """
    owner = int(st.stack[frame, OWNER])
    clan = int(st.stack[frame, CLAN])
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        bits = 0
        for seat in range(PLAYERS):
            for row in range(ROWS):
                slot = row * COLUMNS + int(st.row_size[seat, row]) - 1
                if st.row_size[seat, row] > 0 and is_free(st, seat, slot):
                    bits |= ((clans_at(st, tb, seat, slot) >> clan) & 1) << (seat * ROWS + row)
        st.stack[frame, X] = bits
    bits = int(st.stack[frame, X])
    if bits == 0:
        advance(st, frame)
        return
    which = 0
    while (bits >> which) & 1 == 0:
        which += 1
    st.stack[frame, X] = bits & (bits - 1)
    seat = which // ROWS
    row = which % ROWS
    if st.row_size[seat, row] > 0:
        begin_strike(st, tb, v.DESTROY_PROGRAM, owner, seat * SLOTS + row * COLUMNS + int(st.row_size[seat, row]) - 1)


@rule
def sacrifice(st: State, tb: Tables, place: int) -> None:
    """A FREE card of one's own goes to the discard; that is no destruction (X-8.4)."""
    seat = place // SLOTS
    e.note(st, e.SACRIFICED, seat, int(st.army[seat, place % SLOTS]), place, e.DISCARDS + seat, 0)
    add_to_discard(st, seat, lift(st, tb, seat, place % SLOTS))


@rule
def to_sacrifice(st: State, tb: Tables, frame: int, seat: int) -> int:
    """How many cards a player has to sacrifice."""
    if tb.code[st.stack[frame, PC], v.OP] == v.SACRIFICE_EVEN:
        return max(army_size(st, seat) - army_size(st, 1 - seat), 0)
    return amount_of(st, tb, frame) if is_selected(st, tb, frame, seat) else 0


@rule
def do_sacrifice(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Each player in turn sacrifices FREE cards, one by one."""
    if answer != NO_ANSWER:
        st.stack[frame, COUNT] -= 1
        sacrifice(st, tb, answer)
    while st.stack[frame, CURSOR] < PLAYERS:
        seat = cursor_seat(st, frame)
        if st.stack[frame, STEP] == 0:
            st.stack[frame, STEP] = 1
            st.stack[frame, COUNT] = to_sacrifice(st, tb, frame, seat)
        if st.stack[frame, COUNT] > 0 and has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, seat)
            return
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    advance(st, frame)


@rule
def do_swap(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Exchange two cards of one level in an army, with what lies on them."""
    owner = int(st.stack[frame, OWNER])
    if st.stack[frame, STEP] == 0:
        if has_target(st, tb, frame):
            st.stack[frame, STEP] = 1
            ask(st, v.DECIDE_TARGET, owner)
        else:
            advance(st, frame)
    elif st.stack[frame, STEP] == 1:
        e.note(st, e.SWAP_BEGINS, owner, int(st.army[answer // SLOTS, answer % SLOTS]), answer, NOWHERE, 0)
        st.stack[frame, TARGET] = answer
        st.stack[frame, STEP] = 2
        ask(st, v.DECIDE_SWAP_WITH, owner)
    else:
        first = int(st.stack[frame, TARGET])
        seat = first // SLOTS
        other = int(st.army[seat, answer % SLOTS])
        e.note(st, e.SWAPPED, owner, int(st.army[seat, first % SLOTS]), first, answer, other)
        swap_cards(st, seat, first % SLOTS, answer % SLOTS)
        if st.bounty == first:
            st.bounty = answer
        elif st.bounty == answer:
            st.bounty = first
        move_sources(st, first, answer)
        advance(st, frame)
        turn_card(st, tb, seat, first % SLOTS, int(st.face[seat, first % SLOTS]))


@rule
def after_swap(place: int, one: int, other: int) -> int:
    """Where the card of a place is when those of two slots have changed places."""
    if place == one:
        return other
    return one if place == other else place


@rule
def move_sources(st: State, one: int, other: int) -> None:
    """Effects that are being resolved follow their cards to the other slot, and the cards they aimed at."""
    for frame in range(st.depth):
        st.stack[frame, PLACE] = after_swap(int(st.stack[frame, PLACE]), one, other)
        st.stack[frame, TARGET] = after_swap(int(st.stack[frame, TARGET]), one, other)


# ------------------------------------------------------------------------------------------------ copies


@rule
def discard_to_copy(st: State, tb: Tables, frame: int) -> bool:
    """Whether a discard has a card whose effect may be copied."""
    for seat in range(PLAYERS):
        for kind in range(KINDS):
            if st.discard[seat, kind] > 0 and may_copy(st, tb, frame, kind):
                return True
    return False


@rule
def do_copy(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Resolve the arrival effect of another card, as one of this card."""
    owner = int(st.stack[frame, OWNER])
    area = int(tb.code[st.stack[frame, PC], v.ARG]) // v.AREA
    if area == v.FREED:
        answer = int(st.stack[frame, TARGET])
        there = answer != NO_PLACE and st.army[answer // SLOTS, answer % SLOTS] != NO_CARD
        if not there or not may_copy(st, tb, frame, text_of(st, tb, answer // SLOTS, answer % SLOTS)):
            advance(st, frame)
            return
    elif answer == NO_ANSWER:
        st.stack[frame, CARD] = NO_CARD
        st.stack[frame, TARGET] = NO_PLACE
        if area == v.IN_DISCARD:
            if discard_to_copy(st, tb, frame):
                ask(st, v.DECIDE_TAKE, owner)
                return
        elif has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, owner)
            return
        advance(st, frame)
        return
    kind = answer
    if area != v.IN_DISCARD:
        st.stack[frame, TARGET] = answer
        kind = text_of(st, tb, answer // SLOTS, answer % SLOTS)
    st.stack[frame, CARD] = kind
    place = int(st.stack[frame, PLACE])
    chain = int(st.stack[frame, CHAIN_OF])
    zone = e.DISCARDS + int(st.clan_owner[tb.clan[kind]]) if area == v.IN_DISCARD else answer
    e.note(st, e.COPIED, owner, kind, zone, NOWHERE, 0)
    advance(st, frame)
    resolve(st, tb, kind, owner, place, chain)


@rule
def do_remove_copied(st: State, tb: Tables, frame: int) -> None:
    """The card whose effect was copied leaves the game, if it still lies in its discard."""
    kind = int(st.stack[frame, CARD])
    owner = int(st.stack[frame, OWNER])
    advance(st, frame)
    if kind != NO_CARD:
        seat = int(st.clan_owner[tb.clan[kind]])
        if st.discard[seat, kind] > 0:
            draw(st, tb, owner, remove_from_game(st, tb, owner, seat, kind))


# ------------------------------------------------------------------------------------------------ tokens and turns


@rule
def do_lift(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Put a FREE card on top of its player's deck."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        if has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, owner)
        else:
            advance(st, frame)
        return
    seat = answer // SLOTS
    e.note(st, e.LIFTED, owner, int(st.army[seat, answer % SLOTS]), answer, e.DECKS + seat, 0)
    advance(st, frame)
    put_on_top(st, seat, lift(st, tb, seat, answer % SLOTS))


@rule
def do_token_back(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Players take back tokens, off their cards or from the spent ones (X-6.3)."""
    if answer == ANSWER_DONE:
        st.stack[frame, COUNT] = 0
    elif answer != NO_ANSWER:
        seat = cursor_seat(st, frame)
        if answer == ANSWER_SPENT:
            e.note_number(st, e.TOKENS_BACK, seat, 1)
        else:
            e.note(st, e.TOKENS_BACK, seat, int(st.army[seat, answer % SLOTS]), answer, NOWHERE, 1)
            st.token[seat, answer % SLOTS] -= 1
        st.tokens[seat] += 1
        st.stack[frame, COUNT] -= 1
    while st.stack[frame, CURSOR] < PLAYERS:
        seat = cursor_seat(st, frame)
        if st.stack[frame, STEP] == 0:
            st.stack[frame, STEP] = 1
            st.stack[frame, COUNT] = amount_of(st, tb, frame) if is_selected(st, tb, frame, seat) else 0
        if st.stack[frame, COUNT] > 0 and spent_tokens(st, seat) + tokens_lying(st, seat) > 0:
            ask(st, v.DECIDE_TOKEN, seat)
            return
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    advance(st, frame)


@rule
def unlock(st: State, tb: Tables, seat: int, kind: int) -> None:
    """A third or fourth token; a fifth wins, though not during the Song of the Dead (X-1.2, X-6.6)."""
    if st.owned[seat] < MOST_TOKENS:
        st.owned[seat] += 1
        st.tokens[seat] += 1
        e.note_number(st, e.UNLOCKED, seat, int(st.owned[seat]))
    elif tb.code[st.stack[0, PC], v.OP] != v.SONG:
        finish(st, 1 << seat, BY_FIFTH_TOKEN, kind)


@rule
def give_extra_turn(st: State, seat: int, from_discard: bool) -> None:
    """One more turn after this one, unless this is such a turn (X-8.13)."""
    if st.turn_seat == seat and st.in_extra_turn == 0:
        st.extra_turn = 1
        if from_discard:
            st.from_discard[seat] = 1


@rule
def do_bounty_token(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Place or move the Bounty token (X-8.9)."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        if has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, owner)
            return
    else:
        e.note(st, e.BOUNTY_MOVED, owner, int(st.army[answer // SLOTS, answer % SLOTS]), answer, answer, 0)
        st.bounty = answer
    advance(st, frame)


# ------------------------------------------------------------------------------------------------ what cards fit


@rule
def can_pay_bounty(tb: Tables, kind: int) -> bool:
    """Whether a card of a hand has the keyword."""
    return bool(tb.keywords[kind] & BOUNTY)


@rule
def take_fits(st: State, tb: Tables, frame: int, seat: int, kind: int) -> bool:
    """Whether a card of a discard may be taken by the frame's instruction; of each level once, where it says so."""
    pc = st.stack[frame, PC]
    if tb.code[pc, v.OP] == v.COPY:
        return may_copy(st, tb, frame, kind)
    if not fits_card(st, tb, frame, seat, kind):
        return False
    if tb.code[pc, v.OP] == v.RECOVER and tb.code[pc, v.ARG] & v.EACH_LEVEL:
        return bool(int(tb.levels[kind]) & ~int(st.stack[frame, X]))
    return True
