"""What a fair game of GOSU X would look like, and whether this one does.

Its cards are given, so nothing is tuned for these aims: they say where a player finds the game uneven.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gosu_env.agents.balance.aims import Aim, Verdict, band, card_bounds, cards_aim, rate_verdict, seat_aims
from gosu_env.agents.gosux.balance.figures import Balance

CLAN_WINS = (0.43, 0.57)  # of the seats that have a clan


def clan_verdict(row: Mapping[str, Any]) -> Verdict:
    """The verdict on a row of ``Balance.clans``."""
    return rate_verdict(row, "owned", CLAN_WINS)


def card_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.cards``."""
    return rate_verdict(row, "placed", card_bounds(seats))


def _clans(balance: Balance) -> Aim:
    rows = balance.clans.to_dicts()
    wins = [row["owned_win"] for row in rows if row["owned_win"] is not None]
    verdict = Verdict.worst([clan_verdict(row) for row in rows])
    return Aim("wins with every clan", band(*CLAN_WINS), band(min(wins), max(wins), 1), verdict)


def _cards(balance: Balance) -> Aim:
    bounds = card_bounds(balance.settings.seats)
    return cards_aim("every card's wins when placed", bounds, balance.cards.to_dicts(), "placed")


def aims(balance: Balance) -> list[Aim]:
    """All of them."""
    return [_clans(balance), _cards(balance), *seat_aims(balance)]
