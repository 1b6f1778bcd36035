"""Players that ask a language model, over a server of the chat protocol on this machine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game, OptionError, View, record
from gosu_env.agents import chat, make_agent
from gosu_env.agents.arena import Arena
from gosu_env.agents.chat import ChatAgent, ChatError
from gosu_env.engine.events import Teller
from tests.agents.chat_server import ChatServer

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing counted yet, no key, no proxy that a request could go through."""
    monkeypatch.setattr(chat, "_usages", {})
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")


def agent_at(server: ChatServer, **options: Any) -> ChatAgent:
    return ChatAgent(server.address, "tiny", 1, sleep=lambda seconds: None, **options)


def first_decision(seed: int = 5) -> View:
    return View(Game("gosu", 2, seed))


def test_the_model_is_asked_with_the_prompt_and_its_choice_is_played() -> None:
    with ChatServer("I like it.\nchoice: 2") as server:
        view = first_decision()
        agent = make_agent(f"chat:{server.address}:model=org/tiny:7b:temperature=0.5:max_tokens=64", 3)
        assert agent.act(view) == view.legal_actions()[1]
        asked = server.asked[0]
        assert asked.path == "/v1/chat/completions"
        assert "Authorization" not in asked.headers
        assert asked.body["model"] == "org/tiny:7b"
        assert (asked.body["temperature"], asked.body["max_tokens"]) == (0.5, 64)
        system, user = asked.body["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        assert "three victory points" in system["content"]
        assert f"2. {list(view.choices().values())[1]}" in user["content"]
        assert view.describe() in user["content"]
        thoughts: Any = agent.thoughts
        assert thoughts.note == "I like it. choice: 2"


def test_tokens_are_counted_for_all_agents_of_a_model() -> None:
    with ChatServer("choice: 1") as server:
        one, two = agent_at(server), agent_at(server)
        one.act(first_decision())
        two.act(first_decision())
        assert one.usage is two.usage
        assert one.usage.as_dict() == {
            "decisions": 2,
            "requests": 2,
            "prompt_tokens": 200,
            "completion_tokens": 14,
            "unclear": 0,
            "refusals": 0,
            "fallbacks": 0,
        }


def test_an_unclear_answer_is_asked_for_again_with_the_reason() -> None:
    with ChatServer("Hm, 2 or 3?", "choice: 99", "choice: 3") as server:
        view = first_decision()
        agent = agent_at(server)
        assert agent.act(view) == view.legal_actions()[2]
        assert agent.usage.unclear == 2
        second, third = (asked.body["messages"] for asked in server.asked[1:])
        assert [message["role"] for message in second] == ["system", "user", "assistant", "user"]
        assert second[2]["content"] == "Hm, 2 or 3?"
        assert "several numbers" in second[3]["content"]
        assert "there is no choice 99" in third[3]["content"]
        assert len(third) == 4  # the conversation does not grow


@pytest.mark.parametrize(
    ("say", "refusals"),
    [
        ("I would rather not.", 0),
        ("", 0),
        ({"content": None, "refusal": "I cannot help with that."}, 3),
        ({"content": "choice: 2", "finish_reason": "content_filter"}, 3),
    ],
)
def test_what_never_becomes_clear_falls_back(say: Any, refusals: int) -> None:
    view = first_decision()
    with ChatServer(lambda body: dict(say) if isinstance(say, dict) else say) as server:
        first = agent_at(server, fallback="first")
        assert first.act(view) == view.legal_actions()[0]
        assert first.thoughts is not None
        assert str(first.thoughts.note).startswith("fallback: ")
        assert len(server.asked) == 3
        assert (first.usage.refusals, first.usage.fallbacks) == (refusals, 1)
        drawn = [agent_at(server).act(view) for _ in range(2)]
        assert drawn[0] == drawn[1]  # by the seed
        assert drawn[0] in view.legal_actions()
        with pytest.raises(ChatError, match="no clear answer in 2 asks"):
            agent_at(server, fallback="raise", asks=2).act(view)


def test_a_single_choice_is_not_asked_for() -> None:
    game = Game("gosu", 2, 5, auto_forced=False)
    while len(game.legal_actions()) > 1:
        game.apply(game.legal_actions()[-1])
    assert not game.is_over
    with ChatServer("choice: 1") as server:
        assert agent_at(server).act(View(game)) == game.legal_actions()[0]
        assert server.asked == []


# ------------------------------------------------------------------------------------------------ on the way


def test_requests_that_fail_are_repeated_with_longer_pauses() -> None:
    pauses: list[float] = []
    busy = (429, {"error": {"message": "slow down"}}, {"Retry-After": "7"})
    with ChatServer((500, {"error": "oops"}), busy, (503, b"\xff"), "choice: 1") as server:
        ChatAgent(server.address, "tiny", sleep=pauses.append).act(first_decision())
        assert len(server.asked) == 4
    assert pauses == [0.5, 7.0, 1.0, 2.0]


def test_a_server_that_stays_away_is_an_error_in_one_line() -> None:
    with ChatServer((500, {"error": {"message": "out of memory"}})) as server:
        with pytest.raises(
            ChatError, match=r"model 'tiny' at http://127.*: status 500: out of memory \(tried 3 times\)"
        ):
            agent_at(server, retries=2).act(first_decision())
        address = server.address
    with pytest.raises(ChatError, match="no connection"):
        ChatAgent(address, "tiny", retries=0).act(first_decision())


@pytest.mark.parametrize("status", [301, 400, 401, 404])
def test_errors_that_stay_are_not_repeated_and_nothing_is_followed(status: int) -> None:
    with ChatServer("choice: 1") as elsewhere:
        away = {"Location": f"{elsewhere.address}/chat/completions"}
        with ChatServer((status, {"error": {"message": "no such model"}}, away)) as server:
            with pytest.raises(ChatError, match=f"status {status}: no such model"):
                agent_at(server).act(first_decision())
            assert len(server.asked) == 1
        assert elsewhere.asked == []


@pytest.mark.parametrize("body", [b"no json", {}, {"choices": []}, {"choices": [{"message": 3}]}, [1], b"[" * 100_000])
def test_foreign_replies_are_an_error(body: Any) -> None:
    with ChatServer((200, body)) as server, pytest.raises(ChatError, match="not one of the chat protocol"):
        agent_at(server).act(first_decision())


def test_a_slow_server_times_out() -> None:
    import threading  # noqa: PLC0415

    held = threading.Event()
    with ChatServer(lambda body: held.wait(5) and "choice: 1") as server:
        with pytest.raises(ChatError, match=r"no answer in 0.05 s \(tried 1 times\)|timed out"):
            agent_at(server, timeout=0.05, retries=0).act(first_decision())
        held.set()


# ------------------------------------------------------------------------------------------------ keys and money


def test_the_key_is_sent_and_written_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_KEY", f"{KEY}\n")
    log = tmp_path / "chat.jsonl"
    with ChatServer("nonsense", "choice: 1", (401, {"error": {"message": f"bad key {KEY}"}})) as server:
        agent = agent_at(server, key="MY_KEY", log=str(log))
        agent.act(first_decision())
        assert {asked.headers["Authorization"] for asked in server.asked} == {f"Bearer {KEY}"}
        with pytest.raises(ChatError, match="bad key …") as refused:
            agent.act(first_decision())
    assert KEY not in log.read_text() + str(refused.value) + repr(vars(agent)) + repr(vars(agent.endpoint))
    assert KEY not in "".join(capsys.readouterr())
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["choice"] for line in lines] == [None, next(iter(first_decision().choices().values()))]
    assert lines[0]["unclear"] == "the answer names no choice"
    assert lines[1]["answer"]["prompt_tokens"] == 100
    assert lines[1]["format"] == "gosu-2"


