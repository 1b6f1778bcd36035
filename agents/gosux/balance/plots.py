"""Pictures of a report on GOSU X: clans, cards, lengths."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, set_bare, set_title
from gosu_env.agents.balance.aims import ENOUGH, Verdict, band, card_bounds
from gosu_env.agents.balance.plots import MISS, in_percent, plot_lengths, shade, source
from gosu_env.agents.gosux.balance.aims import CLAN_WINS, card_verdict, clan_verdict
from gosu_env.agents.gosux.balance.figures import Balance
from gosu_env.agents.gosux.balance.tables import sorted_cards, sorted_clans
from gosu_env.gosux.cards import CLAN_NAMES
from gosu_env.gosux.colours import CLAN_HUES

LEVELS = ("Troops", "Heroes", "Immortals")


def _points(axes: Any, rows: list[dict[str, Any]], name: str) -> Any:
    """Win rates with their intervals, one below the other, in the colours of clans; their places."""
    places = -np.arange(len(rows))
    for place, row in zip(places, rows, strict=True):
        hue = CLAN_HUES[CLAN_NAMES.index(row["clan"])]
        axes.hlines(place, row[f"{name}_low"], row[f"{name}_high"], color=hue.edge, linewidth=1.6, zorder=2)
        axes.scatter(row[f"{name}_win"], place, s=34, color=hue.fill, edgecolor=hue.edge, linewidth=1.2, zorder=3)
    in_percent(axes)
    set_bare(axes)
    return places


def plot_clans(balance: Balance) -> Any:
    """The win rate of the seats that have a clan: a figure of matplotlib."""
    rows = [row for row in sorted_clans(balance) if row["owned_seats"]]
    figure = empty_figure(8.2, 1.7 + 0.3 * len(rows))
    axes = figure.add_subplot()
    shade(axes, CLAN_WINS, 0.5)
    places = _points(axes, rows, "owned")
    axes.set_yticks(places, [row["clan"] for row in rows])
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        if clan_verdict(row) is Verdict.MISSED:
            label.set(color=MISS, fontweight="bold")
    set_title(axes, "Win rate with a clan", f"shaded: {band(*CLAN_WINS)}; intervals of 95%; {source(balance)}")
    return figure


def plot_cards(balance: Balance) -> Any:
    """The win rate of the seats that placed a card, with its interval, level by level: a figure of matplotlib."""
    seats = balance.settings.seats
    rows = [row for row in sorted_cards(balance) if row["placed_seats"]]
    levels = [[row for row in rows if row["level"] == level] for level in (1, 2, 3)]
    most = max(map(len, levels))
    figure = empty_figure(12, 1.9 + 0.205 * most)
    panels = figure.subplots(1, 3, sharex=True)
    for name, axes, found in zip(LEVELS, panels, levels, strict=True):
        shade(axes, card_bounds(seats), 1 / seats)
        places = _points(axes, found, "placed")
        axes.set_yticks(places, [row["card"] for row in found])
        for label, row in zip(axes.get_yticklabels(), found, strict=True):
            if row["placed_seats"] < ENOUGH:
                label.set(color=QUIET)
            elif card_verdict(row, seats) is Verdict.MISSED:
                label.set(color=MISS, fontweight="bold")
        axes.set_ylim(1 - most - 0.7, 0.7)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_title(name, loc="left", fontsize=10, color=QUIET)
    words = f"shaded: {band(*card_bounds(seats))}; intervals of 95%; {source(balance)}"
    figure.suptitle(f"Win rate of the seats that placed a card ({words})", x=0.01, ha="left", fontsize=11)
    return figure


PICTURES = {"clans": plot_clans, "cards": plot_cards, "lengths": plot_lengths}


def pictures(balance: Balance) -> dict[str, bytes]:
    """All of them as PNG, by name."""
    return {name: as_png(plot(balance)) for name, plot in PICTURES.items()}
