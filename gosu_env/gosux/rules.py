"""The course of a game: draft, opening, rounds, turns, placing and shifting, the Great Battle, the Song of the Dead."""

from __future__ import annotations

from gosu_env.armies.army import army_size, put_down
from gosu_env.armies.stack import advance, ask, begin_moment, push, start_trigger
from gosu_env.armies.state import (
    CHAIN,
    COUNT,
    CURSOR,
    FACE_DOWN,
    FACE_UP,
    GROUP,
    KIND,
    NO_ANSWER,
    NO_CARD,
    NO_PLACE,
    NO_ROW,
    NO_SEAT,
    OWNER,
    PC,
    PLACE,
    RUNNING,
    SEAT,
    SLOTS,
    STEP,
    TARGET,
    TRUNCATED,
    X,
    break_off,
    finish,
)
from gosu_env.engine.compile import Wide, rule, shared_rule
from gosu_env.engine.events import DEALT, DISCARDED, NOBODY, NOWHERE, ROUND_BEGINS, TURN_BEGINS
from gosu_env.engine.returns import win_return
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.gosux import actions as act
from gosu_env.gosux import events as e
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import has_echo, has_law, refresh, replace, strength, text_of, turn_card, turned_tiles
from gosu_env.gosux.choices import do_if, do_may, do_name, do_pay_bounty, do_pay_clan
from gosu_env.gosux.cycling import do_cycling, leave_look
from gosu_env.gosux.effects import (
    activation,
    do_aim,
    do_bounty_token,
    do_capture_copied,
    do_capture_self,
    do_copy,
    do_destroy_clan,
    do_lift,
    do_remove_copied,
    do_sacrifice,
    do_swap,
    do_token_back,
    fire_army,
    give_extra_turn,
    resolve,
    sacrifice,
    strike,
    unlock,
)
from gosu_env.gosux.memory import note_hand_seen
from gosu_env.gosux.piles import (
    discard_from_hand,
    draw,
    draw_one,
    put_into_deck,
    shuffle_deck,
    take_from_discard,
    take_from_hand,
)
from gosu_env.gosux.state import (
    AUTO_FORCED,
    BY_GOAN_SUL,
    BY_JUSTICE,
    BY_SUPREMACY,
    CLANS,
    CLANS_DEALT,
    CLANS_EACH,
    DRAFT_PICKS,
    FEWER_TURNS,
    FOR_SUPREMACY,
    FORBIDDEN,
    GALMI,
    GOAN_SUL,
    HAND_LIMIT,
    KINDS,
    LARGE_VICTORY,
    NARASHIMA,
    OPENING_HAND,
    PLAYERS,
    SMALL_HAND_LIMIT,
    SUPREMACY,
    TOKENS,
    TURNS_AFTER_PASS,
    WONDER,
    State,
    Tables,
    was_truncated,
)
from gosu_env.gosux.targets import cursor_seat, has_target, place_price, rows_to_place, shift_price
from gosu_env.gosux.voids import is_void_arrival

# ------------------------------------------------------------------------------------------------ opening


