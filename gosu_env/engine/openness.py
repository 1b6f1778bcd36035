"""Games in which everybody may know how many answers a decision has."""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.engine.verbs import State


@rule
def hides_nothing(st: State) -> bool:
    """Whether nobody else may know how many answers the decision has."""
    return False
