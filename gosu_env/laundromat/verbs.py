"""The verbs of the game, under the names that the shared loops know."""

from __future__ import annotations

from gosu_env.laundromat.invariants import VIOLATIONS, violation
from gosu_env.laundromat.legal import list_legal
from gosu_env.laundromat.observe import write_observation
from gosu_env.laundromat.rules import answer_decision, run, start
from gosu_env.laundromat.scoring import seat_reward
from gosu_env.laundromat.state import TRUNCATED
from gosu_env.laundromat.worlds import determinize

__all__ = [
    "TRUNCATED",
    "VIOLATIONS",
    "answer_decision",
    "determinize",
    "list_legal",
    "run",
    "seat_reward",
    "start",
    "violation",
    "write_observation",
]
