"""This project: GOSU for two players, GOSU X, and Goblin Laundromat for two and four, with the default cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np

from benchmarks.aec import Table
from benchmarks.case import OURS, Case, Facts, Kind, Setup, Spread, Style, Work
from benchmarks.machine import core_numbers
from gosu_env import Game, make_batch
from gosu_env.agents import RandomAgent
from gosu_env.bench import Handle, Loop
from gosu_env.engine.compile import INTERPRETED
from gosu_env.engine.compile.build import built_here
from gosu_env.engine.rules import find_rules

BATCHES = (256, 1024, 4096)
ROLLED = 4096
EVALUATED = 1024
STEPS = 64  # of a rollout per call
OTHER_BATCH = 1024  # of the other games
MIDDLES = 32  # positions in the middle of a game

Sort = tuple[str, int]  # a game, and how many play it
GOSU: Sort = ("gosu", 2)
OTHERS: tuple[Sort, ...] = (("gosux", 2), ("laundromat", 2), ("laundromat", 4))

DECISION = (
    "one answer by one seat, drawn from the legal ones and applied; the rules run to the next decision, the mask "
    "and the observation of the seat that decides next are written. Decisions with one legal answer are taken on "
    "the way and not counted. Dealing is part of the time."
)


def _timed(make: Callable[[], Work]) -> tuple[Work, float | None, bool]:
    """Work that has run once, how long compiling took if it was needed, and whether it came from disk."""
    before = len(built_here)
    started = perf_counter()
    work = make()
    work(1)
    elapsed = perf_counter() - started
    compiled = len(built_here) != before
    return work, elapsed if compiled else None, not compiled and not INTERPRETED


def _setup(make: Callable[[], Work], sort: Sort = GOSU) -> Setup:
    work, compile_seconds, cached = _timed(make)
    game = Game(*sort, 0)
    return Setup(work, Facts(game.num_actions, game.observation_spec.size, 0.0, compile_seconds, cached))


# ------------------------------------------------------------------------------------------------ random play


def compiled_loop(sort: Sort, observe: bool, seed: int) -> Setup:
    return _setup(lambda: Loop(find_rules(*sort, {}), seed, observe).play, sort)


def game_from_python(sort: Sort, seed: int) -> Setup:
    return _setup(lambda: Handle(find_rules(*sort, {}), seed).play, sort)


def batch_steps(sort: Sort, num_envs: int, all_cores: bool, seed: int) -> Setup:
    """``sample`` and ``step``: every decision's observation and mask stand in the arrays of the batch."""

    def make() -> Work:
        name, players = sort
        threads = len(core_numbers()) if all_cores else 1
        batch = make_batch(name, num_envs, num_players=players, threads=threads, seed=seed)

        def play(decisions: int) -> tuple[int, int]:
            games = 0
            steps = -(-decisions // num_envs)
            for _ in range(steps):
                batch.step(batch.sample())
                games += int(np.count_nonzero(batch.done))
            return steps * num_envs, games

        return play

    return _setup(make, sort)


def batch_rollout(all_cores: bool, seed: int) -> Setup:
    def make() -> Work:
        batch = make_batch("gosu", ROLLED, threads=len(core_numbers()) if all_cores else 1, seed=seed, observe=False)

        def play(decisions: int) -> tuple[int, int]:
            calls = -(-decisions // (ROLLED * STEPS))
            return calls * ROLLED * STEPS, sum(batch.rollout(STEPS) for _ in range(calls))

        return play

    return _setup(make)


def aec(seed: int) -> Setup:
    from gosu_env import gosu_v0  # noqa: PLC0415  (PettingZoo is loaded when it is measured)

    table: list[Table] = []

    def make() -> Work:
        table.append(Table(gosu_v0.raw_env(num_players=2), seed))
        return table[0].play

    _, compile_seconds, cached = _timed(make)
    return table[0].setup(compile_seconds, cached)


# ------------------------------------------------------------------------------------------------ other work


def _random_game(seed: int, rng: np.random.Generator, most: int | None = None) -> tuple[Game, int]:
    """A game played at random for that many decisions at most, and how many there were."""
    game = Game("gosu", 2, seed)
    done = 0
    while not game.is_over and (most is None or done < most):
        legal = game.legal_actions()
        game.apply(legal[int(rng.random() * len(legal))])
        done += 1
    return game, done


def _middles(seed: int) -> list[Game]:
    """Games that have come to half of the mean length."""
    rng = np.random.default_rng(seed)
    mean = sum(_random_game(number, rng)[1] for number in range(200)) / 200
    games: list[Game] = []
    while len(games) < MIDDLES:
        game, _ = _random_game(int(rng.integers(2**63)), rng, int(mean / 2))
        if not game.is_over:
            games.append(game)
    return games


def clone(seed: int) -> Setup:
    def make() -> Work:
        games = _middles(seed)

        def copy(clones: int) -> tuple[int, int]:
            rounds = -(-clones // MIDDLES)
            for _ in range(rounds):
                for game in games:
                    game.clone()
            return rounds * MIDDLES, 0

        return copy

    return _setup(make)


def playout(seed: int) -> Setup:
    def make() -> Work:
        games = _middles(seed)
        rng = np.random.default_rng(seed)

        def play(playouts: int) -> tuple[int, int]:
            for number in range(playouts):
                world = games[number % MIDDLES].clone()
                while not world.is_over:
                    legal = world.legal_actions()
                    world.apply(legal[int(rng.random() * len(legal))])
            return playouts, playouts

        return play

    return _setup(make)


def evaluation(seed: int) -> Setup:
    def make() -> Work:
        seats = [RandomAgent([seed, seat]) for seat in range(2)]
        rng = np.random.default_rng(seed)

        def play(games: int) -> tuple[int, int]:
            for _ in range(games):
                game = Game("gosu", 2, int(rng.integers(2**63)))
                while not game.is_over:
                    game.apply(seats[game.seat].act(game))
                game.returns()
            return games, games

        return play

    return _setup(make)


def batch_evaluation(seed: int) -> Setup:
    def make() -> Work:
        batch = make_batch("gosu", EVALUATED, threads=1, seed=seed)

        def play(games: int) -> tuple[int, int]:
            ended, score = 0, 0.0
            while ended < games:
                batch.step(batch.sample())
                ended += int(np.count_nonzero(batch.done))
                score += float(batch.reward[:, 0].sum())
            return ended, ended

        return play

    return _setup(make)


def _case(
    driven: str,
    style: Style,
    prepare: Callable[[int], Setup],
    batch: int = 1,
    spread: Spread = "one core",
    seen: tuple[bool, bool] = (True, True),
    kind: Kind = "play",
    sort: Sort = GOSU,
) -> Case:
    return Case(OURS, "{}, {} players".format(*sort), driven, style, prepare, kind, batch, spread, *seen)


def _other_cases(sort: Sort) -> list[Case]:
    """Another game of the family on one core: how fast the same loops are over other rules."""
    return [
        _case("Batch: sample, step", "batch", partial(batch_steps, sort, OTHER_BATCH, False), OTHER_BATCH, sort=sort),
        _case("compiled loop", "native", partial(compiled_loop, sort, True), sort=sort),
        _case("Game: mask, observe, apply", "one game", partial(game_from_python, sort), sort=sort),
    ]


def cases() -> list[Case]:
    blind = (False, False)
    steps = "Batch: sample, step"
    return [
        *(_case(steps, "batch", partial(batch_steps, GOSU, size, False), size) for size in BATCHES),
        *(_case(steps, "batch", partial(batch_steps, GOSU, size, True), size, "threads") for size in BATCHES),
        _case("compiled loop", "native", partial(compiled_loop, GOSU, True)),
        _case("compiled loop, masks only", "native", partial(compiled_loop, GOSU, False), seen=(False, True)),
        _case("Batch.rollout", "native", partial(batch_rollout, False), ROLLED, seen=blind),
        _case("Batch.rollout", "native", partial(batch_rollout, True), ROLLED, "threads", blind),
        _case("Game: mask, observe, apply", "one game", partial(game_from_python, GOSU)),
        _case("Game: mask, observe, apply", "one game", partial(game_from_python, GOSU), spread="processes"),
        _case("raw_env: last, step", "AEC", aec),
        _case("raw_env: last, step", "AEC", aec, spread="processes"),
        _case("Game.clone", "one game", clone, seen=blind, kind="clone"),
        _case("Game.clone, apply, from Python", "one game", playout, seen=blind, kind="playout"),
        _case("RandomAgent.act on a Game", "one game", evaluation, seen=blind, kind="evaluation"),
        _case("Batch: sample, step, reward", "batch", batch_evaluation, EVALUATED, seen=blind, kind="evaluation"),
        *(case for sort in OTHERS for case in _other_cases(sort)),
    ]
