"""A hall of tables in a folder of its own, served to a test client or to a browser."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gosu_env.web.hall import Hall
from gosu_env.web.journal import Journal
from gosu_env.web.readers import Process
from gosu_env.web.roster import Roster

Open = Callable[..., Any]  # a new server, and its ``tests.web.seats.Client``


@pytest.fixture(scope="session")
def process() -> Iterator[Process]:
    """One process that reads the uploads of all tests: it takes seconds to load."""
    process = Process()
    yield process
    process.close()


def same_secret() -> bytes:
    """The secret of every table: the deals of tests are the same in every run."""
    return bytes(32)


@pytest.fixture
def serve(tmp_path: Path, process: Process) -> Iterator[Open]:
    """Servers over the folder of the test, one after the other; each finds the one before it killed."""
    from gosu_env.web.server import Server  # noqa: PLC0415
    from tests.web.seats import HOST, Client  # noqa: PLC0415

    opened: list[Any] = []

    def start(token: str | None = None, **more: Any) -> Any:
        if opened:
            opened[-1].hall.journal.unlock()  # as the end of its process would
        settings = {"pace": 0.0, "strangers": False, "secret": same_secret, "process": process, **more}
        hall = Hall(Journal(tmp_path / "games"), Roster(), **settings)
        client = Client(Server(hall, [HOST], token).app(), hall)
        client.__enter__()
        opened.append(client)
        return client

    yield start
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Open) -> Any:
    return serve()


# ------------------------------------------------------------------------------------------------ a real browser


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Running:
    """A server with a port, in a thread; it can be stopped and started again."""

    def __init__(
        self, folder: Path, most: int = 500, hosts: Sequence[str] = (), token: str | None = None, pace: float = 0.0
    ) -> None:
        self.folder, self.most, self.hosts, self.token, self.pace = folder, most, hosts, token, pace
        self.port = 0
        self.start()

    def start(self) -> None:
        import uvicorn  # noqa: PLC0415

        from gosu_env.web.connections import Doorman  # noqa: PLC0415
        from gosu_env.web.running import settings  # noqa: PLC0415
        from gosu_env.web.server import Server  # noqa: PLC0415
        from gosu_env.web.sockets import listen  # noqa: PLC0415

        socket = listen("127.0.0.1", self.port)
        self.port = socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.hall = Hall(Journal(self.folder), Roster(), pace=self.pace, strangers=False, secret=same_secret)
        self.application = Server(self.hall, [f"127.0.0.1:{self.port}", *self.hosts], self.token)
        self.doorman = Doorman(self.most)
        self.server = uvicorn.Server(settings(self.application.app(), self.doorman))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([socket])), daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium. It runs an event loop of its own in this thread, which ends with the module: others have theirs."""
    sync = pytest.importorskip("playwright.sync_api", reason="tests in a browser need playwright")
    path = chromium()
    if path is None:
        pytest.skip("tests in a browser need Chromium: apt-get install chromium")
    with sync.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def running(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    """A server; the parameter is the time that agents take for a decision."""
    server = Running(tmp_path / "games", pace=getattr(request, "param", 0.0))
    yield server
    server.stop()
