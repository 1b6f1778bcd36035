"""The loops of ``training.sparse``, compiled: non-zero columns and legal actions only.

Rows ``low`` … ``high - 1`` are worked on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gosu_env.agents.features import FACE_DOWN
from gosu_env.engine.compile import quick_entry, rule
from gosu_env.engine.compile.arguments import Float, FloatBlocks, FloatRows, Floats, Int8Rows, Int64s

FACE_DOWN_PART = np.float32(FACE_DOWN)


@quick_entry
def add_columns(
    obs: Int8Rows,
    scale: Floats,
    positive: int,
    places: Int64s,
    face_down: Int64s,
    numbers: FloatRows,
    table: FloatBlocks,
    bias: Floats,
    out: FloatRows,
    low: int,
    high: int,
) -> None:
    """The output of the first layer."""
    width = out.shape[1]
    for i in range(low, high):
        row = out[i]
        for j in range(width):
            row[j] = bias[j]
        for column in range(obs.shape[1]):
            if obs[i, column] != 0 and scale[column] != 0:
                x = np.float32(obs[i, column]) * scale[column]
                weights = numbers[column]
                for j in range(width):
                    row[j] += x * weights[j]
        for place in range(places.shape[0]):
            card = obs[i, places[place]]
            if card != 0:
                x = np.float32(1)
                if place < face_down.shape[0] and obs[i, face_down[place]] != 0:
                    x = FACE_DOWN_PART
                weights = table[place, card - 1 if card > 0 else positive - 1 - card]
                for j in range(width):
                    row[j] += x * weights[j]


@quick_entry
def add_columns_back(
    obs: Int8Rows,
    scale: Floats,
    positive: int,
    places: Int64s,
    face_down: Int64s,
    grad: FloatRows,
    numbers: FloatRows,
    table: FloatBlocks,
    low: int,
    high: int,
) -> None:
    """Gradients of the weights of the first layer, accumulated in ``numbers`` and ``table``."""
    width = grad.shape[1]
    for i in range(low, high):
        row = grad[i]
        for column in range(obs.shape[1]):
            if obs[i, column] != 0 and scale[column] != 0:
                x = np.float32(obs[i, column]) * scale[column]
                weights = numbers[column]
                for j in range(width):
                    weights[j] += x * row[j]
        for place in range(places.shape[0]):
            card = obs[i, places[place]]
            if card != 0:
                x = np.float32(1)
                if place < face_down.shape[0] and obs[i, face_down[place]] != 0:
                    x = FACE_DOWN_PART
                weights = table[place, card - 1 if card > 0 else positive - 1 - card]
                for j in range(width):
                    weights[j] += x * row[j]


@rule
def legal_probs(h: Any, weight: Any, bias: Any, mask: Any, legal: Any, probs: Any) -> int:
    """The legal actions of one decision and their probabilities; how many there are."""
    count = 0
    highest = np.float32(-math.inf)
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            logit = bias[action]
            for j in range(h.shape[0]):
                logit += weight[action, j] * h[j]
            legal[count] = action
            probs[count] = logit
            highest = max(highest, logit)
            count += 1
    total = np.float32(0)
    for k in range(count):
        probs[k] = math.exp(probs[k] - highest)
        total += probs[k]
    for k in range(count):
        probs[k] /= total
    return count


@quick_entry
def choose_rows(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    uniform: Floats,
    action: Int64s,
    log_prob: Floats,
    low: int,
    high: int,
) -> None:
    """A sampled action per row, by inverse transform of ``uniform``, which is in [0, 1)."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    for i in range(low, high):
        count = legal_probs(h[i], weight, bias, mask[i], legal, probs)
        chosen = 0
        up_to = probs[0]
        while chosen < count - 1 and uniform[i] >= up_to:
            chosen += 1
            up_to += probs[chosen]
        action[i] = legal[chosen]
        log_prob[i] = math.log(max(probs[chosen], np.float32(1e-30)))


@quick_entry
def spread_rows(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    sharper: Float,
    spread: FloatRows,
    low: int,
    high: int,
) -> None:
    """The action probabilities of every row, raised to the power ``sharper`` and renormalised."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    for i in range(low, high):
        for action in range(mask.shape[1]):
            spread[i, action] = 0
        total = np.float32(0)
        count = legal_probs(h[i], weight, bias, mask[i], legal, probs)
        for k in range(count):
            probs[k] = probs[k] ** sharper
            total += probs[k]
        for k in range(count):
            spread[i, legal[k]] = probs[k] / total


@quick_entry
def evaluate_rows(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    action: Int64s,
    log_prob: Floats,
    entropy: Floats,
    low: int,
    high: int,
) -> None:
    """The log-probability of the action of every row, and the entropy."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    for i in range(low, high):
        entropy[i] = 0
        for k in range(legal_probs(h[i], weight, bias, mask[i], legal, probs)):
            log = math.log(max(probs[k], np.float32(1e-30)))
            entropy[i] -= probs[k] * log
            if legal[k] == action[i]:
                log_prob[i] = log


@quick_entry
def evaluate_rows_back(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    action: Int64s,
    entropy: Floats,
    by_log_prob: Floats,
    by_entropy: Floats,
    grad_h: FloatRows,
    grad_weight: FloatRows,
    grad_bias: Floats,
    low: int,
    high: int,
) -> None:
    """Gradients of what the head reads and, added up, of its weights."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    width = h.shape[1]
    for i in range(low, high):
        for j in range(width):
            grad_h[i, j] = 0
        for k in range(legal_probs(h[i], weight, bias, mask[i], legal, probs)):
            a = legal[k]
            log = math.log(max(probs[k], np.float32(1e-30)))
            grad = -probs[k] * (by_log_prob[i] + by_entropy[i] * (np.float32(log) + entropy[i]))
            if a == action[i]:
                grad += by_log_prob[i]
            grad_bias[a] += grad
            for j in range(width):
                grad_h[i, j] += grad * weight[a, j]
                grad_weight[a, j] += grad * h[i, j]


@quick_entry
def advice_rows(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    advice: FloatRows,
    log_prob: Floats,
    low: int,
    high: int,
) -> None:
    """The expected log-probability of every row under the advice: minus the cross-entropy."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    for i in range(low, high):
        log_prob[i] = 0
        for k in range(legal_probs(h[i], weight, bias, mask[i], legal, probs)):
            log_prob[i] += advice[i, legal[k]] * math.log(max(probs[k], np.float32(1e-30)))


@quick_entry
def advice_rows_back(
    h: FloatRows,
    weight: FloatRows,
    bias: Floats,
    mask: Int8Rows,
    advice: FloatRows,
    by_log_prob: Floats,
    grad_h: FloatRows,
    grad_weight: FloatRows,
    grad_bias: Floats,
    low: int,
    high: int,
) -> None:
    """Gradients of what the head reads and, added up, of its weights."""
    legal = np.empty(mask.shape[1], np.int64)
    probs = np.empty(mask.shape[1], np.float32)
    width = h.shape[1]
    for i in range(low, high):
        for j in range(width):
            grad_h[i, j] = 0
        for k in range(legal_probs(h[i], weight, bias, mask[i], legal, probs)):
            a = legal[k]
            grad = by_log_prob[i] * (advice[i, a] - probs[k])
            grad_bias[a] += grad
            for j in range(width):
                grad_h[i, j] += grad * weight[a, j]
                grad_weight[a, j] += grad * h[i, j]
