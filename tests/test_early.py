"""What the command ``gosu`` refuses before it begins, and how errors look: one line, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gosu_env import Replay
from gosu_env.agents.policy import shipped_folder
from gosu_env.cli import app
from gosu_env.engine.errors import install

ROOT = Path(__file__).parents[1]
COMMANDS = [command.name for command in app.registered_commands]

BOTS = """\
class Crash:
    def act(self, view):
        return helper(view)


class Init:
    def __init__(self):
        self.share = 1 / 0

    def act(self, view):
        return 0


class Cheat:
    def act(self, view):
        return 100000


def helper(view):
    return {}["plan"]
"""


def run(*words: str, columns: int = 160) -> Any:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": str(columns), "NO_COLOR": "1", "FORCE_COLOR": None})


def refusal(*words: str, played: bool = False) -> str:
    """The one line of a command that refuses; unless some was ``played``, nothing else was said."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert played or result.stdout == ""
    (line,) = result.stderr.splitlines()
    return str(line)


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    file = tmp_path / "game.gosu"
    assert run("watch", "--seed", "7", "--save", str(file)).exit_code == 0
    return file


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with players that fail."""
    (tmp_path / "failing_bots.py").write_text(BOTS)
    (tmp_path / "needy_bots.py").write_text("import os\nimport no_such_library\n")
    (tmp_path / "misspelt_bots.py").write_text("class Bot:\n    def act(self, view) return 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "failing_bots", raising=False)
    return tmp_path


# ------------------------------------------------------------------------------------------------ files and seats


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "--save"),
        ("play", "--against", "random", "--hints", "random", "--save"),
        ("bench", "--seconds", "100", "--json"),
        ("report", "--players", "random", "--markdown"),
        ("replay", "nowhere.gosu", "--html"),
        ("arena", "--players", "random,greedy", "--replay", "0"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_first(words: tuple[str, ...], tmp_path: Path) -> None:
    there = tmp_path / "no" / "file"
    assert refusal(*words, str(there)) == f"gosu: {there}: cannot be written: there is no folder {there.parent}"
    assert refusal(*words, str(tmp_path)) == f"gosu: {tmp_path}: cannot be written: it is a folder"


def test_a_policy_for_another_number_of_seats_is_refused_first() -> None:
    for_two = f"policy:{shipped_folder('gosu') / 'small-2.safetensors'}"
    told = "small-2.safetensors is for 2 players, not for 3"
    assert told in refusal("watch", "--players", ",".join([for_two] * 3))
    assert told in refusal("play", "--against", f"{for_two},random", "--hints", "random")


def test_a_run_folder_that_is_not_there_is_named_as_it_was_given() -> None:
    line = refusal("watch", "--players", "policy:runs/moved,random")
    assert line.startswith("gosu: policy 'runs/moved' for 2 players of gosu: no such file or folder")


@pytest.mark.parametrize("more", [(), ("--at", "3"), ("--step",), ("--text", "-"), ("--html", "game.html")])
def test_a_seat_that_is_not_at_the_table_is_refused(replay: Path, more: tuple[str, ...]) -> None:
    assert refusal("replay", str(replay), "--seat", "5", *more) == "gosu: --seat 5: seats are numbered from 0 to 1"


# ------------------------------------------------------------------------------------------------ extras


def test_saving_without_msgspec_is_refused_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    assert "pip install '.[arena]'" in refusal("watch", "--save", str(tmp_path / "game.gosu"))


@pytest.mark.parametrize("module", ["matplotlib", "polars", "openskill", "msgspec"])
def test_training_without_what_its_end_needs_is_refused_first(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert refusal("train") == f"gosu: the module '{module}' is not installed: {install('arena')}"


def test_the_gpu_preset_without_a_gpu_is_refused_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    line = refusal("train", "--preset", "gpu", "--out", str(tmp_path / "run"))
    assert line == (
        "gosu: preset 'gpu' runs on an NVIDIA GPU, and torch finds none; quick and cpu do without: --preset cpu"
    )
    assert not (tmp_path / "run").exists()


# ------------------------------------------------------------------------------------------------ players of one's own


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("needy_bots:Bot", "ModuleNotFoundError: No module named 'no_such_library' (needy_bots.py, line 2)"),
        ("misspelt_bots:Bot", "SyntaxError: expected ':' (misspelt_bots.py, line 2)"),
        ("failing_bots:Init", "ZeroDivisionError: division by zero (failing_bots.py, line 8)"),
    ],
)
@pytest.mark.parametrize("command", [("watch", "--players"), ("arena", "--players"), ("play", "--seats")])
def test_a_bot_that_cannot_be_made_is_told_with_file_and_line(command: tuple[str, ...], spec: str, told: str) -> None:
    other = "human" if command[0] == "play" else "random"
    assert told in refusal(*command, f"{other},{spec}")


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Crash", "Crash at seat 1 failed: KeyError: 'plan' (failing_bots.py, line 20); decision: seat 1: "),
        ("Cheat", "Cheat at seat 1: action 100000 is not legal; decision: "),
    ],
)
def test_a_bot_that_fails_in_a_game_is_told_with_file_and_line(name: str, told: str) -> None:
    spec = f"failing_bots:{name}"
    assert told in refusal("watch", "--players", f"{spec},{spec}", "--seed", "1", played=True)


# ------------------------------------------------------------------------------------------------ consoles and pipes


def command(*words: str, **settings: str) -> subprocess.Popen[bytes]:
    terminal = {"COLUMNS", "LINES", "FORCE_COLOR"}  # what the one who runs the tests may have set
    environment = {name: value for name, value in os.environ.items() if name not in terminal}
    environment |= {"PYTHONPATH": str(ROOT), **settings}
    line = [sys.executable, "-m", "gosu_env", *words]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("words", [("watch", "--seed", "7"), ("cards", "--level", "3"), ("watch", "--help")])
def test_a_console_without_unicode_shows_other_letters(encoding: str, words: tuple[str, ...]) -> None:
    out, errors = command(*words, PYTHONIOENCODING=encoding, COLUMNS="80").communicate()
    assert errors == b""
    text = out.decode(encoding)
    assert "?" not in text
    if words == ("watch", "--seed", "7"):
        assert "seat 0 ***" in text
    elif words[0] == "cards":
        assert "3 Ozeki" in text


def test_a_game_is_saved_though_its_reader_leaves(tmp_path: Path) -> None:
    file = tmp_path / "game.gosu"
    game = command("watch", "--seed", "7", "--players", "random,random,random", "--save", str(file))
    assert game.stdout is not None
    assert game.stderr is not None
    assert game.stdout.readline().startswith(b"GOSU")
    game.stdout.close()
    assert game.stderr.read() == b""
    game.wait()
    assert Replay.load(file).game().is_over


def test_a_reader_who_leaves_sees_no_traceback() -> None:
    cards = command("cards", "--kamakor")
    assert cards.stdout is not None
    assert cards.stderr is not None
    cards.stdout.readline()
    cards.stdout.close()
    assert cards.stderr.read() == b""


@pytest.mark.slow
def test_a_report_fits_into_80_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("report", "--players", "random", "--games", "20", "--jobs", "1")
    lines = run(*words, columns=80).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
    assert sum(line.rstrip().endswith(("✓", "✗", "?")) for line in lines) >= 9  # seats, turn order, aims
    garsh = next(line for line in lines if line.startswith(" Garsh"))
    assert "?" in garsh
    wide = run(*words, columns=160).stdout
    assert "drawn  placed" in wide
    out, _ = command(*words).communicate()
    assert "drawn  placed" in out.decode()


# ------------------------------------------------------------------------------------------------ help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_examples(name: str) -> None:
    text = run(name, "--help").stdout
    examples = text.partition("Examples:")[2]
    assert f"gosu {name}" in examples


def test_a_clan_of_the_expansion_says_so() -> None:
    line = refusal("cards", "--clan", "drake")
    assert line == "gosu: the Drake Goblins are a clan of Kamakor, the expansion; add --kamakor"
    assert run("cards", "--clan", "drake", "--kamakor").exit_code == 0
