"""RLlib: its ``PettingZooEnv`` over GOSU, and its PPO with masks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gosu_env import Game, encode, gosu_v0
from gosu_env.envs.rllib import MaskedForRllib

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib", exc_type=ImportError)  # clusters need less of Ray

from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec  # noqa: E402
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # noqa: E402
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv  # noqa: E402
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule  # noqa: E402
from ray.tune.registry import register_env  # noqa: E402

pytestmark = pytest.mark.adapter


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_is_the_same_game(num_players: int) -> None:
    env = PettingZooEnv(MaskedForRllib(gosu_v0.env(num_players=num_players)))
    game = Game(num_players=num_players, seed=1)
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=1)
    rewards: dict[str, float] = {}
    while not game.is_over:
        agent = f"seat_{game.seat}"
        assert list(seen) == [agent]
        assert seen[agent] in env.observation_space[agent]
        assert (seen[agent]["observations"] == game.observe()).all()
        assert (seen[agent]["action_mask"] == game.mask()).all()
        action = int(rng.choice(game.legal_actions()))
        game.apply(action)
        seen, rewards, terminated, _, _ = env.step({agent: action})
        assert terminated["__all__"] == game.is_over
    assert [rewards[f"seat_{seat}"] for seat in range(num_players)] == game.returns()


def test_ppo_with_masks_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    encoder = encode(Game().observation_spec)
    register_env("gosu", lambda options: PettingZooEnv(MaskedForRllib(gosu_v0.env(**options), encoder)))
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule)
    config = (
        PPOConfig()
        .environment("gosu", env_config={"num_players": 2})
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **others: "all")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
        .training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=2)
    )
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        algorithm = config.build_algo()
        results = algorithm.train()
        algorithm.stop()
    finally:
        ray.shutdown()
    assert results["env_runners"]["num_episodes"] > 0
    assert results["env_runners"]["episode_return_mean"] == 0, "what one seat wins the other loses"
    assert math.isfinite(results["learners"]["all"]["total_loss"])
