"""Conditions of effects: what "if" asks."""

from __future__ import annotations

from gosu_env.armies.state import HIT, OWNER, PC, PLACE, SLOTS
from gosu_env.engine.compile import rule
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import count_face_up
from gosu_env.gosu.state import State, Tables, has_kamakor, is_behind
from gosu_env.gosu.targets import filter_of

UNKNOWN = -1


@rule
def holds(st: State, tb: Tables, frame: int) -> int:
    """Whether the condition of an "if" is met, 1 or 0; UNKNOWN if no rule knows it."""
    pc = st.stack[frame, PC]
    owner = st.stack[frame, OWNER]
    condition = tb.code[pc, v.WHO]
    number = tb.code[pc, v.AMOUNT]
    if condition == v.IF_ADVANTAGE:  # G-9.9
        return int(st.advantage == owner)
    if condition == v.IF_BEHIND:  # G-9.3
        return int(is_behind(st, owner))
    if condition == v.IF_CARDS_AT_LEAST:
        return int(count_face_up(st, tb, owner, filter_of(st, tb, frame)) >= number)
    if condition == v.IF_HAND_AT_MOST:
        return int(st.hand_size[owner] <= number)
    if condition == v.IF_HAND_AT_LEAST:
        return int(st.hand_size[owner] >= number)
    if condition == v.IF_HIT:
        return int(st.stack[frame, HIT] == 1)
    if condition == v.IF_TOKENS_NONE:
        return int(st.tokens[owner] == 0)
    if has_kamakor(st) and condition == v.IF_FIRST:  # K-1.7
        return int(st.stack[frame, PLACE] % SLOTS == 0)
    if has_kamakor(st) and condition == v.IF_DRAGOONS:
        return int(st.dragoons[owner] >= number)
    return UNKNOWN
