"""The learners of ``gosu train``, PPO and TD(λ), as baselines: self-play that does not aim at an equilibrium."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from gosu_env.solver.exploitability import Policy
from gosu_env.solver.tree import GameTree
from gosu_env.training import ppo, td
from gosu_env.training.baselines.games import forbid
from gosu_env.training.players import NetworkPlayer, Player
from gosu_env.training.presets import find_preset

DECISIONS = 2_000_000  # over which learning rates fall


def small_ppo(game: str, options: dict[str, Any], seed: int) -> ppo.Settings:
    """The settings of PPO, for small games."""
    usual = find_preset("ppo", 2, seed, options, game)
    assert isinstance(usual, ppo.Settings)
    return replace(usual, num_envs=256, n_steps=16, minibatch_steps=4, width=128, decisions=DECISIONS)


@torch.no_grad()
def sampled_policy(learner: ppo.Learner, tree: GameTree) -> Policy:
    """What the network of PPO samples from, over a tree."""
    logits = learner.player().ends.logits(torch.from_numpy(tree.seen.copy()))
    masks = tree.masks(learner.batch.num_actions)
    return tree.policy_of(torch.softmax(forbid(logits, masks), dim=1).numpy())


class PPO:
    """Proximal policy optimisation in self-play; its policy is what the network samples from."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        self.learner = ppo.Learner(small_ppo(game, options, seed))

    def learn(self) -> int:
        before = self.learner.decisions
        self.learner.play()
        self.learner.learn()
        return int(self.learner.decisions - before)

    def policy(self, tree: GameTree) -> Policy:
        return sampled_policy(self.learner, tree)

    def player(self) -> NetworkPlayer:
        return NetworkPlayer(self.learner.network, 0)


class TD:
    """Values of positions by TD(λ); its policy looks one answer ahead and takes the best."""

    def __init__(self, game: str, options: dict[str, Any], seed: int) -> None:
        usual = find_preset("quick", 2, seed, options, game)
        assert isinstance(usual, td.Settings)
        self.learner = td.Learner(replace(usual, num_envs=256, width=64, decisions=DECISIONS))

    def learn(self) -> int:
        before = self.learner.decisions
        self.learner.play()
        self.learner.learn()
        return int(self.learner.decisions - before)

    def player(self) -> Player:
        self.learner.wait()
        return self.learner.player()

    def policy(self, tree: GameTree) -> Policy:
        self.learner.wait()
        player = self.learner.player()
        states = self.learner.batch.rules.new_states(tree.infosets)
        states.view(np.uint8).reshape(tree.infosets, -1)[:] = tree.record
        actions = player.ahead.answer(states, player.rng.integers(1 << 62, size=tree.infosets))
        return tree.policy_of(np.eye(self.learner.batch.num_actions)[actions])
