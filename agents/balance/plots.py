"""Pictures of a report: what those of all games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import GRID, QUIET, empty_figure, plain, set_bare, set_title
from gosu_env.agents.balance.aims import Range
from gosu_env.agents.balance.figures import Figures

AIM, MISS = "#eaf4ec", "#c92a2a"
BAR = "#7fb3d5"
COMMON = 0.999  # of the games are in the picture of their lengths: one that went on and on would flatten the others


def shade(axes: Any, bounds: Range, even: float | None = None) -> None:
    """The band that is aimed at, and a line at what would be even."""
    axes.axvspan(*bounds, color=AIM, zorder=0, linewidth=0)
    if even is not None:
        axes.axvline(even, color=QUIET, linewidth=1, linestyle=(0, (4, 3)), zorder=1)


def in_percent(axes: Any) -> None:
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)


def source(balance: Figures) -> str:
    """Who played, for the line below a title."""
    settings = balance.settings
    return f"{plain(settings.names[0])}, {len(balance.outcomes):,} games, {settings.seats} seats"


def plot_lengths(balance: Figures) -> Any:
    """How long games are: a figure of matplotlib."""
    figure = empty_figure(8.2, 3.2)
    panels = figure.subplots(1, 2, width_ratios=(3, 2))
    for axes, row in zip(panels, balance.lengths.to_dicts(), strict=True):
        values = balance.length(row["what"])
        most = int(np.quantile(values, COMMON, method="nearest"))
        width = max(1, (most - row["least"]) // 40)
        edges = np.arange(row["least"], most + width + 1, width) - 0.5
        weights = np.full(len(values), 1 / len(values))
        axes.hist(values, edges, weights=weights, color=BAR, edgecolor="white", linewidth=0.6, zorder=2)
        axes.axvline(row["mean"], color=QUIET, linewidth=1.2, zorder=3)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        set_bare(axes)
        axes.tick_params(labelsize=9)
        middle = f"mean {row['mean']:.1f}; 90%: {row['low']} – {row['high']}; longest {row['most']:,}"
        set_title(axes, f"{row['what'].capitalize()} in a game", middle)
    return figure
