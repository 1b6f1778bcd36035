"""The picture of ``curves``: exploitability over decisions, a line and a band for every algorithm, and of searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, set_bare, set_title
from gosu_env.training.baselines.curves import ALGORITHMS, Curves, told_times

COLOURS = {
    "nfsp": "#4e79a7",
    "deep_cfr": "#e15759",
    "psro": "#f28e2b",
    "rnad": "#59a14f",
    "ppo": "#b07aa1",
    "league": "#edc948",
    "td": "#9c755f",
}
TICKS = (1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)


def draw_curves(curves: Curves) -> bytes:
    """On a logarithmic scale: lines are means of all runs, bands reach from the lowest to the highest of them."""
    figure = empty_figure(11.0 if curves.search else 8.2, 5.2)
    learning, *searching = (
        figure.subplots(1, 2, sharey=True, width_ratios=[2.4, 1]) if curves.search else [figure.subplots()]
    )
    for name, colour in COLOURS.items():
        runs = curves.of(name)
        if not runs:
            continue
        points = min(map(len, runs))
        at = np.mean([[point.decisions for point in run[:points]] for run in runs], axis=0)
        found = np.array([[point.exploitability for point in run[:points]] for run in runs])
        learning.fill_between(at, found.min(axis=0), found.max(axis=0), color=colour, alpha=0.18, linewidth=0)
        learning.plot(
            at, found.mean(axis=0), color=colour, marker="o", markersize=3, linewidth=1.8, label=ALGORITHMS[name][0]
        )
    learning.xaxis.set_major_formatter("{x:,.0f}")
    learning.set_xlabel("decisions played", fontsize=10)
    learning.set_ylabel("exploitability", fontsize=10)
    for axes in searching:
        _draw_search(axes, curves)
    levels = {name: level for name, level in curves.levels().items() if level > 0}
    for axes in (learning, *searching):
        for name, level in levels.items():
            axes.axhline(level, color=QUIET, linewidth=1, linestyle="--")
            if axes is learning:
                axes.annotate(
                    name, (1, level), (-4, 3), ("axes fraction", "data"), "offset points", ha="right", fontsize=9
                )
        axes.set_yscale("log")
        axes.minorticks_off()
        axes.grid(color=GRID, linewidth=0.8)
        axes.legend(frameon=False, fontsize=9, loc="lower left" if axes is not learning else "best")
        set_bare(axes)
    low, high = learning.get_ylim()
    learning.set_yticks([tick for tick in TICKS if low <= tick <= high], minor=False)
    learning.yaxis.set_major_formatter("{x:g}")
    learning.minorticks_off()
    counts = sorted({len(curves.of(name)) for name in COLOURS if curves.of(name)})
    many = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[-1]}"
    spread = f"; means of {many} runs, and their range" if counts[-1] > 1 else ""
    set_title(learning, "While learning", "what a perfect opponent gains on average; 0 is an equilibrium" + spread)
    return as_png(figure)


def _draw_search(axes: Any, curves: Curves) -> None:
    """Points of ISMCTS over its simulations."""
    rows = [curves.search[simulations] for simulations in sorted(curves.search)]
    at = [row.simulations for row in rows]
    axes.fill_between(
        at, [min(r.once) for r in rows], [max(r.once) for r in rows], color="#333", alpha=0.15, linewidth=0
    )
    axes.plot(
        at, [np.mean(r.once) for r in rows], color="#333", marker="o", markersize=4, linewidth=1.5, label="asked once"
    )
    if any(len(row.once) > 1 for row in rows):
        label = f"asked {told_times(max(len(row.once) for row in rows))}"
        axes.plot(at, [r.together for r in rows], color="#333", marker="s", markersize=4, linestyle=":", label=label)
    axes.set_xscale("log")
    axes.set_xlabel("simulations before a decision", fontsize=10)
    set_title(axes, "Search", "ISMCTS, which learns nothing")
