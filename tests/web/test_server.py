"""The server: seats by token, who may ask, bad messages, restarts."""

from __future__ import annotations

import gc
import json
import re
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from starlette.websockets import WebSocketDisconnect

from gosu_env import Game, GosuError, Replay, record
from gosu_env.agents.random import RandomAgent
from gosu_env.engine.rules import GAMES, find_game, find_rules
from gosu_env.play.match import Match
from gosu_env.web.coach import Coaches
from gosu_env.web.hall import DAY, KEPT
from gosu_env.web.journal import Journal
from gosu_env.web.limits import LONGEST_CARDS, LONGEST_MESSAGE, LONGEST_REPLAY, Bucket, clean_name
from gosu_env.web.roster import Roster
from gosu_env.web.server import BURST
from tests.web.conftest import Open
from tests.web.seats import HOST, ORIGIN, Client, Seat, decide, new_table

EVIL = "<img src=x onerror=alert(1)>\u202e\x00\n"


def play_out(client: Client, table: dict[str, Any]) -> dict[str, Any]:
    """A game of two people to its end; the last table of seat 0."""
    tokens = [seat["token"] for seat in table["seats"]]
    with client.socket() as first, client.socket() as second:
        seats = [Seat(socket, table["table"], token) for socket, token in zip((first, second), tokens, strict=True)]
        while seats[0].table["over"] is None:
            decide(seats, -1)
        return seats[0].table


# ------------------------------------------------------------------------------------------------ seats


def test_two_people_play_a_whole_game(client: Client) -> None:
    last = play_out(client, new_table(client))
    assert last["over"]["winners"]
    assert last["decision"] is None


def test_every_seat_has_a_token_that_nobody_can_guess(client: Client) -> None:
    tables = [new_table(client) for _ in range(3)]
    tokens = [seat["token"] for table in tables for seat in table["seats"]]
    assert len(set(tokens)) == len(tokens)
    assert min(map(len, tokens)) >= 32
    assert len({table["table"] for table in tables}) == 3


@pytest.mark.parametrize("token", ["", None, 7, [], "x" * 32, "é" * 32])
def test_a_wrong_token_opens_nothing(client: Client, token: Any) -> None:
    table = new_table(client)["table"]
    with client.socket() as socket:
        socket.send_json({"type": "sit", "table": table, "token": token})
        told = socket.receive_json()
        assert (told["type"], told["seated"]) == ("refused", False)
        with pytest.raises(WebSocketDisconnect):  # noqa: PT012
            while True:
                socket.receive_json()


def test_a_token_opens_its_own_table_and_seat_only(client: Client) -> None:
    one, two = new_table(client), new_table(client)
    with client.socket() as socket:
        socket.send_json({"type": "sit", "table": two["table"], "token": one["seats"][0]["token"]})
        assert socket.receive_json()["type"] == "refused"
    with client.socket() as socket:
        seat = Seat(socket, one["table"], one["seats"][1]["token"])
        assert seat.table["seat"] == 1
        assert seat.table["deciding"] == 0
        socket.send_json({"type": "act", "number": 0, "action": 0})
        assert seat.hear("refused")["text"] == "it is not your turn to decide"


def test_an_answer_to_an_earlier_decision_is_refused(client: Client) -> None:
    table = new_table(client, seats=[{}, {"agent": "random"}])
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        number, action = seat.table["number"], seat.table["decision"]["choices"][0]["action"]
        seat.act(action)
        socket.send_json({"type": "act", "number": number, "action": action})
        assert re.search("already taken|not your turn", seat.hear("refused")["text"])


def test_people_see_who_is_there(client: Client) -> None:
    table = new_table(client, seats=[{"name": "Ada"}, {"name": EVIL}])
    assert table["seats"][1]["name"] == "<img src=x onerror=alert"
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        here = [person["here"] for person in seat.hear("people")["people"]]
        assert here == [True, False]


