"""Which cards an effect may aim at, and what placing and shifting ask for."""

from __future__ import annotations

from gosu_env.armies.army import has_partner, is_free
from gosu_env.armies.state import (
    CLAN,
    COLUMNS,
    CURSOR,
    FACE_DOWN,
    FACE_UP,
    NO_CARD,
    OWNER,
    PC,
    PLACE,
    ROWS,
    SLOTS,
    break_off,
)
from gosu_env.engine.compile import rule
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import (
    are_adjacent,
    are_crossing,
    can_be_captured,
    can_be_destroyed,
    clans_in_row,
    clans_of_kind,
    clans_of_level,
    has_secret_shift,
    keywords_at,
    stands,
    text_of,
)
from gosu_env.gosux.memory import could_be_in_hand
from gosu_env.gosux.state import (
    CHAIN_OF,
    CLANS,
    FIRST_HERO,
    FIRST_IMMORTAL,
    KINDS,
    LEVEL,
    PLACE_PRICE,
    PLAYERS,
    RECRUITER,
    State,
    Tables,
)


@rule
def filter_of(st: State, tb: Tables, frame: int) -> int:
    """The filter of the frame's instruction; with a Supremacy token, perhaps a wider one."""
    pc = st.stack[frame, PC]
    if tb.code[pc, v.BONUS] > 0 and st.supremacy[st.stack[frame, OWNER]] > 0:
        return int(tb.code[pc, v.BONUS])
    return int(tb.code[pc, v.FITS])


@rule
def fits_named(st: State, tb: Tables, frame: int, seat: int, kind: int) -> bool:
    """Whether a card of a player's is of the clan, of the level, or of both that the program named."""
    fits = tb.code[st.stack[frame, PC], v.FITS]
    named_clan = fits == v.NAMED_CLAN or fits == v.NAMED_BOTH
    if named_clan and (clans_of_kind(st, tb, seat, kind) >> int(st.stack[frame, CLAN])) & 1 == 0:
        return False
    if fits == v.NAMED_LEVEL or fits == v.NAMED_BOTH:
        return bool((int(tb.levels[kind]) << 1 >> int(st.stack[frame, LEVEL])) & 1)  # 0: none was named
    return True


@rule
def fits_card(st: State, tb: Tables, frame: int, seat: int, kind: int) -> bool:
    """Whether the frame's instruction takes a card of a player's that is not in play."""
    fits = filter_of(st, tb, frame)
    if fits < 0:
        return fits_named(st, tb, frame, seat, kind)
    return bool(tb.fits[fits, kind] and (tb.asks[fits] == 0 or tb.asks[fits] & tb.keywords[kind]))


@rule
def fits_at(st: State, tb: Tables, frame: int, seat: int, slot: int) -> bool:
    """Whether the frame's instruction takes the card in a slot."""
    fits = filter_of(st, tb, frame)
    kind = int(st.army[seat, slot])
    if fits == v.PAID_LEVEL:  # of that level, or of a lower one
        return bool(int(tb.levels[kind]) & ((1 << int(st.stack[frame, LEVEL])) - 1))
    if fits < 0:
        return fits_named(st, tb, frame, seat, kind)
    return bool(tb.fits[fits, kind] and (tb.asks[fits] == 0 or tb.asks[fits] & keywords_at(st, tb, seat, slot)))


@rule
def cursor_seat(st: State, frame: int) -> int:
    """The player that an effect on several players has come to."""
    return int(st.stack[frame, OWNER]) ^ int(st.stack[frame, CURSOR])


@rule
def actor_of(st: State, tb: Tables, frame: int) -> int:
    """Who acts: the effect's player or, where each player may, the one it has come to."""
    pc = st.stack[frame, PC]
    op = tb.code[pc, v.OP]
    if op == v.AIM and tb.code[pc, v.ARG] & v.EACH == 0:
        return int(st.stack[frame, OWNER])
    return cursor_seat(st, frame)


@rule
def modes_at(st: State, tb: Tables, seat: int, slot: int, modes: int) -> int:
    """Which of capture, destroy and free can be done to a card."""
    bits = 0
    if modes & v.CAPTURE and can_be_captured(st, tb, seat, slot):
        bits |= v.CAPTURE
    if modes & v.DESTROY and can_be_destroyed(st, tb, seat, slot):
        bits |= v.DESTROY
    if modes & v.FREE and st.face[seat, slot] == FACE_DOWN:
        bits |= v.FREE
    return bits


@rule
def is_in_area(st: State, frame: int, area: int, seat: int, slot: int) -> bool:
    """Whether a slot lies where an effect may aim, seen from its card."""
    if area == v.ANYWHERE:
        return True
    own = int(st.stack[frame, PLACE])
    if seat != own // SLOTS:
        return False
    return are_crossing(own % SLOTS, slot) if area == v.CROSSING else are_adjacent(own % SLOTS, slot)


