"""Run an application until Ctrl-C or another signal ends it, in a second or two, whatever is being computed."""

from __future__ import annotations

import logging
import socket
from types import FrameType
from typing import Any

import uvicorn

from gosu_env.web.connections import BACKLOG, Doorman, most_connections
from gosu_env.web.limits import LONGEST_MESSAGE

GRACE = 1  # seconds for answers that are on their way
LARGEST_HEAD = 16384  # bytes of a request and its headers
PING = 20.0  # seconds between two pings to a browser, and in which it must answer one


class Running(uvicorn.Server):
    """Ends without a word about what it could not wait for: every decision is on disk before it is shown."""

    should_exit: bool
    force_exit: bool
    ended_by: int | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit, self.ended_by = True, sig
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def settings(app: Any, doorman: Doorman) -> uvicorn.Config:
    """How uvicorn serves an application."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        ws_max_queue=8,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=GRACE,
        **doorman.protocols(),
    )


def run(app: Any, listening: socket.socket) -> int | None:
    """Serve at a socket; the number of the signal that ended it."""
    server = Running(settings(app, Doorman(most_connections())))
    server.run(sockets=[listening])
    return server.ended_by
