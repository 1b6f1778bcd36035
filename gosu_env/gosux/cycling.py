"""What cards do to hands, decks and discards: one function per effect."""

from __future__ import annotations

from gosu_env.armies.stack import advance, ask
from gosu_env.armies.state import (
    ANSWER_DONE,
    COLUMNS,
    COUNT,
    CURSOR,
    NO_ANSWER,
    NO_CARD,
    OWNER,
    PC,
    PLACE,
    ROWS,
    SLOTS,
    STEP,
    X,
)
from gosu_env.engine.compile import rule
from gosu_env.engine.events import DISCARDED, NOWHERE, SHUFFLED
from gosu_env.gosux import events as e
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_at, clans_in_column, clans_in_row, clans_of_kind
from gosu_env.gosux.effects import amount_of, is_selected, take_fits
from gosu_env.gosux.memory import note_hand_seen, note_not_in_deck
from gosu_env.gosux.piles import (
    add_to_discard,
    add_to_hand,
    discard_from_hand,
    draw,
    mill,
    put_below,
    put_into_deck,
    put_on_top,
    remove_from_game,
    shuffle_deck,
    take_from_deck,
    take_from_discard,
    take_top,
)
from gosu_env.gosux.state import GALMI, KINDS, LOOK_SIZE, PLAYERS, State, Tables
from gosu_env.gosux.targets import clans_in_discard, count_clans, cursor_seat, fits_card


