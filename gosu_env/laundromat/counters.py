"""What is counted of every seat: coins, garments scored, garments in the basket."""

from __future__ import annotations

from gosu_env.engine.counters import Counter
from gosu_env.engine.game import Game

COUNTERS = {
    "coins": Counter("coins of the seat", "Int16", "the most coins of another seat", "Coins", 20),
    "scored": Counter("garments it has scored", "Int8", "the most garments that another seat has scored"),
    "basket": Counter("garments in its basket", "Int8"),
    "potion": Counter("1: its potion is unused", "Int8"),
}


def count(game: Game) -> dict[str, list[int]]:
    st, n = game.state, game.num_players
    return {
        "coins": game.strengths(),
        "scored": st.scored[:n].sum(axis=1).tolist(),
        "basket": st.basket_size[:n].tolist(),
        "potion": st.potion[:n].tolist(),
    }
