"""The tree of an information-set Monte Carlo search: many worlds, one tree, compiled.

Every simulation deals the hidden cards anew, walks down the moves that are legal in that world, adds one node and plays
the game out. A node is a move, whoever made it: it counts how often it was made, how often it could have been made, and
what its maker got (Cowling, Powley and Whitehouse 2012, the single-observer variant).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gosu_env.engine.jit import entry, rule
from gosu_env.engine.rng import random_below
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.state import RUNNING
from gosu_env.gosu.table import next_seed, pick, seat_return

NONE = -1
NODE = np.dtype(
    [
        ("total", "f8"),  # what its maker got, over all visits
        ("action", "i4"),
        ("child", "i4"),  # the first of its children
        ("sibling", "i4"),  # the next child of its parent
        ("visits", "i4"),
        ("chances", "i4"),  # how often it was legal when its parent was visited
        ("seat", "i4"),  # its maker
    ]
)
DEPTH = 512  # of a path; longer games are played out from there


@rule
def add_node(nodes: Any, size: int, parent: int, action: int, seat: int) -> int:
    """A new node, the parent's first child; it must be ``size`` nodes that there are."""
    node = nodes[size]
    node.total = 0.0
    node.action = action
    node.child = NONE
    node.visits = 0
    node.chances = 0
    node.seat = seat
    if parent == NONE:
        node.sibling = NONE
    else:
        node.sibling = nodes[parent].child
        nodes[parent].child = size
    return size


@rule
def best_child(nodes: Any, child_of: Any, legal: Any, count: int, exploration: float) -> int:
    """The move with the highest upper bound of those that are legal in this world."""
    best = -math.inf
    chosen = NONE
    for i in range(count):
        node = nodes[child_of[legal[i]]]
        bound = node.total / node.visits + exploration * math.sqrt(math.log(node.chances) / node.visits)
        if bound > best:
            best = bound
            chosen = int(child_of[legal[i]])
    return chosen


@rule
def descend(
    nodes: Any, size: int, st: Any, tb: Any, stream: Any, exploration: float, legal: Any, child_of: Any, path: Any
) -> int:
    """Down the tree with this world until a move that was never tried; the length of the path.

    ``child_of`` has an entry for every action and is full of NONE before and after.
    """
    at = 0
    length = 0
    count = rules.settle(st, tb, legal)
    while st.ending == RUNNING and length < DEPTH:
        child = nodes[at].child
        while child != NONE:
            child_of[nodes[child].action] = child
            child = nodes[child].sibling
        untried = 0
        for i in range(count):
            untried += child_of[legal[i]] == NONE
        if untried > 0:
            left = random_below(stream, untried)
            for i in range(count):
                if child_of[legal[i]] == NONE:
                    if left == 0:
                        child_of[legal[i]] = add_node(nodes, size, at, int(legal[i]), int(st.decider))
                        break
                    left -= 1
            chosen = size
        else:
            chosen = best_child(nodes, child_of, legal, count, exploration)
        for i in range(count):
            if child_of[legal[i]] != NONE:
                nodes[child_of[legal[i]]].chances += 1
        child = nodes[at].child
        while child != NONE:
            child_of[nodes[child].action] = NONE
            child = nodes[child].sibling
        path[length] = chosen
        length += 1
        rules.answer_decision(st, int(nodes[chosen].action))
        count = rules.settle(st, tb, legal)
        if untried > 0:
            break
        at = chosen
    return length


@rule
def play_out(st: Any, tb: Any, stream: Any, legal: Any) -> int:
    """Random moves to the end of the game; how many."""
    moves = 0
    count = rules.settle(st, tb, legal)
    while st.ending == RUNNING:
        rules.answer_decision(st, pick(stream, legal, count))
        moves += 1
        count = rules.settle(st, tb, legal)
    return moves


@entry
def simulate(
    states: Any,
    tables: Any,
    nodes: Any,
    size: int,
    simulations: int,
    stream: Any,
    exploration: float,
    legal: Any,
    child_of: Any,
    path: Any,
    moves: Any,
) -> int:
    """Grow the tree of the decision in ``states[0]`` by some simulations; how many nodes it has then.

    ``states[1]`` is the world of a simulation. ``moves`` (int64) counts what was played out.
    """
    tb = tables[0]
    root = states[0]
    seat = int(root.decider)
    if size == 0:
        size = add_node(nodes, 0, NONE, NONE, NONE) + 1
    for _ in range(simulations):
        states[1] = root
        world = states[1]
        worlds.determinize(root, world, tb, seat, next_seed(stream), legal)
        length = descend(nodes, size, world, tb, stream, exploration, legal, child_of, path)
        if length > 0 and path[length - 1] == size:
            size += 1
        moves[0] += play_out(world, tb, stream, legal)
        nodes[0].visits += 1
        for i in range(length):
            node = nodes[path[i]]
            node.visits += 1
            node.total += seat_return(world, int(node.seat))
    return size
