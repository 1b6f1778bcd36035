"""The tree of an information-set Monte Carlo search: many worlds, one tree, compiled.

Every simulation deals the hidden cards anew and walks down the moves that are legal in that world, to a move that was
never made; what it comes to is counted for every move on the path (Cowling, Powley and Whitehouse 2012, the
single-observer variant). A node is a move, whoever made it. Moves are chosen by what they brought so far and by what
they promise at first sight, less and less the more often they were made (as in PUCT, Silver et al. 2017).

Positions are judged by a network where there is one, else by the appraisal, or played out at random.
"""

from __future__ import annotations

import math
from typing import Any

from gosu_env.agents.appraisal import evaluate, note_seen
from gosu_env.agents.greedy import outlook
from gosu_env.agents.judge import inclination, look, worth
from gosu_env.agents.thumb import finish_turn
from gosu_env.engine.jit import entry, rule
from gosu_env.engine.rng import next_seed
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.state import NO_CARD, RUNNING, State, Tables, is_opponent, record_dtype
from gosu_env.gosu.table import pick, seat_return

NONE = -1
NODE = record_dtype(
    [
        ("total", "f8"),  # what its maker got, over all visits
        ("promise", "f8"),  # what its maker could hope for at first sight
        ("action", "i4"),
        ("child", "i4"),  # the first of its children
        ("sibling", "i4"),  # the next child of its parent
        ("visits", "i4"),
        ("seat", "i4"),  # its maker
    ]
)
DEPTH = 512  # of a path
PLAYOUTS, APPRAISAL, NETWORK = range(3)  # how positions are judged
UNKNOWN = -2.0  # returns are -1 … 1


@rule
def add_node(nodes: Any, size: int, parent: int, action: int, seat: int, promise: float) -> int:
    """Add a move after the ``size`` that there are, as the parent's first child; how many there are then."""
    node = nodes[size]
    node.total = 0.0
    node.promise = promise
    node.action = action
    node.child = NONE
    node.visits = 0
    node.seat = seat
    node.sibling = NONE
    if parent != NONE:
        node.sibling = nodes[parent].child
        nodes[parent].child = size
    return size + 1


@rule
def first_sight(st: State, tb: Tables, desk: Any, action: int) -> float:
    """What a move promises its maker, as a greedy player sees it."""
    seat = int(st.decider)
    note_seen(st, desk, seat)
    desk.worlds[1] = st
    rules.answer_decision(desk.worlds[1], action)
    return outlook(tb, desk, seat)


@rule
def best_move(nodes: Any, child_of: Any, legal: Any, count: int, exploration: float, temperature: float) -> int:
    """The most promising of the moves that are legal in this world."""
    highest = -math.inf
    total = 0.0
    visits = 0
    for i in range(count):
        node = nodes[child_of[legal[i]]]
        highest = max(highest, node.promise)
        total += node.total
        visits += node.visits
    usual = total / max(visits, 1)
    weights = 0.0
    for i in range(count):
        weights += math.exp((nodes[child_of[legal[i]]].promise - highest) / temperature)
    scale = exploration * math.sqrt(visits + 1) / weights
    chosen = NONE
    best = -math.inf
    for i in range(count):
        node = nodes[child_of[legal[i]]]
        brought = node.total / node.visits if node.visits > 0 else usual
        bound = brought + scale * math.exp((node.promise - highest) / temperature) / (1 + node.visits)
        if bound > best:
            best = bound
            chosen = int(child_of[legal[i]])
    return chosen


@rule
def play_out(st: State, tb: Tables, stream: Any, legal: Any) -> None:
    """Random moves to the end of the game."""
    count = rules.settle(st, tb, legal)
    while st.ending == RUNNING:
        rules.answer_decision(st, pick(stream, legal, count))
        count = rules.settle(st, tb, legal)


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """What a position comes to for every seat, when the turn is finished by rule of thumb.

    Cards that the root's seat drew on the way count as average ones: else the luck of a world would drown the moves.
    """
    finish_turn(st, tb, desk, NO_CARD)
    players = int(st.num_players)
    round_number = int(st.round_number)
    if (players == 2 or st.teams) and st.ending == RUNNING:
        # What the one side wins the other loses: one look, with the eyes of the root.
        note_seen(root, desk, seat)
        value = evaluate(st, tb, desk, seat, round_number)
        for other in range(players):
            values[other] = -value if is_opponent(st, seat, other) else value
        return
    for other in range(players):
        note_seen(root if other == seat else st, desk, other)
        desk.worlds[1] = st
        values[other] = evaluate(desk.worlds[1], tb, desk, other, round_number)


