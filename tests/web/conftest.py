"""A hall of tables in a folder of its own, served to a test client or to a browser."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gosu_env.web.hall import Hall
from gosu_env.web.journal import Journal
from gosu_env.web.roster import Roster

Open = Callable[..., Any]  # a new server, and its ``tests.web.seats.Client``


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Open]:
    """Servers over the folder of the test, one after the other."""
    from gosu_env.web.server import Server  # noqa: PLC0415
    from tests.web.seats import HOST, Client  # noqa: PLC0415

    opened = []

    def start(**more: Any) -> Any:
        hall = Hall(Journal(tmp_path / "games"), Roster(), pace=0.0, **more)
        client = Client(Server(hall, [HOST]).app(), hall)
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

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        import uvicorn  # noqa: PLC0415

        from gosu_env.web.server import Server  # noqa: PLC0415
        from gosu_env.web.sockets import listen  # noqa: PLC0415

        socket = listen("127.0.0.1", self.port)
        self.port = socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        hall = Hall(Journal(self.folder), Roster(), pace=0.0)
        app = Server(hall, [f"127.0.0.1:{self.port}"]).app()
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([socket])), daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)


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
def running(tmp_path: Path) -> Iterator[Running]:
    server = Running(tmp_path / "games")
    yield server
    server.stop()
