"""What is counted of every seat: Supremacy tokens, cards, tokens, strength."""

from __future__ import annotations

from gosu_env.engine.counters import Counter
from gosu_env.engine.game import Game
from gosu_env.gosux.state import SUPREMACY

COUNTERS = {
    "supremacy": Counter(
        "Supremacy tokens of the seat",
        "Int8",
        "Supremacy tokens of the opponent",
        "Supremacy tokens",
        SUPREMACY,
        tuple(range(SUPREMACY + 1)),
    ),
    "hand": Counter("cards in its hand", "Int16", "cards in the opponent's hand"),
    "deck": Counter("cards in its deck", "Int16"),
    "tokens": Counter("activation tokens in its hand", "Int8"),
    "owned": Counter("activation tokens it owns", "Int8"),
    "strength": Counter(
        "military strength of its army", "Int16", "the strength of the opponent's army", "Military strength", 5
    ),
}


def count(game: Game) -> dict[str, list[int]]:
    st = game.state
    return {
        "supremacy": st.supremacy.tolist(),
        "hand": st.hand_size.tolist(),
        "deck": st.deck_size.tolist(),
        "tokens": st.tokens.tolist(),
        "owned": st.owned.tolist(),
        "strength": game.strengths(),
    }