def test_the_key_does_not_travel_in_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(ChatError, match="not sent over plain http to another machine"):
        ChatAgent("http://192.0.2.1/v1", "tiny", retries=0).act(first_decision())


def test_a_budget_ends_the_spending() -> None:
    with ChatServer("choice: 1") as server:
        agent = agent_at(server, budget=150)
        agent.act(first_decision())
        agent.act(first_decision())
        with pytest.raises(ChatError, match="budget of 150 tokens is used up: 214 in 2 requests"):
            agent.act(first_decision())
        assert len(server.asked) == 2


# ------------------------------------------------------------------------------------------------ where it plays


def obliging(body: dict[str, Any]) -> str:
    """A model that takes the last choice."""
    user = body["messages"][1]["content"]
    return f"choice: {re.findall(r'^([0-9]+)[.] ', user, re.MULTILINE)[-1]}"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gosu", "gosux", "laundromat"])
def test_it_plays_whole_games_of_every_kind(game: str) -> None:
    with ChatServer(obliging) as server:
        spec = f"chat:{server.address}:model=tiny:asks=1:fallback=raise"
        replay = record(Game(game, 2, 3), [make_agent(spec), make_agent("random", 1)])
        assert replay.returns is not None
        assert replay.agents == ("tiny", "RandomAgent")
        assert "What happened lately:" in server.asked[-1].body["messages"][1]["content"]
        assert len(server.asked) > 5


def test_it_plays_in_an_arena() -> None:
    with ChatServer(obliging) as server:
        spec = f"chat:{server.address}:model=tiny:asks=1:fallback=raise"
        standings = Arena(["random", f"me={spec}"], games=4).run(jobs=1, progress=False)
        assert standings.games.height == 4
        assert len(server.asked) > 20


def test_it_is_told_what_happened_as_far_as_its_seat_may_know() -> None:
    game = Game("gosu", 2, 5)
    teller, chair = Teller(game), (0, 1)
    with ChatServer("choice: 1") as server:
        agent = agent_at(server)
        agent.reset(chair)
        events = teller.deal(5)
        for _ in range(12):
            action = game.legal_actions()[-1]
            events += teller.apply(action)
            game.apply(action)
        for event in events:
            if (seen := event.for_seat(1)) is not None:
                agent.observe(seen, chair)

        class Seated(View):
            """A view with a chair, as tables give that tell what happens."""

            chair = (0, 1)

        told = agent.prompt(Seated(game, 1)).user
        assert "What happened lately:\n" in told
        assert "seat 0: " in told
        agent.reset(chair)
        assert "What happened lately" not in agent.prompt(Seated(game, 1)).user


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("chat:", "it needs an address and a model"),
        (
            "chat:http://127.0.0.1:8000/v1",
            "it needs an address and a model; expected chat:http://ADDRESS/v1:model=NAME",
        ),
        ("chat:127.0.0.1:8000:model=a", "expected one such as http://127.0.0.1:8000/v1"),
        ("chat:ftp://host/v1:model=a", "expected one such as"),
        ("chat:http://me:pw@host/v1:model=a", "the key is read from the environment"),
        ("chat:http://host/v1:model=a:fallback=cheat", "fallback must be one of random, first, raise"),
        ("chat:http://host/v1:model=a:asks=0", "asks is out of range"),
        ("chat:http://host/v1:model=a:temperature=hot", "could not convert"),
    ],
)
def test_specs_that_make_no_sense_are_refused(spec: str, told: str) -> None:
    with pytest.raises(OptionError, match=re.escape(told)):
        make_agent(spec)
