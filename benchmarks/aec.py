"""Random legal play through PettingZoo's AEC interface: the same loop for this project and for its peers.

    python -m benchmarks.aec

compares ``raw_env`` with ``env``, which has PettingZoo's checks around it: decisions per CPU second, turn about. Once
with a player that takes next to no time, once with ``action_space(agent).sample(mask)``, as PettingZoo's docs have it.
"""

from __future__ import annotations

import importlib
import itertools
import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.case import Facts, Setup

PROBED_GAMES = 30
DECISIONS, TURNS = 3000, 5  # of a measurement, and measurements of each environment


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

    def play_sampled(self, decisions: int) -> tuple[int, int]:
        """The same with answers drawn by the action space."""
        env = self.env
        done = games = 0
        while done < decisions:
            env.reset()
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(int(env.action_space(agent).sample(observation["action_mask"])))
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


def speeds(game: str, num_players: int, sampled: bool) -> dict[str, list[float]]:
    """Decisions per CPU second of both environments, measurement by measurement."""
    module = importlib.import_module(f"gosu_env.{game}_v0")
    tables = {name: Table(getattr(module, name)(num_players=num_players), 0) for name in ("raw_env", "env")}
    found: dict[str, list[float]] = {name: [] for name in tables}
    for turn in range(TURNS + 1):
        for name, table in tables.items():
            begun = time.process_time()
            done, _ = (table.play_sampled if sampled else table.play)(DECISIONS)
            if turn:  # the first one warms up
                found[name].append(done / (time.process_time() - begun))
    return found


def main() -> None:
    tables = (("gosu", 2), ("gosu", 4), ("gosux", 2), ("laundromat", 3))
    for (game, players), sampled in itertools.product(tables, (False, True)):
        found = speeds(game, players, sampled)
        raw, checked = (float(np.median(found[name])) for name in ("raw_env", "env"))
        ratios = sorted(one / other for one, other in zip(found["raw_env"], found["env"], strict=True))
        print(
            f"{game}, {players} players{', sample(mask)' if sampled else ''}: raw_env {raw:,.0f}, env {checked:,.0f} "
            f"decisions per CPU second, {raw / checked:.1f} times ({ratios[0]:.1f} to {ratios[-1]:.1f})"
        )


if __name__ == "__main__":
    main()
