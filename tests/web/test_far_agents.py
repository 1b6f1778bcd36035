"""Agents that wait for an answer from elsewhere: others think on, and the server ends without it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from websockets.sync.client import connect

from gosu_env.web.hall import Hall
from gosu_env.web.journal import Journal
from gosu_env.web.roster import Roster
from gosu_env.web.server import Server
from gosu_env.web.threads import Daemons
from tests.agents.chat_server import ChatServer
from tests.web.seats import HOST, Client, Seat, new_table

BOT_FIRST = {"seed": 3}  # seat 1 begins


@pytest.fixture
def silent() -> Iterator[ChatServer]:
    """A model that answers when the test is over."""
    free = threading.Event()

    def say(body: dict[str, Any]) -> str:
        assert free.wait(60)
        return "choice: 1"

    with ChatServer(say) as server:
        yield server
        free.set()


def test_slow_models_keep_no_other_agent_from_thinking(tmp_path: Path, silent: ChatServer) -> None:
    model = f"chat:{silent.address}:model=tiny"
    hall = Hall(Journal(tmp_path / "games"), Roster([model]), threads=1, pace=0.0, strangers=False)
    with Client(Server(hall, [HOST]).app(), hall) as client:
        sockets = []
        for _ in range(3):
            opened = new_table(client, seats=[{}, {"agent": model}], **BOT_FIRST)
            sockets.append(client.socket())
            Seat(sockets[-1].__enter__(), opened["table"], opened["seats"][0]["token"])
        for _ in range(1000):
            if len(silent.asked) == 3:
                break
            time.sleep(0.01)
        assert len(silent.asked) == 3
        opened = new_table(client, seats=[{}, {"agent": "random"}], **BOT_FIRST)
        with client.socket() as socket:
            seat = Seat(socket, opened["table"], opened["seats"][0]["token"])
            while seat.table["deciding"] != 0:
                seat.table = seat.hear("table")
            assert seat.table["number"] > 0  # the bot has decided
        for open_one in sockets:
            open_one.__exit__(None, None, None)


@pytest.mark.slow
def test_the_server_ends_while_a_model_is_asked(tmp_path: Path, silent: ChatServer) -> None:
    model = f"chat:{silent.address}:model=tiny"
    command = [sys.executable, "-m", "gosu_env", "serve", "--port", "0", "--folder", str(tmp_path), "--agent", model]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert found
        asked = {"game": "gosu", "seats": [{}, {"agent": model}], **BOT_FIRST}
        heads = {"Content-Type": "application/json", "Origin": found[0]}
        with urlopen(Request(f"{found[0]}/api/tables", json.dumps(asked).encode(), heads), timeout=60) as answer:
            opened = json.load(answer)
        with connect(f"{found[0].replace('http', 'ws')}/socket", origin=found[0]) as socket:  # type: ignore[arg-type]
            sit = {"type": "sit", "table": opened["table"], "token": opened["seats"][0]["token"]}
            socket.send(json.dumps(sit))
            while not silent.asked:
                socket.ping().wait(0.05)
    finally:
        server.send_signal(signal.SIGINT)
        ended = server.wait(40)
    assert ended in (0, 130, -signal.SIGINT)


def test_threads_do_their_work_and_drop_what_has_not_begun() -> None:
    room = Daemons(1, "room")
    assert [room.submit(pow, 2, number).result(10) for number in range(5)] == [1, 2, 4, 8, 16]
    with pytest.raises(ZeroDivisionError):
        room.submit(divmod, 1, 0).result(10)
    begun, free = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        assert free.wait(10)
        return "done"

    first, second = room.submit(work), room.submit(work)
    assert begun.wait(10)
    room.shutdown()
    assert second.cancelled()
    free.set()
    assert first.result(10) == "done"
    with pytest.raises(RuntimeError, match="no more work"):
        room.submit(pow, 2, 2)
