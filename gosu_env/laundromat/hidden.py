"""What is hidden from a seat, as it is: hands, baskets, the draw pile. For learners, never for players."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Row, Spec
from gosu_env.laundromat.state import (
    CARDS,
    FILL,
    KINDS,
    MOST_COPIES,
    NO_SEAT,
    State,
    Tables,
    dealt,
    hand_held,
    hand_size,
    hand_start,
    kinds_of,
    seat_after,
    seats_from,
    taken_of,
)

COPIES = f"count 0..{MOST_COPIES}"


def hidden_spec(num_players: int) -> Spec:
    """The layout of ``write_hidden``; with two players there are no hands, the market lies open (L-6.1)."""
    others = [f"opp{i}" for i in range(1, num_players)]
    rows: list[Row] = [(f"basket.{seat}", KINDS, "copies of each garment in that basket", COPIES) for seat in others]
    if num_players > 2:
        rows += [(f"hand.{seat}", KINDS, "copies of each garment in that hand", COPIES) for seat in others]
    return Spec(Block.lay_out(rows))


def unseen_spec() -> Spec:
    """The layout of ``write_unseen``."""
    return Spec(Block.lay_out([("draw_pile", KINDS, "copies of each garment in the draw pile", COPIES)]))


@rule
def write_hidden(st: State, tb: Tables, seat: int, out: Any) -> None:
    """What lies in the baskets of the others and what they hold, clockwise."""
    n = int(st.num_players)
    kinds = kinds_of(st)
    for i in range(out.shape[0]):
        out[i] = 0
    for place in range(CARDS):
        owner = int(st.basket[place])
        if owner != NO_SEAT and owner != seat and st.drawn[place] == 0:
            out[(seats_from(st, seat, owner) - 1) * kinds + int(st.cards[place])] += 1
    if n > 2 and st.phase == FILL:
        for relative in range(1, n):
            hand = hand_held(st, seat_after(st, seat, relative))
            first = hand_start(st, hand)
            for place in range(first + taken_of(st, hand), first + hand_size(st)):
                out[(n - 1 + relative - 1) * kinds + int(st.cards[place])] += 1


@rule
def write_unseen(st: State, tb: Tables, out: Any) -> None:
    """The draw pile, without its order."""
    for kind in range(kinds_of(st)):
        out[kind] = 0
    for place in range(dealt(st), CARDS):
        out[st.cards[place]] += 1
