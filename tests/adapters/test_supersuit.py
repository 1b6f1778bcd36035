"""SuperSuit wraps tables with flat observations: one seat after the other, all at once, and as a vector."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game, gosu_v0

supersuit = pytest.importorskip("supersuit")

pytestmark = pytest.mark.adapter


def as_float(env: Any) -> Any:
    return supersuit.dtype_v0(env, np.float32)


def normalised(env: Any) -> Any:
    return supersuit.normalize_obs_v0(as_float(env))


WRAPPERS = {
    "dtype": as_float,
    "normalize_obs": normalised,
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 3),
    "clip_reward": lambda env: supersuit.clip_reward_v0(env, -0.5, 0.5),
    # Its space has the lowest of all upper bounds and its observation the highest: it needs the same ones everywhere.
    "agent_indicator": lambda env: supersuit.agent_indicator_v0(normalised(env)),
}


@pytest.mark.parametrize("game", [2, 3])
@pytest.mark.parametrize("name", WRAPPERS)
def test_a_wrapped_table_is_the_same_game(name: str, game: int) -> None:
    env, table = WRAPPERS[name](gosu_v0.env(game, flat=True)), Game(num_players=game, seed=2)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, info = env.last()
        assert seen in env.observation_space(agent)
        assert table.is_over == (terminated or truncated)
        if table.is_over:
            env.step(None)
            continue
        assert agent == f"seat_{table.seat}"
        assert np.flatnonzero(info["action_mask"]).tolist() == table.legal_actions()
        action = int(rng.choice(table.legal_actions()))
        table.apply(action)
        env.step(action)
    assert table.is_over


def test_a_vector_of_parallel_tables_plays_on() -> None:
    """A row for every seat of every table; rows that wait have action 0 alone, which does nothing."""
    tables = supersuit.pettingzoo_env_to_vec_env_v1(gosu_v0.parallel_env(2, flat=True))
    envs = supersuit.concat_vec_envs_v1(tables, 3, num_cpus=1, base_class="gymnasium")
    seen, infos = envs.reset(seed=1)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(200):
        assert seen.shape == (6, Game().observation_spec.size)
        active = np.array([info["active"] for info in infos]).reshape(3, 2)
        assert (active.sum(axis=1) == 1).all()
        actions = np.array([rng.choice(np.flatnonzero(info["action_mask"])) for info in infos])
        assert not actions[active.ravel() == 0].any()
        seen, rewards, terminated, _, infos = envs.step(actions)
        assert rewards.reshape(3, 2).sum(axis=1) == pytest.approx(0)
        ended += int(terminated.sum())
    assert ended > 6
