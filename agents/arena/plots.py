"""Pictures of an arena: ratings with their intervals, and who beats whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, plain, set_bare, set_title
from gosu_env.agents.arena.report import signed
from gosu_env.agents.arena.settings import ANCHOR
from gosu_env.agents.arena.standings import Standings
from gosu_env.agents.intervals import interval_text
from gosu_env.engine.errors import MissingExtraError, install

try:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap, TwoSlopeNorm
except ImportError as error:
    raise MissingExtraError(f"pictures of an arena need matplotlib: {install('arena')}") from error

BAR, WHISKER, NOBODY = "#7fb3d5", "#0b3c5d", "#eceef2"
MAP = "PuOr"  # orange loses, violet wins: also for those who do not tell red from green
INNER = (0.08, 0.92)  # of the map: its ends are too dark
LONGEST_NAME = 28


def shorten(name: str) -> str:
    """A name with its middle left out if it is too long for a picture."""
    if len(name) <= LONGEST_NAME:
        return name
    half = (LONGEST_NAME - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def plot_ratings(standings: Standings) -> Any:
    """A bar for every player, with its interval, the strongest on top: a figure of matplotlib."""
    rows = standings.ratings.to_dicts()
    places = np.arange(len(rows))[::-1]
    elo = np.array([row["elo"] for row in rows])
    low, high = (np.array([row[name] for row in rows]) for name in ("elo_low", "elo_high"))
    figure = empty_figure(8.2, 1.6 + 0.46 * len(rows))
    axes = figure.add_subplot()
    axes.barh(places, elo, color=BAR, height=0.62, zorder=2)
    reach = np.maximum([elo - low, high - elo], 0)
    axes.errorbar(elo, places, xerr=reach, fmt="none", ecolor=WHISKER, elinewidth=1.6, capsize=4, zorder=3)
    axes.axvline(0, color=QUIET, linewidth=1, zorder=1)
    axes.set_yticks(places, [plain(shorten(row["player"])) for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.margins(x=0.04)
    axes.set_xlabel("Elo", fontsize=10)
    axes.grid(axis="x", color=GRID, linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    set_bare(axes)
    beside = axes.get_yaxis_transform()
    for place, row in zip(places, rows, strict=True):
        fixed = row["elo_low"] == row["elo_high"]
        interval = "" if fixed else f"{signed(row['elo_low'])} … {signed(row['elo_high'])}"
        where = {"xy": (1, place), "xycoords": beside, "textcoords": "offset points", "va": "center"}
        axes.annotate(signed(row["elo"]), xytext=(50, 0), ha="right", fontsize=10, fontweight="bold", **where)
        axes.annotate(interval, xytext=(60, 0), fontsize=9, color=QUIET, **where)
    zero = "mean = 0" if standings.schedule.settings.anchor is None else f"{ANCHOR} = 0"
    set_title(axes, "Ratings", f"{zero}, intervals of 95%, {_games_text(standings)}")
    return figure


def plot_payoffs(standings: Standings) -> Any:
    """How often the player of a row wins against that of a column: a figure of matplotlib."""
    names = standings.ratings["player"].to_list()
    seats = standings.schedule.sides
    rates = np.full((len(names), len(names)), np.nan)
    cells = {}
    for row in standings.payoffs.to_dicts():
        place = names.index(row["player"]), names.index(row["opponent"])
        rates[place] = row["win_rate"]
        cells[place] = row
    size = len(names)
    figure = empty_figure(max(5.6, 3.3 + 0.98 * size), 2.2 + 0.72 * size)
    axes = figure.add_subplot()
    axes.set_facecolor(NOBODY)
    image = axes.imshow(
        rates,
        cmap=ListedColormap(colormaps[MAP](np.linspace(*INNER, 256))),
        norm=TwoSlopeNorm(1 / seats, 0, 1),
        aspect="auto",
    )
    for (row_place, column), row in cells.items():
        red, green, blue, _ = image.cmap(image.norm(row["win_rate"]))
        ink = "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#ffffff"
        middle = {
            "xy": (column, row_place),
            "textcoords": "offset points",
            "ha": "center",
            "va": "center",
            "color": ink,
        }
        axes.annotate(f"{row['win_rate']:.1%}", xytext=(0, 5), fontsize=10.5, fontweight="bold", **middle)
        axes.annotate(interval_text(row["win_low"], row["win_high"]), xytext=(0, -10), fontsize=7, **middle)
    for same in range(size):
        axes.text(same, same, "–", ha="center", va="center", color=QUIET)
    labels = [plain(shorten(name)) for name in names]
    slanted = max(map(len, labels)) > 11
    axes.set_yticks(range(size), labels)
    axes.set_xticks(range(size), labels, rotation=40 if slanted else 0, ha="right" if slanted else "center")
    axes.set_xticks(np.arange(size + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(size + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    set_bare(axes)
    axes.tick_params(which="minor", length=0)
    bar = figure.colorbar(image, ax=axes, fraction=0.05, pad=0.03, ticks=sorted({0, 1 / seats, 0.5, 1}))
    bar.ax.set_yticklabels([f"{tick:.0%}" for tick in sorted({0, 1 / seats, 0.5, 1})])
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0, labelsize=9)
    if standings.schedule.settings.tables == "solo" and seats > 2:
        below = f"one of the row against {seats - 1} of the column; even: {1 / seats:.0%}"
    elif seats > 2:
        below = f"at tables of {seats} with the player of the column; even: {1 / seats:.0%}"
    else:
        below = "row against column"
    set_title(axes, "Win rates", f"{below}; intervals of 95%")
    return figure


def _games_text(standings: Standings) -> str:
    return f"{len(standings.outcomes):,} games at tables of {standings.schedule.seats}"


def ratings_png(standings: Standings) -> bytes:
    return as_png(plot_ratings(standings))


def payoffs_png(standings: Standings) -> bytes:
    return as_png(plot_payoffs(standings))
