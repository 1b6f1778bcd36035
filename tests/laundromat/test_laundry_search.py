"""Searches at Goblin Laundromat: honest, repeatable, and stronger than the greedy player whose evaluation they use."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import Game, View
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.agents.ismcts import IsmctsAgent
from gosu_env.agents.tree import NONE


def random_positions(count: int, seed: int) -> list[Game]:
    """Decisions with a choice, out of random games of two to five."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        game = Game("laundromat", 2 + len(found) % 4, seed=int(rng.integers(1 << 30)))
        for _ in range(int(rng.integers(40))):
            game.apply(int(rng.choice(game.legal_actions())))
            if game.is_over:
                break
        if not game.is_over:
            found.append(game)
    return found


def test_it_knows_no_more_than_its_seat() -> None:
    for game in random_positions(12, seed=41):
        other = game.determinize(game.seat, 5)
        agents = [IsmctsAgent(simulations=60, seed=4) for _ in range(2)]
        assert agents[0].act(View(game)) == agents[1].act(View(other))
        assert agents[0].thoughts == agents[1].thoughts


def test_values_are_returns() -> None:
    for game in random_positions(12, seed=42):
        agent = IsmctsAgent(simulations=60, seed=4)
        agent.act(View(game))
        assert agent.thoughts is not None
        assert agent.thoughts.value is not None
        assert -1 / (game.num_players - 1) <= agent.thoughts.value <= 1


def test_a_tree_ends_where_the_laundry_begins() -> None:
    """What is drawn is chance, and a tree of moves would mix it all up."""
    deep = {"take": False, "wash": False}
    for game in random_positions(24, seed=43):
        agent = IsmctsAgent(simulations=200, seed=1)
        agent.act(View(game))
        nodes = agent._nodes
        taking = game.action_text(game.legal_actions()[0]).startswith("take")
        waiting = [int(nodes[0]["child"])]
        while waiting:
            at = waiting.pop()
            while at != NONE:
                for child in (int(nodes[at]["child"]),) if nodes[at]["child"] != NONE else ():
                    deep["take" if taking else "wash"] = True
                    waiting.append(child)
                at = int(nodes[at]["sibling"])
    assert deep == {"take": True, "wash": False}


def test_it_completes_a_wash_that_can_hardly_fail() -> None:
    """Nothing that it put into the basket has dirt, and the programme minds nothing else."""
    basket = ["Pearl Gloves", "Tidal Cape", "Pearl Gloves", "Pearl Gloves"]
    players = [{"programmes": ["Dirt Devil"], "basket": basket}, {"programmes": ["Quick Rinse"]}]
    game = Game.position("laundromat", 2, round=1, phase="wash", players=players)
    assert game.seat == 0
    assert game.action_text(IsmctsAgent(simulations=100, seed=2).act(View(game))) == "draw"


@pytest.mark.slow
@pytest.mark.parametrize(("num_players", "games", "least"), [(2, 24, 14), (4, 24, 7)])
def test_it_beats_greedy_players(num_players: int, games: int, least: int) -> None:
    """One that searches a little; an even share would be 12 and 6."""
    wins = 0
    for number in range(games):
        game, own = Game("laundromat", num_players, seed=3000 + number), number % num_players
        searching = IsmctsAgent(simulations=100, seed=number)
        agents = [searching if seat == own else GreedyAgent() for seat in range(num_players)]
        while not game.is_over:
            game.apply(agents[game.seat].act(View(game)))
        wins += own in game.winners
    assert wins >= least
