"""Wherever a seed is taken, what is no seed is refused: nothing is dealt at random in silence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import gosu_env
from gosu_env import Game, OptionError, gosu_v0
from gosu_env.agents import make_agent
from gosu_env.engine.rules import GAMES, find_rules
from gosu_env.training.selfplay import Selfplay


def set_up(game: str, seed: Any) -> Game:
    return Game.position(game, players=[{}, {}], seed=seed)


NO_SEEDS = ["abc", "7", b"7", "", -1, 1.5, 2**63, 2**70, True, np.True_, float("nan"), [1], np.float32(2)]

PLACES: dict[str, Callable[[Any], Any]] = {
    "Game": lambda seed: Game(seed=seed),
    "deal": lambda seed: Game(seed=1).deal(seed),
    "determinize": lambda seed: Game(seed=1).determinize(0, seed),
    "env": lambda seed: gosu_v0.env().reset(seed=seed),
    "raw_env": lambda seed: gosu_v0.raw_env().reset(seed=seed),
    "parallel_env": lambda seed: gosu_v0.parallel_env().reset(seed=seed),
    "gymnasium": lambda seed: gymnasium.make("gosu/Gosu-v0").reset(seed=seed),
    "gymnasium, many": lambda seed: gymnasium.make_vec("gosu/Gosu-v0", num_envs=2).reset(seed=seed),
    "gymnasium, each": lambda seed: gymnasium.make_vec("gosu/Gosu-v0", num_envs=2).reset(seed=[5, seed]),
    "make_batch": lambda seed: gosu_env.make_batch("gosu", num_envs=2, seed=seed),
    "a batch": lambda seed: gosu_env.make_batch("gosu", num_envs=2).reset(seed),
    "random": lambda seed: make_agent("random", seed),
    "greedy": lambda seed: make_agent("greedy", seed),
    "ismcts": lambda seed: make_agent("ismcts:5", seed),
    "rollout": lambda seed: make_agent("rollout:5", seed),
    "policy": lambda seed: make_agent("policy:strong", seed),
    "self-play": lambda seed: Selfplay(find_rules("gosu", 2, {}), ["random"], seed, 2),
    **{f"a position of {game}": partial(set_up, game) for game in GAMES},
}
SPREAD = ("gymnasium, many",)  # a list is a seed for each of many tables


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_seed_is_refused(place: str) -> None:
    for seed in NO_SEEDS:
        if not (place in SPREAD and isinstance(seed, list | bytes)):
            with pytest.raises(OptionError, match=r"^seed must be a whole number from 0 to 2\*\*63 - 1, not "):
                PLACES[place](seed)


@pytest.mark.parametrize("place", PLACES)
def test_every_seed_is_taken(place: str) -> None:
    for seed in (0, 7, 2**63 - 1, np.int64(7), np.uint8(7)):
        PLACES[place](seed)
