"""What only games with Kamakor have: clans that are banned, Dragoon tokens, Shadow Jumps, powers after a colon."""

from __future__ import annotations

from typing import Any

from gosu_env.armies.stack import advance, ask, begin_moment
from gosu_env.armies.state import (
    COLUMNS,
    CURSOR,
    FACE_UP,
    KIND,
    NO_ANSWER,
    NO_CARD,
    OWNER,
    PC,
    PLACE,
    SLOTS,
    TARGET,
    seat_after,
)
from gosu_env.engine.compile import rule
from gosu_env.gosu import events as e
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.army import can_be_destroyed, can_be_imprisoned, replace, tokens_lying
from gosu_env.gosu.effects import imprison
from gosu_env.gosu.machine import fire
from gosu_env.gosu.piles import add_to_discard, top_card
from gosu_env.gosu.state import CLANS, DRAGOON_TOKEN, DRAGOONS, State, Tables, clans_of, may_stand

# ------------------------------------------------------------------------------------------------ bans


@rule
def lay_out_clans(st: State, tb: Tables) -> bool:
    """The ten clans, or the five that the options fix (K-1.1); whether some are still to be banned."""
    st.dragoon_supply[0] = tb.supply[0]
    fixed = 0
    for clan in range(clans_of(st)):
        st.clans[clan] = tb.fixed[clan]
        fixed += tb.fixed[clan]
    if fixed == 0:
        st.clans[:] = 1
    return bool(fixed == 0)


@rule
def clans_left(st: State) -> int:
    count = 0
    for clan in range(clans_of(st)):
        count += st.clans[clan]
    return count


@rule
def ban(st: State, frame: int, answer: int) -> bool:
    """Each player in turn removes a clan until five remain, the holder of the Advantage token first (K-1.2).

    Whether five are left.
    """
    if answer != NO_ANSWER:
        e.note_number(st, e.BANNED, int(st.turn_seat), answer)
        st.clans[answer] = 0
        st.stack[frame, CURSOR] = (int(st.stack[frame, CURSOR]) + 1) % st.num_players
    if clans_left(st) == CLANS:
        st.turn_seat = st.advantage
        return True
    st.turn_seat = seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR]))
    ask(st, v.DECIDE_BAN, int(st.turn_seat))
    return False


# ------------------------------------------------------------------------------------------------ Dragoon tokens


@rule
def dragoons_lying(st: State, seat: int) -> int:
    """Dragoon tokens that a player has on goblins, the partner's included (K-3.3)."""
    return tokens_lying(st, seat, DRAGOON_TOKEN)


@rule
def can_spend_dragoon(st: State, seat: int) -> bool:
    """Two tokens of a player may lie on goblins, not more (K-1.3)."""
    return bool(st.dragoons[seat] > 0 and dragoons_lying(st, seat) < DRAGOONS)


# ------------------------------------------------------------------------------------------------ Shadow Jump


@rule
def jump(st: State, tb: Tables, frame: int) -> None:
    """Turn over the top card: one that fits replaces the goblin, otherwise the goblin is imprisoned (K-1.5).

    Globals protect from jumps that other cards cause; a goblin that jumps by itself takes its risk.
    """
    place = int(st.stack[frame, TARGET])
    seat = place // SLOTS
    slot = place % SLOTS
    old = int(st.stack[frame, KIND])
    kind = top_card(st)
    if kind != NO_CARD and kind != old and may_stand(st, tb, kind, slot // COLUMNS):
        e.note(st, e.REPLACED, seat, old, place, e.DISCARD, 0)
        e.note(st, e.BROUGHT_IN, seat, kind, e.DECK, place, 0)
        replace(st, tb, seat, slot, kind)
        advance(st, frame)
        st.stack[frame, KIND] = kind
        begin_moment(st)
        fire(st, tb, v.MUTATES, old, int(st.stack[frame, OWNER]), place)
        return
    st.stack[frame, PC] = v.JUMP_END
    if kind != NO_CARD:
        e.note(st, e.TURNED_OVER, seat, kind, e.DECK, e.DISCARD, 0)
        add_to_discard(st, kind)
    source = int(st.stack[frame, PLACE])
    if source == place or can_be_imprisoned(st, tb, seat, slot):
        begin_moment(st)
        imprison(st, tb, seat, source, place)


# ------------------------------------------------------------------------------------------------ powers after a colon


@rule
def is_price(op: int) -> bool:
    """Whether the rules can tell if an effect before a colon can be done."""
    return bool(op == v.DISCARD or op == v.IMPRISON or op == v.SACRIFICE or op == v.IMPRISON_SELF)


@rule
def can_use_colon(st: State, tb: Tables, seat: int, slot: int) -> bool:
    """Whether the goblin has a power after a colon and its player can do what stands before it (K-1.8)."""
    kind = st.army[seat, slot]
    pc = tb.program[kind, v.COLON]
    if pc < 0 or st.face[seat, slot] != FACE_UP:
        return False
    price = tb.code[pc, v.OP]
    if price == v.DISCARD:
        return bool(st.hand_size[seat] >= tb.code[pc, v.AMOUNT])
    if price == v.IMPRISON:
        found = 0
        for other in range(SLOTS):
            if can_be_imprisoned(st, tb, seat, other) and tb.fits[tb.code[pc, v.FITS], st.army[seat, other]]:
                found += 1
        return bool(found >= tb.code[pc, v.AMOUNT])
    if price == v.SACRIFICE:
        for other in range(SLOTS):
            if can_be_destroyed(st, tb, seat, other):
                return True
        return False
    if price == v.IMPRISON_SELF:
        return can_be_imprisoned(st, tb, seat, slot)
    return True  # no such price: using it breaks the game off


@rule
def list_colons(st: State, tb: Tables, seat: int, first: int, legal: Any, count: int) -> int:
    """From action ``first`` on, those for the powers after a colon that can be used."""
    for slot in range(SLOTS):
        if st.army[seat, slot] != NO_CARD and can_use_colon(st, tb, seat, slot):
            legal[count] = first + slot
            count += 1
    return count
