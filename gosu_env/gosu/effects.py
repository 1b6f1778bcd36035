"""What cards do: one function per effect of the vocabulary.

Each is called with the frame on top of the stack and the answer to the decision it asked for (or NO_ANSWER). It
either asks, and is called again with the answer, or advances its frame. What it triggers waits on the stack above the
frame, so the frame is brought up to date before a card leaves or turns.
"""

from __future__ import annotations

from gosu_env.armies.army import swap_cards
from gosu_env.armies.stack import advance, ask, begin_moment, has_room, push, rise, sink
from gosu_env.armies.state import (
    ANSWER_DONE,
    ANSWER_SPENT,
    CLAN,
    COUNT,
    CURSOR,
    FACE_DOWN,
    FACE_UP,
    HIT,
    KIND,
    NO_ANSWER,
    NO_CARD,
    NO_SEAT,
    OWNER,
    PC,
    PLACE,
    SEAT,
    SLOTS,
    STEP,
    TARGET,
    X,
    break_off,
    finish,
    seat_after,
)
from gosu_env.engine.compile import rule
from gosu_env.engine.events import DISCARDED, NOWHERE
from gosu_env.gosu import events as e
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import back_to_hand, can_be_imprisoned, count_face_up, lift, turn_card
from gosu_env.gosu.conditions import UNKNOWN, holds
from gosu_env.gosu.machine import broadcast, fire
from gosu_env.gosu.memory import copies_in_look, end_look
from gosu_env.gosu.piles import (
    add_to_discard,
    add_to_hand,
    discard_from_hand,
    draw,
    random_hand_card,
    take_from_discard,
    take_from_hand,
    top_card,
)
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    BY_VICTORY_POINT,
    DRAGOONS,
    IN_A_TURN,
    LENT,
    LOOK_SIZE,
    NUMBERS,
    State,
    Tables,
    has_kamakor,
    is_behind,
    is_opponent,
    kinds_of,
    partner_of,
    team_bits,
    tokens_of,
    victory_of,
)
from gosu_env.gosu.targets import cursor_seat, filter_of, has_target, may_choose


@rule
def amount_of(st: State, tb: Tables, frame: int) -> int:
    """The number in the frame's instruction: printed, or X, with the bonus in brackets (G-9.3, G-9.4)."""
    pc = st.stack[frame, PC]
    amount = int(tb.code[pc, v.AMOUNT])
    if amount == v.USE_X:
        amount = int(st.stack[frame, X])
    if tb.code[pc, v.BONUS] != 0 and is_behind(st, st.stack[frame, OWNER]):
        amount += tb.code[pc, v.BONUS]
    return amount


@rule
def is_selected(st: State, tb: Tables, frame: int, seat: int) -> bool:
    """Whether the frame's instruction is about this player."""
    who = tb.code[st.stack[frame, PC], v.WHO]
    owner = st.stack[frame, OWNER]
    if who == v.ME:
        return bool(seat == owner)
    if who == v.OPPONENTS:
        return is_opponent(st, owner, seat)
    if who == v.FEWEST:  # G-9.6
        for other in range(st.num_players):
            if st.victory_points[other] < st.victory_points[seat]:
                return False
        return True
    if who == v.CHOSEN:
        return bool(seat == st.stack[frame, SEAT])
    if who == v.ALL:
        return True
    break_off(st, frame, st.stack[frame, PC])
    return False


@rule
def do_draw(st: State, tb: Tables, frame: int) -> None:
    amount = amount_of(st, tb, frame)
    to_size = tb.code[st.stack[frame, PC], v.OP] == v.DRAW_TO
    for offset in range(st.num_players):
        seat = seat_after(st, int(st.stack[frame, OWNER]), offset)
        if is_selected(st, tb, frame, seat):
            draw(st, tb, seat, amount - st.hand_size[seat] if to_size else amount)
    advance(st, frame)


