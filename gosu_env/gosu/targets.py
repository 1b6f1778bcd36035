"""Which cards an effect may aim at, and what placing and mutating ask for."""

from __future__ import annotations

from gosu_env.armies.army import army_size, has_partner, is_free
from gosu_env.armies.state import (
    ARRIVING,
    CLAN,
    COLUMNS,
    CURSOR,
    FACE_DOWN,
    FACE_UP,
    NO_CARD,
    OWNER,
    PC,
    ROWS,
    SLOTS,
    break_off,
    seat_after,
)
from gosu_env.engine.compile import rule
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import can_be_destroyed, can_be_imprisoned, clans_in_row
from gosu_env.gosu.state import PLACE_PRICE, State, Tables, has_kamakor, is_opponent, may_stand, row_end, row_start


@rule
def filter_of(st: State, tb: Tables, frame: int) -> int:
    """The filter of the frame's instruction: which cards it is about."""
    fits = tb.code[st.stack[frame, PC], v.FITS]
    if fits == v.NAMED_CLAN:
        return int(1 + st.stack[frame, CLAN])
    return int(fits)


@rule
def cursor_seat(st: State, frame: int) -> int:
    """The player that an effect on several players has come to."""
    return seat_after(st, int(st.stack[frame, OWNER]), int(st.stack[frame, CURSOR]))


@rule
def is_target(st: State, tb: Tables, frame: int, seat: int, slot: int) -> bool:
    """Whether the frame's instruction may aim at the card in that slot (G-8.6)."""
    kind = st.army[seat, slot]
    if kind == NO_CARD or st.face[seat, slot] == ARRIVING:
        return False
    pc = st.stack[frame, PC]
    op = tb.code[pc, v.OP]
    if op == v.SACRIFICE:
        return bool(seat == cursor_seat(st, frame) and can_be_destroyed(st, tb, seat, slot))
    armies = tb.code[pc, v.WHO]
    owner = st.stack[frame, OWNER]
    if armies != v.ANY_ARMY and not (seat == owner if armies == v.OWN_ARMY else is_opponent(st, owner, seat)):
        return False  # K-3.2
    fits = filter_of(st, tb, frame)
    if not tb.fits[fits, kind] or (tb.clan_filter[fits] and st.face[seat, slot] == FACE_DOWN):
        return False
    if has_kamakor(st) and slot != 0 and tb.code[pc, v.ARG] == v.FIRST_CARD:  # K-1.7
        return False
    if op == v.DESTROY:
        return can_be_destroyed(st, tb, seat, slot)
    if op == v.IMPRISON:
        return can_be_imprisoned(st, tb, seat, slot)
    if op == v.RELEASE:
        return bool(st.face[seat, slot] == FACE_DOWN)
    if op == v.RETURN:
        return is_free(st, seat, slot)
    if op == v.SWAP:
        return has_partner(st, seat, slot)
    if op == v.SHADOW_JUMP:
        return bool(st.face[seat, slot] == FACE_UP and st.deck_size + st.discard_size > 0)
    break_off(st, frame, pc)
    return False


@rule
def may_choose(st: State, tb: Tables, frame: int, seat: int) -> bool:
    """Whether the frame's instruction may be about that player: "a player" is anybody, "an opponent" is not (K-3.2)."""
    arg = tb.code[st.stack[frame, PC], v.ARG]
    if arg == v.ANY_PLAYER:
        return True
    return is_opponent(st, st.stack[frame, OWNER], seat) and not (arg == v.WITH_CARDS and st.hand_size[seat] == 0)


@rule
def has_target(st: State, tb: Tables, frame: int) -> bool:
    for seat in range(st.num_players):
        for row in range(ROWS):
            for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
                if is_target(st, tb, frame, seat, slot):
                    return True
    return False


@rule
def is_recruited(st: State, tb: Tables, seat: int) -> bool:
    """Whether the next card of the first row would stand right of a face-up Recruiter (K-1.6)."""
    size = int(st.row_size[seat, 0])
    if not has_kamakor(st) or size == 0:
        return False
    left = size - 1
    return bool(st.face[seat, left] == FACE_UP and tb.recruiter[st.army[seat, left]])


@rule
def place_price(st: State, tb: Tables, seat: int, kind: int, row: int) -> int:
    """Cards to discard for placing this card in a row (G-4.2 to G-4.6)."""
    if row > 0 or army_size(st, seat) == 0 or is_recruited(st, tb, seat):
        return 0
    if (clans_in_row(st, tb, seat, 0) >> int(tb.clan[kind])) & 1:
        return 0
    return max(PLACE_PRICE + int(st.globals[v.PLACE_COST]), 0)


@rule
def mutation_price(st: State, tb: Tables, seat: int, kind: int) -> int:
    """Cards to discard for mutating this card, which prints a cost (G-1.5); one of 1 or more never falls below 1."""
    printed = int(tb.mutation_cost[kind])
    price = printed + int(st.globals[v.MUTATION_COST])
    if has_kamakor(st):
        for slot in range(SLOTS):
            if st.army[seat, slot] != NO_CARD and st.face[seat, slot] == FACE_UP:
                price -= int(tb.eases[st.army[seat, slot]])
    return max(price, 1 if printed > 0 else 0)


@rule
def is_newcomer(st: State, tb: Tables, row: int, old: int, kind: int) -> bool:
    """Same level, any clan, not the same card (G-5.1, G-5.2)."""
    return bool(kind != old and may_stand(st, tb, kind, row))


@rule
def newcomers_in_hand(st: State, seat: int, row: int, old: int) -> int:
    """Cards in hand that could take the place of ``old`` in a row."""
    return int(st.hand_level[seat, row]) - int(st.hand[seat, old])


@rule
def newcomer_in_discard(st: State, tb: Tables, row: int, old: int) -> bool:
    for kind in range(row_start(st, row), row_end(st, row)):
        if st.discard[kind] > 0 and is_newcomer(st, tb, row, old, kind):
            return True
    return False


@rule
def can_mutate(st: State, tb: Tables, seat: int, row: int, slot: int, price: int) -> bool:
    """Whether the goblin in that slot can mutate for that price and a newcomer would remain (G-5.1 to G-5.8)."""
    old = st.army[seat, slot]
    if st.face[seat, slot] != FACE_UP:
        return False
    if has_kamakor(st) and tb.shadow[old]:  # K-1.5: a card to turn over is all it needs
        return bool(st.deck_size + st.discard_size > 0)
    if tb.mutation_cost[old] < 0:
        return False
    in_hand = newcomers_in_hand(st, seat, row, old)
    if tb.zombie[old]:
        return bool(st.hand_size[seat] >= price and (in_hand > 0 or newcomer_in_discard(st, tb, row, old)))
    return bool(in_hand > 0 and st.hand_size[seat] > price)
