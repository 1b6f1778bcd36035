"""The evaluation of a game of which nothing is known but its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.agents.verbs import THINK
from gosu_env.engine.compile import rule
from gosu_env.engine.rules import Rules
from gosu_env.engine.verbs import State, Tables


def make_desks(rules: Rules, weights: Mapping[str, float] | None = None) -> NDArray[np.void]:
    """Two desks with nothing on them."""
    return np.zeros(2, np.dtype([("nothing", "i1")]))


@rule
def habit(st: State, tb: Tables, legal: Any, count: int) -> int:
    return THINK


@rule
def finish_turn(st: State, tb: Tables, desk: Any) -> None:
    """Every position is as good as any other to look at."""


@rule
def promise(st: State, tb: Tables, desk: Any, root: State, action: int) -> float:
    return 0.0


@rule
def branches(st: State, root: State) -> bool:
    return True


@rule
def appraise(st: State, tb: Tables, desk: Any, root: State, seat: int, values: Any) -> None:
    for other in range(st.num_players):
        values[other] = 0.0
