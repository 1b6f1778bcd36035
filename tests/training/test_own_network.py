"""Networks of one's own: trained, saved, played, resumed, refused in words."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from gosu_env import DataError, Game, OptionError, View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.arena import Arena
from gosu_env.agents.policy import load_policy
from gosu_env.engine.rules import find_rules
from gosu_env.training import td
from gosu_env.training.checkpoint import read_network
from gosu_env.training.ends import PlainEnds, make_ends
from gosu_env.training.judge import Settings as JudgeSettings
from gosu_env.training.judge import Teaching
from gosu_env.training.league import League
from gosu_env.training.players import NetworkPlayer, make_player
from gosu_env.training.ppo import Settings, make_network
from gosu_env.training.run import Run
from gosu_env.training.sparse import SparseEnds
from tests.training.killing import check_killed_run, curve

DOCS = Path(__file__).parents[2] / "docs" / "nets.py"
SMALL = Settings(decisions=1_000, num_envs=16, n_steps=16, width=8, depth=1)
FEW = {"measurements": 2, "measured_against": ("random",), "deals": 2}
BROKEN = """
import torch
from torch import nn
class Three(nn.Module):
    def __init__(self, rules): super().__init__()
    def forward(self, obs): return obs
class One(nn.Module):
    def __init__(self, rules, width, depth): super().__init__()
    def forward(self, obs): return torch.zeros(len(obs), 5)
class Wide(One):
    def forward(self, obs): return torch.zeros(len(obs), 5), torch.zeros(len(obs), 1)
class Plain:
    def forward(self, obs): pass
class Tied(nn.Module):
    "Two names for one weight, and a buffer of whole numbers."
    def __init__(self, rules, width, depth):
        super().__init__()
        self.first = nn.Linear(rules.observation_size, width)
        self.again = self.first
        self.policy = nn.Linear(width, rules.num_actions)
        self.unused = nn.Linear(3, 3)
        self.register_buffer("large", torch.tensor(2**40 + 1))
    def forward(self, obs):
        h = torch.tanh(self.again(obs.float() / 8))
        return self.policy(h), h.mean(1)