def test_who_looks_on_at_people_sees_no_hand_and_touches_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(client, seats=[{}, {"agent": "greedy"}])
    monkeypatch.setattr("gosu_env.web.table.MOST_ONLOOKERS", 1)
    with client.socket() as first, client.socket() as second, client.socket() as third:
        seat = Seat(first, table["table"], table["seats"][0]["token"])
        onlooker = Seat(second, table["table"], table["watch"])
        assert (onlooker.table["seat"], onlooker.table["decision"]) == (-1, None)
        assert onlooker.hear("people")["onlookers"] == 1
        number = onlooker.table["number"]
        for message in (
            {"type": "act", "number": number, "action": 0},
            {"type": "back", "number": number},
            {"type": "pace", "pace": 5, "paused": True},
            {"type": "look", "seat": 0},
            {"type": "look", "seat": None},
            {"type": "hint"},
            {"type": "review"},
        ):
            second.send_json(message)
            assert onlooker.hear("refused")["text"]
        third.send_json({"type": "sit", "table": table["table"], "token": table["watch"]})
        assert third.receive_json()["text"] == "1 look on at this table already"
        assert not client.hall.tables[table["table"]].paused
        assert seat.table["decision"] or seat.hear("table")


def test_agents_are_watched_with_open_hands(client: Client) -> None:
    table = new_table(client, seats=[{"agent": "random"}, {"agent": "random"}])
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["watch"])
        assert seat.table["seat"] is None
        socket.send_json({"type": "pace", "pace": 2.0, "paused": True})
        socket.send_json({"type": "look", "seat": 1})
        while seat.table["seat"] is None:
            seat.table = seat.hear("table")
        assert seat.table["seat"] == 1
        socket.send_json({"type": "act", "number": seat.table["number"], "action": 0})
        assert "not your turn" in seat.hear("refused")["text"]


# ------------------------------------------------------------------------------------------------ who may ask


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_other_names_of_the_machine_are_refused(client: Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 403
    assert client.get("/api/offer", headers={"host": host}).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.socket(host=host):
        pass


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"{ORIGIN}.evil.example", "https://127.0.0.1", ""])
def test_pages_of_others_are_refused(client: Client, origin: str) -> None:
    asked = {"game": "gosu", "seats": [{}, {}]}
    assert client.post("/api/tables", json=asked, headers={"origin": origin}).status_code == 403
    assert client.get("/api/offer", headers={"origin": origin}).status_code == 403
    with pytest.raises(WebSocketDisconnect), client.socket(origin=origin):
        pass


