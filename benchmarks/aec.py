"""Random legal play through PettingZoo's AEC interface: the same loop for this project and for its peers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.case import Facts, Setup

PROBED_GAMES = 30


class Table:
    """An environment and a player without a plan for all its seats."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        self.random = random.Random(seed).random
        env.reset(seed=seed)

    def play(self, decisions: int) -> tuple[int, int]:
        env, draw = self.env, self.random
        done = games = 0
        while done < decisions:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)  # the seat leaves the table: no decision
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(draw() * len(legal))]))
                done += 1
            games += 1
        return done, games

    def probe(self) -> Iterator[int]:
        """How many actions were legal, decision by decision."""
        for _ in range(PROBED_GAMES):
            self.env.reset()
            for _ in self.env.agent_iter():
                observation, _, terminated, truncated, _ = self.env.last()
                if terminated or truncated:
                    self.env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                yield len(legal)
                self.env.step(int(legal[int(self.random() * len(legal))]))

    def setup(self, compile_seconds: float | None = None, cached: bool = False) -> Setup:
        widths = list(self.probe())
        agent = self.env.possible_agents[0]
        facts = Facts(
            num_actions=int(self.env.action_space(agent).n),
            observation_size=int(np.prod(self.env.observation_space(agent)["observation"].shape)),
            forced_share=widths.count(1) / len(widths),
            compile_seconds=compile_seconds,
            cached=cached,
        )
        return Setup(self.play, facts)
