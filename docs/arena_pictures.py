"""Write the pictures of ``docs/arena.md``: ``python docs/arena_pictures.py``, for some minutes."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = "random,rollout:200,greedy,ismcts:200"
GAMES = 400


def main() -> None:
    sys.path.insert(0, str(ROOT))  # where agents is found
    from gosu_env.agents.arena import Arena  # noqa: PLC0415
    from gosu_env.agents.arena.plots import payoffs_png, ratings_png  # noqa: PLC0415

    standings = Arena(PLAYERS, GAMES).run()
    (ROOT / "docs" / "arena-ratings.png").write_bytes(ratings_png(standings))
    (ROOT / "docs" / "arena-payoffs.png").write_bytes(payoffs_png(standings))


if __name__ == "__main__":
    main()
