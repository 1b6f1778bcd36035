"""The GPU kernels play the games of the CPU; here on numba's simulator, which needs no GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import numpy as np
from gosu_env import IllegalActionError, make_batch

for n in (2, 3, 4):
    cpu = make_batch(num_envs=3, num_players=n, seed=n, threads=1)
    gpu = make_batch(num_envs=3, num_players=n, seed=n, device="cuda")

    def compare(results):
        assert gpu.host_states().tobytes() == cpu.states.tobytes()
        assert (gpu.obs.copy_to_host().T == cpu.obs).all()
        assert (gpu.mask.copy_to_host().T == cpu.mask).all()
        assert (gpu.seat.copy_to_host() == cpu.seat).all()
        assert (gpu.seeds.copy_to_host() == cpu.seeds).all()
        if results:
            assert (gpu.reward.copy_to_host().T == cpu.reward).all()
            assert (gpu.done.copy_to_host() == cpu.done).all()

    compare(False)
    ended = 0
    for _ in range(70):
        actions = cpu.sample()
        assert (gpu.sample().copy_to_host() == actions).all()
        cpu.step(actions)
        gpu.step(gpu.actions)
        gpu.check()
        compare(True)
        ended += cpu.done.sum()
    print(n, "players,", ended, "games ended")
    cpu.rollout(5)
    gpu.rollout(5)
    compare(False)

before = gpu.host_states().tobytes()
gpu.step(np.full(3, 10**6, np.int32))
try:
    gpu.check()
except IllegalActionError as error:
    print(error)
assert gpu.host_states().tobytes() == before
print("done")
"""


def test_the_kernels_play_the_games_of_the_cpu_on_the_simulator() -> None:
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == "done"
    assert int(lines[0].split()[2]) > 0
    assert "3 of 3 actions were illegal, those games are untouched: games 0, 1, 2" in lines[3]
