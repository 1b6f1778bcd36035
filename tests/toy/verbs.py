"""High Card as the verbs of the engine."""

from gosu_env.engine.openness import hides_nothing as hides_choice
from gosu_env.engine.returns import win_return as seat_return
from tests.toy.rules import (
    answer_decision,
    determinize,
    list_legal,
    run,
    start,
    violation,
    write_belief,
    write_hidden,
    write_observation,
    write_unseen,
)
from tests.toy.state import was_truncated

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