@rule
def consult(st: State, tb: Tables, desk: Any, judge: Any, nodes: Any, path: Any, length: int, values: Any) -> None:
    """The same by a network, for the seats that made a move on the path, each with its own eyes."""
    finish_turn(st, tb, desk, NO_CARD)
    for other in range(st.num_players):
        values[other] = UNKNOWN
    for i in range(length):
        seat = int(nodes[path[i]].seat)
        if st.ending != RUNNING:
            values[seat] = seat_return(st, seat)
        elif values[seat] == UNKNOWN:
            look(st, tb, seat, judge)
            values[seat] = worth(judge, int(st.num_players))


@rule
def add_moves(
    st: State, tb: Tables, desk: Any, judge: Any, means: int, nodes: Any, size: int, at: int, child_of: Any, count: int
) -> int:
    """Add the legal moves that a node has not seen yet, with what they promise; how many nodes there are then."""
    legal = desk.legal[2]
    looked = False
    for i in range(count):
        action = int(legal[i])
        if child_of[action] != NONE:
            continue
        promise = 0.0
        if means == APPRAISAL:
            promise = first_sight(st, tb, desk, action)
        elif means == NETWORK:
            if not looked:
                look(st, tb, int(st.decider), judge)
                looked = True
            promise = inclination(judge, action)
        child_of[action] = size
        size = add_node(nodes, size, at, action, int(st.decider), promise)
    return size


@entry
def simulate(
    tables: Any,
    desks: Any,
    nodes: Any,
    size: int,
    simulations: int,
    stream: Any,
    exploration: float,
    temperature: float,
    means: int,
    judge: Any,
    worlds_tried: Any,
    child_of: Any,
    path: Any,
    values: Any,
) -> int:
    """Grow the tree of the decision in ``desks[0].worlds[0]`` by some simulations; how many nodes it has then.

    The first desk has the weights of a greedy player, for what moves promise, the second those for judging positions.
    ``means`` says how positions are judged: PLAYOUTS, APPRAISAL, or NETWORK, which is ``judge``. ``child_of`` has an
    entry for every action and is full of NONE before and after. When the nodes are used up, the tree stops to grow.
    """
    tb = tables[0]
    desk = desks[0]
    root = desk.worlds[0]
    legal = desk.legal[2]
    seat = int(root.decider)
    if root.teams:  # partners share a victory: returns are a third as large
        exploration /= 3.0
        if means == APPRAISAL:  # its promises are returns, too
            temperature /= 3.0
    if size == 0:
        size = add_node(nodes, 0, NONE, NONE, NONE, 0.0)
    for _ in range(simulations):
        worlds_tried[0] = root
        st = worlds_tried[0]
        worlds.determinize(root, st, tb, seat, next_seed(stream), legal)
        at = 0
        length = 0
        count = rules.settle(st, tb, legal)
        while st.ending == RUNNING and length < DEPTH and size + count <= nodes.shape[0]:
            child = nodes[at].child
            while child != NONE:
                child_of[nodes[child].action] = child
                child = nodes[child].sibling
            size = add_moves(st, tb, desk, judge, means, nodes, size, at, child_of, count)
            chosen = best_move(nodes, child_of, legal, count, exploration, temperature)
            child = nodes[at].child
            while child != NONE:
                child_of[nodes[child].action] = NONE
                child = nodes[child].sibling
            path[length] = chosen
            length += 1
            rules.answer_decision(st, int(nodes[chosen].action))
            if nodes[chosen].visits == 0:
                break
            at = chosen
            count = rules.settle(st, tb, legal)
        if means == APPRAISAL:
            appraise(st, tb, desks[1], root, seat, values)
        elif means == NETWORK:
            consult(st, tb, desks[1], judge, nodes, path, length, values)
        else:
            play_out(st, tb, stream, legal)
            for other in range(st.num_players):
                values[other] = seat_return(st, other)
        nodes[0].visits += 1
        for i in range(length):
            node = nodes[path[i]]
            node.visits += 1
            node.total += values[node.seat]
    return size
