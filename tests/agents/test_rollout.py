"""The rollout player: a budget, shared worlds, nothing hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gosu_env import Game, OptionError, View
from gosu_env.agents import policy_playouts
from gosu_env.agents.judge import read_judge
from gosu_env.agents.policy import About, PolicyAgent, load_policy
from gosu_env.agents.rollout import ENDLESS, RolloutAgent, better_half
from gosu_env.engine.rng import Stream
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.network import Network
from tests.agents.tables import share_of_wins
from tests.agents.test_judge import positions
from tests.gosu.test_worlds import random_positions


def test_answers_are_legal_and_follow_from_the_seed() -> None:
    ones, others, third = RolloutAgent(40, seed=5), RolloutAgent(40, seed=5), RolloutAgent(40, seed=6)
    different = 0
    for game in random_positions(150, seed=41):
        action = ones.act(View(game))
        assert action in game.legal_actions()
        assert others.act(View(game)) == action
        different += third.act(View(game)) != action
    assert different > 0


def test_what_is_hidden_changes_nothing() -> None:
    rng = np.random.default_rng(42)
    one, other = RolloutAgent(30, seed=7), RolloutAgent(30, seed=7)
    for game in random_positions(150, seed=43):
        assert one.act(View(game)) == other.act(View(game.determinize(game.seat, rng)))


def test_leaves_the_view_as_it_was() -> None:
    view = View(Game(seed=44))
    before = view.world.to_bytes()
    RolloutAgent(50, seed=1).act(view)
    assert view.world.to_bytes() == before


def test_a_larger_budget_plays_more() -> None:
    view = View(Game(seed=45))
    agents = [RolloutAgent(playouts, seed=1) for playouts in (1, 100, 1000)]
    for agent in agents:
        agent.act(view)
    few, more, most = (agent.asked for agent in agents)
    assert 0 < few < more < most
    assert 5 * more < most < 20 * more


def test_finds_the_move_that_wins_at_once() -> None:
    me = {"hand": ["Garsh", "Bolt"], "army": [["Dom", "Cinder"]], "vp": 2, "tokens": 0}
    game = Game.position(players=[me, {"army": [["Cog", "Rivet", "Bolt"]], "vp": 2, "passed": True}])
    agent = RolloutAgent(200, seed=1)
    assert game.action_text(agent.act(View(game))) == "place Garsh"
    assert agent.thoughts is not None
    assert agent.thoughts.value is not None
    assert -1.0 < agent.thoughts.value <= 1.0


def test_a_budget_must_be_one_playout_at_least() -> None:
    with pytest.raises(OptionError, match="playouts must be 1 or more, not 0"):
        RolloutAgent(0)


@pytest.mark.parametrize(("num_players", "games"), [(2, 40), (4, 24)])
def test_beats_random_players(num_players: int, games: int) -> None:
    assert share_of_wins("rollout:60", "random", games, num_players) >= 0.6


# ------------------------------------------------------------------------------------------------ with a network


def test_a_network_plays_on_as_its_agent_does(tmp_path: Path) -> None:
    """In one world, with a network that is sure of its answers: what slow games of its agent come to."""
    torch.manual_seed(3)
    rules = Game(num_players=3, seed=0).rules
    network = Network.for_rules(rules, 12, 1)
    with torch.no_grad():
        network.policy.weight.mul_(1e7)
    path = tmp_path / "policy.safetensors"
    save_policy(path, network, About.at_table(rules, 12, 1, 0))
    agent, compared, ended = PolicyAgent(str(path)), 0, 0
    net = read_judge(load_policy(path), rules)
    lists = np.zeros(rules.max_legal, np.int16), np.zeros(rules.max_legal)
    for number, game in enumerate(positions(30, 3, seed=46)):
        actions, stream = np.array(game.legal_actions()), Stream(number).words
        depth, own = number % 2 * 5 or ENDLESS, game.seat
        world = game.determinize(own, Stream(number).seed())
        loops, likes, gained = rules.bind(policy_playouts), np.zeros(len(actions)), np.zeros((1, len(actions)))
        loops.begin(game.states, rules.tables, net, actions, likes)
        loops.try_with(game.states, rules.tables, rules.new_states(2), net, stream, depth, actions, *lists, gained)
        for action, brought in zip(actions.tolist(), gained[0].tolist(), strict=True):
            after, taken = Game.of_record(rules, world.states.copy()), 0
            after.apply(action)
            while not after.is_over and not (taken >= depth and after.seat == own):
                after.apply(agent.act(View(after)))
                taken += 1
            if after.is_over:
                expected, ended = after.returns()[own], ended + 1
            else:
                agent.act(View(after))
                assert agent.thoughts is not None
                assert agent.thoughts.value is not None
                expected = agent.thoughts.value
            assert brought == pytest.approx(expected, abs=1e-4)
            compared += 1
    assert 40 < ended < compared


def test_with_a_network_answers_follow_from_the_seed_and_from_what_is_known() -> None:
    rng = np.random.default_rng(47)
    one, same, other = (RolloutAgent(40, seed, policy="small") for seed in (5, 5, 6))
    different = 0
    for game in positions(60, 2, seed=48):
        action = one.act(View(game))
        assert action in game.legal_actions()
        assert same.act(View(game.determinize(game.seat, rng))) == action
        different += other.act(View(game)) != action
    assert different > 0


def test_more_playouts_are_spent_on_better_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in positions(60, 2, seed=49) if len(game.legal_actions()) == 8)
    agent = RolloutAgent(96, seed=1, policy="small")
    tried: list[tuple[int, int]] = []
    loops = game.rules.bind(policy_playouts)

    class Watched:
        begin = staticmethod(loops.begin)

        @staticmethod
        def try_with(*given: Any) -> None:
            tried.append(given[-1].shape)
            loops.try_with(*given)

    monkeypatch.setattr(type(game.rules), "bind", lambda rules, module: Watched)
    agent.act(View(game))
    assert tried == [(4, 8), (8, 4), (16, 2)]


def test_the_usual_action_is_never_dropped() -> None:
    means = np.array([0.1, 0.9, -0.5, 0.4, 0.2])
    assert better_half(means, usual=1).tolist() == [1, 3, 4]
    assert better_half(means, usual=2).tolist() == [1, 2, 3]
    assert better_half(np.array([0.3, 0.1]), usual=1).tolist() == [1]


def test_policies_that_have_learned_values_alone_are_refused(tmp_path: Path) -> None:
    rules = Game(seed=0).rules
    path = tmp_path / "values.safetensors"
    save_policy(path, Network.for_rules(rules, 8, 1), About.at_table(rules, 8, 1, 0, worlds=8))
    with pytest.raises(OptionError, match="it has learned values alone; expected one that proposes actions"):
        RolloutAgent(8, policy=str(path)).act(View(Game(seed=1)))
    with pytest.raises(OptionError, match="depth must be 0 or more, not -1"):
        RolloutAgent(8, policy="small", depth=-1)


@pytest.mark.slow
def test_trying_out_makes_a_network_better() -> None:
    assert share_of_wins("rollout:200:policy=small", "policy:small", 120) >= 0.55
