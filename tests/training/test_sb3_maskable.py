"""MaskablePPO with this project's network: what it learned is a policy like any other."""

from __future__ import annotations

import numpy as np
import torch

from gosu_env.agents.policy import load_policy
from gosu_env.training import sb3_maskable


def test_it_learns_and_leaves_a_policy_that_acts_alike(tmp_path, capsys):
    model = sb3_maskable.main(
        [
            "--total-timesteps",
            "2000",
            "--envs",
            "16",
            "--width",
            "16",
            "--depth",
            "1",
            "--out",
            str(tmp_path),
            "--seed",
            "3",
        ]
    )
    assert "gosu play --against policy:" in capsys.readouterr().out
    env = model.get_env()
    obs = env.reset()
    masks = env.action_masks()
    ours, values = load_policy(tmp_path / "policy.safetensors").evaluate(sb3_maskable.network_of(model).features, obs)
    with torch.no_grad():
        theirs = model.policy.get_distribution(torch.from_numpy(obs), masks).distribution.probs.numpy()
        their_values = model.policy.predict_values(torch.from_numpy(obs)).numpy()[:, 0]
    ours = np.where(masks, np.exp(ours - ours.max(1, keepdims=True)), 0)
    np.testing.assert_allclose(ours / ours.sum(1, keepdims=True), theirs, atol=1e-4)
    np.testing.assert_allclose(values, their_values, atol=1e-4)
