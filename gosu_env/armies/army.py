"""Armies on the table: where cards stand, which are FREE, how they come and change places."""

from __future__ import annotations

from gosu_env.armies.state import ARRIVING, COLUMNS, FACE_UP, ROWS, SLOTS, Armies
from gosu_env.engine.compile import rule


@rule
def row_of(place: int) -> int:
    """The row of a place on the table."""
    return place % SLOTS // COLUMNS


@rule
def is_free(st: Armies, seat: int, slot: int) -> bool:
    """No card above it in its column and none to its right in its row."""
    row = slot // COLUMNS
    column = slot % COLUMNS
    if column != st.row_size[seat, row] - 1:
        return False
    return bool(row == ROWS - 1 or st.row_size[seat, row + 1] <= column)


@rule
def army_size(st: Armies, seat: int) -> int:
    """Cards in an army, those that lie face down included."""
    return int(st.row_size[seat, 0]) + int(st.row_size[seat, 1]) + int(st.row_size[seat, 2])


@rule
def face_up_in_row(st: Armies, seat: int, row: int) -> int:
    total = 0
    for slot in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        if st.face[seat, slot] == FACE_UP:
            total += 1
    return total


@rule
def has_partner(st: Armies, seat: int, slot: int) -> bool:
    """Whether another card of the row could change places with this one."""
    row = slot // COLUMNS
    for other in range(row * COLUMNS, row * COLUMNS + st.row_size[seat, row]):
        if other != slot and st.face[seat, other] != ARRIVING:
            return True
    return False


@rule
def put_down(st: Armies, seat: int, row: int, kind: int) -> int:
    """Lay a card at the right end of a row, not yet in play; its slot."""
    slot = row * COLUMNS + st.row_size[seat, row]
    st.army[seat, slot] = kind
    st.face[seat, slot] = ARRIVING
    st.row_size[seat, row] += 1
    return int(slot)


@rule
def swap_cards(st: Armies, seat: int, one: int, other: int) -> None:
    """Exchange two cards of a row, with their tokens and faces."""
    kind = st.army[seat, one]
    face = st.face[seat, one]
    token = st.token[seat, one]
    st.army[seat, one] = st.army[seat, other]
    st.face[seat, one] = st.face[seat, other]
    st.token[seat, one] = st.token[seat, other]
    st.army[seat, other] = kind
    st.face[seat, other] = face
    st.token[seat, other] = token
