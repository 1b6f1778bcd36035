"""A report on GOSU X as a page of Markdown."""

from __future__ import annotations

from pathlib import Path

from gosu_env.agents.balance.page import aims_part, endings_part, head, lengths_part, seats_part, table
from gosu_env.agents.balance.tables import hundredths, interval, points, rate
from gosu_env.agents.gosux.balance.aims import aims, card_verdict, clan_verdict
from gosu_env.agents.gosux.balance.figures import Balance
from gosu_env.agents.gosux.balance.tables import (
    COUNTED,
    ending_name,
    favourites,
    pick_text,
    sorted_cards,
    sorted_clans,
)
from gosu_env.gosux.cards import LEVEL_NAMES

READING = """
## How to read this

The cards of GOSU X are given: nothing was tuned for these aims. They say where this player, with its preferences and
blind spots, finds the game uneven. Who places a card is not random: players who are ahead place more, above all Heroes
and Immortals. That is why a card is also compared with its level. And who picks a clan is not random either: a player
without random parts drafts alike in every game. With the option `clans_dealt` clans can be compared.
"""


def _clans_part(balance: Balance) -> str:
    drafted = len(balance.picks) > 0
    rows = [
        (
            row["clan"],
            f"**{rate(row, 'owned')}**",
            interval(row, "owned_low", "owned_high") if row["owned_seats"] else "",
            clan_verdict(row).value,
            f"{row['games']:,}",
            *((pick_text(row), hundredths(row["first"])) if drafted else ()),
        )
        for row in sorted_clans(balance)
    ]
    picks = ("Mean pick", "% picked first") if drafted else ()
    return table(("Clan", "% won with it", "95%", "", "Games", *picks), rows)


def _picks_part(balance: Balance, page: Path) -> list[str]:
    """The draft, if there was one."""
    picks = sorted(set(balance.picks["pick"].to_list()))
    if not picks:
        return []
    rows = [(f"{pick}.", "first" if pick in (1, 4, 5) else "second", favourites(balance, pick)) for pick in picks]
    picture = f"## The draft\n\n![Which clans are picked when]({page.stem}-picks.png)\n"
    return [picture, table(("Pick", "Player", "Clans, most often"), rows, left=3)]


def _cards_part(balance: Balance) -> str:
    rows = [
        (
            f"**{row['card']}**",
            row["clan"],
            LEVEL_NAMES[row["level"] - 1],
            f"**{rate(row, 'placed')}**",
            interval(row, "placed_low", "placed_high") if row["placed_seats"] else "",
            card_verdict(row, balance.settings.seats).value,
            points(row["placed_edge"]),
            rate(row, "drawn"),
            rate(row, "activated"),
            *(f"{row[name]:,}" for name in COUNTED),
        )
        for row in sorted_cards(balance)
    ]
    counts = ("Drawn", "Placed", "Shifted out", "Shifted in", "Activated")
    rates = ("% won if placed", "95%", "", "of its level", "if drawn", "if activated")
    return table(("Card", "Clan", "Level", *rates, *counts), rows, left=3)


def markdown(balance: Balance, page: Path) -> str:
    """The page; its pictures are called after it."""
    parts = [
        head(balance, page, "GOSU X", f"clans, {'picks, ' if len(balance.picks) else ''}cards and seats"),
        aims_part(aims(balance)),
        f"## Clans\n\n![Win rates with a clan]({page.stem}-clans.png)\n",
        _clans_part(balance),
        *_picks_part(balance, page),
        f"## Cards\n\n![Win rates of the seats that placed a card]({page.stem}-cards.png)\n",
        _cards_part(balance),
        f"## Endings\n\n![How games end]({page.stem}-endings.png)\n",
        endings_part(balance, ending_name),
        f"## Lengths and seats\n\n![How long games are]({page.stem}-lengths.png)\n",
        lengths_part(balance),
        seats_part(balance),
    ]
    return "\n".join(parts) + READING
