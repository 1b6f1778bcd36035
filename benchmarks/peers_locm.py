"""gym-locm: Legends of Code and Magic, in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.case import Case, Facts, Setup, Spread

PROBED_GAMES = 10

DECISION = (
    "one step of the two-player battle, which returns observation and mask. Building the decks, by random agents as "
    "part of reset, takes time and is not counted. Decisions with one legal answer are counted."
)


class Table:
    """An environment and a player without a plan for both seats."""

    def __init__(self, seed: int) -> None:
        battle: Any = import_module("gym_locm.envs.battle")
        self.env: Any = battle.LOCMBattleEnv(version="1.5", seed=seed, return_action_mask=True)
        self.random = random.Random(seed).random

    def play(self, decisions: int) -> tuple[int, int]:
        env, draw = self.env, self.random
        done = games = 0
        while done < decisions:
            env.reset()
            mask, over = env.action_mask, False
            while not over:
                legal = np.flatnonzero(mask)
                _, _, over, _, info = env.step(int(legal[int(draw() * len(legal))]))
                mask = info["action_mask"]
                done += 1
            games += 1
        return done, games

    def probe(self) -> Iterator[int]:
        """How many actions were legal, decision by decision."""
        for _ in range(PROBED_GAMES):
            self.env.reset()
            mask, over = self.env.action_mask, False
            while not over:
                legal = np.flatnonzero(mask)
                yield len(legal)
                _, _, over, _, info = self.env.step(int(legal[int(self.random() * len(legal))]))
                mask = info["action_mask"]


def _prepare(seed: int) -> Setup:
    table = Table(seed)
    widths = list(table.probe())
    size = int(np.prod(table.env.observation_space.shape))
    return Setup(table.play, Facts(int(table.env.action_space.n), size, widths.count(1) / len(widths)))


def cases() -> list[Case]:
    spreads: tuple[Spread, Spread] = ("one core", "processes")
    return [
        Case("gym-locm", "battle 1.5, 2 players", "env: step", "one game", _prepare, spread=spread)
        for spread in spreads
    ]
