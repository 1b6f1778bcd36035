"""Trials that a player plays on, on the CPU."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gosu_env import IllegalActionError, make_batch
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.trials import PlayerPlayouts, make_trials


@pytest.fixture
def trials():
    batch = make_batch("gosu", 4, 3, seed=4)
    batch.rollout(30)
    return make_trials(batch, np.flatnonzero(batch.mask.sum(1) > 1), 2, np.random.default_rng(2))


class Watched(NetworkPlayer):
    """Notes how many games it is asked about, and may give a wrong answer."""

    def __init__(self, network, wrong_after=None):
        super().__init__(network, seed=0)
        self.asked, self.wrong_after = [], wrong_after

    def answer(self, batch, games):
        self.asked.append(len(games))
        answers = super().answer(batch, games)
        if self.wrong_after == len(self.asked):
            answers[0] = batch.num_actions - 1 if not batch.mask[games[0], -1] else 0
            assert not batch.mask[games[0], answers[0]]
        return answers


@pytest.fixture
def network(trials):
    torch.manual_seed(1)
    return Network.for_rules(trials.card_sets[0], 16, 1)


@pytest.mark.parametrize("depth", [0, 3])
def test_a_player_is_asked_about_games_that_go_on_alone(trials, network, depth):
    player = Watched(network)
    brought = PlayerPlayouts(player, depth).play(trials)
    assert np.isfinite(brought).all()
    assert player.asked[0] <= len(trials)
    assert (np.diff(player.asked) <= 0).all()
    assert player.asked[-1] < player.asked[0] / 2


def test_an_illegal_answer_is_an_error(trials, network):
    with pytest.raises(IllegalActionError, match=r"1 of .* actions are illegal"):
        PlayerPlayouts(Watched(network, wrong_after=5)).play(trials)
