"""Pictures of a report on Goblin Laundromat: programmes, species, coins, lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import GRID, QUIET, as_png, empty_figure, set_bare, set_title
from gosu_env.agents.balance.aims import Verdict, band
from gosu_env.agents.balance.plots import MISS, in_percent, plot_lengths, shade, source
from gosu_env.agents.laundromat.balance.aims import dealt_bounds, dealt_verdict
from gosu_env.agents.laundromat.balance.figures import Balance
from gosu_env.agents.laundromat.balance.tables import coin_name, sorted_programmes
from gosu_env.laundromat.colours import SPECIES_HUES

TYPE_HUES = {"I": "#7fb3d5", "II": "#4a8fc0", "III": "#2f6690", "IV": "#173f5f"}
ALL, WINNERS = "#c9d6df", "#2f6690"


def _plot_dealt(balance: Balance, rows: list[dict[str, Any]], names: Sequence[str], hues: Sequence[str]) -> Any:
    """Win rates of the seats that were dealt something, with intervals: a figure and its axes."""
    seats = balance.settings.seats
    figure = empty_figure(8.2, 1.7 + 0.27 * len(rows))
    axes = figure.add_subplot()
    shade(axes, dealt_bounds(seats), 1 / seats)
    places = -np.arange(len(rows))
    for place, row, hue in zip(places, rows, hues, strict=True):
        if row["dealt_win"] is None:
            continue
        axes.hlines(place, row["dealt_low"], row["dealt_high"], color=hue, linewidth=1.8, zorder=2)
        axes.scatter(row["dealt_win"], place, s=38, color=hue, edgecolor="white", linewidth=0.8, zorder=3)
    axes.set_yticks(places, names)
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        if dealt_verdict(row, seats) is Verdict.MISSED:
            label.set(color=MISS, fontweight="bold")
    low, high = dealt_bounds(seats)
    room = (high - low) / 2
    seen = [row for row in rows if row["dealt_seats"]]
    axes.set_xlim(
        min([low - room, *(row["dealt_low"] for row in seen)]), max([high + room, *(row["dealt_high"] for row in seen)])
    )
    axes.set_ylim(0.4 - len(rows), 0.6)
    in_percent(axes)
    set_bare(axes)
    return figure, axes, f"shaded: the aim, {band(low, high, 1)}; intervals of 95%; {source(balance)}"


def plot_programmes(balance: Balance) -> Any:
    """The win rate of the seats that were dealt a programme, type by type: a figure of matplotlib."""
    rows = sorted_programmes(balance)
    names = [f"{row['programme']} ({row['type']})" for row in rows]
    figure, axes, below = _plot_dealt(balance, rows, names, [TYPE_HUES[row["type"]] for row in rows])
    set_title(axes, "Win rate of the seats that were dealt a programme", below)
    return figure


def plot_species(balance: Balance) -> Any:
    """The win rate of the seats that were dealt a basket: a figure of matplotlib."""
    rows = balance.species.to_dicts()
    names = [f"{row['basket']} ({row['species']})" for row in rows]
    figure, axes, below = _plot_dealt(balance, rows, names, [SPECIES_HUES[row["species"]] for row in rows])
    set_title(axes, "Win rate of the seats that were dealt a basket", below)
    return figure


def plot_coins(balance: Balance) -> Any:
    """What pays how much, for all seats and for winners: a figure of matplotlib."""
    rows = balance.coins.to_dicts()
    figure = empty_figure(8.2, 1.9 + 0.42 * len(rows))
    axes = figure.add_subplot()
    places = -np.arange(len(rows))
    for offset, name, hue, label in ((0.19, "mean", ALL, "a seat"), (-0.19, "winners", WINNERS, "a winner")):
        amounts = [row[name] for row in rows]
        axes.barh(places + offset, amounts, color=hue, height=0.36, zorder=2, label=label)
        for place, amount in zip(places, amounts, strict=True):
            where = {"textcoords": "offset points", "va": "center", "fontsize": 8.5, "color": QUIET}
            axes.annotate(f"{amount:.1f}", (amount, place + offset), (4, 0), **where)
    axes.set_yticks(places, [coin_name(row) for row in rows])
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    set_bare(axes)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    set_title(axes, "Coins of a game, by what pays them", f"means; {source(balance)}")
    return figure


PICTURES = {"programmes": plot_programmes, "species": plot_species, "coins": plot_coins, "lengths": plot_lengths}


def pictures(balance: Balance) -> dict[str, bytes]:
    """All of them as PNG, by name."""
    return {name: as_png(plot(balance)) for name, plot in PICTURES.items()}
