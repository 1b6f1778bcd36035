"""The course of a game: opening, rounds, turns, placing and mutating, the Great Battle, victory."""

from __future__ import annotations

from gosu_env.armies.army import face_up_in_row, put_down
from gosu_env.armies.stack import advance, ask, begin_moment, push
from gosu_env.armies.state import (
    CHAIN,
    COUNT,
    CURSOR,
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
    RUNNING,
    SLOTS,
    STEP,
    TARGET,
    TRUNCATED,
    break_off,
    finish,
    seat_after,
)
from gosu_env.engine.compile import Wide, rule, shared_rule
from gosu_env.engine.events import DEALT, DISCARDED, NOBODY, NOWHERE, ROUND_BEGINS, TURN_BEGINS, event_rows
from gosu_env.engine.returns import win_return
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.gosu import events as e
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.actions import (
    ACTIVATE,
    DRAW_ONE,
    DRAW_THREE,
    MUTATE,
    NUMBER,
    PASS,
    PER_SEAT,
    PLACE,
    answer_of,
    dragoon_block,
    seat_block,
)
from gosu_env.gosu.army import clans_in_row, refresh_globals, replace, strength, take_token_off, turn_card
from gosu_env.gosu.draft import draft_cards, lay_packs
from gosu_env.gosu.effects import begin_jump, do_effect
from gosu_env.gosu.kamakor import ban, is_price, jump, lay_out_clans
from gosu_env.gosu.legal import rows_to_place
from gosu_env.gosu.machine import broadcast, fire, next_trigger
from gosu_env.gosu.memory import show_named
from gosu_env.gosu.piles import deal, discard_from_hand, draw, shuffle, take_from_discard, take_from_hand
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    AUTO_FORCED,
    BY_BATTLE,
    BY_SPECIAL,
    DRAFTED,
    DRAGOON_TOKEN,
    FOR_POINTS,
    IN_A_TURN,
    IN_TEAMS,
    LENT,
    MOST_ROUNDS,
    NO_PASSING,
    STACK_DEPTH,
    TURN_LIMITED,
    TURNS_AFTER_PASS,
    State,
    Tables,
    clans_of,
    has_kamakor,
    is_opponent,
    kinds_of,
    opening_hand,
    partner_of,
    team_bits,
    tokens_of,
    victory_of,
    was_truncated,
)
from gosu_env.gosu.targets import mutation_price, place_price

# ------------------------------------------------------------------------------------------------ opening


