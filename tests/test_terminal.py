"""Names from files and from others reach the terminal as they are written, and command nothing there."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

from gosu_env import CardFileError, Game, Recorder
from gosu_env.agents import RandomAgent
from gosu_env.cli import app
from gosu_env.gosu.cards import DEFAULT_SET, load_cards
from gosu_env.render.terminal import Terminal, shown

HOSTILE = [
    "[/red]",
    "[link=https://example.org]click[/link]",
    "[red]loud",
    ":skull:",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x1b]8;;https://example.org\x1b\\click\x1b]8;;\x1b\\",
    "\x9b31mred",
    "over\rwritten\b\b",
    "right\u202eto left",
    "two\nlines",
]
PAPER = {"COLUMNS": "300", "NO_COLOR": "1", "FORCE_COLOR": None}


def is_clean(text: str) -> bool:
    return all(letter.isprintable() or letter in "\n\u00a0" for letter in text)


def gosu(*words: str) -> str:
    result: Any = CliRunner().invoke(app, list(words), env=PAPER)
    assert result.exit_code == 0, (result.output, result.exception)
    return str(result.stdout)


def test_signs_stand_for_what_is_no_letter() -> None:
    assert shown("Ōzeki ⚔ 3\u00a0cards") == "Ōzeki ⚔ 3\u00a0cards"
    assert shown("\x1b[31m\n\x7f\x9b\u202e") == "␛[31m␊␡\ufffd\ufffd"
    assert all(is_clean(shown(name)) and "\n" not in shown(name) for name in HOSTILE)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_terminal_takes_words_as_they_are(name: str) -> None:
    paper = StringIO()
    terminal = Terminal(file=paper, width=200, force_terminal=True, color_system=None)
    table = Table(name)
    table.add_row(name)
    table.add_row(Text(name))
    for thing in (name, Text(name), table):
        terminal.print(thing)
    assert is_clean(paper.getvalue())
    if name.isprintable():
        assert paper.getvalue().count(name) == 5


@pytest.mark.parametrize("name", HOSTILE)
def test_replays_of_hostile_players_are_shown(name: str, tmp_path: Path) -> None:
    recorder = Recorder(Game(seed=1), [name, name], {name: name})
    agent = RandomAgent(1)
    for _ in range(5):
        recorder.ask(agent)
    path = tmp_path / "game.replay"
    recorder.replay().save(path)
    for words in ([], ["--at", "0"], ["--text", "-"], ["--verify"]):
        told = gosu("replay", str(path), *words)
        assert is_clean(told)
        assert words == ["--verify"] or shown(name) in told
    gosu("replay", str(path), "--text", str(tmp_path / "text"))
    assert is_clean((tmp_path / "text").read_text())


def test_card_names_can_be_printed(tmp_path: Path) -> None:
    """Card names are on every table that is printed, so they are refused, not only shown otherwise."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    path = tmp_path / "own.toml"
    for name in HOSTILE:
        written = "".join(rf"\u{ord(letter):04x}" for letter in name)
        path.write_text(text.replace('name = "Tamo"', f'name = "{written}"'), encoding="utf-8")
        if name.isprintable():
            assert name in {card.name for card in load_cards(path).cards}
            assert name in gosu("cards", "--file", str(path))
            assert name in gosu("cards", name, "--file", str(path))
        else:
            with pytest.raises(CardFileError, match="has an unprintable character"):
                load_cards(path)
