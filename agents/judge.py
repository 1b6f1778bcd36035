"""A small network inside a search: what seats may expect of a position, and what a player would do; compiled.

The numbers are added up one after the other, each as 32 bits: the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.features import IMPRISONED, read_features
from agents.policy import LAYER_NORM, Policy, check_fit
from gosu_env.engine.jit import rule
from gosu_env.engine.rules import Rules
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.state import KINDS

NOWHERE = -1
FACE_DOWN_PART = np.float32(IMPRISONED)
ZERO = np.float32(0)

Numbers = NDArray[np.float32]


class Judge(NamedTuple):
    """The weights of a network as a search reads them, and room to compute in. Biases stand after all else."""

    columns: Numbers  # (columns + 1, width): what a column of an observation adds to the first layer
    cards: Numbers  # (places, kinds, width): what a card adds
    places: NDArray[
        np.int32
    ]  # (columns, 2): which place of cards a column is, and where it says that one lies face down
    layers: Numbers  # (depth, width + 1, width)
    heads: Numbers  # (1 + actions, width + 1): the value, then the actions
    obs: NDArray[np.int8]  # what a seat sees
    work: Numbers  # (3, width): the sums of the trunk; what the next layer, or a head, reads; the sums of a layer


def read_judge(policy: Policy, rules: Rules) -> Judge:
    """A network, for the searches of a game."""
    features = read_features(rules.observation_spec)
    check_fit(policy, features, rules.num_actions)
    weights, width = policy.weights, policy.about.width
    places = np.full((len(features.scale), 2), NOWHERE, np.int32)
    places[features.places, 0] = np.arange(len(features.places))
    places[features.places[: len(features.face_down)], 1] = features.face_down

    def layer(name: str) -> Numbers:
        return np.concatenate([weights[f"{name}.weight"], weights[f"{name}.bias"][:, None]], axis=1)

    layers = [layer(f"layers.{index}").T for index in range(policy.about.depth)]
    return Judge(
        columns=np.concatenate([weights["numbers"] * features.scale[:, None], weights["bias"][None]]),
        cards=np.einsum("ke,pew->pkw", weights["card"], weights["places"]),
        places=places,
        layers=np.array(layers, np.float32).reshape(len(layers), width + 1, width),
        heads=np.concatenate([layer("value"), layer("policy")]),
        obs=np.zeros(rules.observation_size, np.int8),
        work=np.zeros((3, width), np.float32),
    )


def no_judge() -> Judge:
    """For searches that do without."""
    none = np.zeros((0, 0), np.float32)
    cube = np.zeros((0, 0, 0), np.float32)
    return Judge(none, cube, np.zeros((0, 2), np.int32), cube, none, np.zeros(0, np.int8), np.zeros((3, 0), np.float32))


@rule
def normalise(sums: Any, out: Any) -> None:
    """Mean 0 and variance 1."""
    width = sums.shape[0]
    total = ZERO
    for j in range(width):
        total += sums[j]
    mean = np.float32(float(total) / width)
    spread = ZERO
    for j in range(width):
        away = sums[j] - mean
        spread += away * away
    scale = np.float32(1.0 / math.sqrt(float(spread) / width + LAYER_NORM))
    for j in range(width):
        out[j] = (sums[j] - mean) * scale


@rule
def add_row(row: Any, times: Any, sums: Any) -> None:
    for j in range(sums.shape[0]):
        sums[j] += row[j] * times


@rule
def first_layer(judge: Any, sums: Any) -> None:
    """The sums over what was seen; only columns that are not empty count."""
    obs = judge.obs
    for j in range(sums.shape[0]):
        sums[j] = judge.columns[obs.shape[0], j]
    for column in range(obs.shape[0]):
        number = int(obs[column])
        if number == 0:
            continue
        place = judge.places[column, 0]
        if place == NOWHERE:
            add_row(judge.columns[column], np.float32(number), sums)
        else:
            kind = number - 1 if number > 0 else KINDS - 1 - number
            down = judge.places[column, 1]
            part = FACE_DOWN_PART if down != NOWHERE and obs[down] != 0 else np.float32(1)
            add_row(judge.cards[place, kind], part, sums)


@rule
def look(st: Any, tb: Any, seat: int, judge: Any) -> None:
    """See the game with the eyes of a seat; ``worth`` and ``inclination`` tell what was thought of it."""
    write_observation(st, tb, seat, judge.obs)
    sums, read, out = judge.work[0], judge.work[1], judge.work[2]
    first_layer(judge, sums)
    width = sums.shape[0]
    for layer in range(judge.layers.shape[0]):
        normalise(sums, read)
        for j in range(width):
            out[j] = judge.layers[layer, width, j]
        for i in range(width):
            add_row(judge.layers[layer, i], read[i], out)
        for j in range(width):
            sums[j] += max(out[j], ZERO)
    for j in range(width):
        sums[j] = max(sums[j], ZERO)
    normalise(sums, read)


@rule
def head(judge: Any, row: int) -> float:
    read = judge.work[1]
    total = judge.heads[row, read.shape[0]]
    for j in range(read.shape[0]):
        total += read[j] * judge.heads[row, j]
    return float(total)


@rule
def worth(judge: Any, players: int) -> float:
    """The return that the seat which looked may expect."""
    return max(-1.0 / (players - 1), min(1.0, head(judge, 0) / math.sqrt(players - 1)))


@rule
def inclination(judge: Any, action: int) -> float:
    """How much the seat which looked would like to take an action: a logit."""
    return head(judge, 1 + action)
