"""Policies: files, names, choices."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from safetensors.numpy import load, save

from agents import make_agent
from agents.features import read_features
from agents.policy import ABOUT, About, load_policy
from gosu_env import DataError, Game, OptionError, View
from training.checkpoint import save_policy
from training.network import Network


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory):
    game = Game(seed=1)
    torch.manual_seed(3)
    network = Network(read_features(game.observation_spec), game.num_actions, width=12, depth=1)
    with torch.no_grad():
        network.policy.weight *= 50
    path = tmp_path_factory.mktemp("policy") / "policy.safetensors"
    save_policy(path, network, About("gosu", 2, 12, 1, decisions=0))
    return path


def test_it_plays_whole_games_and_tells_its_thoughts(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    game = Game(seed=2)
    while not game.is_over:
        view = View(game)
        action = agent.act(view)
        probabilities = agent.thoughts.probabilities
        assert set(probabilities) == set(view.legal_actions())
        assert sum(probabilities.values()) == pytest.approx(1)
        assert action == max(probabilities, key=probabilities.get)
        assert -1 <= agent.thoughts.value <= 1
        game.apply(action)


def test_many_decisions_at_once_are_answered_as_one_by_one(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    views = [View(Game(seed=seed)) for seed in range(12)]
    assert agent.act_many(views) == [agent.act(view) for view in views]


def test_with_a_temperature_it_acts_by_chance_and_by_its_seed(policy_file):
    view = View(Game(seed=8))

    def actions(seed, temperature):
        agent = make_agent(f"policy:{policy_file}:temperature={temperature}", seed)
        return [agent.act(view) for _ in range(30)]

    assert actions(1, 5) == actions(1, 5)
    assert len(set(actions(1, 5))) > 1
    assert len(set(actions(1, 0))) == 1


def test_a_folder_of_training_is_a_policy(policy_file):
    view = View(Game(seed=8))
    by_file, by_folder = make_agent(f"policy:{policy_file}"), make_agent(f"policy:{policy_file.parent}")
    assert by_file.act(view) == by_folder.act(view)


def test_a_policy_for_other_tables_is_refused(policy_file):
    agent = make_agent(f"policy:{policy_file}")
    with pytest.raises(OptionError, match="for 2 players, not for 3"):
        agent.act(View(Game(num_players=3, seed=1)))


@pytest.mark.parametrize("spec", ["policy:nobody", "policy:gone.safetensors", "policy:"])
def test_unknown_policies_are_refused(spec):
    with pytest.raises((OptionError, DataError), match=r"policy|gone"):
        make_agent(spec).act(View(Game(seed=1)))


def rewritten(path, change, about=None):
    """The file with other weights or another description."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    described = json.loads(content[8 : 8 + size])["__metadata__"]
    return save(change(load(content)), about if about is not None else described)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda w: {name: value for name, value in w.items() if name != "bias"}, "missing or too many: bias"),
        (lambda w: w | {"extra": np.zeros(3, np.float32)}, "extra"),
        (lambda w: w | {"bias": np.zeros(5, np.float32)}, r"bias has the shape \(5,\)"),
        (lambda w: w | {"bias": np.full(12, np.nan, np.float32)}, "bias holds numbers that are none"),
    ],
)
def test_broken_weights_are_refused(policy_file, tmp_path, change, said):
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(rewritten(policy_file, change))
    with pytest.raises(DataError, match=said):
        load_policy(broken)


def test_foreign_and_damaged_files_are_refused(policy_file, tmp_path):
    for name, content in {
        "cut": policy_file.read_bytes()[:500],
        "text": b"hello",
        "empty": b"",
        "foreign": rewritten(policy_file, lambda w: w, {}),
        "odd": rewritten(policy_file, lambda w: w, {ABOUT: '{"game": "chess"}'}),
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DataError, match=f"{name}: not a policy of this project, or damaged"):
            load_policy(tmp_path / name)
