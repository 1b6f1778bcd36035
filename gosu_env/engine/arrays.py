"""The arrays that compiled loops over many games work on, by name. N is the number of games."""

from __future__ import annotations

from typing import NamedTuple

from gosu_env.engine.compile.arguments import (
    Bools,
    CardTables,
    Doubles,
    FloatRows,
    Int8Blocks,
    Int8Cubes,
    Int8Rows,
    Int8s,
    Int16Rows,
    Int16s,
    Int32Rows,
    Int32s,
    Int64s,
    States,
    ToldStates,
    UInt8Rows,
    UInt32Rows,
)


class Games(NamedTuple):
    """The games, and what is shown of each: its present decision."""

    states: States  # (N,): records
    tables: CardTables  # (sets,): of the card sets
    sets: Int32s  # (N,): with which of them a game is played
    options: Int64s  # num_players, flags, max_decisions
    streams: UInt32Rows  # (N, 4): where deals and random answers come from
    seeds: Int64s  # (N,): of the present deals
    legal: Int16Rows  # (N, max_legal): the legal actions
    num_legal: Int16s  # (N,): how many there are
    mask: Int8Rows  # (N, num_actions), or (N, 0): not wanted
    obs: Int8Rows  # (N, observation_size), or (N, 0): not wanted
    seat: Int8s  # (N,): who decides; with learners, the learner's seat


class Moves(NamedTuple):
    """A step of every game: what is answered, and what comes of it."""

    actions: Int32s  # (N,)
    illegal: Bools  # (N,): nothing was applied
    reward: FloatRows  # (N, num_players)
    done: Bools  # (N,)
    truncated: Bools  # (N,)


class Extras(NamedTuple):
    """What is shown of games besides their present decision; what is not asked for has a last dimension of 0."""

    seat_obs: Int8Blocks  # (N, num_players, observation_size)
    final_obs: Int8Blocks  # (N, num_players, observation_size), of games that ended in this step
    central_state: Int8Rows  # (N, size of ``state_spec``)
    hidden: Int8Rows  # (N, size of ``hidden_spec``): from the deciding seat


class Beliefs(NamedTuple):
    """What the deciding seats may believe of hidden cards, and room to work in. B is the size of ``belief_spec``."""

    belief: FloatRows  # (N, B): expected copies
    known: Int8Rows  # (N, B): copies that are known to be there
    worlds: States  # (threads,): records
    thread: Int32s  # (N,): whose record a game is worked on in


class Rings(NamedTuple):
    """What the seats of games remember: their last K tokens; and where games are stepped so that events are told."""

    told: ToldStates  # (threads,): records with room for events
    told_bytes: UInt8Rows  # (threads, bytes): the same
    game_bytes: UInt8Rows  # (N, bytes): the games
    thread: Int32s  # (N,): whose record a game is stepped in
    ring: Int8Cubes  # (N, num_players, K, 8)
    heard: Int32Rows  # (N, num_players): tokens that were ever written


class Episodes(NamedTuple):
    """One learner at every table: its answers, its episodes, and what came of those that ended."""

    actions: Int32s  # (N,): an action, or DEAL, LEAVE, LOSE
    draws: Int64s  # (N,): seeds of the next episodes' streams
    deals: Int64s  # (N,): a deal that is asked for, or -1
    length: Int64s  # (N,): the learner's decisions in the present episode
    reward: Doubles  # (N,): the learner's return
    done: Bools  # (N,)
    truncated: Bools  # (N,)
    ending: Int8s  # (N,): how the game ended
    final_obs: Int8Rows  # (N, observation_size): what the learner saw last
