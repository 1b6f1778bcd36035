"""Ratings: known strengths are found again, intervals hold them, and the order of games does not matter."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from gosu_env.agents.arena.bradley_terry import ELO, Tally, sample_strengths, strengths
from gosu_env.agents.arena.skill import skill_ratings
from gosu_env.agents.intervals import bootstrap_rate, wilson

TRUE = np.array([-200.0, -80.0, 0.0, 90.0, 190.0])  # Elo, mean 0


def simulate(
    elo: NDArray[np.float64], tables: list[tuple[int, ...]], matches: int, seed: int, together: float = 0.0
) -> Tally:
    """Matches of as many games as seats; with probability ``together`` all games of a match end alike."""
    rng = np.random.default_rng(seed)
    seats = np.zeros((len(tables), len(elo)))
    wins, where = [], []
    for number, table in enumerate(tables):
        np.add.at(seats[number], list(table), 1)
        chance = np.exp(elo[list(table)] / ELO)
        chance /= chance.sum()
        for _ in range(matches):
            won = np.zeros(len(elo))
            first = rng.choice(len(table), p=chance)
            for game in range(len(table)):
                winner = first if game == 0 or rng.random() < together else rng.choice(len(table), p=chance)
                won[table[winner]] += 1
            wins.append(won)
            where.append(number)
    return Tally(seats, np.array(where), np.array(wins))


PAIRS = list(combinations(range(5), 2))
MIXED = list(combinations(range(5), 4))
SOLO = [(one, other, other, other) for one, other in permutations(range(5), 2)]


@pytest.mark.parametrize("tables", [PAIRS, MIXED, SOLO], ids=["pairs", "mixed", "solo"])
def test_known_strengths_are_recovered(tables: list[tuple[int, ...]]) -> None:
    tally = simulate(TRUE, tables, 6000 // len(tables), seed=1)
    found = strengths(tally)
    assert abs(found.mean()) < 1e-9
    assert np.abs(found - TRUE).max() < 25
    low, high = np.quantile(sample_strengths(tally, 200, seed=0), (0.0005, 0.9995), axis=0)
    assert ((low < TRUE) & (high > TRUE)).all()


def test_two_players_have_the_rating_of_their_odds() -> None:
    tally = Tally(np.ones((1, 2)), np.zeros(3, np.int64), np.array([[2.0, 0.0], [2.0, 0.0], [1.0, 1.0]]))
    found = strengths(tally)
    assert found[0] - found[1] == pytest.approx(400 * np.log10((5 + 0.5) / (1 + 0.5)), abs=1e-3)


def test_draws_are_half_wins() -> None:
    drawn = Tally(np.ones((1, 2)), np.zeros(4, np.int64), np.ones((4, 2)))
    assert np.abs(strengths(drawn)).max() < 1e-6


def test_even_tables_of_four_leave_everybody_at_zero() -> None:
    """One against three of the other, with one win in four: nobody is stronger."""
    tally = Tally(np.array([[1.0, 3.0]]), np.zeros(50, np.int64), np.tile([1.0, 3.0], (50, 1)))
    assert np.abs(strengths(tally)).max() < 2


def test_a_player_that_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    tally = Tally(np.ones((1, 2)), np.zeros(50, np.int64), np.tile([2.0, 0.0], (50, 1)))
    found = strengths(tally)
    assert found[0] - found[1] == pytest.approx(400 * np.log10(100.5 / 0.5), abs=1e-3)
    samples = sample_strengths(tally, 500, seed=0)
    low, high = np.quantile(samples[:, 0] - samples[:, 1], (0.025, 0.975))
    assert 400 < low < 800
    assert high > 1100


@pytest.mark.parametrize("together", [0.0, 1.0], ids=["independent games", "games of a deal end alike"])
def test_intervals_cover_the_truth(together: float) -> None:
    """95% intervals over deals hold the true difference in about 95 of 100 runs, also when paired games go together."""
    true = np.array([40.0, -40.0])
    held, rates_held, runs = 0, 0, 300
    rate = 1 / (1 + 10 ** (-80 / 400))
    for run in range(runs):
        tally = simulate(true, [(0, 1)], 60, seed=run, together=together)
        samples = sample_strengths(tally, 200, seed=run)
        low, high = np.quantile(samples[:, 0] - samples[:, 1], (0.025, 0.975))
        held += low <= 80 <= high
        games = np.full(60, 2.0)
        low, high = bootstrap_rate(tally.wins[:, 0], games, 200, np.random.default_rng(run))
        rates_held += low <= rate <= high
    assert 0.91 <= held / runs <= 0.985
    assert 0.91 <= rates_held / runs <= 0.985


def test_the_order_of_matches_does_not_matter() -> None:
    tally = simulate(TRUE, PAIRS, 50, seed=3)
    order = np.random.default_rng(0).permutation(len(tally.table))
    shuffled = Tally(tally.seats, tally.table[order], tally.wins[order])
    assert strengths(shuffled) == pytest.approx(strengths(tally), abs=1e-6)


def test_samples_are_those_of_the_seed() -> None:
    tally = simulate(TRUE, PAIRS, 10, seed=3)
    assert (sample_strengths(tally, 20, seed=5) == sample_strengths(tally, 20, seed=5)).all()
    assert (sample_strengths(tally, 20, seed=5) != sample_strengths(tally, 20, seed=6)).any()


def test_wilson() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_rate_without_losses_has_an_interval_that_holds_it() -> None:
    low, high = bootstrap_rate(np.full(20, 2.0), np.full(20, 2.0), 500, np.random.default_rng(0))
    assert 0.8 < low < 0.96
    assert high == 1.0


# ------------------------------------------------------------------------------------------------ openskill


def test_skill_finds_the_stronger_one() -> None:
    rng = np.random.default_rng(0)
    games = [((0, 1), (1.0, 0.0) if rng.random() < 0.7 else (0.0, 1.0)) for _ in range(400)]
    (mu, sigma), (other_mu, _) = skill_ratings(2, games)
    assert mu - other_mu > 2 * sigma
    (again, _), _ = skill_ratings(2, reversed(games))
    assert abs(again - mu) < 2 * sigma  # the order matters, a little


def test_skill_leaves_those_who_draw_alone() -> None:
    (mu, _), (other_mu, _) = skill_ratings(2, [((0, 1), (0.5, 0.5))] * 20)
    assert mu == pytest.approx(other_mu)


def test_skill_of_a_player_with_several_seats() -> None:
    (one, _), (three, sigma) = skill_ratings(2, [((0, 1, 1, 1), (1.0, 0.0, 0.0, 0.0))] * 20)
    assert one > three
    assert 0 < sigma < 25 / 3
