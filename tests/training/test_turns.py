"""One network that learns two tables by turns."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
import torch

from gosu_env import Game, OptionError, record
from gosu_env.agents import make_agent
from gosu_env.agents.policy import PolicyWarning, load_policy
from gosu_env.training.league import League
from gosu_env.training.ppo import Settings
from gosu_env.training.run import Run
from gosu_env.training.turns import Turns

SMALL = Settings(decisions=1_600, num_envs=16, n_steps=16, width=8, depth=1, also="turn_limit")
FEW = {"measurements": 2, "measured_against": ["random"], "deals": 2, "callbacks": []}


def weights(learner):
    return torch.cat([weight.flatten() for weight in learner.network.state_dict().values()])


def test_both_tables_are_learned_by_turns():
    turns = Turns(SMALL)
    first, second = turns.learners
    assert first.network is second.network
    assert [learner.batch.rules.options["turn_limit"] for learner in turns.learners] == [False, True]
    fresh = first.rollout.fresh
    for iteration, expected in enumerate([(1, 0), (1, 1), (2, 1), (2, 2)]):
        before = weights(turns)
        turns.play()
        assert turns.rollout is turns.learners[iteration % 2].rollout
        turns.learn()
        assert not torch.equal(weights(turns), before)
        assert [learner.decisions for learner in turns.learners] == [times * fresh for times in expected]
    assert turns.decisions == 4 * fresh
    assert first.settings.decisions + second.settings.decisions == SMALL.decisions  # so both rates decay to the end


def test_a_run_says_at_which_tables_its_policy_learned(tmp_path):
    run = Run(tmp_path / "run", SMALL, **FEW)
    run.train()
    assert run.learner.decisions >= SMALL.decisions
    about = load_policy(tmp_path / "run" / "policy.safetensors").about
    assert about.also == {"turn_limit": True}
    assert about.decisions == run.learner.decisions
    with warnings.catch_warnings():
        warnings.simplefilter("error", PolicyWarning)
        for options in ({}, {"turn_limit": True}):
            record(Game(seed=1, **options), [make_agent(f"policy:{tmp_path / 'run'}"), make_agent("random", 1)])


def test_an_interrupted_run_goes_on_to_the_same_network(tmp_path):
    whole = Run(tmp_path / "whole", SMALL, **FEW)
    whole.train()
    part = Run(tmp_path / "part", SMALL, **FEW)
    while not part.curve:
        part.iterate()
    part.iterate()  # after what is saved
    part.close()
    resumed = Run(tmp_path / "part", SMALL, **FEW)
    assert 0 < resumed.learner.decisions < SMALL.decisions
    resumed.train()
    ours, theirs = resumed.learner.snapshot(), whole.learner.snapshot()
    assert ours.keys() == theirs.keys()
    assert [name for name in ours if not torch.equal(ours[name], theirs[name])] == []


def test_the_second_table_has_the_options_of_the_first_but_for_what_is_said():
    drafts = replace(SMALL, options="draft,no_pass_with_tokens", also="draft=no,turn_limit")
    assert drafts.other_options == "no_pass_with_tokens,draft=no,turn_limit"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"also": "kamakor"}, "setting also: with 'kamakor' there are other observations or actions"),
        ({"options": "turn_limit"}, "setting also: 'turn_limit' is the same table"),
        ({"also": "turn_limit=no"}, "setting also: 'turn_limit=no' is the same table"),
        ({"opponents": "greedy"}, "setting also: .* leave out opponents"),
        ({"imitation": 100}, "setting also: .* leave out imitation"),
        ({"workers": 2}, "setting also: .* leave out workers"),
        ({"also": "turn_limt"}, "did you mean 'turn_limit'"),
    ],
)
def test_tables_that_cannot_be_learned_together_are_refused(changes, said):
    with pytest.raises(OptionError, match=said):
        Turns(replace(SMALL, **changes))


def test_a_league_has_one_table(tmp_path):
    with pytest.raises(OptionError, match="setting also: a league has one table"):
        League(tmp_path / "league", SMALL, every=1)
    assert not (tmp_path / "league").exists()
