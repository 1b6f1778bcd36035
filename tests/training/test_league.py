"""The league and the best response."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from gosu_env import OptionError
from gosu_env.engine.rules import find_rules
from gosu_env.training import best_response
from gosu_env.training.guests import NetworkGuest, PlayerGuest, other_seats, share_out
from gosu_env.training.league import Exploiter, League, Member, wins
from gosu_env.training.match import Part, parts_of, play_part, score_of
from gosu_env.training.players import RandomPlayer, make_player
from gosu_env.training.ppo import Learner, Settings

SMALL = Settings(decisions=10_000, num_envs=32, n_steps=32, width=16, depth=1)


def test_guests_hold_their_seats_and_their_decisions_are_not_learned_from():
    learner = Learner(SMALL)
    seats = np.zeros((32, 2), np.bool_)
    seats[:16] = other_seats(16, 2)
    learner.play([PlayerGuest(RandomPlayer(), seats)])
    r = learner.rollout
    own = r.own[r.before :]
    assert torch.equal(own, ~torch.from_numpy(seats)[torch.arange(32), r.seat[r.before :]])
    assert 0 < int((~own).sum()) < own.numel() / 2
    learner.learn()
    assert not r.own[: r.before, :16][torch.from_numpy(seats[:16].T)].any()  # nor later


def test_a_network_as_a_guest_acts_by_its_probabilities_in_its_range():
    learner = Learner(SMALL)
    certain = Learner(SMALL).network
    with torch.no_grad():
        certain.policy.weight.zero_()
        certain.policy.bias.copy_(torch.arange(len(certain.policy.bias)) * 100.0)  # the highest legal action, always
    learner.play([NetworkGuest(learner, certain, slice(8, 24), other_seats(16, 2))])
    r = learner.rollout
    own, mask, action = (part[r.before :] for part in (r.own, r.mask, r.action))
    assert own[:, :8].all()
    assert own[:, 24:].all()
    highest = (mask * torch.arange(1, mask.shape[2] + 1)).argmax(2)
    assert not own.all()
    assert torch.equal(action[~own], highest[~own])


@pytest.mark.slow
def test_a_league_gathers_past_selves_and_exploiters(tmp_path):
    league = League(tmp_path, SMALL, every=2)
    league.train()
    names = [member.name for member in league.members]
    assert "self 1" in names
    assert "self 4" in names
    assert league.curve[-1].scores.keys() == {"greedy", "random"}
    weights = [member.rival.policy.weight for member in league.members]
    assert not torch.equal(weights[0], weights[-1])


def test_a_match_is_the_same_in_whatever_order_and_by_whomever_its_parts_are_played():
    rules = find_rules("gosu", 2, {})
    parts = parts_of(7, seed=4, size=3)
    assert parts == [Part(0, 3, 4), Part(3, 3, 4), Part(6, 1, 4)]
    with pytest.raises(OptionError, match="deals: expected 1 or more, not 0"):
        parts_of(0, seed=4, size=3)

    def play(order):
        sampling = make_player("policy:strong", rules, sample=True)  # its random numbers go on from game to game
        shares = {part: play_part(sampling, make_player("random", rules), (rules,), part) for part in order}
        return [shares[part].tolist() for part in parts]

    found = play(parts)
    assert play(parts[::-1]) == found
    assert [np.shape(shares) for shares in found] == [(3, 2), (3, 2), (1, 2)]


def test_a_league_is_measured_part_by_part(tmp_path, monkeypatch):
    monkeypatch.setattr("gosu_env.training.league.PARTS", {True: 2, False: 1})
    league = League(tmp_path, SMALL, every=2, exploit=0, callbacks=[])
    rules, threads = league.learner.batch.rules, torch.get_num_threads()
    shares = [
        play_part(league.learner.player(), make_player("random", rules), (rules,), part)
        for part in (Part(0, 2, 9), Part(2, 2, 9), Part(4, 1, 9))
    ]
    assert league.measure("random", 5, seed=9) == score_of(np.concatenate(shares))
    assert torch.get_num_threads() == threads
    league.deals = 3
    assert league.measure_all() == {name: league.measure(name, 3) for name in ("greedy", "random")}
    league.close()


@pytest.mark.slow
def test_a_league_goes_on_as_if_it_had_not_been_interrupted(tmp_path):
    whole = League(tmp_path / "whole", SMALL, every=2)
    whole.exploiter.patience = 3  # it begins anew on the way
    whole.train()
    first = League(tmp_path / "parts", SMALL, every=2)
    first.exploiter.patience = 3
    while len(first.curve) < 5:
        first.iterate()
    first.iterate()  # lost: not saved
    first.close()
    second = League(tmp_path / "parts", SMALL, every=2)
    second.exploiter.patience = 3
    second.train()
    assert [member.name for member in second.members] == [member.name for member in whole.members]
    assert any(member.name.startswith("exploiter") for member in whole.members)
    for ours, theirs in zip(second.members, whole.members, strict=True):
        assert ours.beaten == theirs.beaten
        assert torch.equal(ours.rival.policy.weight, theirs.rival.policy.weight)
    assert [row.losses for row in second.curve] == [row.losses for row in whole.curve]


@pytest.mark.slow
def test_an_exploiter_begins_anew_with_the_same_network_wherever_it_does():
    """Whatever else has drawn random numbers: a league that was interrupted goes on to the same exploiters."""
    states = []
    for other_seed in (1, 2):
        exploiter, main = Exploiter(SMALL, patience=1), Learner(SMALL).network
        torch.manual_seed(other_seed)
        exploiter.iterate(main)
        exploiter.iterate(main)
        states.append(exploiter.learner.snapshot())
    for name, tensor in states[0].items():
        assert torch.equal(tensor, states[1][name]), name
    assert exploiter.generation == 2


@pytest.mark.slow
def test_exploiters_differ_and_all_may_join(tmp_path):
    few = replace(SMALL, decisions=2_500)
    league = League(tmp_path, few, every=1, exploit=3, callbacks=[])
    for exploiter in league.exploiters:
        exploiter.patience = 2
    while not league.is_over:
        league.iterate()
    names = {member.name for member in league.members}
    assert {"exploiter 1", "exploiter 2.1", "exploiter 3.1"} <= names
    weights = [each.rival.policy.weight for each in league.members if each.name.startswith("exploiter")]
    assert not torch.equal(weights[0], weights[1])
    state, (tensors, notes) = league.exploiters[2].learner.snapshot(), league.snapshot()
    league.close()
    again = League(tmp_path, few, every=1, exploit=3, callbacks=[])
    again.restore(tensors, notes)
    for name, tensor in again.exploiters[2].learner.snapshot().items():
        assert torch.equal(tensor, state[name]), name
    again.close()
    with pytest.raises(OptionError, match="exploiters 3, now none"):
        League(tmp_path, few, every=1)
    with pytest.raises(OptionError, match="exploiters: expected 0 or more, not -1"):
        League(tmp_path / "other", few, every=1, exploit=-1)


@pytest.mark.slow
def test_nobody_is_met_while_a_teacher_is_imitated(tmp_path):
    league = League(tmp_path, replace(SMALL, imitation=5_000), every=1, exploit=False)
    while league.is_imitating:
        league.iterate()
    assert len(league.members) > 2
    assert {member.beaten for member in league.members} == {0.5}
    while not league.is_over:
        league.iterate()
    assert {member.beaten for member in league.members} != {0.5}


@pytest.mark.parametrize(
    ("settings", "every", "least"),
    [
        (replace(SMALL, imitation=10_000), 2, "10,560"),  # all of it is imitation
        (SMALL, 11, "10,560"),  # and here no past self joins in time
    ],
)
def test_a_league_that_would_meet_nobody_is_refused(tmp_path, settings, every, least):
    with pytest.raises(OptionError, match=f"10,000 decisions meets no member: .* more than {least}"):
        League(tmp_path, settings, every)
    assert list(tmp_path.iterdir()) == []


def test_members_that_win_are_met_more_often():
    network = Learner(SMALL).network
    strong, weak = Member("strong", network, beaten=0.2), Member("weak", network, beaten=0.9)
    assert strong.priority > 10 * weak.priority > 0


def test_games_are_shared_out_and_wins_counted():
    ranges = share_out(SMALL.num_envs, 4, 0.5)
    assert ranges == [slice(16, 20), slice(20, 24), slice(24, 28), slice(28, 32)]
    learner = Learner(SMALL)
    learner.rollout.done.zero_()
    learner.rollout.reward.zero_()
    assert wins(learner, ranges[0]) == (0.5, 0)
    learner.rollout.done[3, 16:18] = True
    learner.rollout.reward[3, 16] = torch.tensor([1.0, -1.0])  # the learner sits at seat 0
    learner.rollout.reward[3, 17] = torch.tensor([1.0, -1.0])  # and here at seat 1
    assert wins(learner, ranges[0]) == (0.5, 2)


@pytest.mark.slow
def test_a_response_is_trained_and_measured(tmp_path, capsys):
    arguments = ["--decisions", "40000", "--preset", "ppo", "--deals", "10", "--out", str(tmp_path)]
    score = best_response.main(["random", *arguments])
    assert score.games == 20
    assert score.mean > 0.5
    told = " ".join(capsys.readouterr().out.split())
    assert f"A response to random wins {score} of 20 games" in told
    assert f"so random is exploitable by at least {100 * (score.low - 0.5):.1f}" in told
    with pytest.raises(OptionError, match="contains a run with different settings: opponents random, now greedy"):
        best_response.main(["greedy", *arguments])
    assert best_response.main(["random", *arguments]) == score
    assert "already finished, with" in capsys.readouterr().out


def test_a_league_on_a_gpu_has_no_cluster(tmp_path):
    with pytest.raises(OptionError, match="a league on a cluster plays on CPUs; expected device=cpu, not cuda"):
        League(tmp_path / "run", replace(SMALL, device="cuda"), every=2, cluster="auto")
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_another_league_in_the_same_folder_is_refused(tmp_path):
    League(tmp_path, replace(SMALL, decisions=3_000), every=1, exploit=False).train()
    with pytest.raises(OptionError, match="every 1, now 2; exploiter False, now True"):
        League(tmp_path, replace(SMALL, decisions=3_000), every=2)
