"""What a fair game of GOSU would look like, and whether this one does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gosu_env.agents.balance.aims import ENOUGH, Aim, Verdict, band, card_bounds, cards_aim, rate_verdict, seat_aims
from gosu_env.agents.gosu.balance.figures import Balance

CLAN_SHARE = (0.16, 0.24)  # of the wins when played: a game has five clans, so 0.2 is even
SPECIAL = (0.03, 0.15)  # of the games: the special victories of Ōzekis


def clan_verdict(row: Mapping[str, Any]) -> Verdict:
    """The verdict on a row of ``Balance.clans``."""
    if row["played_seats"] < ENOUGH:
        return Verdict.OPEN
    return Verdict.of(row["share"], row["share_low"], row["share_high"], CLAN_SHARE)


def card_verdict(row: Mapping[str, Any], seats: int) -> Verdict:
    """The verdict on a row of ``Balance.cards``."""
    return rate_verdict(row, "placed", card_bounds(seats))


def special_verdict(balance: Balance) -> Verdict:
    special = balance.ending("special")
    return Verdict.of(special["part"], special["low"], special["high"], SPECIAL)


def _clans(balance: Balance) -> Aim:
    rows = balance.clans.to_dicts()
    shares = [row["share"] for row in rows if row["share"] is not None]
    found = band(min(shares), max(shares), 1) if shares else "nothing was played"
    verdict = Verdict.worst([clan_verdict(row) for row in rows])
    return Aim("every clan's share of the wins when played", band(*CLAN_SHARE), found, verdict)


def _cards(balance: Balance) -> Aim:
    bounds = card_bounds(balance.settings.seats)
    return cards_aim("every card's wins when placed", bounds, balance.cards.to_dicts(), "placed")


def _special(balance: Balance) -> Aim:
    found = f"{balance.ending('special')['part']:.1%}"
    return Aim("games with a special victory", band(*SPECIAL), found, special_verdict(balance))


def aims(balance: Balance) -> list[Aim]:
    """All of them."""
    return [_clans(balance), _cards(balance), _special(balance), *seat_aims(balance)]
