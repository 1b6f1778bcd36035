"""The forward pass of a policy in plain numpy, apart from the compiled one, to compare with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.features import FACE_DOWN, Features
from gosu_env.agents.inference import LAYER_NORM
from gosu_env.agents.policy import Policy

Numbers = NDArray[np.float32]


def layer(policy: Policy, name: str, x: Numbers) -> Numbers:
    out: Numbers = x @ policy.weights[f"{name}.weight"].T + policy.weights[f"{name}.bias"]
    return out


def first_layer(policy: Policy, features: Features, obs: NDArray[np.int8]) -> Numbers:
    w = policy.weights
    sums = np.repeat(w["bias"][None], len(obs), axis=0)
    for i, row in enumerate(obs):
        columns = np.flatnonzero(row * features.scale)
        sums[i] += (row[columns] * features.scale[columns]) @ w["numbers"][columns]
        places = np.flatnonzero(row[features.places])
        presence = np.ones(len(places), np.float32)
        army = places < len(features.face_down)
        presence[army] -= (1 - FACE_DOWN) * row[features.face_down[places[army]]]
        cards = w["card"][features.numbered_kinds(row[features.places[places]])] * presence[:, None]
        sums[i] += np.einsum("pe,pew->w", cards, w["places"][places], optimize=True)
    return sums


def norm(x: Numbers) -> Numbers:
    """Mean 0 and variance 1 in every row."""
    centred = x - x.mean(1, keepdims=True)
    out: Numbers = centred / np.sqrt((centred**2).mean(1, keepdims=True) + np.float32(LAYER_NORM))
    return out


def evaluate(policy: Policy, features: Features, obs: NDArray[np.int8]) -> tuple[Numbers, Numbers]:
    """Logits of the actions (N, actions) and expected returns (N,)."""
    h = first_layer(policy, features, obs)
    for index in range(policy.about.depth):
        h = h + np.maximum(layer(policy, f"layers.{index}", norm(h)), 0)
    h = norm(np.maximum(h, 0))
    scale = np.float32(1 / np.sqrt(policy.about.num_players - 1))
    return layer(policy, "policy", h), layer(policy, "value", h)[:, 0] * scale
