"""This version beside an earlier one, in one run: ``python -m benchmarks.before FOLDER [PYTHON]``.

``FOLDER`` is a checkout of the other version, ``PYTHON`` an interpreter with what it needs. One process for each plays
the same random games in turn and counts decisions per second of processor time on one core. ``--json FILE`` keeps the
figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.machine import commit, machine, versions

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "GOSU, 2 players": ("gosu", 2, {}),
    "GOSU, 4 players": ("gosu", 4, {}),
    "Kamakor, 2 players": ("gosu", 2, {"kamakor": True}),
    "GOSU X": ("gosux", 2, {}),
    "Laundromat, 2 players": ("laundromat", 2, {}),
    "Laundromat, 5 players": ("laundromat", 5, {}),
}
WORK = ("step, mask, observation", "step, mask", "rollouts", "Game", "raw_env")
ROUNDS = 5
# What a process does: it reads a table and a kind of work, and answers with a rate. Both versions must understand it.
MEASURE = """
import json, sys, time
import numpy as np
from gosu_env import Game, make_batch
from gosu_env import gosu_v0, gosux_v0, laundromat_v0

SECONDS, GAMES = 0.5, 256
VERSIONS = {"gosu": gosu_v0, "gosux": gosux_v0, "laundromat": laundromat_v0}
ready = {}

def batch(game, players, options, observe):
    made = make_batch(game, GAMES, num_players=players, seed=1, observe=observe, threads=1, **options)
    return made, lambda: made.step(made.sample()) or GAMES

def rollouts(game, players, options):
    made = make_batch(game, GAMES, num_players=players, seed=1, observe=False, threads=1, **options)
    return made, lambda: made.rollout(64) * 0 + GAMES * 64

def handle(game, players, options):
    made, rng = [Game(game, players, 1, **options)], np.random.default_rng(1)
    def play():
        for _ in range(200):
            if made[0].is_over:
                made[0] = Game(game, players, int(rng.integers(1 << 30)), **options)
            now = made[0]
            now.observe()
            mask = now.mask()
            legal = np.flatnonzero(mask)
            now.apply(int(legal[rng.integers(len(legal))]))
        return 200
    return made, play

def aec(game, players, options):
    env, rng = VERSIONS[game].raw_env(num_players=players, **options), np.random.default_rng(1)
    env.reset(seed=1)
    def play():
        for _ in range(200):
            if not env.agents:
                env.reset(seed=int(rng.integers(1 << 30)))
            observation, _, ended, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if ended or cut else int(legal[rng.integers(len(legal))]))
        return 200
    return env, play

MAKE = {
    "step, mask, observation": lambda *table: batch(*table, True), "step, mask": lambda *table: batch(*table, False),
    "rollouts": rollouts, "Game": handle, "raw_env": aec,
}
for line in sys.stdin:
    table, work = json.loads(line)
    key = json.dumps([table, work])
    if key not in ready:
        ready[key] = MAKE[work](*table)
        for _ in range(10):
            ready[key][1]()
    done, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < SECONDS:
        done += ready[key][1]()
    print(json.dumps(done / spent), flush=True)
"""


class Version:
    """A process that measures one version."""

    def __init__(self, python: str, folder: Path) -> None:
        command = [python, "-c", MEASURE]
        env = os.environ | {"PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self, table: Sequence[Any], work: str) -> float:
        """Decisions a second."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([table, work]) + "\n")
        self.process.stdin.flush()
        return float(json.loads(self.process.stdout.readline()))


def compare(now: Version, before: Version, name: str) -> dict[str, Any]:
    """Decisions a second of both versions, and the ratio, for every kind of work at a table."""
    row: dict[str, Any] = {"table": name}
    for work in WORK:
        rates = [[version.rate(TABLES[name], work) for version in (now, before)] for _ in range(ROUNDS)]
        new, old = (statistics.median(each) for each in zip(*rates, strict=True))
        row[work] = {"before": round(old), "now": round(new), "ratio": round(new / old, 2)}
        print(f"{name}, {work}: {old:,.0f} → {new:,.0f} decisions/s, {new / old:.2f} ×", flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout of the earlier version")
    parser.add_argument("python", nargs="?", default=sys.executable, help="its interpreter")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    parser.add_argument("--table", action="append", choices=list(TABLES), help="only this one")
    given = parser.parse_args()
    now, before = Version(sys.executable, Path.cwd()), Version(given.python, given.folder.resolve())
    rows = [compare(now, before, name) for name in given.table or TABLES]
    if given.json:
        about = {"machine": machine(), "versions": versions(), "commit": commit(), "rows": rows}
        given.json.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
