"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know — the draw pile, the unknown cards of other hands, cards another player is looking at, the
random generator — is pooled, shuffled and dealt out again; what earlier cards and effects left behind in the record is
wiped. So a world depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more.
What a pending decision of another player gives away (a hand
without Bakutos before a mulligan, a newcomer kept for a mutation) stays true. What a draft told another player alone is
left out.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import rule
from gosu_env.engine.rng import seed_rng
from gosu_env.gosu.draft import redeal_packs
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.piles import add_to_hand, count_level, known_copies, shuffle
from gosu_env.gosu.state import DRAFTED, KIND, NO_CARD, PC, TARGET, kinds_of
from gosu_env.gosu.targets import filter_of, is_newcomer, newcomer_in_discard, newcomers_in_hand, row_of
from gosu_env.gosu.vocabulary import ARG, DECIDE_KEEP, DECIDE_MULLIGAN, DECIDE_NEWCOMER, DECIDE_PAY, MUTATION

TRIES = 16

NO_BAKUTO = 1
A_NEWCOMER = 2
A_FITTING_CARD = 3


@rule
def _pool_hidden(st: Any, tb: Any, seat: int) -> None:
    """Put everything that the seat cannot see on the draw pile."""
    for other in range(st.num_players):
        if other == seat:
            continue
        for kind in range(kinds_of(st)):
            hidden = int(st.hand[other, kind]) - known_copies(st, seat, other, kind)
            st.hand[other, kind] -= hidden
            count_level(st, tb, other, kind, -hidden)
            st.hand_size[other] -= hidden
            for _ in range(hidden):
                st.deck[st.deck_size] = kind
                st.deck_size += 1
    if st.decider != seat:
        for i in range(st.look_size):
            st.deck[st.deck_size] = st.look[i]
            st.deck_size += 1
            st.look[i] = NO_CARD


@rule
def _shuffle_pool(st: Any) -> None:
    """Shuffle what was pooled, from an order that does not tell where the cards came from: sorted (a comb sort)."""
    size = int(st.deck_size)
    gap, sorted_ = size, False
    while gap > 1 or not sorted_:
        gap = max(gap * 10 // 13, 1)
        sorted_ = True
        for i in range(size - gap):
            if st.deck[i] > st.deck[i + gap]:
                card = st.deck[i]
                st.deck[i] = st.deck[i + gap]
                st.deck[i + gap] = card
                sorted_ = False
    shuffle(st)


@rule
def _wipe(st: Any) -> None:
    """Forget the cards that were drawn and the effects that are over."""
    if st.draft == 0:
        for i in range(st.deck_size, st.deck.shape[0]):
            st.deck[i] = 0
    for frame in range(st.depth, st.stack.shape[0]):
        for i in range(st.stack.shape[1]):
            st.stack[frame, i] = 0


@rule
def _accepts(st: Any, tb: Any, need: int, kind: int) -> bool:
    frame = st.depth - 1
    if need == NO_BAKUTO:
        return bool(tb.level[kind] != 1)
    if need == A_NEWCOMER:
        return is_newcomer(st, tb, row_of(int(st.stack[frame, TARGET])), int(st.stack[frame, KIND]), kind)
    if need == A_FITTING_CARD:
        return bool(tb.fits[filter_of(st, tb, frame), kind])
    return True


@rule
def _deal_one(st: Any, tb: Any, need: int) -> int:
    """The topmost card of the pool that meets the need."""
    i = st.deck_size - 1
    while i > 0 and not _accepts(st, tb, need, int(st.deck[i])):
        i -= 1
    kind = int(st.deck[i])
    st.deck_size -= 1
    st.deck[i] = st.deck[st.deck_size]
    return kind


@rule
def _need_of_decider(st: Any, tb: Any) -> int:
    """What a pending decision of another seat tells about the cards it cannot show."""
    frame = st.depth - 1
    if st.decision == DECIDE_MULLIGAN:  # G-2.3
        return NO_BAKUTO
    if st.decision == DECIDE_KEEP:
        return A_FITTING_CARD
    mutating = st.decision == DECIDE_PAY and tb.code[st.stack[frame, PC], ARG] == MUTATION
    if mutating or st.decision == DECIDE_NEWCOMER:  # G-5.7
        old = int(st.stack[frame, KIND])
        row = row_of(int(st.stack[frame, TARGET]))
        if newcomers_in_hand(st, int(st.decider), row, old) == 0 and not (
            tb.zombie[old] and newcomer_in_discard(st, tb, row, old)
        ):
            return A_NEWCOMER
    return 0


@rule
def _deal_hidden(truth: Any, st: Any, tb: Any, seat: int) -> None:
    """Deal the pool out again, the decider first: what its decision needs is there."""
    decider = int(st.decider)
    if decider != seat:
        need = _need_of_decider(st, tb)
        for i in range(st.look_size):
            st.look[i] = _deal_one(st, tb, A_FITTING_CARD if i == 0 else 0)
        if need == A_FITTING_CARD:
            need = 0
        if decider != NO_CARD:
            while st.hand_size[decider] < truth.hand_size[decider]:
                add_to_hand(st, tb, decider, _deal_one(st, tb, need), False)
                if need == A_NEWCOMER:
                    need = 0
    for other in range(st.num_players):
        while st.hand_size[other] < truth.hand_size[other]:
            add_to_hand(st, tb, other, _deal_one(st, tb, 0), False)


@rule
def _keep_to_oneself(st: Any, seat: int) -> None:
    """Forget what other players know of hands by themselves, from a draft: the seat does not know that."""
    for other in range(st.num_players):
        st.known_size[other] = 0
        for kind in range(kinds_of(st)):
            known = 0
            for shift in range(0, 8, 4):
                copy = (int(st.known[other, kind]) >> shift) & 15
                copy = copy if copy == 15 else copy & (1 << seat)
                known |= copy << shift
                st.known_size[other] += copy != 0
            st.known[other, kind] = known


@rule
def _resample(truth: Any, st: Any, tb: Any, seat: int) -> None:
    """Deal everything anew that the seat cannot know."""
    if st.draft > 0:
        redeal_packs(st, tb, seat)
        return
    _pool_hidden(st, tb, seat)
    _shuffle_pool(st)
    _deal_hidden(truth, st, tb, seat)


@rule
def determinize(truth: Any, world: Any, tb: Any, seat: int, seed: int, legal: Any) -> None:
    """Make of ``world``, a copy of ``truth``, another world that the seat cannot tell from it.

    A decision that is put to a player has two answers at least when forced ones are taken automatically; worlds where
    it has fewer are drawn again, a bounded number of times.
    """
    seed_rng(world.rng, seed)
    if world.house_rules & DRAFTED and world.draft == 0:
        _keep_to_oneself(world, seat)
    _resample(truth, world, tb, seat)
    if world.decider != seat and world.decision != 0:
        tries = 0
        while tries < TRIES and list_legal(world, tb, legal) <= world.auto_forced:
            _resample(truth, world, tb, seat)
            tries += 1
    _wipe(world)
