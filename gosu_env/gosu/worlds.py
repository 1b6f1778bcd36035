"""Determinisation: other worlds that a seat cannot tell from the true one.

What the seat cannot know — the draw pile, the unknown cards of other hands, cards another player is looking at, the
random generator — is pooled, shuffled and dealt out again; what earlier cards and effects left behind in the record is
wiped. So a world depends on the seed and on what the seat knows, and on nothing else: not one of its bytes tells more.
What the seat knows is what a perfect memory keeps: cards that were seen, the pools that hidden cards come from
(memory.py), and that a hand was kept without a Bakuto. What a pending decision of another player gives away (a hand
without Bakutos before a mulligan, a newcomer kept for a mutation) stays true. What could be concluded from the choices
that players made is left to agents.
"""

from __future__ import annotations

from typing import Any

from gosu_env.armies.state import NO_CARD
from gosu_env.engine.compile import rule, shared_rule
from gosu_env.engine.rng import random_below, seed_rng
from gosu_env.gosu.draft import redeal_packs
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.memory import drafted_pools, has_pools, known_copies, note_shown, shown_copies
from gosu_env.gosu.piles import add_to_hand, count_level, shuffle
from gosu_env.gosu.redeal import A_FITTING_CARD, A_NEWCOMER, NO_BAKUTO, accepts, need_of_decider, redeal_pools
from gosu_env.gosu.state import State, Tables, kinds_of

TRIES = 16


@rule
def _pool_hidden(st: State, tb: Tables, seat: int) -> None:
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
def _shuffle_pool(st: State) -> None:
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
def _wipe(st: State) -> None:
    """Forget the cards that were drawn and the effects that are over."""
    if st.draft == 0:
        for i in range(st.deck_size, st.deck.shape[0]):
            st.deck[i] = 0
    for frame in range(st.depth, st.stack.shape[0]):
        for i in range(st.stack.shape[1]):
            st.stack[frame, i] = 0


@rule
def _deal_one(st: State, tb: Tables, need: int) -> int:
    """The topmost card of the pool, which was shuffled; if there is a need, a random one of those that meet it."""
    i = st.deck_size - 1
    if need != 0:
        fitting = 0
        for j in range(st.deck_size):
            fitting += accepts(st, tb, need, int(st.deck[j]))
        pick = random_below(st.rng, fitting) if fitting > 0 else 0
        while i > 0:
            if accepts(st, tb, need, int(st.deck[i])):
                if pick == 0:
                    break
                pick -= 1
            i -= 1
    kind = int(st.deck[i])
    st.deck_size -= 1
    st.deck[i] = st.deck[st.deck_size]
    return kind


@rule
def _deal_hidden(truth: Any, st: State, tb: Tables, seat: int) -> None:
    """Deal the pool out again, first to those of whose cards something is known: what a decision needs is there."""
    decider = int(st.decider)
    for other in range(st.num_players):
        if other != seat and not drafted_pools(st):
            for _ in range(st.plain[other]):
                add_to_hand(st, tb, other, _deal_one(st, tb, NO_BAKUTO), False)
    if decider != seat:
        need = need_of_decider(st, tb)
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
def _forget_private(st: State) -> None:
    """Leave of what is known of hands what everybody knows."""
    for seat in range(st.num_players):
        st.known_size[seat] = 0
        for kind in range(kinds_of(st)):
            shown = shown_copies(st, seat, kind)
            st.known[seat, kind] = 0
            for _ in range(shown):
                note_shown(st, seat, kind)


@rule
def has_entries(st: State) -> bool:
    """Whether a hidden card comes from a closed pool, or might."""
    if st.ghosts_size > 0:
        return True
    if not has_pools(st) or (st.num_players == 2 and st.look_size == 0):
        return False
    for kind in range(kinds_of(st)):
        if st.holder[kind, 0] != 0 or st.holder[kind, 1] != 0:
            return True
    return False


@rule
def _resample(truth: Any, st: State, tb: Tables, seat: int) -> None:
    """Deal everything anew that the seat cannot know."""
    if st.draft > 0:
        redeal_packs(st, tb, seat)
        return
    if not has_entries(st):
        _pool_hidden(st, tb, seat)
        _shuffle_pool(st)
        _deal_hidden(truth, st, tb, seat)
        return
    if drafted_pools(st):
        _forget_private(st)
    redeal_pools(st, tb, seat)


@shared_rule
def determinize(truth: Any, world: State, tb: Tables, seat: int, seed: int, legal: Any) -> None:
    """Make of ``world``, a copy of ``truth``, another world that the seat cannot tell from it.

    A decision that is put to a player has two answers at least when forced ones are taken automatically; worlds where
    it has fewer are drawn again, a bounded number of times.
    """
    seed_rng(world.rng, seed)
    _resample(truth, world, tb, seat)
    if world.decider != seat and world.decision != 0:
        tries = 0
        while tries < TRIES and list_legal(world, tb, legal) <= world.auto_forced:
            _resample(truth, world, tb, seat)
            tries += 1
    _wipe(world)
