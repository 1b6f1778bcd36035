"""Who may talk to the server: the host that is asked, where a page comes from, how often, and what pages may do."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from gosu_env.web.visitors import Shares, client_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
READING = ("GET", "HEAD")
RATE, BURST = 40.0, 400  # requests of a client
TOO_OFTEN = "too many requests; wait a little"


class Guard:
    """Lets a request through if it names a host of this server and does not come from a page of another.

    A name that somebody else points at this machine is refused, so pages of others cannot read anything here; a
    request that changes something, or opens a socket, must say that it comes from a page of this server.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in self.hosts)
        self.shares = Shares(RATE, BURST)

    def fault(self, scope: Scope) -> str | None:
        """Why a request is refused."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            return "this server does not go by that name; gosu serve --host-name adds one"
        origin = headers.get("origin")
        reading = scope["type"] == "http" and scope["method"] in READING
        if origin is None and reading:
            return None
        if (origin or "").lower() not in self.origins:
            return "requests from other pages are refused"
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        fault = self.fault(scope) or (None if self.shares.take(client_of(scope)) else TOO_OFTEN)
        if scope["type"] == "websocket":
            if fault is not None:
                await WebSocketClose(1008, fault)(scope, receive, send)
                return
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        app = self.app if fault is None else PlainTextResponse(f"{fault}\n", 429 if fault == TOO_OFTEN else 403)
        await app(scope, receive, with_headers)
