"""One game, whatever its wrapper: records, observations and masks are the same bytes at every decision."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from some_options import CLANS
from test_cuda import HostGpu, needs_compiler

from gosu_env import Game, gosu_v0, make_batch
from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.rules import find_rules

FOLLOWED = (0, 1, 255, 511)  # games of the large batch


class Followed:
    """A game as a handle and as a PettingZoo table, from the seed that a batch says it has."""

    def __init__(self, num_players: int, **options: Any) -> None:
        self.num_players, self.options = num_players, options
        self.table: Any = gosu_v0.env(num_players=num_players, **options)

    def deal(self, seed: int) -> None:
        self.game = Game(num_players=self.num_players, seed=seed, **self.options)
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


@pytest.mark.parametrize(
    ("num_players", "options"),
    [
        *((2, {}), (3, {}), (4, {}), (3, {"draft": True, "turn_limit": True}), (4, {"teams": True, "draft": True})),
        *((2, {"kamakor": True}), (4, {"kamakor": True, "teams": True, "draft": True, "clans": CLANS})),
    ],
)
def test_the_same_game_as_handle_table_small_and_large_batch(num_players: int, options: dict[str, Any]) -> None:
    one = make_batch(num_envs=1, num_players=num_players, seed=5, **options)
    many = make_batch(num_envs=512, num_players=num_players, seed=5, **options)
    followed = {i: Followed(num_players, **options) for i in FOLLOWED}
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


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("num_players", [2, 4])
def test_the_same_game_as_handle_table_and_on_a_gpu(num_players: int, tmp_path: Path) -> None:
    """The program of a GPU plays on the CPU, as ``test_cuda.py`` explains."""
    rules = find_rules("gosu", num_players, {})
    batch = CudaBatch(rules, 40, seed=3, gpu=HostGpu(rules.device_source(), tmp_path))
    followed = {i: Followed(num_players) for i in (0, 31, 39)}
    for i, other in followed.items():
        other.deal(int(batch.seeds[i]))
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(150):
        shown = SimpleNamespace(states=batch.host_states(), seat=batch.seat, obs=batch.obs.T, mask=batch.mask.T)
        for i, other in followed.items():
            other.compare(shown, i)
        actions = (rng.random(shown.mask.shape) * shown.mask).argmax(axis=1)
        batch.step(np.asarray(actions))
        batch.check()
        for i, other in followed.items():
            other.apply(int(actions[i]))
            if other.game.is_over:
                other.compare_end(SimpleNamespace(done=batch.done, reward=batch.reward.T), i)
                other.deal(int(batch.seeds[i]))
                ended += 1
    assert ended >= 2
