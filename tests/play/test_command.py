"""The command ``gosu play``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gosu_env import MissingExtraError, OpponentError, Replay
from gosu_env.cli import app
from gosu_env.play.app import PlayApp


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["play", *words], env={"COLUMNS": "160", "NO_COLOR": "1"})


@pytest.fixture
def sat_down(monkeypatch: pytest.MonkeyPatch) -> list[PlayApp]:
    """The tables that the command opens; nobody plays there."""
    opened: list[PlayApp] = []

    def run(table: PlayApp) -> None:
        opened.append(table)

    monkeypatch.setattr(PlayApp, "run", run)
    return opened


def test_the_command_seats_everybody(sat_down: list[PlayApp]) -> None:
    assert run("--against", "random,random", "--seed", "7", "--hints", "random", "--delay", "0.2").exit_code == 0
    (table,) = sat_down
    assert table.match.players == ("human", "random", "random")
    assert table.match.game.seed == table.seed == 7
    assert table.adviser_name == "random"
    assert table.delay == 0.2
    assert table.save is None


def test_without_options_there_is_an_opponent_and_somebody_to_ask(sat_down: list[PlayApp]) -> None:
    assert run().exit_code == 0
    assert sat_down[0].match.players[0] == "human"
    assert sat_down[0].match.players[1] == sat_down[0].adviser_name


def test_a_first_game_comes_with_lessons(sat_down: list[PlayApp]) -> None:
    result = CliRunner().invoke(app, ["learn"], env={"COLUMNS": "160", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    (table,) = sat_down
    assert table.match.players == ("human", "random")
    assert table.match.game.seat == 0
    assert table.lessons is not None


def test_the_same_seed_deals_the_same_cards_and_bots(sat_down: list[PlayApp]) -> None:
    for seed in ("5", "5", "6"):
        run("--seats", "random,human", "--seed", seed)
    first, second, third = (table.match for table in sat_down)
    assert first.game == second.game != third.game
    answers = [match.bots[0].act(match.view(0)) if match.game.seat == 0 else None for match in (first, second)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--against", "gredy"), "unknown agent 'gredy'"),
        (("--seats", "random,random"), "leaves no seat for you"),
        (("--against", "random", "--hints", "nobody"), "unknown agent 'nobody'"),
        (("--against", "random", "--cards", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_wrong_words_are_refused_in_one_line(sat_down: list[PlayApp], words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert sat_down == []


def test_trouble_at_the_table_is_told_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(table: PlayApp) -> None:
        table.trouble = OpponentError("the bot fell off its chair")

    monkeypatch.setattr(PlayApp, "run", fail)
    result = run("--against", "random")
    assert result.exit_code == 2
    assert result.stderr == "gosu: the bot fell off its chair\n"


def test_files_that_were_written_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.gosu"

    def play_a_bit(table: PlayApp) -> None:
        table.match.apply(table.match.game.legal_actions()[0])
        table.on_unmount()

    monkeypatch.setattr(PlayApp, "run", play_a_bit)
    result = run("--seats", "human,human", "--save", str(file))
    assert result.stdout == f"{file} written\n"
    assert len(Replay.load(file)) == 1


def test_without_textual_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gosu_env.play")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    result = run("--against", "random")
    assert result.exit_code == 2
    assert "pip install '.[play]'" in result.stderr
    with pytest.raises(MissingExtraError):
        __import__("gosu_env.play.app")


def test_the_package_and_the_command_line_do_without_textual() -> None:
    check = "import sys, gosu_env, gosu_env.cli; assert not {'textual', 'gosu_env.agents'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)
