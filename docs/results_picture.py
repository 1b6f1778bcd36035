"""Write ``docs/results.png`` and ``docs/results-GAME.png`` from the curves in ``docs/results``.

``python docs/results_picture.py``
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NEAR = 0.07  # of the width: labels of runs that would overlap


def main() -> None:
    sys.path.insert(0, str(ROOT))  # where agents is found
    draw("results", ("strong-2", "strong-4"), (9.6, 3.8))
    draw("results-gosux", ("gosux-2",), (6.4, 3.6))
    draw("results-laundromat", tuple(f"laundromat-{seats}" for seats in (2, 3, 4, 5)), (9.6, 3.2))
    draw_seeds("results-td", {"quick": "3.3 million decisions", "cpu": "13 million decisions"}, (9.6, 3.8))


def draw(picture: str, names: tuple[str, ...], size: tuple[float, float]) -> None:
    """Wins against greedy over the decisions of training, a plot for each file; a run goes on from the last one."""
    from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, set_title  # noqa: PLC0415

    figure = empty_figure(*size)
    for axes, name in zip(figure.subplots(1, len(names), sharey=True, squeeze=False)[0], names, strict=True):
        runs = json.loads((ROOT / "docs" / "results" / f"{name}.json").read_text())["runs"]
        players = runs[0]["settings"]["num_players"]
        decisions: list[float] = []
        wins: list[float] = []
        before = seconds = 0.0
        near, last = sum(run["decisions"] for run in runs) / 1e9 * NEAR, -math.inf
        for number, run in enumerate(runs, 1):
            if before:
                axes.axvline(before, color=QUIET, linewidth=1, linestyle=":")
                at = (before, 11 if before - last < near else 4)
                axes.annotate(f"run {number}", at, (4, 0), textcoords="offset points", color=QUIET)
                last = before
            decisions += [before + row["decisions"] / 1e9 for row in run["curve"]]
            wins += [100 * row["scores"]["greedy"] for row in run["curve"]]
            before += run["decisions"] / 1e9
            seconds += run["curve"][-1]["seconds"]
        axes.axhline(100 / players, color=QUIET, linewidth=1, linestyle=":")
        even = (decisions[-1], 100 / players)
        axes.annotate("equal", even, (0, -13), textcoords="offset points", ha="right", color=QUIET)
        axes.plot(decisions, wins, color="#c2410c", linewidth=2, marker="o", markersize=4)
        axes.set_xlim(0, decisions[-1] * 1.05)
        finish(axes, "billion decisions")
        set_title(axes, f"{players} players", f"won against greedy, %; {seconds:,.0f} s")
    (ROOT / "docs" / f"{picture}.png").write_bytes(as_png(figure))


def finish(axes: Any, along: str) -> None:
    """Percents up, something else along."""
    from gosu_env.agents.arena.drawing import GRID, set_bare  # noqa: PLC0415

    axes.set_ylim(0, 100)
    axes.set_xlabel(along)
    axes.grid(axis="y", color=GRID)
    axes.set_axisbelow(True)
    set_bare(axes)


def draw_seeds(picture: str, presets: dict[str, str], size: tuple[float, float]) -> None:
    """Wins against greedy over minutes, a plot for each preset and a line for each seed."""
    from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, set_title  # noqa: PLC0415

    runs = json.loads((ROOT / "docs" / "results" / "td.json").read_text())["runs"]
    figure = empty_figure(*size)
    for axes, (preset, length) in zip(figure.subplots(1, len(presets), sharey=True), presets.items(), strict=True):
        curves = [run["curve"] for run in runs if run["preset"] == preset]
        for curve in curves:
            rows = [row for row in curve if row["opponent"] == "greedy"]
            minutes = [row["seconds"] / 60 for row in rows]
            wins = [100 * row["won"] for row in rows]
            axes.plot(minutes, wins, color="#c2410c", alpha=0.6, linewidth=1.5)
            axes.plot(minutes[-1:], wins[-1:], color="#c2410c", marker="o", markersize=4)
        axes.axhline(50, color=QUIET, linewidth=1, linestyle=":")
        axes.set_xlim(0)
        finish(axes, "minutes on two threads")
        set_title(axes, f"--preset {preset}, {len(curves)} seeds", f"won against greedy, %; {length}")
    (ROOT / "docs" / f"{picture}.png").write_bytes(as_png(figure))


if __name__ == "__main__":
    main()
