"""A language model at the table of ``gosu play`` and in an arena: what it cost is told, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gosu_env.agents import chat
from gosu_env.cli import app
from gosu_env.play.app import PlayApp
from gosu_env.play.thinking import ask
from tests.agents.chat_server import ChatServer, Say

REFUSED: Say = {"content": None, "refusal": "I would rather not."}
ENV = {"COLUMNS": "200", "NO_COLOR": "1"}


@pytest.fixture(autouse=True)
def nothing_asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(chat, "_usages", {})
    return


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[PlayApp]:
    """Tables at which the first choice is taken, until the model has been asked three times."""
    tables: list[PlayApp] = []

    def run(table: PlayApp) -> None:
        tables.append(table)
        match, asked = table.match, 0
        while asked < 3:
            if match.bot is None:
                match.apply(match.game.legal_actions()[0])
            else:
                answer = ask(match.bot, match.view(match.game.seat))
                match.apply(answer.action, answer.thoughts)
                asked += 1

    monkeypatch.setattr(PlayApp, "run", run)
    return tables


def test_the_end_of_a_game_tells_what_a_model_cost(played: list[PlayApp]) -> None:
    with ChatServer("choice: 1", REFUSED, REFUSED, "choice: 1") as server:
        words = ["play", "--against", f"chat:{server.address}:model=tiny:asks=2", "--seed", "3", "--hints", "random"]
        done = CliRunner().invoke(app, words, env=ENV)
    assert done.exit_code == 0, done.output
    requests = len(server.asked)
    assert requests >= 3
    assert f"tiny at {server.address}: 3 decisions, {requests} requests, {100 * requests} tokens in" in done.stderr
    assert f"{7 * requests} out, 2 unclear answers, 2 refusals, 1 fallback" in done.stderr
    assert any(entry.note and entry.note.startswith("fallback: ") for entry in _notes(played[0]))


def _notes(table: PlayApp) -> list[chat.Thoughts]:
    return [thoughts for *_, thoughts in table.match.recorder.replay().decisions() if thoughts is not None]


def test_an_arena_tells_it_also_when_the_budget_ends_it(tmp_path: Path) -> None:
    with ChatServer("choice: 1") as server:
        spec = f"chat:{server.address}:model=tiny:budget=500"
        words = ["arena", "--players", f"{spec},random", "--games", "2", "--jobs", "1", "--out", str(tmp_path / "out")]
        done = CliRunner().invoke(app, words, env=ENV)
    assert done.exit_code != 0
    assert "tiny at" in done.stderr
    assert "tokens in" in done.stderr
    assert "budget of 500 tokens is used up" in done.stderr


def test_nobody_asked_nothing_told(played: list[PlayApp]) -> None:
    done = CliRunner().invoke(app, ["play", "--against", "random", "--seed", "3", "--hints", "random"], env=ENV)
    assert done.exit_code == 0
    assert "tokens" not in done.output
