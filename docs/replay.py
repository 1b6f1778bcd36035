"""Write the example of a replay, ``docs/replay.html``: ``python docs/replay.py``.

``docs/replay.png`` shows that page in a browser: ``docs/serve_pictures.py`` takes it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gosu_env import Game, Thoughts, View, record
from gosu_env.engine.files import write_whole
from gosu_env.render.replay_page import replay_html

PATH = Path(__file__).resolve().parent / "replay.html"


class PlaysOut:
    """Plays every action out at random in a few worlds, takes the best one, and tells what it thought."""

    def __init__(self, worlds: int, seed: int) -> None:
        self.name = f"plays out {worlds} worlds"
        self.thoughts: Thoughts | None = None
        self._worlds = worlds
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        worlds = [view.determinize(self._rng) for _ in range(self._worlds)]
        mean = np.array([np.mean([self._play_out(world, action)[view.seat] for world in worlds]) for action in legal])
        best = int(mean.argmax())
        chances = np.exp(4 * (mean - mean[best]))
        chances /= chances.sum()
        close = sum(mean > mean[best] - 0.15)
        note = "Nothing else comes near." if close == 1 else f"{close} of {len(legal)} actions are about as good."
        self.thoughts = Thoughts(dict(zip(legal, chances.tolist(), strict=True)), float(mean[best]), note)
        return legal[best]

    def _play_out(self, world: Game, action: int) -> list[float]:
        game = world.clone()
        game.apply(action)
        while not game.is_over:
            actions = game.legal_actions()
            game.apply(actions[int(self._rng.integers(len(actions)))])
        return game.returns()


def page() -> str:
    agents = [PlaysOut(worlds=16, seed=1), PlaysOut(worlds=8, seed=2)]
    return replay_html(record(Game("gosu", num_players=2, seed=20), agents))


if __name__ == "__main__":
    write_whole(PATH, page().encode())
