"""The greedy player: what it does on tables where the right move is plain, and what it may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gosu_env import Game, OptionError, View, make_batch
from gosu_env.agents.greedy import Choices, GreedyAgent
from gosu_env.engine.view import Thoughts
from tests.agents.tables import share_of_wins
from tests.gosu.test_worlds import random_positions


def answer(num_players: int = 2, options: dict[str, Any] | None = None, **table: Any) -> str:
    """What the greedy player does on a table set up by name."""
    game = Game.position("gosu", num_players, options=options, **table)
    return game.action_text(GreedyAgent().act(View(game)))


def test_wins_the_game_when_one_placing_does_it() -> None:
    me = {"hand": ["Garsh", "Bolt"], "army": [["Dom", "Cinder"]], "vp": 2, "tokens": 0}
    assert answer(players=[me, {"army": [["Cog", "Rivet", "Bolt"]], "passed": True}]) == "place Garsh"


def test_does_not_pass_a_lost_battle_that_ends_the_game() -> None:
    me = {"hand": ["Ember", "Murk", "Wisp"], "army": [["Bolt"]], "tokens": 0}
    them = {"army": [["Cog", "Rivet"]], "vp": 2, "passed": True}
    assert answer(players=[me, them]) != "pass"


def test_spends_its_tokens_before_it_passes() -> None:
    me = {"army": [["Dom", "Cinder"]], "tokens": 2}
    assert answer(players=[me, {"army": [["Cog"]], "passed": True}]) == "draw three"


@pytest.mark.parametrize(("decisions", "wanted"), [(999, "draw three"), (1000, "pass")])
def test_does_not_go_on_for_ever(decisions: int, wanted: str) -> None:
    game = Game.position(players=[{"army": [["Dom", "Cinder"]]}, {"army": [["Cog"]], "passed": True}])
    game.states["decisions"] = decisions
    assert game.rules.options["max_decisions"] == 2000
    assert game.action_text(GreedyAgent().act(View(game))) == wanted


def test_passes_when_there_is_nothing_left_to_gain() -> None:
    """Three cards for a Bakuto that the battle does not need are too much."""
    me = {"hand": ["Bolt", "Turbine", "Dynamo"], "army": [["Dom"]], "tokens": 0}
    assert answer(players=[me, {"passed": True}]) == "pass"


def test_pays_with_the_card_it_can_use_least() -> None:
    game = Game.position(
        players=[{"hand": ["Rivet", "Fact", "Garsh", "Hatch", "Verdigor"], "army": [["Dom", "Cinder"], ["Ideo"]]}, {}]
    )
    game.apply(game.parse_action("place Rivet"))
    for _ in range(2):
        action = GreedyAgent().act(View(game))
        assert game.action_text(action) in ("discard Hatch", "discard Verdigor")
        game.apply(action)


def test_destroys_the_strongest_card_of_the_leader() -> None:
    game = Game.position(
        "gosu",
        3,
        players=[
            {"hand": ["Garsh"], "army": [["Dom"]]},
            {"army": [["Cog", "Rivet"], ["Turbine", "Dynamo"], ["Mainframe"]], "vp": 2},
            {"army": [["Murk", "Shade"]]},
        ],
    )
    game.apply(game.parse_action("place Garsh"))
    assert game.action_text(GreedyAgent().act(View(game))) == "destroy opp1 3.1 (Mainframe)"


def test_takes_the_special_victory_that_is_near() -> None:
    """Hatch: whoever has 15 cards in play when a round starts wins."""
    heroes, ozekis = ["Rumba", "Hurl", "Bloom", "Fang", "Ogon"], ["Hatch", "Goro", "Kisei", "Titan"]
    army = [["Boko", "Grint", "Sprig", "Tusk", "Vark"], heroes, ozekis]
    me = {"hand": ["Stampede", "Verdigor", "Cog", "Rivet", "Bolt"], "army": army, "tokens": 0}
    them = {"army": [["Dom", "Cinder"]], "vp": 2, "passed": True}
    assert answer(players=[me, them]) == "place Verdigor"


@pytest.mark.parametrize(
    ("ozeki", "victim"), [("Walror", "destroy opp1 2.3 (Ideo)"), ("Volcan", "destroy opp2 2.3 (Turbine)")]
)
def test_breaks_the_special_victory_of_an_opponent(ozeki: str, victim: str) -> None:
    """Walror: whoever has Fact, Garsh and Ideo in play when a round starts wins."""
    game = Game.position(
        "gosu",
        3,
        players=[
            {"army": [["Torch", "Dom"], ["Flare"], [ozeki]], "tokens": 1},
            {"army": [["Ember", "Cinder", "Scorch"], ["Fact", "Garsh", "Ideo"]], "tokens": 0, "passed": True},
            {"army": [["Cog", "Rivet", "Bolt"], ["Sparx", "Relay", "Turbine"]], "tokens": 0, "vp": 2, "passed": True},
        ],
    )
    game.apply(game.parse_action("activate 1.1"))
    assert game.action_text(GreedyAgent().act(View(game))) == victim


def test_throws_a_hand_without_a_bakuto() -> None:
    seed = next(seed for seed in range(1000) if "throw" in Game(seed=seed).decision_text())
    game = Game(seed=seed)
    assert game.action_text(GreedyAgent().act(View(game))) == "yes"


def test_tells_what_it_expects() -> None:
    agent = GreedyAgent()
    strong = {"army": [["Cog", "Rivet", "Bolt"], ["Turbine"]], "vp": 2, "tokens": 0}
    weak = {"army": [["Dom"]], "tokens": 0}
    agent.act(View(Game.position(players=[strong, weak | {"passed": True}], options={"auto_forced": False})))
    assert agent.thoughts == Thoughts(value=1.0)
    agent.act(View(Game.position(players=[weak, strong | {"passed": True}], options={"auto_forced": False})))
    assert agent.thoughts == Thoughts(value=-1.0)


# ------------------------------------------------------------------------------------------------ what it may know


def test_what_is_hidden_changes_nothing() -> None:
    rng = np.random.default_rng(31)
    agent = GreedyAgent()
    for game in random_positions(300, seed=32):
        action = agent.act(View(game))
        assert action in game.legal_actions()
        for _ in range(3):
            assert agent.act(View(game.determinize(game.seat, rng))) == action


def test_compiled_players_of_true_games_know_no_more() -> None:
    agent = GreedyAgent()
    for game in random_positions(200, seed=33):
        before = game.to_bytes()
        assert Choices(game.rules).of(game.states).tolist() == [agent.act(View(game))]
        assert game.to_bytes() == before


def test_answers_all_games_of_a_batch() -> None:
    batch = make_batch("gosu", num_envs=20, num_players=3, seed=35)
    choices, agent = Choices(batch.rules), GreedyAgent()
    for _ in range(10):
        actions = choices.of(batch.states)
        assert actions.tolist() == [agent.act(View(batch.game(i))) for i in range(20)]
        batch.step(actions)


# ------------------------------------------------------------------------------------------------ strength


@pytest.mark.parametrize(("num_players", "least"), [(2, 0.95), (3, 0.85), (4, 0.8)])
def test_beats_random_players(num_players: int, least: float) -> None:
    assert share_of_wins("greedy", "random", 200, num_players) >= least


def test_weights_can_be_replaced() -> None:
    """A player to whom tokens are dear does not spend them."""
    game = Game.position(players=[{"army": [["Dom"]], "tokens": 2}, {"army": [["Cog"]]}])
    assert game.action_text(GreedyAgent().act(View(game))) == "draw three"
    assert game.action_text(GreedyAgent({"token": 100.0}).act(View(game))) != "draw three"


def test_unknown_weights_are_refused() -> None:
    with pytest.raises(OptionError, match=r"weight 'tokn'.*did you mean 'token'"):
        GreedyAgent({"tokn": 1.0}).act(View(Game(seed=1)))
