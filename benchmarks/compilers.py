"""The rules as C++ beside the rules compiled by numba, in one process: ``python -m benchmarks.compilers``.

One core, processor time, 256 games; the engines take turns, and the medians are compared.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.machine import commit, machine, versions
from gosu_env.engine.batch import Batch
from gosu_env.engine.compile.dispatch import Entry
from gosu_env.engine.compile import direct
from gosu_env.engine.rules import find_rules

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "GOSU, 2 players": ("gosu", 2, {}),
    "GOSU, 4 players": ("gosu", 4, {}),
    "Kamakor, 2 players": ("gosu", 2, {"kamakor": True}),
    "GOSU X": ("gosux", 2, {}),
    "Laundromat, 2 players": ("laundromat", 2, {}),
    "Laundromat, 5 players": ("laundromat", 5, {}),
}
GAMES = 256
SECONDS = 0.6  # of every measurement
ROUNDS = 5
STEPS = 64  # of a rollout


class Work:
    """A batch that one of the engines steps."""

    def __init__(self, table: str, observe: bool, native: bool) -> None:
        game, players, options = TABLES[table]
        rules = find_rules(game, players, options)
        self.batch = batch = Batch(rules, GAMES, 1, threads=1, observe=observe)
        games, moves, actions = batch._arrays, batch._moves, batch._sampled

        def found(function: Any, *arguments: Any) -> Callable[..., Any]:
            return Entry(function.py_func).door(*arguments) if native else direct(function, *arguments)

        loops = rules.batch
        self._sample = found(loops.sample, games, actions, 0, GAMES)
        self._check = found(loops.find_illegal, games, moves, 0, GAMES)
        self._step = found(loops.step, games, moves, 0, GAMES)
        self._rollout = found(loops.rollout, games, STEPS, batch.games, 0, GAMES)

    def step(self) -> int:
        batch = self.batch
        self._sample(batch._arrays, batch._actions, 0, GAMES)
        self._check(batch._arrays, batch._moves, 0, GAMES)
        self._step(batch._arrays, batch._moves, 0, GAMES)
        return GAMES

    def roll(self) -> int:
        self._rollout(self.batch._arrays, STEPS, self.batch.games, 0, GAMES)
        return GAMES * STEPS

    def bytes(self) -> bytes:
        batch = self.batch
        return b"".join(part.tobytes() for part in (batch.states, batch.mask, batch.obs, batch.reward, batch.seat))


def rate(work: Callable[[], int]) -> float:
    """Decisions a second of processor time."""
    done, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < SECONDS:
        done += work()
    return done / spent


def compare(table: str) -> dict[str, Any]:
    """Millions of decisions a second, and the ratio C++ over numba."""
    row: dict[str, Any] = {"table": table}
    for title, observe, name in (
        ("step, mask, observation", True, "step"),
        ("step, mask", False, "step"),
        ("rollouts", False, "roll"),
    ):
        old, new = Work(table, observe, native=False), Work(table, observe, native=True)
        for _ in range(20):
            getattr(old, name)()
            getattr(new, name)()
        assert old.bytes() == new.bytes(), f"{table}: the engines play different games"
        rates: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            for kept, work in zip(rates, (old, new), strict=True):
                kept.append(rate(getattr(work, name)))
        numba, native = map(statistics.median, rates)
        row[title] = {"numba": round(numba), "cpp": round(native), "ratio": round(native / numba, 2)}
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", help="where the figures are written")
    parser.add_argument("--table", action="append", choices=list(TABLES), help="only this one")
    given = parser.parse_args()
    rows = []
    for table in given.table or TABLES:
        row = compare(table)
        rows.append(row)
        shown = (
            f"{title} {v['cpp'] / 1e6:.2f} M/s, {v['ratio']:.2f} x" for title, v in row.items() if title != "table"
        )
        print(f"{table}: {'; '.join(shown)}", flush=True)
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "versions": versions(), "commit": commit(), "rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
