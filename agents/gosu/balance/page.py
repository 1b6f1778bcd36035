"""A report on GOSU as a page of Markdown."""

from __future__ import annotations

from pathlib import Path

from gosu_env.agents.balance.aims import CARD_WINS, ENOUGH, SEAT, band, card_bounds
from gosu_env.agents.balance.page import (
    aims_part,
    endings_part,
    head,
    lengths_part,
    seats_part,
    table,
)
from gosu_env.agents.balance.tables import hundredths, interval, rate
from gosu_env.agents.gosu.balance.aims import CLAN_SHARE, SPECIAL, aims, card_verdict, clan_verdict
from gosu_env.agents.gosu.balance.figures import Balance
from gosu_env.agents.gosu.balance.tables import COUNTED, edge, ending_name, sorted_cards
from gosu_env.gosu.cards import LEVEL_NAMES
from gosu_env.gosu.state import CLANS

COUNTS = ("Drawn", "Placed", "Mutated out", "Mutated in", "Activated")

AIMS = """
- **Clans**: a card is played when it is placed or brought in by a mutation. Every seat counts for a clan in
  proportion to the clan's part of the cards it played. That gives each clan a win rate; its share of the wins when
  played is this rate relative to those of the others. {shares}; each should be within {clan}.
{bans}- **Cards**: of the seats that placed a card at least once in a game, {card} should win it.{scaled}
  Cards and clans that fewer than {enough} seats played are not assessed.
- **Special victories** of Ōzekis, all together: {special} of the games.
- **Seats**, counted from 0 and from the player who begins the first round: within {seat:.0%} of an even share.
"""

OF_FIVE = "The shares sum to 100%, and 20% is even"
OF_MORE = "Their mean is 20%, even for five clans"
BANS = """\
- **Bans**: a game has five of {clans} clans, the others are banned; each was in {least:,} – {most:,} games. Its
  “of all plays” and “of all wins” are counted over these.
"""

SCALED = " With {seats} players the equivalent odds, relative to an even share, are {card}."

CARDS = """
“Of its level” is the difference in points from the cards of its level. “Dealt” means in the first hand, “drawn” that it
came into the hand in any way. The last columns say how often a card was drawn, was placed, was mutated out, was mutated
in, and was activated.
"""

READING = """
## How to read this

Who places a card is not random: players who are ahead place more, above all Heroes and Ōzekis, so a whole level may win
more than it loses. That is why a card is also compared with its level. Who is dealt a card is random: “if dealt” shows
what the card is worth to this player, though the effect is small, since a hand has other cards too. All of this holds
for this player, with its preferences and blind spots.

The seats of one game depend on each other: what one wins, another does not. Intervals of cards and clans are Wilson's,
for the effective number of independent seats; those of the clans' shares add up the influence of each game.
"""


def _bans(balance: Balance) -> str:
    games = balance.clans["games"].to_list()
    return BANS.format(clans=len(games), least=min(games), most=max(games))


def _aims_part(balance: Balance) -> str:
    seats, few = balance.settings.seats, len(balance.clans) == CLANS
    scaled = SCALED.format(seats=seats, card=band(*card_bounds(seats))) if seats > 2 else ""
    words = AIMS.format(
        clan=band(*CLAN_SHARE),
        shares=OF_FIVE if few else OF_MORE,
        bans="" if few else _bans(balance),
        card=band(*CARD_WINS),
        special=band(*SPECIAL),
        seat=SEAT,
        enough=ENOUGH,
        scaled=scaled,
    )
    return aims_part(aims(balance)) + words


def _clans_part(balance: Balance) -> str:
    rows = [
        (
            row["clan"],
            f"**{hundredths(row['share'])}**",
            interval(row, "share_low", "share_high"),
            clan_verdict(row).value,
            hundredths(row["of_plays"]),
            hundredths(row["of_wins"]),
            rate(row, "played"),
            interval(row, "played_low", "played_high"),
            *(f"{row[name]:,}" for name in COUNTED),
        )
        for row in balance.clans.to_dicts()
    ]
    head = ("Clan", "% of wins when played", "95%", "", "of all plays", "of all wins", "% won if played", "95%")
    return table((*head, *COUNTS), rows)


def _cards_part(balance: Balance) -> str:
    rows = [
        (
            f"**{row['card']}**",
            row["clan"],
            LEVEL_NAMES[row["level"] - 1],
            f"**{rate(row, 'placed')}**",
            interval(row, "placed_low", "placed_high"),
            card_verdict(row, balance.settings.seats).value,
            edge(row),
            rate(row, "dealt"),
            interval(row, "dealt_low", "dealt_high"),
            rate(row, "drawn"),
            rate(row, "activated"),
            *(f"{row[name]:,}" for name in COUNTED),
        )
        for row in sorted_cards(balance)
    ]
    head = (
        "Card",
        "Clan",
        "Level",
        "% won if placed",
        "95%",
        "",
        "of its level",
        "if dealt",
        "95%",
        "if drawn",
        "if activated",
    )
    return table((*head, *COUNTS), rows, left=3) + CARDS


def markdown(balance: Balance, page: Path) -> str:
    """The page; its pictures are called after it."""
    parts = [
        head(balance, page, "the game", "seats, clans and cards"),
        _aims_part(balance),
        f"## Clans\n\n![The clans' shares of the wins when played]({page.stem}-clans.png)\n",
        _clans_part(balance),
        f"## Cards\n\n![Win rates of the seats that placed a card]({page.stem}-cards.png)\n",
        _cards_part(balance),
        f"## Endings\n\n![How games end]({page.stem}-endings.png)\n",
        endings_part(balance, ending_name),
        f"## Lengths and seats\n\n![How long games are]({page.stem}-lengths.png)\n",
        lengths_part(balance),
        seats_part(balance),
    ]
    return "\n".join(parts) + READING
