"""The compiled loops of a batch on the CPU: every function works on games ``low`` … ``high - 1`` of the arrays.

A batch is cut into such ranges, one per thread; games share nothing, so the cut changes no byte.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry
from gosu_env.engine.rng import next_seed, random_below, seed_rng
from gosu_env.gosu import rules
from gosu_env.gosu.legal import write_mask
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.state import RUNNING
from gosu_env.gosu.table import deal, pick, seat_return, show, was_truncated

# What ``play_seats`` takes beside actions.
DEAL = -1  # begin the next episode
LEAVE = -2  # do nothing at this table
LOSE = -3  # end the episode here, and begin the next one


@entry
def reset(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    legal: Any,
    count: Any,
    mask: Any,
    obs: Any,
    seat: Any,
    low: int,
    high: int,
) -> None:
    """Deal every game anew. ``options`` (int64): num_players, flags, max_decisions."""
    for i in range(low, high):
        seeds[i] = deal(states[i], tables[0], streams[i], options[0], options[1], options[2])
        count[i] = show(states[i], tables[0], legal[i], mask[i], obs[i])
        seat[i] = states[i].decider


@entry
def find_illegal(actions: Any, legal: Any, count: Any, illegal: Any, low: int, high: int) -> int:
    """Mark the games whose action is not legal; how many there are."""
    found = 0
    for i in range(low, high):
        illegal[i] = True
        for k in range(count[i]):
            if legal[i, k] == actions[i]:
                illegal[i] = False
                break
        found += illegal[i]
    return found


@entry
def step(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    legal: Any,
    count: Any,
    mask: Any,
    obs: Any,
    seat: Any,
    actions: Any,
    illegal: Any,
    reward: Any,
    done: Any,
    truncated: Any,
    low: int,
    high: int,
) -> None:
    """Apply an action to every game that is not marked illegal; games that end are dealt anew in the same step."""
    for i in range(low, high):
        for player in range(reward.shape[1]):
            reward[i, player] = 0.0
        done[i] = False
        truncated[i] = False
        if illegal[i]:
            continue
        st = states[i]
        rules.answer_decision(st, actions[i])
        count[i] = show(st, tables[0], legal[i], mask[i], obs[i])
        if st.ending != RUNNING:
            for player in range(reward.shape[1]):
                reward[i, player] = seat_return(st, player)
            done[i] = True
            truncated[i] = was_truncated(st)
            seeds[i] = deal(st, tables[0], streams[i], options[0], options[1], options[2])
            count[i] = show(st, tables[0], legal[i], mask[i], obs[i])
        seat[i] = st.decider


@entry
def play_seats(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    legal: Any,
    count: Any,
    mask: Any,
    obs: Any,
    actions: Any,
    draws: Any,
    deals: Any,
    learner: Any,
    fixed_seat: int,
    reward: Any,
    done: Any,
    truncated: Any,
    ending: Any,
    final_obs: Any,
    length: Any,
    most_deals: int,
    low: int,
    high: int,
) -> int:
    """One learner at every table, random players at the other seats: on to the learner's next decision.

    An episode draws all that is drawn in it from its stream, which is seeded with ``draws[i]``: the learner's seat,
    unless ``fixed_seat`` names one, the deal, unless ``deals[i]`` asks for one (-1 does not), and what the others
    play. At its end ``reward`` is the learner's return, ``ending`` how the game ended and ``final_obs`` what the
    learner saw last; the next episode begins in the same step. A game that is over before the learner has decided
    anything is dealt again. ``length`` counts the learner's decisions in the present episode.

    The first table at which the learner had nothing to decide in ``most_deals`` deals, or -1.
    """
    for i in range(low, high):
        st = states[i]
        tb = tables[0]
        reward[i] = 0.0
        done[i] = False
        truncated[i] = False
        ending[i] = RUNNING
        if actions[i] == LEAVE:
            continue
        dealing = actions[i] < 0
        dealt = 0
        if actions[i] == LOSE:
            done[i] = True
            write_observation(st, tb, int(learner[i]), final_obs[i])
        if dealing:
            seed_rng(streams[i], draws[i])
        else:
            rules.answer_decision(st, actions[i])
            length[i] += 1
        while True:
            if dealing:
                if dealt == most_deals:
                    return i
                dealt += 1
                learner[i] = fixed_seat if fixed_seat >= 0 else random_below(streams[i], options[0])
                seeds[i] = deals[i] if deals[i] >= 0 else next_seed(streams[i])
                deals[i] = -1
                rules.start(st, tb, options[0], seeds[i], options[1], options[2])
                length[i] = 0
            count[i] = rules.settle(st, tb, legal[i])
            if st.ending != RUNNING:
                if length[i] > 0:
                    reward[i] = seat_return(st, int(learner[i]))
                    done[i] = True
                    truncated[i] = was_truncated(st)
                    ending[i] = st.ending
                    write_observation(st, tb, int(learner[i]), final_obs[i])
                    seed_rng(streams[i], draws[i])
                dealing = True
                continue
            dealing = False
            if st.decider == learner[i]:
                break
            rules.answer_decision(st, pick(streams[i], legal[i], count[i]))
        write_mask(legal[i], count[i], mask[i])
        write_observation(st, tb, int(learner[i]), obs[i])
    return -1


@entry
def sample(streams: Any, legal: Any, count: Any, actions: Any, low: int, high: int) -> None:
    """A uniformly random legal action for every game."""
    for i in range(low, high):
        actions[i] = pick(streams[i], legal[i], count[i])


@entry
def rollout(
    states: Any,
    tables: Any,
    streams: Any,
    seeds: Any,
    options: Any,
    legal: Any,
    count: Any,
    mask: Any,
    obs: Any,
    seat: Any,
    steps: int,
    games: Any,
    low: int,
    high: int,
) -> None:
    """That many random decisions in every game; ``games`` counts the games that ended. Ends as ``step`` does."""
    for i in range(low, high):
        st = states[i]
        for _ in range(steps):
            rules.answer_decision(st, pick(streams[i], legal[i], count[i]))
            count[i] = rules.settle(st, tables[0], legal[i])
            if st.ending != RUNNING:
                games[i] += 1
                seeds[i] = deal(st, tables[0], streams[i], options[0], options[1], options[2])
                count[i] = rules.settle(st, tables[0], legal[i])
        count[i] = show(st, tables[0], legal[i], mask[i], obs[i])
        seat[i] = st.decider