@rule
def may_copy(st: State, tb: Tables, frame: int, kind: int) -> bool:
    """A card that copies is copied once in a chain of copies."""
    return bool(int(tb.copier[kind]) & int(st.stack[frame, CHAIN_OF]) == 0)


@rule
def is_target(st: State, tb: Tables, frame: int, seat: int, slot: int) -> bool:
    """Whether the frame's instruction may aim at the card in that slot."""
    if not stands(st, seat, slot):
        return False
    pc = st.stack[frame, PC]
    op = tb.code[pc, v.OP]
    if op == v.SONG or op == v.SACRIFICE or op == v.SACRIFICE_EVEN:
        return bool(seat == cursor_seat(st, frame) and is_free(st, seat, slot))
    if op == v.BOUNTY_TOKEN:
        return bool(st.bounty != seat * SLOTS + slot)
    arg = int(tb.code[pc, v.ARG])
    if op == v.COPY:
        return bool(
            st.face[seat, slot] == FACE_UP
            and fits_at(st, tb, frame, seat, slot)
            and is_in_area(st, frame, arg // v.AREA, seat, slot)
            and seat * SLOTS + slot != st.stack[frame, PLACE]
            and may_copy(st, tb, frame, text_of(st, tb, seat, slot))
        )
    armies = tb.code[pc, v.WHO]
    if armies != v.ANY_ARMY and (seat == actor_of(st, tb, frame)) != (armies == v.OWN_ARMY):
        return False
    if op == v.SWAP:
        return has_partner(st, seat, slot)
    if not fits_at(st, tb, frame, seat, slot):
        return False
    if op == v.LIFT:
        return is_free(st, seat, slot)
    if op == v.AIM:
        return modes_at(st, tb, seat, slot, arg) != 0 and is_in_area(st, frame, arg // v.AREA, seat, slot)
    break_off(st, frame, pc)
    return False


@rule
def has_target(st: State, tb: Tables, frame: int) -> bool:
    for seat in range(PLAYERS):
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if is_target(st, tb, frame, seat, slot):
                    return True
    return False


@rule
def clans_in_discard(st: State, tb: Tables, seat: int) -> int:
    """Bits of the clans in a discard."""
    bits = 0
    for kind in range(KINDS):
        if st.discard[seat, kind] > 0:
            bits |= clans_of_kind(st, tb, seat, kind)
    return bits


@rule
def count_clans(bits: int) -> int:
    total = 0
    for clan in range(CLANS):
        total += (bits >> clan) & 1
    return total


@rule
def row_start(row: int) -> int:
    """The first kind of a level."""
    return 0 if row == 0 else FIRST_HERO if row == 1 else FIRST_IMMORTAL


# ------------------------------------------------------------------------------------------------ prices


@rule
def wonder_of(st: State, seat: int) -> int:
    """By how much the Wonder token could lower a price (X-8.8)."""
    return int(st.wonder == seat)


@rule
def is_recruited(st: State, tb: Tables, seat: int) -> bool:
    """Whether the next Troop would stand right of a face-up Recruiter (X-4.5)."""
    left = int(st.row_size[seat, 0]) - 1
    if left < 0 or st.face[seat, left] != FACE_UP:
        return False
    return bool(tb.keywords[text_of(st, tb, seat, left)] & RECRUITER)


@rule
def place_price(st: State, tb: Tables, seat: int, kind: int, row: int) -> int:
    """Cards to discard for placing a card in a row (X-4.1, X-4.2, X-4.5)."""
    if row > 0 or is_recruited(st, tb, seat):
        return 0
    shown = clans_in_row(st, tb, seat, 0)
    if shown == 0 or shown & clans_of_kind(st, tb, seat, kind):
        return 0
    return PLACE_PRICE


@rule
def clans_for_row(st: State, tb: Tables, seat: int, row: int, payers: int) -> int:
    """Bits of the clans whose cards a player with so many other cards in hand may place in a row (X-4.1 to X-4.3).

    A Hero asks for a Troop of its clan in the first row; an Immortal for a Troop and a Hero of its clan in the army.
    Nothing asks for them later (X-4.4).
    """
    size = int(st.row_size[seat, row])
    if size == (COLUMNS if row == 0 else int(st.row_size[seat, row - 1])):
        return 0
    shown = clans_in_row(st, tb, seat, 0)
    if row == 0:
        free = shown == 0 or payers + wonder_of(st, seat) >= PLACE_PRICE or is_recruited(st, tb, seat)
        return (1 << CLANS) - 1 if free else shown
    return shown if row == 1 else clans_of_level(st, tb, seat, 0) & clans_of_level(st, tb, seat, 1)


@rule
def may_stand(tb: Tables, kind: int, row: int) -> bool:
    """Whether a card is of the level of a row."""
    return bool((int(tb.levels[kind]) >> row) & 1)


@rule
def is_forbidden(st: State, seat: int, kind: int) -> bool:
    """Whether a player may not play a card, neither place it nor shift it in."""
    return bool(st.forbidden[seat, 0] == kind or st.forbidden[seat, 1] == kind)


@rule
def rows_to_place(st: State, tb: Tables, seat: int, kind: int, payers: int) -> int:
    """Bits of the rows in which a card may be placed by a player with so many other cards in hand."""
    rows = 0
    if is_forbidden(st, seat, kind):
        return rows
    clans = clans_of_kind(st, tb, seat, kind)
    for row in range(ROWS):
        if may_stand(tb, kind, row) and clans & clans_for_row(st, tb, seat, row, payers):
            rows |= 1 << row
    return rows


@rule
def shift_price(st: State, tb: Tables, seat: int, slot: int) -> int:
    """Cards to discard for shifting a card, which prints a cost: one less for every token on it (X-5.1)."""
    return max(int(tb.shift_cost[st.army[seat, slot]]) - int(st.token[seat, slot]), 0)


@rule
def is_newcomer(st: State, tb: Tables, seat: int, row: int, old: int, kind: int) -> bool:
    """Same level, any clan, not the same card (X-5.1, X-5.2)."""
    return kind != old and may_stand(tb, kind, row) and not is_forbidden(st, seat, kind)


@rule
def newcomers_in_hand(st: State, tb: Tables, seat: int, row: int, old: int) -> int:
    """Cards in hand that could take the place of ``old`` in a row."""
    count = 0
    for kind in range(KINDS):
        if st.hand[seat, kind] > 0 and is_newcomer(st, tb, seat, row, old, kind):
            count += st.hand[seat, kind]
    return count


@rule
def fitting_in_hand(st: State, tb: Tables, seat: int, row: int) -> int:
    """Cards in hand that may be played in a row."""
    return newcomers_in_hand(st, tb, seat, row, NO_CARD)


@rule
def newcomer_in_discard(st: State, tb: Tables, seat: int, row: int, old: int) -> bool:
    for kind in range(KINDS):
        if st.discard[seat, kind] > 0 and is_newcomer(st, tb, seat, row, old, kind):
            return True
    return False


@rule
def may_come_back(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """Whether the newcomer of a shift may come from the discard (X-5.3)."""
    return st.from_discard[seat] == 2 or has_secret_shift(st, tb, seat, slot)


@rule
def can_shift(st: State, tb: Tables, seat: int, slot: int, fitting: int) -> bool:
    """Whether a card can be shifted, so that a newcomer would remain after paying (X-5.1 to X-5.3).

    ``fitting``: the cards in hand that may be played in its row.
    """
    old = int(st.army[seat, slot])
    if st.face[seat, slot] != FACE_UP or tb.shift_cost[old] < 0:
        return False
    row = slot // COLUMNS
    price = shift_price(st, tb, seat, slot)
    price = max(price - wonder_of(st, seat), 0)
    if st.hand_size[seat] < price:
        return False
    in_hand = fitting - (0 if is_forbidden(st, seat, old) else int(st.hand[seat, old]))
    if in_hand > 0 and st.hand_size[seat] > price:
        return True
    if not may_come_back(st, tb, seat, slot):
        return False
    return (in_hand > 0 and price > 0) or newcomer_in_discard(st, tb, seat, row, old)


@rule
def symbols_at(st: State, tb: Tables, seat: int, slot: int) -> int:
    return int(tb.symbols[text_of(st, tb, seat, slot)])


@rule
def can_activate(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """A face-up card with a symbol on which no token lies (X-6.2)."""
    return bool(st.face[seat, slot] == FACE_UP and st.token[seat, slot] < symbols_at(st, tb, seat, slot))


# ------------------------------------------------------------------------------------------------ reactions


@rule
def known_cards(st: State, tb: Tables, seat: int) -> int:
    """Cards of a hand that the opponent knows."""
    total = 0
    for kind in range(KINDS):
        if st.clan_owner[tb.clan[kind]] == seat:
            total += st.known[kind]
    return total


@rule
def could_react(st: State, tb: Tables, seat: int, will: int) -> bool:
    """Whether a player could have a card with that Force of Will in hand, by what everybody knows (X-8.7).

    Whether it is in hand plays no part in it: who is asked and who is not tells nothing.
    """
    if st.hand_size[seat] == 0:
        return False
    for kind in range(KINDS):
        if tb.will[kind] == will and st.clan_owner[tb.clan[kind]] == seat and could_be_in_hand(st, seat, kind):
            return True
    return False


@rule
def will_card(st: State, tb: Tables, seat: int, will: int) -> int:
    """The card with that Force of Will in a hand, or NO_CARD."""
    for kind in range(KINDS):
        if tb.will[kind] == will and st.hand[seat, kind] > 0:
            return kind
    return NO_CARD
