"""The armies on the table: where cards stand, which are FREE, what they are worth, how they leave."""

from __future__ import annotations

from gosu_env.armies.army import is_free
from gosu_env.armies.state import ARRIVING, COLUMNS, FACE_DOWN, FACE_UP, NO_CARD, ROWS, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.gosu.piles import add_to_discard, add_to_hand
from gosu_env.gosu.state import (
    ACTIVATION_TOKEN,
    CLANS,
    DRAGOON_TOKEN,
    LENT,
    State,
    Tables,
    has_kamakor,
    partner_of,
    tokens_of,
)
from gosu_env.gosu.vocabulary import (
    ACTIVATED,
    NO_DESTROY,
    NO_DESTROY_KAMAKOR,
    NO_IMPRISON,
    NO_IMPRISON_KAMAKOR,
    VALUE_CLAN,
)


@rule
def clans_in_row(st: State, tb: Tables, seat: int, row: int) -> int:
    """Bits of the clans that stand face up in a row (G-4.9)."""
    bits = 0
    for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        if st.face[seat, slot] == FACE_UP:
            bits |= 1 << int(tb.clan[st.army[seat, slot]])
    return bits


@rule
def value_in_row(st: State, tb: Tables, kind: int, row: int) -> int:
    """The military value of a face-up card that stands in a row (G-1.3), with the Globals in force."""
    value = 5 if row == 2 else row + 2
    value += int(st.globals[row]) + int(st.globals[VALUE_CLAN + tb.clan[kind]])
    return max(value, 0)


@rule
def card_value(st: State, tb: Tables, kind: int) -> int:
    """The military value that a card would have in the row of its printed level."""
    return value_in_row(st, tb, kind, int(tb.level[kind]) - 1)


@rule
def strength(st: State, tb: Tables, seat: int) -> int:
    """The sum of the military values of the face-up cards (G-7.1)."""
    total = 0
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if st.face[seat, slot] == FACE_UP:
                total += value_in_row(st, tb, st.army[seat, slot], row)
    return total


@rule
def count_face_up(st: State, tb: Tables, seat: int, fits: int) -> int:
    """Face-up cards of an army that a filter takes."""
    total = 0
    for row in range(ROWS):
        for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
            if st.face[seat, slot] == FACE_UP and tb.fits[fits, st.army[seat, slot]]:
                total += 1
    return total


@rule
def is_protected(st: State, tb: Tables, seat: int, slot: int, what: int) -> bool:
    """Whether a Global keeps a face-up card of this clan from being destroyed or imprisoned."""
    if st.face[seat, slot] != FACE_UP:
        return False
    clan = int(tb.clan[st.army[seat, slot]])
    if has_kamakor(st) and clan >= CLANS:
        clan -= CLANS
        what = NO_DESTROY_KAMAKOR if what == NO_DESTROY else NO_IMPRISON_KAMAKOR
    return bool((st.globals[what] >> clan) & 1)


@rule
def can_be_destroyed(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """FREE, in play, and not protected (G-8.2, G-8.4)."""
    return bool(
        st.army[seat, slot] != NO_CARD
        and st.face[seat, slot] != ARRIVING
        and is_free(st, seat, slot)
        and not is_protected(st, tb, seat, slot, NO_DESTROY)
    )


@rule
def can_be_imprisoned(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """Any face-up card, FREE or not (G-8.3)."""
    return bool(
        st.army[seat, slot] != NO_CARD
        and st.face[seat, slot] == FACE_UP
        and not is_protected(st, tb, seat, slot, NO_IMPRISON)
    )


@rule
def has_power(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """A face-up goblin with an activation symbol and no token on it, of either kind (G-6.2, K-1.4)."""
    return bool(
        tb.program[st.army[seat, slot], ACTIVATED] >= 0 and st.face[seat, slot] == FACE_UP and st.token[seat, slot] == 0
    )


@rule
def take_token_off(st: State, seat: int, slot: int) -> None:
    """A token leaves its goblin: one for activation counts as spent (G-6.3), a Dragoon token goes to the supply."""
    if has_kamakor(st) and st.token[seat, slot] & DRAGOON_TOKEN:
        st.dragoon_supply[0] += 1
    st.token[seat, slot] = 0


@rule
def tokens_lying(st: State, seat: int, token: int) -> int:
    """Tokens of that sort that a player put on goblins: own ones, or the partner's (K-3.3)."""
    lying = 0
    for slot in range(SLOTS):
        lying += st.token[seat, slot] == token
    if st.teams:
        for slot in range(SLOTS):
            lying += st.token[partner_of(seat), slot] == token + LENT
    return lying


@rule
def spent_tokens(st: State, tb: Tables, seat: int) -> int:
    """Activation tokens neither in hand nor on a goblin, the partner's included (K-3.3)."""
    lying = tokens_lying(st, seat, ACTIVATION_TOKEN)
    return tokens_of(tb) - int(st.tokens[seat]) - lying


@rule
def refresh_globals(st: State, tb: Tables) -> None:
    """Add up the Globals of the face-up cards in play (G-9.8)."""
    st.globals[:] = 0
    for seat in range(st.num_players):
        for slot in range(SLOTS):
            kind = st.army[seat, slot]
            if kind != NO_CARD and st.face[seat, slot] == FACE_UP and tb.has_globals[kind]:
                for i in range(st.globals.shape[0]):
                    st.globals[i] += tb.globals[kind, i]


@rule
def turn_card(st: State, tb: Tables, seat: int, slot: int, face: int) -> None:
    """Turn a card over; a token on a card that is imprisoned counts as spent (G-6.3)."""
    st.face[seat, slot] = face
    if face == FACE_DOWN:
        take_token_off(st, seat, slot)
    if tb.has_globals[st.army[seat, slot]]:
        refresh_globals(st, tb)


@rule
def lift(st: State, tb: Tables, seat: int, slot: int) -> int:
    """Take a FREE card out of an army; its kind. Its token counts as spent (G-6.3)."""
    kind = int(st.army[seat, slot])
    st.army[seat, slot] = NO_CARD
    st.face[seat, slot] = FACE_UP
    take_token_off(st, seat, slot)
    st.row_size[seat, slot // COLUMNS] -= 1
    if tb.has_globals[kind]:
        refresh_globals(st, tb)
    return kind


@rule
def replace(st: State, tb: Tables, seat: int, slot: int, kind: int) -> int:
    """Swap a card for its newcomer, which is not yet in play; the old card goes to the discard (G-5.4)."""
    old = int(st.army[seat, slot])
    st.army[seat, slot] = kind
    st.face[seat, slot] = ARRIVING
    take_token_off(st, seat, slot)
    add_to_discard(st, old)
    if tb.has_globals[old]:
        refresh_globals(st, tb)
    return old


@rule
def back_to_hand(st: State, tb: Tables, seat: int, slot: int) -> None:
    """Return a FREE card to the hand of its army's player, before everyone's eyes."""
    add_to_hand(st, tb, seat, lift(st, tb, seat, slot), True)
