"""GOSU X as the verbs of ``gosu_env.engine.verbs``."""

from __future__ import annotations

from gosu_env.gosux.belief import write_belief
from gosu_env.gosux.hidden import write_hidden, write_unseen
from gosu_env.gosux.invariants import violation
from gosu_env.gosux.legal import hides_choice, list_legal
from gosu_env.gosux.observe import write_observation
from gosu_env.gosux.rules import answer_decision, run, seat_return, start
from gosu_env.gosux.state import was_truncated
from gosu_env.gosux.worlds import determinize

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
