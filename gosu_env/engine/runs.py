"""Where runs are kept that are given no folder."""

from __future__ import annotations

from pathlib import Path

from gosu_env.engine.rules import USUAL_GAME

RUNS = Path("runs")


def usual_folder(game: str, *words: object) -> Path:
    """The folder of a run that was given none: ``runs/gosux-quick-2-0``; the usual game need not be named."""
    return RUNS / "-".join(map(str, words if game == USUAL_GAME else (game, *words)))
