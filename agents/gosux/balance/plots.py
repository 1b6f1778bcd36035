"""Pictures of a report on GOSU X: clans, picks, cards, endings, lengths."""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.agents.arena.drawing import QUIET, as_png, empty_figure, set_bare, set_title
from gosu_env.agents.balance.aims import ENOUGH, Verdict, band, card_bounds
from gosu_env.agents.balance.plots import BAR, MISS, in_percent, plot_lengths, shade, source
from gosu_env.agents.gosux.balance.aims import CLAN_WINS, card_verdict, clan_verdict
from gosu_env.agents.gosux.balance.figures import Balance
from gosu_env.agents.gosux.balance.tables import ending_name, sorted_cards, sorted_clans
from gosu_env.gosux.cards import CLAN_NAMES
from gosu_env.gosux.colours import CLAN_HUES
from gosu_env.gosux.state import DRAFT_PICKS

LEVELS = ("Troops", "Heroes", "Immortals")
OTHERS = "other ways"
FEWEST = 0.001  # of the games: endings that are rarer share a bar
LEAST_SHOWN, DARK = 0.005, 0.6  # parts of the games: not worth a number, and too dark for black letters


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
    handles = [
        panels[2].scatter([], [], s=34, color=hue.fill, edgecolor=hue.edge, linewidth=1.2, label=name)
        for name, hue in zip(CLAN_NAMES, CLAN_HUES, strict=True)
    ]
    panels[2].legend(handles=handles, loc="lower right", facecolor="white", edgecolor="none", framealpha=1, fontsize=9)
    figure.suptitle("Win rate of the seats that placed a card", x=0.012, ha="left", fontsize=13, fontweight="bold")
    aim = f"shaded: {band(*card_bounds(seats))}; names in red are outside, grey ones are too rare to tell"
    figure.supxlabel(f"{aim}; intervals of 95%; {source(balance)}", x=0.012, ha="left", fontsize=9, color=QUIET)
    return figure


def plot_picks(balance: Balance) -> Any:
    """Which clans are picked when, in % of the games: a figure of matplotlib."""
    rows = sorted(balance.clans.to_dicts(), key=lambda row: DRAFT_PICKS + 1 if row["pick"] is None else row["pick"])
    clans = [row["clan"] for row in rows]
    part = np.zeros((len(clans), DRAFT_PICKS + 1))
    for row in balance.picks.to_dicts():
        part[clans.index(row["clan"]), row["pick"] - 1] = row["part"]
    part[:, -1] = 1 - part.sum(axis=1)
    figure = empty_figure(8.2, 4.2)
    axes = figure.add_subplot()
    axes.imshow(part, cmap="Blues", vmin=0, vmax=1.1, aspect="auto")
    for (place, pick), games in np.ndenumerate(part):
        words = "" if games < LEAST_SHOWN else f"{100 * games:.0f}"
        axes.text(pick, place, words, ha="center", va="center", color="white" if games > DARK else "#111111")
    axes.axvline(DRAFT_PICKS - 0.5, color="white", linewidth=4)
    whose = [f"{pick}.\n{'first' if pick in (1, 4, 5) else 'second'}" for pick in range(1, DRAFT_PICKS + 1)]
    axes.set_xticks(range(DRAFT_PICKS + 1), [*whose, "not\npicked"])
    axes.set_yticks(range(len(clans)), clans)
    set_bare(axes)
    axes.set_xlabel("pick, and the player who makes it", fontsize=9, color=QUIET)
    set_title(axes, "Which clans are picked when", f"in % of the games; {source(balance)}")
    return figure


def plot_endings(balance: Balance) -> Any:
    """How games end: a figure of matplotlib."""
    rows = balance.endings.to_dicts()
    hues = {card.name: CLAN_HUES[card.clan] for card in balance.card_set.cards}
    bars = [(ending_name(row), row["games"], hues.get(row["card"])) for row in rows if row["part"] >= FEWEST]
    if rare := sum(row["games"] for row in rows if row["part"] < FEWEST):
        bars.append((OTHERS, rare, None))
    figure = empty_figure(9.6, 1.7 + 0.4 * len(bars))
    axes = figure.add_subplot()
    places = -np.arange(len(bars))
    for place, (_, games, hue) in zip(places, bars, strict=True):
        part = games / len(balance.outcomes)
        fill, edge = (BAR, BAR) if hue is None else (hue.fill, hue.edge)
        axes.barh(place, part, color=fill, edgecolor=edge, linewidth=1.2, height=0.62, zorder=2)
        words = f"{100 * part:.2f}%  ({games:,})"
        where = {"textcoords": "offset points", "va": "center", "fontsize": 9, "color": QUIET}
        axes.annotate(words, (part, place), (6, 0), **where)
    axes.set_yticks(places, [name for name, *_ in bars])
    axes.set_xlim(0, 1.25 * max(games for _, games, _ in bars) / len(balance.outcomes))
    in_percent(axes)
    set_bare(axes)
    set_title(axes, "How games end", source(balance))
    return figure


PICTURES = {
    "clans": plot_clans,
    "picks": plot_picks,
    "cards": plot_cards,
    "endings": plot_endings,
    "lengths": plot_lengths,
}


def pictures(balance: Balance) -> dict[str, bytes]:
    """All of them as PNG, by name; without that of the picks if clans were dealt."""
    left_out = set() if len(balance.picks) else {"picks"}
    return {name: as_png(plot(balance)) for name, plot in PICTURES.items() if name not in left_out}
