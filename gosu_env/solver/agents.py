"""Agents as policies of a game tree: what they do in every information set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.game import Game
from gosu_env.engine.view import Agent, View, act_many
from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree

AT_ONCE = 256  # information sets that an agent is asked about together


def first_choice(tree: GameTree) -> Policy:
    """The policy that always takes the first legal action: in most games it does as little as it can."""
    policy = np.zeros(tree.slots)
    policy[tree.first] = 1.0
    return policy


def agent_policy(
    tree: GameTree,
    rules: Any,
    agent: Agent,
    samples: int = 1,
    progress: Callable[[float], None] = lambda done: None,
) -> Policy:
    """What an agent does in every information set, each asked that many times. It must not look at its past.

    An agent that rolls dice is measured as the mixture of its answers, which needs many samples: the policy of a few
    is more exploitable than the agent. With ``samples=0`` it is asked once and believed what it tells of its
    probabilities, if it tells them.
    """
    policy = np.zeros(tree.slots)
    for start in range(0, tree.infosets, AT_ONCE):
        infosets = range(start, min(start + AT_ONCE, tree.infosets))
        views = [View(_game(tree, rules, infoset), table=infoset) for infoset in infosets]  # each a game of its own
        if samples == 0:
            for infoset, view in zip(infosets, views, strict=True):
                legal, at = tree.legal(infoset), tree.first[infoset]
                policy[at : at + len(legal)] = _told(agent, agent.act(view), legal)
        for _ in range(samples):
            for infoset, action in zip(infosets, act_many(agent, views), strict=True):
                choice = int(np.searchsorted(tree.legal(infoset), action))
                policy[tree.first[infoset] + choice] += 1 / samples
        progress(infosets.stop / tree.infosets)
    return policy


def _told(agent: Agent, action: int, legal: NDArray[np.int16]) -> NDArray[np.float64]:
    """How likely the legal actions are, by what an agent tells of its last answer; or the answer."""
    thoughts = getattr(agent, "thoughts", None)
    told = None if thoughts is None else thoughts.probabilities
    if told is None:
        taken: NDArray[np.float64] = (legal == action).astype(np.float64)
        return taken
    found: NDArray[np.float64] = np.array(
        [told.get(int(a), 0.0) if isinstance(told, Mapping) else told[a] for a in legal], np.float64
    )
    found /= found.sum()
    return found


def _game(tree: GameTree, rules: Any, infoset: int) -> Game:
    states = rules.new_states(1)
    states.view(np.uint8)[:] = tree.record[infoset]
    return Game.of_record(rules, states)
