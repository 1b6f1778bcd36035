"""Hands, decks and discards of GOSU X without the rest of the game: cards are moved one by one, as rules move them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from gosu_env.armies.state import NO_CARD
from gosu_env.engine.compile import entry
from gosu_env.engine.events import DISCARDED, DRAWN
from gosu_env.engine.records import empty_records
from gosu_env.engine.rng import seed_rng
from gosu_env.gosux.belief import write_belief
from gosu_env.gosux.memory import note_hand_seen, note_not_in_deck
from gosu_env.gosux.piles import (
    add_to_hand,
    discard_from_hand,
    draw_one,
    mill,
    put_below,
    put_into_deck,
    put_on_top,
    refill_deck,
    shuffle_deck,
    take_from_deck,
    take_from_discard,
)
from gosu_env.gosux.state import CLANS, KINDS, NOBODY, STATE
from gosu_env.gosux.worlds import resample

MOVES = (
    "deal",
    "shuffle",
    "draw",
    "play",
    "recover",
    "back",
    "search",
    "show",
    "mill",
    "top",
    "below",
    "see",
    "miss",
    "refill",
)
DEAL, SHUFFLE, DRAW, PLAY, RECOVER, BACK, SEARCH, SHOW, MILL, TOP, BELOW, SEE, MISS, REFILL = range(len(MOVES))


@entry
def move(states: Any, what: int, seat: int, kind: int) -> None:
    """Do one thing to a card; from the discard where it comes from somewhere."""
    st = states[0]
    if what == DEAL:
        put_into_deck(st, seat, kind)
    elif what == SHUFFLE:
        shuffle_deck(st, seat)
    elif what == DRAW:
        draw_one(st, seat, DRAWN)
    elif what == PLAY:
        discard_from_hand(st, seat, kind, DISCARDED)
    elif what == SEARCH:
        take_from_deck(st, seat, kind, False)
        add_to_hand(st, seat, kind, False)
        shuffle_deck(st, seat)
    elif what == SHOW:
        take_from_deck(st, seat, kind, True)
        shuffle_deck(st, seat)
        put_on_top(st, seat, kind)
    elif what == MILL:
        mill(st, seat, 1)
    elif what == SEE:
        note_hand_seen(st, seat)
    elif what == MISS:
        note_not_in_deck(st, seat, kind)
        shuffle_deck(st, seat)
    elif what == REFILL:
        refill_deck(st, seat)
    else:
        take_from_discard(st, seat, kind)
        if what == RECOVER:
            add_to_hand(st, seat, kind, True)
        elif what == BACK:
            put_into_deck(st, seat, kind)
        elif what == TOP:
            put_on_top(st, seat, kind)
        else:
            put_below(st, seat, kind)


@entry
def seed_table(states: Any, seed: int) -> None:
    seed_rng(states[0].rng, seed)


@entry
def deal_world(states: Any, seat: int, seed: int) -> None:
    """Make another world of the record, which the seat cannot tell from it."""
    seed_rng(states[0].rng, seed)
    resample(states[0], seat)


@entry
def believe(states: Any, seat: int, known: Any, out: Any) -> bool:
    """What a seat may believe; whether it is exact. Tables of cards are not asked."""
    return write_belief(states[0], states[0], seat, False, known, out)


class Table:
    """A player, seat 1, and one who watches, seat 0. The clans of both are those of the game's first seats."""

    def __init__(self, deck: Iterable[int], seed: int = 0) -> None:
        self.states = empty_records(STATE, 1)
        st = self.states[0]
        for clan in range(CLANS):
            st.clan_owner[clan] = 1 if clan < 3 else 0 if clan < 6 else NOBODY
        seed_table(self.states, seed)
        for kind in deck:
            self.do(DEAL, kind)
        self.do(SHUFFLE)

    @property
    def state(self) -> Any:
        return self.states[0]

    def do(self, what: int, kind: int = NO_CARD) -> None:
        move(self.states, what, 1, kind)

    def hand(self) -> Counter[int]:
        return Counter({kind: int(copies) for kind, copies in enumerate(self.state.hand[1]) if copies})

    def discard(self) -> Counter[int]:
        return Counter({kind: int(copies) for kind, copies in enumerate(self.state.discard[1]) if copies})

    def known(self) -> Counter[int]:
        return Counter({kind: int(copies) for kind, copies in enumerate(self.state.known) if copies})

    def deck(self) -> list[int]:
        """From the top."""
        return [int(kind) for kind in self.state.deck[1, : self.state.deck_size[1]][::-1]]

    def world(self, seed: int) -> Table:
        other = Table.__new__(Table)
        other.states = self.states.copy()
        deal_world(other.states, 0, seed)
        return other

    def belief(self) -> tuple[Any, bool]:
        """Expected copies of each card in hand, for one who watches; whether that is exact."""
        known, out = np.zeros(3 * KINDS, np.int8), np.zeros(3 * KINDS, np.float32)
        exact = believe(self.states, 0, known, out)
        return out[:KINDS], exact
