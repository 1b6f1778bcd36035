"""Policy improvement by trials: what is advised, and networks that become better by it."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gosu_env.agents.policy import FILE, About
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.expert import Expert, Settings, main
from gosu_env.training.improvement import EXPLORATION, Improvement, advise
from gosu_env.training.network import Network

RULES = Settings().rules


@pytest.fixture
def start(tmp_path):
    """A small network as a policy file."""
    torch.manual_seed(0)
    path = tmp_path / "start.safetensors"
    save_policy(path, Network.for_rules(RULES, 16, 1), About.at_table(RULES, 16, 1, 0))
    return path


def test_what_brings_more_is_advised_more() -> None:
    row = np.array([0, 0, 1, 1, 1])
    policy = np.array([0.5, 0.5, 0.98, 0.02, 0.0])
    advice, worth = advise(policy, np.array([0.1, -0.1, 0.0, -0.5, 0.3]), row, eta=0.2)
    assert np.allclose(np.bincount(row, advice), 1)
    assert worth.tolist() == pytest.approx([0.0, -0.01])
    assert advice[0] == pytest.approx(0.5 * 1.5, abs=0.01)
    assert advice[3] == 0.0  # far worse
    assert advice[4] > EXPLORATION / 3  # never given, and better
    assert advice[2] > 0.9
    same, _ = advise(policy, np.zeros(5), row, eta=0.2)
    assert same.tolist() == policy.tolist()  # nothing is better: nothing is to change


def test_chance_cancels_out() -> None:
    """The mean advice of many noisy trials is the advice of their mean."""
    rng = np.random.default_rng(1)
    policy, brought, row = np.array([0.6, 0.3, 0.1]), np.array([0.0, 0.04, -0.04]), np.zeros(3, np.int64)
    noisy = [advise(policy, brought + rng.normal(0, 0.05, 3), row, eta=0.25)[0] for _ in range(4000)]
    assert np.mean(noisy, axis=0) == pytest.approx(advise(policy, brought, row, eta=0.25)[0], abs=0.005)


def test_lessons_are_those_of_their_seed() -> None:
    torch.manual_seed(0)
    network = Network.for_rules(RULES, 8, 1)
    improvement = Improvement(network, RULES, worlds=2, depth=1, eta=0.15, device="cpu")
    first, other, again = (improvement.lesson(seed, games=3, decisions=4) for seed in (1, 2, 1))
    for name in vars(first):
        assert (getattr(first, name) == getattr(again, name)).all(), name
    assert first.obs.shape != other.obs.shape or (first.obs != other.obs).any()
    assert (first.count > 1).all()
    assert len(first.action) == len(first.advice) == first.count.sum()
    mask, advice = first.targets(RULES.num_actions)
    assert np.allclose(advice.sum(1), 1, atol=1e-5)
    assert (mask.sum(1) == first.count).all()


def test_a_share_of_the_decisions_is_tried() -> None:
    torch.manual_seed(0)
    network = Network.for_rules(RULES, 8, 1)
    some, all_of_them = (
        len(Improvement(network, RULES, 1, 1, 0.15, "cpu", share).lesson(1, games=8, decisions=25).value)
        for share in (0.25, 1.0)
    )
    assert all_of_them == 8 * 25
    assert 25 < some < 80


def arguments(start, **settings) -> list[str]:
    words = [f"start={start}", *(f"{name}={value}" for name, value in settings.items())]
    return ["--search", "trials", *(part for word in words for part in ("--set", word))]


@pytest.mark.slow
def test_a_network_becomes_better(tmp_path, start) -> None:
    learning = {"eta": 0.3, "n_epochs": 6, "batch_size": 128, "learning_rate": 3e-3}
    given = arguments(
        start, games=48, num_envs=48, decisions=30, trial_share=1, worlds=2, depth=0, deals=60, **learning
    )
    expert = main([*given, "--out", str(tmp_path / "run")])
    assert expert.scores[0]["score"]["low"] > 0.5


def test_rounds_go_on_where_they_were(tmp_path, start) -> None:
    given = arguments(start, games=6, num_envs=2, decisions=6, trial_share=0.5, worlds=1, depth=1, rounds=2, deals=4)
    whole = main([*given, "--out", str(tmp_path / "whole")])
    assert len(list(whole.place(1).glob("games-*"))) == 3
    halves = Expert(tmp_path / "halves", whole.settings)
    next(halves.play(1, 1))  # the first games, then it is interrupted
    halves.kept.close()
    resumed = main([*given, "--out", str(tmp_path / "halves")])
    assert resumed.scores == whole.scores
    assert (resumed.place(2) / FILE).read_bytes() == (whole.place(2) / FILE).read_bytes()
