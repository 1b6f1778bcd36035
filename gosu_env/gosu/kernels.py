"""The compiled doors to the rules: everything that Python calls, over arrays of records.

``states`` is an array of STATE, ``tables`` an array of one TABLES record, ``i`` the game meant.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry, rule
from gosu_env.engine.rng import next_seed, random_below
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.army import refresh_globals, strength
from gosu_env.gosu.invariants import violation
from gosu_env.gosu.legal import list_legal, write_mask
from gosu_env.gosu.memory import known_copies
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.state import RUNNING, State


@entry
def start(states: Any, tables: Any, i: int, num_players: int, seed: int, flags: int, max_decisions: int) -> None:
    """Shuffle and deal; ``step`` with action -1 goes on to the first decision. ``flags``: ``GosuOptions.flags``."""
    rules.start(states[i], tables[0], num_players, seed, flags, max_decisions)


@rule
def status(st: State, count: int) -> int:
    """How many actions are legal, the deciding seat + 1 (from bit 16) and the ending (from bit 24), in one number."""
    return count | (int(st.decider) + 1) << 16 | int(st.ending) << 24


@entry
def step(states: Any, tables: Any, i: int, action: int, legal: Any, mask: Any) -> int:
    """Apply a legal action, go on to the next decision, list and mask its legal actions; the status."""
    if action >= 0:
        rules.answer_decision(states[i], action)
    count = rules.settle(states[i], tables[0], legal)
    write_mask(legal, count, mask)
    return status(states[i], count)


@entry
def legal_actions(states: Any, tables: Any, i: int, legal: Any, mask: Any) -> int:
    """List and mask the legal actions; the status."""
    count = list_legal(states[i], tables[0], legal)
    write_mask(legal, count, mask)
    return status(states[i], count)


@entry
def observe(states: Any, tables: Any, i: int, seat: int, out: Any) -> None:
    write_observation(states[i], tables[0], seat, out)


@entry
def determinize(states: Any, worlds_out: Any, tables: Any, i: int, j: int, seat: int, seed: int, legal: Any) -> None:
    """Make ``worlds_out[j]`` another world that the seat cannot tell from ``states[i]``."""
    worlds_out[j] = states[i]
    worlds.determinize(states[i], worlds_out[j], tables[0], seat, seed, legal)


@entry
def look_around(states: Any, tables: Any, i: int, observer: int, strengths: Any, known: Any) -> None:
    """The strength of every army (int64, per seat), and what an observer knows of every hand (int8, seats × kinds)."""
    for seat in range(states[i].num_players):
        strengths[seat] = strength(states[i], tables[0], seat)
        for kind in range(known.shape[1]):
            known[seat, kind] = known_copies(states[i], observer, seat, kind)


@entry
def recount(states: Any, tables: Any, i: int) -> None:
    """Fill in what follows from the cards on the table, after a position was set up by hand."""
    refresh_globals(states[i], tables[0])


@entry
def check(states: Any, tables: Any, i: int, legal: Any) -> int:
    """Of the records from ``i`` on, the first in which one of VIOLATIONS holds: which, and from bit 8 on how many come
    before it. 0 when there is none."""
    for j in range(i, states.shape[0]):
        found = violation(states[j], tables[0], list_legal(states[j], tables[0], legal))
        if found != 0:
            return found | (j - i) << 8
    return 0


@entry
def play(
    states: Any,
    tables: Any,
    decisions: int,
    rng: Any,
    num_players: int,
    flags: int,
    max_decisions: int,
    legal: Any,
    mask: Any,
    obs: Any,
    checked: int,
    stats: Any,
) -> int:
    """Random legal play of one record, game after game, for at least that many decisions.

    ``mask`` and ``obs`` of length 0 leave masks and observations out. ``stats`` (int64): games, decisions that were put
    to a player, decisions of the longest game with the forced ones, rounds, then how games ended (one count for each of
    ENDINGS). Returns the violation found, or 0.
    """
    st = states[0]
    tb = tables[0]
    done = 0
    while done < decisions:
        seed = next_seed(rng)
        rules.start(st, tb, num_players, seed, flags, max_decisions)
        count = rules.settle(st, tb, legal)
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
            rules.answer_decision(st, legal[random_below(rng, count)])
            asked += 1
            count = rules.settle(st, tb, legal)
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
