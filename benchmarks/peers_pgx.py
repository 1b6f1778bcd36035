"""Pgx: games in JAX, compiled, many at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.case import Case, Facts, Setup, Spread, Work

GAMES = ("leduc_holdem", "kuhn_poker", "sparrow_mahjong", "bridge_bidding")
WAYS = ((4096, 1), (1024, 32))  # how many games at a time, how many steps in one call
DEALS = 1000  # in the table that the auction draws its deals from

DECISION = (
    "one legal action of one game of the batch, drawn with jax.random.categorical; observation and mask of the next "
    "player are part of the new state. Games that end are dealt anew in the same step (Pgx's auto_reset). Sampling, "
    "step and reset are one compiled function; with scan, 32 steps are one call. The auction of bridge draws its "
    "deals from a made-up table of double-dummy results, because the real one is a download of some hundred "
    "megabytes."
)


def write_deals(path: Path, seed: int) -> None:
    """A table in Pgx's format: deals as four numbers, and tricks for every declarer and suit as four more."""
    rng = np.random.default_rng(seed)
    owners = np.array([rng.permutation(np.repeat(np.arange(4), 13)) for _ in range(DEALS)]).reshape(DEALS, 4, 13)
    tricks = rng.integers(0, 14, (DEALS, 4, 5))
    keys = (owners << np.arange(24, -1, -2)).sum(-1)
    values = (tricks << np.arange(16, -1, -4)).sum(-1)
    np.save(path, np.stack([keys, values]).astype(np.int32))


def _environment(name: str, seed: int) -> Any:
    if name != "bridge_bidding":
        return import_module("pgx").make(name)
    with tempfile.TemporaryDirectory() as folder:
        write_deals(Path(folder) / "deals.npy", seed)
        return import_module("pgx.bridge_bidding").BridgeBidding(f"{folder}/deals.npy")


class Batch:
    """Games, a key for their chances, and how many of them have ended."""

    def __init__(self, env: Any, size: int, steps: int, seed: int) -> None:
        jax: Any = import_module("jax")
        self.jax = jax
        self.decisions = size * steps  # per call
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(seed), size))
        self.key = jax.random.PRNGKey(seed + 1)
        self.ended = jax.numpy.int32(0)
        self.advance = jax.jit(self._loop(env, size, steps), donate_argnums=0)

    def _loop(self, env: Any, size: int, steps: int) -> Callable[..., Any]:
        jax = self.jax
        jnp: Any = jax.numpy
        step = jax.vmap(import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init))

        def once(state: Any, key: Any, ended: Any) -> Any:
            key, for_actions, for_games = jax.random.split(key, 3)
            actions = jax.random.categorical(for_actions, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
            state = step(state, actions, jax.random.split(for_games, size))
            return state, key, ended + state.terminated.sum()

        def scan(state: Any, key: Any, ended: Any) -> Any:
            carried, _ = jax.lax.scan(lambda carry, _: (once(*carry), None), (state, key, ended), length=steps)
            return carried

        return once if steps == 1 else scan

    def play(self, decisions: int) -> tuple[int, int]:
        before = int(self.ended)
        calls = -(-decisions // self.decisions)
        for _ in range(calls):
            self.state, self.key, self.ended = self.advance(self.state, self.key, self.ended)
        self.jax.block_until_ready(self.state)
        return calls * self.decisions, int(self.ended) - before


def _prepare(name: str, size: int, steps: int, seed: int) -> Setup:
    env = _environment(name, seed)
    started = perf_counter()
    batch = Batch(env, size, steps, seed)
    work: Work = batch.play
    work(1)
    elapsed = perf_counter() - started
    work(40 * size)  # games no longer go in step
    legal = np.asarray(batch.state.legal_action_mask)
    facts = Facts(
        num_actions=legal.shape[1],
        observation_size=int(np.prod(batch.state.observation.shape[1:])),
        forced_share=float((legal.sum(1) == 1).mean()),
        compile_seconds=elapsed,
    )
    return Setup(work, facts)


def cases() -> list[Case]:
    spreads: tuple[Spread, Spread] = ("one core", "threads")
    return [
        Case(
            library="Pgx",
            game=name,
            driven="jit: step" if steps == 1 else f"jit: scan of {steps} steps",
            style="batch",
            prepare=partial(_prepare, name, size, steps),
            batch=size,
            spread=spread,
        )
        for spread in spreads
        for name in GAMES
        for size, steps in WAYS
    ]
