"""The figures of a report on GOSU, for the screen."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from gosu_env.agents.balance.aims import band
from gosu_env.agents.balance.tables import (
    Fitting,
    aims_table,
    endings_table,
    grid,
    head_line,
    hundredths,
    interval,
    legend,
    lengths_table,
    points,
    rate,
    seats_table,
    sign,
    sorted_rows,
)
from gosu_env.agents.gosu.balance.aims import SPECIAL, aims, card_verdict, clan_verdict
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.intervals import interval_text
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import CLAN_STYLES
from gosu_env.gosu.text import CLAN_ADJECTIVES

COUNTED = {  # what is shown of EVENTS, and how it is called
    "drawn": "drawn",
    "placed": "placed",
    "replaced": "mut.\nout",
    "brought": "mut.\nin",
    "activated": "activ.",
}
ENDING_NAMES = {
    "battle": "Great Battle",
    "victory_point": "VP by an effect",
    "special": "special victory",
    "truncated": "stopped as too long",
    "fault": "fault of the engine",
}


def ending_name(row: dict[str, Any]) -> str:
    name = ENDING_NAMES[row["ending"]]
    return f"{name}: {row['card']}" if row["card"] else name


def edge(row: dict[str, Any]) -> str:
    """What a card wins more than the cards of its level do, in points."""
    return points(row["placed_edge"])


def sorted_cards(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the cards, the highest win rate when placed first."""
    return sorted_rows(balance.cards.to_dicts(), "placed")


def special_table(balance: Balance) -> Table:
    """The endings, and special victories together."""
    table = endings_table(balance, ending_name)
    special = balance.ending("special")
    table.add_section()
    words = Text(f"{100 * special['part']:.2f}", "bold")
    where = Text(interval(special, "low", "high"), "dim")
    table.add_row(f"special victories (aim: {band(*SPECIAL)})", f"{special['games']:,}", words, where)
    return table


def clans_table(balance: Balance, counts: bool = True) -> Table:
    counted = COUNTED if counts else {}
    table = grid(
        "clan",
        "% of wins\nwhen played",
        "95%",
        "",
        "% of all\nplays",
        "% of all\nwins",
        "% won\nif played",
        *counted.values(),
    )
    for row in balance.clans.to_dicts():
        clan = CLAN_NAMES.index(row["clan"])
        table.add_row(
            Text(row["clan"], CLAN_STYLES[clan]),
            Text(hundredths(row["share"]), "bold"),
            Text(interval(row, "share_low", "share_high"), "dim"),
            sign(clan_verdict(row)),
            hundredths(row["of_plays"]),
            hundredths(row["of_wins"]),
            rate(row, "played"),
            *(f"{row[name]:,}" for name in counted),
        )
    return table


def cards_table(balance: Balance, counts: bool = True) -> Table:
    counted = COUNTED if counts else {}
    rates = ("% won\nif placed", "", "of its\nlevel", "if\ndealt", "if\ndrawn", "if\nactiv.")
    table = grid("card", "clan", "lv", *rates, *counted.values(), left=3)
    for row in sorted_cards(balance):
        clan = CLAN_NAMES.index(row["clan"])
        verdict = card_verdict(row, balance.settings.seats)
        placed = f" {interval_text(row['placed_low'], row['placed_high'])}" if row["placed_seats"] else ""
        table.add_row(
            Text(row["card"], f"bold {CLAN_STYLES[clan]}"),
            Text(CLAN_ADJECTIVES[clan], CLAN_STYLES[clan]),
            str(row["level"]),
            Text.assemble((rate(row, "placed"), "bold"), (placed, "dim")),
            sign(verdict),
            edge(row),
            *(rate(row, name) for name in ("dealt", "drawn", "activated")),
            *(Text(f"{row[name]:,}", "dim") for name in counted),
        )
    return table


def tables(balance: Balance) -> Group:
    """All of it."""
    return Group(
        head_line(balance),
        Fitting(cards_table, balance),
        Fitting(clans_table, balance),
        special_table(balance),
        lengths_table(balance),
        seats_table(balance),
        aims_table(aims(balance)),
        legend(),
    )
