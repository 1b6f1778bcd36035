"""The compiled forward pass: shipped policies think and choose as plain numpy does."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import View
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.inference import head, make_net, remember, think_on
from gosu_env.agents.policy import consider, load_policy, shipped_folder
from gosu_env.engine.compile import entry
from tests.agents import plain_network
from tests.agents.test_judge import positions


@pytest.mark.parametrize("file", sorted(shipped_folder("gosu").glob("*.safetensors")), ids=lambda file: file.stem)
def test_shipped_policies_choose_as_plain_numpy_does(file: Path) -> None:
    policy = load_policy(file)
    name, players, *flags = file.stem.split("-")
    games = positions(150, int(players), seed=61, **dict.fromkeys(flags, True))
    features = read_features(games[0].observation_spec)
    obs = np.array([game.observe(game.seat) for game in games])
    logits, values = plain_network.evaluate(policy, features, obs)
    ours = policy.evaluate(features, obs)
    np.testing.assert_allclose(ours[0], logits, atol=2e-4)
    np.testing.assert_allclose(ours[1], values, atol=2e-4)
    views = [View(game) for game in games]
    agent = make_agent(f"policy:{name}", 1)
    start = time.perf_counter()
    chosen = [agent.act(view) for view in views]
    print(f"{file.stem}: {(time.perf_counter() - start) / len(views) * 1e6:.0f} µs a decision")
    legal = [view.legal_actions() for view in views]
    assert chosen == [actions[int(row[actions].argmax())] for actions, row in zip(legal, logits, strict=True)]
    assert agent.act_many(views) == chosen


def test_the_same_observation_gives_the_same_numbers_whatever_was_seen_before() -> None:
    games = positions(40, 2, seed=62)
    policy = load_policy(shipped_folder("gosu") / "small-2.safetensors")
    features = read_features(games[0].observation_spec)
    obs = np.array([game.observe(game.seat) for game in games])
    together = policy.evaluate(features, obs)[0]
    backwards = policy.evaluate(features, obs[::-1])[0][::-1]
    alone = np.concatenate([policy.evaluate(features, row[None])[0] for row in obs])
    assert together.tobytes() == backwards.tobytes() == alone.tobytes()
    assert policy.evaluate(features, obs[:0])[0].shape == (0, together.shape[1])


@entry
def recall(net: Any, before: Any, obs: Any, seat: int) -> float:
    """The value of what a seat sees, from the sums of what it saw before."""
    for column in range(obs.shape[0]):
        net.obs[column] = before[column]
    remember(net, seat)
    for column in range(obs.shape[0]):
        net.obs[column] = obs[column]
    think_on(net, seat)
    return head(net, 0)


def test_what_a_seat_remembers_changes_only_how_long_it_thinks() -> None:
    games = positions(40, 2, seed=62)
    policy = load_policy(shipped_folder("gosu") / "small-2.safetensors")
    net = make_net(policy.weights, policy.about.depth, read_features(games[0].observation_spec), seats=2)
    obs = np.array([game.observe(game.seat) for game in games])
    values = [consider(net, row, np.zeros(0, np.int64))[0] for row in obs]
    for before in (obs, np.roll(obs, 1, 0), np.zeros_like(obs)):
        for seat in (0, 1):
            told = [recall(net, was, now, seat) for was, now in zip(before, obs, strict=True)]
            np.testing.assert_allclose(told, values, atol=1e-4)
    assert len(set(np.round(values, 3))) > 20
