"""A small network inside a search: what seats may expect of a position, and what a player would do; compiled.

Numbers of 32 bits are added up in a fixed order, by no library for matrices: the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.features import IMPRISONED, read_features
from gosu_env.agents.policy import LAYER_NORM, Policy, check_fit
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

    rows: Numbers  # (columns + places * kinds + 1, width): what columns of an observation and cards add at first
    first_card: NDArray[np.int32]  # (columns,): the row of the first kind, where a column is a place of cards
    face_down: NDArray[np.int32]  # (columns,): the column that says whether the card there lies face down
    layers: Numbers  # (depth, width + 1, width)
    every: NDArray[np.int32]  # 0 … width - 1: the rows of a layer
    heads: Numbers  # (1 + actions, width + 1): the value, then the actions
    obs: NDArray[np.int8]  # what a seat sees
    found: NDArray[np.int32]  # (columns,): the rows that what it sees adds
    times: Numbers  # (columns,): how often
    work: Numbers  # (3, width): the sums of the trunk; what the next layer, or a head, reads; the sums of a layer


def read_judge(policy: Policy, rules: Rules) -> Judge:
    """A network, for the searches of a game."""
    features = read_features(rules.observation_spec)
    check_fit(policy, features, rules.num_actions)
    weights, width = policy.weights, policy.about.width
    columns = len(features.scale)
    first_card = np.full(columns, NOWHERE, np.int32)
    first_card[features.places] = columns + features.kinds * np.arange(len(features.places))
    face_down = np.full(columns, NOWHERE, np.int32)
    face_down[features.places[: len(features.face_down)]] = features.face_down
    numbers = weights["numbers"] * features.scale[:, None]
    card, places = weights["card"], weights["places"]
    cards = np.zeros((len(places), len(card), width), np.float32)
    for part in range(card.shape[1]):
        cards += card[:, part, None] * places[:, None, part]

    def layer(name: str) -> Numbers:
        return np.concatenate([weights[f"{name}.weight"], weights[f"{name}.bias"][:, None]], axis=1)

    layers = [layer(f"layers.{index}").T for index in range(policy.about.depth)]
    return Judge(
        rows=np.concatenate([numbers, cards.reshape(-1, width), weights["bias"][None]]),
        first_card=first_card,
        face_down=face_down,
        layers=np.array(layers, np.float32).reshape(len(layers), width + 1, width),
        every=np.arange(width, dtype=np.int32),
        heads=np.concatenate([layer("value"), layer("policy")]),
        obs=np.zeros(columns, np.int8),
        found=np.zeros(columns, np.int32),
        times=np.zeros(columns, np.float32),
        work=np.zeros((3, width), np.float32),
    )


def no_judge() -> Judge:
    """For searches that do without."""
    none, no_layers = np.zeros((0, 0), np.float32), np.zeros((0, 0, 0), np.float32)
    nowhere, unseen = np.zeros(0, np.int32), np.zeros(0, np.int8)
    return Judge(none, nowhere, nowhere, no_layers, nowhere, none, unseen, nowhere, np.zeros(0, np.float32), none)


@rule
def add_up(numbers: Any) -> Any:
    """The sum, in four lanes, which a processor adds side by side."""
    a, b, c, d = ZERO, ZERO, ZERO, ZERO
    even = numbers.shape[0] // 4 * 4
    for j in range(0, even, 4):
        a += numbers[j]
        b += numbers[j + 1]
        c += numbers[j + 2]
        d += numbers[j + 3]
    for j in range(even, numbers.shape[0]):
        a += numbers[j]
    return (a + b) + (c + d)


@rule
def add_products(row: Any, numbers: Any) -> Any:
    """The sum of the products, in the same way; the row may be longer."""
    a, b, c, d = ZERO, ZERO, ZERO, ZERO
    even = numbers.shape[0] // 4 * 4
    for j in range(0, even, 4):
        a += row[j] * numbers[j]
        b += row[j + 1] * numbers[j + 1]
        c += row[j + 2] * numbers[j + 2]
        d += row[j + 3] * numbers[j + 3]
    for j in range(even, numbers.shape[0]):
        a += row[j] * numbers[j]
    return (a + b) + (c + d)


@rule
def normalise(sums: Any, out: Any) -> None:
    """Mean 0 and variance 1."""
    width = sums.shape[0]
    mean = np.float32(float(add_up(sums)) / width)
    for j in range(width):
        out[j] = sums[j] - mean
    scale = np.float32(1.0 / math.sqrt(float(add_products(out, out)) / width + LAYER_NORM))
    for j in range(width):
        out[j] *= scale


@rule
def add_rows(rows: Any, found: Any, times: Any, count: int, sums: Any) -> None:
    """Add some rows, each some times, to the sums: four at once, so that these are fetched and put back less often."""
    even = count // 4 * 4
    for i in range(0, even, 4):
        a, b, c, d = rows[found[i]], rows[found[i + 1]], rows[found[i + 2]], rows[found[i + 3]]
        ta, tb, tc, td = times[i], times[i + 1], times[i + 2], times[i + 3]
        for j in range(sums.shape[0]):
            sums[j] = (((sums[j] + a[j] * ta) + b[j] * tb) + c[j] * tc) + d[j] * td
    for i in range(even, count):
        row = rows[found[i]]
        for j in range(sums.shape[0]):
            sums[j] += row[j] * times[i]


@rule
def first_layer(judge: Any, sums: Any) -> None:
    """The sums over what was seen; only columns that are not empty count."""
    obs = judge.obs
    count = 0
    for column in range(obs.shape[0]):
        number = int(obs[column])
        if number == 0:
            continue
        row, times = column, np.float32(number)
        if judge.first_card[column] != NOWHERE:
            row = judge.first_card[column] + (number - 1 if number > 0 else KINDS - 1 - number)
            down = judge.face_down[column]
            times = FACE_DOWN_PART if down != NOWHERE and obs[down] != 0 else np.float32(1)
        judge.found[count] = row
        judge.times[count] = times
        count += 1
    for j in range(sums.shape[0]):
        sums[j] = judge.rows[judge.rows.shape[0] - 1, j]
    add_rows(judge.rows, judge.found, judge.times, count, sums)


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
        add_rows(judge.layers[layer], judge.every, read, width, out)
        for j in range(width):
            sums[j] += max(out[j], ZERO)
    for j in range(width):
        sums[j] = max(sums[j], ZERO)
    normalise(sums, read)


@rule
def head(judge: Any, row: int) -> float:
    read = judge.work[1]
    return float(judge.heads[row, read.shape[0]] + add_products(judge.heads[row], read))


@rule
def worth(judge: Any, players: int) -> float:
    """The return that the seat which looked may expect."""
    return max(-1.0 / (players - 1), min(1.0, head(judge, 0) / math.sqrt(players - 1)))


@rule
def inclination(judge: Any, action: int) -> float:
    """How much the seat which looked would like to take an action: a logit."""
    return head(judge, 1 + action)
