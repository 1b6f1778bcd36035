"""Runs: killed and resumed, damaged, measured."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from gosu_env import DataError, OptionError
from gosu_env.engine.files import write_whole
from training.ppo import Settings
from training.run import Run, read_settings

SMALL = Settings(decisions=12_000, num_envs=32, steps=16, width=16, depth=1, imitation=3_000)
PROGRAM = """
import sys
from pathlib import Path
import torch
from training.ppo import Settings
from training.run import Run
torch.set_num_threads(1)
Run(Path(sys.argv[1]), Settings(**eval(sys.argv[2])), measurements=6, deals=4).train()
"""


def curve(folder):
    """The rows without the times."""
    return [
        {key: row[key] for key in row if key != "seconds"} for row in json.loads((folder / "curve.json").read_text())
    ]


def start(folder):
    settings = {name: getattr(SMALL, name) for name in SMALL.__dataclass_fields__}
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder), repr(settings)], env=os.environ)


def test_a_killed_run_goes_on_to_the_same_numbers(tmp_path):
    assert start(tmp_path / "whole").wait() == 0
    killed = start(tmp_path / "killed")
    while not (tmp_path / "killed" / "curve.json").exists():
        assert killed.poll() is None
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert start(tmp_path / "killed").wait() == 0
    assert curve(tmp_path / "killed") == curve(tmp_path / "whole")
    assert len(curve(tmp_path / "whole")) == 6
    policies = [(tmp_path / name / "policy.safetensors").read_bytes() for name in ("whole", "killed")]
    assert policies[0] == policies[1]


def test_a_run_killed_in_its_last_moment_has_its_whole_curve(tmp_path, monkeypatch):
    def killed(path, data):
        if path.name == "curve.json":
            raise KeyboardInterrupt
        write_whole(path, data)

    few = Settings(decisions=500, num_envs=16, steps=16, width=8, depth=1)
    more = {"measurements": 1, "measured_against": ("random",), "deals": 2}
    with monkeypatch.context() as patched:
        patched.setattr("training.run.write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            Run(tmp_path, few, **more).train()
    run = Run(tmp_path, few, **more)
    run.train()
    assert [row["decisions"] for row in curve(tmp_path)] == [run.learner.decisions]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, Settings(decisions=2_000, num_envs=32, steps=16, width=8, depth=1), measurements=2, deals=4)
    run.train()
    return run


def test_a_finished_run_has_its_files_and_is_over(finished):
    names = {path.name for path in finished.folder.iterdir()}
    assert {"settings.json", "policy.safetensors", "resume.safetensors", "curve.json", "tensorboard"} <= names
    assert read_settings(finished.folder) == finished.settings
    again = Run(finished.folder, finished.settings)
    assert again.is_over
    assert [row.scores for row in again.curve] == [row.scores for row in finished.curve]
    np.testing.assert_array_equal(again.learner.batch.obs, finished.learner.batch.obs)


def test_other_settings_in_the_same_folder_are_refused(finished):
    with pytest.raises(OptionError, match=r"other settings \(width\)"):
        Run(finished.folder, Settings(decisions=2_000, num_envs=32, steps=16, width=9, depth=1))


@pytest.mark.parametrize("damage", [lambda data: data[:200], lambda data: b"x" * 50, lambda data: b""])
def test_a_damaged_checkpoint_is_refused_and_left_alone(finished, tmp_path, damage):
    broken = damage((finished.folder / "resume.safetensors").read_bytes())
    (tmp_path / "resume.safetensors").write_bytes(broken)
    with pytest.raises(DataError, match=r"resume\.safetensors"):
        Run(tmp_path, finished.settings)
    assert (tmp_path / "resume.safetensors").read_bytes() == broken


def test_damaged_settings_are_refused(tmp_path):
    (tmp_path / "settings.json").write_text('{"wide": 3}')
    with pytest.raises(DataError, match=r"settings\.json.*wide.*width"):
        read_settings(tmp_path)


def test_a_network_for_a_game_with_other_spaces_goes_on_there_and_nowhere_else(tmp_path):
    few = Settings(decisions=500, num_envs=16, steps=16, width=16, depth=1, options="kamakor")
    Run(tmp_path / "first", few, measurements=1, measured_against=("random",), deals=2).train()
    later = replace(few, start=str(tmp_path / "first"))
    run = Run(tmp_path / "second", later, measurements=1, measured_against=(f"policy:{tmp_path / 'first'}",), deals=2)
    run.train()
    assert run.curve[-1].decisions >= 500
    with pytest.raises(DataError, match="does not fit the game"):
        Run(tmp_path / "third", replace(later, options=""))
