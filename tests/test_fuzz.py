"""What comes from outside, harmed, is refused or played on: see ``fuzzing.py``. Each run is a process of its own.

The number of a round is its seed: ``python tests/fuzzing.py saves GAME 4711 1`` plays a round that failed once more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gosu_env.engine.rules import GAMES

HERE = Path(__file__).resolve().parent
SOAK_ROUNDS = int(os.environ.get("SOAK_ROUNDS", "20000"))
SOAK_SEED = int(os.environ.get("SOAK_SEED", "1000000"))


def fuzz(what: str, game: str, seed: int, rounds: int, limit: float, **env: str) -> str:
    """Rounds of a fuzzer in another process; what it says at its end."""
    done = subprocess.run(
        [sys.executable, str(HERE / "fuzzing.py"), what, game, str(seed), str(rounds)],
        env=os.environ | {"PYTHONPATH": str(HERE.parent)} | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=limit,
    )
    tail = (done.stdout.replace("\r", "\n") + done.stderr)[-3000:]
    assert done.returncode == 0, f"exit status {done.returncode}: {tail}"
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(("what", "rounds"), [("datasets", 12), ("positions", 20), ("histories", 12), ("policies", 20)])
def test_what_is_harmed_is_refused_or_played(what: str, rounds: int) -> None:
    """A few of each kind, in all games."""
    said = fuzz(what, ",".join(GAMES), 0, rounds, 600)
    assert "refused" in said
    assert "played" in said


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("what", "rounds"),
    [
        ("saves", 200),
        ("cards", 30),
        ("replays", 200),
        ("datasets", 200),
        ("positions", 300),
        ("histories", 100),
        ("policies", 200),
    ],
)
def test_harmed_files_are_refused_or_play_on(what: str, rounds: int, game: str) -> None:
    said = fuzz(what, game, 0, rounds, 900, FUZZ_SEARCHES="1")
    assert "refused" in said
    assert "played" in said


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_harmed_saves_read_nothing_that_is_not_there(game: str) -> None:
    """A few of them interpreted, where Python checks every index and every number that is too large for its field."""
    assert "played" in fuzz("saves", game, 0, 30, 900, GOSU_INTERPRETED="1")


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("what", "share"),
    [
        ("saves", 1.0),
        ("cards", 0.1),
        ("replays", 0.5),
        ("datasets", 0.5),
        ("positions", 1.0),
        ("histories", 0.2),
        ("policies", 0.5),
    ],
)
def test_soak_harmed_files(what: str, share: float, game: str) -> None:
    """Many of them, compiled with a check of every index."""
    checked = {"GOSU_CHECKED": "1"}
    said = fuzz(what, game, SOAK_SEED, int(SOAK_ROUNDS * share), 6 * 3600, FUZZ_SEARCHES="1", **checked)
    print(f"\n{what} of {game}: {said}")
