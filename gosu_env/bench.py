"""How fast the engine is: random legal play on one core, measured three ways.

What is counted is a decision that was put to a player: ``Bench.definition`` says exactly what that is.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gosu_env
from gosu_env.engine.compile import INTERPRETED
from gosu_env.engine.compile.build import built_here
from gosu_env.engine.errors import OptionError
from gosu_env.engine.files import write_whole
from gosu_env.engine.game import Game, check_seed
from gosu_env.engine.rules import USUAL_GAME, Rules, find_rules

GAMES, DECISIONS, LONGEST, ROUNDS = range(4)  # of what Rules.play counts
FIRST_BATCH = 200 if not INTERPRETED else 1


@dataclass(frozen=True)
class Speed:
    """One way of playing: how much of it was done in how many seconds."""

    decisions: int
    games: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    def as_dict(self) -> dict[str, float]:
        rates = {"decisions_per_second": self.decisions_per_second, "games_per_second": self.games_per_second}
        return asdict(self) | rates


@dataclass(frozen=True)
class Bench:
    """All figures of one run."""

    game: str
    num_players: int
    options: dict[str, Any]  # of the game
    seed: int
    mask: Speed  # compiled loop, a mask for every decision
    mask_and_observation: Speed  # compiled loop, the decider's observation too
    through_game: Speed  # the same from Python: Game.mask, Game.observe, Game.apply
    decisions_per_game: float
    rounds_per_game: float
    longest_game: int  # decisions
    num_actions: int
    observation_size: int
    record_bytes: int
    first_call_seconds: float  # until everything measured had run once
    interpreted: bool  # GOSU_INTERPRETED: nothing is compiled
    compiled: bool  # whether that took compiling; otherwise the code came from the cache on disk

    @property
    def compile_seconds(self) -> float | None:
        """How long compiling took, if it was needed."""
        return self.first_call_seconds if self.compiled else None

    @property
    def definition(self) -> str:
        """What a decision is."""
        return (
            "one answer by one seat: drawn from the legal ones, applied, the rules run to the next decision, its mask "
            f"({self.num_actions} int8) written and, where named, the observation of the seat that decides "
            f"({self.observation_size} int8). Decisions with one legal answer are taken on the way and not counted."
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and strings, with the machine and the versions."""
        speeds = {name: getattr(self, name).as_dict() for name in ("mask", "mask_and_observation", "through_game")}
        where = {
            "machine": f"{platform.system()} {platform.machine()}",
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "gosu_env": gosu_env.__version__,
        }
        more = {"compile_seconds": self.compile_seconds, "decision": self.definition, "environment": where}
        return asdict(self) | speeds | more


class Loop:
    """The compiled loop."""

    def __init__(self, rules: Rules, seed: int, observed: bool) -> None:
        self.rules = rules
        self.observed = observed
        self.rng: NDArray[np.uint32] = np.random.default_rng(seed).integers(1, 2**32, 4, np.uint32)
        self.stats: NDArray[np.int64] = np.zeros(4 + len(rules.endings), np.int64)

    def play(self, decisions: int) -> tuple[int, int]:
        """Whole games, for at least that many decisions; decisions and games played."""
        stats, found = self.rules.play(decisions, self.rng, mask=True, observe=self.observed, check=False)
        assert found == 0
        longest = max(self.stats[LONGEST], stats[LONGEST])
        self.stats += stats
        self.stats[LONGEST] = longest
        return int(stats[DECISIONS]), int(stats[GAMES])


class Handle:
    """The same play from Python, through ``Game``."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.rng = np.random.default_rng(seed)

    def play(self, decisions: int) -> tuple[int, int]:
        done = games = 0
        while done < decisions:
            game = Game.of_rules(self.rules, int(self.rng.integers(2**63)))
            while not game.is_over:
                game.mask()
                game.observe()
                legal = game.legal_actions()
                game.apply(legal[int(self.rng.random() * len(legal))])
                done += 1
            games += 1
        return done, games


def _measure(play: Callable[[int], tuple[int, int]], seconds: float) -> Speed:
    """Play in batches until the time is over; a batch takes about a tenth of it."""
    decisions = games = 0
    batch = FIRST_BATCH
    started = perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        more_decisions, more_games = play(batch)
        decisions += more_decisions
        games += more_games
        elapsed = perf_counter() - started
        batch = max(FIRST_BATCH, int(decisions / elapsed * seconds / 10))
    return Speed(decisions, games, elapsed)


def run_bench(
    game: str = USUAL_GAME, num_players: int = 2, seconds: float = 2.0, seed: int = 0, **options: Any
) -> Bench:
    """Measure each of the three ways for that many seconds, on one core."""
    if not seconds > 0:
        raise OptionError(f"seconds must be more than 0, not {seconds!r}")
    seed = check_seed(seed)
    rules = find_rules(game, num_players, options)
    compiled_before = len(built_here)
    plain, observed = (Loop(rules, seed, observed) for observed in (False, True))
    handle = Handle(rules, seed)

    started = perf_counter()
    Loop(rules, seed, True).play(1)
    handle.play(1)
    first_call = perf_counter() - started

    mask = _measure(plain.play, seconds)
    mask_and_observation = _measure(observed.play, seconds)
    through_game = _measure(handle.play, seconds)
    stats = plain.stats + observed.stats
    return Bench(
        game=game,
        num_players=num_players,
        options=rules.options,
        seed=seed,
        mask=mask,
        mask_and_observation=mask_and_observation,
        through_game=through_game,
        decisions_per_game=float(stats[DECISIONS] / stats[GAMES]),
        rounds_per_game=float(stats[ROUNDS] / stats[GAMES]),
        longest_game=int(max(plain.stats[LONGEST], observed.stats[LONGEST])),
        num_actions=rules.num_actions,
        observation_size=rules.observation_spec.size,
        record_bytes=rules.new_states(1).itemsize,
        first_call_seconds=first_call,
        interpreted=INTERPRETED,
        compiled=len(built_here) > compiled_before,
    )


def write_json(bench: Bench, path: str | Path) -> None:
    write_whole(path, (json.dumps(bench.as_dict(), indent=2) + "\n").encode())
