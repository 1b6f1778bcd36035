"""Conditions of effects: what "if" asks."""

from __future__ import annotations

from gosu_env.armies.state import OWNER, PC
from gosu_env.engine.compile import rule
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import captured_cards, face_up_named
from gosu_env.gosux.state import KINDS, State, Tables

UNKNOWN = -1


@rule
def is_removed(st: State, tb: Tables, seat: int, fits: int) -> bool:
    """Whether a card of a player that a filter takes is removed from the game."""
    for kind in range(KINDS):
        if st.removed[kind] > 0 and tb.fits[fits, kind] and st.clan_owner[tb.clan[kind]] == seat:
            return True
    return False


@rule
def holds(st: State, tb: Tables, frame: int) -> int:
    """Whether the condition of an "if" is met, 1 or 0; UNKNOWN if no rule knows it."""
    pc = st.stack[frame, PC]
    owner = int(st.stack[frame, OWNER])
    condition = tb.code[pc, v.WHO]
    number = tb.code[pc, v.AMOUNT]
    fits = int(tb.code[pc, v.FITS])
    if condition == v.IF_SUPREMACY:
        return int(st.supremacy[owner] > 0)
    if condition == v.IF_X:
        return int(st.owned[owner] == number)
    if condition == v.IF_IN_PLAY:
        return int(face_up_named(st, tb, 0, int(tb.names[fits])) + face_up_named(st, tb, 1, int(tb.names[fits])) > 0)
    if condition == v.IF_NAMED:
        return int(face_up_named(st, tb, owner, int(tb.names[fits])) >= number)
    if condition == v.IF_REMOVED:
        return int(is_removed(st, tb, owner, fits))
    if condition == v.IF_HAND_EMPTY:
        return int(st.hand_size[owner] == 0)
    if condition == v.IF_NO_TOKENS:
        return int(st.tokens[owner] == 0)
    if condition == v.IF_CAPTURED:
        return int(captured_cards(st, 1 - owner) >= number)
    if condition == v.IF_DISCARD:
        return int(st.discard_size[owner] > 0)
    return UNKNOWN
