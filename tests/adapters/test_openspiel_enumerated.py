"""OpenSpiel's solvers and ours, over the same small game: the same information sets, values and exploitability."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env.engine.errors import OptionError
from gosu_env.solver.cfr import CFR
from gosu_env.solver.exploitability import Responder, game_value
from gosu_env.solver.tree import GameTree, enumerate_game

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

import gosu_env.envs.openspiel_enumerated  # noqa: E402, F401  (makes the games known)

pytestmark = pytest.mark.adapter

SIZES: dict[str, dict[str, Any]] = {"tiny": {"size": "mini", "hand_size": 1, "columns": 1}, "mini": {"size": "mini"}}
ITERATIONS = 4
STORED = Path(__file__).resolve().parents[2] / "docs" / "exploitability" / "openspiel.json"


@cache
def theirs(size: str = "tiny") -> Any:
    return pyspiel.load_game("gosu_enumerated", {name: str(value) for name, value in SIZES[size].items()})


@cache
def ours(size: str = "tiny") -> GameTree:
    return enumerate_game("gosu", SIZES[size])


@cache
def same_sets(size: str = "tiny") -> dict[str, int]:
    """Walk both trees together: which of our information sets each of theirs is."""
    tree, found = ours(size), {}
    below: dict[int, list[int]] = {}
    for node in range(1, tree.nodes):
        below.setdefault(int(tree.parent[node]), []).append(node)

    def walk(state: Any, node: int) -> None:
        if state.is_terminal():
            assert tree.ends[node]
            assert state.returns() == [tree.value[node], -tree.value[node]]
            return
        children = below[node]
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
            assert [chance for _, chance in state.chance_outcomes()] == pytest.approx(tree.chance[children])
        else:
            actions = state.legal_actions()
            infoset = int(tree.infoset[tree.slot[children[0]]])
            assert state.current_player() == tree.player[infoset]
            assert actions == tree.legal(infoset).tolist()
            assert found.setdefault(state.information_state_string(), infoset) == infoset
        for action, child in zip(actions, children, strict=True):
            walk(state.child(action), child)

    walk(theirs(size).new_initial_state(), 0)
    return found


class Ours(policies.Policy):  # type: ignore[misc]
    """A policy of our tree for OpenSpiel."""

    def __init__(self, size: str, policy: np.ndarray[Any, Any]) -> None:
        super().__init__(theirs(size), [0, 1])
        tree = ours(size)
        self.chances = {}
        for key, infoset in same_sets(size).items():
            chosen = policy[tree.first[infoset] : tree.first[infoset] + tree.count[infoset]].tolist()
            self.chances[key] = dict(zip(tree.legal(infoset).tolist(), chosen, strict=True))

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return self.chances[state.information_state_string(player_id)]


def average(iterations: int, size: str = "tiny") -> np.ndarray[Any, Any]:
    solver = CFR(ours(size))
    for _ in range(iterations):
        solver.step()
    return solver.average()


@pytest.mark.parametrize("size", ["tiny", pytest.param("mini", marks=pytest.mark.soak)])
def test_trees_and_information_sets_are_the_same(size: str) -> None:
    found = same_sets(size)
    assert sorted(found.values()) == list(range(ours(size).infosets))


@pytest.mark.parametrize("iterations", [0, 200], ids=["uniform", "CFR+"])
def test_exploitability_and_values_are_the_same(iterations: int) -> None:
    tree, policy = ours(), average(iterations)
    given = Ours("tiny", policy)
    found = Responder(tree).exploitability(policy)
    assert exploitability.exploitability(theirs(), given) == pytest.approx(found, abs=1e-9)
    assert exploitability.nash_conv(theirs(), given) == pytest.approx(2 * found, abs=1e-9)
    value = expected_game_score.policy_value(theirs().new_initial_state(), [given, given])
    assert value == pytest.approx([game_value(tree, policy), -game_value(tree, policy)], abs=1e-9)
    assert (found < 0.002) == (iterations > 0)


@pytest.mark.soak
@pytest.mark.parametrize("row", json.loads(STORED.read_text(encoding="utf-8")), ids=lambda row: row["iterations"])
def test_exploitability_and_value_of_mini_are_those_on_the_page(row: dict[str, float]) -> None:
    policy = average(int(row["iterations"]), "mini")
    given, root = Ours("mini", policy), theirs("mini").new_initial_state()
    found = exploitability.exploitability(theirs("mini"), given), expected_game_score.policy_value(root, [given] * 2)[0]
    print(f"OpenSpiel: exploitability {found[0]!r}, value {float(found[1])!r}")
    assert Responder(ours("mini")).exploitability(policy) == pytest.approx(found[0], abs=1e-9)
    assert game_value(ours("mini"), policy) == pytest.approx(found[1], abs=1e-9)
    assert (row["exploitability"], row["value"]) == pytest.approx(found, abs=1e-9)


def test_their_cfr_plus_is_ours() -> None:
    solver = cfr.CFRPlusSolver(theirs())
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    tree, expected, found = ours(), average(ITERATIONS), solver.average_policy()
    for key, infoset in same_sets().items():
        first, legal = int(tree.first[infoset]), tree.legal(infoset)
        chances = found.action_probability_array[found.state_lookup[key], legal]
        assert chances == pytest.approx(expected[first : first + len(legal)], abs=1e-9)


def test_states_are_told_and_copied() -> None:
    state = theirs().new_initial_state()
    assert str(state) == "chance decides"
    rng = np.random.default_rng(0)
    while not state.is_terminal():
        copied = state.clone()
        action = int(
            rng.choice([a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions())
        )
        assert state.action_to_string(action)
        for each in (state, copied):
            each.apply_action(action)
        assert copied.history() == state.history()
        assert [copied.information_state_string(p) for p in (0, 1)] == [
            state.information_state_string(p) for p in (0, 1)
        ]
    assert sum(state.returns()) == 0


def test_games_without_a_list_of_outcomes_are_refused() -> None:
    with pytest.raises(OptionError, match="does not say what chance may do"):
        pyspiel.load_game("laundromat_enumerated")
