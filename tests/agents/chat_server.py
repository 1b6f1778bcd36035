"""A server that speaks the chat protocol on this machine, for tests: it answers what it was told to, in order."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Say = str | dict[str, Any] | tuple[int, Any] | Callable[[dict[str, Any]], Any]


class Asked(NamedTuple):
    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class ChatServer:
    """``say`` are the answers: a text, a whole message, a status with a body, or a function of the request."""

    def __init__(self, *say: Say) -> None:
        self.say = list(say)
        self.asked: list[Asked] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def __enter__(self) -> ChatServer:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        say = self.say.pop(0) if len(self.say) > 1 else self.say[0]
        said = say(body) if callable(say) else say
        if isinstance(said, tuple):
            status, content, *headers = said
            raw = content if isinstance(content, bytes) else json.dumps(content).encode()
            return status, headers[0] if headers else {}, raw
        message = {"content": said} if isinstance(said, str) else said
        choice = {"message": message, "finish_reason": message.pop("finish_reason", "stop")}
        plain = {"choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 7}}
        return 200, {}, json.dumps(plain).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.asked.append(Asked(self.path, dict(self.headers), body))
                status, headers, content = server.answer(body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                with suppress(BrokenPipeError):  # whoever asked may be tired of waiting
                    self.end_headers()
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
