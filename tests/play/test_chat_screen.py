"""A language model at the table of ``gosu play``: it may be slow, refuse, cost, or be away, and the screen goes on."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game, Replay
from gosu_env.agents import chat
from gosu_env.agents.registry import make_agent
from gosu_env.play.app import PlayApp
from gosu_env.play.popups import Question
from gosu_env.play.seating import Seating
from tests.agents.chat_server import ChatServer
from tests.play.conftest import Adviser, Sitting

ROOT = Path(__file__).resolve().parents[2]
FIRST = "choice: 1"
Open = Callable[..., AbstractAsyncContextManager[Sitting]]


class Held:
    """An answer that is held back until it is freed."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def __call__(self, body: dict[str, Any]) -> str:
        assert self.free.wait(30)
        return FIRST


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was asked before, no pauses between requests, and who waits is told often."""
    monkeypatch.setattr(chat, "_usages", {})
    monkeypatch.setattr("gosu_env.agents.endpoint.PAUSE", 0.0)
    monkeypatch.setattr("gosu_env.play.app.TICK", 0.05)


@pytest.fixture
def held() -> Iterator[Held]:
    made = Held()
    yield made
    made.free.set()


@pytest.fixture
def across() -> Open:
    """Sit across a model: ``async with across(server, ":retries=0") as sitting``; it is to decide first."""

    @asynccontextmanager
    async def sitting(server: ChatServer, options: str = "", **settings: Any) -> AsyncIterator[Sitting]:
        size = settings.pop("size", (120, 40))
        seating = Seating.parse(make_agent, f"chat:{server.address}:model=llama3:8b{options}")
        app = PlayApp(seating.match, 3, settings.pop("adviser", Adviser()), "adviser", **settings)
        assert app.match.bot is not None  # with this seed
        async with app.run_test(size=size) as pilot:
            yield Sitting(app, pilot)

    return sitting


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_who_waits_is_told_for_whom_and_how_long(across: Open, held: Held, size: tuple[int, int]) -> None:
    with ChatServer(held) as server:
        async with across(server, ":budget=2000000", size=size) as sitting:
            await sitting.until(lambda: re.search(r"\n\d+ s$", sitting.text("#prompt")))
            assert "seat 1, llama3:8b, is thinking …" in sitting.text("#prompt")
            assert "llama3:8b" in sitting.text("#seat-1")
            assert "http" not in sitting.shown  # a name, not an address
            await sitting.press("l")  # the screen is alive
            assert sitting.app.screen is not sitting.app.table
            await sitting.press("escape")
            held.free.set()
            await sitting.asked()
            assert "thinking" not in sitting.text("#prompt")
            assert sitting.app.match.players[1].startswith("chat:http")


async def test_a_server_that_is_asked_again_is_told_while_one_waits(across: Open, held: Held) -> None:
    with ChatServer((503, {"error": {"message": "overloaded"}}), held) as server:
        async with across(server) as sitting:
            await sitting.until(lambda: "asked again: status 503: overloaded" in sitting.text("#prompt"))
            held.free.set()
            await sitting.asked()
            assert "503" not in sitting.text("#prompt")


async def test_refusals_and_costs_are_told_without_what_the_model_said(across: Open, held: Held) -> None:
    refused: dict[str, Any] = {"content": None, "refusal": "I hold Loya, and would rather not."}
    with ChatServer(refused, "5 or 6, says Loya", held) as server:
        async with across(server) as sitting:
            told = "2 requests, 214 tokens, 2 unclear answers, 1 refusal"
            await sitting.until(lambda: told in sitting.text("#prompt"))
            assert "asked again: no clear answer" in sitting.text("#prompt")
            assert "Loya" not in sitting.shown
            await sitting.press("q")
            assert isinstance(sitting.app.screen, Question)
            assert f"llama3:8b: {told}" in sitting.app.screen.text.plain
            await sitting.press("s")


async def test_a_choice_that_was_drawn_for_the_model_is_told(across: Open) -> None:
    with ChatServer("I hold Loya.") as server:
        async with across(server, ":asks=1") as sitting:
            await sitting.asked()
            assert "llama3:8b gave no clear answer: one was drawn" in sitting.text("#prompt")
            assert "Loya" not in sitting.text("#prompt")


async def test_the_end_tells_the_costs(across: Open) -> None:
    with ChatServer(FIRST) as server:
        async with across(server) as sitting:
            for _ in range(300):
                await sitting.until(lambda: sitting.app.table.offered or isinstance(sitting.app.screen, Question))
                if isinstance(sitting.app.screen, Question):
                    break
                sitting.app.table.choose(sorted(sitting.app.table.offered)[0])
            assert isinstance(sitting.app.screen, Question)
            requests = len(server.asked)
            told = f"llama3:8b: {requests} requests, {107 * requests:,} tokens"
            assert told in sitting.app.screen.text.plain
            assert "seat 1 llama3:8b" in sitting.app.screen.text.plain


async def test_a_model_that_is_away_may_be_asked_again(across: Open) -> None:
    with ChatServer((500, {"error": "out of memory"}), (500, {"error": "still out of memory"}), FIRST) as server:
        async with across(server, ":retries=0") as sitting:
            await sitting.until(lambda: isinstance(sitting.app.screen, Question))
            assert "status 500: out of memory" in sitting.app.screen.text.plain
            assert ".py" not in sitting.app.screen.text.plain
            await sitting.press("a")
            await sitting.until(
                lambda: isinstance(sitting.app.screen, Question) and "still out" in sitting.app.screen.text.plain
            )
            await sitting.press("a")
            await sitting.asked()
            assert sitting.app.trouble is None


async def test_a_model_that_is_away_may_be_left(across: Open, tmp_path: Path) -> None:
    with ChatServer(FIRST, (401, {"error": "no such key"})) as server:
        async with across(server, save=tmp_path / "game.gosu") as sitting:
            for _ in range(20):
                await sitting.until(lambda: sitting.app.table.offered or isinstance(sitting.app.screen, Question))
                if isinstance(sitting.app.screen, Question):
                    break
                sitting.app.table.choose(sorted(sitting.app.table.offered)[0])
            await sitting.press("q")
            await sitting.until(lambda: sitting.app.trouble)
    assert str(sitting.app.trouble) == f"model 'llama3:8b' at {server.address}: status 401: no such key"
    assert len(Replay.load(tmp_path / "game.gosu")) >= 1


async def test_a_used_up_budget_ends_the_game_with_its_reason(across: Open) -> None:
    with ChatServer(FIRST) as server:
        async with across(server, ":budget=1") as sitting:
            for _ in range(20):
                await sitting.until(lambda: sitting.app.table.offered or sitting.app.trouble)
                if sitting.app.trouble:
                    break
                sitting.app.table.choose(sorted(sitting.app.table.offered)[0])
    assert str(sitting.app.trouble).startswith("model 'llama3:8b': the budget of 1 tokens is used up")


async def test_a_hint_is_asked_for_again_when_the_last_one_is_still_on_its_way(sit: Any, held: Held) -> None:
    with ChatServer(held, FIRST) as server:
        async with sit(Game(seed=7), bots={}) as sitting:
            await sitting.press("enter")
            await sitting.asked()
            sitting.app.adviser = make_agent(f"chat:{server.address}:model=tiny", 0)
            await sitting.press("h")
            await sitting.until(lambda: server.asked)
            asked = sitting.app._answer
            sitting.app.table.choose(sorted(sitting.app.table.offered)[0])
            await sitting.until(lambda: sitting.app._answer is not asked)
            await sitting.press("enter")  # if somebody else decides
            await sitting.asked()
            await sitting.press("h")
            assert "tiny is still at an earlier decision …" in sitting.text("#prompt")
            held.free.set()
            await sitting.until(lambda: "tiny would" in sitting.text("#prompt"))
            assert len(server.asked) == 2


LEAVING = """
import sys
from gosu_env.agents.registry import make_agent
from gosu_env.play.app import PlayApp
from gosu_env.play.seating import Seating
from gosu_env.cli.play import sit_down
from tests.play.conftest import Adviser

async def leave(pilot):
    while not pilot.app.match.bot or "thinking" not in str(pilot.app.table.query_one("#prompt").render()):
        await pilot.pause(0.01)
    await pilot.pause(0.3)
    await pilot.press(*sys.argv[2:])

seating = Seating.parse(make_agent, f"chat:{sys.argv[1]}:model=tiny")
app = PlayApp(seating.match, 3, Adviser(), "adviser")
run = app.run
app.run = lambda: run(headless=True, auto_pilot=leave)
sit_down(app)
print("left")
"""


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("q", "q"), ("ctrl+c",)])
def test_leaving_does_not_wait_for_an_answer(held: Held, keys: tuple[str, ...]) -> None:
    """The server answers no sooner than the process has ended."""
    with ChatServer(held) as server:
        words = [sys.executable, "-c", LEAVING, server.address, *keys]
        done = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True, timeout=120)
        assert len(server.asked) == 1
        assert not held.free.is_set()
        held.free.set()
    assert done.returncode == 0, done.stderr
    assert "left" in done.stdout
