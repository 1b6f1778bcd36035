"""The figures of a report, for the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group
from rich.table import Table
from rich.text import Text

from gosu_env.agents.gosu.balance.aims import (
    SPECIAL,
    Verdict,
    aims,
    band,
    card_verdict,
    clan_verdict,
    seat_verdict,
)
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.intervals import interval_text
from gosu_env.engine.options import option_texts
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import CLAN_STYLES
from gosu_env.gosu.text import CLAN_ADJECTIVES

STYLES = {Verdict.MET: "green", Verdict.MISSED: "bold red", Verdict.OPEN: "yellow"}
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


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, counted from 0."""
    return ("1st", "2nd", "3rd", "4th")[place]


def ending_name(row: dict[str, Any]) -> str:
    name = ENDING_NAMES[row["ending"]]
    return f"{name}: {row['card']}" if row["card"] else name


def sign(verdict: Verdict) -> Text:
    return Text(verdict.value, STYLES[verdict])


def hundredths(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f}"


def rate(row: dict[str, Any], name: str) -> str:
    return hundredths(row[f"{name}_win"])


def edge(row: dict[str, Any]) -> str:
    """What a card wins more than the cards of its level do, in points."""
    return "" if row["placed_edge"] is None else f"{100 * row['placed_edge']:+.1f}".replace("-", "−")


def interval(row: dict[str, Any], low: str, high: str) -> str:
    return f"{hundredths(row[low])} – {hundredths(row[high])}"


def sorted_cards(balance: Balance) -> list[dict[str, Any]]:
    """The rows of the cards, the highest win rate when placed first."""
    rows = balance.cards.to_dicts()
    return sorted(rows, key=lambda row: -1 if row["placed_win"] is None else row["placed_win"], reverse=True)


class Fitting:
    """A table that leaves out how often cards did what, where the screen is too narrow for that."""

    def __init__(self, make: Callable[[Balance, bool], Table], balance: Balance) -> None:
        self.make, self.balance = make, balance

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        table = self.make(self.balance, True)
        needed = console.measure(table, options=options.update(max_width=1000)).maximum
        yield table if needed <= options.max_width else self.make(self.balance, False)


def _grid(*columns: str, left: int = 1) -> Table:
    """A table whose first columns are set to the left, the others to the right."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place < left else "right", no_wrap=True)
    return table


def aims_table(balance: Balance) -> Table:
    table = _grid("aim", "wanted", "found", "", left=3)
    for aim in aims(balance):
        table.add_row(aim.name, aim.wanted, Text(aim.found, "bold"), sign(aim.verdict))
    for column in (table.columns[0], table.columns[2]):
        column.no_wrap = False
    return table


def seats_table(balance: Balance) -> Table:
    table = _grid("win rates", "%", "95%", "")
    for row in balance.seats.to_dicts():
        name = f"seat {row['place']}" if row["by"] == "seat" else f"{ordinal(row['place'])} in the first round"
        verdict = seat_verdict(row, balance.settings.seats)
        table.add_row(name, f"{100 * row['win']:.1f}", Text(interval(row, "low", "high"), "dim"), sign(verdict))
    return table


def lengths_table(balance: Balance) -> Table:
    table = _grid("a game has", "mean", "least", "5%", "median", "95%", "most")
    for row in balance.lengths.to_dicts():
        numbers = [str(row[name]) for name in ("least", "low", "median", "high", "most")]
        table.add_row(row["what"], Text(f"{row['mean']:.1f}", "bold"), *numbers)
    return table


def endings_table(balance: Balance) -> Table:
    table = _grid("games end by", "games", "%", "95%")
    for row in balance.endings.to_dicts():
        part = Text(f"{100 * row['part']:.2f}", "bold")
        table.add_row(ending_name(row), f"{row['games']:,}", part, Text(interval(row, "low", "high"), "dim"))
    special = balance.ending("special")
    table.add_section()
    words = Text(f"{100 * special['part']:.2f}", "bold")
    where = Text(interval(special, "low", "high"), "dim")
    table.add_row(f"special victories (aim: {band(*SPECIAL)})", f"{special['games']:,}", words, where)
    return table


def clans_table(balance: Balance, counts: bool = True) -> Table:
    counted = COUNTED if counts else {}
    table = _grid(
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
    table = _grid("card", "clan", "lv", *rates, *counted.values(), left=3)
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
    settings = balance.settings
    rules = "".join(f"{text} · " for text in option_texts(settings.options))
    head = (
        f"{settings.names[0]} at every seat · {settings.seats} seats · {rules}{len(balance.outcomes):,} games · "
        f"seed {settings.seed} · intervals of 95%"
    )
    return Group(
        Text(head, "dim"),
        Fitting(cards_table, balance),
        Fitting(clans_table, balance),
        endings_table(balance),
        lengths_table(balance),
        seats_table(balance),
        aims_table(balance),
        Text("✓ met  ✗ missed, with the whole interval  ? not sure, needs more games", "dim"),
    )
