"""The opening draft (K-2.2): packs of cards go round, everybody keeps two of the first and one of each that follows.

Pack p is dealt to seat p and goes one seat to the left with every pass. While cards are drafted the packs lie in the
array of the draw pile, above its top card: seven places for each, first the cards that were kept, in that order. So the
record tells who kept what out of which pack: seat p + t holds pack p in pass t. What a player keeps is seen by nobody.
But who sees a pack again knows what is missing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.armies.stack import advance, ask
from gosu_env.armies.state import COUNT, CURSOR, NO_ANSWER, NO_CARD, STEP, seat_after
from gosu_env.engine.compile import rule
from gosu_env.engine.rng import random_below
from gosu_env.gosu import events as e
from gosu_env.gosu.memory import note_known, remember_pack
from gosu_env.gosu.piles import add_to_hand, empty_hand
from gosu_env.gosu.state import LOOK_SIZE, OPENING_HAND, State, Tables, kinds_of, may_stand, seats_from
from gosu_env.gosu.vocabulary import DECIDE_KEEP

PASSES = OPENING_HAND - 1  # two cards are kept of the first pack


@rule
def lay_packs(st: State, tb: Tables) -> None:
    """Every hand becomes a pack."""
    place = int(st.deck_size)
    for seat in range(st.num_players):
        for kind in range(kinds_of(st)):
            for _ in range(st.hand[seat, kind]):
                st.deck[place] = kind
                place += 1
        e.note_number(st, e.PACKED, seat, int(st.hand_size[seat]))
        empty_hand(st, seat)
    for i in range(place, st.deck.shape[0]):
        st.deck[i] = 0  # cards of hands that were thrown
    st.draft = OPENING_HAND


@rule
def pass_number(st: State) -> int:
    """How often the packs have been handed on."""
    return 0 if st.draft == OPENING_HAND else PASSES - int(st.draft)


@rule
def kept_before(passes: int) -> int:
    """How many cards of every pack are kept before it has been handed on so often."""
    return 0 if passes == 0 else passes + 1


@rule
def first_place(st: State, pack: int) -> int:
    """Where a pack begins in ``st.deck``."""
    return int(st.deck_size) + pack * OPENING_HAND


@rule
def pack_of(st: State, seat: int, passes: int) -> int:
    """The pack that a seat holds after so many passes."""
    n = int(st.num_players)
    return (seat - passes + PASSES * n) % n


@rule
def kept_of(st: State, pack: int) -> int:
    """How many cards of a pack are kept by now. The draft has the first frame of the stack, and no other is there."""
    passes = pass_number(st)
    holder = (pack + passes) % int(st.num_players)
    turn = seats_from(st, int(st.advantage), holder)
    kept = kept_before(passes)
    if turn < st.stack[0, CURSOR]:
        return kept_before(passes + 1)
    return kept + int(st.stack[0, STEP]) if turn == st.stack[0, CURSOR] else kept


@rule
def look_at_pack(st: State, seat: int) -> None:
    """What is left of the pack that a seat holds, in the order of kinds: how it lies would tell who kept what."""
    pack = pack_of(st, seat, pass_number(st))
    st.look_size = 0
    for place in range(first_place(st, pack) + kept_of(st, pack), first_place(st, pack) + OPENING_HAND):
        at = int(st.look_size)
        while at > 0 and st.look[at - 1] > st.deck[place]:
            st.look[at] = st.look[at - 1]
            at -= 1
        st.look[at] = st.deck[place]
        st.look_size += 1


@rule
def look_away(st: State) -> None:
    st.look_size = 0
    for i in range(LOOK_SIZE):
        st.look[i] = NO_CARD


@rule
def keep(st: State, tb: Tables, seat: int, kind: int) -> None:
    """Put a card of the pack behind those that are kept already, and into the hand."""
    pack = pack_of(st, seat, pass_number(st))
    to = first_place(st, pack) + kept_of(st, pack)
    place = to
    while st.deck[place] != kind:
        place += 1
    st.deck[place] = st.deck[to]
    st.deck[to] = kind
    e.note_hidden(st, e.KEPT, seat, kind, e.LOOK, e.HANDS + seat)
    add_to_hand(st, tb, seat, kind, False)


@rule
def learn(st: State, observer: int, pack: int, since: int, until: int) -> None:
    """What a player learns from a pack seen in pass ``since`` and again in pass ``until``: what one other kept."""
    if until - since == 2:
        place = first_place(st, pack) + kept_before(since + 1)
        note_known(st, observer, (pack + since + 1) % int(st.num_players), int(st.deck[place]))


@rule
def draft_cards(st: State, tb: Tables, frame: int, answer: int) -> None:
    """Everybody in turn order keeps cards of the pack at hand; when all have, the packs go to the left (K-2.2)."""
    if answer != NO_ANSWER:
        keep(st, tb, seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR])), answer)
        st.stack[frame, STEP] += 1
        look_away(st)
    passes = pass_number(st)
    if st.stack[frame, STEP] == kept_before(passes + 1) - kept_before(passes):
        st.stack[frame, STEP] = 0
        st.stack[frame, CURSOR] += 1
    if st.stack[frame, CURSOR] == st.num_players:
        st.stack[frame, CURSOR] = 0
        passes += 1
        st.draft = PASSES - passes
        if passes == PASSES:
            end_draft(st, frame)
            return
    seat = seat_after(st, int(st.advantage), int(st.stack[frame, CURSOR]))
    if st.stack[frame, STEP] == 0 and passes >= st.num_players:
        learn(st, seat, pack_of(st, seat, passes), passes - int(st.num_players), passes)
    st.stack[frame, COUNT] = kept_before(passes + 1) - kept_before(passes) - st.stack[frame, STEP]
    look_at_pack(st, seat)
    ask(st, DECIDE_KEEP, seat)


@rule
def end_draft(st: State, frame: int) -> None:
    """Whoever handed on the last card of a pack knows who has it. No mulligan follows: that was before (K-2.2)."""
    for pack in range(st.num_players):
        learn(st, (pack + PASSES - 2) % int(st.num_players), pack, PASSES - 2, PASSES)
        for place in range(OPENING_HAND):
            remember_pack(st, pack, place, int(st.deck[first_place(st, pack) + place]))
    if st.num_players == 2:  # what a player kept of the first pack; with more players the packs themselves are known
        for seat in range(st.num_players):
            st.plain[seat] = min(int(st.plain[seat]), kept_before(1))
    advance(st, frame)


# ------------------------------------------------------------------------------------------------ other worlds


@rule
def _gather(st: State, first: int, end: int, pool: Any) -> int:
    """Count the cards of a range of places; how many there are."""
    for place in range(first, end):
        pool[st.deck[place]] += 1
    return max(end - first, 0)


@rule
def _deal(st: State, tb: Tables, first: int, end: int, plain: bool, pool: Any) -> None:
    """Deal cards that were gathered to a range of places; ``plain``: no Bakutos."""
    for place in range(first, end):
        left = 0
        for kind in range(kinds_of(st)):
            if not plain or not may_stand(st, tb, kind, 0):
                left += pool[kind]
        pick = random_below(st.rng, left)
        kind = 0
        while True:
            if not plain or not may_stand(st, tb, kind, 0):
                if pick < pool[kind]:
                    break
                pick -= pool[kind]
            kind += 1
        st.deck[place] = kind
        pool[kind] -= 1


@rule
def passes_seen(st: State, seat: int) -> int:
    """In how many passes a seat has looked at its pack: it does when it is asked."""
    return pass_number(st) + int(seats_from(st, int(st.advantage), seat) <= st.stack[0, CURSOR])


@rule
def unseen_of(st: State, seat: int, pack: int) -> int:
    """How many cards of a pack were kept before a seat saw it; all, if it never has."""
    first = (seat - pack + int(st.num_players)) % int(st.num_players)
    return kept_before(first) if first < max(passes_seen(st, seat), 1) else OPENING_HAND


@rule
def _mix_seen(st: State, tb: Tables, seat: int, pack: int, pool: Any) -> None:
    """Deal anew who kept what since a seat saw a pack: what was missing the next time, and what it handed on last."""
    n = int(st.num_players)
    passes = (seat - pack + n) % n
    seen = max(passes_seen(st, seat), 1)  # its own pack was its hand
    while passes < seen:
        first = first_place(st, pack) + kept_before(passes + 1)
        end = first_place(st, pack) + (kept_before(passes + n) if passes + n < seen else OPENING_HAND)
        if passes == pass_number(st):  # it may still be keeping cards
            first = first_place(st, pack) + kept_of(st, pack)
        _gather(st, first, end, pool)
        _deal(st, tb, first, end, False, pool)
        passes += n


@rule
def _take_up_hands(st: State, tb: Tables) -> None:
    """Hands, and what is known of them, from the packs."""
    n = int(st.num_players)
    for seat in range(n):
        empty_hand(st, seat)
    for pack in range(n):
        for i in range(kept_of(st, pack)):
            taker = (pack + max(i - 1, 0)) % n
            add_to_hand(st, tb, taker, int(st.deck[first_place(st, pack) + i]), False)
    for observer in range(n):
        for passes in range(n, passes_seen(st, observer)):
            learn(st, observer, pack_of(st, observer, passes), passes - n, passes)


@rule
def redeal_packs(st: State, tb: Tables, seat: int) -> None:
    """Deal anew all that a seat cannot know during a draft: the draw pile, cards it never saw, and who kept which.

    A pack that was a hand whose player declined a mulligan has no Bakutos (G-2.3); such packs are dealt first.
    """
    pool = np.zeros(kinds_of(st), np.int64)
    _gather(st, 0, int(st.deck_size), pool)
    for pack in range(st.num_players):
        _gather(st, first_place(st, pack), first_place(st, pack) + unseen_of(st, seat, pack), pool)
    for plain in range(1, -1, -1):
        for pack in range(st.num_players):
            if (st.plain[pack] > 0) == (plain == 1):
                first = first_place(st, pack)
                _deal(st, tb, first, first + unseen_of(st, seat, pack), plain == 1, pool)
    _deal(st, tb, 0, int(st.deck_size), False, pool)
    for pack in range(st.num_players):
        _mix_seen(st, tb, seat, pack, pool)
    _take_up_hands(st, tb)
    look_away(st)
    look_at_pack(st, int(st.decider))
