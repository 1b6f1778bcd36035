"""Players of many games at once, matches, the teacher."""

from __future__ import annotations

import numpy as np
import pytest

from gosu_env import View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.intervals import clustered_wilson
from gosu_env.engine.rules import find_rules
from gosu_env.training.match import play_deals, play_match, score_of
from gosu_env.training.players import GreedyPlayer, RandomPlayer
from gosu_env.training.teacher import GreedyTeacher


def test_the_greedy_player_answers_as_the_agent_does():
    batch = make_batch("gosu", 40, 3, seed=5)
    batch.rollout(30)
    games = np.array([3, 4, 17, 39])
    agent = make_agent("greedy")
    wanted = [agent.act(View(batch.game(int(i)))) for i in games]
    assert GreedyPlayer().answer(batch, games).tolist() == wanted


def test_the_teacher_advises_what_greedy_does_most():
    batch = make_batch("gosu", 60, 2, seed=6)
    batch.rollout(25)
    advice = GreedyTeacher(batch).advise(batch)
    np.testing.assert_allclose(advice.sum(1), 1, rtol=1e-5)
    assert (advice[batch.mask == 0] == 0).all()
    greedy = GreedyPlayer().answer(batch, np.arange(60))
    np.testing.assert_allclose(advice[np.arange(60), greedy], advice.max(1))


def test_a_player_wins_half_of_its_games_against_itself_at_paired_deals():
    score = play_match(GreedyPlayer(), GreedyPlayer(), find_rules("gosu", 2, {}), 10, seed=2)
    assert (score.mean, score.games) == (0.5, 20)
    assert 0.4 < score.low < 0.5 < score.high < 0.6
    four = play_match(GreedyPlayer(), GreedyPlayer(), find_rules("gosu", 4, {}), 4, seed=2)
    assert four.mean == pytest.approx(0.25)


def test_teams_play_a_deal_from_either_side_and_no_game_twice():
    rules = find_rules("gosu", 4, {"teams": True})
    share = play_deals(GreedyPlayer(), RandomPlayer(), rules, 3, seed=2)
    assert share.shape == (3, 2)
    equal = play_deals(GreedyPlayer(), GreedyPlayer(), rules, 6, seed=2)
    np.testing.assert_array_equal(equal.sum(1), 1)
    assert set(equal.ravel()) == {0, 1}


def test_greedy_beats_random_players():
    assert play_match(GreedyPlayer(), RandomPlayer(), find_rules("gosu", 4, {}), 10, seed=1).mean > 0.8


def test_intervals_are_those_of_deals():
    share = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
    score = score_of(share)
    assert score.mean == 0.75
    assert (score.low, score.high) == clustered_wilson(np.array([1.0, 2, 1, 2]), np.full(4, 2.0))
    assert str(score) == f"75.0 % ({100 * score.low:.1f}–{100 * score.high:.1f})"


def test_a_player_that_never_wins_may_yet_win_some_day():
    never, always = score_of(np.zeros((20, 2))), score_of(np.ones((20, 2)))
    assert str(never) == "0.0 % (0.0–8.8)"
    assert str(always) == "100.0 % (91.2–100.0)"
