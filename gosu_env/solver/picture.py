"""The picture of a solution: how the solver converges, and how exploitable other players are."""

from __future__ import annotations

from typing import Any

from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, plain, set_bare, set_title
from gosu_env.solver.solution import Measured

BLUE, BAR = "#0b3c5d", "#7fb3d5"


def draw_solution(curve: list[tuple[int, float]], players: list[Measured]) -> bytes:
    """On the left the exploitability of the solver's average over iterations, on the right that of players."""
    figure = empty_figure(11.0, max(4.2, 2.0 + 0.46 * len(players)))
    converging, others = figure.subplots(1, 2, width_ratios=[1.3, 1])
    shown = [(at, height) for at, height in curve if height > 0]  # a logarithmic scale has no 0
    converging.plot(*zip(*shown, strict=True) if shown else ([], []), color=BLUE, marker="o", markersize=4)
    converging.set_xscale("log")
    converging.set_yscale("log")
    converging.minorticks_off()
    converging.set_xlabel("iterations of CFR+", fontsize=10)
    converging.set_ylabel("exploitability", fontsize=10)
    converging.grid(color=GRID, linewidth=0.8)
    set_bare(converging)
    set_title(converging, "The solution", "what a perfect opponent gains on average against the average policy")
    _draw_players(others, sorted(players, key=lambda row: row.exploitability))
    return as_png(figure)


def _draw_players(axes: Any, rows: list[Measured]) -> None:
    places = range(len(rows) - 1, -1, -1)
    axes.barh(places, [row.exploitability for row in rows], color=BAR, height=0.62, zorder=2)
    axes.set_yticks(places, [plain(row.name) for row in rows])
    axes.set_xlim(0, 1.15)
    axes.set_xticks([0, 0.5, 1])
    axes.grid(axis="x", color=GRID, linewidth=0.8, zorder=0)
    axes.set_xlabel("exploitability", fontsize=10)
    for place, row in zip(places, rows, strict=True):
        told = f"{row.exploitability:.3f}" if row.exploitability >= 0.001 else f"{row.exploitability:.0e}"
        axes.annotate(
            told, (row.exploitability, place), (4, 0), textcoords="offset points", va="center", fontsize=9, color=QUIET
        )
    set_bare(axes)
    set_title(axes, "Players", "1: a perfect opponent wins every game")
