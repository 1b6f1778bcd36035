"""The command ``gosu``, called as on paper: wide, without colours."""

from __future__ import annotations

from typing import Any

from typer.testing import CliRunner

from gosu_env.cli import app

PAPER = {"COLUMNS": "160", "NO_COLOR": "1", "FORCE_COLOR": None}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), env=PAPER)


def output(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def refusal(*words: str) -> str:
    """The one line on stderr of a command that refuses."""
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    return str(lines[0])
