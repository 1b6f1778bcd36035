"""What searches ask of a game beyond its rules: how a turn is likely to end, and what positions are worth.

A game that can say has a module ``evaluation`` in its folder here, with these verbs and ``make_desks(rules, weights)``.
A desk is a record of the game's own choosing, with weights and room to compute in; the search hands it through. The
first desk is for what moves promise, the second for judging positions. The numbers ``EXPLORATION`` and ``TEMPERATURE``,
if it has them, replace those of ``agents/ismcts.py``. ``agents/plain.py`` is for all other games.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.verbs import State, Tables, verb

# What ``habit`` may say instead of an action.
THINK = -1  # it depends
ALIKE = -2  # all actions are alike


@verb
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    """The action that a greedy player takes without a thought, or THINK, or ALIKE."""
    raise NotImplementedError


@verb
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    """Play on, by rule of thumb, to a position that is worth judging."""
    raise NotImplementedError


@verb
def promise(st: State, tb: Tables, desk: Any, root: State, action: int) -> float:
    """The return that a move promises the seat which decides, at first sight; ``st`` is left as it is."""
    raise NotImplementedError


@verb
def branches(st: State, root: State) -> bool:
    """Whether the tree of a search from ``root`` grows beyond a position; else it is judged as it stands."""
    raise NotImplementedError


@verb
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    """Finish the turn and write the return that every seat may expect; ``seat`` searches, from ``root``."""
    raise NotImplementedError
