"""What is counted of every seat: victory points, cards, tokens, strength."""

from __future__ import annotations

from gosu_env.engine.counters import Counter
from gosu_env.engine.game import Game
from gosu_env.gosu.state import VICTORY

COUNTERS = {
    "vp": Counter(
        "victory points of the seat",
        "Int8",
        "the most victory points of another seat",
        "Victory points",
        VICTORY,
        tuple(range(VICTORY + 1)),
    ),
    "hand": Counter("cards in its hand", "Int16", "the most cards in another hand"),
    "tokens": Counter("activation tokens it has", "Int8"),
    "strength": Counter(
        "military strength of its army", "Int16", "the strength of the strongest other army", "Military strength", 5
    ),
}


def count(game: Game) -> dict[str, list[int]]:
    st, n = game.state, game.num_players
    return {
        "vp": st.victory_points[:n].tolist(),
        "hand": st.hand_size[:n].tolist(),
        "tokens": st.tokens[:n].tolist(),
        "strength": game.strengths(),
    }
