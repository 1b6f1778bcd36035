"""Rollout workers: what they send is what they were given and nothing else; runs with them resume."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gosu_env import GosuError, OptionError
from gosu_env.training import td
from gosu_env.training.league import League
from gosu_env.training.ppo import Settings
from gosu_env.training.run import Run
from gosu_env.training.workers import Job, Worker, collect_here, unpack_rollout, worker_for

SMALL = Settings(
    decisions=2_500, num_envs=32, n_steps=16, width=8, depth=1, workers=2, imitation=500, opponents="greedy,random"
)
SMALL_TD = td.Settings(decisions=2_500, num_envs=32, n_steps=16, width=8, batch_size=128, workers=2)
BOTH = pytest.mark.parametrize("settings", [SMALL, SMALL_TD], ids=["ppo", "td"])
FEW = {"measurements": 2, "measured_against": ("random",), "deals": 2, "callbacks": []}


def weights_of(worker):
    return {name: tensor.numpy().copy() for name, tensor in worker.learner.acting.state_dict().items()}


def assert_same(first, second):
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name], err_msg=name)


def copied(arrays):
    return {name: array.copy() for name, array in arrays.items()}


@pytest.mark.parametrize(
    ("settings", "imitate"), [(SMALL, True), (SMALL, False), (SMALL_TD, False)], ids=["imitation", "ppo", "td"]
)
def test_a_rollout_made_again_is_the_same(settings, imitate):
    first, second = Worker(settings), Worker(settings)
    weights = weights_of(first)
    rollout, games = map(copied, first.collect(Job(1, 1, imitate), weights, None))
    later, games_later = map(copied, first.collect(Job(1, 2, imitate), weights, games))
    assert_same(second.collect(Job(1, 2, imitate), weights, games)[0], later)  # by another, which begins in the middle
    other, _ = map(copied, first.collect(Job(0, 1, imitate), weights, None))
    assert (other["obs"] != rollout["obs"]).any()  # other games
    again, _ = map(copied, first.collect(Job(1, 2, imitate), weights, games))
    assert_same(again, later)
    if not imitate and settings.opponents:  # opponents begin anew with every rollout
        assert_same(games_later, copied(second.collect(Job(1, 2, imitate), weights, games)[1]))
        assert not later["own"].all()


def test_what_is_sent_is_what_was_played():
    worker, settings = Worker(SMALL), SMALL
    arrays, _ = worker.collect(Job(0, 1, True), weights_of(worker), None)
    sent, got = worker.learner.rollout, Worker(replace(settings, workers=1)).learner.rollout
    unpack_rollout(arrays, got, slice(16, 32))
    for name in (*worker.learner.sent, "advice"):
        fresh = slice(sent.before, None)
        assert torch.equal(getattr(got, name)[fresh, 16:], getattr(sent, name)[fresh]), name
    assert not got.obs[:, :16].any()


@BOTH
def test_a_run_with_workers_learns_and_resumes(settings, tmp_path):
    whole = Run(tmp_path / "whole", settings, **FEW)
    whole.train()
    assert whole.learner.decisions >= settings.decisions
    stopped = Run(tmp_path / "stopped", settings, **FEW)
    while not stopped.curve:
        stopped.iterate()
    stopped.iterate()  # lost
    stopped.close()
    resumed = Run(tmp_path / "stopped", settings, **FEW)
    assert resumed.learner.decisions < stopped.learner.decisions
    resumed.train()
    name = "policy.safetensors"
    assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert [row.losses for row in resumed.curve] == [row.losses for row in whole.curve]
    alone = Run(tmp_path / "alone", replace(settings, workers=0), **FEW)
    alone.train()
    assert (tmp_path / "alone" / name).read_bytes() != (tmp_path / "whole" / name).read_bytes()  # workers are a setting


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"workers": 3}, "setting workers: 32 games .num_envs. cannot be shared equally by 3"),
        ({"workers": -1}, "setting workers: -1 is too small"),
        ({"device": "cuda", "imitation": 0}, "setting workers: rollout workers play on CPUs"),
    ],
)
def test_settings_that_cannot_be_are_refused(changes, told):
    with pytest.raises(OptionError, match=told):
        replace(SMALL, **changes)


def test_what_does_without_workers_says_so(tmp_path):
    with pytest.raises(OptionError, match="a cluster needs rollout workers"):
        Run(tmp_path / "run", replace(SMALL, workers=0), cluster="auto")
    with pytest.raises(OptionError, match="a league plays all of its games itself"):
        League(tmp_path / "league", replace(SMALL, decisions=100_000), every=1)
    with pytest.raises(OptionError, match="too little to be shared by 2 opponents"):
        Worker(replace(SMALL, workers=32))
    assert not list(tmp_path.iterdir())


def test_a_machine_with_something_else_refuses():
    settings = replace(SMALL, imitation=0, opponents="")
    worker = Worker(settings)
    assert worker_for(settings, worker.terms) is worker_for(settings, worker.terms)
    told = collect_here(settings, worker.terms | {"code": "0.0.0 abc"}, Job(0, 1, False), weights_of(worker), None)
    assert isinstance(told, GosuError)
    assert "would play other games: code 0.0.0 abc, now" in str(told)
