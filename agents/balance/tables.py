"""The figures of a report for the screen: what the tables of all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group
from rich.table import Table
from rich.text import Text

from gosu_env.agents.balance.aims import Aim, Verdict, seat_verdict
from gosu_env.agents.balance.check import LIMIT, CardCheck
from gosu_env.agents.balance.figures import Figures
from gosu_env.agents.intervals import rate_text
from gosu_env.engine.generated import pool_name, seed_of
from gosu_env.engine.options import option_texts

SHOWN = 10  # cards of a set that was checked, the strongest first
STYLES = {Verdict.MET: "green", Verdict.MISSED: "bold red", Verdict.OPEN: "yellow"}


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 5th, counted from 0."""
    return ("1st", "2nd", "3rd", "4th", "5th")[place]


def sign(verdict: Verdict) -> Text:
    return Text(verdict.value, STYLES[verdict])


def hundredths(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f}"


def rate(row: dict[str, Any], name: str) -> str:
    return hundredths(row[f"{name}_win"])


def points(difference: float | None) -> str:
    """A difference of win rates: +3.1, −0.4."""
    return "" if difference is None else f"{100 * difference:+.1f}".replace("-", "−")


def interval(row: dict[str, Any], low: str, high: str) -> str:
    return f"{hundredths(row[low])} – {hundredths(row[high])}"


def place_name(row: dict[str, Any]) -> str:
    """What a row of ``Figures.seats`` is about."""
    return f"seat {row['place']}" if row["by"] == "seat" else f"{ordinal(row['place'])} in the first round"


def sorted_rows(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Rows by a win rate, the highest first."""
    return sorted(rows, key=lambda row: -1 if row[f"{name}_win"] is None else row[f"{name}_win"], reverse=True)


class Fitting:
    """A table that leaves out how often cards did what, where the screen is too narrow for that."""

    def __init__(self, make: Callable[[Any, bool], Table], balance: Figures) -> None:
        self.make, self.balance = make, balance

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        table = self.make(self.balance, True)
        needed = console.measure(table, options=options.update(max_width=1000)).maximum
        yield table if needed <= options.max_width else self.make(self.balance, False)


def grid(*columns: str, left: int = 1) -> Table:
    """A table whose first columns are set to the left, the others to the right."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place < left else "right", no_wrap=True)
    return table


def head_line(balance: Figures) -> Text:
    """Who played what."""
    settings = balance.settings
    rules = "".join(f"{text} · " for text in option_texts(settings.options))
    head = (
        f"{settings.names[0]} at every seat · {settings.seats} seats · {rules}{len(balance.outcomes):,} games · "
        f"seed {settings.seed} · intervals of 95%"
    )
    return Text(head, "dim")


def legend() -> Text:
    return Text("✓ met  ✗ missed, with the whole interval  ? not sure, needs more games", "dim")


def aims_table(aims: Sequence[Aim]) -> Table:
    table = grid("aim", "wanted", "found", "", left=3)
    for aim in aims:
        table.add_row(aim.name, aim.wanted, Text(aim.found, "bold"), sign(aim.verdict))
    for column in (table.columns[0], table.columns[2]):
        column.no_wrap = False
    return table


def seats_table(balance: Figures) -> Table:
    table = grid("win rates", "%", "95%", "")
    for row in balance.seats.to_dicts():
        verdict = seat_verdict(row, balance.settings.seats)
        where = Text(interval(row, "low", "high"), "dim")
        table.add_row(place_name(row), f"{100 * row['win']:.1f}", where, sign(verdict))
    return table


def lengths_table(balance: Figures) -> Table:
    table = grid("a game has", "mean", "least", "5%", "median", "95%", "most")
    for row in balance.lengths.to_dicts():
        numbers = [str(row[name]) for name in ("least", "low", "median", "high", "most")]
        table.add_row(row["what"], Text(f"{row['mean']:.1f}", "bold"), *numbers)
    return table


def endings_table(balance: Figures, name: Callable[[dict[str, Any]], str]) -> Table:
    """How games end, each row called by ``name``."""
    table = grid("games end by", "games", "%", "95%")
    for row in balance.endings.to_dicts():
        part = Text(f"{100 * row['part']:.2f}", "bold")
        table.add_row(name(row), f"{row['games']:,}", part, Text(interval(row, "low", "high"), "dim"))
    return table


def check_tables(found: Sequence[CardCheck]) -> Group:
    """What was found in one card set, or in many: a line each."""
    shown = checked_cards(found[0]) if len(found) == 1 else checked_sets(found)
    told = f"greedy at both seats · {found[0].games:,} games with a set · intervals of 95% · limit {LIMIT:.0%}"
    passed = sum(each.passed for each in found)
    verdict = "passed" if passed else "not passed"
    if len(found) > 1:
        seeds = [seed for each in found if each.passed and (seed := seed_of(each.cards)) is not None]
        verdict = f"{passed} of {len(found)} sets passed" + (f": {pool_name(seeds)}" if seeds else "")
    return Group(shown, Text(told, "dim"), Text(verdict, "green" if passed == len(found) else "bold red"))


def checked_cards(found: CardCheck) -> Group:
    """The strongest cards of a set, and pairs of which one is better."""
    table = grid("card", "% won if\none has it", "95%", "", "games")
    for rate in found.rates[:SHOWN]:
        where = Text(f"{hundredths(rate.low)} – {hundredths(rate.high)}", "dim")
        table.add_row(rate.card, Text(hundredths(rate.win), "bold"), where, sign(rate.verdict), f"{rate.games:,}")
    lines = [Text(f"better by what is printed: {one} than {other}") for one, other in found.superior]
    lines += [Text(f"{found.unfinished:,} games did not end", "bold red")] if found.unfinished else []
    return Group(table, *lines)


def checked_sets(found: Sequence[CardCheck]) -> Table:
    """A line for every set: its dominant cards, or the strongest one."""
    table = grid("cards", "strongest", "% won if one has it", "", "better by print", "unfinished", left=3)
    for each in found:
        told = each.dominant or each.rates[:1]
        verdict = Verdict.worst([rate.verdict for rate in told])
        rates = ", ".join(rate_text(rate.win, rate.low, rate.high) for rate in told)
        names = ", ".join(rate.card for rate in told)
        table.add_row(each.cards, names, rates, sign(verdict), str(len(each.superior)), str(each.unfinished))
    return table
