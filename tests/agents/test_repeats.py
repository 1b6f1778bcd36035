"""Positions that come back: a player that takes its best action gets out of a circle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gosu_env import Agent, Game, View
from gosu_env.agents import make_agent, repeats
from gosu_env.agents.features import read_features
from gosu_env.agents.policy import About
from gosu_env.agents.repeats import ENOUGH, LONG, Repeats
from gosu_env.engine.batch import Batch
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.selfplay import NetworkTeller

HERE, THERE = np.array([1, 2], np.int8), np.array([1, 3], np.int8)


def test_an_answer_is_given_twice_to_the_same_position() -> None:
    met = Repeats()
    for clock in range(0, 2 * ENOUGH, 2):
        assert met.spent("here", clock, 1, HERE) == []
        met.keep("here", 7)
        assert met.spent("here", clock + 1, 1, THERE) == []
        met.keep("here", 8)
    assert met.spent("here", 9, 1, HERE) == [7]
    assert met.spent("here", 10, 1, THERE) == [8]
    assert met.spent("elsewhere", 9, 1, HERE) == []


def test_another_game_begins_where_the_clock_goes_back() -> None:
    met = Repeats()
    for clock in range(5):
        met.spent("here", clock, 1, HERE)
        met.keep("here", 7)
    assert met.spent("here", 5, 1, HERE) == [7]
    assert met.spent("here", 1, 1, HERE) == []


def test_a_decision_that_is_asked_for_again_counts_once() -> None:
    met = Repeats()
    for _ in range(5):
        assert met.spent("here", 3, 1, HERE) == []
        met.keep("here", 7)
    met.spent("here", 4, 1, HERE)
    met.keep("here", 7)
    assert met.spent("here", 5, 1, HERE) == [7]


def test_in_a_long_round_answers_are_over_wherever_they_were_given() -> None:
    met = Repeats()
    positions = [np.array([turn % 128, turn // 128], np.int8) for turn in range(3 * LONG)]
    for clock in range(LONG):
        assert met.spent("here", clock, 1, positions[clock]) == []
        met.keep("here", 9 if clock == 5 else clock % 3)
    assert sorted(met.spent("here", LONG, 1, positions[LONG])) == [0, 1, 2]  # 9 was given once
    assert sorted(met.spent("here", LONG, 1, positions[LONG])) == [0, 1, 2]
    met.keep("here", 9)
    assert sorted(met.spent("here", LONG + 1, 1, positions[LONG + 1])) == [0, 1, 2, 9]
    met.keep("here", 4)
    assert met.spent("here", LONG + 2, 2, positions[LONG + 2]) == []  # another round


@pytest.fixture
def circle(table: Any) -> Iterator[Game]:
    """The other seat has passed, and two Heroes with zombie mutation can take each other's place at no cost."""
    army = [["Murk", "Shade"], ["Umbra", "Kataclysm"], ["Kisei", "Carnival"]]  # mutating costs two cards less
    players = {"army": army, "tokens": 0}, {"passed": True}
    game: Game = table(*players, discard=["Duwal"], turn=0, kamakor=True).game
    tables, kinds = game.rules.tables, [game.rules.cards.kind(name) for name in ("Duwal", "Kataclysm")]
    printed = tables["mutation_cost"][0, kinds]
    tables.setflags(write=True)
    tables["mutation_cost"][0, kinds] = 0  # no such card is in the set
    yield Game.from_bytes(game.to_bytes())  # what is legal is listed again
    tables["mutation_cost"][0, kinds] = printed


@pytest.fixture
def mutant(circle: Game) -> Network:
    """A network that mutates as long as it can."""
    network = Network(read_features(circle.observation_spec), circle.num_actions, width=8, depth=1)
    with torch.no_grad():
        network.policy.weight.zero_()
        network.policy.bias.zero_()
        network.policy.bias[circle.parse_action("mutate 2.2")] = 3
        network.value.weight.zero_()
    return network


@pytest.fixture
def file(circle: Game, mutant: Network, tmp_path: Path) -> Path:
    path = tmp_path / "mutant.safetensors"
    save_policy(path, mutant, About.at_table(circle.rules, 8, 1, decisions=0))
    return path


def first_turns(agent: Agent, game: Game) -> list[str]:
    """What an agent does until it passes, fifty decisions at most."""
    texts = [""]
    while texts[-1] != "pass" and len(texts) < 50:
        action = agent.act(View(game))
        texts.append(game.action_text(action))
        game.apply(action)
    return texts


@pytest.mark.parametrize("name", ["policy:{}", "rollout:8:policy={}", "ismcts:3:judge={}"])
def test_agents_get_out_of_a_circle(circle: Game, file: Path, name: str) -> None:
    texts = first_turns(make_agent(name.format(file), seed=1), circle)
    assert texts[-1] == "pass"
    assert texts.count("mutate 2.2 (Duwal)") == ENOUGH


@pytest.mark.parametrize("name", ["policy:{}", "rollout:8:policy={}", "ismcts:3:judge={}"])
def test_it_is_a_circle(circle: Game, file: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "ENOUGH", 1000)
    assert "pass" not in first_turns(make_agent(name.format(file), seed=1), circle)


@pytest.mark.parametrize("make", [NetworkPlayer, NetworkTeller])
def test_players_of_a_batch_do_as_the_agent(circle: Game, mutant: Network, file: Path, make: Any) -> None:
    agent, player = make_agent(f"policy:{file}"), make(mutant)
    batch = Batch(circle.rules, 1)
    batch.restore(batch.snapshot() | {"states": circle.states.view(np.uint8).reshape(1, -1)})
    for _ in range(40):
        wanted = agent.act(View(batch.game(0)))
        told = player.answer(batch, np.array([0]))
        assert getattr(told, "action", told).tolist() == [wanted]
        batch.step([wanted])
