"""One game, whatever its face: records, observations and masks are the same bytes at every decision."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, gosu_v0, make_batch

FOLLOWED = (0, 1, 255, 511)  # games of the large batch


class Followed:
    """A game as a handle and as a PettingZoo table, from the seed that a batch says it has."""

    def __init__(self, num_players: int) -> None:
        self.num_players = num_players
        self.table: Any = gosu_v0.env(num_players=num_players)

    def deal(self, seed: int) -> None:
        self.game = Game(num_players=self.num_players, seed=seed)
        self.table.reset(seed=seed)

    def apply(self, action: int) -> None:
        self.game.apply(action)
        self.table.step(action)

    def compare(self, batch: Any, i: int) -> None:
        """With game i of a batch."""
        game, table = self.game, self.table
        record = game.state.tobytes()
        assert table.unwrapped.game.state.tobytes() == record
        assert batch.states[i].tobytes() == record
        assert table.agent_selection == f"seat_{game.seat}"
        assert batch.seat[i] == game.seat
        assert batch.obs[i].tobytes() == game.observe().tobytes()
        assert batch.mask[i].tobytes() == game.mask().tobytes()
        for seat, agent in enumerate(table.possible_agents):
            shown = table.observe(agent)
            assert shown["observation"].tobytes() == game.observe(seat).tobytes()
            if seat == game.seat:
                assert shown["action_mask"].tobytes() == game.mask().tobytes()

    def compare_end(self, batch: Any, i: int) -> None:
        returns = self.game.returns()
        assert batch.done[i]
        assert batch.reward[i].tolist() == pytest.approx(returns)
        assert list(self.table.rewards.values()) == returns


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_same_game_as_handle_table_small_and_large_batch(num_players: int) -> None:
    one = make_batch(num_envs=1, num_players=num_players, seed=5)
    many = make_batch(num_envs=512, num_players=num_players, seed=5)
    followed = {i: Followed(num_players) for i in FOLLOWED}
    for i, other in followed.items():
        other.deal(int(many.seeds[i]))
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(250):
        assert one.states.tobytes() == many.states[:1].tobytes()
        assert one.obs.tobytes() == many.obs[:1].tobytes()
        assert one.mask.tobytes() == many.mask[:1].tobytes()
        for i, other in followed.items():
            other.compare(many, i)
        actions = (rng.random(many.mask.shape) * many.mask).argmax(axis=1)
        many.step(actions)
        one.step(actions[:1])
        for i, other in followed.items():
            other.apply(int(actions[i]))
            if other.game.is_over:
                other.compare_end(many, i)
                other.deal(int(many.seeds[i]))
                ended += 1
    assert ended >= len(FOLLOWED)


SIMULATED = """
import numpy as np
from gosu_env import Game, gosu_v0, make_batch

for n in (2, 4):
    batch = make_batch(num_envs=2, num_players=n, seed=n, device="cuda")
    games = [Game(num_players=n, seed=int(seed)) for seed in batch.seeds.copy_to_host()]
    tables = [gosu_v0.raw_env(num_players=n) for _ in games]
    for table, seed in zip(tables, batch.seeds.copy_to_host()):
        table.reset(seed=int(seed))
    rng = np.random.default_rng(0)
    decisions = 0
    while not any(game.is_over for game in games):
        states, obs, mask = batch.host_states(), batch.obs.copy_to_host(), batch.mask.copy_to_host()
        for i, (game, table) in enumerate(zip(games, tables)):
            shown = table.observe(table.agent_selection)
            assert states[i].tobytes() == game.state.tobytes() == table.game.state.tobytes()
            assert obs[:, i].tobytes() == game.observe().tobytes() == shown["observation"].tobytes()
            assert mask[:, i].tobytes() == game.mask().tobytes() == shown["action_mask"].tobytes()
        actions = [int(rng.choice(game.legal_actions())) for game in games]
        batch.step(np.array(actions, np.int32))
        batch.check()
        for game, table, action in zip(games, tables, actions):
            game.apply(action)
            table.step(action)
        decisions += 1
    for i, game in enumerate(games):
        assert batch.done.copy_to_host()[i] == game.is_over
        if game.is_over:
            assert np.allclose(batch.reward.copy_to_host()[:, i], game.returns())
    print(n, decisions)
"""


def test_the_same_game_on_a_simulated_gpu() -> None:
    """To the end of a game; numba's simulator runs the kernels without a GPU."""
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], env=env, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lengths = dict(line.split() for line in done.stdout.splitlines())
    assert set(lengths) == {"2", "4"}
    assert all(int(length) > 20 for length in lengths.values())
