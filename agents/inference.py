"""The forward pass of a network, compiled: for one decision of a player, and for the positions of a search.

Numbers of 32 bits are added up in a fixed order, by no library for matrices: the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.features import FACE_DOWN, Features
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import (
    Bools,
    Doubles,
    FloatBlocks,
    FloatRows,
    Floats,
    Int8Rows,
    Int8s,
    Int32s,
    Int64Rows,
    Int64s,
)

LAYER_NORM = 1e-5
NOWHERE = -1
FACE_DOWN_PART = np.float32(FACE_DOWN)
ZERO = np.float32(0)
ONE = np.float32(1)
WORD = 8  # columns that are compared at a time

Numbers = NDArray[np.float32]


class Net(NamedTuple):
    """The weights of a network as compiled code reads them, and room to compute in. Biases stand after all else."""

    rows: FloatRows  # (columns + places * kinds + 1, width): what columns of an observation and cards add at first
    positive: int  # so many kinds have positive numbers
    ready: Bools  # which of these are there; those of cards are worked out when they are first seen
    card: FloatRows  # (kinds, parts): a card
    places: FloatBlocks  # (places, parts, width): and what the parts of one add in a place
    first_card: Int32s  # (columns,): the row of the first kind, where a column is a place of cards
    face_down: Int32s  # (columns,): the column that says whether the card there lies face down
    layers: FloatBlocks  # (depth, width + 1, width)
    every: Int32s  # 0 … width - 1: the rows of a layer
    heads: FloatRows  # (1 + actions, width + 1): the value, then the actions
    covers: Int32s  # (columns,): the place whose card lies face down if a column says so
    obs: Int8s  # what a seat sees
    words: Int64s  # the same, eight columns at a time, without the last few
    before: Int8Rows  # (seats, columns): what each seat saw when ``remember`` was called
    words_before: Int64Rows
    remembered: FloatRows  # (seats, width): the sums of that
    summed: Int32s  # (seats,): of so many rows
    columns: Int32s  # (2 * columns,): a list of columns
    found: Int32s  # (4 * columns,): the rows that what it sees adds
    times: Floats  # (4 * columns,): how often
    work: FloatRows  # (3, width): the sums of the trunk; what the next layer, or a head, reads; the sums of a layer


def make_net(weights: dict[str, Numbers], depth: int, features: Features, seats: int = 1) -> Net:
    """A network from its weights, for a game with such observations; it remembers what so many seats saw."""
    numbers, card, places = weights["numbers"], weights["card"], weights["places"]
    columns, width = numbers.shape
    first_card = np.full(columns, NOWHERE, np.int32)
    first_card[features.places] = columns + features.kinds * np.arange(len(features.places))
    face_down = np.full(columns, NOWHERE, np.int32)
    face_down[features.places[: len(features.face_down)]] = features.face_down
    covers = np.full(columns, NOWHERE, np.int32)
    covers[features.face_down] = features.places[: len(features.face_down)]
    rows = np.empty((columns + len(places) * len(card) + 1, width), np.float32)
    rows[:columns] = numbers * features.scale[:, None]
    rows[-1] = weights["bias"]
    ready = np.zeros(len(rows), np.bool_)
    ready[:columns] = ready[-1] = True

    def layer(name: str) -> Numbers:
        return np.concatenate([weights[f"{name}.weight"], weights[f"{name}.bias"][:, None]], axis=1)

    layers = [layer(f"layers.{index}").T for index in range(depth)]
    return Net(
        rows=rows,
        positive=features.positive,
        ready=ready,
        card=np.array(card, np.float32, order="C"),
        places=np.array(places, np.float32, order="C"),
        first_card=first_card,
        face_down=face_down,
        layers=np.array(layers, np.float32).reshape(len(layers), width + 1, width),
        every=np.arange(width, dtype=np.int32),
        heads=np.concatenate([layer("value"), layer("policy")]),
        covers=covers,
        **make_eyes(columns, seats),
        remembered=np.zeros((seats, width), np.float32),
        summed=np.zeros(seats, np.int32),
        columns=np.zeros(2 * columns, np.int32),
        found=np.zeros(4 * columns, np.int32),
        times=np.zeros(4 * columns, np.float32),
        work=np.zeros((3, width), np.float32),
    )


def copy_room(net: Net) -> Net:
    """The same network with room of its own, for another thread; all its rows must be prepared."""
    return net._replace(
        **make_eyes(len(net.obs), len(net.before)),
        **{
            name: np.zeros_like(getattr(net, name))
            for name in ("remembered", "summed", "columns", "found", "times", "work")
        },
    )


def make_eyes(columns: int, seats: int) -> dict[str, Any]:
    """Room for what is seen, and for what each of so many seats saw before."""
    obs, before = np.zeros(columns, np.int8), np.zeros((seats, -(-columns // WORD) * WORD), np.int8)
    words = columns // WORD
    return {
        "obs": obs,
        "words": obs[: words * WORD].view(np.int64),
        "before": before[:, :columns],
        "words_before": before.view(np.int64)[:, :words],
    }


def no_net() -> Net:
    """For searches that do without."""
    flat, table, block = (np.zeros((0,) * axes, np.float32) for axes in (1, 2, 3))
    nowhere, ready = np.zeros(0, np.int32), np.zeros(0, np.bool_)
    return Net(
        *(table, 0, ready, table, block, nowhere, nowhere, block, nowhere, table, nowhere),
        **make_eyes(0, 0),
        remembered=table,
        summed=nowhere,
        columns=nowhere,
        found=nowhere,
        times=flat,
        work=table,
    )


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
def prepare(net: Any, row: int) -> None:
    """Work out what a card in a place adds, the first time it is seen there."""
    kinds = net.card.shape[0]
    number = row - net.obs.shape[0]
    card, place, sums = net.card[number % kinds], net.places[number // kinds], net.rows[row]
    for j in range(sums.shape[0]):
        sums[j] = ZERO
    for part in range(card.shape[0]):
        for j in range(sums.shape[0]):
            sums[j] += card[part] * place[part, j]
    net.ready[row] = True


@entry
def prepare_all(net: Net) -> None:
    """Work out all rows, so that several threads can read them."""
    for row in range(net.obs.shape[0], net.rows.shape[0] - 1):
        prepare(net, row)


@rule
def note_rows(net: Any, obs: Any, columns: int, sign: Any, count: int) -> int:
    """Note the rows that the first so many of ``net.columns`` add, after ``count`` others; how many there are then."""
    listed, first_card, face_down, ready = net.columns, net.first_card, net.face_down, net.ready
    found, times, positive = net.found, net.times, net.positive
    for i in range(columns):
        column = listed[i]
        number = int(obs[column])
        if number == 0:
            continue
        row, often = column, np.float32(number)
        if first_card[column] != NOWHERE:
            row = first_card[column] + (number - 1 if number > 0 else positive - 1 - number)
            if not ready[row]:
                prepare(net, row)
            down = face_down[column]
            often = FACE_DOWN_PART if down != NOWHERE and obs[down] != 0 else ONE
        found[count] = row
        times[count] = often * sign
        count += 1
    return count


@rule
def first_layer(net: Any, sums: Any) -> int:
    """The sums over what was seen, of so many rows; only columns that are not empty count."""
    obs, columns, rows = net.obs, net.columns, net.rows
    seen = 0
    for column in range(obs.shape[0]):
        columns[seen] = column
        seen += obs[column] != 0
    count = note_rows(net, obs, seen, ONE, 0)
    bias = rows[rows.shape[0] - 1]
    for j in range(sums.shape[0]):
        sums[j] = bias[j]
    add_rows(rows, net.found, net.times, count, sums)
    return count


@rule
def remember(net: Any, seat: int) -> None:
    """Take what ``net.obs`` shows as what later observations of a seat are compared with: see ``think_on``."""
    obs, before = net.obs, net.before[seat]
    net.summed[seat] = first_layer(net, net.remembered[seat])
    for column in range(obs.shape[0]):
        before[column] = obs[column]


@rule
def list_changes(obs: Any, before: Any, covers: Any, first: int, last: int, columns: Any, changes: int) -> int:
    """List the columns of a range that changed, and the places of cards that were turned over; how many there are."""
    for column in range(first, last):
        if obs[column] != before[column]:
            columns[changes] = column
            changes += 1
            covered = covers[column]
            if covered != NOWHERE and obs[covered] == before[covered]:
                columns[changes] = covered
                changes += 1
    return changes


@rule
def first_layer_on(net: Any, seat: int, sums: Any) -> None:
    """The sums over what a seat saw, from those remembered: only columns that changed count, unless these are many."""
    obs, before, words, words_before = net.obs, net.before[seat], net.words, net.words_before[seat]
    covers, columns = net.covers, net.columns
    changes = 0
    for word in range(words.shape[0]):
        if words[word] != words_before[word]:
            changes = list_changes(obs, before, covers, word * WORD, word * WORD + WORD, columns, changes)
    changes = list_changes(obs, before, covers, words.shape[0] * WORD, obs.shape[0], columns, changes)
    count = note_rows(net, before, changes, -ONE, 0)
    count = note_rows(net, obs, changes, ONE, count)
    if count > net.summed[seat]:
        first_layer(net, sums)
        return
    remembered = net.remembered[seat]
    for j in range(sums.shape[0]):
        sums[j] = remembered[j]
    add_rows(net.rows, net.found, net.times, count, sums)


@rule
def think(net: Any) -> None:
    """Go through all layers with what ``net.obs`` shows; ``head`` tells what came of it."""
    first_layer(net, net.work[0])
    go_through(net)


@rule
def think_on(net: Any, seat: int) -> None:
    """``think``, faster where a seat remembers much of what ``net.obs`` shows; sums are rounded in another order."""
    first_layer_on(net, seat, net.work[0])
    go_through(net)


@rule
def go_through(net: Any) -> None:
    """All layers but the first."""
    work, layers, every = net.work, net.layers, net.every
    sums, read, out = work[0], work[1], work[2]
    width = sums.shape[0]
    for number in range(layers.shape[0]):
        layer = layers[number]
        normalise(sums, read)
        bias = layer[width]
        for j in range(width):
            out[j] = bias[j]
        add_rows(layer, every, read, width, out)
        for j in range(width):
            sums[j] += max(out[j], ZERO)
    for j in range(width):
        sums[j] = max(sums[j], ZERO)
    normalise(sums, read)


@rule
def head(net: Any, row: int) -> float:
    """The value, in row 0, or the logit of an action."""
    read, weights = net.work[1], net.heads[row]
    return float(weights[read.shape[0]] + add_products(weights, read))


@entry
def infer(net: Net, actions: Int64s, out: Doubles) -> None:
    """The value of what ``net.obs`` shows, then the logits of some actions."""
    think(net)
    out[0] = head(net, 0)
    for i in range(actions.shape[0]):
        out[1 + i] = head(net, 1 + int(actions[i]))
