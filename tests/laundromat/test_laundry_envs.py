"""Goblin Laundromat in every wrapper, for every number of players; and what players make of it."""

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

from gosu_env import Game, OptionError, View, laundromat_v0, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.engine.rules import find_rules
from gosu_env.envs.sb3 import GosuVecEnv
from gosu_env.training.match import play_match
from gosu_env.training.players import GreedyPlayer, RandomPlayer

PLAYERS = [2, 3, 4, 5]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n", PLAYERS)
def test_pettingzoo_accepts_it(n: int) -> None:
    api_test(laundromat_v0.env(n), num_cycles=100)
    seed_test(lambda: laundromat_v0.env(n), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n", PLAYERS)
def test_gymnasium_and_stable_baselines_accept_it(n: int) -> None:
    env = gymnasium.make("gosu/Laundromat-v0", num_players=n, illegal_action="lose")
    check_env(env.unwrapped, skip_render_check=True)
    check_sb3(env.unwrapped)


@pytest.mark.slow
def test_it_is_known_by_its_names() -> None:
    env: Any = pettingzoo.make("aec", "gosu/laundromat-v0", num_players=3)
    env.reset(seed=1)
    assert env.unwrapped.game.name == "laundromat"
    assert env.metadata["name"] == "laundromat_v0"
    vector = gymnasium.make_vec("gosu/Laundromat-v0", num_envs=3, vectorization_mode="vector_entry_point")
    obs, info = vector.reset(seed=4)
    assert obs.shape == (3, Game("laundromat").observation_spec.size)
    assert info["action_mask"].sum(axis=1).min() >= 1


@pytest.mark.parametrize("n", PLAYERS)
def test_central_states_hold_what_no_seat_sees(n: int) -> None:
    env = laundromat_v0.raw_env(n)
    env.reset(seed=2)
    assert env.state().shape == (env.state_spec.size,)
    pile = env.state()[env.state_spec["draw_pile"]]
    assert pile.sum() == 90 - n - n * 3


@pytest.mark.parametrize("n", PLAYERS)
def test_rewards_are_for_victories_or_for_coins(n: int) -> None:
    for reward in ("win", "coins"):
        batch = make_batch("laundromat", num_envs=16, num_players=n, seed=1, reward=reward)
        found = []
        while len(found) < 16:
            batch.step(batch.sample())
            found += batch.reward[batch.done].tolist()
        returns = np.array(found)
        assert np.abs(returns).max() <= 1
        if reward == "win":
            np.testing.assert_allclose(returns.sum(axis=1), 0, atol=1e-6)
        else:  # whoever leads does so by as much as the next is behind
            best = np.sort(returns, axis=1)[:, ::-1]
            np.testing.assert_allclose(best[:, 0], -best[:, 1], atol=1e-6)
    with pytest.raises(OptionError, match="reward must be 'win' or 'coins', not 'points'"):
        Game("laundromat", n, reward="points")


@pytest.mark.parametrize("n", PLAYERS)
def test_greedy_beats_random_players(n: int) -> None:
    score = play_match(GreedyPlayer(), RandomPlayer(), find_rules("laundromat", n, {}), 60, seed=1)
    assert score.mean >= 0.9


@pytest.mark.parametrize("n", PLAYERS)
def test_players_know_no_more_than_their_seat(n: int) -> None:
    rng = np.random.default_rng(n)
    agents = [GreedyAgent()]
    for seed in range(6):
        game = Game("laundromat", n, seed)
        while not game.is_over:
            if rng.random() < 0.1:
                for agent in agents:
                    wanted = agent.act(View(game))
                    assert wanted in game.legal_actions()
                    if game.to_json()["decision"]["kind"] != "take":
                        assert agent.act(View(game.determinize(game.seat, rng))) == wanted
            game.apply(int(rng.choice(game.legal_actions())))


@pytest.mark.parametrize("spec", ["rollout:12", "ismcts:20", "ismcts:20:playouts"])
def test_searches_play_it(spec: str) -> None:
    game, agent, other = Game("laundromat", 3, 5), make_agent(spec, 1), make_agent("random", 2)
    while not game.is_over:
        game.apply((agent if game.seat == 0 else other).act(View(game)))
    assert game.winners


@pytest.mark.slow
def test_maskable_ppo_learns_on_it() -> None:
    from sb3_contrib import MaskablePPO  # noqa: PLC0415

    torch.set_num_threads(1)
    env = GosuVecEnv(16, 2, game="laundromat")
    env.seed(1)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, n_epochs=4, gamma=1.0, seed=1)
    before = _wins(model, 30)
    model.learn(8_000)
    assert _wins(model, 30) > max(before, 0.55)


def _wins(model: Any, games: int) -> float:
    won = 0
    for seed in range(games):
        env: Any = gymnasium.make("gosu/Laundromat-v0").unwrapped
        obs, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(obs, action_masks=env.action_masks(), deterministic=True)
            obs, reward, over, _, _ = env.step(int(action))
        won += reward > 0
    return won / games
