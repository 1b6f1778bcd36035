"""The searching player: legal, repeatable, honest about what it thought, and better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import Game, OptionError, View
from gosu_env.agents import RandomAgent
from gosu_env.agents.ismcts import IsmctsAgent
from gosu_env.agents.tree import NONE
from tests.gosu.test_worlds import random_positions


def tree_of(agent: IsmctsAgent) -> dict[int, list[int]]:
    """The children of every node."""
    children: dict[int, list[int]] = {}
    waiting = [0]
    while waiting:
        node = waiting.pop()
        children[node] = []
        child = int(agent._nodes[node]["child"])
        while child != NONE:
            children[node].append(child)
            child = int(agent._nodes[child]["sibling"])
        waiting += children[node]
    return children


@pytest.mark.parametrize("playouts", [False, True])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_plays_whole_games(num_players: int, playouts: bool) -> None:
    game = Game("gosu", num_players=num_players, seed=num_players)
    agents = [IsmctsAgent(simulations=20, playouts=playouts, seed=seat) for seat in range(num_players)]
    while not game.is_over:
        game.apply(agents[game.seat].act(View(game)))
    assert game.ending[0] != "truncated"


def test_the_same_seed_makes_the_same_choices() -> None:
    for game in random_positions(12, seed=31):
        choices = [IsmctsAgent(simulations=60, seed=4).act(View(game)) for _ in range(2)]
        assert choices[0] == choices[1]


def test_it_knows_no_more_than_its_seat() -> None:
    for game in random_positions(12, seed=32):
        other = game.determinize(game.seat, 5)
        agents = [IsmctsAgent(simulations=60, seed=4) for _ in range(2)]
        assert agents[0].act(View(game)) == agents[1].act(View(other))
        assert agents[0].thoughts == agents[1].thoughts


def test_the_tree_adds_up() -> None:
    for game in random_positions(9, seed=33):
        agent = IsmctsAgent(simulations=300, seed=1)
        legal = game.legal_actions()
        agent.act(View(game))
        nodes, children = agent._nodes, tree_of(agent)
        assert sorted(children) == list(range(len(children)))
        assert nodes[0]["visits"] == 300
        assert sorted(nodes[children[0]]["action"]) == legal  # every move is looked at
        assert set(nodes[children[0]]["seat"]) == {game.seat}
        for parent, found in children.items():
            assert nodes[found]["visits"].sum() <= nodes[parent]["visits"]
            assert len(set(nodes[found]["action"].tolist())) == len(found)
            assert (np.abs(nodes[found]["total"]) <= nodes[found]["visits"]).all()
        assert nodes[children[0]]["visits"].sum() == 300


def test_it_tells_what_it_thought() -> None:
    game = Game("gosu", seed=34)
    agent = IsmctsAgent(simulations=200, seed=1)
    chosen = agent.act(View(game))
    assert agent.thoughts is not None
    assert agent.thoughts.probabilities is not None
    probabilities = dict(agent.thoughts.probabilities)  # type: ignore[arg-type]
    assert sorted(probabilities) == game.legal_actions()
    assert sum(probabilities.values()) == pytest.approx(1)
    assert probabilities[chosen] == max(probabilities.values())
    assert agent.thoughts.value is not None
    assert -1 <= agent.thoughts.value <= 1


def test_it_sees_a_win_that_is_there() -> None:
    """With two VP and the stronger army, passing after the other has passed wins the game."""
    game = Game.position(
        players=[
            {"vp": 2, "army": [["Dom", "Ember", "Cog"]], "hand": ["Garsh", "Bolt"], "tokens": 0},
            {"vp": 2, "army": [["Tamo"]], "hand": ["Ideo"], "tokens": 0, "passed": True},
        ],
        turn=0,
    )
    assert game.action_text(IsmctsAgent(simulations=400, seed=2).act(View(game))) == "pass"


def test_a_budget_in_time() -> None:
    agent = IsmctsAgent(milliseconds=20, seed=1)
    game = Game("gosu", seed=35)
    assert agent.act(View(game)) in game.legal_actions()
    assert agent._nodes[0]["visits"] >= 32


@pytest.mark.parametrize("playouts", [False, True])
def test_better_than_chance(playouts: bool) -> None:
    wins = 0
    for number in range(30):
        game = Game("gosu", seed=1000 + number)
        searching = IsmctsAgent(simulations=60, playouts=playouts, seed=number)
        agents: list[IsmctsAgent | RandomAgent] = [searching, RandomAgent(number)]
        if number % 2:
            agents.reverse()
        while not game.is_over:
            game.apply(agents[game.seat].act(View(game)))
        wins += game.returns()[number % 2] > 0
    assert wins >= 24


@pytest.mark.slow
def test_more_simulations_are_stronger_among_four() -> None:
    """One of many simulations, three of few; a quarter of 16 games would be even."""
    wins = 0
    for number in range(16):
        game = Game("gosu", num_players=4, seed=1500 + number // 4)
        many = number % 4
        agents = [IsmctsAgent(500 if seat == many else 20, playouts=True, seed=number) for seat in range(4)]
        while not game.is_over:
            game.apply(agents[game.seat].act(View(game)))
        wins += game.returns()[many] > 0
    assert wins >= 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "needs a budget"),
        ({"simulations": 5, "milliseconds": 5}, "needs a budget"),
        ({"simulations": 0}, "simulations must be 1 or more, not 0"),
        ({"milliseconds": 0}, "milliseconds must be more than 0, not 0"),
    ],
)
def test_absurd_budgets_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        IsmctsAgent(**arguments)
