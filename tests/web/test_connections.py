"""Connections that take too long, or are too many: nobody is kept out, and the log stays small."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette", reason="the table in the browser needs the extra web")

from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.uri import parse_uri

from gosu_env.engine.view import View
from gosu_env.web import connections
from gosu_env.web.coach import Coach
from gosu_env.web.connections import LINGER, RESERVE, SOME, STALL, Doorman, Seldom, Visit, log_seldom, most_connections
from gosu_env.web.visitors import HERE, Shares, client_at
from tests.web.conftest import Running

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    servers = []

    def make(**more: Any) -> Running:
        servers.append(Running(tmp_path / "games", **more))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


class Lines:
    """Connections that have said something, and wait."""

    def __init__(self, port: int, count: int, said: bytes) -> None:
        self.sockets = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(count)]
        for line in self.sockets:
            with contextlib.suppress(OSError):  # closed already
                line.sendall(said)

    def are_closed(self, seconds: float) -> bool:
        """Whether the server closes all of them in so many seconds."""
        until = time.monotonic() + seconds
        for line in self.sockets:
            line.settimeout(max(0.01, until - time.monotonic()))
            try:
                while line.recv(4096):
                    pass
            except TimeoutError:
                return False
            except OSError:
                pass
        return True

    def close(self) -> None:
        for line in self.sockets:
            line.close()


def fetch(url: str) -> float:
    """The seconds until the first page is there."""
    began = time.monotonic()
    with urlopen(url, timeout=20) as answer:
        assert b"Goblin tables" in answer.read()
    return time.monotonic() - began


@contextlib.contextmanager
def files_for(count: int) -> Iterator[None]:
    """Room for so many connections in this process, too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard not in (resource.RLIM_INFINITY,) and hard < 3 * count:
        pytest.skip(f"needs {3 * count} open files; the limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 3 * count), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# ------------------------------------------------------------------------------------------------ too long


@pytest.mark.parametrize(
    "said",
    [
        b"",
        HALF,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + HALF,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ],
)
def test_what_does_not_arrive_in_time_is_closed(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD", 1.0)
    monkeypatch.setattr(connections, "BODY", 1.0)
    running = start()
    lines = Lines(running.port, 1, said.replace(b"Host: x", f"Host: 127.0.0.1:{running.port}".encode()))
    assert lines.are_closed(10)
    lines.close()


def test_a_byte_now_and_then_gains_no_time(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 1.0)
    (line,) = Lines(start().port, 1, HALF).sockets
    until = time.monotonic() + 15
    with line, pytest.raises(OSError):  # noqa: PT011, PT012  (reset, or a broken pipe)
        while time.monotonic() < until:
            line.sendall(b"x")
            time.sleep(0.2)


def test_who_takes_time_to_decide_is_not_closed(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD", "BODY", "STALL", "LINGER"):
        monkeypatch.setattr(connections, name, 1.0)
    running = start()
    with Person(running) as person:
        time.sleep(5)
        person.act()


class Person:
    """Somebody at a table of two."""

    def __init__(self, running: Running) -> None:
        asked = Request(
            f"{running.url}/api/tables",
            b'{"game": "laundromat", "seats": [{}, {}], "seed": 2}',
            {"Origin": running.url},
        )
        with urlopen(asked, timeout=60) as answer:
            self.opened = told = json.load(answer)
        self.stack = contextlib.ExitStack()
        line = connect(f"ws://127.0.0.1:{running.port}/socket", origin=running.url, max_size=None)  # type: ignore[arg-type]
        self.socket = self.stack.enter_context(line)
        self.socket.send(json.dumps({"type": "sit", "table": told["table"], "token": told["seats"][0]["token"]}))
        self.table = self.hear()

    def hear(self) -> dict[str, Any]:
        while (message := json.loads(self.socket.recv(20)))["type"] != "table":
            pass
        found: dict[str, Any] = message
        return found

    def act(self) -> float:
        """The seconds that the table takes to answer to a decision."""
        began = time.monotonic()
        if self.table["decision"]:
            action = self.table["decision"]["choices"][0]["action"]
            self.socket.send(json.dumps({"type": "act", "number": self.table["number"], "action": action}))
            self.table = self.hear()
        return time.monotonic() - began

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stack.close()


# ------------------------------------------------------------------------------------------------ too slow


def test_a_hint_that_takes_long_holds_up_nothing(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket is read meanwhile: decisions are taken, and pongs arrive, without which it is closed."""
    thinking, may_answer = threading.Event(), threading.Event()
    advise = Coach.advise

    def slow(coach: Coach, view: View) -> Any:
        thinking.set()
        assert may_answer.wait(60)
        return advise(coach, view)

    monkeypatch.setattr(Coach, "advise", slow)
    running = start()
    running.server.config.ws_ping_interval = running.server.config.ws_ping_timeout = 1.0
    try:
        with Person(running) as person:
            assert person.table["decision"]
            asked = person.table["number"]
            person.socket.send(json.dumps({"type": "hint"}))
            assert thinking.wait(300)  # a coach may have to be compiled
            for _ in range(2):  # the second waits to be read
                person.socket.send(json.dumps({"type": "hint"}))
            person.act()
            assert person.table["number"] > asked
            time.sleep(4)
            may_answer.set()
            hint = json.loads(person.socket.recv(20))
            while hint["type"] != "hint":
                hint = json.loads(person.socket.recv(20))
            assert hint["number"] == asked
            person.socket.send(json.dumps({"type": "hint"}))  # and it is still there
            person.socket.ping().wait(20)
    finally:
        may_answer.set()


class Deaf:
    """A browser that sits down and reads nothing any more."""

    def __init__(self, running: Running, table: str, token: str) -> None:
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.line.connect(("127.0.0.1", running.port))
        client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{running.port}/socket"), origin=running.url)  # type: ignore[arg-type]
        client.send_request(client.connect())
        self.line.sendall(b"".join(client.data_to_send()))
        while client.state is not State.OPEN:
            client.receive_data(self.line.recv(1))
        client.send_text(json.dumps({"type": "sit", "table": table, "token": token}).encode())
        self.line.sendall(b"".join(client.data_to_send()))


def test_who_reads_nothing_holds_up_nobody(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL", 2.0)
    running = start()
    with Person(running) as person:
        deaf = Deaf(running, person.opened["table"], person.opened["watch"])
        wait_until(lambda: len(running.doorman.visits) == 2)
        for transport in running.doorman.visits:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        until = time.monotonic() + 60
        while len(running.doorman.visits) == 2 and time.monotonic() < until:  # it is sent all that happens
            for _ in range(5):
                person.socket.send(json.dumps({"type": "pace", "pace": 1, "paused": False}))
            person.socket.ping().wait(5)
            time.sleep(0.5)  # more would be too many messages
        assert len(running.doorman.visits) == 1
        person.act()
        deaf.line.close()


def wait_until(happens: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.02)


# ------------------------------------------------------------------------------------------------ too many


def test_half_sent_requests_keep_nobody_out(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """1,100 of them, where there is room for 100 connections."""
    monkeypatch.setattr(connections, "HEAD", 3.0)
    with files_for(1100), caplog.at_level(logging.DEBUG):
        running = start(most=100)
        with Person(running) as person:
            soon = max(1.0, 3 * fetch(running.url), 3 * person.act())  # the machine may be busy
            lines = Lines(running.port, 1100, HALF)
            assert len(running.doorman.visits) <= 100
            assert fetch(running.url) < soon
            assert person.act() < soon
            assert lines.are_closed(20)
            assert len(running.doorman.visits) <= 3
            lines.close()
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) <= 3


def test_those_who_play_are_not_sent_away_for_others(start: Callable[..., Running]) -> None:
    running = start(most=6)
    with contextlib.ExitStack() as stack:
        people = [stack.enter_context(Person(running)) for _ in range(6)]
        with pytest.raises(OSError):  # noqa: PT011  (503, or reset before it is read)
            fetch(running.url)
        for person in people:
            person.act()
    until = time.monotonic() + 20
    while len(running.doorman.visits) == 6 and time.monotonic() < until:
        time.sleep(0.1)
    fetch(running.url)


def test_one_client_does_not_take_all_places(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "client_at", lambda address: "192.0.2.7")
    running = start()
    running.doorman.most_of_one = 20
    lines = Lines(running.port, 50, HALF)
    time.sleep(0.5)
    assert len(running.doorman.visits) <= 20
    assert running.doorman.clients == {"192.0.2.7": len(running.doorman.visits)}
    lines.close()


@pytest.mark.slow
def test_the_limit_of_open_files_is_never_reached(tmp_path: Path) -> None:
    """The command itself, with room for few files: people come and go while 300 requests are half sent."""
    command = [sys.executable, "-m", "gosu_env", "serve", "--port", "0", "--folder", str(tmp_path / "games")]
    most = RESERVE + 40

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, preexec_fn=few_files)  # noqa: PLW1509
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split(b":")[-1].strip(b"/\n "))
            fetch(f"http://127.0.0.1:{port}")
            lines = Lines(port, 300, HALF)
            for _ in range(5):
                assert fetch(f"http://127.0.0.1:{port}") < 10
            assert len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < most
            lines.close()
        finally:
            server.terminate()
            server.wait(20)
    assert (tmp_path / "log").read_text().count("\n") <= 3


# ------------------------------------------------------------------------------------------------ one by one


class Wire:
    """A transport."""

    def __init__(self) -> None:
        self.behind, self.closing, self.aborted = 0, False, False

    def get_write_buffer_size(self) -> int:
        return self.behind

    def is_closing(self) -> bool:
        return self.closing

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.1", 1)

    def abort(self) -> None:
        self.aborted = True


def test_who_fetches_nothing_is_ended() -> None:
    wire = Wire()
    visit = Visit(object(), wire, "x", 0.0)
    wire.behind = 100_000
    assert not visit.look(1.0)
    assert not visit.look(1.0 + STALL)
    wire.behind -= SOME
    assert not visit.look(STALL + 2)
    wire.behind -= 1
    assert visit.look(2 * STALL + 3)


def test_who_does_not_go_is_ended() -> None:
    wire = Wire()
    visit = Visit(object(), wire, "x", 0.0)
    wire.closing = True
    assert not visit.look(100.0)
    assert not visit.look(100.0 + LINGER)
    assert visit.look(101.0 + LINGER)


async def test_places_are_counted_and_given_back() -> None:
    doorman = Doorman(most=3)
    wires = [Wire() for _ in range(4)]
    for wire in wires[:3]:
        assert doorman.enter(object(), wire)
    assert not doorman.enter(object(), wires[3])  # nobody is idle: these are sockets
    wires[0].closing = True
    assert doorman.enter(object(), Wire())
    assert wires[0].aborted
    for wire in wires:
        doorman.leave(wire)
    assert doorman.clients == {"192.0.2.1": 1}


def test_the_same_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    logger = logging.Logger("of the test")
    logger.addFilter(Seldom(lambda: now))
    logger.addHandler(caplog.handler)
    for _ in range(5):
        logger.warning("%s cannot come in", "somebody")
    logger.warning("something else")
    now = 61.0
    logger.warning("%s cannot come in", "anybody")
    assert caplog.messages == [
        "somebody cannot come in",
        "something else",
        "anybody cannot come in (4 times more in the meantime)",
    ]


def test_different_errors_are_all_logged(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.Logger("of the test")
    logger.addFilter(Seldom(lambda: 0.0))
    logger.addHandler(caplog.handler)
    for kind in (ValueError, KeyError, ValueError):
        try:
            raise kind
        except kind:
            logger.exception("failed")
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ValueError, KeyError]


async def test_without_descriptors_one_line_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    log_seldom()
    loop = asyncio.get_running_loop()
    for _ in range(100):
        loop.call_exception_handler(
            {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
        )
    told = [record for record in caplog.records if "connection" in record.getMessage()]
    assert [record.getMessage() for record in told] == ["no connection can be taken: [Errno 24] Too many open files"]
    assert told[0].exc_info is None


def test_connections_leave_room_for_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (256, 4096)}
    monkeypatch.setattr(connections.resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(connections.resource, "setrlimit", lambda _, wanted: limits.update(now=wanted))
    assert most_connections() == connections.MOST
    limits["now"] = (256, 1024)
    assert most_connections() == 1024 - RESERVE
    limits["now"] = (64, 64)
    assert most_connections() == 16


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("127.0.0.1", HERE),
        ("127.8.0.1", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        (None, HERE),
        ("", HERE),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("unix:", "unix:"),
    ],
)
def test_clients_behind_addresses(address: str | None, client: str) -> None:
    assert client_at(address) == client


def test_each_client_has_a_share() -> None:
    shares = Shares(1.0, 2, lambda: 0.0)
    assert [shares.take("a") for _ in range(3)] == [True, True, False]
    assert shares.take("b")
    assert all(shares.take(HERE) for _ in range(100))