@rule
def clear(st: State, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """An empty table: no cards anywhere, nobody to decide."""
    seed_rng(st.rng, seed)
    st.num_players = num_players
    st.auto_forced = flags & AUTO_FORCED
    st.clans_dealt = 1 if flags & CLANS_DEALT else 0
    st.for_supremacy = 1 if flags & FOR_SUPREMACY else 0
    st.max_decisions = max_decisions
    st.decisions = 0
    st.round_number = 0
    st.first_seat = 0
    st.turn_seat = 0
    st.extra_turn = 0
    st.in_extra_turn = 0
    st.turns_left = -1
    st.ending = RUNNING
    st.ending_kind = NO_CARD
    st.winners = 0
    st.decision = v.NONE
    st.decider = NO_SEAT
    st.action = NO_ANSWER
    st.answer = NO_ANSWER
    st.unknown_row = NO_ROW
    st.look_size = 0
    st.depth = 0
    st.moment = 0
    st.wonder = NOBODY
    st.bounty = NO_PLACE
    st.hand_size[:] = 0
    st.deck_size[:] = 0
    st.discard_size[:] = 0
    st.clans[:] = 0
    st.laws[:] = 0
    st.forbidden[:, :] = NO_CARD
    st.army[:, :] = NO_CARD
    st.look[:] = NO_CARD
    st.stack[:, :] = 0
    st.forbidden_turns[:] = 0
    st.tokens[:] = TOKENS
    st.owned[:] = TOKENS
    st.supremacy[:] = 0
    st.passed[:] = 0
    st.refilled[:] = 0
    st.from_discard[:] = 0
    st.row_size[:, :] = 0
    st.face[:, :] = FACE_UP
    st.token[:, :] = 0
    st.clan_owner[:] = NOBODY
    st.tile[:] = 0
    st.hand[:, :] = 0
    st.discard[:, :] = 0
    st.removed[:] = 0
    st.known[:] = 0
    st.secret[:] = 0
    st.top_known[:] = 0
    st.bottom_known[:] = 0
    st.born[:, :] = 0
    st.arrived[:, :] = 0
    st.epoch[:] = 0
    st.ghosts_size[:] = 0
    st.ghosts[:, :] = 0
    st.deck[:, :] = 0


@rule
def start(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """A random first player (X-2.2); clans are drafted by ``run``."""
    clear(st, num_players, seed, flags, max_decisions)
    st.first_seat = random_below(st.rng, PLAYERS)
    st.turn_seat = st.first_seat
    push(st, tb, v.AT_DRAFT, NO_CARD, st.first_seat, NO_PLACE)


@rule
def picker(st: State, pick: int) -> int:
    """Who picks: the first player one clan, the second two, the first two, the second one (X-2.2)."""
    second = pick == 1 or pick == 2 or pick == DRAFT_PICKS - 1
    return int(st.first_seat) ^ int(second)


@rule
def pick_clan(st: State, frame: int, clan: int) -> None:
    seat = picker(st, int(st.stack[frame, CURSOR]))
    e.note_number(st, e.PICKED, seat, clan)
    st.clan_owner[clan] = seat
    st.clans[seat] |= 1 << clan
    st.stack[frame, CURSOR] += 1


@rule
def draft(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Clans are picked; then decks are made and hands dealt (X-2.2 to X-2.4)."""
    while st.clans_dealt and st.stack[frame, CURSOR] < DRAFT_PICKS:
        clan = random_below(st.rng, CLANS)
        if st.clan_owner[clan] == NOBODY:
            pick_clan(st, frame, clan)
    if answer != NO_ANSWER:
        pick_clan(st, frame, answer)
    if st.stack[frame, CURSOR] < DRAFT_PICKS:
        ask(st, v.DECIDE_DRAFT, picker(st, int(st.stack[frame, CURSOR])))
        return
    deal_hands(st, tb)
    advance(st, frame)


@rule
def deal_hands(st: State, tb: Tables) -> None:
    """The tiles that nobody picked are active (X-2.3); each player shuffles a deck of three clans and draws seven."""
    for clan in range(CLANS):
        st.tile[clan] = st.clan_owner[clan] == NOBODY
    refresh(st, tb)
    for kind in range(KINDS):
        seat = int(st.clan_owner[tb.clan[kind]])
        if seat != NOBODY:
            for _ in range(tb.copies[kind]):
                put_into_deck(st, seat, kind)
    for offset in range(PLAYERS):
        seat = int(st.first_seat) ^ offset
        shuffle_deck(st, seat)
        deal_seven(st, seat)


@rule
def deal_seven(st: State, seat: int) -> None:
    for _ in range(OPENING_HAND):
        draw_one(st, seat, DEALT)


@rule
def offer_mulligan(st: State, frame: int, answer: int) -> None:
    """A hand with one Troop or none may be shown, shuffled back and drawn again (X-2.5). Everybody is asked."""
    seat = cursor_seat(st, frame)
    if answer == 1:
        e.note_number(st, e.MULLIGAN, seat, 0)
        note_hand_seen(st, seat)
        for kind in range(KINDS):
            while st.hand[seat, kind] > 0:
                e.note(st, e.SHOWN, seat, kind, e.HANDS + seat, e.DECKS + seat, 0)
                take_from_hand(st, seat, kind)
                put_into_deck(st, seat, kind)
        shuffle_deck(st, seat)
        deal_seven(st, seat)
    elif answer == 0:
        e.note_number(st, e.MULLIGAN_DECLINED, seat, 0)
        st.stack[frame, CURSOR] += 1
    if st.stack[frame, CURSOR] < PLAYERS:
        ask(st, v.DECIDE_MULLIGAN, cursor_seat(st, frame))
        return
    advance(st, frame)


# ------------------------------------------------------------------------------------------------ placing and shifting


@rule
def begin_placing(st: State, tb: Tables, seat: int, kind: int, old: bool) -> None:
    """Place a card of the hand, or of the discard; one of every level in the row that its player names."""
    rows = rows_to_place(st, tb, seat, kind, int(st.hand_size[seat]) - 1 + int(old))
    if rows & (rows - 1) == 0:
        row = 0
        while (rows >> row) & 1 == 0:
            row += 1
        lay_down(st, tb, seat, kind, row, take_to_play(st, seat, kind, old))
        return
    zone = take_to_play(st, seat, kind, old)
    e.note(st, e.SHOWN, seat, kind, zone, e.LOOK, 0)
    st.look[0] = kind
    st.look_size = 1
    push(st, tb, v.ROW_PROGRAM, kind, seat, zone)


@rule
def choose_row(st: State, tb: Tables, frame: int, answer: int) -> None:
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        ask(st, v.DECIDE_ROW, owner)
        return
    kind = int(st.stack[frame, KIND])
    advance(st, frame)
    leave_look(st, kind)
    lay_down(st, tb, owner, kind, answer - 1, e.LOOK)


@rule
def take_to_play(st: State, seat: int, kind: int, old: bool) -> int:
    """Take a card out of the hand or the discard, to be played; the zone it came from."""
    if old:
        take_from_discard(st, seat, kind)
        return e.DISCARDS + seat
    take_from_hand(st, seat, kind)
    return e.HANDS + seat


@rule
def lay_down(st: State, tb: Tables, seat: int, kind: int, row: int, zone: int) -> None:
    """Lay a card from that zone down in a row, then pay for it, then it enters play."""
    price = place_price(st, tb, seat, kind, row)
    place = seat * SLOTS + put_down(st, seat, row, kind)
    e.note(st, e.PLACED, seat, kind, zone, place, row + 1)
    frame = push(st, tb, v.PLACE_PROGRAM, kind, seat, place)
    st.stack[frame, TARGET] = place
    st.stack[frame, COUNT] = price


@rule
def begin_shift(st: State, tb: Tables, seat: int, slot: int) -> None:
    """Name the card that is to be replaced; pay, then bring in the newcomer (X-5.1)."""
    kind = int(st.army[seat, slot])
    place = seat * SLOTS + slot
    e.note(st, e.SHIFTS, seat, kind, place, place, 0)
    frame = push(st, tb, v.SHIFT_PROGRAM, kind, seat, place)
    st.stack[frame, TARGET] = place
    st.stack[frame, COUNT] = shift_price(st, tb, seat, slot)


@rule
def pay(st: State, frame: int, answer: int) -> None:
    """Discard cards, or spend the Wonder token for one of them (X-8.8)."""
    seat = int(st.stack[frame, OWNER])
    if answer == act.ANSWER_WONDER:
        e.note_number(st, e.WONDER_SPENT, seat, 0)
        st.wonder = NOBODY
        st.stack[frame, COUNT] -= 1
    elif answer != NO_ANSWER:
        discard_from_hand(st, seat, answer, e.PAID)
        st.stack[frame, COUNT] -= 1
    if st.stack[frame, COUNT] > 0:
        ask(st, v.DECIDE_PAY, seat)
        return
    advance(st, frame)


@rule
def bring_newcomer(st: State, tb: Tables, frame: int, answer: int) -> None:
    """The newcomer takes the place of the old card, whose tokens are spent."""
    seat = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        ask(st, v.DECIDE_NEWCOMER, seat)
        return
    place = int(st.stack[frame, TARGET])
    old = answer >= KINDS
    kind = answer - KINDS if old else answer
    zone = take_to_play(st, seat, kind, old)
    replace(st, tb, seat, place % SLOTS, kind)
    e.note(st, e.BROUGHT_IN, seat, kind, zone, place, 0)
    st.stack[frame, KIND] = kind
    advance(st, frame)


@rule
def arrive(st: State, tb: Tables, frame: int) -> None:
    """The card is in play: it may take the Wonder token; its arrival effect happens, with Echo perhaps twice.

    One that comes in by a shift arrives like one that is placed (X-5.4).
    """
    place = int(st.stack[frame, TARGET])
    seat = place // SLOTS
    slot = place % SLOTS
    kind = int(st.army[seat, slot])
    advance(st, frame)
    e.note(st, e.ENTERED, seat, kind, place, place, 0)
    turn_card(st, tb, seat, slot, FACE_UP)
    if st.ending != RUNNING:
        return
    text = text_of(st, tb, seat, slot)
    if tb.keywords[text] & WONDER and st.wonder != seat:
        e.note(st, e.WONDER_TAKEN, seat, kind, place, place, 0)
        st.wonder = seat
    if tb.program[text, v.ARRIVES] >= 0:
        if has_echo(st, tb, seat, slot):
            push(st, tb, v.ECHO_PROGRAM, text, seat, place)
        resolve(st, tb, text, seat, place, 0)


@rule
def echo(st: State, tb: Tables, frame: int, answer: int) -> None:
    """The arrival effect may be resolved a second time (X-8.6)."""
    seat = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        if is_void_arrival(st, tb, frame):
            advance(st, frame)
        else:
            ask(st, v.DECIDE_ECHO, seat)
        return
    kind = int(st.stack[frame, KIND])
    place = int(st.stack[frame, PLACE])
    advance(st, frame)
    if answer == 1:
        e.note(st, e.ECHO, seat, kind, place, place, 0)
        resolve(st, tb, kind, seat, place, 0)


# ------------------------------------------------------------------------------------------------ turns


@rule
def pass_round(st: State, tb: Tables, seat: int) -> None:
    """Out until the round ends; the opponent has at most three turns left (X-3.3)."""
    e.note_number(st, e.PASSED, seat, 0)
    first = st.passed[1 - seat] == 0
    st.passed[seat] = 1
    if first:
        st.turns_left = FEWER_TURNS if has_law(st, seat, GALMI) else TURNS_AFTER_PASS
        begin_moment(st)
        fire_army(st, tb, v.PASSES_FIRST, seat)


@rule
def use_token(st: State, tb: Tables, seat: int, slot: int) -> None:
    """Put a token on a card and activate it (X-6.2)."""
    kind = text_of(st, tb, seat, slot)
    place = seat * SLOTS + slot
    st.tokens[seat] -= 1
    st.token[seat, slot] += 1
    e.note(st, e.ACTIVATED, seat, int(st.army[seat, slot]), place, place, 1)
    push(st, tb, v.ACTIVATION_PROGRAM, kind, seat, place)


@rule
def draw_for_tokens(st: State, tb: Tables, seat: int, tokens: int) -> None:
    """One token draws a card, two draw three (X-6.1)."""
    e.note(st, e.TOKENS_SPENT, seat, NO_CARD, NOWHERE, e.HANDS + seat, tokens)
    st.tokens[seat] -= tokens
    draw(st, tb, seat, 1 if tokens == 1 else 3)
    if tokens == 2:
        begin_moment(st)
        fire_army(st, tb, v.SPENDS_TWO, seat)


@rule
def main_action(st: State, tb: Tables, action: int) -> None:
    """One of the actions of a turn (X-3.1)."""
    seat = int(st.turn_seat)
    if action >= act.OLD:
        begin_placing(st, tb, seat, action - act.OLD, True)
    elif action >= act.PLACE:
        begin_placing(st, tb, seat, action - act.PLACE, False)
    elif action >= act.ACTIVATE:
        use_token(st, tb, seat, action - act.ACTIVATE)
    elif action >= act.SHIFT:
        begin_shift(st, tb, seat, action - act.SHIFT)
    elif action == act.PASS:
        pass_round(st, tb, seat)
    else:
        draw_for_tokens(st, tb, seat, 1 if action == act.DRAW_ONE else 2)


@rule
def hand_limit(st: State, seat: int) -> int:
    return SMALL_HAND_LIMIT if has_law(st, seat, NARASHIMA) else HAND_LIMIT


@rule
def take_turn(st: State, tb: Tables, frame: int, answer: int) -> None:
    """One action, what happens at the end of the turn, the hand limit (X-3.2), then the next turn or the battle."""
    seat = int(st.turn_seat)
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        ask(st, v.DECIDE_MAIN, seat)
    elif st.stack[frame, STEP] == 1:
        st.stack[frame, STEP] = 2
        e.note_number(st, TURN_BEGINS, seat, 0)
        action = int(st.action)
        st.action = NO_ANSWER
        main_action(st, tb, action)
    elif st.stack[frame, STEP] == 2:
        st.stack[frame, STEP] = 3
        begin_moment(st)
        fire_army(st, tb, v.TURN_ENDS, seat)
    else:
        if answer != NO_ANSWER:
            discard_from_hand(st, seat, answer, DISCARDED)
        if st.hand_size[seat] > hand_limit(st, seat):
            ask(st, v.DECIDE_DISCARD, seat)
            return
        st.stack[frame, STEP] = 0
        end_turn(st)
        if st.passed[st.turn_seat] == 1:
            advance(st, frame)


@rule
def end_turn(st: State) -> None:
    """Whose turn is next. Extra turns do not chain, and count among those left after a pass (X-8.13, X-3.3)."""
    seat = int(st.turn_seat)
    other = 1 - seat
    if st.forbidden_turns[other] > 0:
        st.forbidden_turns[other] -= 1
        if st.forbidden_turns[other] == 0:
            for i in range(FORBIDDEN):
                st.forbidden[other, i] = NO_CARD
    if st.passed[other] == 1 and st.passed[seat] == 0:
        st.turns_left -= 1
        if st.turns_left == 0:
            e.note_number(st, e.PASSED, seat, 1)
            st.passed[seat] = 1
    again = st.extra_turn == 1 and st.passed[seat] == 0
    st.extra_turn = 0
    if again:
        e.note_number(st, e.EXTRA_TURN, seat, 0)
        st.in_extra_turn = 1
        st.from_discard[seat] *= 2  # in this turn, cards may come from the discard
        return
    st.in_extra_turn = 0
    st.from_discard[seat] = 0
    if st.passed[other] == 0:
        st.turn_seat = other


# ------------------------------------------------------------------------------------------------ rounds


@rule
def begin_round(st: State, frame: int) -> None:
    st.round_number += 1
    e.note_number(st, ROUND_BEGINS, int(st.first_seat), int(st.round_number))
    st.turn_seat = st.first_seat
    st.passed[:] = 0
    st.turns_left = -1
    st.extra_turn = 0
    st.in_extra_turn = 0
    st.from_discard[:] = 0
    advance(st, frame)


@rule
def great_battle(st: State, tb: Tables, frame: int) -> None:
    """The stronger army takes a Supremacy token; the second one wins, two second ones draw (X-7.1, X-1.1, X-1.5).

    The song is told in its frame: OWNER sacrifices first; X has bits of the seats that sacrifice a card more; SEAT
    starts the next round.
    """
    if st.stack[frame, STEP] == 1:
        advance(st, frame)
        return
    lead = strength(st, tb, 0) - strength(st, tb, 1)
    for seat in range(PLAYERS):
        e.note_number(st, e.STRENGTH, seat, strength(st, tb, seat))
    winners = 3
    if lead != 0:
        winners = 1 if lead > 0 else 2
    elif st.wonder != NOBODY:
        winners = 1 << int(st.wonder)
    champions = 0
    for seat in range(PLAYERS):
        if (winners >> seat) & 1:
            e.note_number(st, e.SUPREMACY, seat, 1)
            st.supremacy[seat] += 1
            champions |= int(st.supremacy[seat] >= SUPREMACY) << seat
    if champions != 0:
        finish(st, champions, BY_SUPREMACY, NO_CARD)
        return
    extra = 0
    for seat in range(PLAYERS):
        if (winners >> seat) & 1 and has_law(st, seat, GOAN_SUL):
            if lead * lead >= LARGE_VICTORY * LARGE_VICTORY:
                finish(st, winners, BY_GOAN_SUL, NO_CARD)
                return
            extra |= 1 << seat
    if winners == 3:
        first = random_below(st.rng, PLAYERS)
        loser = first
    else:
        first = 0 if winners == 1 else 1
        loser = 1 - first
    st.stack[frame, OWNER] = first
    st.stack[frame, SEAT] = loser
    st.stack[frame, X] = extra
    st.stack[frame, STEP] = 1
    begin_moment(st)
    for seat in range(PLAYERS):
        fire_army(st, tb, v.WINS_BATTLE if (winners >> seat) & 1 else v.LOSES_BATTLE, seat)


@rule
def free_armies(st: State, tb: Tables) -> None:
    """All captured cards turn face up, which triggers nothing (X-7.2a)."""
    for seat in range(PLAYERS):
        for slot in range(SLOTS):
            if st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_DOWN:
                st.face[seat, slot] = FACE_UP
    refresh(st, tb)


@rule
def song(st: State, tb: Tables, frame: int, answer: int) -> None:
    """The Song of the Dead (X-7.2)."""
    if st.stack[frame, STEP] == 0 and st.stack[frame, CURSOR] == 0:
        e.note_number(st, e.SONG, NOBODY, 0)
        free_armies(st, tb)
        if st.ending != RUNNING:
            return
    if answer != NO_ANSWER:
        st.stack[frame, COUNT] -= 1
        sacrifice(st, tb, answer)
    while st.stack[frame, CURSOR] < PLAYERS:
        seat = cursor_seat(st, frame)
        if st.stack[frame, STEP] == 0:
            st.stack[frame, STEP] = 1
            st.stack[frame, COUNT] = (army_size(st, seat) + 1) // 2 + ((int(st.stack[frame, X]) >> seat) & 1)
        if st.stack[frame, COUNT] > 0 and has_target(st, tb, frame):
            ask(st, v.DECIDE_TARGET, seat)
            return
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    if st.stack[frame, CURSOR] == PLAYERS:
        st.stack[frame, CURSOR] += 1
        for offset in range(PLAYERS):
            seat = int(st.stack[frame, OWNER]) ^ offset
            draw(st, tb, seat, OPENING_HAND - int(st.hand_size[seat]))
        return  # what refilled decks trigger comes before the song is over
    for seat in range(PLAYERS):
        st.tokens[seat] = st.owned[seat]
        for slot in range(SLOTS):
            st.token[seat, slot] = 0
    st.wonder = NOBODY
    st.first_seat = st.stack[frame, SEAT]
    st.stack[frame, PC] = v.AT_ROUND_START
    st.stack[frame, STEP] = 0
    st.stack[frame, CURSOR] = 0


# ------------------------------------------------------------------------------------------------ the machine


@rule
def turn_tile(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Turn over one of one's tiles, which becomes active; the third one wins with a Supremacy token (X-1.4)."""
    owner = int(st.stack[frame, OWNER])
    turned = turned_tiles(st, owner)
    if answer == NO_ANSWER:
        if turned < CLANS_EACH:
            ask(st, v.DECIDE_TILE, owner)
        else:
            advance(st, frame)
        return
    e.note_number(st, e.TILE_TURNED, owner, answer)
    st.tile[answer] = 1
    refresh(st, tb)
    if turned + 1 == CLANS_EACH and st.supremacy[owner] > 0:
        finish(st, 1 << owner, BY_JUSTICE, int(st.stack[frame, KIND]))
    advance(st, frame)


@rule
def do_effect(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Run one instruction of a card's program."""
    if do_cycling(st, tb, frame, op, answer):
        return
    if op == v.AIM:
        do_aim(st, tb, frame, answer)
    elif op == v.IF:
        do_if(st, tb, frame)
    elif op == v.MAY:
        do_may(st, tb, frame, answer)
    elif op == v.COPY:
        do_copy(st, tb, frame, answer)
    elif op == v.SACRIFICE or op == v.SACRIFICE_EVEN:
        do_sacrifice(st, tb, frame, answer)
    elif op == v.NAME_CLAN or op == v.NAME_LEVEL or op == v.CHOOSE_SEAT:
        do_name(st, tb, frame, op, answer)
    elif op == v.EXTRA_TURN:
        give_extra_turn(st, int(st.stack[frame, OWNER]), tb.code[st.stack[frame, PC], v.ARG] == v.FROM_DISCARD)
        advance(st, frame)
    elif op == v.SWAP:
        do_swap(st, tb, frame, answer)
    elif op == v.LIFT:
        do_lift(st, tb, frame, answer)
    elif op == v.TOKEN_BACK:
        do_token_back(st, tb, frame, answer)
    elif op == v.UNLOCK:
        owner = int(st.stack[frame, OWNER])
        kind = int(st.stack[frame, KIND])
        advance(st, frame)
        unlock(st, tb, owner, kind)
    elif op == v.CAPTURE_SELF:
        do_capture_self(st, tb, frame)
    elif op == v.CAPTURE_COPIED:
        do_capture_copied(st, tb, frame)
    elif op == v.DESTROY_CLAN:
        do_destroy_clan(st, tb, frame)
    elif op == v.REMOVE_COPIED:
        do_remove_copied(st, tb, frame)
    elif op == v.BOUNTY_TOKEN:
        do_bounty_token(st, tb, frame, answer)
    elif op == v.PASS_NOW:
        owner = int(st.stack[frame, OWNER])
        advance(st, frame)
        if st.passed[owner] == 0 and st.turn_seat == owner:
            pass_round(st, tb, owner)
    elif op == v.TURN_TILE:
        turn_tile(st, tb, frame, answer)
    elif op == v.PAY_BOUNTY:
        do_pay_bounty(st, tb, frame, answer)
    elif op == v.PAY_CLAN:
        do_pay_clan(st, tb, frame, answer)
    else:
        break_off(st, frame, st.stack[frame, PC])


@rule
def next_trigger(st: State) -> None:
    """Start one of the waiting triggers; of several, the player whose turn it is names one."""
    if start_trigger(st, v.DECIDE_ORDER):
        kind = int(st.stack[st.depth - 1, KIND])
        e.note(st, e.GOES_FIRST, int(st.turn_seat), kind, int(st.stack[st.depth - 1, PLACE]), NOWHERE, 0)


@rule
def note_refills(st: State, tb: Tables) -> None:
    """Cards that wait for a refill of their player's deck."""
    for seat in range(PLAYERS):
        if st.refilled[seat] > 0:
            st.refilled[seat] = 0
            begin_moment(st)
            fire_army(st, tb, v.SHUFFLES, seat)


@shared_rule
def run(st: State, tb: Tables) -> None:
    """Go on until somebody has to decide or the game is over.

    A chain of effects that asks nobody ends after CHAIN instructions: what cards have left to do then does not happen.
    """
    steps = 0
    while st.ending == RUNNING and st.decision == v.NONE:
        if st.answer == NO_ANSWER and (st.refilled[0] > 0 or st.refilled[1] > 0):
            note_refills(st, tb)
        frame = int(st.depth) - 1
        steps += 1
        if steps > CHAIN and st.stack[frame, PC] >= v.CARD_CODE:
            st.depth -= 1
            continue
        if st.stack[frame, GROUP] != 0:
            next_trigger(st)
            continue
        answer = int(st.answer)
        st.answer = NO_ANSWER
        op = tb.code[st.stack[frame, PC], v.OP]
        if op == v.TURN:
            take_turn(st, tb, frame, answer)
        elif op == v.END:
            st.depth -= 1
        elif op == v.PAY:
            pay(st, frame, answer)
        elif op == v.ARRIVE:
            arrive(st, tb, frame)
        elif op == v.NEWCOMER:
            bring_newcomer(st, tb, frame, answer)
        elif op == v.STRIKE:
            strike(st, tb, frame, answer)
        elif op == v.ACTIVATION:
            activation(st, tb, frame, answer)
        elif op == v.ECHO:
            echo(st, tb, frame, answer)
        elif op == v.ROW:
            choose_row(st, tb, frame, answer)
        elif op == v.BATTLE:
            great_battle(st, tb, frame)
        elif op == v.SONG:
            song(st, tb, frame, answer)
        elif op == v.ROUND_START:
            begin_round(st, frame)
        elif op == v.DRAFT:
            draft(st, tb, frame, answer)
        elif op == v.MULLIGAN:
            offer_mulligan(st, frame, answer)
        else:
            do_effect(st, tb, frame, op, answer)
    if st.ending == RUNNING and st.decisions >= st.max_decisions:
        finish(st, 0, TRUNCATED, NO_CARD)


@rule
def answer_decision(st: State, action: int) -> None:
    """Answer the pending decision with a legal action; ``run`` goes on from there."""
    if st.decision == v.DECIDE_MAIN:
        st.action = action
    else:
        st.answer = act.answer_of(st, action)
    st.decision = v.NONE
    st.decider = NO_SEAT
    st.decisions += 1


@rule
def seat_return(st: State, tb: Tables, seat: int) -> float:
    """The return of the family; or, where that is the reward, the lead in Supremacy tokens, in halves.

    Whoever wins in another way counts as having two.
    """
    if st.for_supremacy == 0 or was_truncated(st):
        return win_return(st, tb, seat)
    own = SUPREMACY if (int(st.winners) >> seat) & 1 else int(st.supremacy[seat])
    other = SUPREMACY if (int(st.winners) >> (1 - seat)) & 1 else int(st.supremacy[1 - seat])
    return (own - other) / SUPREMACY
