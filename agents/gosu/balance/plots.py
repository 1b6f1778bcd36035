"""Pictures of a report on GOSU: cards, clans, endings, lengths."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, set_bare, set_title
from gosu_env.agents.balance.aims import ENOUGH, Verdict, band, card_bounds
from gosu_env.agents.balance.plots import BAR, MISS, in_percent, plot_lengths, shade, source
from gosu_env.agents.gosu.balance.aims import CLAN_SHARE, SPECIAL, card_verdict
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.gosu.balance.tables import ending_name, sorted_cards
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import CLAN_HUES
from gosu_env.gosu.state import CLANS

LEVELS = ("Bakutos", "Heroes", "Ōzekis")
OTHERS = "other ways"
FEWEST = 0.001  # of the games: endings that are rarer share a bar


def plot_cards(balance: Balance) -> Any:
    """The win rate of the seats that placed a card, with its interval, level by level: a figure of matplotlib."""
    seats = balance.settings.seats
    rows = [row for row in sorted_cards(balance) if row["placed_seats"]]
    levels = [[row for row in rows if row["level"] == level] for level in (1, 2, 3)]
    figure = empty_figure(12, 1.9 + 0.205 * max(map(len, levels), default=1))
    panels = figure.subplots(1, 3, sharex=True)
    for name, axes, found in zip(LEVELS, panels, levels, strict=True):
        shade(axes, card_bounds(seats), 1 / seats)
        places = -np.arange(len(found))
        for clan, hue in zip(CLAN_NAMES, CLAN_HUES, strict=True):
            mine = [(place, row) for place, row in zip(places, found, strict=True) if row["clan"] == clan]
            where = [place for place, _ in mine]
            wins, low, high = (np.array([row[f"placed_{x}"] for _, row in mine]) for x in ("win", "low", "high"))
            axes.hlines(where, low, high, color=hue.edge, linewidth=1.6, zorder=2)
            axes.scatter(wins, where, s=34, color=hue.fill, edgecolor=hue.edge, linewidth=1.2, zorder=3)
        axes.set_yticks(places, [row["card"] for row in found])
        for label, row in zip(axes.get_yticklabels(), found, strict=True):
            if row["placed_seats"] < ENOUGH:
                label.set(color=QUIET)
            elif card_verdict(row, seats) is Verdict.MISSED:
                label.set(color=MISS, fontweight="bold")
        axes.set_ylim(1 - max(len(found) for found in levels) - 0.7, 0.7)
        in_percent(axes)
        set_bare(axes)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_title(name, loc="left", fontsize=10, color=QUIET)
    handles = [
        panels[2].scatter([], [], s=34, color=hue.fill, edgecolor=hue.edge, linewidth=1.2, label=name)
        for name, hue in zip(balance.card_set.clan_names, CLAN_HUES, strict=False)
    ]
    panels[2].legend(handles=handles, loc="lower right", frameon=False, fontsize=9)
    figure.suptitle("Win rate of the seats that placed a card", x=0.012, ha="left", fontsize=13, fontweight="bold")
    aim = f"shaded: the aim, {band(*card_bounds(seats))}; names in red miss it, grey ones are too rare to tell"
    figure.supxlabel(f"{aim}; intervals of 95%; {source(balance)}", x=0.012, ha="left", fontsize=9, color=QUIET)
    return figure


def plot_clans(balance: Balance) -> Any:
    """Every clan's share of the wins when played, beside its part of all plays: a figure of matplotlib."""
    rows = [row for row in balance.clans.to_dicts() if row["share"] is not None]
    figure = empty_figure(8.2, 1.9 + 0.5 * len(rows))
    axes = figure.add_subplot()
    shade(axes, CLAN_SHARE, 1 / CLANS)
    for place, row in enumerate(rows):
        hue = CLAN_HUES[CLAN_NAMES.index(row["clan"])]
        axes.barh(-place, row["share"], color=hue.fill, edgecolor=hue.edge, linewidth=1.2, height=0.62, zorder=2)
        axes.hlines(-place, row["share_low"], row["share_high"], color=QUIET, linewidth=2.4, zorder=3)
        axes.scatter(row["of_plays"], -place, marker="D", s=30, color="white", edgecolor=QUIET, zorder=4)
        where = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points", "va": "center"}
        axes.annotate(f"{100 * row['share']:.1f}%", (1, -place), (46, 0), ha="right", fontweight="bold", **where)
        interval = f"{100 * row['share_low']:.1f} – {100 * row['share_high']:.1f}"
        axes.annotate(interval, (1, -place), (56, 0), fontsize=9, color=QUIET, **where)
    axes.set_yticks(-np.arange(len(rows)), [row["clan"] for row in rows])
    axes.set_xlim(0, max([0.3, *(1.05 * max(row["share_high"], row["of_plays"]) for row in rows)]))
    in_percent(axes)
    set_bare(axes)
    axes.set_xlabel("◇ the clan's part of all cards that were played", fontsize=9, color=QUIET)
    set_title(
        axes,
        "The clans' shares of the wins when played",
        f"shaded: the aim, {band(*CLAN_SHARE)}; intervals of 95%; {source(balance)}",
    )
    return figure


def plot_endings(balance: Balance) -> Any:
    """How games end, all but the Great Battles: a figure of matplotlib."""
    rows = [row for row in balance.endings.to_dicts() if row["ending"] != "battle"]
    shown = [row for row in rows if row["part"] >= FEWEST]
    rare = [row for row in rows if row["part"] < FEWEST]
    special = balance.ending("special")
    hues = {card.name: CLAN_HUES[card.clan] for card in balance.card_set.cards}
    bars = [("all special victories", special["part"], special["games"], "white", BAR)]
    for row in shown:
        hue = hues.get(row["card"])
        colours = (BAR, BAR) if hue is None else (hue.fill, hue.edge)
        bars.append((ending_name(row), row["part"], row["games"], *colours))
    if rare:
        bars.append((OTHERS, sum(row["part"] for row in rare), sum(row["games"] for row in rare), BAR, BAR))
    figure = empty_figure(8.2, 1.7 + 0.4 * len(bars))
    axes = figure.add_subplot()
    shade(axes, SPECIAL)
    places = -np.arange(len(bars))
    for place, (_, part, games, fill, edge) in zip(places, bars, strict=True):
        axes.barh(place, part, color=fill, edgecolor=edge, linewidth=1.2, height=0.62, zorder=2)
        words = f"{100 * part:.2f}%  ({games:,})"
        axes.annotate(words, (part, place), (6, 0), textcoords="offset points", va="center", fontsize=9, color=QUIET)
    axes.set_yticks(places, [name for name, *_ in bars])
    axes.set_xlim(0, max([0.16, *(1.15 * part for _, part, *_ in bars)]))
    in_percent(axes)
    set_bare(axes)
    battles = balance.ending("battle")["part"]
    aim = f"shaded: the aim for special victories, {band(*SPECIAL)}; {source(balance)}"
    set_title(axes, f"{battles:.1%} of the games end in a Great Battle", aim)
    return figure


PICTURES = {"cards": plot_cards, "clans": plot_clans, "endings": plot_endings, "lengths": plot_lengths}


def pictures(balance: Balance) -> dict[str, bytes]:
    """All of them as PNG, by name."""
    return {name: as_png(plot(balance)) for name, plot in PICTURES.items()}
