"""The compiled entries to the rules of any game: what Python calls, over arrays of records.

``states`` is an array of records, ``tables`` an array of one record of tables, ``i`` the game meant.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine import verbs
from gosu_env.engine.compile import brief_entry, entry, rule
from gosu_env.engine.compile.arguments import AnyStates, CardTables, Doubles, Int8s, Int16s, Int64s, States, UInt32s
from gosu_env.engine.loops import settle, write_mask
from gosu_env.engine.rng import next_seed, random_below
from gosu_env.engine.verbs import RUNNING, State, Tables, answer_decision, list_legal, violation, write_observation


@brief_entry
def start(
    states: AnyStates, tables: CardTables, i: int, num_players: int, seed: int, flags: int, max_decisions: int
) -> None:
    """Set up a game; ``step`` with action -1 goes on to the first decision. ``flags``: of the game's options."""
    verbs.start(states[i], tables[0], num_players, seed, flags, max_decisions)


@rule
def status(st: State, count: int) -> int:
    """How many actions are legal, the deciding seat + 1 (from bit 16) and the ending (from bit 24), in one number."""
    return count | (int(st.decider) + 1) << 16 | int(st.ending) << 24


@rule
def advance(st: State, tb: Tables, action: int, legal: Any, mask: Any) -> int:
    """Apply a legal action, -1 for none, and go on to the next decision."""
    if action >= 0:
        answer_decision(st, action)
    count = settle(st, tb, legal)
    write_mask(legal, count, mask)
    return status(st, count)


@brief_entry
def step(states: AnyStates, tables: CardTables, i: int, action: int, legal: Int16s, mask: Int8s) -> int:
    """Apply a legal action, go on to the next decision, list and mask its legal actions; the status."""
    return advance(states[i], tables[0], action, legal, mask)


@brief_entry
def answer(states: States, tables: CardTables, i: int, action: int, legal: Int16s, mask: Int8s) -> int:
    """``step`` if the action is legal, one for which the mask has a 1; else -1, and nothing happens."""
    if mask[action] == 0:
        return -1
    return advance(states[i], tables[0], action, legal, mask)


@brief_entry
def legal_actions(states: States, tables: CardTables, i: int, legal: Int16s, mask: Int8s) -> int:
    """List and mask the legal actions; the status."""
    count = list_legal(states[i], tables[0], legal)
    write_mask(legal, count, mask)
    return status(states[i], count)


@brief_entry
def observe(states: States, tables: CardTables, i: int, seat: int, out: Int8s) -> None:
    write_observation(states[i], tables[0], seat, out)


@brief_entry
def returns(states: States, tables: CardTables, i: int, out: Doubles) -> None:
    """What every seat gets (float64)."""
    for seat in range(states[i].num_players):
        out[seat] = verbs.seat_return(states[i], tables[0], seat)


@brief_entry
def determinize(
    states: States, worlds_out: States, tables: CardTables, i: int, j: int, seat: int, seed: int, legal: Int16s
) -> None:
    """Make ``worlds_out[j]`` another world that the seat cannot tell from ``states[i]``."""
    worlds_out[j] = states[i]
    verbs.determinize(states[i], worlds_out[j], tables[0], seat, seed, legal)


@entry
def check(states: States, tables: CardTables, i: int, legal: Int16s) -> int:
    """Of the records from ``i`` on, the first in which an invariant does not hold: which, and from bit 8 on how many
    come before it. 0 when there is none."""
    for j in range(i, states.shape[0]):
        found = violation(states[j], tables[0], list_legal(states[j], tables[0], legal))
        if found != 0:
            return found | (j - i) << 8
    return 0


@entry
def play(
    states: States,
    tables: CardTables,
    decisions: int,
    rng: UInt32s,
    num_players: int,
    flags: int,
    max_decisions: int,
    legal: Int16s,
    mask: Int8s,
    obs: Int8s,
    checked: int,
    stats: Int64s,
) -> int:
    """Random legal play of one record, game after game, for at least that many decisions.

    ``mask`` and ``obs`` of length 0 leave masks and observations out. ``stats`` (int64): games, decisions that were put
    to a player, decisions of the longest game with the forced ones, rounds, then how games ended (a count for each
    ending). Returns the violation found, or 0.
    """
    st = states[0]
    tb = tables[0]
    done = 0
    while done < decisions:
        seed = next_seed(rng)
        verbs.start(st, tb, num_players, seed, flags, max_decisions)
        count = settle(st, tb, legal)
        asked = 0
        while st.ending == RUNNING:
            if checked:
                found = violation(st, tb, count)
                if found != 0:
                    return found
            if mask.shape[0] > 0:
                write_mask(legal, count, mask)
            if obs.shape[0] > 0:
                write_observation(st, tb, int(st.decider), obs)
            answer_decision(st, legal[random_below(rng, count)])
            asked += 1
            count = settle(st, tb, legal)
        if checked:
            found = violation(st, tb, count)
            if found != 0:
                return found
        done += asked
        stats[0] += 1
        stats[1] += asked
        stats[2] = max(stats[2], st.decisions)
        stats[3] += st.round_number
        stats[4 + st.ending] += 1
    return 0
