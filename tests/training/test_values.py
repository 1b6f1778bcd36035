"""What shipped networks expect is what they get: their values are returns, in the unit that everybody reads."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gosu_env import make_batch
from gosu_env.training.players import make_player
from gosu_env.training.ppo import Learner, Settings

TABLES = [("gosu", 2, {}), ("gosu", 4, {"teams": True}), ("gosux", 2, {}), ("laundromat", 4, {})]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_returns_rise_with_values_as_they_should(game: str, players: int, options: dict[str, bool]) -> None:
    batch = make_batch(game, 64, players, seed=5, **options)
    player = make_player("policy:strong", batch.rules)
    games = np.arange(64)
    told: list[list[tuple[int, float]]] = [[] for _ in games]
    expected, got = [], []
    while len(got) < 4000:
        values = player.values(batch, games) / math.sqrt(players - 1)  # type: ignore[attr-defined]
        for game_told, seat, value in zip(told, batch.seat.tolist(), values.tolist(), strict=True):
            game_told.append((seat, value))
        batch.step(player.answer(batch, games))
        for ended in np.flatnonzero(batch.done).tolist():
            expected += [value for _, value in told[ended]]
            got += [float(batch.reward[ended, seat]) for seat, _ in told[ended]]
            told[ended] = []
    slope = np.polyfit(expected, got, 1)[0]
    assert 0.8 < slope < 1.4


def test_learners_have_that_unit() -> None:
    settings = Settings(num_players=4, options="teams", num_envs=4, n_steps=8, width=8, depth=1)
    assert Learner(settings).value_scale == pytest.approx(1 / math.sqrt(3))
