"""The action space: one flat ``Discrete``, in blocks, the same for every number of players.

STOP · DRAW · DRAW_WITH_POTION · TAKE(kinds) · KEEP(kinds)
"""

from __future__ import annotations

from gosu_env.engine.spec import Block, Row
from gosu_env.laundromat.state import KINDS

STOP = 0
DRAW = 1
DRAW_WITH_POTION = 2
TAKE = 3
KEEP = TAKE + KINDS
ACTIONS = KEEP + KINDS


def num_actions(num_players: int, kinds: int = KINDS) -> int:
    """The size of the action space."""
    return TAKE + 2 * kinds


def blocks(num_players: int, kinds: int = KINDS) -> tuple[Block, ...]:
    """The action space, block by block."""
    rows: list[Row] = [
        ("STOP", 1, "stop the wash: what is face up goes to scoring"),
        ("DRAW", 1, "turn over another garment"),
        ("DRAW_WITH_POTION", 1, "use the stain potion and turn over another garment, whose stains do not count"),
        ("TAKE", kinds, "put that garment of the hand, or of the market, into one's basket"),
        ("KEEP", kinds, "keep that garment of a failed wash"),
    ]
    return Block.lay_out(rows, "bit")  # of a mask
