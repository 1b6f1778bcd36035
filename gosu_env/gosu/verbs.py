"""GOSU as the verbs of ``gosu_env.engine.verbs``."""

from __future__ import annotations

from gosu_env.engine.openness import hides_nothing as hides_choice
from gosu_env.gosu.belief import write_belief
from gosu_env.gosu.hidden import write_hidden, write_unseen
from gosu_env.gosu.invariants import violation
from gosu_env.gosu.legal import list_legal
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.rules import answer_decision, run, seat_return, start
from gosu_env.gosu.state import was_truncated
from gosu_env.gosu.worlds import determinize

__all__ = [
    "answer_decision",
    "determinize",
    "hides_choice",
    "list_legal",
    "run",
    "seat_return",
    "start",
    "violation",
    "was_truncated",
    "write_belief",
    "write_hidden",
    "write_observation",
    "write_unseen",
]
