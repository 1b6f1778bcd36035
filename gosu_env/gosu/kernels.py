"""The compiled doors to the rules: everything that Python calls, over arrays of records.

``states`` is an array of STATE, ``tables`` an array of one TABLES record, ``i`` the game meant.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import entry, rule
from gosu_env.engine.rng import next_word, random_below
from gosu_env.gosu import rules, worlds
from gosu_env.gosu.army import refresh_globals, strength
from gosu_env.gosu.invariants import violation
from gosu_env.gosu.legal import write_mask
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.piles import known_copies
from gosu_env.gosu.state import RUNNING


@entry
def start(states: Any, tables: Any, i: int, num_players: int, seed: int, auto_forced: int, max_decisions: int) -> None:
    """Shuffle and deal; ``step`` with action -1 goes on to the first decision."""
    rules.start(states[i], tables[0], num_players, seed, auto_forced, max_decisions)


@entry
def step(states: Any, tables: Any, i: int, action: int, mask: Any) -> int:
    """Apply a legal action, go on to the next decision and write its mask; the number of legal actions."""
    if action >= 0:
        rules.answer_decision(states[i], action)
    return rules.settle(states[i], tables[0], mask)


@entry
def legal_mask(states: Any, tables: Any, i: int, mask: Any) -> int:
    """Write the mask; the number of legal actions."""
    return write_mask(states[i], tables[0], mask)


@entry
def observe(states: Any, tables: Any, i: int, seat: int, out: Any) -> None:
    write_observation(states[i], tables[0], seat, out)


@entry
def determinize(states: Any, worlds_out: Any, tables: Any, i: int, j: int, seat: int, seed: int, mask: Any) -> None:
    """Make ``worlds_out[j]`` another world that the seat cannot tell from ``states[i]``."""
    worlds_out[j] = states[i]
    worlds.determinize(states[i], worlds_out[j], tables[0], seat, seed, mask)


@entry
def look_around(states: Any, tables: Any, i: int, observer: int, strengths: Any, known: Any) -> None:
    """The strength of every army (int64, one per seat), and what an observer knows of every hand (int8, seats by kinds)."""
    for seat in range(states[i].num_players):
        strengths[seat] = strength(states[i], tables[0], seat)
        for kind in range(known.shape[1]):
            known[seat, kind] = known_copies(states[i], observer, seat, kind)


@entry
def recount(states: Any, tables: Any, i: int) -> None:
    """Fill in what follows from the cards on the table, after a position was set up by hand."""
    refresh_globals(states[i], tables[0])


@entry
def check(states: Any, tables: Any, i: int, mask: Any) -> int:
    """Which of VIOLATIONS holds, or 0."""
    return violation(states[i], tables[0], write_mask(states[i], tables[0], mask))


@rule
def pick(st_rng: Any, mask: Any, count: int) -> int:
    """A uniformly random legal action."""
    left = random_below(st_rng, count)
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            if left == 0:
                return action
            left -= 1
    return -1


@entry
def play(
    states: Any,
    tables: Any,
    decisions: int,
    rng: Any,
    num_players: int,
    auto_forced: int,
    max_decisions: int,
    mask: Any,
    obs: Any,
    checked: int,
    stats: Any,
) -> int:
    """Random legal play of one record, game after game, for at least that many decisions.

    ``obs`` of length 0 leaves observations out. ``stats`` (int64): games, decisions, longest game, truncated, rounds,
    then how games ended (one count for each of ENDINGS). Returns the violation found, or 0.
    """
    st = states[0]
    tb = tables[0]
    done = 0
    while done < decisions:
        seed = (next_word(rng) << 31) ^ next_word(rng)
        rules.start(st, tb, num_players, seed, auto_forced, max_decisions)
        count = rules.settle(st, tb, mask)
        while st.ending == RUNNING:
            if checked:
                found = violation(st, tb, count)
                if found != 0:
                    return found
            if obs.shape[0] > 0:
                write_observation(st, tb, int(st.decider), obs)
            rules.answer_decision(st, pick(rng, mask, count))
            count = rules.settle(st, tb, mask)
        if checked:
            found = violation(st, tb, count)
            if found != 0:
                return found
        done += st.decisions
        stats[0] += 1
        stats[1] += st.decisions
        stats[2] = max(stats[2], st.decisions)
        stats[3] += st.round_number
        stats[4 + st.ending] += 1
    return 0
