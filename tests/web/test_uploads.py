"""What strangers send: read in a process that may hang, grow or crash, while every table answers."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from gosu_env import Game, GosuError, record
from gosu_env.agents.random import RandomAgent
from gosu_env.engine.errors import DataError, OptionError
from gosu_env.web import readers, reading
from gosu_env.web.limits import LONGEST_CARDS, LONGEST_REPLAY
from gosu_env.web.readers import MOST_OF_ONE, MOST_WAITING, Process, Readers
from tests.web.conftest import Open
from tests.web.seats import Client, Seat, new_table

pytestmark = pytest.mark.skipif(not readers.CAN_FORK, reason="limits need processes that fork")

SECOND = 1.0  # in which a table answers, unless it took a third as long before: the machine is busy


@pytest.fixture(scope="module")
def hostile() -> Iterator[Process]:
    """The process with readers that go wrong."""
    process = Process("tests.web.hostile_reading")
    yield process
    process.close()


async def read(process: Process, *works: str, body: bytes = b"", **head: Any) -> list[Any]:
    """The replies to uploads that come at once; errors as they are."""
    with ThreadPoolExecutor(1) as room:
        asked = Readers(room, process)
        return await asyncio.gather(
            *(asked.read(work, body, str(number), **head) for number, work in enumerate(works)), return_exceptions=True
        )


# ------------------------------------------------------------------------------------------------ one upload


@pytest.mark.parametrize("work", ["hang", "sleep", "crash"])
async def test_a_reader_that_hangs_or_crashes_is_ended(hostile: Process, work: str) -> None:
    await read(hostile, "chatter")  # it is loaded now
    began = time.monotonic()
    (told,) = await read(hostile, work)
    assert isinstance(told, DataError)
    assert str(told) == readers.BROKEN
    assert time.monotonic() - began < 30
    assert await read(hostile, "chatter") == [b"said"]


async def test_a_reader_that_grows_is_refused_the_memory(hostile: Process) -> None:
    (told,) = await read(hostile, "grow")
    assert isinstance(told, OptionError)
    assert str(told) == reading.TOO_LARGE
    (limit,) = await read(hostile, "limits")
    assert 0 < int(limit) < 8 << 30


async def test_a_reader_writes_no_file(hostile: Process, tmp_path: Path) -> None:
    file = tmp_path / "written"
    (told,) = await read(hostile, "write", body=str(file).encode())
    assert isinstance(told, GosuError)
    assert not file.exists() or file.read_bytes() == b""


async def test_a_reply_without_end_is_cut_off(hostile: Process) -> None:
    (told,) = await read(hostile, "flood")
    assert str(told) == readers.BROKEN


async def test_what_is_unknown_is_no_work(hostile: Process) -> None:
    (told,) = await read(hostile, "os.system")
    assert str(told) == "it cannot be read: KeyError"


async def test_a_process_that_is_gone_is_started_again(hostile: Process) -> None:
    await read(hostile, "chatter")
    assert hostile._process is not None
    hostile._process.kill()
    hostile._process.wait()
    assert await read(hostile, "chatter") == [b"said"]


async def test_a_queue_has_an_end(hostile: Process) -> None:
    works = ["chatter"] * (MOST_WAITING + 3)
    told = await read(hostile, *works)
    assert told.count(b"said") == MOST_WAITING
    assert [str(each) for each in told if isinstance(each, OptionError)] == [readers.BUSY] * 3


async def test_one_client_has_a_share_of_the_queue(hostile: Process) -> None:
    with ThreadPoolExecutor(1) as room:
        asked = Readers(room, hostile)
        told = await asyncio.gather(*(asked.read("chatter", b"", "one") for _ in range(5)), return_exceptions=True)
        assert told.count(b"said") == MOST_OF_ONE
        assert await asked.read("chatter", b"", "one") == b"said"


def test_the_process_ends_with_the_server(tmp_path: Path) -> None:
    """However the server ends: it hangs up."""
    code = (
        "import sys, os, time; from gosu_env.web.readers import Process; p = Process(); p.send(b'r').close(); "
        "print(p._process.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    pid = int(done.stdout)
    until = time.monotonic() + 30
    while time.monotonic() < until and Path(f"/proc/{pid}").exists():
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "Z":
            break
        time.sleep(0.1)
    else:
        assert not Path(f"/proc/{pid}").exists()


async def test_without_forks_a_process_reads_one_upload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "CAN_FORK", False)
    replay = record(Game("laundromat", seed=3), [RandomAgent(0), RandomAgent(1)])
    good, bad = await asyncio.gather(
        *(read(Process(), "replay.json", body=body, most=4000) for body in (replay.to_bytes(), b"x"))
    )
    assert len(json.loads(good[0])["decisions"]) == len(replay)
    assert "not a replay" in str(bad[0])


# ------------------------------------------------------------------------------------------------ the whole server


def answers(seat: Seat) -> float:
    """The seconds a table takes to answer."""
    began = time.monotonic()
    seat.socket.send_json({"type": "pace", "pace": 0, "paused": False})
    seat.hear("people")
    if seat.table["decision"]:
        seat.act()
    return time.monotonic() - began


def upload_at_once(client: Client, path: str, uploads: list[bytes], seats: list[Seat]) -> tuple[list[Any], float]:
    """What uploads are told that come at once, and the longest time that a table took meanwhile, in its seconds."""
    usual = max(answers(seats[0]) for _ in range(3))
    second = max(SECOND, 3 * usual)
    told: list[Any] = [None] * len(uploads)

    def send(number: int) -> None:
        told[number] = client.post(path, content=uploads[number])

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(uploads))]
    for thread in threads:
        thread.start()
    longest = 0.0
    while any(thread.is_alive() for thread in threads):
        longest = max(longest, *(answers(seat) / second for seat in seats))
        time.sleep(0.3)  # a browser may say ten things a second
    return told, longest


def test_three_hostile_replays_stop_no_table(serve: Open, hostile: Process) -> None:
    """Whatever hole they find: here every replay hangs its reader."""
    client = serve(process=hostile)
    table = new_table(client, game="laundromat")
    with client.socket() as one, client.socket() as two:
        seats = [Seat(s, table["table"], c["token"]) for s, c in zip((one, two), table["seats"], strict=True)]
        answers(seats[0])
        client.post("/api/replay", content=b"GOSU-REPLAY/1\n")  # the process is loaded now
        told, longest = upload_at_once(client, "/api/replay", [b"GOSU-REPLAY/1\n"] * 3, seats)
    assert [answer.status_code for answer in told] == [400] * 3
    assert {answer.json()["error"] for answer in told} == {readers.BROKEN}
    assert longest < 1


CARDS = {
    "dotted keys": "a" + ".a" * (LONGEST_CARDS // 2 - 2) + "=1",
    "dotted headers": "[a" + ".a" * (LONGEST_CARDS // 2 - 2) + "]",
    "many tables": "[[card]]\n" * (LONGEST_CARDS // 9),
    "many names": "".join(f"[[card]]\nname='{n:x}'\n" for n in range(LONGEST_CARDS // 24)),
    "near names": 'base="default"\nonly=[' + ",".join(f'"Tam{n:x}"' for n in range(LONGEST_CARDS // 10)) + "]",
    "numbers": "name = [" + "1," * (LONGEST_CARDS // 2 - 10) + "]",
}


@pytest.mark.parametrize("name", CARDS)
def test_three_hostile_card_files_stop_no_table(client: Client, tmp_path: Path, name: str) -> None:
    assert len(CARDS[name]) <= LONGEST_CARDS
    body = json.dumps({"game": "gosu", "seats": [{}, {}], "cards": CARDS[name]}).encode()
    table = new_table(client, game="laundromat")
    with client.socket() as one, client.socket() as two:
        seats = [Seat(s, table["table"], c["token"]) for s, c in zip((one, two), table["seats"], strict=True)]
        answers(seats[0])
        client.post("/api/tables", content=json.dumps({"game": "gosu", "seats": [{}, {}], "cards": "x"}))  # loads
        told, longest = upload_at_once(client, "/api/tables", [body] * 3, seats)
    assert [answer.status_code for answer in told] == [400] * 3
    assert all("your card file" in answer.json()["error"] for answer in told)
    assert not list((tmp_path / "games").glob("*.toml"))
    assert longest < 1


def test_uploads_are_refused_by_size_before_they_are_read(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Readers, "read", lambda *_, **__: pytest.fail("a reader saw it"))
    answer = client.post("/api/replay", content=b"x" * (LONGEST_REPLAY + 1))
    assert answer.json()["error"] == f"more than {LONGEST_REPLAY} bytes"
    cards = "#" * (LONGEST_CARDS + 1)
    answer = client.post("/api/tables", json={"game": "gosu", "seats": [{}, {}], "cards": cards})
    assert str(LONGEST_CARDS) in answer.json()["error"]


def test_strange_json_is_refused_quickly(client: Client) -> None:
    for body in (b"[" * 200_000, b'{"a":' * 40_000, b'{"a":' + b"9" * 200_000 + b"}", b'"' + b"\\u0000" * 40_000):
        began = time.monotonic()
        assert client.post("/api/tables", content=body).status_code == 400
        assert time.monotonic() - began < 10 * SECOND


def test_a_client_uploads_so_many_replays_only(client: Client) -> None:
    one, other = client.elsewhere("192.0.2.7"), client.elsewhere("192.0.2.8")
    told = [one.post("/api/replay", content=b"x").json()["error"] for _ in range(12)]
    assert told[-1] == "too many replays; try again in a few seconds"
    assert "not a replay" in told[0]
    assert "not a replay" in other.post("/api/replay", content=b"x").json()["error"]