@rule
def cards_to_discard(st: State, tb: Tables, frame: int, seat: int) -> int:
    amount = amount_of(st, tb, frame)
    if tb.code[st.stack[frame, PC], v.OP] == v.DISCARD_TO:
        return int(st.hand_size[seat]) - amount
    return amount


@rule
def do_discard(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Each player in turn discards: cards of their choice, or at random."""
    at_random = tb.code[st.stack[frame, PC], v.ARG] == v.AT_RANDOM
    if answer != NO_ANSWER:
        discard_from_hand(st, tb, cursor_seat(st, frame), answer, DISCARDED)
        st.stack[frame, HIT] = tb.code[st.stack[frame, PC], v.ARG] != v.PRICE
        st.stack[frame, COUNT] -= 1
    elif st.stack[frame, STEP] == 0 and st.stack[frame, CURSOR] == 0:
        st.stack[frame, HIT] = 0
    while st.stack[frame, CURSOR] < st.num_players:
        seat = cursor_seat(st, frame)
        if is_selected(st, tb, frame, seat):
            if st.stack[frame, STEP] == 0:
                st.stack[frame, COUNT] = cards_to_discard(st, tb, frame, seat)
                st.stack[frame, STEP] = 1
            while st.stack[frame, COUNT] > 0 and st.hand_size[seat] > 0:
                if not at_random:
                    ask(st, v.DECIDE_DISCARD, seat)
                    return
                discard_from_hand(st, tb, seat, random_hand_card(st, seat), e.LOST_AT_RANDOM)
                st.stack[frame, HIT] = 1
                st.stack[frame, COUNT] -= 1
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    advance(st, frame)


@rule
def do_steal(st: State, tb: Tables, frame: int) -> None:
    """Take random cards of the chosen player's hand; everybody sees them."""
    victim = st.stack[frame, SEAT]
    st.stack[frame, HIT] = 0
    if victim != NO_SEAT:
        for _ in range(amount_of(st, tb, frame)):
            if st.hand_size[victim] > 0:
                kind = random_hand_card(st, victim)
                owner = int(st.stack[frame, OWNER])
                e.note(st, e.STOLEN, owner, kind, e.HANDS + int(victim), e.HANDS + owner, 0)
                take_from_hand(st, tb, victim, kind)
                add_to_hand(st, tb, st.stack[frame, OWNER], kind, True)
                st.stack[frame, HIT] = 1
    advance(st, frame)


@rule
def sort_look(st: State) -> None:
    """Cards are discarded in the order of their kinds: the order in which they were drawn is nobody else's business."""
    for i in range(1, st.look_size):
        kind = st.look[i]
        at = i
        while at > 0 and st.look[at - 1] > kind:
            st.look[at] = st.look[at - 1]
            at -= 1
        st.look[at] = kind


@rule
def keep_looked_at(st: State, tb: Tables, owner: int, kind: int, shown: bool) -> None:
    """Take a card that is being looked at into hand; ``shown`` when every player saw which one it was."""
    i = 0
    while st.look[i] != kind:
        i += 1
    st.look_size -= 1
    st.look[i] = st.look[st.look_size]
    st.look[st.look_size] = NO_CARD
    if shown:
        e.note(st, e.KEPT, owner, kind, e.LOOK, e.HANDS + owner, 0)
    else:
        e.note_hidden(st, e.KEPT, owner, kind, e.LOOK, e.HANDS + owner)
    add_to_hand(st, tb, owner, kind, shown)


@rule
def show_kept(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Keep, before everyone's eyes, the card that was chosen, or all that fit."""
    fits = filter_of(st, tb, frame)
    for kind in range(kinds_of(st)):
        copies = int(kind == answer)
        if answer == NO_ANSWER and tb.fits[fits, kind]:
            copies = copies_in_look(st, kind, int(st.look_size))
        for _ in range(copies):
            keep_looked_at(st, tb, int(st.stack[frame, OWNER]), kind, True)


@rule
def do_look(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Look at the top cards, keep some that fit, discard the rest. What is kept because it fits is shown (G-1.6)."""
    owner = int(st.stack[frame, OWNER])
    most = int(tb.code[st.stack[frame, PC], v.ARG])
    shows = bool(tb.code[st.stack[frame, PC], v.FITS] != v.ANY_CARD)
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, COUNT] = 0 if shows and most == v.ALL_OF_THEM else most  # nothing to choose
        for _ in range(min(amount_of(st, tb, frame), LOOK_SIZE)):
            kind = top_card(st)
            if kind != NO_CARD:
                e.note_hidden(st, e.LOOKED_AT, owner, kind, e.DECK, e.LOOK)
                st.look[st.look_size] = kind
                st.look_size += 1
    if answer != NO_ANSWER:
        st.stack[frame, COUNT] -= 1
        if not shows:
            keep_looked_at(st, tb, owner, answer, False)
    if st.stack[frame, COUNT] > 0:
        fits = filter_of(st, tb, frame)
        for i in range(st.look_size):
            if tb.fits[fits, st.look[i]]:
                ask(st, v.DECIDE_KEEP, owner)
                return
    sort_look(st)
    end_look(st, tb, owner)
    if shows:
        show_kept(st, tb, frame, answer)
        sort_look(st)
    for i in range(st.look_size):
        e.note(st, DISCARDED, owner, int(st.look[i]), e.LOOK, e.DISCARD, 0)
        add_to_discard(st, st.look[i])
    for i in range(LOOK_SIZE):
        st.look[i] = NO_CARD
    st.look_size = 0
    advance(st, frame)


@rule
def do_search(st: State, tb: Tables, frame: int) -> None:
    """Turn over cards of the draw pile until one fits; take it, discard the others. The discard is not shuffled in."""
    fits = filter_of(st, tb, frame)
    wanted = amount_of(st, tb, frame)
    owner = int(st.stack[frame, OWNER])
    while wanted > 0 and st.deck_size > 0:
        kind = top_card(st)
        if tb.fits[fits, kind]:
            e.note(st, e.FOUND, owner, kind, e.DECK, e.HANDS + owner, 0)
            add_to_hand(st, tb, owner, kind, True)
            wanted -= 1
        else:
            e.note(st, e.TURNED_OVER, owner, kind, e.DECK, e.DISCARD, 0)
            add_to_discard(st, kind)
    advance(st, frame)


@rule
def do_recover(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Take cards that fit from the discard into the hand; everybody sees them."""
    owner = st.stack[frame, OWNER]
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, HIT] = 0
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
    if answer == ANSWER_DONE:
        e.note_number(st, e.NO_MORE_TAKEN, int(owner), 0)
        st.stack[frame, COUNT] = 0
    elif answer != NO_ANSWER:
        e.note(st, e.RECOVERED, int(owner), answer, e.DISCARD, e.HANDS + int(owner), 0)
        take_from_discard(st, answer)
        add_to_hand(st, tb, owner, answer, True)
        st.stack[frame, HIT] = 1
        st.stack[frame, COUNT] -= 1
    if st.stack[frame, COUNT] > 0:
        fits = filter_of(st, tb, frame)
        for kind in range(kinds_of(st)):
            if st.discard[kind] > 0 and tb.fits[fits, kind]:
                ask(st, v.DECIDE_RECOVER, owner)
                return
    advance(st, frame)


@rule
def destroy(st: State, tb: Tables, actor: int, place: int) -> None:
    """A destroyed card goes to the discard and fires its effect; an imprisoned one has none (G-8.2, G-8.3)."""
    seat = place // SLOTS
    slot = place % SLOTS
    e.note(st, e.DESTROYED, actor, int(st.army[seat, slot]), place, e.DISCARD, 0)
    face_up = st.face[seat, slot] == FACE_UP
    kind = lift(st, tb, seat, slot)
    add_to_discard(st, kind)
    if face_up:
        fire(st, tb, v.DESTROYED, kind, seat, place)


@rule
def imprison(st: State, tb: Tables, actor: int, source: int, place: int) -> None:
    """Turn a card face down; cards that react to it do, unless it imprisons itself (G-8.3, K-1.10)."""
    e.note(st, e.IMPRISONED, actor, int(st.army[place // SLOTS, place % SLOTS]), place, place, 0)
    turn_card(st, tb, place // SLOTS, place % SLOTS, FACE_DOWN)
    if source != place:
        broadcast(st, tb, v.IMPRISONED, place // SLOTS)


@rule
def do_imprison_self(st: State, tb: Tables, frame: int) -> None:
    """The card imprisons itself, if it still stands there and no Global protects it; nothing reacts (K-1.10)."""
    place = st.stack[frame, PLACE]
    seat = place // SLOTS
    slot = place % SLOTS
    if st.army[seat, slot] == st.stack[frame, KIND] and can_be_imprisoned(st, tb, seat, slot):
        e.note(st, e.IMPRISONED, int(seat), int(st.army[seat, slot]), int(place), int(place), 0)
        turn_card(st, tb, seat, slot, FACE_DOWN)
    advance(st, frame)


@rule
def begin_jump(st: State, tb: Tables, actor: int, source: int, place: int) -> None:
    """A Shadow Jump of a goblin, by the doing of the card at ``source`` (K-1.5)."""
    if not has_room(st, tb):
        return
    seat = place // SLOTS
    e.note(st, e.JUMPS, actor, int(st.army[seat, place % SLOTS]), place, place, 0)
    frame = push(st, tb, v.JUMP_PROGRAM, int(st.army[seat, place % SLOTS]), seat, source)
    st.stack[frame, TARGET] = place


@rule
def do_jump_self(st: State, tb: Tables, frame: int) -> None:
    """The card makes a Shadow Jump itself, if it still stands face up."""
    place = int(st.stack[frame, PLACE])
    seat = place // SLOTS
    slot = place % SLOTS
    stands = st.army[seat, slot] == st.stack[frame, KIND] and st.face[seat, slot] == FACE_UP
    advance(st, frame)
    if stands and st.deck_size + st.discard_size > 0:
        begin_jump(st, tb, seat, place, place)


@rule
def do_dragoon(st: State, tb: Tables, frame: int) -> None:
    """Take Dragoon tokens, while the supply has some and the hand has room (K-1.3)."""
    owner = int(st.stack[frame, OWNER])
    taken = 0
    for _ in range(amount_of(st, tb, frame)):
        if st.dragoon_supply[0] > 0 and st.dragoons[owner] < DRAGOONS:
            st.dragoon_supply[0] -= 1
            st.dragoons[owner] += 1
            taken += 1
    if taken > 0:
        e.note_number(st, e.DRAGOONS_TAKEN, owner, taken)
    advance(st, frame)


@rule
def hit(st: State, tb: Tables, frame: int, pc: int, source: int, place: int) -> None:
    """Do to a card what row ``pc`` of the card at ``source`` says; what it triggers is a moment of its own."""
    op = tb.code[pc, v.OP]
    actor = int(st.stack[frame, OWNER])
    seat = place // SLOTS
    slot = place % SLOTS
    begin_moment(st)
    if op == v.DESTROY:
        destroy(st, tb, actor, place)
    elif op == v.IMPRISON:
        imprison(st, tb, actor, source, place)
    elif op == v.RELEASE:
        e.note(st, e.RELEASED, actor, int(st.army[seat, slot]), place, place, 0)
        turn_card(st, tb, seat, slot, FACE_UP)
    elif op == v.RETURN:
        e.note(st, e.RETURNED, actor, int(st.army[seat, slot]), place, e.HANDS + seat, 0)
        back_to_hand(st, tb, seat, slot)
    elif has_kamakor(st) and op == v.SHADOW_JUMP:
        begin_jump(st, tb, actor, source, place)
    else:
        break_off(st, frame, pc)


@rule
def do_aimed(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Destroy, imprison, release (K-1.9), return, jump: one target after the other, while there is one (G-9.11)."""
    pc = int(st.stack[frame, PC])
    source = int(st.stack[frame, PLACE])
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, HIT] = 0
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
    if answer != NO_ANSWER:
        st.stack[frame, TARGET] = answer
        st.stack[frame, HIT] = 1
        st.stack[frame, COUNT] -= 1
        if st.stack[frame, COUNT] == 0:
            advance(st, frame)
        hit(st, tb, frame, pc, source, answer)
        return
    if st.stack[frame, COUNT] > 0 and has_target(st, tb, frame):
        ask(st, v.DECIDE_TARGET, st.stack[frame, OWNER])
        return
    advance(st, frame)


@rule
def do_sacrifice(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Each player in turn destroys FREE cards of their own army, of their choice; all at the same moment (G-9.5)."""
    if st.stack[frame, STEP] == 0 and st.stack[frame, CURSOR] == 0:
        begin_moment(st)
        st.stack[frame, HIT] = 0
    if answer != NO_ANSWER:
        st.stack[frame, HIT] = 1
        st.stack[frame, COUNT] -= 1
        destroy(st, tb, cursor_seat(st, frame), answer)
        frame = rise(st, frame)
    while st.stack[frame, CURSOR] < st.num_players:
        seat = cursor_seat(st, frame)
        if is_selected(st, tb, frame, seat):
            if st.stack[frame, STEP] == 0:
                st.stack[frame, STEP] = 1
                st.stack[frame, COUNT] = amount_of(st, tb, frame)
            if st.stack[frame, COUNT] > 0 and has_target(st, tb, frame):
                ask(st, v.DECIDE_TARGET, seat)
                return
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    advance(st, frame)
    sink(st, tb, frame)


@rule
def do_swap(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Exchange two cards of one level in an army (G-9.7)."""
    owner = st.stack[frame, OWNER]
    if st.stack[frame, STEP] == 0:
        st.stack[frame, HIT] = 0
        if has_target(st, tb, frame):
            st.stack[frame, STEP] = 1
            ask(st, v.DECIDE_TARGET, owner)
        else:
            advance(st, frame)
    elif st.stack[frame, STEP] == 1:
        e.note(st, e.SWAP_BEGINS, int(owner), int(st.army[answer // SLOTS, answer % SLOTS]), answer, NOWHERE, 0)
        st.stack[frame, TARGET] = answer
        st.stack[frame, STEP] = 2
        ask(st, v.DECIDE_SWAP_WITH, owner)
    else:
        first = int(st.stack[frame, TARGET])
        other = int(st.army[answer // SLOTS, answer % SLOTS])
        e.note(st, e.SWAPPED, int(owner), int(st.army[first // SLOTS, first % SLOTS]), first, answer, other)
        swap_cards(st, first // SLOTS, first % SLOTS, answer % SLOTS)
        st.stack[frame, HIT] = 1
        advance(st, frame)


@rule
def move_advantage(st: State, seat: int) -> None:
    """Only effects move the Advantage token (G-9.9)."""
    if st.advantage != seat:
        e.note_number(st, e.ADVANTAGE_MOVED, seat, 0)
        st.advantage = seat
        st.advantage_moved = 1


@rule
def do_token_back(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Take back activation tokens, off goblins or from those spent (G-6.3); lent ones, too (K-3.3)."""
    owner = st.stack[frame, OWNER]
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
        if st.stack[frame, COUNT] == v.ALL_OF_THEM:
            for slot in range(SLOTS):
                if st.token[owner, slot] == ACTIVATION_TOKEN:
                    st.token[owner, slot] = 0
                if st.teams and st.token[partner_of(owner), slot] == ACTIVATION_TOKEN + LENT:
                    st.token[partner_of(owner), slot] = 0
            if st.tokens[owner] < tokens_of(tb):
                e.note_number(st, e.TOKENS_BACK, int(owner), tokens_of(tb) - int(st.tokens[owner]))
            st.tokens[owner] = tokens_of(tb)
    if answer != NO_ANSWER:
        if answer == ANSWER_SPENT:
            e.note_number(st, e.TOKENS_BACK, int(owner), 1)
        else:
            lay_on = int(st.army[answer // SLOTS, answer % SLOTS])
            e.note(st, e.TOKENS_BACK, int(owner), lay_on, answer, NOWHERE, 1)
            st.token[answer // SLOTS, answer % SLOTS] = 0
        st.tokens[owner] += 1
        st.stack[frame, COUNT] -= 1
    if st.stack[frame, COUNT] > 0 and st.tokens[owner] < tokens_of(tb):
        ask(st, v.DECIDE_TOKEN, owner)
        return
    advance(st, frame)


@rule
def give_extra_turn(st: State, seat: int) -> None:
    """After the current turn, if it is one of this player's (G-9.12) or, with teams, one of the partner's (K-3.3)."""
    if st.turn_seat == seat:
        st.extra_turns += 1
    elif st.teams and partner_of(st.turn_seat) == seat and st.stack[0, STEP] == IN_A_TURN:
        st.partner_turns += 1


@rule
def do_victory_point(st: State, tb: Tables, frame: int) -> None:
    """A third VP in the middle of a round wins at once (G-7.4). Partners have the VP of their team (K-3.1)."""
    owner = int(st.stack[frame, OWNER])
    amount = amount_of(st, tb, frame)
    for seat in range(st.num_players):
        if not is_opponent(st, owner, seat):
            e.note_number(st, e.VICTORY_POINTS, seat, amount)
            st.victory_points[seat] += amount
    if st.victory_points[owner] >= victory_of(tb):
        finish(st, team_bits(st, owner), BY_VICTORY_POINT, st.stack[frame, KIND])
        return
    advance(st, frame)


@rule
def do_choose_seat(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Choose a player; nobody when none qualifies."""
    owner = st.stack[frame, OWNER]
    if answer != NO_ANSWER:
        e.note_number(st, e.CHOSEN_SEAT, int(owner), answer)
        st.stack[frame, SEAT] = answer
        advance(st, frame)
        return
    st.stack[frame, SEAT] = NO_SEAT
    for seat in range(st.num_players):
        if may_choose(st, tb, frame, seat):
            ask(st, v.DECIDE_SEAT, owner)
            return
    advance(st, frame)


@rule
def do_choose_x(st: State, tb: Tables, frame: int, answer: int) -> None:
    """X of 0 … the printed limit, never more than the hand (G-9.4). The limit of the choice stands in COUNT."""
    if answer != NO_ANSWER:
        e.note_number(st, e.CHOSEN_X, int(st.stack[frame, OWNER]), answer)
        st.stack[frame, X] = answer
        advance(st, frame)
        return
    limit = min(amount_of(st, tb, frame), int(st.hand_size[st.stack[frame, OWNER]]))
    st.stack[frame, COUNT] = min(limit, NUMBERS - 1)
    ask(st, v.DECIDE_NUMBER, st.stack[frame, OWNER])


@rule
def do_count_x(st: State, tb: Tables, frame: int) -> None:
    """X is counted, up to the printed limit."""
    owner = st.stack[frame, OWNER]
    what = tb.code[st.stack[frame, PC], v.ARG]
    count = 0
    if what == v.COUNT_OWN:
        count = count_face_up(st, tb, owner, filter_of(st, tb, frame))
    elif what == v.COUNT_OPPONENTS_IMPRISONED:
        for seat in range(st.num_players):
            if is_opponent(st, owner, seat):
                for slot in range(SLOTS):
                    count += st.face[seat, slot] == FACE_DOWN
    else:
        break_off(st, frame, st.stack[frame, PC])
    st.stack[frame, X] = min(count, amount_of(st, tb, frame))
    advance(st, frame)


@rule
def do_choice(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """may, if, and the naming of a clan."""
    if op == v.IF:
        met = holds(st, tb, frame)
        if met == UNKNOWN:
            break_off(st, frame, st.stack[frame, PC])
            return
        yes = met == 1
    elif answer == NO_ANSWER:
        ask(st, v.DECIDE_MAY if op == v.MAY else v.DECIDE_CLAN, st.stack[frame, OWNER])
        return
    elif op == v.NAME_CLAN:
        e.note_number(st, e.NAMED_CLAN, int(st.stack[frame, OWNER]), answer)
        st.stack[frame, CLAN] = answer
        yes = True
    else:
        yes = answer == 1
        e.note_number(st, e.EFFECT_USED if yes else e.EFFECT_FORGONE, int(st.stack[frame, OWNER]), 0)
    target = tb.code[st.stack[frame, PC], v.ARG]
    advance(st, frame)
    if not yes:
        st.stack[frame, PC] = target


@rule
def do_effect(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Run one instruction of a card's program."""
    if op == v.DRAW or op == v.DRAW_TO:
        do_draw(st, tb, frame)
    elif op == v.DISCARD or op == v.DISCARD_TO:
        do_discard(st, tb, frame, answer)
    elif op == v.DESTROY or op == v.IMPRISON or op == v.RELEASE or op == v.RETURN:
        do_aimed(st, tb, frame, answer)
    elif op == v.IF or op == v.MAY or op == v.NAME_CLAN:
        do_choice(st, tb, frame, op, answer)
    elif op == v.SACRIFICE:
        do_sacrifice(st, tb, frame, answer)
    elif op == v.RECOVER:
        do_recover(st, tb, frame, answer)
    elif op == v.LOOK:
        do_look(st, tb, frame, answer)
    elif op == v.SEARCH:
        do_search(st, tb, frame)
    elif op == v.STEAL:
        do_steal(st, tb, frame)
    elif op == v.SWAP:
        do_swap(st, tb, frame, answer)
    elif op == v.TOKEN_BACK:
        do_token_back(st, tb, frame, answer)
    elif op == v.CHOOSE_SEAT:
        do_choose_seat(st, tb, frame, answer)
    elif op == v.CHOOSE_X:
        do_choose_x(st, tb, frame, answer)
    elif op == v.COUNT_X:
        do_count_x(st, tb, frame)
    elif op == v.IMPRISON_SELF:
        do_imprison_self(st, tb, frame)
    elif has_kamakor(st) and op == v.DRAGOON:
        do_dragoon(st, tb, frame)
    elif has_kamakor(st) and op == v.SHADOW_JUMP:
        if tb.code[st.stack[frame, PC], v.ARG] == v.THIS_CARD:
            do_jump_self(st, tb, frame)
        else:
            do_aimed(st, tb, frame, answer)
    elif op == v.VICTORY_POINT:
        do_victory_point(st, tb, frame)
    elif op == v.EXTRA_TURN:
        give_extra_turn(st, int(st.stack[frame, OWNER]))
        advance(st, frame)
    elif op == v.ADVANTAGE_TAKE:
        move_advantage(st, st.stack[frame, OWNER])
        advance(st, frame)
    elif op == v.ADVANTAGE_GIVE:
        if st.stack[frame, SEAT] != NO_SEAT and st.advantage == st.stack[frame, OWNER]:
            move_advantage(st, st.stack[frame, SEAT])
        advance(st, frame)
    else:
        break_off(st, frame, st.stack[frame, PC])
