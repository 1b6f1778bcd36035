"""Faces whose client is not installed say what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("client", "face", "advice"),
    [
        ("stable_baselines3", "sb3", "this face needs stable-baselines3: pip install gosu-env[training]"),
        ("pyspiel", "openspiel", "this face needs OpenSpiel: pip install gosu-env[adapters]"),
    ],
)
def test_a_face_says_what_it_needs(client: str, face: str, advice: str) -> None:
    code = f"import sys; sys.modules[{client!r}] = None; import gosu_env.envs.{face}"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[-1] == f"ImportError: {advice}"
