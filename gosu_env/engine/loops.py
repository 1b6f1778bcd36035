"""Loops over the verbs of any game: on to the next decision, a step, a deal, a random answer."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.compile import Wide, rule
from gosu_env.engine.rng import next_seed, random_below
from gosu_env.engine.verbs import (
    RUNNING,
    State,
    Tables,
    answer_decision,
    hides_choice,
    list_legal,
    run,
    start,
    write_observation,
)


@rule
def settle(st: State, tb: Tables, legal: Any) -> int:
    """Run to the next decision and list its legal actions; how many there are.

    Decisions with one legal answer are taken on the way, if the game's options say so and nothing is told by that.
    """
    while True:
        run(st, tb)
        count = list_legal(st, tb, legal)
        if count != 1 or st.auto_forced == 0 or hides_choice(st):
            return count
        answer_decision(st, legal[0])


@rule
def write_mask(legal: Any, count: int, mask: Any) -> None:
    """A mask of a list: 1 for every legal action and 0 elsewhere."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    for i in range(count):
        mask[legal[i]] = 1


@rule
def deal(st: State, tb: Tables, stream: Any, num_players: int, flags: int, max_decisions: int) -> Wide:
    """Start the next episode with a seed of the game's own stream; the seed."""
    seed = next_seed(stream)
    start(st, tb, num_players, seed, flags, max_decisions)
    return seed


@rule
def show(st: State, tb: Tables, legal: Any, mask: Any, obs: Any) -> int:
    """Go on to the next decision and write what its seat sees; how many actions are legal."""
    count = settle(st, tb, legal)
    write_mask(legal, count, mask)
    if obs.shape[0] > 0 and st.ending == RUNNING:
        write_observation(st, tb, int(st.decider), obs)
    return count


@rule
def pick(stream: Any, legal: Any, count: int) -> int:
    """A uniformly random legal action."""
    return int(legal[random_below(stream, count)])


@rule
def play_out(st: State, tb: Tables, stream: Any, legal: Any) -> int:
    """Play a game to its end with uniformly random answers; how many there were."""
    asked = 0
    count = settle(st, tb, legal)
    while st.ending == RUNNING:
        answer_decision(st, pick(stream, legal, count))
        asked += 1
        count = settle(st, tb, legal)
    return asked
