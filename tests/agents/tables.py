"""Games between agents, for tests."""

from __future__ import annotations

from gosu_env import Agent, Game, View
from gosu_env.agents import make_agent


def play(game: Game, agents: list[Agent]) -> list[int]:
    """Play a game to its end, one agent at every seat; the actions."""
    actions = []
    while not game.is_over:
        view = View(game)
        action = agents[game.seat].act(view)
        assert action in view.legal_actions()
        game.apply(action)
        actions.append(action)
    return actions


def share_of_wins(one: str, others: str, games: int, num_players: int = 2) -> float:
    """The share of games that one agent wins, from every seat in turn; a shared victory counts in part."""
    won = 0.0
    for number in range(games):
        seat = number % num_players
        agents = [make_agent(one if at == seat else others, number * num_players + at) for at in range(num_players)]
        game = Game(num_players=num_players, seed=number)
        play(game, agents)
        if seat in game.winners:
            won += 1 / len(game.winners)
    return won / games
