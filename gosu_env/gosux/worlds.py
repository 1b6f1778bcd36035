"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know — the opponent's hidden cards in hand and deck, the order of its own deck, the random
generator — is dealt anew (redeal.py); what earlier cards and effects left behind in the record is wiped. So a world
depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more. What the seat
knows is what a perfect memory keeps (memory.py). What a pending decision of the opponent gives away (a newcomer kept
for a shift, cards of a clan to pay with, that there is something to choose) stays true. What could be concluded from
the choices that players made is left to agents.
"""

from __future__ import annotations

from typing import Any

from gosu_env.armies.army import row_of
from gosu_env.armies.state import CLAN, COUNT, KIND, PC, SLOTS, TARGET
from gosu_env.engine.compile import Wide, rule, shared_rule
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.army import clans_of_kind
from gosu_env.gosux.legal import hides_choice, list_legal
from gosu_env.gosux.memory import COPIES, add_copy, clan_of, drop_copy, hidden_in_deck
from gosu_env.gosux.redeal import redeal, shuffle_own
from gosu_env.gosux.state import KINDS, PLAYERS, State, Tables
from gosu_env.gosux.targets import may_come_back, newcomer_in_discard, newcomers_in_hand

TRIES = 24  # deals
MOST_SWAPS = 2000  # of single cards, where no deal will do


@rule
def resample(st: State, seat: int) -> None:
    """Deal everything anew that the seat cannot know."""
    redeal(st, 1 - seat)
    shuffle_own(st, seat)


# ------------------------------------------------------------------------------------------------ what decisions tell


@rule
def _lacks_newcomer(st: State, tb: Tables) -> bool:
    """Whether a shift is being paid for, or a newcomer chosen, and there is none."""
    frame = int(st.depth) - 1
    shifting = st.decision == v.DECIDE_PAY and tb.code[st.stack[frame, PC], v.ARG] == v.SHIFT
    if not shifting and st.decision != v.DECIDE_NEWCOMER:
        return False
    seat, place, old = int(st.decider), int(st.stack[frame, TARGET]), int(st.stack[frame, KIND])
    if newcomers_in_hand(st, tb, seat, row_of(place), old) > 0:
        return False
    back = may_come_back(st, tb, seat, place % SLOTS)
    return not (back and newcomer_in_discard(st, tb, seat, row_of(place), old))


@rule
def _pays_clan(st: State, tb: Tables) -> bool:
    """Whether cards of a clan that was named are being paid with."""
    op = tb.code[st.stack[st.depth - 1, PC], v.OP]
    return bool(st.decision == v.DECIDE_DISCARD and op == v.PAY_CLAN)


@rule
def _is_payment(st: State, tb: Tables, kind: int) -> bool:
    """Whether a card of the decider's is of that clan."""
    return bool((clans_of_kind(st, tb, int(st.decider), kind) >> int(st.stack[st.depth - 1, CLAN])) & 1)


@rule
def _lacks_payment(st: State, tb: Tables) -> bool:
    """Whether there are too few cards of that clan in hand to go on."""
    if not _pays_clan(st, tb):
        return False
    lacking = int(st.stack[st.depth - 1, COUNT])
    for kind in range(KINDS):
        if st.hand[st.decider, kind] > 0 and _is_payment(st, tb, kind):
            lacking -= int(st.hand[st.decider, kind])
    return lacking > 0


@rule
def _can_be_asked(st: State, tb: Tables, legal: Any) -> bool:
    """Whether the pending decision would be put to the opponent: forced ones are not, if the options say so."""
    if hides_choice(st):
        return True
    if _lacks_newcomer(st, tb) or _lacks_payment(st, tb):
        return False
    return bool(list_legal(st, tb, legal) > st.auto_forced)


@rule
def _pick_copy(st: State, owner: int, in_hand: bool, pick: int) -> int:
    """A hidden copy of a player's in hand, or in the deck, by its number in that order: kind * 2 + copy."""
    for kind in range(KINDS):
        if st.born[kind, 0] > 0 and st.clan_owner[clan_of(kind)] == owner:
            for copy in range(COPIES):
                if st.born[kind, copy] > 0 and (st.arrived[kind, copy] > 0) == in_hand:
                    if pick == 0:
                        return kind * COPIES + copy
                    pick -= 1
    return 0


@rule
def _swap(st: State, owner: int, held: int, drawn: int) -> None:
    """A hidden copy in hand changes places with one in the deck."""
    kind, other = held // COPIES, drawn // COPIES
    born, arrived = int(st.born[kind, held % COPIES]), int(st.arrived[kind, held % COPIES])
    other_born = int(st.born[other, drawn % COPIES])
    if kind == other:
        st.born[kind, held % COPIES] = other_born
        st.born[kind, drawn % COPIES] = born
        return
    drop_copy(st, kind, held % COPIES)
    drop_copy(st, other, drawn % COPIES)
    add_copy(st, kind, born, 0)
    add_copy(st, other, other_born, arrived)
    st.hand[owner, kind] -= 1
    st.hand[owner, other] += 1
    at = int(st.bottom_known[owner])
    while st.deck[owner, at] != other:
        at += 1
    st.deck[owner, at] = kind


@rule
def _mend(st: State, tb: Tables, legal: Any) -> None:
    """Let hidden cards of the opponent, who decides, change places until the decision can be asked."""
    owner = int(st.decider)
    in_hand, in_deck = int(st.secret[owner]), hidden_in_deck(st, owner)
    if in_hand == 0 or in_deck == 0:
        return
    paying = _pays_clan(st, tb)
    for _ in range(MOST_SWAPS):
        held = _pick_copy(st, owner, True, random_below(st.rng, in_hand))
        drawn = _pick_copy(st, owner, False, random_below(st.rng, in_deck))
        if st.born[drawn // COPIES, drawn % COPIES] > st.arrived[held // COPIES, held % COPIES]:
            continue
        if paying and _is_payment(st, tb, held // COPIES) and not _is_payment(st, tb, drawn // COPIES):
            continue
        _swap(st, owner, held, drawn)
        if _can_be_asked(st, tb, legal):
            return


# ------------------------------------------------------------------------------------------------ worlds


@rule
def _wipe(st: State) -> None:
    """Forget the cards that were drawn and the effects that are over."""
    for seat in range(PLAYERS):
        for i in range(st.deck_size[seat], st.deck.shape[1]):
            st.deck[seat, i] = 0
    for frame in range(st.depth, st.stack.shape[0]):
        for i in range(st.stack.shape[1]):
            st.stack[frame, i] = 0


@shared_rule
def determinize(truth: Any, world: State, tb: Tables, seat: int, seed: Wide, legal: Any) -> None:
    """Make of ``world``, a copy of ``truth``, another world that the seat cannot tell from it."""
    seed_rng(world.rng, seed)
    resample(world, seat)
    if world.decision != v.NONE and world.decider != seat:
        tries = 0
        while tries < TRIES and not _can_be_asked(world, tb, legal):
            resample(world, seat)
            tries += 1
        if tries == TRIES and not _can_be_asked(world, tb, legal):
            _mend(world, tb, legal)
    _wipe(world)
