"""A network inside a search: it says what the policy says, and the search listens to it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from gosu_env import DataError, Game, OptionError, View
from gosu_env.agents import make_agent
from gosu_env.agents.features import read_features
from gosu_env.agents.greedy import GreedyAgent
from gosu_env.agents.ismcts import IsmctsAgent
from gosu_env.agents.judge import read_judge
from gosu_env.agents.policy import About, Policy, find_policy, load_policy, special_flags
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.network import Network
from tests.agents import plain_network, thinking


def positions(count: int, num_players: int, seed: int, **options: Any) -> list[Game]:
    """Positions of random games."""
    rng = np.random.default_rng(seed)
    found: list[Game] = []
    while len(found) < count:
        game = Game("gosu", num_players, int(rng.integers(2**62)), **options)
        while not game.is_over and len(found) < count:
            if rng.random() < 0.1:
                found.append(Game.of_record(game.rules, game.states.copy()))
            game.apply(int(rng.choice(game.legal_actions())))
    return found


def new_policy(path: Path, game: Game, depth: int) -> Policy:
    """A network that knows nothing yet."""
    torch.manual_seed(depth)
    network = Network(read_features(game.observation_spec), game.num_actions, width=12, depth=depth)
    save_policy(path, network, About("gosu", game.num_players, 12, depth, decisions=0))
    return load_policy(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("num_players", "options", "depth"), [(2, {}, 0), (3, {"kamakor": True}, 2), (4, {"teams": True}, 1)]
)
def test_it_thinks_what_the_policy_thinks(num_players: int, options: Any, depth: int, tmp_path: Path) -> None:
    games = positions(20, num_players, seed=51, **options)
    policy = new_policy(tmp_path / "policy.safetensors", games[0], depth)
    features = read_features(games[0].observation_spec)
    judge = read_judge(policy, games[0].rules)
    thoughts = np.zeros(1 + games[0].num_actions)
    for game in games:
        for seat in range(num_players):
            game.rules.bind(thinking).think(game.states, game.rules.tables, seat, judge, thoughts)
            logits, values = plain_network.evaluate(policy, features, game.observe(seat)[None])
            np.testing.assert_allclose(thoughts[1:], logits[0], atol=2e-4)
            assert thoughts[0] == pytest.approx(np.clip(values[0], -1 / (num_players - 1), 1), abs=2e-4)


def test_one_that_has_learned_values_alone_proposes_nothing(tmp_path: Path) -> None:
    game = positions(1, 2, seed=52)[0]
    policy = new_policy(tmp_path / "policy.safetensors", game, 1)
    ahead = replace(policy, about=replace(policy.about, worlds=8))
    thoughts, proposed = np.zeros((2, 1 + game.num_actions))
    for network, out in ((policy, thoughts), (ahead, proposed)):
        judge = read_judge(network, game.rules)
        game.rules.bind(thinking).think(game.states, game.rules.tables, 0, judge, out)
    assert thoughts[0] == proposed[0]
    assert thoughts[1:].any()
    assert not proposed[1:].any()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "num_players", "options"),
    [
        *(("gosu", players, {}) for players in (2, 3, 4)),
        *(("gosu", players, {"kamakor": True}) for players in (2, 4)),
        ("gosu", 4, {"teams": True}),
        ("gosux", 2, {}),
        *(("laundromat", players, {}) for players in (2, 3, 4, 5)),
    ],
)
def test_it_plays_whole_games(name: str, num_players: int, options: dict[str, Any]) -> None:
    game = Game(name, num_players=num_players, seed=3, **options)
    judge = find_policy("small", name, num_players, options)
    assert special_flags(Path(judge.path)) == set(options)
    agents = [make_agent("ismcts:12:judge=small", seed) for seed in range(num_players)]
    while not game.is_over:
        game.apply(agents[game.seat].act(View(game)))
    assert game.ending[0] != "truncated"


@pytest.mark.slow
def test_it_knows_no_more_than_its_seat_and_repeats_itself() -> None:
    for game in positions(8, 4, seed=52):
        other = game.determinize(game.seat, 5)
        agents = [IsmctsAgent(simulations=60, seed=4, judge="small") for _ in range(2)]
        assert agents[0].act(View(game)) == agents[1].act(View(other))
        assert agents[0].thoughts == agents[1].thoughts


def test_few_simulations_follow_the_network_and_many_look_further() -> None:
    games = [game for game in positions(40, 4, seed=53) if len(game.legal_actions()) > 2]
    policy = make_agent("policy:small")

    def alike(simulations: int) -> int:
        return sum(
            IsmctsAgent(simulations=simulations, seed=1, judge="small").act(View(game)) == policy.act(View(game))
            for game in games
        )

    assert alike(1) == len(games)
    assert 0.3 * len(games) < alike(400) < len(games)


@pytest.mark.slow
@pytest.mark.parametrize(("num_players", "least"), [(2, 16), (4, 12)])
def test_it_beats_greedy_players(num_players: int, least: int) -> None:
    """If it is no better than they are, it wins 12 and 6 games."""
    wins = 0
    for number in range(24):
        game = Game("gosu", num_players=num_players, seed=2000 + number // num_players)
        seat = number % num_players
        agents: list[Any] = [GreedyAgent() for _ in range(num_players)]
        agents[seat] = IsmctsAgent(simulations=60, seed=number, judge="small")
        while not game.is_over:
            game.apply(agents[game.seat].act(View(game)))
        wins += game.returns()[seat] > 0
    assert wins >= least


SCRIPT = """
from gosu_env.agents.ismcts import IsmctsAgent
from gosu_env import Game, View
game = Game("gosu", num_players=4, seed=9)
agents = [IsmctsAgent(simulations=6, seed=1, judge=judge) for judge in ("small", None)]
for _ in range(3):
    for agent in agents:
        chosen = agent.act(View(game))
        print(chosen, agent.thoughts)
    game.apply(chosen)
"""


@pytest.mark.slow
def test_interpreted_and_compiled_searches_think_the_same() -> None:
    told = []
    for disabled in "01":
        env = os.environ | {"GOSU_INTERPRETED": disabled}
        ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=env, check=True)
        told.append(ran.stdout)
    assert told[0] == told[1] != ""


def test_judges_that_there_are_not(tmp_path: Path) -> None:
    view = View(Game("gosu", num_players=4, seed=1))
    with pytest.raises(OptionError, match=r"policy 'nobody' for 4 players.*small-4"):
        make_agent("ismcts:5:judge=nobody").act(view)
    with pytest.raises(OptionError, match="for another game"):
        IsmctsAgent(simulations=5, judge=find_policy("strong", "gosu", 2).path).act(view)
    (tmp_path / "broken.safetensors").write_bytes(b"nothing")
    with pytest.raises(DataError, match="damaged"):
        IsmctsAgent(simulations=5, judge=str(tmp_path / "broken.safetensors")).act(view)
    with pytest.raises(OptionError, match="not both"):
        IsmctsAgent(simulations=5, playouts=True, judge="small")
