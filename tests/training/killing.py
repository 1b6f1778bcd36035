"""Runs that are killed on the way, held against those that are not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict

PROGRAM = """
import sys
from importlib import import_module
from pathlib import Path
import torch
from gosu_env.training.run import Run
torch.set_num_threads(int(sys.argv[4]))
settings = import_module(sys.argv[2]).Settings(**eval(sys.argv[3]))
Run(Path(sys.argv[1]), settings, measurements=6, deals=4).train()
"""


def curve(folder):
    """The rows without the times."""
    return [
        {key: row[key] for key in row if key != "seconds"} for row in json.loads((folder / "curve.json").read_text())
    ]


def check_killed_run(tmp_path, settings, threads):
    """A run that is killed after its first measurement goes on to the same numbers."""

    def start(name):
        told = [str(tmp_path / name), type(settings).__module__, repr(asdict(settings)), str(threads)]
        return subprocess.Popen([sys.executable, "-c", PROGRAM, *told], env=os.environ)

    assert start("whole").wait() == 0
    killed = start("killed")
    while not (tmp_path / "killed" / "curve.json").exists():
        assert killed.poll() is None
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert start("killed").wait() == 0
    assert curve(tmp_path / "killed") == curve(tmp_path / "whole")
    assert len(curve(tmp_path / "whole")) == 6
    policies = [(tmp_path / name / "policy.safetensors").read_bytes() for name in ("whole", "killed")]
    assert policies[0] == policies[1]
