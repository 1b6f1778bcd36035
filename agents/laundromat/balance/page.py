"""A report on Goblin Laundromat as a page of Markdown."""

from __future__ import annotations

from pathlib import Path

from gosu_env.agents.balance.aims import CARD_WINS, ENOUGH, SEAT, band, card_bounds
from gosu_env.agents.balance.page import aims_part, endings_part, head, lengths_part, seats_part, table
from gosu_env.agents.balance.tables import hundredths, interval, points, rate
from gosu_env.agents.laundromat.balance.aims import (
    COMPLETED,
    DEALT,
    aims,
    completed_verdict,
    dealt_verdict,
    garment_verdict,
)
from gosu_env.agents.laundromat.balance.figures import Balance
from gosu_env.agents.laundromat.balance.tables import coin_name, ending_name, sorted_garments, sorted_programmes
from gosu_env.agents.laundromat.balance.tally import WASHES

AIMS = """
- **Baskets and programmes** are dealt at random: their seats should win within {dealt:.0%} of an even share.
- **Washes**: every programme should be completed in {completed} of its washes, none certain and none hopeless.
- **Garments**: of the seats that scored a garment at least once in a game, {card} should win it.{scaled}
  What fewer than {enough} seats had is not assessed.
- **Seats**, counted from 0 and from the player who does the first laundry: within {seat:.0%} of an even share.
"""

SCALED = " With {seats} players the equivalent odds, relative to an even share, are {card}."

SPECIES = """
“Coins by basket” is what the basket paid those who were dealt it. The next columns are about the garments of the
species, whoever washed them: how many a seat and a winner scored, and how often those won who scored the most.
"""

GARMENTS = """
“Of its kind” is the difference in points from the garments of its kind: underwear, trousers, capes, socks, others.
"""

COINS = """
“With most”: of the seats that earned the most in this way, how many won. {potions:.0%} of the potions were used.
"""

READING = """
## How to read this

Who is dealt a basket or a programme is random, so the difference in wins is what it is worth to this player. Who scores
a garment or completes a programme is not: those who are ahead have scored more of everything, so all of these win more
than an even share. All of this holds for this player, with its preferences and blind spots.

The seats of one game depend on each other: what one wins, another does not. Intervals of baskets, programmes and
garments are Wilson's, for the effective number of independent seats.
"""


def _aims_part(balance: Balance) -> str:
    seats = balance.settings.seats
    words = AIMS.format(
        dealt=DEALT,
        completed=band(*COMPLETED),
        card=band(*CARD_WINS),
        scaled=SCALED.format(seats=seats, card=band(*card_bounds(seats))) if seats > 2 else "",
        enough=ENOUGH,
        seat=SEAT,
    )
    return aims_part(aims(balance)) + words


def _programmes_part(balance: Balance) -> str:
    rows = [
        (
            f"**{row['programme']}**",
            row["type"],
            str(row["coins"]),
            f"**{rate(row, 'dealt')}**",
            interval(row, "dealt_low", "dealt_high"),
            dealt_verdict(row, balance.settings.seats).value,
            hundredths(row["completed"]),
            completed_verdict(row).value,
            hundredths(row["stopped"]),
            hundredths(row["failed"]),
            *(rate(row, name) for name in WASHES),
        )
        for row in sorted_programmes(balance)
    ]
    names = ("Programme", "Type", "Coins", "% won if dealt", "95%", "", "% completed", "", "stopped", "failed")
    return table((*names, *(f"% won if {name}" for name in WASHES)), rows, left=2)


def _species_part(balance: Balance) -> str:
    rows = [
        (
            row["species"],
            row["basket"],
            f"**{rate(row, 'dealt')}**",
            interval(row, "dealt_low", "dealt_high"),
            dealt_verdict(row, balance.settings.seats).value,
            "–" if row["paid"] is None else f"{row['paid']:.1f}",
            f"{row['mean']:.2f}",
            f"{row['winners']:.2f}",
            rate(row, "most"),
        )
        for row in balance.species.to_dicts()
    ]
    names = ("Species", "Basket", "% won if dealt", "95%", "", "coins by basket", "washed by a seat", "by a winner")
    return table((*names, "% won with most"), rows, left=2) + SPECIES


def _coins_part(balance: Balance) -> str:
    rows = [
        (
            coin_name(row),
            f"{row['mean']:.1f}",
            f"{row['winners']:.1f}",
            hundredths(row["part"]),
            rate(row, "most"),
        )
        for row in balance.coins.to_dicts()
    ]
    words = COINS.format(potions=balance.potions_used)
    return table(("Coins for", "of a seat", "of a winner", "% of all", "% won with most"), rows) + words


def _garments_part(balance: Balance) -> str:
    rows = [
        (
            f"**{row['garment']}**",
            row["species"],
            row["category"],
            f"**{rate(row, 'scored')}**",
            interval(row, "scored_low", "scored_high"),
            garment_verdict(row, balance.settings.seats).value,
            points(row["scored_edge"]),
            f"{row['scored']:,}",
            hundredths(row["of_copies"]),
        )
        for row in sorted_garments(balance)
    ]
    names = ("Garment", "Species", "Kind", "% won if scored", "95%", "", "of its kind", "Scored", "% of copies")
    return table(names, rows, left=3) + GARMENTS


def markdown(balance: Balance, page: Path) -> str:
    """The page; its pictures are called after it."""
    parts = [
        head(balance, page, "Goblin Laundromat", "seats, baskets, programmes and garments"),
        _aims_part(balance),
        f"## Programmes\n\n![Win rates of the seats that were dealt a programme]({page.stem}-programmes.png)\n",
        _programmes_part(balance),
        f"## Species\n\n![Win rates of the seats that were dealt a basket]({page.stem}-species.png)\n",
        _species_part(balance),
        f"## Coins\n\n![What pays how much]({page.stem}-coins.png)\n",
        _coins_part(balance),
        "## Garments\n",
        _garments_part(balance),
        f"## Endings, lengths and seats\n\n![How long games are]({page.stem}-lengths.png)\n",
        endings_part(balance, ending_name),
        lengths_part(balance),
        seats_part(balance),
    ]
    return "\n".join(parts) + READING
