"""The rollout player: a budget, shared worlds, nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import Game, OptionError, View
from gosu_env.agents.rollout import RolloutAgent
from tests.agents.tables import share_of_wins
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
