"""Passes over a game tree, compiled: reach probabilities, values, regrets, best responses.

Parents come before children, so a pass forward is a loop and a pass back the same loop from the end.
"""

from __future__ import annotations

from gosu_env.engine.compile import entry
from gosu_env.engine.compile.arguments import Doubles, Int8s, Int16s, Int32s, Int64s


@entry
def expect(parent: Int32s, mover: Int8s, slot: Int32s, chance: Doubles, policy: Doubles, value: Doubles) -> None:
    """Fill ``value`` (N,), which holds the values of ends, with what player 0 gets on average from every node on."""
    for node in range(parent.shape[0] - 1, 0, -1):
        likely = chance[node] if mover[node] == 2 else policy[slot[node]]
        value[parent[node]] += likely * value[node]


@entry
def reach(
    parent: Int32s,
    mover: Int8s,
    slot: Int32s,
    chance: Doubles,
    policy: Doubles,
    player: int,
    own: Doubles,
    others: Doubles,
) -> None:
    """How likely each node is: by the player's own actions, and by those of the other player and chance; (N,) each."""
    own[0] = 1.0
    others[0] = 1.0
    for node in range(1, parent.shape[0]):
        above = parent[node]
        own[node] = own[above]
        others[node] = others[above]
        if mover[node] == player:
            own[node] *= policy[slot[node]]
        elif mover[node] == 2:
            others[node] *= chance[node]
        else:
            others[node] *= policy[slot[node]]


@entry
def add_regrets(
    parent: Int32s,
    mover: Int8s,
    slot: Int32s,
    value: Doubles,
    own: Doubles,
    others: Doubles,
    player: int,
    regret: Doubles,
    visits: Doubles,
) -> None:
    """Add a player's counterfactual regrets to ``regret`` (S,), and the weights of the average to ``visits`` (S,)."""
    sign = 1.0 if player == 0 else -1.0
    for node in range(1, parent.shape[0]):
        if mover[node] == player:
            above = parent[node]
            regret[slot[node]] += sign * others[above] * (value[node] - value[above])
            visits[slot[node]] = own[above]


@entry
def match(first: Int32s, count: Int32s, player: Int8s, whose: int, regret: Doubles, policy: Doubles) -> None:
    """Regret matching: in every information set of a player, actions by their positive regrets."""
    for infoset in range(first.shape[0]):
        if player[infoset] == whose:
            start = first[infoset]
            end = start + count[infoset]
            total = 0.0
            for at in range(start, end):
                total += max(regret[at], 0.0)
            for at in range(start, end):
                policy[at] = max(regret[at], 0.0) / total if total > 0 else 1.0 / count[infoset]


@entry
def respond(
    parent: Int32s,
    mover: Int8s,
    slot: Int32s,
    infoset: Int32s,
    first: Int32s,
    count: Int32s,
    order: Int64s,
    level: Int16s,
    worth: Doubles,
    player: int,
    gain: Doubles,
    best: Int64s,
) -> float:
    """The best response of a player; what it gets on average.

    ``order`` (N,) sorts nodes by how many decisions the player has taken before, ``level`` (N,), and by their number.
    ``worth`` (N,): at ends, what the player gets times how likely others make it; 0 elsewhere, and filled. ``gain``
    (S,): zeros, and filled with what each action is worth. ``best`` (I,): -1, and filled with the slot chosen.
    """
    end = order.shape[0]
    while end > 0:
        now = level[order[end - 1]]
        start = end
        while start > 0 and level[order[start - 1]] == now:
            start -= 1
        for i in range(end - 1, start - 1, -1):
            node = order[i]
            if parent[node] < 0:
                continue
            if mover[node] == player:
                gain[slot[node]] += worth[node]
            else:
                worth[parent[node]] += worth[node]
        for i in range(start, end):
            node = order[i]
            if parent[node] >= 0 and mover[node] == player:
                where = infoset[slot[node]]
                if best[where] < 0:
                    chosen = first[where]
                    for at in range(first[where], first[where] + count[where]):
                        if gain[at] > gain[chosen]:
                            chosen = at
                    best[where] = chosen
                if best[where] == slot[node]:
                    worth[parent[node]] += worth[node]
        end = start
    return float(worth[0])
