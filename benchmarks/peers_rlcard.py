"""RLCard: games in Python."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.case import Case, Facts, Kind, Setup, Spread, Work

GAMES = ("uno", "gin-rummy", "doudizhu")
COPYABLE = ("uno", "doudizhu")  # gin-rummy holds a module, which deepcopy refuses
PROBED_GAMES = 10
MIDDLES = 8

DECISION = (
    "one Env.step, which returns the observation and the legal actions of the next player; the mask is filled in "
    "from them. Decisions with one legal answer are counted."
)


class Table:
    """An environment and a player without a plan for all seats."""

    def __init__(self, name: str, seed: int) -> None:
        rlcard: Any = import_module("rlcard")
        agents: Any = import_module("rlcard.agents")
        self.env: Any = rlcard.make(name, config={"seed": seed})
        self.mask = np.zeros(self.env.num_actions, np.int8)
        self.random = random.Random(seed).random
        self.env.set_agents([agents.RandomAgent(self.env.num_actions) for _ in range(self.env.num_players)])

    def play(self, decisions: int) -> tuple[int, int]:
        env, mask, draw = self.env, self.mask, self.random
        done = games = 0
        while done < decisions:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                mask[:] = 0
                mask[legal] = 1
                state, _ = env.step(legal[int(draw() * len(legal))])
                done += 1
            games += 1
        return done, games

    def evaluate(self, games: int) -> tuple[int, int]:
        for _ in range(games):
            self.env.run()
        return games, games

    def walk(self, most: int | None = None) -> Iterator[tuple[Any, int]]:
        """One random game: the state and how many actions are legal, decision by decision."""
        state, _ = self.env.reset()
        taken = 0
        while not self.env.is_over():
            legal = list(state["legal_actions"])
            yield state, len(legal)
            taken += 1
            if taken == most:
                return
            state, _ = self.env.step(legal[int(self.random() * len(legal))])

    def middles(self) -> list[tuple[Any, Any]]:
        """Environments, each with its state, that have come to half of the mean length."""
        mean = sum(len(list(self.walk())) for _ in range(PROBED_GAMES)) / PROBED_GAMES
        half = int(mean / 2) + 1
        found: list[tuple[Any, Any]] = []
        while len(found) < MIDDLES:
            walked = list(self.walk(half))
            if len(walked) == half:
                found.append((copy.deepcopy(self.env), walked[-1][0]))
        return found

    def clone(self) -> Work:
        middles = self.middles()

        def deepcopy(clones: int) -> tuple[int, int]:
            for number in range(clones):
                copy.deepcopy(middles[number % MIDDLES][0])
            return clones, 0

        return deepcopy

    def playout(self) -> Work:
        middles, draw = self.middles(), self.random

        def play(playouts: int) -> tuple[int, int]:
            for number in range(playouts):
                env, state = middles[number % MIDDLES]
                env = copy.deepcopy(env)
                while not env.is_over():
                    legal = list(state["legal_actions"])
                    state, _ = env.step(legal[int(draw() * len(legal))])
            return playouts, playouts

        return play


def _prepare(name: str, choose: Callable[[Table], Work], seed: int) -> Setup:
    table = Table(name, seed)
    walked = [step for _ in range(PROBED_GAMES) for step in table.walk()]
    widths = [width for _, width in walked]
    size = max(state["obs"].size for state, _ in walked)  # landlord and peasants see vectors of different lengths
    return Setup(choose(table), Facts(len(table.mask), size, widths.count(1) / len(widths)))


def cases() -> list[Case]:
    def case(
        driven: str,
        choose: Callable[[Table], Work],
        spread: Spread = "one core",
        seen: bool = True,
        kind: Kind = "play",
        games: Sequence[str] = GAMES,
    ) -> list[Case]:
        return [
            Case("RLCard", name, driven, "one game", partial(_prepare, name, choose), kind, 1, spread, seen, seen)
            for name in games
        ]

    return [
        *case("Env: step, own mask", lambda table: table.play),
        *case("Env: step, own mask", lambda table: table.play, "processes"),
        *case("deepcopy of the Env", Table.clone, seen=False, kind="clone", games=COPYABLE),
        *case("deepcopy of the Env, step", Table.playout, seen=False, kind="playout", games=COPYABLE),
        *case("Env.run with RandomAgents", lambda table: table.evaluate, seen=False, kind="evaluation"),
    ]
