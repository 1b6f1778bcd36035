"""What is hidden from a seat, as it is: the hands of the others, and the draw pile. For learners, never for players."""

from __future__ import annotations

from typing import Any

from gosu_env.armies.state import seat_after
from gosu_env.engine.compile import rule
from gosu_env.engine.spec import Block, Spec
from gosu_env.gosu.observe import MOST_COPIES
from gosu_env.gosu.state import KINDS, State, Tables, kinds_of

COPIES = f"count 0..{MOST_COPIES}"


def hidden_spec(num_players: int, kinds: int = KINDS) -> Spec:
    """The layout of ``write_hidden``."""
    hands = ((f"hand.opp{i}", kinds, "copies of each card in that hand", COPIES) for i in range(1, num_players))
    return Spec(Block.lay_out(hands))


def unseen_spec(kinds: int = KINDS) -> Spec:
    """The layout of ``write_unseen``."""
    return Spec(Block.lay_out([("draw_pile", kinds, "copies of each card in the draw pile", COPIES)]))


@rule
def write_hidden(st: State, tb: Tables, seat: int, out: Any) -> None:
    """The hands of the other players, clockwise."""
    kinds = kinds_of(st)
    for relative in range(1, st.num_players):
        owner = seat_after(st, seat, relative)
        for kind in range(kinds):
            out[(relative - 1) * kinds + kind] = st.hand[owner, kind]


@rule
def write_unseen(st: State, tb: Tables, out: Any) -> None:
    """The draw pile, without its order."""
    for kind in range(kinds_of(st)):
        out[kind] = 0
    for i in range(st.deck_size):
        out[st.deck[i]] += 1