"""


@pytest.fixture
def nets(tmp_path, monkeypatch):
    """A folder with the networks of the docs, and with broken ones."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv("GOSU_ENV_TRUST_CODE", raising=False)  # each run names its own network
    shutil.copy(DOCS, tmp_path / "nets.py")
    (tmp_path / "broken_nets.py").write_text(BROKEN)
    (tmp_path / "torn_nets.py").write_text("class Net(\n")
    for name in ("nets", "broken_nets"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield tmp_path
    for name in ("nets", "broken_nets"):
        sys.modules.pop(name, None)


def test_the_plain_forward_is_that_of_the_fast_implementations():
    batch = make_batch("gosux", 20, 2, seed=3)
    batch.rollout(40)
    network = make_network(batch.rules, 24, 2)
    with torch.no_grad():
        network.policy.weight.normal_()
        obs = torch.from_numpy(batch.obs)
        logits, values = network(obs)
        fast = SparseEnds(network)
        torch.testing.assert_close(logits, fast.logits(obs), rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(values, network.values(fast.hidden(obs)), rtol=1e-4, atol=1e-4)


def test_the_plain_implementation_gives_what_the_fast_ones_give():
    batch = make_batch("gosu", 30, 2, seed=3)
    batch.rollout(30)
    network = make_network(batch.rules, 16, 1)
    with torch.no_grad():
        network.policy.weight.normal_()
    plain, fast = PlainEnds(network), SparseEnds(network)
    obs, mask = torch.from_numpy(batch.obs), torch.from_numpy(batch.mask)
    action, log_prob, _ = plain.choose(obs, mask, torch.Generator().manual_seed(1))
    assert (mask.gather(1, action.unsqueeze(1)) == 1).all()
    for found, wanted in zip(
        plain.evaluate_actions(obs, mask, action), fast.evaluate_actions(obs, mask, action), strict=True
    ):
        torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(plain.evaluate_actions(obs, mask, action)[0], log_prob)
    with torch.no_grad():
        advice = torch.from_numpy(fast.probabilities(obs, mask, 2.0))
        np.testing.assert_allclose(plain.probabilities(obs, mask, 2.0), advice, rtol=1e-3, atol=1e-6)
    for found, wanted in zip(
        plain.evaluate_advice(obs, mask, advice), fast.evaluate_advice(obs, mask, advice), strict=True
    ):
        torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-4)


def test_the_layout_of_a_gpu_gives_the_same():
    """There, observations and masks have a column per game."""
    batch = make_batch("gosu", 30, 2, seed=3)
    network = make_network(batch.rules, 16, 1)
    obs, mask = torch.from_numpy(batch.obs), torch.from_numpy(batch.mask)
    plain, turned = PlainEnds(network), PlainEnds(network, "cuda")
    action, _, _ = turned.choose(obs.T, mask.T, torch.Generator())
    assert (mask.gather(1, action.unsqueeze(1)) == 1).all()
    pairs = zip(plain.evaluate_actions(obs, mask, action), turned.evaluate_actions(obs.T, mask.T, action), strict=True)
    for found, wanted in pairs:
        torch.testing.assert_close(found, wanted)


def test_it_samples_by_its_probabilities():
    batch = make_batch("gosu", 1, 2, seed=3)
    network = make_network(batch.rules, 16, 1)
    with torch.no_grad():
        network.policy.weight.normal_(std=0.3)
        ends = PlainEnds(network)
        obs, mask = (torch.from_numpy(part).expand(4_000, -1) for part in (batch.obs, batch.mask))
        action, _, _ = ends.choose(obs, mask, torch.Generator().manual_seed(1))
        wanted = ends.probabilities(obs[:1], mask[:1], 1.0)[0]
    found = np.bincount(action.numpy(), minlength=len(wanted)) / 4_000
    np.testing.assert_allclose(found, wanted, atol=0.03)


KEEPING_ENDS = ("nets:Gated", "nets:Straight")  # the first layer and the heads are this project's


@pytest.mark.parametrize("name", ["nets:Perceptron", *KEEPING_ENDS, "broken_nets:Tied"])
def test_a_network_is_trained_saved_and_played(nets, name):
    run = Run(nets / "run", replace(SMALL, network=name, imitation=400), **FEW)
    before = {key: weight.clone() for key, weight in run.learner.network.state_dict().items()}
    assert isinstance(run.learner.ends, SparseEnds if name in KEEPING_ENDS else PlainEnds)
    run.train()
    network = run.learner.network
    assert any(not torch.equal(before[key], weight) for key, weight in network.state_dict().items())
    policy = load_policy(nets / "run" / "policy.safetensors")
    assert (policy.about.network, policy.about.width, policy.about.depth) == (name, 8, 1)
    again = read_network(policy, run.learner.batch.rules)
    for key, weight in network.state_dict().items():
        assert torch.equal(weight, again.state_dict()[key])
    game = Game("gosu", seed=5)
    agent = make_agent(f"policy:{nets / 'run'}", 1)
    with torch.no_grad():
        logits, value = network(torch.from_numpy(game.observe(game.seat)[None]))
    legal = game.legal_actions()
    assert agent.act(View(game)) == legal[int(logits[0, legal].argmax())]
    assert agent.thoughts.value == pytest.approx(float(value[0].clamp(-1, 1)), abs=1e-5)
    batch = make_batch("gosu", 8, 2, seed=5)
    player = make_player(f"policy:{nets / 'run'}", batch.rules)
    assert isinstance(player, NetworkPlayer)
    views = [View(batch.game(i)) for i in range(8)]
    assert player.answer(batch, np.arange(8)).tolist() == agent.act_many(views)


def test_the_network_of_the_docs_plays_in_the_arena(nets):
    Run(nets / "run", replace(SMALL, network="nets:Perceptron"), **FEW).train()
    arena = Arena("net=policy:run,random", 4, out=nets / "arena")
    assert arena.run(jobs=1) is not None
    assert "nets.py" in arena.settings.files["net"]


@pytest.mark.soak
def test_a_killed_run_with_an_own_network_goes_on_to_the_same_numbers(tmp_path, monkeypatch):
    shutil.copy(DOCS, tmp_path / "nets.py")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:.")
    check_killed_run(tmp_path, replace(SMALL, decisions=4_000, network="nets:Perceptron"), threads=1)


@pytest.mark.slow
def test_a_league_of_an_own_network_begins_anew_and_resumes(nets):
    few = replace(SMALL, decisions=3_000, network="nets:Perceptron")

    def league(name):
        made = League(nets / name, few, every=2)
        made.deals, made.exploiter.patience = 1, 3
        return made

    whole, first = league("whole"), league("parts")
    whole.train()
    while len(first.curve) < 4:
        first.iterate()
    first.close()
    league("parts").train()
    assert curve(nets / "whole") == curve(nets / "parts")


def test_it_goes_on_from_a_policy_and_can_be_opponent_and_teacher(nets):
    Run(nets / "first", replace(SMALL, network="nets:Perceptron", width=12), **FEW).train()
    spec = f"policy:{nets / 'first'}"
    later = replace(SMALL, start=str(nets / "first"), opponents=spec, teacher=spec, imitation=300)
    run = Run(nets / "later", later, **FEW)
    run.train()
    assert run.learner.network.blueprint.width == 12
    with pytest.raises(OptionError, match="the policy to start from has 'nets:Perceptron', not 'nets:Gated'"):
        Run(nets / "other", replace(later, network="nets:Gated"), **FEW)
    with pytest.raises(OptionError, match=r"'nets:Perceptron' has no divide_logits\(temperature\)"):
        Run(nets / "other", replace(later, start_temperature=2.0), **FEW)
    with pytest.raises(OptionError, match="has a network of its own, which compiled code cannot read"):
        Run(nets / "td", td.Settings(num_envs=16, n_steps=16, start=str(nets / "first")), **FEW)
    teaching = Teaching(
        JudgeSettings(num_players=2, teacher=str(nets / "first"), width=8, decisions=256, num_envs=16, n_steps=8)
    )
    teaching.play(np.random.default_rng(1))
    with pytest.raises(OptionError, match=r"its network, nets:Perceptron, is one of your own; searches"):
        make_agent(f"ismcts:10:judge={nets / 'first'}", 1).act(View(Game("gosu", seed=1)))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("absent_nets:Net", "network 'absent_nets:Net': there is no module 'absent_nets' in the current folder"),
        ("nets:Nothing", r"no class 'Nothing' with forward; known: .*Perceptron, Gated"),
        ("nets", "network 'nets': expected my_module:MyClass"),
        ("torn_nets:Net", r"network 'torn_nets:Net' cannot be imported: SyntaxError: .*torn_nets\.py, line 1"),
        ("broken_nets:Plain", "the class is no torch.nn.Module"),
        (
            "broken_nets:Three",
            r"cannot be made for gosu with 2 players: TypeError.*expected Three\(rules, width, depth\)",
        ),
        ("broken_nets:One", r"forward of 2 observations gave \['Tensor'\]; expected logits of shape \(2, \d+\)"),
        (
            "broken_nets:Wide",
            r"gave \[\(2, 5\), \(2, 1\)\]; expected logits of shape \(2, \d+\) and values of shape \(2,\)",
        ),
    ],
)
def test_networks_that_are_none_are_refused(nets, name, said):
    with pytest.raises(OptionError, match=said):
        Run(nets / "run", replace(SMALL, network=name), **FEW)
    assert not (nets / "run").exists()


def test_a_policy_whose_network_cannot_be_found_says_so(nets, monkeypatch):
    Run(nets / "run", replace(SMALL, network="nets:Perceptron"), **FEW).train()
    view = View(Game("gosu", seed=1))
    (nets / "nets.py").write_text((nets / "nets.py").read_text().replace("self.body", "self.corpus"))
    sys.modules.pop("nets")
    with pytest.raises(DataError, match=r"does not fit the network 'nets:Perceptron': .*corpus"):
        make_agent("policy:run", 1).act(view)
    (nets / "nets.py").unlink()
    sys.modules.pop("nets")
    with pytest.raises(
        OptionError,
        match=r"policy run/policy\.safetensors: network 'nets:Perceptron': there is no module 'nets' in the current "
        "folder or on the Python path; run the command where it is, or name its folder in PYTHONPATH",
    ):
        make_agent("policy:run", 1).act(view)


def test_fast_implementations_are_used_for_our_first_layer(nets):
    rules = find_rules("gosu", 2, {})
    assert isinstance(make_ends(make_network(rules, 8, 1, "nets:Gated"), "cpu"), SparseEnds)
    assert isinstance(make_ends(make_network(rules, 8, 1, "nets:Perceptron"), "cpu"), PlainEnds)