@rule
def clear(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """An empty table: no cards anywhere, nobody to decide. ``flags`` are bits: AUTO_FORCED, NO_PASSING …"""
    seed_rng(st.rng, seed)
    st.num_players = num_players
    st.auto_forced = flags & AUTO_FORCED
    st.house_rules = flags & (NO_PASSING | TURN_LIMITED | DRAFTED | FOR_POINTS)
    st.draft = 0
    st.teams = 1 if flags & IN_TEAMS else 0
    st.max_decisions = max_decisions
    st.decisions = 0
    st.round_number = 0
    st.turn_seat = 0
    st.advantage = 0
    st.advantage_moved = 0
    st.extra_turns = 0
    st.partner_turns = 0
    st.out_of_order = 0
    st.turns_left = -1
    st.ending = RUNNING
    st.ending_kind = NO_CARD
    st.winners = 0
    st.decision = v.NONE
    st.decider = NO_SEAT
    st.action = NO_ANSWER
    st.answer = NO_ANSWER
    st.unknown_row = NO_ROW
    st.deck_size = 0
    st.discard_size = 0
    st.look_size = 0
    st.depth = 0
    st.moment = 0
    st.hand_size[:] = 0
    st.army[:, :] = NO_CARD
    st.look[:] = NO_CARD
    st.stack[:, :] = 0
    st.tokens[:] = 0
    st.victory_points[:] = 0
    st.passed[:] = 0
    st.row_size[:, :] = 0
    st.hand_level[:, :] = 0
    st.face[:, :] = FACE_UP
    st.token[:, :] = 0
    st.globals[:] = 0
    st.hand[:, :] = 0
    st.known[:, :] = 0
    st.known_size[:] = 0
    st.holder[:, :] = 0
    st.born[:, :] = 0
    st.ghosts[:, :] = 0
    st.ghosts_size = 0
    st.epoch = 0
    st.plain[:] = 0
    st.familiar[:] = 0
    st.discard[:] = 0
    st.deck[:] = 0
    if has_kamakor(st):
        st.dragoons[:] = 0
    for seat in range(num_players):
        st.tokens[seat] = tokens_of(tb)


@rule
def start(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """Shuffle, deal, give the Advantage token to a random player (G-2.1, G-2.2); ``run`` goes on from there.

    With Kamakor, clans may have to be banned before there are cards to deal.
    """
    clear(st, tb, num_players, seed, flags, max_decisions)
    opening = 0
    if has_kamakor(st) and lay_out_clans(st, tb):
        opening = v.BAN_PROGRAM
    else:
        deal_hands(st, tb)
    st.advantage = random_below(st.rng, num_players)
    st.turn_seat = st.advantage
    push(st, tb, opening, NO_CARD, st.advantage, NO_PLACE)


@rule
def deal_hands(st: State, tb: Tables) -> None:
    """The cards of the clans in play are shuffled, and hands are dealt (G-2.1, K-1.1)."""
    for kind in range(kinds_of(st)):
        if not has_kamakor(st) or st.clans[tb.clan[kind]] > 0:
            for _ in range(tb.copies[kind]):
                st.deck[st.deck_size] = kind
                st.deck_size += 1
    shuffle(st)
    for seat in range(st.num_players):
        deal(st, tb, seat, opening_hand(tb), DEALT)


@rule
def ban_clans(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Five clans are banned, then the opening goes on as in every game (K-1.2)."""
    if ban(st, frame, answer):
        deal_hands(st, tb)
        advance(st, frame)
        st.stack[frame, PC] = 0


@rule
def offer_mulligan(st: State, tb: Tables, frame: int, answer: int) -> None:
    """A hand without a Bakuto may be thrown and drawn again, in turn order, as often as that stays true (G-2.3).

    Then the hands are drafted, if that is the game (K-2.2).
    """
    if st.draft > 0:
        draft_cards(st, tb, frame, answer)
        return
    seat = seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR]))
    if answer == 1:
        e.note_number(st, e.MULLIGAN, seat, 0)
        for kind in range(kinds_of(st)):
            for _ in range(st.hand[seat, kind]):
                discard_from_hand(st, tb, seat, kind, e.THROWN)
        draw(st, tb, seat, opening_hand(tb))
    elif answer == 0:
        e.note_number(st, e.MULLIGAN_DECLINED, seat, 0)
        st.plain[seat] = opening_hand(tb)
        st.stack[frame, CURSOR] += 1
    while st.stack[frame, CURSOR] < st.num_players:
        seat = seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR]))
        if st.hand_level[seat, 0] == 0:
            ask(st, v.DECIDE_MULLIGAN, seat)
            return
        st.stack[frame, CURSOR] += 1
    if st.house_rules & DRAFTED:
        lay_packs(st, tb)
        st.stack[frame, CURSOR] = 0
        draft_cards(st, tb, frame, NO_ANSWER)
        return
    advance(st, frame)


# ------------------------------------------------------------------------------------------------ placing and mutating


@rule
def begin_placing(st: State, tb: Tables, seat: int, kind: int, free: bool) -> None:
    """Place a card in the row of its level; one of several levels in the row that its player names (K-1.11)."""
    if not has_kamakor(st):
        place_in_row(st, tb, seat, kind, int(tb.level[kind]) - 1, free)
        return
    rows = rows_to_place(st, tb, seat, kind, free)
    if rows & (rows - 1) == 0:
        row = 0
        while (rows >> row) & 1 == 0:
            row += 1
        place_in_row(st, tb, seat, kind, row, free)
        return
    e.note(st, e.NAMED, seat, kind, e.HANDS + seat, NOWHERE, 0)
    show_named(st, tb, seat, kind)
    push(st, tb, v.FREE_ROW_PROGRAM if free else v.ROW_PROGRAM, kind, seat, NO_PLACE)


@rule
def choose_row(st: State, tb: Tables, frame: int, answer: int) -> None:
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        ask(st, v.DECIDE_ROW, owner)
        return
    kind = int(st.stack[frame, KIND])
    free = tb.code[st.stack[frame, PC], v.ARG] == v.FREE_OF_COST
    advance(st, frame)
    place_in_row(st, tb, owner, kind, answer - 1, free)


@rule
def place_in_row(st: State, tb: Tables, seat: int, kind: int, row: int, free: bool) -> None:
    """Lay the card down, then pay for it, then it enters play."""
    price = 0 if free else place_price(st, tb, seat, kind, row)
    take_from_hand(st, tb, seat, kind)
    place = seat * SLOTS + put_down(st, seat, row, kind)
    e.note(st, e.PLACED, seat, kind, e.HANDS + seat, place, row + 1)
    frame = push(st, tb, v.PLACE_PROGRAM, kind, seat, place)
    st.stack[frame, COUNT] = price
    st.stack[frame, TARGET] = place


@rule
def begin_mutation(st: State, tb: Tables, seat: int, slot: int, free: bool) -> None:
    """Name the goblin; paying and choosing the newcomer follow (G-5.7)."""
    kind = int(st.army[seat, slot])
    place = seat * SLOTS + slot
    if has_kamakor(st) and tb.shadow[kind]:
        begin_jump(st, tb, seat, place, place)
        return
    e.note(st, e.MUTATES, seat, kind, place, place, 0)
    frame = push(st, tb, v.MUTATE_PROGRAM, kind, seat, place)
    st.stack[frame, COUNT] = 0 if free else mutation_price(st, tb, seat, kind)
    st.stack[frame, TARGET] = place


@rule
def pay(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Discard the price, one card of one's choice after the other."""
    owner = st.stack[frame, OWNER]
    if answer != NO_ANSWER:
        discard_from_hand(st, tb, owner, answer, e.PAID)
        st.stack[frame, COUNT] -= 1
    if st.stack[frame, COUNT] > 0:
        ask(st, v.DECIDE_PAY, owner)
        return
    advance(st, frame)


@rule
def bring_newcomer(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Choose the newcomer; the old card leaves and its mutation triggers (G-5.1, G-5.4, G-5.7, G-5.8)."""
    owner = st.stack[frame, OWNER]
    old = st.stack[frame, KIND]
    if answer == NO_ANSWER:
        ask(st, v.DECIDE_NEWCOMER, owner)
        return
    newcomer = answer % kinds_of(st)
    place = int(st.stack[frame, TARGET])
    e.note(st, e.REPLACED, int(owner), int(old), place, e.DISCARD, 0)
    if answer >= kinds_of(st) or st.hand[owner, newcomer] == 0:
        e.note(st, e.BROUGHT_IN, int(owner), newcomer, e.DISCARD, place, 0)
        take_from_discard(st, newcomer)
    else:
        e.note(st, e.BROUGHT_IN, int(owner), newcomer, e.HANDS + int(owner), place, 0)
        take_from_hand(st, tb, owner, newcomer)
    replace(st, tb, place // SLOTS, place % SLOTS, newcomer)
    advance(st, frame)
    st.stack[frame, KIND] = newcomer
    begin_moment(st)
    fire(st, tb, v.MUTATES, old, owner, place)  # G-9.2


@rule
def arrive(st: State, tb: Tables, frame: int) -> None:
    """The card enters play (G-5.5, G-9.1)."""
    place = int(st.stack[frame, TARGET])
    owner = int(st.stack[frame, OWNER])
    kind = int(st.stack[frame, KIND])
    e.note(st, e.ENTERED, owner, kind, place, place, 0)
    turn_card(st, tb, place // SLOTS, place % SLOTS, FACE_UP)
    advance(st, frame)
    begin_moment(st)
    fire(st, tb, v.ENTERS, kind, owner, place)


@rule
def chosen_action(st: State) -> int:
    """The action of a turn that was chosen, which is used up with that; or NO_ANSWER."""
    action = int(st.action)
    st.action = NO_ANSWER
    return action


@rule
def place_or_mutate_again(st: State, tb: Tables, frame: int, op: int) -> None:
    """Place or mutate at once, or be done; nothing of it where the stack has no room for what follows."""
    action = chosen_action(st)
    owner = int(st.stack[frame, OWNER])
    pc = int(st.stack[frame, PC])
    free = tb.code[pc, v.ARG] == v.FREE_OF_COST
    if action == NO_ANSWER and (st.depth < STACK_DEPTH or tb.code[pc + 1, v.OP] == v.END):
        ask(st, v.DECIDE_PLACE_AGAIN if op == v.PLACE_AGAIN else v.DECIDE_MUTATE_AGAIN, owner)
        return
    advance(st, frame)
    if action >= PLACE:
        begin_placing(st, tb, owner, action - PLACE, free)
    elif action >= MUTATE:
        begin_mutation(st, tb, owner, action - MUTATE, free)
    elif action != NO_ANSWER:
        e.note_number(st, e.NOTHING_MORE, owner, 0 if op == v.PLACE_AGAIN else 1)


# ------------------------------------------------------------------------------------------------ turns


@rule
def next_seat(st: State) -> int:
    """The next player clockwise who has not passed; NO_SEAT when all have (G-3.1, G-3.3)."""
    for offset in range(1, st.num_players + 1):
        seat = (st.turn_seat + offset) % st.num_players
        if st.passed[seat] == 0:
            return int(seat)
    return NO_SEAT


@rule
def turn_limit(st: State) -> int:
    """How many turns the others have together once a player has passed: by a Global or an option (K-2.3); 0: any."""
    limit = int(st.globals[v.TURN_LIMIT])
    if st.house_rules & TURN_LIMITED and (limit == 0 or limit > TURNS_AFTER_PASS):
        return TURNS_AFTER_PASS
    return limit


@rule
def limit_begins(st: State) -> bool:
    """Whether a player has passed; with teams, both players of a team (K-3.5)."""
    for seat in range(st.num_players):
        if st.passed[seat] == 1 and (st.teams == 0 or st.passed[partner_of(seat)] == 1):
            return True
    return False


@rule
def partner_follows(st: State) -> bool:
    """Whether the partner now has an extra turn that came out of this one (K-3.3).

    When such turns are over, the order goes on from the player whose turn it was.
    """
    turns = int(st.partner_turns)
    partner = partner_of(int(st.turn_seat))
    st.partner_turns = 0
    if turns > 0 and st.passed[partner] == 0:
        st.turn_seat = partner
        st.extra_turns = turns - 1
        st.out_of_order = 1 - st.out_of_order
        e.note_number(st, e.EXTRA_TURN, partner, 0)
        return True
    if st.out_of_order == 1:
        st.turn_seat = partner
        st.out_of_order = 0
    return False


@rule
def end_turn(st: State) -> None:
    """Whose turn is next: an extra turn first (G-9.12), which a limit of turns counts but does not cut off (K-2.3)."""
    limit = turn_limit(st)
    if limit == 0:
        st.turns_left = -1
    elif st.turns_left > 0:
        st.turns_left = min(int(st.turns_left) - 1, limit)
    elif st.turns_left < 0 and limit_begins(st):
        st.turns_left = limit
    if st.extra_turns > 0 and st.passed[st.turn_seat] == 0:
        st.extra_turns -= 1
        e.note_number(st, e.EXTRA_TURN, int(st.turn_seat), 0)
        return
    st.extra_turns = 0
    if st.teams and partner_follows(st):
        return
    if st.turns_left == 0:
        if st.passed[st.turn_seat] == 0:
            e.note_number(st, e.TURNS_LIMITED, NOBODY, 0)
        st.passed[: st.num_players] = 1
    seat = next_seat(st)
    if seat != NO_SEAT:
        st.turn_seat = seat


@rule
def use_power(st: State, tb: Tables, payer: int, seat: int, slot: int, token: int) -> None:
    """Put a token on a goblin and use its power (G-6.2); the partner's goblin acts for its own player (K-3.3)."""
    if has_kamakor(st) and token == DRAGOON_TOKEN:  # K-1.3
        st.dragoons[payer] -= 1
    else:
        st.tokens[payer] -= 1
    st.token[seat, slot] = token if seat == payer else token + LENT
    kind = int(st.army[seat, slot])
    e.note(st, e.ACTIVATED, payer, kind, seat * SLOTS + slot, seat * SLOTS + slot, token)
    push(st, tb, int(tb.program[kind, v.ACTIVATED]), kind, seat, seat * SLOTS + slot)


@rule
def use_colon(st: State, tb: Tables, seat: int, slot: int) -> None:
    """Use the power of a goblin by doing what stands before its colon (K-1.8)."""
    kind = int(st.army[seat, slot])
    pc = int(tb.program[kind, v.COLON])
    e.note(st, e.ACTIVATED, seat, kind, seat * SLOTS + slot, seat * SLOTS + slot, 0)
    frame = push(st, tb, pc, kind, seat, seat * SLOTS + slot)
    if not is_price(tb.code[pc, v.OP]):
        break_off(st, frame, pc)


@rule
def draw_for_tokens(st: State, tb: Tables, payer: int, seat: int, tokens: int) -> None:
    """One token draws a card, two draw three (G-6.1); the partner may draw them (K-3.3)."""
    e.note(st, e.TOKENS_SPENT, payer, NO_CARD, NOWHERE, e.HANDS + seat, tokens)
    st.tokens[payer] -= tokens
    draw(st, tb, seat, 1 + int(st.globals[v.TOKEN_DRAW]) if tokens == 1 else 3)


@rule
def kamakor_action(st: State, tb: Tables, seat: int, offset: int) -> None:
    """An action of the blocks DRAGOON, COLON and DRAGOON2."""
    slot = offset % SLOTS
    if offset < SLOTS:
        use_power(st, tb, seat, seat, slot, DRAGOON_TOKEN)
    elif offset < 2 * SLOTS:
        use_colon(st, tb, seat, slot)
    else:
        use_power(st, tb, seat, partner_of(seat), slot, DRAGOON_TOKEN)


@rule
def main_action(st: State, tb: Tables, action: int) -> None:
    """One of the six actions of a turn (G-3.2), one of those for the partner (K-3.3), or one of Kamakor."""
    seat = int(st.turn_seat)
    if has_kamakor(st) and action >= dragoon_block(st):
        kamakor_action(st, tb, seat, action - dragoon_block(st))
    elif action >= seat_block(st):
        use_power(st, tb, seat, partner_of(seat), (action - seat_block(st)) % PER_SEAT - 1, ACTIVATION_TOKEN)
    elif action >= PLACE:
        begin_placing(st, tb, seat, action - PLACE, False)
    elif action >= ACTIVATE:
        use_power(st, tb, seat, seat, action - ACTIVATE, ACTIVATION_TOKEN)
    elif action >= MUTATE:
        begin_mutation(st, tb, seat, action - MUTATE, False)
    elif action >= NUMBER:
        draw_for_tokens(st, tb, seat, partner_of(seat), 1 if action == NUMBER + 1 else 2)
    elif action == DRAW_ONE or action == DRAW_THREE:
        draw_for_tokens(st, tb, seat, seat, 1 if action == DRAW_ONE else 2)
    elif action == PASS:  # G-3.3
        e.note_number(st, e.PASSED, seat, 0)
        st.passed[seat] = 1
        begin_moment(st)
        broadcast(st, tb, v.PASSES, seat)


@rule
def take_turn(st: State, tb: Tables, frame: int) -> None:
    """One action, then the next player's turn; when all have passed, the Great Battle (G-3.4)."""
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        ask(st, v.DECIDE_MAIN, st.turn_seat)
    elif st.stack[frame, STEP] == 1:
        st.stack[frame, STEP] = IN_A_TURN
        e.note_number(st, TURN_BEGINS, int(st.turn_seat), 0)
        main_action(st, tb, chosen_action(st))
    else:
        st.stack[frame, STEP] = 0
        end_turn(st)
        if st.passed[st.turn_seat] == 1:
            st.stack[frame, PC] = v.AT_BATTLE


# ------------------------------------------------------------------------------------------------ rounds


@rule
def strongest_team(st: State, tb: Tables) -> int:
    """Bits of the team whose stronger army is the strongest (K-3.4).

    If these are equal the other two armies decide, then the Advantage token.
    """
    north = strength(st, tb, 0)
    east = strength(st, tb, 1)
    south = strength(st, tb, 2)
    west = strength(st, tb, 3)
    lead = max(north, south) - max(east, west)
    if lead == 0:
        lead = min(north, south) - min(east, west)
    if lead == 0:
        return 0 if st.globals[v.TIES] > 0 else team_bits(st, int(st.advantage))
    return team_bits(st, 0 if lead > 0 else 1)


@rule
def strongest_players(st: State, tb: Tables) -> int:
    """Bits of the players who earn the VP of a Great Battle (G-7.1, G-7.2)."""
    best = -1
    strongest = 0
    for seat in range(st.num_players):
        total = strength(st, tb, seat)
        if total > best:
            best = total
            strongest = 0
        if total == best:
            strongest |= 1 << seat
    tied = strongest & (strongest - 1) != 0
    if tied and st.globals[v.TIES] > 0:
        strongest = 0
    elif tied and (strongest >> st.advantage) & 1:
        strongest = 1 << int(st.advantage)
    return strongest


@rule
def leaders(st: State) -> int:
    """Bits of the players with the most victory points; of several, the holder of the Advantage token (as G-7.7)."""
    best = 0
    for seat in range(st.num_players):
        best = max(best, int(st.victory_points[seat]))
    ahead = 0
    for seat in range(st.num_players):
        if st.victory_points[seat] == best:
            ahead |= 1 << seat
    return team_bits(st, int(st.advantage)) if (ahead >> st.advantage) & 1 else ahead


@rule
def great_battle(st: State, tb: Tables, frame: int) -> None:
    """The strongest army earns a VP; 3 VP win (G-7.1 to G-7.3). A VP of a team counts for both partners (K-3.1).

    Where rounds are limited, most VP win after the last.
    """
    strongest = strongest_team(st, tb) if st.teams else strongest_players(st, tb)
    if event_rows(st) > 0:
        for seat in range(st.num_players):
            e.note_number(st, e.STRENGTH, seat, strength(st, tb, seat))
    winners = 0
    for seat in range(st.num_players):
        if (strongest >> seat) & 1:
            e.note_number(st, e.VICTORY_POINTS, seat, 1)
            st.victory_points[seat] += 1
            if st.victory_points[seat] >= victory_of(tb):
                winners |= 1 << seat
    if winners == 0 and tb.rounds > 0 and st.round_number >= tb.rounds:
        winners = leaders(st)
    if winners != 0:
        finish(st, winners, BY_BATTLE, NO_CARD)
    st.stack[frame, PC] = v.AT_ROUND_END
    st.stack[frame, CURSOR] = 0


@rule
def end_round(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Hands and armies are kept (G-7.5), unless a Global limits the hands."""
    limit = int(st.globals[v.HAND_LIMIT])
    if answer != NO_ANSWER:
        discard_from_hand(st, tb, seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR])), answer, DISCARDED)
    while st.stack[frame, CURSOR] < st.num_players:
        seat = seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR]))
        if limit > 0 and st.hand_size[seat] > limit:
            ask(st, v.DECIDE_DISCARD, seat)
            return
        st.stack[frame, CURSOR] += 1
    st.stack[frame, PC] = v.AT_ROUND_START


@rule
def has_all_named(st: State, tb: Tables, seat: int, fits: int) -> bool:
    """Whether every card that the filter names stands face up in the army."""
    for kind in range(kinds_of(st)):
        if tb.fits[fits, kind]:
            found = False
            for slot in range(SLOTS):
                if st.army[seat, slot] == kind and st.face[seat, slot] == FACE_UP:
                    found = True
            if not found:
                return False
    return True


@rule
def special_victory(st: State, tb: Tables, seat: int) -> int:
    """The Global by which this seat wins at the start of a round, or -1."""
    first_row = clans_in_row(st, tb, seat, 0)
    clans = 0
    for clan in range(clans_of(st)):
        clans += (first_row >> clan) & 1
    every = first_row | clans_in_row(st, tb, seat, 1) | clans_in_row(st, tb, seat, 2)
    cards = face_up_in_row(st, seat, 0) + face_up_in_row(st, seat, 1) + face_up_in_row(st, seat, 2)
    if st.globals[v.WIN_NAMED] > 0 and has_all_named(st, tb, seat, int(st.globals[v.WIN_NAMED])):
        return v.WIN_NAMED
    if 0 < st.globals[v.WIN_CLANS] <= clans:
        return v.WIN_CLANS
    if 0 < st.globals[v.WIN_CARDS] <= cards:
        return v.WIN_CARDS
    if 0 < st.globals[v.WIN_HAND] <= st.hand_size[seat]:
        return v.WIN_HAND
    if 0 < st.globals[v.WIN_ONE_CLAN] <= cards and every & (every - 1) == 0:
        return v.WIN_ONE_CLAN
    if 0 < st.globals[v.WIN_OZEKIS] <= face_up_in_row(st, seat, 2):
        return v.WIN_OZEKIS
    if 0 < st.globals[v.WIN_ADVANTAGE] <= cards and st.advantage == seat and st.advantage_moved == 0:
        return v.WIN_ADVANTAGE
    return -1


@rule
def card_with_global(st: State, tb: Tables, which: int) -> int:
    """A face-up card in play that carries the Global."""
    for seat in range(st.num_players):
        for slot in range(SLOTS):
            kind = st.army[seat, slot]
            if kind != NO_CARD and st.face[seat, slot] == FACE_UP and tb.globals[kind, which] != 0:
                return int(kind)
    return NO_CARD


@rule
def check_special_victories(st: State, tb: Tables) -> None:
    """Of several winners at once the holder of the Advantage token wins alone; otherwise they share (G-7.7).

    Partners win together (K-3.1), and of two teams the one with the Advantage token.
    """
    winners = 0
    which = -1
    for seat in range(st.num_players):
        victory = special_victory(st, tb, seat)
        if victory >= 0 and (which < 0 or seat == st.advantage):
            which = victory
        if victory >= 0:
            winners |= team_bits(st, seat)
    if winners == 0:
        return
    if (winners >> st.advantage) & 1:
        winners = team_bits(st, int(st.advantage))
    finish(st, winners, BY_SPECIAL, card_with_global(st, tb, which))


@rule
def begin_round(st: State, tb: Tables, frame: int) -> None:
    """Tokens return, imprisoned cards turn up, special victories are checked, round-start effects happen (G-7.6)."""
    st.round_number = min(int(st.round_number) + 1, MOST_ROUNDS)
    e.note_number(st, ROUND_BEGINS, int(st.advantage), int(st.round_number))
    for seat in range(st.num_players):
        st.tokens[seat] = tokens_of(tb)
        st.passed[seat] = 0
        for slot in range(SLOTS):
            take_token_off(st, seat, slot)  # K-1.3: Dragoon tokens go back to the supply
            st.face[seat, slot] = FACE_UP  # G-8.5
    refresh_globals(st, tb)
    st.turn_seat = st.advantage
    st.extra_turns = 0
    st.partner_turns = 0
    st.out_of_order = 0
    st.turns_left = -1
    if st.round_number > 1:
        check_special_victories(st, tb)
    st.advantage_moved = 0
    advance(st, frame)
    begin_moment(st)
    broadcast(st, tb, v.ROUND_STARTS, int(st.advantage))


# ------------------------------------------------------------------------------------------------ the machine


@shared_rule
def run(st: State, tb: Tables) -> None:
    """Go on until somebody has to decide or the game is over.

    A chain of effects that asks nobody ends after CHAIN instructions: what cards have left to do then does not happen.
    """
    cards_from = v.KAMAKOR_CARD_CODE if has_kamakor(st) else v.CARD_CODE
    steps = 0
    while st.ending == RUNNING and st.decision == v.NONE:
        frame = int(st.depth) - 1
        steps += 1
        if steps > CHAIN and st.stack[frame, PC] >= cards_from:
            st.depth -= 1
            continue
        if st.stack[frame, GROUP] != 0:
            next_trigger(st)
            continue
        answer = int(st.answer)
        st.answer = NO_ANSWER
        op = tb.code[st.stack[frame, PC], v.OP]
        if op == v.TURN:
            take_turn(st, tb, frame)
        elif op == v.END:
            st.depth -= 1
        elif op == v.PAY:
            pay(st, tb, frame, answer)
        elif op == v.ARRIVE:
            arrive(st, tb, frame)
        elif op == v.NEWCOMER:
            bring_newcomer(st, tb, frame, answer)
        elif op == v.BATTLE:
            great_battle(st, tb, frame)
        elif op == v.ROUND_END:
            end_round(st, tb, frame, answer)
        elif op == v.ROUND_START:
            begin_round(st, tb, frame)
        elif op == v.MULLIGAN:
            offer_mulligan(st, tb, frame, answer)
        elif op == v.PLACE_AGAIN or op == v.MUTATE_AGAIN:
            place_or_mutate_again(st, tb, frame, op)
        elif has_kamakor(st) and op == v.JUMP:
            jump(st, tb, frame)
        elif has_kamakor(st) and op == v.ROW:
            choose_row(st, tb, frame, answer)
        elif has_kamakor(st) and op == v.BAN:
            ban_clans(st, tb, frame, answer)
        else:
            do_effect(st, tb, frame, op, answer)
    if st.ending == RUNNING and st.decisions >= st.max_decisions:
        finish(st, 0, TRUNCATED, NO_CARD)


@rule
def answer_decision(st: State, action: int) -> None:
    """Answer the pending decision with a legal action; ``run`` goes on from there."""
    decision = st.decision
    if decision == v.DECIDE_MAIN or decision == v.DECIDE_PLACE_AGAIN or decision == v.DECIDE_MUTATE_AGAIN:
        st.action = action
    else:
        st.answer = answer_of(st, action)
    st.decision = v.NONE
    st.decider = NO_SEAT
    st.decisions += 1


@rule
def seat_return(st: State, tb: Tables, seat: int) -> float:
    """The return of the family; or, where that is the reward, the lead in VP over the best opponent by what wins."""
    if st.house_rules & FOR_POINTS == 0 or was_truncated(st):
        return win_return(st, tb, seat)
    best = 0
    for other in range(st.num_players):
        if is_opponent(st, seat, other):
            best = max(best, int(st.victory_points[other]))
    return max(-1.0, min(1.0, (int(st.victory_points[seat]) - best) / victory_of(tb)))
