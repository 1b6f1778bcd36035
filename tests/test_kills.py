"""Arena and training killed at random moments, again and again: what comes out in the end is what would have.

The small forms are in ``tests/agents/test_arena.py``, ``tests/training/test_run.py`` and ``tests/test_files.py``.
Moments are drawn from seeds.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KILLS = 25
ARENA = """
import sys
from gosu_env.agents.arena import Arena
Arena("random,slow=arena_bots:Slow", games=400, out=sys.argv[1]).run(jobs=2, progress=False)
"""
TRAINING = """
import sys
from pathlib import Path
import torch
from gosu_env.training.ppo import Settings
from gosu_env.training.run import Run
torch.set_num_threads(1)
settings = Settings(decisions=30_000, num_envs=32, n_steps=16, width=16, depth=1)
Run(Path(sys.argv[1]), settings, measurements=30, deals=4).train()
"""

pytestmark = pytest.mark.soak


def start(program: str, folder: Path) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "agents")])
    command = [sys.executable, "-c", program, str(folder)]
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": paths}, start_new_session=True)


def run_with_kills(program: str, folder: Path, seed: int) -> int:
    """Run to the end, killed on the way at random moments; how many kills came before the end."""
    rng = random.Random(seed)
    started = time.monotonic()
    with start(program, folder.with_name("whole")) as whole:
        assert whole.wait() == 0
    takes = time.monotonic() - started
    for kills in range(KILLS):
        with start(program, folder) as run:
            try:
                assert run.wait(timeout=rng.random() * takes) == 0
                return kills
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)  # the workers as well
    with start(program, folder) as run:
        assert run.wait() == 0
    return KILLS


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_arena_ends_with_the_same_results(tmp_path: Path, seed: int) -> None:
    assert run_with_kills(ARENA, tmp_path / "killed", seed) > 0
    killed, whole = contents(tmp_path / "killed"), contents(tmp_path / "whole")
    journals = [sorted(files.pop("games.journal").splitlines()) for files in (killed, whole)]
    assert set(journals[0]) == set(journals[1])
    assert killed == whole


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_training_ends_with_the_same_network(tmp_path: Path, seed: int) -> None:
    assert run_with_kills(TRAINING, tmp_path / "killed", seed) > 0
    killed, whole = contents(tmp_path / "killed"), contents(tmp_path / "whole")
    kept = [name for name in whole if name.startswith("past") or name == "policy.safetensors"]
    assert len(kept) > 20
    assert {name: killed[name] for name in kept} == {name: whole[name] for name in kept}
    assert not [name for name in killed if name.endswith(".tmp")]
