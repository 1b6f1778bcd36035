"""Networks that read what is printed on cards: what they are made of, and what they are for the cards of one set.

Such a network works out what a card is from ``gosu_env.cards.printed``, so that it can play with cards that it has
never seen. With the cards of one set given, it is a network like any other: ``for_cards`` gives the weights of that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.features import Features, read_features
from gosu_env.agents.weights import Shapes, trunk_shapes
from gosu_env.cards import card_blocks
from gosu_env.engine.rules import Rules

PRINTED = "printed"  # the name of such networks, where a network has one

Weights = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Layout:
    """Which columns and actions are about cards.

    ``lists`` are columns that say how many there are of every kind, (lists, kinds); ``answers`` are actions, one for
    every kind, (blocks, kinds). ``numbers`` and ``others`` are the columns and the actions that name no card.
    """

    features: Features
    lists: NDArray[np.int64]
    answers: NDArray[np.int64]
    numbers: NDArray[np.int64]
    others: NDArray[np.int64]


def read_layout(rules: Rules) -> Layout:
    """What of the observations and actions of a game is about cards."""
    features = read_features(rules.observation_spec)
    observed, acted = card_blocks(rules)
    lists = np.array([np.arange(block.start, block.stop) for block in observed])
    answers = np.array([np.arange(block.start, block.stop) for block in acted])
    numbers = np.setdiff1d(np.flatnonzero(features.scale), lists)
    return Layout(features, lists, answers, numbers, np.setdiff1d(np.arange(rules.num_actions), answers))


def expected_shapes(width: int, depth: int) -> Shapes:
    """The shapes of the weights of such a network; its columns and actions are those that name no card."""
    return {
        "reader.weight": ("read", "facts"),
        "reader.bias": ("read",),
        "card.weight": ("parts", "read"),
        "card.bias": ("parts",),
        "places": ("places", "parts", width),
        "lists": ("lists", "parts", width),
        "answers": ("answers", "parts", width),
        "answer_bias": ("answers",),
        **trunk_shapes(width, depth),
    }


def for_cards(weights: Weights, layout: Layout, printed: NDArray[np.float32]) -> Weights:
    """The weights of a network by card numbers that plays the same with one set, whose cards are ``printed``."""
    read = np.maximum(printed @ weights["reader.weight"].T + weights["reader.bias"], 0)
    card = read @ weights["card.weight"].T + weights["card.bias"]
    width = len(weights["bias"])
    numbers = np.zeros((len(layout.features.scale), width), np.float32)
    numbers[layout.numbers] = weights["numbers"]
    policy = np.zeros((layout.others.size + layout.answers.size, width), np.float32)
    bias = np.zeros(len(policy), np.float32)
    policy[layout.others], bias[layout.others] = weights["policy.weight"], weights["policy.bias"]
    for columns, place in zip(layout.lists, weights["lists"], strict=True):
        numbers[columns] = card @ place
    for actions, answer, shift in zip(layout.answers, weights["answers"], weights["answer_bias"], strict=True):
        policy[actions], bias[actions] = card @ answer, shift
    trunk = {name: weight for name, weight in weights.items() if name.startswith(("layers.", "value."))}
    made = {"card": card, "places": weights["places"], "numbers": numbers, "bias": weights["bias"]}
    return {**made, **trunk, "policy.weight": policy, "policy.bias": bias}
