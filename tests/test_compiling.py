"""Nobody waits for the compiler without seeing it work, and ``gosu setup`` gets it over with."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env.engine import compiling, jit
from gosu_env.engine.cache import Cache
from gosu_env.engine.jit import INTERPRETED, entry, makes_arrays


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "PERIOD", 0.02)


def test_a_screen_of_its_own_is_told_what_is_compiled() -> None:
    told: list[str | None] = []
    compiling.show_with(told.append)
    progress = compiling.Progress()
    try:
        with progress.of("step"):
            progress.functions = 7
            time.sleep(0.2)
            with progress.of("observe"):  # for the sake of the first: no second line
                time.sleep(0.1)
    finally:
        compiling.show_with(None)
    assert told[-1] is None
    assert len(told) > 3
    assert "compiling step: 7 functions, 0 s" in told


def test_a_terminal_gets_a_line_that_moves_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    progress = compiling.Progress()
    with progress.of("step"):
        progress.functions = 7
        time.sleep(0.2)
    assert "gosu-env: compiling step: 7 functions" in screen.getvalue()
    assert screen.getvalue().endswith(compiling.CLEAR)


def test_waiting_for_another_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "LIKELY_WAITING", -1.0)
    progress = compiling.Progress()
    progress.entries, progress.began = ["step"], time.monotonic()
    assert progress.line() == "waiting for another process that compiles step, 0 s"


def test_where_nobody_looks_nothing_moves(capsys: pytest.CaptureFixture[str]) -> None:
    with compiling.Progress().of("step"):
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def set_up(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gosu_env", "setup", *arguments]
    return subprocess.run(command, env=os.environ | env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_was_set_up_is_not_compiled_again() -> None:
    assert set_up("--game", "gosu", "--plain").returncode == 0
    done = set_up("--game", "gosu", "--plain", "--jobs", "1")
    assert done.stdout.startswith("everything was compiled already")
    assert "GOSU: ismcts:1: was there" in done.stderr


def test_setting_up_is_refused_where_nothing_is_compiled_or_kept(tmp_path: Path) -> None:
    done = set_up(NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stderr) == (2, "gosu: nothing to compile: NUMBA_DISABLE_JIT is set\n")
    (tmp_path / "file").write_text("")
    done = set_up(GOSU_ENV_CACHE=str(tmp_path / "file"), NUMBA_DISABLE_JIT="0")
    assert done.returncode == 2
    assert "compiled code cannot be kept" in done.stderr


@pytest.mark.slow
def test_only_what_makes_arrays_counts_who_uses_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE", Cache(lambda: tmp_path))  # what is on disk does not tell what it was made from

    def adds_up(numbers: np.ndarray, out: np.ndarray) -> None:
        for i in range(len(numbers)):
            row = numbers[i]
            out[i] = row[0] + row[1]

    def sorts(numbers: np.ndarray, out: np.ndarray) -> None:
        found = np.zeros(len(numbers), np.int64)
        for i in range(len(numbers)):
            row = numbers[i]
            found[i] = row[0] + row[1]
        found.sort()
        out[:] = found

    assert not makes_arrays(adds_up)
    assert makes_arrays(sorts)
    numbers, sums = np.arange(6).reshape(3, 2)[::-1].copy(), np.zeros(3, np.int64)
    for function, expected in ((adds_up, [9, 5, 1]), (sorts, [1, 5, 9])):
        compiled: Any = entry(function)
        compiled(numbers, sums)
        assert sums.tolist() == expected
        if not INTERPRETED:
            (code,) = compiled.inspect_llvm().values()
            assert ("NRT_incref" in code or "NRT_decref" in code) == (function is sorts)
