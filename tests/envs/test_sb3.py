"""stable-baselines3: its checks, its learners, and the ``VecEnv`` beside its own."""

from __future__ import annotations

import copy
import pickle
import warnings
import zlib
from typing import Any

import numpy as np
import pytest

from gosu_env import OptionError, View
from gosu_env.agents import RandomAgent
from gosu_env.envs.seat import SeatEnv
from gosu_env.envs.vector import SeatVectorEnv

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from stable_baselines3.common.env_checker import check_env  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor  # noqa: E402

from gosu_env.envs.sb3 import GosuVecEnv  # noqa: E402

TABLES = 5


class Fixed:
    """Always answers the same to the same view."""

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[zlib.crc32(view.observation.tobytes()) % len(legal)]


def drawn_agent(rng: np.random.Generator) -> RandomAgent:
    return RandomAgent(int(rng.integers(1000)))


def legal(masks: Any, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(row)) for row in masks])


def mean_reward(model: Any, games: int) -> float:
    """Against random players, at drawn seats."""
    envs = SeatVectorEnv(num_envs=128)
    obs, info = envs.reset(seed=99)
    rewards: list[float] = []
    while len(rewards) < games:
        actions, _ = model.predict(obs, action_masks=info["action_mask"])
        obs, reward, terminated, _, info = envs.step(actions)
        rewards += reward[terminated].tolist()
    return float(np.mean(rewards))


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_has_no_complaints(num_players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv(num_players), warn=True)


@pytest.mark.slow
def test_maskable_ppo_learns_on_the_vec_env() -> None:
    """After some thousand steps it plays better than at random."""
    torch.set_num_threads(1)
    env = GosuVecEnv(num_envs=32, num_players=2)
    env.seed(1)
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=512, n_epochs=3, learning_rate=1e-3, seed=1
    )
    model.learn(12_000)
    assert mean_reward(model, 400) > 0.3


@pytest.mark.slow
def test_maskable_ppo_learns_on_a_single_seat() -> None:
    torch.set_num_threads(1)
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", SeatEnv(seat=0), n_steps=1024, batch_size=256, n_epochs=4, learning_rate=1e-3, seed=1
    )
    model.learn(6_000)
    assert mean_reward(model, 400) > 0.15


def test_maskable_ppo_learns_against_agents() -> None:
    """Opponents drawn for every episode; stable-baselines3 monitors the games."""
    torch.set_num_threads(1)
    env = VecMonitor(GosuVecEnv(num_envs=8, num_players=3, opponents=[Fixed(), drawn_agent]))
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=1, seed=1)
    model.learn(512)
    assert len(model.ep_info_buffer) > 8
    assert {round(episode["r"], 3) for episode in model.ep_info_buffer} <= {1.0, 0.25, -0.5}


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_with_agents_it_plays_the_episodes_of_single_seats(num_players: int) -> None:
    """Beside stable-baselines3's own vector of single tables: everything handed out is the same."""
    opponents: list[Any] = [Fixed(), drawn_agent, None][: num_players - 1]
    ours = GosuVecEnv(TABLES, num_players, opponents)
    theirs = DummyVecEnv([lambda: SeatEnv(num_players, opponents)] * TABLES)
    for env in (ours, theirs):
        env.seed(5)
    obs, expected = ours.reset(), theirs.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(120):
        assert (obs == expected).all()
        masks = ours.action_masks()
        assert (masks == np.array(theirs.env_method("action_masks"))).all()
        actions = legal(masks, rng)
        obs, rewards, dones, infos = ours.step(actions)
        expected, expected_rewards, expected_dones, expected_infos = theirs.step(actions)
        assert (rewards == expected_rewards).all()
        assert (dones == expected_dones).all()
        for i in np.flatnonzero(dones):
            assert (infos[i]["terminal_observation"] == expected_infos[i]["terminal_observation"]).all()
            assert infos[i]["TimeLimit.truncated"] == expected_infos[i]["TimeLimit.truncated"]
            ended += 1
    assert ended > TABLES


def test_at_random_it_plays_the_episodes_of_the_vector_environment() -> None:
    ours, other = GosuVecEnv(4, 3), SeatVectorEnv(4, 3)
    ours.seed(7)
    obs, (expected, _) = ours.reset(), other.reset(seed=7)
    rng = np.random.default_rng(0)
    for _ in range(60):
        assert (obs == expected).all()
        actions = legal(ours.action_masks(), rng)
        obs, rewards, dones, _ = ours.step(actions)
        expected, expected_rewards, terminated, truncated, _ = other.step(actions)
        assert (rewards == expected_rewards).all()
        assert (dones == terminated | truncated).all()


def test_what_clients_ask_of_a_vec_env() -> None:
    env = GosuVecEnv(3)
    env.reset()
    masks = env.env_method("action_masks", indices=[0, 2])
    assert [mask.dtype for mask in masks] == [np.bool_] * 2
    assert env.has_attr("action_masks")
    assert env.get_attr("render_mode") == [None] * 3
    assert env.env_is_wrapped(SeatVectorEnv) == [False] * 3
    assert env.get_images()[0].shape[2] == 3
    with pytest.raises(OptionError, match=r"'seat' cannot be set: .* make a new one instead"):
        env.set_attr("seat", 1)
    with pytest.raises(OptionError, match="have no method 'fly'; expected action_masks"):
        env.env_method("fly")


@pytest.mark.parametrize("opponents", [None, Fixed()], ids=["compiled", "hosted"])
@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)
def test_copies_go_on_with_their_episodes(how: Any, opponents: Any) -> None:
    env = GosuVecEnv(TABLES, 3, opponents)
    env.seed(3)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(10):
        env.step(legal(env.action_masks(), rng))
    other = how(env)
    for _ in range(40):
        actions = legal(env.action_masks(), rng)
        obs, rewards, dones, _ = env.step(actions)
        expected, expected_rewards, expected_dones, _ = other.step(actions)
        assert (obs == expected).all()
        assert (rewards == expected_rewards).all()
        assert (dones == expected_dones).all()


def test_an_illegal_action_loses_the_game_of_its_table() -> None:
    env = GosuVecEnv(3)
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = env.action_masks()[1].argmin()
    _, rewards, dones, infos = env.step(actions)
    assert rewards.dtype == np.float32
    assert (rewards[1], dones[1], infos[1]["TimeLimit.truncated"]) == (-1, True, False)
    assert "is not legal; decision: " in infos[1]["illegal_action"]
    assert infos[1]["episode"]["l"] == 1
