"""The arrays that compiled loops over many games work on, by name. N is the number of games."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Games(NamedTuple):
    """The games, and what is shown of each: its present decision."""

    states: NDArray[np.void]  # (N,): records
    tables: NDArray[np.void]  # (sets,): of the card sets
    sets: NDArray[np.int32]  # (N,): with which of them a game is played
    options: NDArray[np.int64]  # num_players, flags, max_decisions
    streams: NDArray[np.uint32]  # (N, 4): where deals and random answers come from
    seeds: NDArray[np.int64]  # (N,): of the present deals
    legal: NDArray[np.int16]  # (N, max_legal): the legal actions
    num_legal: NDArray[np.int16]  # (N,): how many there are
    mask: NDArray[np.int8]  # (N, num_actions), or (N, 0): not wanted
    obs: NDArray[np.int8]  # (N, observation_size), or (N, 0): not wanted
    seat: NDArray[np.int8]  # (N,): who decides; with learners, the learner's seat


class Moves(NamedTuple):
    """A step of every game: what is answered, and what comes of it."""

    actions: NDArray[np.int32]  # (N,)
    illegal: NDArray[np.bool_]  # (N,): nothing was applied
    reward: NDArray[np.float32]  # (N, num_players)
    done: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,)


class Extras(NamedTuple):
    """What is shown of games besides their present decision; what is not asked for has a last dimension of 0."""

    seat_obs: NDArray[np.int8]  # (N, num_players, observation_size)
    final_obs: NDArray[np.int8]  # (N, num_players, observation_size), of games that ended in this step
    central_state: NDArray[np.int8]  # (N, size of ``state_spec``)
    hidden: NDArray[np.int8]  # (N, size of ``hidden_spec``): from the deciding seat


class Beliefs(NamedTuple):
    """What the deciding seats may believe of hidden cards, and room to work in. B is the size of ``belief_spec``."""

    belief: NDArray[np.float32]  # (N, B): expected copies
    known: NDArray[np.int8]  # (N, B): copies that are known to be there
    worlds: NDArray[np.void]  # (threads,): records
    thread: NDArray[np.int32]  # (N,): whose record a game is worked on in


class Rings(NamedTuple):
    """What the seats of games remember: their last K tokens; and where games are stepped so that events are told."""

    told: NDArray[np.void]  # (threads,): records with room for events
    told_bytes: NDArray[np.uint8]  # (threads, bytes): the same
    game_bytes: NDArray[np.uint8]  # (N, bytes): the games
    thread: NDArray[np.int32]  # (N,): whose record a game is stepped in
    ring: NDArray[np.int8]  # (N, num_players, K, 8)
    heard: NDArray[np.int32]  # (N, num_players): tokens that were ever written


class Episodes(NamedTuple):
    """One learner at every table: its answers, its episodes, and what came of those that ended."""

    actions: NDArray[Any]  # (N,): an action, or DEAL, LEAVE, LOSE
    draws: NDArray[np.int64]  # (N,): seeds of the next episodes' streams
    deals: NDArray[np.int64]  # (N,): a deal that is asked for, or -1
    length: NDArray[np.int64]  # (N,): the learner's decisions in the present episode
    reward: NDArray[Any]  # (N,): the learner's return
    done: NDArray[np.bool_]  # (N,)
    truncated: NDArray[np.bool_]  # (N,)
    ending: NDArray[Any]  # (N,): how the game ended
    final_obs: NDArray[np.int8]  # (N, observation_size): what the learner saw last
