"""Advantages along the decisions of each seat, settings, learning."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from gosu_env import OptionError
from gosu_env.agents.policy import About
from gosu_env.engine.rules import find_rules
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.match import play_match
from gosu_env.training.players import NetworkPlayer, RandomPlayer
from gosu_env.training.ppo import Learner, Rollout, Settings, estimate_advantages
from gosu_env.training.presets import PRESETS, find_preset
from gosu_env.training.settings_file import change_settings


def advantages_one_by_one(reward, done, seat, value, gamma, gae_lambda):
    """The same as ``estimate_advantages``, written for one game and one seat after the other."""
    steps, games, players = reward.shape
    advantage, complete = np.zeros((steps, games)), np.zeros((steps, games), bool)
    for game in range(games):
        for player in range(players):
            own = [t for t in range(steps) if seat[t, game] == player]
            following = None  # (value, advantage) of the seat's next decision in this game
            for t, after in zip(reversed(own), [None, *reversed(own)], strict=False):
                span = range(t, after if after is not None else steps)
                ends = [s for s in span if done[s, game]]
                if ends:
                    advantage[t, game] = reward[ends[0], game, player] - value[t, game]
                    complete[t, game] = True
                elif following is not None:
                    next_value, next_advantage = following
                    delta = gamma * next_value - value[t, game]
                    advantage[t, game] = delta + gamma * gae_lambda * next_advantage
                    complete[t, game] = True
                following = (value[t, game], advantage[t, game])
    return advantage, complete


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advantages_follow_the_decisions_of_each_seat(players):
    rng = np.random.default_rng(players)
    steps, games = 40, 30
    seat = rng.integers(players, size=(steps, games))
    done = rng.random((steps, games)) < 0.08
    reward = rng.normal(size=(steps, games, players)) * done[..., None]
    value = rng.normal(size=(steps, games))
    wanted, complete_wanted = advantages_one_by_one(reward, done, seat, value, 0.99, 0.9)
    tensors = [torch.from_numpy(array) for array in (reward, done, seat, value)]
    found, complete = estimate_advantages(*tensors, 0.99, 0.9)
    assert np.array_equal(complete.numpy(), complete_wanted)
    assert 0 < complete_wanted.mean() < 1
    np.testing.assert_allclose(found.numpy(), wanted, atol=1e-9)


def test_the_return_reaches_both_seats_last_decisions():
    reward, done = torch.zeros(3, 1, 2), torch.zeros(3, 1, dtype=torch.bool)
    reward[2, 0] = torch.tensor([1.0, -1.0])
    done[2, 0] = True
    seat = torch.tensor([[0], [1], [1]])
    advantage, complete = estimate_advantages(reward, done, seat, torch.zeros(3, 1), 1.0, 1.0)
    assert advantage[:, 0].tolist() == [1.0, -1.0, -1.0]
    assert complete.all()


@pytest.mark.slow
def test_self_play_learns_to_beat_random_players():
    learner = Learner(Settings(decisions=100_000, num_envs=128, n_steps=32, minibatch_steps=4, width=32, depth=1))
    before = play_match(NetworkPlayer(learner.network), RandomPlayer(), find_rules("gosu", 2, {}), 60, seed=1)
    while learner.decisions < learner.settings.decisions:
        learner.play()
        losses = learner.learn()
    after = play_match(NetworkPlayer(learner.network), RandomPlayer(), find_rules("gosu", 2, {}), 60, seed=1)
    assert after.mean > 0.85
    assert after.mean > before.mean + 0.1
    assert np.isfinite(list(losses.values())).all()
    assert 0 <= losses["clip_fraction"] < 1
    assert 0 < losses["explained_variance"] < 1


def test_every_decision_is_learned_from_once():
    learner = Learner(Settings(num_envs=16, n_steps=10, minibatch_steps=2, n_epochs=1, width=8, depth=0, num_players=3))
    r = learner.rollout
    taken, learned = [], []
    for _ in range(12):
        learner.play()
        fresh = r.log_prob[r.before :].flatten() + r.value[r.before :].flatten()  # no two decisions have the same
        learner.compute_advantages()
        weighed = (r.log_prob + r.value)[learner.weight > 0]
        taken += fresh.tolist()
        learned += weighed.tolist()
        learner.learn()
    waiting = (r.log_prob + r.value)[: r.before][r.own[: r.before]].tolist()
    assert len(learned) > 12 * 16 * 6
    assert sorted(learned + waiting) == sorted(taken)
    assert 16 * 2 <= len(waiting) <= 16 * 3


@pytest.mark.parametrize("feature_major", [False, True])
def test_pieces_hold_every_decision_once(feature_major: bool):
    steps, games, columns = 4, 6, 3
    shape = (columns, games) if feature_major else (games, columns)
    batch = SimpleNamespace(num_envs=games, num_players=2, obs=np.zeros(shape), mask=np.zeros(shape))
    r = Rollout(batch, steps, "cpu", advised=False, groups=3)
    r.feature_major = feature_major
    numbers = torch.arange(steps * games).reshape(steps, games)
    r.seat.copy_(numbers)
    r.obs.copy_(numbers.unsqueeze(1 if feature_major else 2))
    found = []
    for pieces in torch.randperm(steps * 3).split(2):
        seen = r.decisions(r.obs, pieces)
        assert seen.shape == ((columns, 4) if feature_major else (4, columns))
        numbered = r.decisions(r.seat, pieces)
        assert (seen == numbered.unsqueeze(0 if feature_major else 1)).all()
        found += numbered.tolist()
    assert sorted(found) == list(range(steps * games))


def test_minibatches_of_some_games_are_more_updates_of_the_same_decisions():
    settings = Settings(num_envs=16, n_steps=10, minibatch_steps=2, n_epochs=1, width=8, depth=0)
    whole, same, halves = (Learner(replace(settings, minibatch_envs=games)) for games in (0, 16, 8))
    updates = {"whole": 0, "halves": 0}
    for learner, name in ((whole, "whole"), (halves, "halves")):

        def count(update=learner.update, name=name):
            updates[name] += 1
            update()

        learner.update = count
    for learner in (whole, same, halves):
        learner.play()
        learner.learn()
    assert updates == {"whole": 5, "halves": 10}
    assert (whole.settings.batch_size, halves.settings.batch_size) == (32, 16)
    weights = [
        torch.cat([part.flatten() for part in learner.network.parameters()]) for learner in (whole, same, halves)
    ]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_entropy_bonus_decays_linearly_or_as_a_power_law():
    few = Settings(num_envs=16, n_steps=10, minibatch_steps=2, width=8, depth=0, decisions=1280)
    linear, power = Learner(few), Learner(replace(few, ent_coef=0.15, ent_coef_power=0.3))
    found = []
    for update in range(1, 11):
        for learner in (linear, power):
            learner.decisions = update * learner.rollout.fresh
        found.append((linear._rates(False)[1], power._rates(False)[1]))
    assert found[0] == pytest.approx((0.02 * (0.1 + 0.9 * 0.9), 0.15))
    assert found[9] == pytest.approx((0.02 * 0.1, 0.15 * 10**-0.3))


def test_a_penalty_keeps_the_policy_near_the_one_that_played():
    moved = []
    for kl_coef in (0.0, 100.0):
        settings = Settings(num_envs=32, n_steps=18, minibatch_steps=2, n_epochs=4, width=16, depth=0, kl_coef=kl_coef)
        learner = Learner(settings)
        learner.play()
        moved.append(learner.learn()["approx_kl"])
    assert 0 < moved[1] < moved[0] / 4


def test_games_that_go_on_for_ever_are_lost_by_everybody():
    learner = Learner(Settings(num_envs=8, n_steps=40, max_decisions=10, width=8, depth=0, num_players=3))
    learner.play()
    ended = learner.rollout.done
    assert ended.sum() >= 8 * 3
    assert (learner.rollout.reward[ended] == -0.5).all()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"n_steps": 2}, "setting n_steps: 2 is too small; expected more than num_players"),
        ({"n_steps": 10, "minibatch_steps": 4}, "setting n_steps: 10 is not a multiple of minibatch_steps"),
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 10, "minibatch_envs": 4}, "setting num_envs: 10 is not a multiple of minibatch_envs"),
        ({"ent_coef_power": -0.5}, "setting ent_coef_power: -0.5 is too small; expected 0.0 or more"),
        ({"kl_coef": -1.0}, "setting kl_coef: -1.0 is too small; expected 0.0 or more"),
        ({"minibatch_envs": -1}, "setting minibatch_envs: -1 is too small; expected 0 or more"),
        ({"gae_lambda": 1.5}, "gae_lambda: 1.5 is out of range; expected 0 to 1"),
        ({"start": "strong", "start_temperature": 0.0}, "start_temperature: 0.0; expected a number above 0"),
        ({"start": "strong", "start_temperature": float("nan")}, "start_temperature: nan; expected a number above 0"),
        ({"start_temperature": 2.0}, "start_temperature: there is no policy to start from; set start, too"),
        ({"device": "tpu"}, "expected cpu or cuda"),
        ({"device": "cuda", "imitation": 10}, "teachers run on the CPU only"),
    ],
)
def test_absurd_settings_are_refused(changes, said):
    with pytest.raises(OptionError, match=said):
        Settings(**changes)


@pytest.mark.parametrize("network", ["", "printed"])
@torch.no_grad()
def test_a_run_can_start_from_a_policy_at_a_temperature(network, tmp_path):
    few = Settings(num_envs=16, n_steps=16, width=16, depth=1, network=network)
    learner = Learner(few)
    for weight in learner.network.parameters():
        weight.add_(torch.randn_like(weight))  # so that no part of the heads is zero
    about = About.at_table(learner.batch.rules, 16, 1, 0, network=network)
    save_policy(tmp_path / "first.safetensors", learner.network, about)
    asked = torch.from_numpy(learner.batch.obs.copy()), torch.from_numpy(learner.batch.mask.copy())
    wanted = learner.ends.probabilities(*asked, 0.25)
    warm = Learner(replace(few, start=str(tmp_path / "first.safetensors"), start_temperature=4.0))
    np.testing.assert_allclose(warm.ends.probabilities(*asked, 1.0), wanted, rtol=1e-4, atol=1e-6)
    assert abs(wanted - learner.ends.probabilities(*asked, 1.0)).max() > 0.1
    assert torch.equal(warm.network.value.weight, learner.network.value.weight)


def test_presets_by_name_and_with_changes():
    settings = find_preset("ppo", num_players=3, seed=4)
    assert (settings.num_players, settings.seed) == (3, 4)
    changed = change_settings(settings, ["width=64", "learning_rate=1e-4"])
    assert (changed.width, changed.learning_rate) == (64, 1e-4)
    assert set(PRESETS) == {"quick", "cpu", "ppo", "imitation", "gpu"}
    with pytest.raises(OptionError, match="quick"):
        find_preset("quik")
    for wrong in ("width", "wide=3", "width=much"):
        with pytest.raises(OptionError, match="width"):
            change_settings(settings, [wrong])
