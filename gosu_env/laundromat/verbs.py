"""Goblin Laundromat as the verbs of ``gosu_env.engine.verbs``."""

from __future__ import annotations

from gosu_env.engine.openness import hides_nothing as hides_choice
from gosu_env.laundromat.belief import write_belief
from gosu_env.laundromat.hidden import write_hidden, write_unseen
from gosu_env.laundromat.invariants import violation
from gosu_env.laundromat.legal import list_legal
from gosu_env.laundromat.observe import write_observation
from gosu_env.laundromat.rules import answer_decision, run, start
from gosu_env.laundromat.scoring import seat_return
from gosu_env.laundromat.state import was_truncated
from gosu_env.laundromat.worlds import determinize

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
