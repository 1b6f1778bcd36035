"""Tianshou plays and learns over the PettingZoo wrapper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game, gosu_v0

pytest.importorskip("tianshou")
torch = pytest.importorskip("torch")

from tianshou.algorithm import (  # noqa: E402
    DQN,
    MARLRandomDiscreteMaskedOffPolicyAlgorithm,
    MultiAgentOffPolicyAlgorithm,
)
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy  # noqa: E402
from tianshou.algorithm.optim import AdamOptimizerFactory  # noqa: E402
from tianshou.data import Collector, VectorReplayBuffer  # noqa: E402
from tianshou.env import DummyVectorEnv, PettingZooEnv  # noqa: E402
from tianshou.utils.net.common import Net  # noqa: E402
from tianshou.utils.torch_utils import policy_within_training_step  # noqa: E402

pytestmark = pytest.mark.adapter

TABLES = 3
EPISODES = 6


def make(num_players: int) -> Any:
    """The raw table raises at an illegal action, so that no mask can be wrong unnoticed."""
    return PettingZooEnv(gosu_v0.raw_env(num_players=num_players))


def collect(algorithm: Any, num_players: int) -> tuple[Any, Any]:
    buffer = VectorReplayBuffer(10_000, TABLES)
    collector: Any = Collector(algorithm, DummyVectorEnv([lambda: make(num_players)] * TABLES), buffer)
    collector.reset()
    return collector.collect(n_episode=EPISODES), buffer


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_players_play_whole_games(num_players: int) -> None:
    np.random.seed(1)
    env = make(num_players)
    players: list[Any] = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    stats, buffer = collect(MultiAgentOffPolicyAlgorithm(algorithms=players, env=env), num_players)
    assert stats.n_collected_episodes == EPISODES
    assert stats.returns.shape == (EPISODES, num_players)
    assert stats.returns.sum(axis=1) == pytest.approx(0)
    assert (stats.returns.max(axis=1) > 0).all()
    taken, _ = buffer.sample(0)  # everything
    assert len(taken) == stats.n_collected_steps > 20 * EPISODES
    assert taken.obs.mask[np.arange(len(taken)), taken.act].all()
    assert set(taken.obs.agent_id) == set(env.agents)
    assert not taken.rew[~taken.done].any()


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_is_the_same_game(num_players: int) -> None:
    env, game = make(num_players), Game(num_players=num_players, seed=9)
    rng = np.random.default_rng(0)
    shown, _ = env.reset(seed=9)
    while not game.is_over:
        assert shown["agent_id"] == f"seat_{game.seat}"
        assert (shown["obs"] == game.observe()).all()
        assert np.flatnonzero(shown["mask"]).tolist() == game.legal_actions()
        action = int(rng.choice(game.legal_actions()))
        game.apply(action)
        shown, rewards, terminated, truncated, _ = env.step(action)
        assert terminated == game.is_over
        assert not truncated
    assert rewards == game.returns()


def test_dqn_learns_from_masked_games() -> None:
    """A learner against a random player: games are collected with its masked policy, and its network is trained."""
    torch.manual_seed(1)
    np.random.seed(1)
    env = make(2)
    size = env.observation_space["observation"].shape
    network = Net(state_shape=size, action_shape=env.action_space.n, hidden_sizes=[32])
    policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=0.2)
    learner: Any = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=10)
    other: Any = MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=env)
    stats, buffer = collect(algorithm, 2)
    assert stats.n_collected_episodes == EPISODES
    before = [parameter.detach().clone() for parameter in network.parameters()]
    with policy_within_training_step(algorithm.policy):
        for _ in range(3):
            losses = algorithm.update(buffer, sample_size=64).get_loss_stats_dict()
            assert np.isfinite(losses["seat_0/loss"])
    changed = [not torch.equal(a, b) for a, b in zip(before, network.parameters(), strict=True)]
    assert all(changed)
