"""OpenSpiel's solvers and ours, over the same small game: the same information sets, values and exploitability."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game
from gosu_env.engine.errors import OptionError
from gosu_env.engine.history import History
from gosu_env.solver.cfr import CFR
from gosu_env.solver.exploitability import Responder, game_value
from gosu_env.solver.tree import GameTree, enumerate_game

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import observation, rl_environment  # noqa: E402
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


# ------------------------------------------------------------------------------------------------ tensors


@pytest.mark.parametrize("size", ["tiny", pytest.param("mini", marks=pytest.mark.soak)])
def test_tensors_tell_all_information_sets_apart(size: str) -> None:
    """One tensor for each information set, and another one for each other: nothing is lost to a network."""
    found: dict[tuple[int, bytes], set[str]] = {}

    def walk(state: Any) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            player, actions = state.current_player(), state.legal_actions()
            key = player, state.recall(player).tobytes()
            found.setdefault(key, set()).add(state.information_state_string())
        for action in actions:
            walk(state.child(action))

    walk(theirs(size).new_initial_state())
    assert {len(strings) for strings in found.values()} == {1}
    assert len(found) == ours(size).infosets


def test_tensors_are_the_observation_and_the_history_of_the_game() -> None:
    game, rng = theirs(), np.random.default_rng(3)
    spec = game.memory_spec
    assert game.observation_tensor_shape() == [spec["history.word"].start]
    assert game.information_state_tensor_shape() == [spec.size]
    observer, recaller = (observation.make_observation(game, kind) for kind in (None, observation.INFO_STATE_OBS_TYPE))
    for _ in range(20):
        state = game.new_initial_state()
        assert not any(state.information_state_tensor(0))
        while state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
        past = History(game.table(state.record))
        drawn = False  # by chance: our history, which goes on from the deal, does not know what
        while not state.is_terminal():
            if state.is_chance_node():
                drawn = True
                state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
                continue
            table = game.table(state.record)
            for player in range(2):
                seen = table.observe(player)
                assert state.observation_tensor(player) == seen.tolist()
                told = state.information_state_tensor(player)
                assert told[: len(seen)] == seen.tolist()
                if not drawn:
                    assert told[len(seen) :] == past.latest(player, game.tokens).tolist()
                for each, expected in ((observer, seen.tolist()), (recaller, told)):
                    each.set_from(state, player)
                    assert each.tensor.tolist() == expected
                assert (recaller.dict["player.me"] == seen[spec["player.me"]]).all()
            action = int(rng.choice(state.legal_actions()))
            if not drawn:
                past.apply(action)
            state.apply_action(action)
    with pytest.raises(OptionError, match="players are numbered from 0 to 1"):
        state.information_state_tensor(2)


def exact(policy: Any) -> float:
    """How exploitable a policy is, found by OpenSpiel and by us; what it gives to illegal actions is left out."""

    def chances(state: Any) -> dict[int, float]:
        told = policy.action_probabilities(state)
        whole = sum(told.values())
        return {action: chance / whole for action, chance in told.items()}

    tabular, tree = policies.tabular_policy_from_callable(theirs(), chances), ours()
    made = np.zeros(int(tree.count.sum()))
    for key, infoset in same_sets().items():
        first, legal = int(tree.first[infoset]), tree.legal(infoset)
        made[first : first + len(legal)] = tabular.policy_for_key(key)[legal]
    found = exploitability.exploitability(theirs(), tabular)
    assert Responder(tree).exploitability(made) == pytest.approx(found, abs=1e-6)
    return float(found)


def test_deep_cfr_of_openspiel_becomes_harder_to_exploit() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    from open_spiel.python.pytorch import deep_cfr  # noqa: PLC0415

    steps = dict.fromkeys(("policy_network_train_steps", "advantage_network_train_steps"), 20)
    sizes = dict.fromkeys(("policy_network_layers", "advantage_network_layers"), (32,))
    batches = dict.fromkeys(("batch_size_advantage", "batch_size_strategy"), 256)
    more: dict[str, Any] = {**steps, **sizes, **batches}
    solver = deep_cfr.DeepCFRSolver(
        theirs(), num_iterations=4, num_traversals=20, learning_rate=1e-2, memory_capacity=100_000, seed=1,
        reinitialize_advantage_networks=False, **more,
    )  # fmt: skip
    solver.solve()
    assert exact(solver) < 0.4 < exact(policies.UniformRandomPolicy(theirs()))


class Average(policies.Policy):  # type: ignore[misc]
    """The average policies of NFSP's agents."""

    def __init__(self, agents: list[Any]) -> None:
        super().__init__(theirs(), [0, 1])
        self.agents = agents

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        from open_spiel.python.pytorch import nfsp  # noqa: PLC0415

        seat, legal = state.current_player(), state.legal_actions()
        seen: dict[str, Any] = {"info_state": [None, None], "legal_actions": [None, None], "current_player": seat}
        seen["info_state"][seat], seen["legal_actions"][seat] = state.information_state_tensor(seat), legal
        with self.agents[seat].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            step = rl_environment.TimeStep(seen, None, None, None)
            chances = self.agents[seat].step(step, is_evaluation=True).probs
        return {action: float(chances[action]) for action in legal}


def test_nfsp_of_openspiel_is_measured_exactly() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    from open_spiel.python.pytorch import nfsp  # noqa: PLC0415

    env = rl_environment.Environment(theirs(), seed=1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    assert size == theirs().information_state_tensor_size()
    agents = [nfsp.NFSP(seat, size, actions, [16], 1000, 0.1) for seat in range(2)]
    for _ in range(20):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert 0 < exact(Average(agents)) <= 1


def test_a_shorter_history_is_a_parameter() -> None:
    words = {"size": "mini", "hand_size": "1", "columns": "1", "history": 3}
    game = pyspiel.load_game("gosu_enumerated", words)
    whole = Game("gosu", size="mini", hand_size=1, columns=1).observation_spec.size
    assert game.information_state_tensor_size() == whole + 3 * 8