@rule
def counted(st: State, tb: Tables, frame: int) -> int:
    """What "per" counts: clans, or cards of a clan, around the card whose effect it is; it must not have left."""
    owner = int(st.stack[frame, OWNER])
    per = tb.code[st.stack[frame, PC], v.ARG]
    slot = int(st.stack[frame, PLACE]) % SLOTS
    if per == v.PER_CLANS_DISCARD:
        return count_clans(clans_in_discard(st, tb, owner))
    if per == v.PER_CLANS_ROW:
        return count_clans(clans_in_row(st, tb, owner, slot // COLUMNS))
    if per == v.PER_CLANS_COLUMN:
        return count_clans(clans_in_column(st, tb, owner, slot % COLUMNS))
    total = 0
    for row in range(ROWS):
        if slot % COLUMNS < st.row_size[owner, row]:
            total += (clans_at(st, tb, owner, row * COLUMNS + slot % COLUMNS) >> GALMI) & 1
    return total


@rule
def do_draw(st: State, tb: Tables, frame: int, op: int) -> None:
    owner = int(st.stack[frame, OWNER])
    for offset in range(PLAYERS):
        seat = owner ^ offset
        if is_selected(st, tb, frame, seat):
            amount = amount_of(st, tb, frame)
            if op == v.DRAW_TO_OPPONENT:
                amount = int(st.hand_size[1 - seat]) - int(st.hand_size[seat])
            elif tb.code[st.stack[frame, PC], v.ARG] != v.PER_NOTHING:
                amount *= counted(st, tb, frame)
            draw(st, tb, seat, amount)
    advance(st, frame)


@rule
def to_discard(st: State, tb: Tables, frame: int, op: int, seat: int) -> int:
    """How many cards a player has to discard."""
    if not is_selected(st, tb, frame, seat):
        return 0
    if op == v.DISCARD_HALF:
        return (int(st.hand_size[seat]) + 1) // 2
    if op == v.DISCARD_TO_MINE:
        return int(st.hand_size[seat]) - int(st.hand_size[st.stack[frame, OWNER]])
    if op == v.HAND_TO:
        return int(st.hand_size[seat]) - amount_of(st, tb, frame)
    return amount_of(st, tb, frame)


@rule
def do_discard(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Each player in turn discards cards of their choice; or, to a hand of some size, draws."""
    if answer != NO_ANSWER:
        discard_from_hand(st, cursor_seat(st, frame), answer, DISCARDED)
        st.stack[frame, COUNT] -= 1
    while st.stack[frame, CURSOR] < PLAYERS:
        seat = cursor_seat(st, frame)
        if st.stack[frame, STEP] == 0:
            st.stack[frame, STEP] = 1
            st.stack[frame, COUNT] = to_discard(st, tb, frame, op, seat)
            if op == v.HAND_TO and st.stack[frame, COUNT] < 0:
                draw(st, tb, seat, -int(st.stack[frame, COUNT]))
        if st.stack[frame, COUNT] > 0 and st.hand_size[seat] > 0:
            ask(st, v.DECIDE_DISCARD, seat)
            return
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    advance(st, frame)


@rule
def can_take(st: State, tb: Tables, frame: int, seat: int) -> bool:
    """Whether a discard has a card that the frame's instruction takes."""
    for kind in range(KINDS):
        if st.discard[seat, kind] > 0 and take_fits(st, tb, frame, seat, kind):
            return True
    return False


@rule
def take_back(st: State, seat: int, kind: int) -> None:
    """A card of the discard comes into the hand, before everyone's eyes."""
    e.note(st, e.RECOVERED, seat, kind, e.DISCARDS + seat, e.HANDS + seat, 0)
    take_from_discard(st, seat, kind)
    add_to_hand(st, seat, kind, True)


@rule
def do_recover(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Cards of the own discard, one after the other: into the hand, or onto the deck."""
    owner = int(st.stack[frame, OWNER])
    if st.stack[frame, STEP] == 0:
        st.stack[frame, STEP] = 1
        st.stack[frame, X] = 0
        st.stack[frame, COUNT] = amount_of(st, tb, frame)
    if answer == ANSWER_DONE:
        e.note_number(st, e.NO_MORE_TAKEN, owner, 0)
        st.stack[frame, COUNT] = 0
    elif answer != NO_ANSWER:
        st.stack[frame, COUNT] -= 1
        if op == v.TOP:
            e.note(st, e.PUT_ON_TOP, owner, answer, e.DISCARDS + owner, e.DECKS + owner, 0)
            take_from_discard(st, owner, answer)
            put_on_top(st, owner, answer)
        else:
            level_taken(st, tb, frame, answer)
            take_back(st, owner, answer)
    if st.stack[frame, COUNT] > 0 and can_take(st, tb, frame, owner):
        ask(st, v.DECIDE_TAKE, owner)
        return
    advance(st, frame)


@rule
def level_taken(st: State, tb: Tables, frame: int, kind: int) -> None:
    """Remember the level of a card that was taken, in the bits of X; of every level, the lowest that is left."""
    left = int(tb.levels[kind]) & ~int(st.stack[frame, X])
    st.stack[frame, X] = int(st.stack[frame, X]) | (left & -left)


@rule
def do_recover_name(st: State, tb: Tables, frame: int, answer: int) -> None:
    """All cards of one name in the own discard."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER and st.discard_size[owner] > 0:
        ask(st, v.DECIDE_TAKE, owner)
        return
    if answer != NO_ANSWER:
        for kind in range(KINDS):
            while tb.name[kind] == tb.name[answer] and st.discard[owner, kind] > 0:
                take_back(st, owner, kind)
    advance(st, frame)


@rule
def do_recover_all(st: State, tb: Tables, frame: int) -> None:
    """All cards that fit, of the own discard and of one's cards that were removed from the game."""
    owner = int(st.stack[frame, OWNER])
    for kind in range(KINDS):
        if st.clan_owner[tb.clan[kind]] == owner and fits_card(st, tb, frame, owner, kind):
            while st.discard[owner, kind] > 0:
                take_back(st, owner, kind)
            while st.removed[kind] > 0:
                e.note(st, e.RECOVERED, owner, kind, e.REMOVED, e.HANDS + owner, 0)
                st.removed[kind] -= 1
                add_to_hand(st, owner, kind, True)
    advance(st, frame)


# ------------------------------------------------------------------------------------------------ decks


@rule
def reveal(st: State, seat: int, amount: int) -> None:
    """Turn over the top cards of a deck, as far as it goes (X-8.12)."""
    for _ in range(min(amount, LOOK_SIZE, int(st.deck_size[seat]))):
        kind = take_top(st, seat)
        e.note(st, e.REVEALED, seat, kind, e.DECKS + seat, e.LOOK, 0)
        st.look[st.look_size] = kind
        st.look_size += 1


@rule
def leave_look(st: State, kind: int) -> None:
    """One of the revealed cards goes elsewhere."""
    for i in range(st.look_size):
        if st.look[i] == kind:
            for j in range(i, st.look_size - 1):
                st.look[j] = st.look[j + 1]
            st.look_size -= 1
            st.look[st.look_size] = NO_CARD
            return


@rule
def take_revealed(st: State, seat: int, kind: int) -> None:
    e.note(st, e.FOUND, seat, kind, e.LOOK, e.HANDS + seat, 0)
    leave_look(st, kind)
    add_to_hand(st, seat, kind, True)


@rule
def discard_revealed(st: State, seat: int) -> None:
    while st.look_size > 0:
        kind = int(st.look[0])
        e.note(st, DISCARDED, seat, kind, e.LOOK, e.DISCARDS + seat, 0)
        leave_look(st, kind)
        add_to_discard(st, seat, kind)


@rule
def do_reveal(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Reveal cards, keep those that fit or one of them, discard the rest."""
    owner = int(st.stack[frame, OWNER])
    keep = int(tb.code[st.stack[frame, PC], v.ARG])
    if answer != NO_ANSWER:
        take_revealed(st, owner, answer)
        st.stack[frame, COUNT] -= 1
    else:
        reveal(st, owner, amount_of(st, tb, frame))
        st.stack[frame, COUNT] = keep
        if keep == v.ALL_OF_THEM:
            i = 0
            while i < st.look_size:
                if fits_card(st, tb, frame, owner, int(st.look[i])):
                    take_revealed(st, owner, int(st.look[i]))
                else:
                    i += 1
            st.stack[frame, COUNT] = 0
    if st.stack[frame, COUNT] > 0 and st.look_size > 0:
        ask(st, v.DECIDE_KEEP, owner)
        return
    discard_revealed(st, owner)
    advance(st, frame)


@rule
def do_arrange(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Reveal three cards: one into the hand, one back on top, one to the bottom. STEP says which comes next."""
    owner = int(st.stack[frame, OWNER])
    if st.stack[frame, STEP] == 0:
        reveal(st, owner, amount_of(st, tb, frame))
    elif st.stack[frame, STEP] == 1:
        take_revealed(st, owner, answer)
    else:
        e.note(st, e.PUT_ON_TOP, owner, answer, e.LOOK, e.DECKS + owner, 0)
        leave_look(st, answer)
        put_on_top(st, owner, answer)
    st.stack[frame, STEP] += 1
    if st.look_size > 0 and st.stack[frame, STEP] < 3:
        ask(st, v.DECIDE_KEEP, owner)
        return
    while st.look_size > 0:
        kind = int(st.look[0])
        e.note(st, e.PUT_BELOW, owner, kind, e.LOOK, e.DECKS + owner, 0)
        leave_look(st, kind)
        put_below(st, owner, kind)
    advance(st, frame)


@rule
def do_mill(st: State, tb: Tables, frame: int) -> None:
    amount = amount_of(st, tb, frame)
    for seat in range(PLAYERS):
        if is_selected(st, tb, frame, seat):
            mill(st, seat, amount)
    advance(st, frame)


@rule
def in_deck(st: State, seat: int, kind: int) -> bool:
    for i in range(st.deck_size[seat]):
        if st.deck[seat, i] == kind:
            return True
    return False


@rule
def can_find(st: State, tb: Tables, frame: int, seat: int) -> bool:
    for i in range(st.deck_size[seat]):
        if fits_card(st, tb, frame, seat, int(st.deck[seat, i])):
            return True
    return False


@rule
def do_search(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Search the own deck: for any card, unseen, into the hand; or for one of a name, shown, onto the deck."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER and can_find(st, tb, frame, owner):
        ask(st, v.DECIDE_SEARCH, owner)
        return
    on_top = tb.code[st.stack[frame, PC], v.ARG] == v.ON_TOP
    if answer != NO_ANSWER:
        take_from_deck(st, owner, answer, on_top)
        if not on_top:
            e.note_hidden(st, e.FOUND, owner, answer, e.DECKS + owner, e.HANDS + owner)
            add_to_hand(st, owner, answer, False)
    else:
        for kind in range(KINDS):
            if st.clan_owner[tb.clan[kind]] == owner and fits_card(st, tb, frame, owner, kind):
                note_not_in_deck(st, owner, kind)
    e.note(st, SHUFFLED, owner, NO_CARD, NOWHERE, e.DECKS + owner, 0)
    shuffle_deck(st, owner)
    if answer != NO_ANSWER and on_top:
        e.note(st, e.PUT_ON_TOP, owner, answer, e.DECKS + owner, e.DECKS + owner, 0)
        put_on_top(st, owner, answer)
    advance(st, frame)


@rule
def do_clan_of_discard(st: State, tb: Tables, frame: int, op: int, answer: int) -> None:
    """Each player picks a clan in their discard: its cards there leave the game, or are shuffled into the deck."""
    if answer != NO_ANSWER:
        seat = cursor_seat(st, frame)
        e.note_number(st, e.NAMED_CLAN, seat, answer)
        drawn = 0
        for kind in range(KINDS):
            if (clans_of_kind(st, tb, seat, kind) >> answer) & 1:
                while st.discard[seat, kind] > 0:
                    if op == v.REMOVE_CLAN:
                        drawn += remove_from_game(st, tb, seat, seat, kind)
                    else:
                        put_back(st, seat, kind)
        draw(st, tb, seat, drawn)
        if op == v.SHUFFLE_CLAN:
            shuffle_deck(st, seat)
        st.stack[frame, CURSOR] += 1
    while st.stack[frame, CURSOR] < PLAYERS:
        seat = cursor_seat(st, frame)
        if st.discard_size[seat] > 0:
            ask(st, v.DECIDE_CLAN, seat)
            return
        st.stack[frame, CURSOR] += 1
    advance(st, frame)


@rule
def put_back(st: State, seat: int, kind: int) -> None:
    """A card of the discard goes into the deck, which is shuffled afterwards."""
    e.note(st, e.PUT_BACK, seat, kind, e.DISCARDS + seat, e.DECKS + seat, 0)
    take_from_discard(st, seat, kind)
    put_into_deck(st, seat, kind)


@rule
def do_shuffle_removed(st: State, tb: Tables, frame: int) -> None:
    """A card that was removed from the game comes back into its player's deck."""
    owner = int(st.stack[frame, OWNER])
    for kind in range(KINDS):
        if st.clan_owner[tb.clan[kind]] == owner and fits_card(st, tb, frame, owner, kind):
            while st.removed[kind] > 0:
                e.note(st, e.PUT_BACK, owner, kind, e.REMOVED, e.DECKS + owner, 0)
                st.removed[kind] -= 1
                put_into_deck(st, owner, kind)
    shuffle_deck(st, owner)
    advance(st, frame)


@rule
def do_remove(st: State, tb: Tables, frame: int, answer: int) -> None:
    """A card of the own discard leaves the game."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER and st.discard_size[owner] > 0:
        ask(st, v.DECIDE_TAKE, owner)
        return
    advance(st, frame)
    if answer != NO_ANSWER:
        draw(st, tb, owner, remove_from_game(st, tb, owner, owner, answer))


@rule
def do_forbid(st: State, frame: int, answer: int) -> None:
    """Look at the opponent's hand, and name a card that may not be played until the end of one's next turn."""
    owner = int(st.stack[frame, OWNER])
    if answer == NO_ANSWER:
        e.note_number(st, e.HAND_SEEN, 1 - owner, 0)
        note_hand_seen(st, 1 - owner)
        ask(st, v.DECIDE_FORBID, owner)
        return
    e.note(st, e.NAMED_CARD, owner, answer, NOWHERE, NOWHERE, 0)
    turns = 2 if st.turn_seat == owner else 1
    if st.forbidden_turns[1 - owner] == turns:  # one more in this turn
        st.forbidden[1 - owner, 1] = answer
    else:
        st.forbidden[1 - owner, 0] = answer
        st.forbidden[1 - owner, 1] = NO_CARD
    st.forbidden_turns[1 - owner] = turns
    advance(st, frame)


@rule
def do_cycling(st: State, tb: Tables, frame: int, op: int, answer: int) -> bool:
    """Run one instruction about hands, decks and discards; whether it is one."""
    if op == v.DRAW or op == v.DRAW_TO_OPPONENT:
        do_draw(st, tb, frame, op)
    elif op == v.DISCARD or op == v.DISCARD_HALF or op == v.DISCARD_TO_MINE or op == v.HAND_TO:
        do_discard(st, tb, frame, op, answer)
    elif op == v.RECOVER or op == v.TOP:
        do_recover(st, tb, frame, op, answer)
    elif op == v.RECOVER_NAME:
        do_recover_name(st, tb, frame, answer)
    elif op == v.RECOVER_ALL:
        do_recover_all(st, tb, frame)
    elif op == v.REVEAL:
        do_reveal(st, tb, frame, answer)
    elif op == v.ARRANGE:
        do_arrange(st, tb, frame, answer)
    elif op == v.MILL:
        do_mill(st, tb, frame)
    elif op == v.SEARCH:
        do_search(st, tb, frame, answer)
    elif op == v.REMOVE_CLAN or op == v.SHUFFLE_CLAN:
        do_clan_of_discard(st, tb, frame, op, answer)
    elif op == v.SHUFFLE_REMOVED:
        do_shuffle_removed(st, tb, frame)
    elif op == v.REMOVE:
        do_remove(st, tb, frame, answer)
    elif op == v.FORBID:
        do_forbid(st, frame, answer)
    else:
        return False
    return True