def test_pages_run_no_script_but_their_own(client: Client) -> None:
    for path in ("/", "/table/abc", "/replay"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert answer.status_code == 200
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "<script>" not in answer.text
        assert "<style" not in answer.text
        assert " style=" not in answer.text
        assert not re.search(r"<[^>]*\son\w+=", answer.text)


@pytest.mark.parametrize(
    "path",
    [
        *("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd"),
        *("/games", "/static/", "/static/table.html/../../journal.py", "/api/tables/../x/replay.gosu"),
    ],
)
def test_no_path_of_the_machine_is_served(client: Client, path: str) -> None:
    assert client.get(path).status_code in (404, 405)


@pytest.mark.parametrize("name", ["../../etc/passwd", "..", "x" * 16, "a/b", 7, None, "é" * 16])
def test_tables_that_are_not_there(client: Client, name: Any) -> None:
    with client.socket() as socket:
        socket.send_json({"type": "sit", "table": name, "token": "x"})
        assert socket.receive_json()["text"] == "there is no such table"


# ------------------------------------------------------------------------------------------------ what is asked for

BAD_TABLES: list[Any] = [
    {},
    {"game": "chess", "seats": [{}, {}]},
    {"game": ["gosu"], "seats": [{}, {}]},
    {"game": "gosu", "seats": [{}]},
    {"game": "gosu", "seats": [{}] * 9},
    {"game": "gosu", "seats": "12"},
    {"game": "gosu", "seats": [{}, 3]},
    {"game": "gosu", "seats": [{}, {"agent": "os:system"}]},
    {"game": "gosu", "seats": [{}, {"agent": "policy:/etc/passwd"}]},
    {"game": "gosu", "seats": [{}, {"agent": ["greedy"]}]},
    {"game": "gosu", "seats": [{"name": 3}, {}]},
    {"game": "gosu", "seats": [{"name": "x" * 999}, {}]},
    {"game": "gosu", "seats": [{}, {}], "options": {"cards": "/etc/passwd"}},
    {"game": "gosu", "seats": [{}, {}], "options": {"max_decisions": 10**9}},
    {"game": "gosu", "seats": [{}, {}], "options": {"unheard_of": True}},
    {"game": "gosu", "seats": [{}, {}], "options": {"draft": "yes"}},
    {"game": "gosu", "seats": [{}, {}], "options": []},
    {"game": "gosu", "seats": [{}, {}], "seed": -1},
    {"game": "gosu", "seats": [{}, {}], "seed": 1.5},
    {"game": "gosu", "seats": [{}, {}], "seed": "abc"},
    {"game": "gosu", "seats": [{}, {}], "seed": ""},
    {"game": "gosu", "seats": [{}, {}], "seed": "-1"},
    {"game": "gosu", "seats": [{}, {}], "seed": "9" * 5000},
    {"game": "gosu", "seats": [{}, {}], "seed": "9223372036854775808"},
    {"game": "gosu", "seats": [{}, {}], "seed": True},
    {"game": "gosu", "seats": [{}, {}], "seed": [7]},
    {"game": "gosu", "seats": [{}, {}], "folder": "/tmp"},
    {"game": "gosux", "seats": [{}, {}, {}]},
    {"game": "gosux", "seats": [{}, {"agent": "policy:nobody"}]},
]


@pytest.mark.parametrize("asked", BAD_TABLES)
def test_a_table_that_cannot_be_is_refused_with_a_reason(client: Client, tmp_path: Path, asked: Any) -> None:
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not Journal(tmp_path / "games").names()


def test_a_seed_may_be_given_by_its_digits(client: Client) -> None:
    """All of them: as numbers, browsers would lose some."""
    seeds = ("9007199254740993", 9007199254740993, "9007199254740992")
    tables = [new_table(client, seed=seed)["table"] for seed in seeds]
    first, same, other = (client.hall.tables[table].match.game for table in tables)
    assert first == same != other
    refused = client.post("/api/tables", json={"game": "gosu", "seats": [{}, {}], "seed": "abc"}).json()
    assert refused["error"] == "seed must be a whole number from 0 to 2**63 - 1, not 'abc'"


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 4000, b" " * (LONGEST_MESSAGE + 1)])
def test_a_body_that_is_not_a_request(client: Client, body: bytes) -> None:
    answer = client.post("/api/tables", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_names_are_one_line_of_printable_letters() -> None:
    assert clean_name("  Ada \n Lovelace\x07 ", "x") == "Ada Lovelace"
    assert clean_name("\u202e\u200b", "x") == "x"
    assert clean_name(None, "x") == "x"
    assert len(clean_name("n" * 200, "x")) == 24


# ------------------------------------------------------------------------------------------------ bad messages

GARBAGE: list[Any] = [
    "",
    "null",
    "[]",
    "7",
    '"act"',
    "{",
    "{}",
    '{"type": 3}',
    '{"type": "fly"}',
    '{"type": "act"}',
    '{"type": "act", "number": "0", "action": 0}',
    '{"type": "act", "number": 0, "action": "0"}',
    '{"type": "act", "number": 0, "action": -1}',
    '{"type": "act", "number": 0, "action": 99999999999999999999}',
    '{"type": "act", "number": 0, "action": 1.0}',
    '{"type": "act", "number": 0, "action": true}',
    '{"type": "act", "number": false, "action": 0}',
    '{"type": "back"}',
    '{"type": "back", "number": 0}',
    '{"type": "back", "number": true}',
    '{"type": "pace", "pace": "fast", "paused": false}',
    '{"type": "pace", "pace": -1, "paused": false}',
    '{"type": "pace", "pace": 1e999, "paused": false}',
    '{"type": "pace", "pace": 1, "paused": "no"}',
    '{"type": "look", "seat": 1}',
    '{"type": "review"}',
    '{"type": "sit", "table": "x", "token": "y"}',
    "[" * 3000,
    "x" * (LONGEST_MESSAGE + 1),
    b"\xff\xfe\x00",
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_bad_messages_are_answered_and_the_game_is_untouched(client: Client, garbage: Any) -> None:
    table = new_table(client)
    match = client.hall.tables[table["table"]].match
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        before = match.game.to_bytes()
        if isinstance(garbage, bytes):
            socket.send_bytes(garbage)
        else:
            socket.send_text(garbage)
        assert seat.hear("refused")["text"]
        assert match.game.to_bytes() == before
        assert seat.act()["number"] == 1


def test_nobody_talks_without_end(client: Client) -> None:
    table = new_table(client)
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        for _ in range(BURST + 30):
            socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect):  # noqa: PT012
            while True:
                seat.hear("refused")


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Bucket(2.0, 3, lambda: now)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


# ------------------------------------------------------------------------------------------------ nothing is lost


def test_a_restart_loses_nothing(serve: Open) -> None:
    first = serve()
    table = new_table(first, seats=[{"name": "Ada"}, {}])
    tokens = [seat["token"] for seat in table["seats"]]
    with first.socket() as one, first.socket() as two:
        seats = [Seat(socket, table["table"], token) for socket, token in zip((one, two), tokens, strict=True)]
        while seats[0].table["number"] < 7 or not any(seat.table["back"] for seat in seats):
            decide(seats)
    kept = first.hall.tables[table["table"]].match.game.to_bytes()
    second = serve()  # the first was not told to stop
    with second.socket() as one, second.socket() as two:
        again = [Seat(socket, table["table"], token) for socket, token in zip((one, two), tokens, strict=True)]
        assert second.hall.tables[table["table"]].match.game.to_bytes() == kept
        for old, new in zip(seats, again, strict=True):
            for part in ("number", "spots", "decision", "scores", "top", "seat", "back"):
                assert new.table[part] == old.table[part]
        number = max(seat.table["number"] for seat in again)
        assert decide(again).table["number"] == number + 1


def test_tables_that_nobody_looks_at_make_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gosu_env.web.hall.MOST_TABLES", 3)
    monkeypatch.setattr("gosu_env.web.hall.RECENT", 0.0)
    tables = [new_table(client) for _ in range(6)]
    assert len(client.hall.tables) == 3
    with client.socket() as socket:
        assert tables[0]["table"] not in client.hall.tables
        seat = Seat(socket, tables[0]["table"], tables[0]["seats"][0]["token"])
        for _ in range(4):
            new_table(client)
        assert tables[0]["table"] in client.hall.tables
        assert seat.act()["number"] == 1


def test_a_full_server_refuses_new_tables(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gosu_env.web.hall.MOST_TABLES", 2)
    for _ in range(2):
        new_table(client)
    answer = client.post("/api/tables", json={"game": "gosu", "seats": [{}, {}]})
    assert "all tables of this server are taken" in answer.json()["error"]


def test_a_decision_that_cannot_be_kept_is_not_taken(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(client)
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        before = client.hall.tables[table["table"]].match.game.to_bytes()

        def full(*_: Any) -> None:
            raise GosuError("the game cannot be kept on the disk of the server")

        with monkeypatch.context() as patch:
            patch.setattr(client.hall.journal, "write", full)
            socket.send_json({"type": "act", "number": 0, "action": seat.table["decision"]["choices"][0]["action"]})
            assert "cannot be kept" in seat.hear("refused")["text"]
        assert client.hall.tables[table["table"]].match.game.to_bytes() == before
        assert seat.act()["number"] == 1


def test_who_comes_back_sees_the_same_table(client: Client) -> None:
    table = new_table(client, seats=[{}, {"agent": "greedy"}])
    token = table["seats"][0]["token"]
    with client.socket() as socket:
        seat = Seat(socket, table["table"], token)
        while seat.table["decision"] is None:
            seat.table = seat.hear("table")
        old = seat.table
    with client.socket() as socket:
        new = Seat(socket, table["table"], token).table
        assert new["log"]["from"] == 0
        assert (new["number"], new["spots"], new["decision"]) == (old["number"], old["spots"], old["decision"])


def test_tokens_are_not_in_replays_and_not_for_others(client: Client, tmp_path: Path) -> None:
    table = new_table(client)
    folder = tmp_path / "games"
    replay = (folder / f"{table['table']}.gosu").read_bytes()
    seats = folder / f"{table['table']}.json"
    for seat in table["seats"]:
        assert seat["token"].encode() not in replay
        assert seat["token"] in seats.read_text(encoding="utf-8")
    assert seats.stat().st_mode & 0o077 == 0


def test_a_damaged_journal_is_told_and_left_alone(serve: Open, tmp_path: Path) -> None:
    table = new_table(serve())
    file = tmp_path / "games" / f"{table['table']}.gosu"
    file.write_bytes(file.read_bytes()[:-3])
    with serve().socket() as socket:
        socket.send_json({"type": "sit", "table": table["table"], "token": table["seats"][0]["token"]})
        told = socket.receive_json()
        assert "damaged" in told["text"]
        assert str(tmp_path) not in told["text"]


# ------------------------------------------------------------------------------------------------ taking back


def begun(seats: list[Seat]) -> Seat:
    """Play until a choice is unfinished; who makes it."""
    while not (decider := decide(seats)).table["back"]:
        pass
    return decider


def test_an_unfinished_choice_is_taken_back_and_seen_by_nobody_else(client: Client, tmp_path: Path) -> None:
    table = new_table(client)
    tokens = [seat["token"] for seat in table["seats"]]
    with client.socket() as one, client.socket() as two, client.socket() as late:
        seats = [Seat(socket, table["table"], token) for socket, token in zip((one, two), tokens, strict=True)]
        decider = begun(seats)
        other = seats[seats[0] is decider]
        kept = (tmp_path / "games" / f"{table['table']}.gosu").read_bytes()
        number = other.table["number"]
        assert decider.table["number"] == number + 1
        assert Seat(late, table["table"], tokens[seats.index(other)]).table["spots"] == other.table["spots"]
        other.socket.send_json({"type": "back", "number": number})
        assert other.hear("refused")["text"] == "it is not your turn to decide"
        decider.socket.send_json({"type": "back", "number": number})
        assert "already taken" in decider.hear("refused")["text"]
        before = decider.take_back()
        assert (before["number"], before["back"]) == (number, False)
        decider.socket.send_json({"type": "back", "number": number})
        assert "nothing to take back" in decider.hear("refused")["text"]
        assert (tmp_path / "games" / f"{table['table']}.gosu").read_bytes() == kept
        assert decide(seats, -1) is decider


def test_an_unfinished_choice_outlives_the_server(serve: Open, tmp_path: Path) -> None:
    first = serve()
    table = new_table(first)
    tokens = [seat["token"] for seat in table["seats"]]
    with first.socket() as one, first.socket() as two:
        decider = begun([Seat(socket, table["table"], token) for socket, token in zip((one, two), tokens, strict=True)])
    seat, number = decider.table["seat"], decider.table["number"]
    file = tmp_path / "games" / f"{table['table']}.unfinished"
    assert file.stat().st_mode & 0o077 == 0
    good = file.read_text(encoding="utf-8")
    damaged = ("", "[]", '{"number": 1}', good.replace("[", "[99999, "), good.replace("[", '["x", '))
    for content, back in [(good, True), *[(bad, False) for bad in damaged]]:
        file.write_text(content, encoding="utf-8")
        with serve().socket() as socket:
            again = Seat(socket, table["table"], tokens[seat])
            assert again.table["back"] == back
            assert again.table["number"] == (number if back else number - 1)


def test_a_choice_that_cannot_be_kept_is_not_begun(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(client)
    with client.socket() as one, client.socket() as two:
        tokens = [seat["token"] for seat in table["seats"]]
        seats = [Seat(socket, table["table"], token) for socket, token in zip((one, two), tokens, strict=True)]
        decider = begun(seats)
        action = client.hall.tables[table["table"]].unfinished[-1].recorder.replay().actions[-1]
        decider.take_back()

        def full(*_: Any) -> None:
            raise GosuError("the choice cannot be kept on the disk of the server")

        with monkeypatch.context() as patch:
            patch.setattr(client.hall.journal, "write_unfinished", full)
            decider.socket.send_json({"type": "act", "number": decider.table["number"], "action": action})
            assert "cannot be kept" in decider.hear("refused")["text"]
        assert not client.hall.tables[table["table"]].unfinished
        assert decider.act(action)["back"]


# ------------------------------------------------------------------------------------------------ replays


@pytest.mark.slow
def test_a_replay_is_there_when_the_game_is_over(client: Client) -> None:
    table = new_table(client, game="laundromat")
    path, token = f"/api/tables/{table['table']}", table["seats"][0]["token"]
    assert client.post(f"{path}/replay.gosu", json={"token": token}).status_code == 403
    play_out(client, table)
    assert client.post(f"{path}/replay.gosu", json={"token": "x" * 32}).status_code == 400
    content = client.post(f"{path}/replay.gosu", json={"token": token}).content
    Replay.from_bytes(content).verify()
    assert client.post(f"{path}/replay.json", json={"token": token}).json()["decisions"]
    page = client.post(f"{path}/replay.html", json={"token": token}).text
    assert page.startswith("<!DOCTYPE html>")
    assert client.post("/api/replay", content=content).json() == client.post(
        f"{path}/replay.json", json={"token": token}
    ).json() | {"view": 0}
    assert client.post("/api/replay.html", content=content).status_code == 200


def test_a_replay_without_end_is_not_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gosu_env.web.server.MOST_DECISIONS", 3)
    content = record(Game(seed=3), [RandomAgent(0), RandomAgent(1)]).to_bytes()
    answer = client.post("/api/replay", content=content)
    assert answer.status_code == 400
    assert "the most that is shown here is 3" in answer.json()["error"]


def test_replays_that_are_none_are_refused(client: Client) -> None:
    for content in (b"", b"x" * 100, b"GOSU-REPLAY/1\n1234", b"x" * (LONGEST_REPLAY + 1)):
        answer = client.post("/api/replay", content=content)
        assert answer.status_code == 400
        assert answer.json()["error"]


# ------------------------------------------------------------------------------------------------ coach and course


def test_the_coach_advises_and_looks_back(client: Client) -> None:
    table = new_table(client, game="laundromat", seats=[{}, {"agent": "random"}])
    with client.socket() as socket:
        seat = Seat(socket, table["table"], table["seats"][0]["token"])
        asked = False
        while seat.table["over"] is None:
            if seat.table["decision"] is None:
                seat.table = seat.hear("table")
                continue
            actions = [choice["action"] for choice in seat.table["decision"]["choices"]]
            if not asked:
                socket.send_json({"type": "hint"})
                hint = seat.hear("hint")
                assert hint["action"] in actions
                assert set(map(int, hint["promises"])) == set(actions)
                assert all(-1.01 <= promise <= 1.01 for promise in hint["promises"].values())
                asked = True
            seat.act(actions[-1])
        socket.send_json({"type": "review"})
        costliest = seat.hear("review")["costliest"]
        assert len(costliest) <= 3
        assert [each["cost"] for each in costliest] == sorted((each["cost"] for each in costliest), reverse=True)
        for each in costliest:
            assert each["chosen"] != each["better"]
            assert each["cost"] == pytest.approx(each["possible"] - each["promised"], abs=0.002)


def test_coaches_are_kept_for_a_few_sets_of_cards_only() -> None:
    coaches = Coaches(Roster(), most=2)
    rules = [find_rules("laundromat", players, {}) for players in (2, 3, 4)]
    first = coaches.of(rules[0])
    assert coaches.of(rules[1]) is not first
    assert coaches.of(rules[0]) is first
    freed = weakref.ref(coaches.of(rules[1]))
    coaches.of(rules[0])
    coaches.of(rules[2])
    gc.collect()
    assert len(coaches) == 2
    assert coaches.of(rules[0]) is first
    assert freed() is None


@pytest.mark.parametrize("game", ["gosu", "gosux", "laundromat"])
def test_every_station_of_a_course_can_be_reached(client: Client, game: str) -> None:
    offer = {each["name"]: each for each in client.get("/api/offer").json()["games"]}
    for station in range(offer[game]["course"]):
        assert any(reaches(client, game, station, way, then) for way in range(12) for then in (0, way)), (
            f"station {station}"
        )
    assert client.post("/api/courses", json={"game": game, "station": 99}).status_code == 400


def reaches(client: Client, game: str, station: int, way: int, then: int) -> bool:
    """Whether the learner comes to the goal by answering with choice number ``way`` first, and ``then`` afterwards."""
    opened = client.post("/api/courses", json={"game": game, "station": station})
    assert opened.status_code == 201, opened.text
    told = opened.json()
    with client.socket() as socket:
        seat = Seat(socket, told["table"], told["seats"][0]["token"])
        for answer in range(8):
            while seat.table["decision"] is None:
                if seat.table["over"]:
                    return False
                seat.table = seat.hear("table")
                if seat.hear("station")["reached"]:
                    return True
            choices = seat.table["decision"]["choices"]
            number = way if answer == 0 else min(then, len(choices) - 1)
            if number >= len(choices):
                return False
            seat.act(choices[number]["action"])
            station = seat.hear("station")
            if station["reached"] or station["astray"]:
                return bool(station["reached"])
    return False


def learn(client: Client, socket: Any, game: str, number: int) -> Seat:
    told = client.post("/api/courses", json={"game": game, "station": number}).json()
    seat = Seat(socket, told["table"], told["seats"][0]["token"])
    assert not seat.hear("station")["astray"]
    return seat


def action_of(seat: Seat, text: str) -> int:
    return next(int(each["action"]) for each in seat.table["decision"]["choices"] if each["text"] == text)


def test_a_station_notices_what_it_did_not_ask_for(client: Client) -> None:
    """Nothing has happened yet: it is taken back, or the learner goes on with it and hears no more of it."""
    with client.socket() as socket:
        seat = learn(client, socket, "gosu", 0)
        number = seat.table["number"]
        seat.act(action_of(seat, "draw one"))
        station = seat.hear("station")
        assert (station["astray"], station["reached"], seat.table["number"]) == ("draw one", False, number)
        seat.take_back()
        assert not seat.hear("station")["astray"]
        seat.act(action_of(seat, "draw one"))
        assert seat.hear("station")["astray"] == "draw one"
        seat.act(action_of(seat, "place Bolt"))  # another choice takes it back, too
        assert seat.hear("station")["reached"]
    with client.socket() as socket:
        seat = learn(client, socket, "gosu", 0)
        seat.act(action_of(seat, "draw one"))
        assert seat.hear("station")["astray"]
        socket.send_json({"type": "on", "number": seat.table["number"]})
        assert not seat.hear("station")["astray"]
        while seat.table["decision"] is None or seat.table["number"] == number:
            seat.table = seat.hear("table")
        seat.act(action_of(seat, "draw one"))
        assert not seat.hear("station")["astray"]
        while seat.table["decision"] is None:
            seat.table = seat.hear("table")
        socket.send_json({"type": "on", "number": seat.table["number"]})
        assert seat.hear("refused")["text"] == "there is nothing to go on with"


def test_what_a_station_did_not_ask_for_is_named_by_the_choice_that_it_began_with(client: Client) -> None:
    with client.socket() as socket:
        seat = learn(client, socket, "gosu", 2)  # Mutate Piston, it says
        seat.act(action_of(seat, "place Murk"))
        told = [seat.hear("station")["astray"]]
        while not told[-1]:
            seat.act()
            told.append(seat.hear("station")["astray"])
        assert len(told) > 1
        assert told[-1] == "place Murk"


def test_the_last_station_of_a_laundry_waits_for_the_opponent(client: Client) -> None:
    with client.socket() as socket:
        seat = learn(client, socket, "laundromat", 5)
        seat.act(action_of(seat, "draw"))
        assert not seat.hear("station")["astray"]
        if seat.table["decision"]:
            seat.act(action_of(seat, "stop"))
            assert not seat.hear("station")["astray"]


def test_one_person_is_not_asked_what_has_one_answer(client: Client) -> None:
    """GOSU X asks everybody whether to draw another hand. Agents learn nothing from a question left out."""
    opened = new_table(client, "gosux", [{"name": "Ada"}, {"agent": "random"}])
    with client.socket() as socket:
        seat = Seat(socket, opened["table"], opened["seats"][0]["token"])
        for _ in range(12):
            while seat.table["decision"] is None:
                seat.table = seat.hear("table")
            assert len(seat.table["decision"]["choices"]) > 1
            seat.act()
    assert "no" in [text for text, _ in forced_in(client.hall.tables[opened["table"]].match)]


def test_people_are_asked_alike(client: Client) -> None:
    """Whoever is asked may have an answer: people would learn from a question that is left out who has none."""
    opened = new_table(client, "gosux")
    tokens = [seat["token"] for seat in opened["seats"]]
    with client.socket() as first, client.socket() as second:
        seats = [Seat(socket, opened["table"], token) for socket, token in zip((first, second), tokens, strict=True)]
        asked = []
        for _ in range(8):
            asked.append(len(seats[seats[0].table["deciding"]].table["decision"]["choices"]))
            decide(seats)
    assert 1 in asked


def forced_in(match: Match) -> list[tuple[str, int]]:
    """The decisions of a game so far that had one answer: its text, and whose it was."""
    return [
        (game.action_text(action), game.seat)
        for _, game, action, _ in match.recorder.replay().decisions()
        if len(game.legal_actions()) == 1
    ]


def test_the_offer_says_who_plays_what(client: Client) -> None:
    told = client.get("/api/offer").json()
    assert [each["name"] for each in told["games"]] == ["gosu", "gosux", "laundromat"]
    for each in told["games"]:
        assert {"greedy", "random"} <= set(each["agents"][str(each["players"][0])])
        assert "cards" not in each["options"]
    for game in ("gosu", "gosux", "laundromat"):
        assert client.get(f"/api/help/{game}").json()["rules"]
    assert client.get("/api/help/chess").status_code == 404
    assert json.dumps(told)
    assert HOST in ORIGIN
    for each in told["games"]:
        assert each["title"] == find_rules(each["name"], each["players"][0], {}).title
    assert len(told["games"][0]["lists"]["clans"]) == 10


def test_the_offer_makes_no_rules(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes first sees the page at once."""

    def made(*_: Any) -> None:
        raise AssertionError("rules are made")

    for game in GAMES:
        monkeypatch.setattr(find_game(game), "make_rules", made)
    assert len(client.get("/api/offer").json()["games"]) == 3


# ------------------------------------------------------------------------------------------------ cards; what is kept

OWN_CARDS = (Path(__file__).parents[2] / "examples" / "own_cards.toml").read_text(encoding="utf-8")


def test_a_table_with_cards_of_its_own(serve: Open, tmp_path: Path) -> None:
    first = serve()
    table = new_table(first, seats=[{}, {"agent": "greedy"}], cards=OWN_CARDS)
    names = [card.name for card in first.hall.tables[table["table"]].match.game.rules.cards.cards]
    assert "Phoenix Egg" in names
    assert "Cinder" not in names
    second = serve()
    token = table["seats"][0]["token"]
    with second.socket() as socket:
        seat = Seat(socket, table["table"], token)
        while seat.table["over"] is None:
            if seat.table["decision"] is None:
                seat.table = seat.hear("table")
            else:
                seat.act(seat.table["decision"]["choices"][-1]["action"])
    for what in ("replay.gosu", "replay.json", "replay.html"):
        answer = second.post(f"/api/tables/{table['table']}/{what}", json={"token": token})
        assert answer.status_code == 200
        assert str(tmp_path).encode() not in answer.content
    assert second.post("/api/tables", json={"game": "gosux", "seats": [{}, {}], "cards": OWN_CARDS}).status_code == 400


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "\x00",
        "name = 3",
        "[[card]]\nname = 'x'",
        OWN_CARDS.replace("draw 1", "draw 99"),
        OWN_CARDS.replace('"default"', '"/etc/passwd"'),
        "x" * (LONGEST_CARDS + 1),
        "\ud800",
        7,
        ["a"],
        {"path": "/etc/passwd"},
    ],
)
def test_bad_cards_are_refused_with_a_reason_and_without_a_path(client: Client, tmp_path: Path, cards: Any) -> None:
    body = json.dumps({"game": "gosu", "seats": [{}, {}], "cards": cards})
    answer = client.post("/api/tables", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert str(tmp_path) not in answer.text
    assert not list((tmp_path / "games").iterdir())


def test_tables_are_listed_for_those_with_tokens_and_removed_by_who_opened_them(client: Client, tmp_path: Path) -> None:
    mine, other = new_table(client), new_table(client)
    asked = [
        {"table": mine["table"], "token": mine["seats"][0]["token"]},
        {"table": other["table"], "token": "x"},
        3,
        {},
    ]
    assert client.post("/api/mine", json={"tables": asked}).json() == {
        "tables": [{"table": mine["table"], "decisions": 0, "over": False}]
    }
    for bad in (None, 7, [{}] * 61):
        assert client.post("/api/mine", json={"tables": bad}).status_code == 400
    path = f"/api/tables/{mine['table']}/remove"
    for owner in (None, 7, "x", mine["seats"][0]["token"], mine["watch"], other["owner"]):
        assert client.post(path, json={"owner": owner}).status_code == 400
    with client.socket() as socket:
        seat = Seat(socket, mine["table"], mine["seats"][0]["token"])
        assert client.post(path, json={"owner": mine["owner"]}).status_code == 200
        assert "removed" in seat.hear("gone")["text"]
        socket.send_json({"type": "act", "number": 0, "action": seat.table["decision"]["choices"][0]["action"]})
        assert seat.hear("refused")["text"] == "this table was removed"
    assert not list((tmp_path / "games").glob(f"{mine['table']}*"))
    assert Journal(tmp_path / "games").names() == [other["table"]]


def test_what_is_over_is_removed_after_its_time(client: Client, tmp_path: Path) -> None:
    over, going = new_table(client, game="laundromat"), new_table(client, game="laundromat")
    course = client.post("/api/courses", json={"game": "laundromat", "station": 0}).json()
    play_out(client, over)
    journal = Journal(tmp_path / "games")
    now = time.time()
    assert journal.remove_old(now + 29 * DAY, KEPT) == []
    assert sorted(journal.remove_old(now + 31 * DAY, KEPT)) == sorted([over["table"], course["table"]])
    assert journal.names() == [going["table"]]
