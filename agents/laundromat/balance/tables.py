"""The figures of a report on Goblin Laundromat, for the screen."""

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
    legend,
    lengths_table,
    points,
    rate,
    seats_table,
    sign,
    sorted_rows,
)
from gosu_env.agents.intervals import interval_text
from gosu_env.agents.laundromat.balance.aims import aims, completed_verdict, dealt_verdict, garment_verdict
from gosu_env.agents.laundromat.balance.figures import Balance
from gosu_env.agents.laundromat.balance.tally import WASHES
from gosu_env.laundromat.colours import SPECIES_STYLES

ENDING_NAMES = {
    "scored": "the coins of four rounds",
    "truncated": "stopped as too long",
    "fault": "fault of the engine",
}
COIN_NAMES = {"species": "garments of one's species", "socks": "pairs of socks", "printed": "other garments"}


def ending_name(row: dict[str, Any]) -> str:
    return ENDING_NAMES[row["ending"]]


def coin_name(row: dict[str, Any]) -> str:
    """What pays."""
    name: str = row["coins"]
    return COIN_NAMES.get(name, name)


def sorted_programmes(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the programmes by type, the highest win rate first."""
    rows = sorted_rows(balance.programmes.to_dicts(), "dealt")
    return sorted(rows, key=lambda row: ("I", "II", "III", "IV").index(row["type"]))


def sorted_garments(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the garments, the highest win rate when scored first."""
    return sorted_rows(balance.garments.to_dicts(), "scored")


def dealt_cell(row: dict[str, Any], name: str = "dealt") -> Text:
    """A win rate and its interval."""
    where = f" {interval_text(row[f'{name}_low'], row[f'{name}_high'])}" if row[f"{name}_seats"] else ""
    return Text.assemble((rate(row, name), "bold"), (where, "dim"))


def species_table(balance: Balance) -> Table:
    table = grid(
        "species",
        "basket",
        "% won\nif dealt",
        "",
        "coins\nby basket",
        "washed\nby a seat",
        "by a\nwinner",
        "% won\nwith most",
        left=2,
    )
    for row in balance.species.to_dicts():
        table.add_row(
            Text(row["species"], SPECIES_STYLES[row["species"]]),
            row["basket"],
            dealt_cell(row),
            sign(dealt_verdict(row, balance.settings.seats)),
            "–" if row["paid"] is None else f"{row['paid']:.1f}",
            f"{row['mean']:.2f}",
            f"{row['winners']:.2f}",
            rate(row, "most"),
        )
    return table


def programmes_table(balance: Balance, counts: bool = True) -> Table:
    columns = ["programme", "type", "coins", "% won\nif dealt", "", "completed\n%", "", "stopped\n%", "failed\n%"]
    table = grid(*columns, *(f"% won if\n{name}" for name in WASHES if counts), left=2)
    for row in sorted_programmes(balance):
        table.add_row(
            Text(row["programme"], "bold"),
            row["type"],
            str(row["coins"]),
            dealt_cell(row),
            sign(dealt_verdict(row, balance.settings.seats)),
            hundredths(row["completed"]),
            sign(completed_verdict(row)),
            hundredths(row["stopped"]),
            hundredths(row["failed"]),
            *(rate(row, name) for name in WASHES if counts),
        )
    return table


def garments_table(balance: Balance, counts: bool = True) -> Table:
    table = grid(
        "garment",
        "species",
        "kind",
        "% won\nif scored",
        "",
        "of its\nkind",
        *(("scored", "% of\ncopies") if counts else ()),
        left=3,
    )
    for row in sorted_garments(balance):
        style = SPECIES_STYLES[row["species"]]
        table.add_row(
            Text(row["garment"], f"bold {style}"),
            Text(row["species"], style),
            row["category"],
            dealt_cell(row, "scored"),
            sign(garment_verdict(row, balance.settings.seats)),
            points(row["scored_edge"]),
            *((f"{row['scored']:,}", hundredths(row["of_copies"])) if counts else ()),
        )
    return table


def coins_table(balance: Balance) -> Table:
    table = grid("coins for", "of a\nseat", "of a\nwinner", "% of\nall", "% won\nwith most")
    for row in balance.coins.to_dicts():
        means = f"{row['mean']:.1f}", f"{row['winners']:.1f}"
        table.add_row(coin_name(row), *means, hundredths(row["part"]), rate(row, "most"))
    table.add_section()
    table.add_row("potions used", "", "", hundredths(balance.potions_used), "")
    return table


def tables(balance: Balance) -> Group:
    """All of it."""
    return Group(
        head_line(balance),
        Fitting(garments_table, balance),
        Fitting(programmes_table, balance),
        species_table(balance),
        coins_table(balance),
        endings_table(balance, ending_name),
        lengths_table(balance),
        seats_table(balance),
        aims_table(aims(balance)),
        legend(),
    )
