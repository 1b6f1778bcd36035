"""GOSU X in every wrapper; and what players make of it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
import torch
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from stable_baselines3.common.env_checker import check_env as check_sb3

from gosu_env import Game, View, gosux_v0, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.engine.rules import find_rules
from gosu_env.envs.sb3 import GosuVecEnv
from gosu_env.training.match import play_match
from gosu_env.training.players import GreedyPlayer, RandomPlayer


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_it() -> None:
    api_test(gosux_v0.env(), num_cycles=300)
    seed_test(gosux_v0.env, num_cycles=80)


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_and_stable_baselines_accept_it() -> None:
    env = gymnasium.make("gosu/Gosux-v0", illegal_action="lose")
    check_env(env.unwrapped, skip_render_check=True)
    check_sb3(env.unwrapped)


@pytest.mark.slow
def test_it_is_known_by_its_names() -> None:
    env: Any = pettingzoo.make("aec", "gosu/gosux-v0")
    env.reset(seed=1)
    assert env.unwrapped.game.name == "gosux"
    assert env.metadata["name"] == "gosux_v0"
    vector = gymnasium.make_vec("gosu/Gosux-v0", num_envs=3, vectorization_mode="vector_entry_point")
    obs, info = vector.reset(seed=4)
    assert obs.shape == (3, Game("gosux").observation_spec.size)
    assert info["action_mask"].sum(axis=1).min() >= 1
    for _ in range(40):
        actions = [int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]]
        obs, _, _, _, info = vector.step(np.array(actions))
    assert obs.dtype == np.int8


def test_central_states_hold_what_no_seat_sees() -> None:
    env = gosux_v0.raw_env()
    env.reset(seed=2)
    assert env.state().shape == (env.state_spec.size,)
    while env.game.state.round_number == 0:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    for seat in range(2):
        deck = env.state()[env.state_spec[f"deck.{seat}"]]
        assert deck.sum() == int(env.game.state.deck_size[seat]) == 38


def test_rewards_are_for_victories() -> None:
    batch = make_batch("gosux", num_envs=16, seed=1)
    found: list[list[float]] = []
    while len(found) < 30:
        batch.step(batch.sample())
        found += batch.reward[batch.done].tolist()
    returns = np.array(found)
    np.testing.assert_allclose(returns.sum(axis=1), 0, atol=1e-6)
    assert set(np.abs(returns).ravel()) <= {0.0, 1.0}


def test_greedy_beats_random_players() -> None:
    score = play_match(GreedyPlayer(), RandomPlayer(), find_rules("gosux", 2, {}), 60, seed=1)
    assert score.mean >= 0.8


def test_players_know_no_more_than_their_seat() -> None:
    rng = np.random.default_rng(1)
    agent = GreedyAgent()
    for seed in range(6):
        game = Game("gosux", 2, seed)
        while not game.is_over:
            if rng.random() < 0.1:
                wanted = agent.act(View(game))
                assert wanted in game.legal_actions()
            game.apply(int(rng.choice(game.legal_actions())))


@pytest.mark.parametrize("spec", ["rollout:12", "ismcts:20", "ismcts:20:playouts"])
def test_searches_play_it(spec: str) -> None:
    game, agent, other = Game("gosux", 2, 5), make_agent(spec, 1), make_agent("random", 2)
    while not game.is_over:
        game.apply((agent if game.seat == 0 else other).act(View(game)))
    assert game.winners


def test_maskable_ppo_runs_on_it() -> None:
    from sb3_contrib import MaskablePPO  # noqa: PLC0415

    torch.set_num_threads(1)
    env = GosuVecEnv(8, 2, game="gosux")
    env.seed(1)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=1, gamma=1.0, seed=1)
    model.learn(512)
    seat: Any = gymnasium.make("gosu/Gosux-v0").unwrapped
    obs, _ = seat.reset(seed=3)
    over = False
    while not over:
        action, _ = model.predict(obs, action_masks=seat.action_masks(), deterministic=True)
        assert seat.action_masks()[int(action)]
        obs, _, over, _, _ = seat.step(int(action))
