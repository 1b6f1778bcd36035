"""The figures of a report on GOSU X, for the screen."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

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
from gosu_env.agents.gosux.balance.aims import aims, card_verdict, clan_verdict
from gosu_env.agents.gosux.balance.figures import Balance
from gosu_env.gosux.cards import CLAN_NAMES
from gosu_env.gosux.colours import CLAN_STYLES

COUNTED = {  # what is shown of EVENTS, and how it is called
    "drawn": "drawn",
    "placed": "placed",
    "replaced": "shifted\nout",
    "brought": "shifted\nin",
    "activated": "activ.",
}
ENDING_NAMES = {
    "supremacy": "second Supremacy token",
    "fifth token": "fifth activation token",
    "fifteen cards": "fifteen face-up cards",
    "goan sul": "Great Battle won by ten",
    "justice": "third tile turned",
    "truncated": "stopped as too long",
    "fault": "fault of the engine",
}


def ending_name(row: dict[str, Any]) -> str:
    name = ENDING_NAMES[row["ending"]]
    return f"{name}: {row['card']}" if row["card"] else name


def sorted_cards(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the cards, the highest win rate when placed first."""
    return sorted_rows(balance.cards.to_dicts(), "placed")


def sorted_clans(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the clans, the highest win rate first."""
    return sorted_rows(balance.clans.to_dicts(), "owned")


def pick_text(row: dict[str, Any]) -> str:
    """On average, as which of the six picks."""
    return "–" if row["pick"] is None else f"{row['pick']:.1f}"


def favourites(balance: Balance, pick: int) -> str:
    """The clans that a pick takes most often: Abhilasha 61 %, Galmi 20 %."""
    rows = sorted(balance.picks.filter(pick=pick).to_dicts(), key=lambda row: -row["part"])
    return ", ".join(f"{row['clan']} {100 * row['part']:.0f} %" for row in rows[:4])


def _style(name: str) -> str:
    return CLAN_STYLES[CLAN_NAMES.index(name)]


def clans_table(balance: Balance) -> Table:
    drafted = len(balance.picks) > 0
    table = grid("clan", "% won\nwith it", "95%", "", "games", *(("mean\npick", "% picked\nfirst") if drafted else ()))
    for row in sorted_clans(balance):
        table.add_row(
            Text(row["clan"], _style(row["clan"])),
            Text(rate(row, "owned"), "bold"),
            Text(interval(row, "owned_low", "owned_high") if row["owned_seats"] else "", "dim"),
            sign(clan_verdict(row)),
            f"{row['games']:,}",
            *((pick_text(row), hundredths(row["first"])) if drafted else ()),
        )
    return table


def picks_table(balance: Balance) -> Table:
    table = grid("pick", "clans, most often", left=2)
    for pick in sorted(set(balance.picks["pick"].to_list())):
        table.add_row(f"{pick}. ({'first' if pick in (1, 4, 5) else 'second'} player)", favourites(balance, pick))
    table.columns[1].no_wrap = False
    return table


def cards_table(balance: Balance, counts: bool = True) -> Table:
    counted = COUNTED if counts else {}
    rates = ("% won\nif placed", "95%", "", "of its\nlevel", "if\ndrawn", "if\nactiv.")
    table = grid("card", "clan", "lv", *rates, *counted.values(), left=3)
    for row in sorted_cards(balance):
        table.add_row(
            Text(row["card"], f"bold {_style(row['clan'])}"),
            Text(row["clan"], _style(row["clan"])),
            str(row["level"]),
            Text(rate(row, "placed"), "bold"),
            Text(interval(row, "placed_low", "placed_high") if row["placed_seats"] else "", "dim"),
            sign(card_verdict(row, balance.settings.seats)),
            points(row["placed_edge"]),
            *(rate(row, name) for name in ("drawn", "activated")),
            *(Text(f"{row[name]:,}", "dim") for name in counted),
        )
    return table


def tables(balance: Balance) -> Group:
    """All of it."""
    picks = [picks_table(balance)] if len(balance.picks) else []
    return Group(
        head_line(balance),
        Fitting(cards_table, balance),
        clans_table(balance),
        *picks,
        endings_table(balance, ending_name),
        lengths_table(balance),
        seats_table(balance),
        aims_table(aims(balance)),
        legend(),
    )
