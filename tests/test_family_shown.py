"""Any game is watched, replayed and played on the screen, also one that brings nothing but rules."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gosu_env import Game, Replay, record
from gosu_env.agents import RandomAgent
from gosu_env.cli import app
from gosu_env.engine import rules
from gosu_env.engine.events import Teller
from gosu_env.engine.game_parts import find_part
from gosu_env.render.log import log_of
from gosu_env.render.raster import table_rgb
from gosu_env.render.replay_page import page_data, replay_html
from gosu_env.render.stepper import full_text
from gosu_env.render.strip import strip_svg

GAMES = ["gosu", "gosux", "laundromat", "toy"]
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")
    monkeypatch.syspath_prepend(str(ROOT))


def seats_of(name: str) -> int:
    """Three players, or as many as the game takes."""
    return min(3, rules.find_game(name).PLAYERS[-1])


def played(name: str) -> Replay:
    seats = seats_of(name)
    return record(Game(name, seats, seed=5), [RandomAgent([5, seat]) for seat in range(seats)])


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "120", "NO_COLOR": "1", "FORCE_COLOR": None})


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_told_from_beginning_to_end(name: str) -> None:
    replay = played(name)
    log = log_of(replay)
    assert len(log.entries) == len(replay)
    for entry, game in zip(log.entries, replay.games(), strict=False):
        assert (entry.seat, entry.round) == (game.seat, game.state.round_number)
        assert all(entry.words(viewer) for viewer in (None, *range(seats_of(name))))
    title, how = log.outcome()
    assert f"seat {replay.game().winners[0]}" in title
    assert how
    assert title in full_text(replay, hands=True)
    assert all(paragraph.words for paragraph in log.paragraphs(0))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn(name: str) -> None:
    replay = played(name)
    game = replay.game(3)
    assert table_rgb(game).shape[2] == 3
    sizes = {table_rgb(replay.game(step), step % seats_of(name)).shape for step in (0, 3, -1)}
    assert len(sizes) == 1
    assert "<svg" in strip_svg(replay, [0, 3], seat=1)
    data = page_data(replay)
    assert len(data["decisions"]) == len(replay)
    assert json.dumps(data)
    assert re.search(r"<h1>[^<@]+</h1>", replay_html(replay))


def test_a_game_that_tells_nothing_is_told_by_its_actions_to_their_deciders_alone() -> None:
    replay = played("toy")
    assert not Teller(replay.opening()).tells
    for entry, (_, game, action, _) in zip(log_of(replay).entries, replay.decisions(), strict=True):
        assert entry.words(None).startswith(game.action_text(action))
        assert entry.words(entry.seat).startswith(game.action_text(action))
        assert entry.words((entry.seat + 1) % 3) == "decides in secret"


@pytest.mark.parametrize("name", GAMES)
def test_the_commands_take_a_game(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.gosu"
    players = ",".join(["random"] * seats_of(name))
    result = run("watch", "--game", name, "--seed", "1", "--players", players, "--save", str(file))
    assert result.exit_code == 0, result.output
    assert "wins" in result.stdout or "share the victory" in result.stdout
    for words in (["--at", "2"], ["--verify"], ["--text", "-"], ["--html", str(tmp_path / "a.html")], []):
        result = run("replay", str(file), *words)
        assert result.exit_code == 0, result.output
    if find_part(name, "lessons") is None:
        result = run("learn", "--game", name)
        assert result.exit_code == 2
        assert f"there are no lessons for '{name}'" in result.stderr


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_sent_to_browsers(name: str) -> None:
    from gosu_env.play.match import Match  # noqa: PLC0415
    from gosu_env.web.snapshot import Reader, snapshot  # noqa: PLC0415

    match = Match(Game(name, seats_of(name), 3), ["someone"] * seats_of(name), {})
    readers = [Reader(seat) for seat in range(seats_of(name))]
    while not match.game.is_over:
        for reader in readers if len(match.log.entries) % 8 == 0 else []:
            told = snapshot(match, reader, match.log.scribe.events)
            assert json.loads(json.dumps(told))["places"]
            asked = [] if told["decision"] is None else [each["action"] for each in told["decision"]["choices"]]
            assert sorted(asked) == sorted(match.game.legal_actions() if match.game.seat == reader.seat else [])
            drawn = {spot[4] for spot in told["spots"] if spot[4] is not None}
            if asked and drawn:
                assert all(each["place"] in drawn for each in told["decision"]["choices"] if each["place"] is not None)
        match.apply(match.game.legal_actions()[-1])
    assert snapshot(match, readers[0])["over"]


@pytest.mark.slow
@pytest.mark.skipif(sys.modules.get("textual", 0) is None, reason="needs textual")
@pytest.mark.parametrize("name", GAMES)
async def test_every_game_is_played_on_the_screen(name: str) -> None:
    pytest.importorskip("textual")
    from gosu_env.play.app import PlayApp  # noqa: PLC0415
    from gosu_env.play.match import Match  # noqa: PLC0415

    seats = seats_of(name)

    def deal(seed: int) -> Match:
        bots = {seat: RandomAgent(seat) for seat in range(1, seats)}
        return Match(Game(name, seats, seed), ["human"] + ["random"] * (seats - 1), bots)

    app = PlayApp(deal, 3, RandomAgent(0), "random")
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(2000):
            await pilot.pause()
            if app.match.game.is_over:
                break
            if app.table.offered:
                app.table.choose(next(iter(app.table.offered)))
        assert app.match.game.is_over
        for key in ("escape", "h", "p", "escape", "l", "escape", "question_mark", "escape", "tab", "tab"):
            await pilot.press(key)
        assert app.trouble is None
