"""Rewards by option: for a victory, or for the lead in points."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import Game, OptionError, make_batch


def finished(seed: int, n: int, **options: object) -> Game:
    rng, game = np.random.default_rng(seed), Game("gosu", n, seed, **options)
    while not game.is_over:
        game.apply(int(rng.choice(game.legal_actions())))
    return game


@pytest.mark.parametrize(("n", "options"), [(2, {}), (3, {"kamakor": True}), (4, {"teams": True})])
def test_points_are_the_lead_over_the_best_opponent(n: int, options: dict[str, object]) -> None:
    for seed in range(12):
        game = finished(seed, n, reward="points", **options)
        points = game.state.victory_points[:n].tolist()
        for seat, number in enumerate(game.returns()):
            others = [points[other] for other in range(n) if other != seat and not (n == 4 and other == seat ^ 2)]
            assert number == pytest.approx((points[seat] - max(others)) / 3)
        assert finished(seed, n, **options).winners == game.winners  # the game is the same


def test_a_batch_gives_them_too() -> None:
    batch = make_batch("gosu", num_envs=64, num_players=2, seed=1, reward="points")
    found = []
    while len(found) < 64:
        batch.step(batch.sample())
        found += batch.reward[batch.done].tolist()
    thirds = np.array(found) * 3
    np.testing.assert_allclose(thirds, np.round(thirds), atol=1e-5)
    np.testing.assert_allclose(thirds.sum(axis=1), 0, atol=1e-5)


def test_a_truncated_game_pays_nothing() -> None:
    assert finished(1, 2, reward="points", max_decisions=10).returns() == [0.0, 0.0]


def test_other_rewards_are_refused() -> None:
    with pytest.raises(OptionError, match="reward must be 'win' or 'points', not 'coins'"):
        Game("gosu", reward="coins")
