"""Write ``docs/results.png`` and ``docs/results-laundromat.png`` from the curves in ``docs/results``.

``python docs/results_picture.py``
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    sys.path.insert(0, str(ROOT))  # where agents is found
    two_runs()
    one_run("laundromat", (2, 3, 4, 5))


def two_runs() -> None:
    """GOSU, where a second run went on from the first."""
    from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, set_bare, set_title  # noqa: PLC0415

    figure = empty_figure(9.6, 3.8)
    for axes, players in zip(figure.subplots(1, 2, sharey=True), (2, 4), strict=True):
        runs = json.loads((ROOT / "docs" / "results" / f"strong-{players}.json").read_text())["runs"]
        first, second = (run["curve"] for run in runs)
        before = runs[0]["decisions"] / 1e9
        decisions = [row["decisions"] / 1e9 for row in first] + [before + row["decisions"] / 1e9 for row in second]
        wins = [100 * row["scores"]["greedy"] for row in (*first, *second)]
        axes.axvline(before, color=QUIET, linewidth=1, linestyle=":")
        axes.annotate("second run", (before, 4), (4, 0), textcoords="offset points", color=QUIET)
        axes.axhline(100 / players, color=QUIET, linewidth=1, linestyle=":")
        axes.annotate(
            "equal", (decisions[-1], 100 / players), (0, 4), textcoords="offset points", ha="right", color=QUIET
        )
        axes.plot(decisions, wins, color="#c2410c", linewidth=2, marker="o", markersize=4)
        axes.set_ylim(0, 100)
        axes.set_xlim(0, decisions[-1] * 1.03)
        axes.set_xlabel("billion decisions")
        axes.grid(axis="y", color=GRID)
        axes.set_axisbelow(True)
        set_bare(axes)
        opponents = "greedy" if players == 2 else "three greedies"
        seconds = first[-1]["seconds"] + second[-1]["seconds"]
        set_title(axes, f"{players} players", f"games won against {opponents}, %; {seconds:,.0f} s on one H200")
    (ROOT / "docs" / "results.png").write_bytes(as_png(figure))


def one_run(game: str, seats: tuple[int, ...]) -> None:
    """A game with a curve for every number of players."""
    from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, set_bare, set_title  # noqa: PLC0415

    figure = empty_figure(9.6, 3.2)
    for axes, players in zip(figure.subplots(1, len(seats), sharey=True), seats, strict=True):
        (run,) = json.loads((ROOT / "docs" / "results" / f"{game}-{players}.json").read_text())["runs"]
        rows = run["curve"]
        decisions = [row["decisions"] / 1e9 for row in rows]
        axes.axhline(100 / players, color=QUIET, linewidth=1, linestyle=":")
        axes.annotate(
            "equal", (decisions[-1], 100 / players), (0, -13), textcoords="offset points", ha="right", color=QUIET
        )
        wins = [100 * row["scores"]["greedy"] for row in rows]
        axes.plot(decisions, wins, color="#c2410c", linewidth=2, marker="o", markersize=4)
        axes.set_ylim(0, 100)
        axes.set_xlim(0, decisions[-1] * 1.05)
        axes.set_xlabel("billion decisions")
        axes.grid(axis="y", color=GRID)
        axes.set_axisbelow(True)
        set_bare(axes)
        set_title(axes, f"{players} players", f"won against greedy, %; {rows[-1]['seconds']:,.0f} s")
    (ROOT / "docs" / f"results-{game}.png").write_bytes(as_png(figure))


if __name__ == "__main__":
    main()
