"""The kernels of a batch on a GPU: one thread a game, the same rules as on the CPU.

Arrays of several numbers a game are feature-major, shape (features, games), so that neighbouring threads write
neighbouring bytes. Options (int64): num_players, auto_forced, max_decisions.
"""

from __future__ import annotations

from typing import Any

import numba
import numba.cuda

from gosu_env.engine.rng import random_below
from gosu_env.gosu import rules
from gosu_env.gosu.legal import MAX_LEGAL
from gosu_env.gosu.state import RUNNING
from gosu_env.gosu.table import deal, pick, seat_return, show, was_truncated

cuda: Any = numba.cuda  # its names are made at run time


@cuda.jit
def reset(
    states: Any, tables: Any, streams: Any, seeds: Any, options: Any, count: Any, mask: Any, obs: Any, seat: Any
) -> None:
    """Deal every game anew."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        legal = cuda.local.array(MAX_LEGAL, numba.int16)
        seeds[i] = deal(states[i], tables[0], streams[i], options[0], options[1], options[2])
        count[i] = show(states[i], tables[0], legal, mask[:, i], obs[:, i])
        seat[i] = states[i].decider


@cuda.jit
def step(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    count: Any,
    mask: Any,
    obs: Any,
    seat: Any,
    actions: Any,
    illegal: Any,
    reward: Any,
    done: Any,
    truncated: Any,
) -> None:
    """Apply an action to every game where it is legal; games that end are dealt anew in the same step."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        for player in range(reward.shape[0]):
            reward[player, i] = 0.0
        done[i] = False
        truncated[i] = False
        action = actions[i]
        illegal[i] = action < 0 or action >= mask.shape[0] or mask[action, i] == 0
        if not illegal[i]:
            legal = cuda.local.array(MAX_LEGAL, numba.int16)
            st = states[i]
            rules.answer_decision(st, action)
            legal_actions = rules.settle(st, tables[0], legal)
            if st.ending != RUNNING:
                for player in range(reward.shape[0]):
                    reward[player, i] = seat_return(st, player)
                done[i] = True
                truncated[i] = was_truncated(st)
                seeds[i] = deal(st, tables[0], streams[i], options[0], options[1], options[2])
            legal_actions = show(st, tables[0], legal, mask[:, i], obs[:, i])
            count[i] = legal_actions
            seat[i] = st.decider


@cuda.jit
def sample(streams: Any, count: Any, mask: Any, actions: Any) -> None:
    """A uniformly random legal action for every game."""
    i = cuda.grid(1)
    if i < count.shape[0]:
        left = random_below(streams[i], int(count[i]))
        action = 0
        while mask[action, i] == 0 or left > 0:
            left -= mask[action, i]
            action += 1
        actions[i] = action


@cuda.jit
def rollout(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    count: Any,
    mask: Any,
    obs: Any,
    seat: Any,
    steps: int,
    games: Any,
) -> None:
    """That many random decisions in every game; ``games`` counts the games that ended. Ends as ``step`` does."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        legal = cuda.local.array(MAX_LEGAL, numba.int16)
        st = states[i]
        legal_actions = rules.settle(st, tables[0], legal)
        for _ in range(steps):
            rules.answer_decision(st, pick(streams[i], legal, legal_actions))
            legal_actions = rules.settle(st, tables[0], legal)
            if st.ending != RUNNING:
                games[i] += 1
                seeds[i] = deal(st, tables[0], streams[i], options[0], options[1], options[2])
                legal_actions = rules.settle(st, tables[0], legal)
        count[i] = show(st, tables[0], legal, mask[:, i], obs[:, i])
        seat[i] = st.decider
