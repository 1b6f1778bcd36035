"""``Login``: a token that opens the server to those who were given its address, as Jupyter prints one.

It is asked for where strangers could come from. The links of seats need no login: they carry tokens of their own.
"""

from __future__ import annotations

import json
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.web.limits import same

FILE = "login.json"  # in the folder of the games, so that a browser stays logged in after a restart
SECRET = 0o600
LASTING = 30 * 86400  # seconds that a browser stays logged in
CLOSED = "log in first: open the address with ?token= that gosu serve printed"

# What a guest needs, who has the link of a seat: pages, and doors that ask for the token of a seat themselves.
GUESTS = re.compile(
    r"/(static/[\w.]+|table/[^/]*|socket|replay|favicon\.ico|api/(progress|help/\w+|mine|tables/[^/]+/[^/]+))"
)

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GOSU: log in</title>
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/lobby.css">
</head>
<body>
<header><h1>Goblin tables</h1></header>
<p class="panel notice" role="alert" id="problem">Open the address with <code>?token=</code> that
<code>gosu serve</code> printed. If somebody invited you, open the link that you were sent.</p>
</body>
</html>
"""


def token_in(folder: Path) -> str:
    """The token of a folder of games, made when it is first asked for."""
    file = folder / FILE
    if not file.exists():
        write_whole(file, json.dumps({"token": secrets.token_urlsafe(24)}).encode(), SECRET)
    try:
        token = json.loads(read_whole(file))["token"]
        if not isinstance(token, str) or len(token) < 16 or not token.isascii():
            raise ValueError
    except (ValueError, TypeError, KeyError, DataError):
        raise OptionError(f"{file}: not a login token; remove the file, and a new one is made") from None
    return token


class Login:
    """Lets requests through that bring the token: once in the address, then as a cookie."""

    def __init__(self, app: ASGIApp, token: str, cookie: str) -> None:
        self.app, self.token, self.cookie = app, token, cookie

    def knows(self, scope: Scope) -> bool:
        """Whether a browser is logged in."""
        jar: SimpleCookie = SimpleCookie()
        for line in Headers(scope=scope).getlist("cookie"):
            try:
                jar.load(line)
            except CookieError:
                continue
        return self.cookie in jar and same(self.token, jar[self.cookie].value)

    def answer(self, scope: Scope) -> Response | None:
        """What a request gets that does not get through."""
        if scope["type"] == "http" and scope["method"] == "GET":
            asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            given = [value for name, value in asked if name == "token"]
            if any(same(self.token, each) for each in given):
                return self._let_in(scope, [pair for pair in asked if pair[0] != "token"])
        if GUESTS.fullmatch(scope["path"]) or self.knows(scope):
            return None
        if scope["path"].startswith("/api/"):
            return JSONResponse({"error": CLOSED}, 401)
        return HTMLResponse(PAGE, 401, {"Cache-Control": "no-store"})

    def _let_in(self, scope: Scope, rest: list[tuple[str, str]]) -> Response:
        """The same page without the token in its address, which would stay in the history of the browser."""
        path = "/" + scope["path"].lstrip("/\\")  # //elsewhere.example would be another server
        answer = RedirectResponse(path + ("?" + urlencode(rest) if rest else ""), 303, {"Cache-Control": "no-store"})
        safe = scope["scheme"] in ("https", "wss")
        answer.set_cookie(self.cookie, self.token, LASTING, httponly=True, samesite="lax", secure=safe)
        return answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.answer(scope) if scope["type"] in ("http", "websocket") else None
        await (answer or self.app)(scope, receive, send)
