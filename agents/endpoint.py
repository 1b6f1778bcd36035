"""An endpoint that speaks the chat protocol of OpenAI, asked over HTTP with the standard library."""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from gosu_env import OptionError

LARGEST = 4 << 20  # bytes of a reply
AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # worth another try
PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before the second try, doubled every time, and the most of it
SHOWN = 200  # letters of an error of the server


class EndpointError(Exception):
    """A request that got no answer, in words without the key."""


@dataclass(frozen=True)
class Reply:
    """What a model said."""

    text: str
    refusal: str = ""  # why nothing was said, if it was held back
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key goes to the address that was named, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Endpoint:
    """An address such as ``http://127.0.0.1:8000/v1``. Requests that fail on the way are repeated, after a pause."""

    def __init__(self, address: str, key: str, timeout: float, retries: int, sleep: Callable[[float], None]) -> None:
        try:
            parts = urlsplit(address)
            port_is_fine = parts.port is None or parts.port > 0
        except ValueError:
            parts, port_is_fine = urlsplit(""), False
        if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
            raise OptionError(f"address {address!r}: expected one such as http://127.0.0.1:8000/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise OptionError("address: no names, passwords or queries in it; the key is read from the environment")
        self.address = address.rstrip("/")
        self.key_name = key
        self.timeout, self.retries = timeout, retries
        self.trouble = ""  # why the request under way is repeated
        self.local = is_local(parts.hostname)
        self.secret = parts.scheme == "https" or self.local
        self._sleep = sleep
        handlers: list[urllib.request.BaseHandler] = [_NoRedirects()]
        if self.local:
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def key(self) -> str:
        """The key, read anew each time; none is fine for a server of one's own."""
        key = os.environ.get(self.key_name, "").strip()
        if key and not self.secret:
            raise EndpointError(f"the key in {self.key_name} is not sent over plain http to another machine; use https")
        return key

    def chat(self, body: Mapping[str, Any]) -> Reply:
        """The answer to a chat request."""
        try:
            return self._chat(body)
        finally:
            self.trouble = ""

    def _chat(self, body: Mapping[str, Any]) -> Reply:
        data = json.dumps(body).encode()
        failed = ""
        for tried in range(self.retries + 1):
            if tried:
                self.trouble = failed
                self._sleep(min(PAUSE * 2 ** (tried - 1), LONGEST_PAUSE))
            key = self.key()
            head = {"Content-Type": "application/json", "Accept": "application/json"}
            head |= {"Authorization": f"Bearer {key}"} if key else {}
            request = urllib.request.Request(f"{self.address}/chat/completions", data, head, method="POST")
            try:
                with self._opener.open(request, timeout=self.timeout) as answer:
                    return read_reply(answer.read(LARGEST + 1))
            except urllib.error.HTTPError as error:
                failed = f"status {error.code}: {self._said(error, key)}"
                if error.code not in AGAIN:
                    raise EndpointError(failed) from None
                self.trouble = failed
                self._wait(error.headers.get("Retry-After"))
            except urllib.error.URLError as error:
                if isinstance(error.reason, ssl.SSLCertVerificationError):
                    raise EndpointError(f"its certificate cannot be trusted: {error.reason.verify_message}") from None
                failed = f"no connection: {error.reason}"
            except TimeoutError:
                failed = f"no answer in {self.timeout:g} s"
            except (OSError, http.client.HTTPException) as error:
                failed = f"the connection broke: {type(error).__name__}"
        raise EndpointError(f"{failed} (tried {self.retries + 1} times)")

    def _wait(self, asked: str | None) -> None:
        """As long as the server asks for, within reason."""
        if asked is not None and asked.strip().isdigit():
            self._sleep(min(float(asked), LONGEST_PAUSE))

    @staticmethod
    def _said(error: urllib.error.HTTPError, key: str) -> str:
        """What the server says of an error, without the key."""
        try:
            text = error.read(LARGEST).decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            text = ""
        try:
            told = json.loads(text)["error"]
            text = str(told["message"] if isinstance(told, dict) else told)
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
        return (text.replace(key, "…") if key else text)[:SHOWN] or str(error.reason)


def is_local(host: str) -> bool:
    """Whether an address is this machine's."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def read_reply(content: bytes) -> Reply:
    """The first choice of a reply."""
    if len(content) > LARGEST:
        raise EndpointError(f"its answer has more than {LARGEST:,} bytes")
    try:
        plain = json.loads(content)
        choice = plain["choices"][0]
        message = choice["message"]
        text, refusal = message.get("content"), message.get("refusal")
        used = plain.get("usage") or {}
        tokens = [max(0, int(used.get(name) or 0)) for name in ("prompt_tokens", "completion_tokens")]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise EndpointError("its answer is not one of the chat protocol") from None
    if isinstance(text, list):  # pieces, of which some are text
        text = "".join(str(part.get("text", "")) for part in text if isinstance(part, dict))
    why = str(refusal) if refusal else "content filter" if choice.get("finish_reason") == "content_filter" else ""
    shown = "".join(letter if letter.isprintable() else " " for letter in why)
    return Reply("" if text is None else str(text), shown[:SHOWN], *tokens)
