"""A game of a folder, found by its name: whoever adds one has all wrappers, players, tools and trainers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test
from typer.testing import CliRunner

from gosu_env import DataError, Game, OptionError, View, make_batch, record
from gosu_env.agents import make_agent
from gosu_env.agents.arena import Arena
from gosu_env.cli import app
from gosu_env.engine import bind, loops, rules, verbs
from gosu_env.engine.cpp import Translator
from gosu_env.envs.aec import TableEnv, wrapped
from gosu_env.envs.seat import SeatEnv

ROOT = Path(__file__).parents[1]
GAMES = ["gosu", "gosux", "laundromat", "toy"]


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_what_games_play(game: str) -> None:
    """The same loops, bound to each game: one game in the hand and many at once come out alike."""
    batch = make_batch(game, num_envs=8, num_players=2, seed=3)
    hands = [Game(game, 2, int(seed)) for seed in batch.seeds]
    for _ in range(60):
        actions = batch.sample()
        for i, hand in enumerate(hands):
            np.testing.assert_array_equal(hand.mask(), batch.mask[i])
            np.testing.assert_array_equal(hand.observe(), batch.obs[i])
            hand.apply(int(actions[i]))
        batch.step(actions)
        for i in np.flatnonzero(batch.done):
            np.testing.assert_allclose(hands[i].returns(), batch.reward[i])
            hands[i] = Game(game, 2, int(batch.seeds[i]))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_an_environment(game: str) -> None:
    class Env(TableEnv):
        game_name = game

    api_test(wrapped(Env(2)), num_cycles=60)
    env = SeatEnv(game=game)
    obs, info = env.reset(seed=1)
    assert env.observation_space.contains(obs)
    _, _, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not cut or over


@pytest.mark.slow
def test_players_that_need_only_rules_play_the_toy() -> None:
    game = Game("toy", 3, seed=1)
    for spec in ("random", "rollout:20", "ismcts:30:playouts"):
        assert make_agent(spec, 1).act(View(game)) in game.legal_actions()
    for spec in ("greedy", "ismcts:30"):
        with pytest.raises(OptionError, match="toy"):
            make_agent(spec, 1).act(View(game))
    best = Arena("rollout:40,random", 40, 2, game="toy").run(1, progress=False).ratings
    assert best["player"][0] == "rollout:40"


def test_the_toy_is_saved_told_and_replayed() -> None:
    game = Game("toy", 2, seed=4)
    assert Game.from_bytes(game.to_bytes()) == game
    broken = Game("toy", 2, seed=4)
    broken.state.cards[0] = broken.state.cards[1]
    with pytest.raises(DataError, match="cards are missing"):
        Game.from_bytes(broken.to_bytes())
    replay = record(game.clone(), [make_agent("random", seat) for seat in range(2)])
    assert len(replay) > 0
    assert game.action_text(3) == "PLAY 3"
    assert game.parse_action(game.action_text(game.legal_actions()[0])) == game.legal_actions()[0]
    assert "seat 0" in game.describe(0)
    assert game.to_json()["game"] == "toy"


def test_commands_take_any_game() -> None:
    for words in (["watch", "--game", "toy", "--seed", "1"], ["bench", "--game", "toy", "--seconds", "0.05"]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown game 'chess'; known: gosu, gosux, laundromat, toy"):
        Game("chess")


def test_interpreted_games_of_the_toy_are_the_same() -> None:
    code = (
        "from gosu_env.engine import rules; rules.GAMES['toy'] = 'tests.toy.ruleset'\n"
        "from gosu_env import make_batch\n"
        "batch = make_batch('toy', num_envs=3, num_players=3, seed=2)\n"
        "for _ in range(9): batch.step(batch.sample())\n"
        "print(batch.states.tobytes().hex(), batch.obs.tobytes().hex())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PATH": "", "PYTHONPATH": str(ROOT), "GOSU_INTERPRETED": way},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for way in "01"
    ]
    assert runs[0] == runs[1]


# ------------------------------------------------------------------------------------------------ binding


def test_a_template_is_bound_once_for_every_game() -> None:
    toy, gosu = (rules.find_rules(game, 2, {}) for game in ("toy", "gosu"))
    assert toy.bind(loops) is toy.bind(loops)
    assert toy.bind(loops).settle is not gosu.bind(loops).settle
    assert toy.bind(verbs) is toy.verbs
    assert bind.template_name(toy.bind(loops).__name__) == "gosu_env.engine.loops"


def test_bound_loops_are_translated_with_the_verbs_of_their_game() -> None:
    toy = rules.find_rules("toy", 2, {})
    translator = Translator()
    assert translator.add(toy.bind(loops).settle) == "loops_settle"
    source = translator.source()
    assert "rules_list_legal(" in source
    assert "rules_count_up(" in source


def test_a_game_without_a_verb_is_refused() -> None:
    class Half:
        __name__ = "half"

    with pytest.raises(AttributeError, match="half has no answer_decision; a game needs the verbs start, run, ans"):
        bind.bind(loops, Half())  # type: ignore[arg-type]
