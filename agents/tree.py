"""The tree of an information-set Monte Carlo search: many worlds, one tree, compiled.

Every simulation deals the hidden cards anew and walks down the moves that are legal in that world, to a move that was
never made; what it comes to is counted for every move on the path (Cowling, Powley and Whitehouse 2012, the
single-observer variant). A node is a move, whoever made it. Moves are chosen by what they brought so far and by what
they promise at first sight, less and less the more often they were made (as in PUCT, Silver et al. 2017).

Positions are judged by a network where there is one, else by the appraisal, or played out at random.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, TypeAlias

from gosu_env.agents.inference import Net
from gosu_env.agents.judge import inclination, look, look_round, worth
from gosu_env.agents.verbs import appraise, branches, finish_turn, promise
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import CardTables, Desks, Doubles, Int16s, Int32s, States, UInt32s
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.loops import play_out, settle
from gosu_env.engine.rng import next_seed
from gosu_env.engine.verbs import RUNNING, State, Tables, answer_decision, determinize, seat_return

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
Nodes: TypeAlias = Annotated[Any, NODE, 1]


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
def find_children(nodes: Any, at: int, child_of: Any) -> None:
    """Note the children of a node, each at its action."""
    child = nodes[at].child
    while child != NONE:
        child_of[nodes[child].action] = child
        child = nodes[child].sibling


@rule
def forget_children(nodes: Any, at: int, child_of: Any) -> None:
    """Leave ``child_of`` as it was before."""
    child = nodes[at].child
    while child != NONE:
        child_of[nodes[child].action] = NONE
        child = nodes[child].sibling


@rule
def count_visits(nodes: Any, path: Any, length: int, values: Any) -> None:
    """Count what a simulation came to, for every move on its path."""
    nodes[0].visits += 1
    for i in range(length):
        node = nodes[path[i]]
        node.visits += 1
        node.total += values[node.seat]


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
def consult(st: State, tb: Tables, desk: Any, judge: Any, nodes: Any, path: Any, length: int, values: Any) -> None:
    """What a network expects of a position, for the seats that made a move on the path, each with its own eyes."""
    finish_turn(st, tb, desk)
    for other in range(st.num_players):
        values[other] = UNKNOWN
    for i in range(length):
        seat = int(nodes[path[i]].seat)
        if st.ending != RUNNING:
            values[seat] = seat_return(st, tb, seat)
        elif values[seat] == UNKNOWN:
            look(st, tb, seat, judge)
            values[seat] = worth(judge, int(st.num_players))


@rule
def add_moves(
    st: State,
    tb: Tables,
    desk: Any,
    judge: Any,
    means: int,
    root: State,
    nodes: Any,
    size: int,
    at: int,
    child_of: Any,
    legal: Any,
    count: int,
) -> int:
    """Add the legal moves that a node has not seen yet, with what they promise; how many nodes there are then."""
    looked = False
    for i in range(count):
        action = int(legal[i])
        if child_of[action] != NONE:
            continue
        hope = 0.0
        if means == APPRAISAL:
            hope = promise(st, tb, desk, root, action)
        elif means == NETWORK:
            if not looked:
                look(st, tb, int(st.decider), judge)
                looked = True
            hope = inclination(judge, action)
        child_of[action] = size
        size = add_node(nodes, size, at, action, int(st.decider), hope)
    return size


@entry
def simulate(
    roots: States,
    tables: CardTables,
    desks: Desks,
    nodes: Nodes,
    size: int,
    simulations: int,
    stream: UInt32s,
    exploration: float,
    temperature: float,
    means: int,
    judge: Net,
    worlds_tried: States,
    legal: Int16s,
    child_of: Int32s,
    path: Int32s,
    values: Doubles,
) -> int:
    """Grow the tree of the decision in ``roots[0]`` by some simulations; how many nodes it has then.

    ``means`` says how positions are judged: PLAYOUTS, APPRAISAL, or NETWORK, which is ``judge``. ``child_of`` has an
    entry for every action and is full of NONE before and after. When the nodes are used up, the tree stops to grow.
    """
    tb = tables[0]
    root = roots[0]
    seat = int(root.decider)
    if size == 0:
        size = add_node(nodes, 0, NONE, NONE, NONE, 0.0)
        if means == NETWORK:
            look_round(root, tb, judge)
    for _ in range(simulations):
        worlds_tried[0] = root
        st = worlds_tried[0]
        determinize(root, st, tb, seat, next_seed(stream), legal)
        at = 0
        length = 0
        count = settle(st, tb, legal)
        while st.ending == RUNNING and length < DEPTH and size + count <= nodes.shape[0]:
            find_children(nodes, at, child_of)
            size = add_moves(st, tb, desks[0], judge, means, root, nodes, size, at, child_of, legal, count)
            chosen = best_move(nodes, child_of, legal, count, exploration, temperature)
            forget_children(nodes, at, child_of)
            path[length] = chosen
            length += 1
            answer_decision(st, int(nodes[chosen].action))
            if nodes[chosen].visits == 0:
                break
            at = chosen
            count = settle(st, tb, legal)
            if means == APPRAISAL and st.ending == RUNNING and not branches(st, root):
                break
        if means == APPRAISAL:
            appraise(st, tb, desks[1], root, seat, values)
        elif means == NETWORK:
            consult(st, tb, desks[1], judge, nodes, path, length, values)
        else:
            play_out(st, tb, stream, legal)
            for other in range(st.num_players):
                values[other] = seat_return(st, tb, other)
        count_visits(nodes, path, length, values)
    return size
