"""Wrappers whose client is not installed say what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("client", "wrapper", "advice"),
    [
        ("stable_baselines3", "sb3", "this wrapper needs stable-baselines3: pip install '.[training]'"),
        ("pyspiel", "openspiel", "this wrapper needs OpenSpiel: pip install '.[adapters]'"),
    ],
)
def test_a_wrapper_says_what_it_needs(client: str, wrapper: str, advice: str) -> None:
    code = f"import sys; sys.modules[{client!r}] = None; import gosu_env.envs.{wrapper}"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[-1] == f"ImportError: {advice} in a clone of gosu-env"
