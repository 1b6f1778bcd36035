"""The same games in other ways: interpreted, in a batch, on a GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gosu_env import Game, make_batch
from gosu_env.engine.batch import Batch
from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.rules import Rules
from tests.test_cuda import HostGpu, compare

ROOT = Path(__file__).resolve().parents[1]


def run_script(script: str, interpreted: bool, *arguments: int) -> list[str]:
    """The lines that a program prints, with the rules compiled or interpreted."""
    env = os.environ | {"GOSU_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def play_beside_handles(game: str, num_players: int, steps: int) -> int:
    """A batch whose games are played with handles, too, and are the same; how many ended."""
    batch = make_batch(game, num_envs=16, num_players=num_players, seed=4)
    games = [Game(game, num_players, int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(steps):
        actions = batch.sample()
        for i, handle in enumerate(games):
            assert handle.state.tobytes() == batch.states[i].tobytes()
            assert (handle.observe() == batch.obs[i]).all()
            handle.apply(int(actions[i]))
        batch.step(actions)
        for i, handle in enumerate(games):
            assert bool(batch.done[i]) == handle.is_over
            if handle.is_over:
                assert batch.reward[i] == pytest.approx(handle.returns())
                games[i] = Game(game, num_players, int(batch.seeds[i]))
                ended += 1
    return ended


def play_beside_a_gpu(rules: Rules, seed: int, steps: int, folder: Path) -> tuple[int, int]:
    """A batch and the program of a GPU, played on the CPU as ``test_cuda.py`` explains; games that ended, truncated."""
    cpu = Batch(rules, 50, seed=seed, threads=1)
    gpu = CudaBatch(rules, 50, seed=seed, gpu=HostGpu(rules.device_source(), folder))
    ended = truncated = 0
    for _ in range(steps):
        actions = cpu.sample()
        assert (gpu.sample() == actions).all()
        cpu.step(actions)
        gpu.step(actions.astype(np.int64))
        compare(gpu, cpu)
        ended += int(cpu.done.sum())
        truncated += int(cpu.truncated.sum())
    return ended, truncated
