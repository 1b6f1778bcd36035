"""What is compiled together: the entries over any game's rules, as soon as one of them is asked for.

A library of all of them takes hardly longer to compile than one for a single entry, since they share the rules. So
nobody waits twice. What their arguments are is known from the record and the tables of the game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from gosu_env.engine.arrays import Beliefs, Episodes, Extras, Games, Moves
from gosu_env.engine.layout import EVENT_COLUMNS

TEMPLATES = tuple(f"gosu_env.engine.{name}" for name in ("entries", "batch_loops", "extra_loops", "belief_loops"))
EPISODES = {  # of ``envs.learners``
    **{"actions": np.int32, "draws": np.int64, "deals": np.int64, "length": np.int64, "reward": np.float64},
    **{"done": np.bool_, "truncated": np.bool_, "ending": np.int8, "final_obs": np.int8},
}


def siblings(module: str, arguments: Sequence[Any]) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """The entries that are compiled with one of a module: a name, the entry, and arguments like those it is given."""
    template, bracket, verbs = module.partition("[")
    found = _records(arguments)
    if template not in TEMPLATES or not bracket or found is None:
        return
    from gosu_env.engine.bind import bind  # noqa: PLC0415  (it needs the entries)

    examples = _examples(*found)
    for name in TEMPLATES:
        bound = bind(import_module(name), sys.modules[verbs.rstrip("]")])
        short = name.rpartition(".")[2]
        for key, known in examples.items():
            part, _, entry = key.partition(".")
            if part == short and getattr(getattr(bound, entry), "__module__", "") == bound.__name__:
                yield f"{short}_{entry}", getattr(bound, entry), known


def _records(arguments: Sequence[Any]) -> tuple[np.dtype[Any], np.dtype[Any]] | None:
    """The record and the tables of a game among some arguments; None if games are told."""
    for first in arguments[:1]:
        parts = (first.states, first.tables) if isinstance(first, Games) else arguments[:2]
        if all(isinstance(part, np.ndarray) and part.dtype.fields is not None for part in parts) and len(parts) == 2:
            states, tables = (part.dtype for part in parts)
            if "rng" in (states.names or ()) and _rows(states) == 0:
                return states, tables
    return None


def _rows(dtype: np.dtype[Any]) -> int:
    """The rows for events in a record."""
    assert dtype.fields is not None
    if "events" not in dtype.fields:
        return 0
    shape = dtype.fields["events"][0].shape
    assert shape[1:] == (EVENT_COLUMNS,)
    return int(shape[0])


def _examples(state: np.dtype[Any], table: np.dtype[Any]) -> dict[str, tuple[Any, ...]]:
    """Arguments for every entry, as they are given in this package."""

    def array(kind: Any, axes: int = 1) -> Any:
        return np.zeros((0,) * axes, kind)

    states, tables, legal, mask = array(state), array(table), array(np.int16), array(np.int8)
    games = Games(
        *(states, tables, array(np.int32), array(np.int64), array(np.uint32, 2), array(np.int64), array(np.int16, 2)),
        *(array(np.int16), array(np.int8, 2), array(np.int8, 2), array(np.int8)),
    )
    moves = Moves(array(np.int32), array(np.bool_), array(np.float32, 2), array(np.bool_), array(np.bool_))
    extras = Extras(array(np.int8, 3), array(np.int8, 3), array(np.int8, 2), array(np.int8, 2))
    beliefs = Beliefs(array(np.float32, 2), array(np.int8, 2), states, array(np.int32))
    episodes = Episodes(*(array(EPISODES[name], 2 if name == "final_obs" else 1) for name in Episodes._fields))
    settings = (0, 0, 0)  # number of players, flags, max_decisions
    return {
        "entries.start": (states, tables, 0, 0, 0, 0, 0),
        "entries.step": (states, tables, 0, 0, legal, mask),
        "entries.legal_actions": (states, tables, 0, legal, mask),
        "entries.observe": (states, tables, 0, 0, mask),
        "entries.returns": (states, tables, 0, array(np.float64)),
        "entries.determinize": (states, states, tables, 0, 0, 0, 0, legal),
        "entries.check": (states, tables, 0, legal),
        "entries.play": (states, tables, 0, array(np.uint32), *settings, legal, mask, mask, 0, array(np.int64)),
        "batch_loops.find_illegal": (games, moves, 0, 0),
        "batch_loops.step": (games, moves, 0, 0),
        "batch_loops.play_seats": (games, episodes, 0, 0, 0, 0),
        "batch_loops.observe_seats": (states, tables, array(np.int8, 3), 0, 0),
        "batch_loops.sample": (games, array(np.int32), 0, 0),
        "batch_loops.rollout": (games, 0, array(np.int64), 0, 0),
        "extra_loops.hidden": (states, tables, 0, 0, mask),
        "extra_loops.central_state": (states, tables, 0, 0, mask),
        "extra_loops.show": (games, extras, 0, 0, 0),
        "extra_loops.step": (games, moves, extras, 0, 0, 0),
        "belief_loops.belief": (states, tables, 0, 0, states, legal, mask, array(np.float32)),
        "belief_loops.certain": (states, tables, 0, 0, mask),
        "belief_loops.show": (games, beliefs, 0, 0),
    }
