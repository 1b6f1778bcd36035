"""Connections: how many there may be, and for how long one may take over a request.

uvicorn limits the time between two requests, but not the time that one takes to arrive, nor how long an answer may wait
to be fetched. A ``Doorman`` looks at every connection once a second and ends those that are overdue.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gosu_env.web.visitors import HERE, client_at

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

HEAD = 10.0  # seconds until a request and its headers are there
BODY = 60.0  # seconds until its body is
STALL = 20.0  # seconds in which a client must fetch some of what waits for it
LINGER = 5.0  # seconds for a connection that was closed to be gone
SOME = 1024  # bytes
LOOK = 1.0  # seconds between two looks

MOST = 2000  # connections
MOST_OF_ONE = 200  # of one client
BACKLOG = 128  # connections taken at once
RESERVE = BACKLOG + 64  # descriptors for everything else
SILENCE = 60.0  # seconds before the same is logged again

TOO_MANY = b"too many connections; try again in a few seconds\n"
REFUSED = b"\r\n".join(
    (
        b"HTTP/1.1 503 Service Unavailable",
        b"Content-Type: text/plain",
        b"Content-Length: %d" % len(TOO_MANY),
        b"Retry-After: 10",
        b"Connection: close",
        b"",
        TOO_MANY,
    )
)

log = logging.getLogger("uvicorn.error")


class Visit:
    """A connection: what it is doing, and since when."""

    def __init__(self, protocol: Any, transport: Any, client: str, now: float) -> None:
        self.protocol, self.transport, self.client = protocol, transport, client
        self.doing: Any = None
        self.since = now
        self.behind, self.stalled = 0, now  # bytes that wait to be fetched, and since when none were

    def look(self, now: float) -> bool:
        """Whether it is overdue."""
        doing, allowed = self._doing()
        if doing != self.doing:
            self.doing, self.since = doing, now
        behind = self.transport.get_write_buffer_size()
        if behind == 0 or self.behind == 0 or behind <= self.behind - SOME:
            self.stalled = now
        self.behind = behind
        return now - self.since > allowed or now - self.stalled > STALL

    def _doing(self) -> tuple[Any, float]:
        """What it is doing, different for every request, and the seconds for it."""
        if self.transport.is_closing():
            return "closing", LINGER
        if not isinstance(self.protocol, H11Protocol):
            return "socket", float("inf")  # pings and the server itself look after those
        cycle = self.protocol.cycle
        if cycle is None or cycle.response_complete:
            return ("head", cycle), HEAD
        return ("body" if cycle.more_body else "answer", cycle), BODY if cycle.more_body else float("inf")

    @property
    def is_idle(self) -> bool:
        """Whether it has no request, or none any more."""
        return self._doing()[1] in (HEAD, LINGER)


class Doorman:
    """All connections of a server."""

    def __init__(
        self,
        most: int = MOST,
        most_of_one: int = MOST_OF_ONE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most, self.most_of_one, self.clock = most, most_of_one, clock
        self.visits: dict[Any, Visit] = {}  # by transport
        self.clients: Counter[str] = Counter()
        self._looking = False

    def protocols(self) -> dict[str, type[asyncio.Protocol]]:
        """What uvicorn makes of connections: options of its ``Config``."""
        return {"http": type("Http", (Http,), {"doorman": self}), "ws": type("Ws", (Ws,), {"doorman": self})}

    def enter(self, protocol: Any, transport: Any) -> bool:
        """Whether a connection may stay. One that has no request yet may have to go for it."""
        now = self.clock()
        if transport in self.visits:  # it becomes a socket
            self.visits[transport].protocol = protocol
            return True
        client = client_at((transport.get_extra_info("peername") or (None,))[0])
        allowed = True
        if client != HERE and self.clients[client] >= self.most_of_one:
            allowed = self._make_room(client)
        elif len(self.visits) >= self.most:
            log.warning("%d connections: no room for more; unfinished requests make room", self.most)
            allowed = self._make_room(None)
        self.visits[transport] = Visit(protocol, transport, client, now)
        self.clients[client] += 1
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_later(LOOK, self._look)
        return allowed

    def leave(self, transport: Any) -> None:
        visit = self.visits.pop(transport, None)
        if visit is not None:
            self.clients[visit.client] -= 1
            if not self.clients[visit.client]:
                del self.clients[visit.client]

    def _make_room(self, client: str | None) -> bool:
        """End the oldest connection without a request: of a client, or of whoever has most of them."""
        idle = [visit for visit in self.visits.values() if client in (None, visit.client) and visit.is_idle]
        if not idle:
            return False
        oldest = min(idle, key=lambda visit: (-self.clients[visit.client], visit.since))
        self._end(oldest)
        return True

    def _end(self, visit: Visit) -> None:
        visit.transport.abort()
        self.leave(visit.transport)  # its place is free now, not when the loop comes to it

    def _look(self) -> None:
        now = self.clock()
        for visit in list(self.visits.values()):
            if visit.look(now):
                self._end(visit)
        self._looking = bool(self.visits)
        if self._looking:
            asyncio.get_running_loop().call_later(LOOK, self._look)


class Watched:
    """A protocol that a doorman looks after."""

    doorman: Doorman
    transport: Any

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        if not self.doorman.enter(self, transport):
            transport.write(REFUSED)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self.doorman.leave(self.transport)
        super().connection_lost(error)  # type: ignore[misc]


class Http(Watched, H11Protocol):
    """Requests."""


class Ws(Watched, WebSocketsSansIOProtocol):
    """Sockets."""


# ------------------------------------------------------------------------------------------------ descriptors, log


def most_connections() -> int:
    """How many connections the limit of open files leaves room for, after it is raised as far as it may be."""
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else max(16, min(MOST, soft - RESERVE))


class Seldom(logging.Filter):
    """Lets the same message through once a minute, so that nobody fills the log from outside."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._last: dict[Any, float] = {}
        self._left_out: Counter[Any] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        line = None if error is None or error.__traceback__ is None else _last_line(error.__traceback__)
        key, now = (record.name, record.msg, type(error), line), self._clock()
        if now - self._last.get(key, -SILENCE) < SILENCE:
            self._left_out[key] += 1
            return False
        if len(self._last) > BACKLOG:
            self._last.clear()
        self._last[key] = now
        if left_out := self._left_out.pop(key, 0):
            record.msg, record.args = f"{record.getMessage().rstrip()} ({left_out} times more in the meantime)", ()
        return True


def _last_line(trace: Any) -> tuple[Any, int]:
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code, trace.tb_lineno


def log_seldom() -> None:
    """Log what visitors can cause once a minute. Without descriptors, that is one line and no traceback."""
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, Seldom) for each in logger.filters):
            logger.addFilter(Seldom())
    loop = asyncio.get_running_loop()

    def told(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "out of system resource" in context.get("message", ""):
            log.error("no connection can be taken: %s", context.get("exception"))
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(told)
