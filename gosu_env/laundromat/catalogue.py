"""The cards of Goblin Laundromat, listed for the terminal."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gosu_env.engine.errors import OptionError
from gosu_env.engine.spelling import nearest
from gosu_env.laundromat.cards import CardSet, Garment, Programme, load_cards
from gosu_env.laundromat.colours import SPECIES_STYLES
from gosu_env.laundromat.state import CATEGORIES, NO_LIMIT, PAIR_COINS, SPECIES, STAINS


def show_cards(
    console: Console,
    name: str | None,
    *,
    file: Annotated[str | None, typer.Option(help="A card file of your own.", metavar="TOML")] = None,
) -> None:
    """All garments and programmes, or those that a name stands for."""
    cards = load_cards(file)
    garments = [garment for garment in cards.garments if name is None or garment.name.casefold() == name.casefold()]
    programmes = [row for row in cards.programmes if name is None or row.name.casefold() == name.casefold()]
    if not garments and not programmes:
        known = [garment.name for garment in cards.garments] + [row.name for row in cards.programmes]
        raise OptionError(f"no card is called {name!r}; {nearest(str(name), known)}")
    if garments:
        console.print(garment_table(garments))
    if programmes:
        console.print(programme_table(programmes))
    if name is None:
        console.print(Text(summary(cards), "dim"))


def summary(cards: CardSet) -> str:
    contests = ", ".join(f"{CATEGORIES[each.category]} {each.first}/{each.second}" for each in cards.contests)
    copies = sum(garment.copies for garment in cards.garments)
    return (
        f"{len(cards.garments)} garments, {copies} with copies; {len(cards.programmes)} programmes; "
        f"a pair of socks {PAIR_COINS}, {contests}, a potion {cards.potion_coins} coins · {cards.name}"
    )


def stains_text(stains: tuple[int, ...]) -> str:
    return ", ".join(f"{count} {STAINS[stain]}" for stain, count in enumerate(stains) if count)


def garment_table(garments: list[Garment]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in ("Garment", "species", "kind", "copies", "stains", "coins"):
        table.add_column(column, justify="right" if column in ("copies", "coins") else "left")
    for garment in garments:
        species = SPECIES[garment.species]
        table.add_row(
            Text(garment.name, f"bold {SPECIES_STYLES[species]}"),
            Text(species, SPECIES_STYLES[species]),
            "" if garment.coins else CATEGORIES[garment.category],
            str(garment.copies),
            stains_text(garment.stains),
            str(garment.coins or ""),
        )
    return table


def programme_table(programmes: list[Programme]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in ("Programme", "type", "cycle", "limits", "heat", "coins"):
        numbers = column in ("cycle", "heat", "coins")
        table.add_column(column, justify="right" if numbers else "left", no_wrap=True)
    for row in programmes:
        limits = ", ".join(f"{STAINS[stain]} {limit}" for stain, limit in enumerate(row.limits) if limit != NO_LIMIT)
        way = "↻" if row.clockwise else "↺"
        facts = (row.type_name, str(row.cycle), limits, f"{row.temperature}° {way}", str(row.coins))
        table.add_row(Text(row.name, "bold"), *facts)
    return table
