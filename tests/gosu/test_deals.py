"""Beliefs and worlds against all deals that fit, counted one by one (all_deals.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from all_deals import Deals, Hands, kept_hand, observed, small_table

from gosu_env import Game
from gosu_env.gosu.state import GHOST_LOOKED

MOST_DEALS = 60_000
WORLDS = 2000


TABLES: dict[str, Callable[[np.random.Generator], Game]] = {
    "hidden": small_table,
    "looks": lambda rng: small_table(rng, lookers=2),
    "kept": kept_hand,
}


def positions(table: str, seed: int, count: int) -> Iterator[tuple[Game, Deals]]:
    """Positions of random games with ghosts, as seat 0 sees them in its turn, with few deals.

    With ``looks``, some of the ghosts are of a look across a reshuffle.
    """
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        for number, (game, observer) in enumerate(observed(TABLES[table](rng), rng)):
            if number > 60 or found == count:
                break
            left = game.state.ghosts[: game.state.ghosts_size]
            if game.seat == 0 and len(left) and (left[:, GHOST_LOOKED].any() or table != "looks"):
                deals = Deals(game, observer)
                if deals.size <= MOST_DEALS:
                    found += 1
                    yield game, deals


def expected(deals: Deals, counts: dict[Hands, int], kinds: int) -> dict[int, np.ndarray]:
    """Mean numbers of cards in the other hands."""
    total = sum(counts.values())
    found = {seat: np.zeros(kinds) for seat in deals.seats}
    for hands, times in counts.items():
        for seat, hand in zip(deals.seats, hands, strict=True):
            for kind in hand:
                found[seat][kind] += times / total
    for seat in deals.seats:
        for kind, copies in deals.hands[seat].known.items():
            found[seat][kind] += copies
    return found


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_beliefs_are_means_over_all_deals(table: str) -> None:
    compared = several = 0
    for game, deals in positions(table, seed=3, count=60):
        counts = deals.count()
        kinds = len(game.state.discard)
        for seat, means in expected(deals, counts, kinds).items():
            block = game.belief_spec[f"hand.opp{seat}"]
            np.testing.assert_allclose(game.belief(0)[block], means, atol=1e-5)
        compared += 1
        several += len(counts) > 1
    assert compared > 20
    assert several > 10


def chi_squared(drawn: Counter[Hands], counts: dict[Hands, int]) -> tuple[float, int]:
    """The distance of what was drawn from what is expected, and its degrees of freedom; what is rare is lumped."""
    total, size = sum(counts.values()), drawn.total()
    rare_drawn, rare_expected, distance, cells = 0, 0.0, 0.0, 0
    for hands, times in counts.items():
        mean = size * times / total
        if mean < 5:
            rare_drawn, rare_expected = rare_drawn + drawn[hands], rare_expected + mean
        else:
            distance += (drawn[hands] - mean) ** 2 / mean
            cells += 1
    if rare_expected >= 5:
        distance += (rare_drawn - rare_expected) ** 2 / rare_expected
        cells += 1
    return distance, max(cells - 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_worlds_are_drawn_uniformly_out_of_all_deals(table: str) -> None:
    """Whole hands, not single cards: every world is a deal that fits, and all deals are alike. Seeds are fixed."""
    distance, freedom, furthest = 0.0, 0, 0.0
    for game, deals in positions(table, seed=3, count=60):
        counts = deals.count()
        drawn = Counter(deals.hidden(game.determinize(0, number)) for number in range(WORLDS))
        assert drawn.keys() <= counts.keys()
        found, cells = chi_squared(drawn, counts)
        if cells:
            distance, freedom = distance + found, freedom + cells
            furthest = max(furthest, (found - cells) / (2 * cells) ** 0.5)
    assert freedom > 100
    assert abs(distance - freedom) < 3.5 * (2 * freedom) ** 0.5
    assert furthest < 6
