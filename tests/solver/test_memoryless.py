"""Players who go by what they see now: they lose what they have forgotten, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gosu_env.engine.errors import OptionError
from gosu_env.solver.cfr import CFR
from gosu_env.solver.exploitability import Responder, check_policy
from gosu_env.solver.matrix import matrix_game
from gosu_env.solver.memoryless import Memoryless
from gosu_env.solver.solution import Solution
from gosu_env.solver.tree import GameTree, TreeBuilder, enumerate_game

TINY = {"size": "mini", "hand_size": 1, "columns": 1}


@cache
def tiny() -> GameTree:
    return enumerate_game("gosu", TINY)


def solved(tree: GameTree, iterations: int) -> Memoryless:
    solver = Memoryless(tree)
    for _ in range(iterations):
        solver.step()
    return solver


def guess(seen: tuple[bytes, bytes], actions: tuple[list[int], list[int]] = ([0, 1], [0, 1])) -> GameTree:
    """A coin is thrown, and the first player knows it and tells it; ``seen`` of heads and of tails."""
    builder = TreeBuilder(observation_size=1)
    root = builder.root()
    for coin in range(2):
        node = builder.outcome(root, 0.5)
        infoset = builder.infoset_of(0, bytes([coin]), actions[coin], seen[coin])
        for choice in range(2):
            builder.act(node, infoset, choice, 1.0 if choice == coin else -1.0)
    return builder.tree("guess")


def rock_paper_scissors() -> GameTree:
    return matrix_game([[0.0, -1, 2], [1, 0, -1], [-2, 1, 0]])


@pytest.mark.parametrize("made", [rock_paper_scissors, tiny])
def test_if_every_information_set_looks_different_it_is_cfr(made: Callable[[], GameTree]) -> None:
    tree = made()
    numbers = np.arange(tree.infosets, dtype=np.int32)
    told = replace(tree, seen=numbers[:, None].view(np.int8))
    memoryless, cfr = solved(told, 20), CFR(told)
    for _ in range(20):
        cfr.step()
    assert memoryless.views == tree.infosets
    assert memoryless.average() == pytest.approx(cfr.average(), abs=1e-12)


def test_what_was_forgotten_costs() -> None:
    told, forgotten = guess((b"h", b"t")), guess((b"?", b"?"))
    assert Responder(told).exploitability(solved(told, 50).average()) == pytest.approx(0, abs=1e-3)
    blind = solved(forgotten, 50)
    assert blind.views == 1
    assert blind.average().tolist() == [0.5, 0.5, 0.5, 0.5]
    assert Responder(forgotten).exploitability(blind.average()) == pytest.approx(0.5)


def test_what_a_player_may_do_tells_positions_apart() -> None:
    tree = guess((b"?", b"?"), ([0, 1], [0, 2]))
    found = solved(tree, 50)
    assert found.views == 2
    assert Responder(tree).exploitability(found.average()) == pytest.approx(0, abs=1e-3)


def test_a_policy_is_the_same_wherever_a_player_sees_the_same() -> None:
    tree, solver = tiny(), solved(tiny(), 100)
    policy = solver.average()
    check_policy(tree, policy)
    alike: dict[bytes, list[float]] = {}
    for infoset in range(tree.infosets):
        at = slice(tree.first[infoset], tree.first[infoset] + tree.count[infoset])
        key = tree.seen[infoset].tobytes() + bytes([tree.player[infoset]])
        assert alike.setdefault(key, policy[at].tolist()) == policy[at].tolist()
    assert len(alike) == solver.views < tree.infosets
    assert Responder(tree).exploitability(policy) < 0.1 * Responder(tree).exploitability(tree.uniform())


def test_it_is_a_player_by_name(tmp_path: Path) -> None:
    solution = Solution(tmp_path, "gosu", TINY)
    told: list[float] = []
    policy = solution.policy_of("memoryless:20", progress=told.append)
    assert (policy == solved(solution.tree, 20).average()).all()
    assert told[-1] == 1.0
    for wrong in ("memoryless:few", "memoryless:0"):
        with pytest.raises(OptionError, match="memoryless:1000"):
            solution.policy_of(wrong)
