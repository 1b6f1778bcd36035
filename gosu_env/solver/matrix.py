"""Games in which both players choose at once: a matrix of what the row player gets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gosu_env.solver.cfr import CFR
from gosu_env.solver.tree import GameTree, TreeBuilder


def matrix_game(payoff: NDArray[np.floating] | list[list[float]]) -> GameTree:
    """The tree of a matrix: the second player does not see what the first chose."""
    rows = np.asarray(payoff, np.float64)
    builder = TreeBuilder()
    node = builder.outcome(builder.root(), 1.0)
    row_player = builder.infoset_of(0, b"row", list(range(rows.shape[0])))
    column_player = builder.infoset_of(1, b"column", list(range(rows.shape[1])))
    for row, line in enumerate(rows.tolist()):
        below = builder.act(node, row_player, row)
        for column, value in enumerate(line):
            builder.act(below, column_player, column, value)
    return builder.tree("matrix")


def solve_matrix(
    payoff: NDArray[np.floating] | list[list[float]], iterations: int = 2000
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How both players mix in an equilibrium, by CFR+."""
    tree = matrix_game(payoff)
    solver = CFR(tree)
    for _ in range(iterations):
        solver.step()
    average = solver.average()
    return average[: tree.count[0]], average[tree.count[0] :]
