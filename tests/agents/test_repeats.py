"""Positions that come back: a player that takes its best action gets out of a circle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from gosu_env import Game, View
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import About
from gosu_env.agents.repeats import ENOUGH, Repeats, left
from gosu_env.engine.batch import Batch
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer

HERE, THERE = np.array([1, 2], np.int8), np.array([1, 3], np.int8)


def test_an_answer_is_given_twice_to_the_same_position() -> None:
    repeats = Repeats()
    for clock in range(0, 2 * ENOUGH, 2):
        assert repeats.spent("here", clock, HERE) == []
        repeats.keep("here", HERE, 7)
        assert repeats.spent("here", clock + 1, THERE) == []
        repeats.keep("here", THERE, 8)
    assert repeats.spent("here", 9, HERE) == [7]
    assert repeats.spent("here", 10, THERE) == [8]
    assert repeats.spent("elsewhere", 9, HERE) == []


def test_another_game_begins_where_the_clock_goes_back() -> None:
    repeats = Repeats()
    for clock in range(5):
        repeats.spent("here", clock, HERE)
        repeats.keep("here", HERE, 7)
    assert repeats.spent("here", 5, HERE) == [7]
    assert repeats.spent("here", 1, HERE) == []


def test_a_decision_that_is_asked_for_again_counts_once() -> None:
    repeats = Repeats()
    for _ in range(5):
        assert repeats.spent("here", 3, HERE) == []
        repeats.keep("here", HERE, 7)
    repeats.spent("here", 4, HERE)
    repeats.keep("here", HERE, 7)
    assert repeats.spent("here", 5, HERE) == [7]


def test_all_are_left_where_all_are_spent() -> None:
    assert left([4, 6, 9], [6]) == [0, 2]
    assert left([4, 6], [6, 4]) == [0, 1]


@pytest.fixture
def circle(table: Any) -> Game:
    """The other seat has passed, and two Heroes with zombie mutation can take each other's place at no cost."""
    army = [["Murk", "Shade"], ["Umbra", "Kataclysm"], ["Kisei", "Carnival"]]  # mutating costs two cards less
    players = {"army": army, "tokens": 0}, {"passed": True}
    game: Game = table(*players, discard=["Duwal"], turn=0, kamakor=True).game
    return game


@pytest.fixture
def mutant(circle: Game) -> Network:
    """A network that mutates as long as it can."""
    network = Network(read_features(circle.observation_spec), circle.num_actions, width=8, depth=1)
    with torch.no_grad():
        network.policy.weight.zero_()
        network.policy.bias.zero_()
        network.policy.bias[circle.parse_action("mutate 2.2")] = 3
    return network


def test_the_agent_gets_out_of_a_circle(circle: Game, mutant: Network, tmp_path: Any) -> None:
    path = tmp_path / "mutant.safetensors"
    save_policy(path, mutant, About.at_table(circle.rules, 8, 1, decisions=0))
    agent, texts = make_agent(f"policy:{path}"), [""]
    while texts[-1] != "pass" and len(texts) < 50:
        action = agent.act(View(circle))
        texts.append(circle.action_text(action))
        circle.apply(action)
    assert texts[-1] == "pass"
    assert texts.count("mutate 2.2 (Duwal)") == ENOUGH


def test_a_player_of_a_batch_does_as_the_agent(circle: Game, mutant: Network, tmp_path: Any) -> None:
    path = tmp_path / "mutant.safetensors"
    save_policy(path, mutant, About.at_table(circle.rules, 8, 1, decisions=0))
    agent, player = make_agent(f"policy:{path}"), NetworkPlayer(mutant)
    batch = Batch(circle.rules, 1)
    batch.restore(batch.snapshot() | {"states": circle.states.view(np.uint8).reshape(1, -1)})
    for _ in range(40):
        wanted = agent.act(View(batch.game(0)))
        assert player.answer(batch, np.array([0])).tolist() == [wanted]
        batch.step([wanted])
