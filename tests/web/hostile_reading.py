"""The process that reads uploads, with readers that go wrong as no upload should be able to make them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from gosu_env.engine.compile import INTERPRETED
from gosu_env.web import reading


def hang(head: reading.Head, body: bytes) -> bytes:
    while True:
        pass


def sleep(head: reading.Head, body: bytes) -> bytes:
    time.sleep(1000)
    return b""


def grow(head: reading.Head, body: bytes) -> bytes:
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


def crash(head: reading.Head, body: bytes) -> bytes:
    os.abort()


def write(head: reading.Head, body: bytes) -> bytes:
    with open(body.decode(), "wb") as file:
        file.write(b"x" * 100)
    return b"written"


def chatter(head: reading.Head, body: bytes) -> bytes:
    os.write(2, b"noise\n" * 1000)
    return b"said"


def flood(head: reading.Head, body: bytes) -> bytes:
    return bytes(200 << 20)


def limits(head: reading.Head, body: bytes) -> bytes:
    import resource  # noqa: PLC0415

    return str(resource.getrlimit(resource.RLIMIT_AS)[0]).encode()


HOSTILE: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (hang, sleep, grow, crash, write, chatter, flood, limits)
}

if __name__ == "__main__":
    if not INTERPRETED:
        reading.READING = 1
    reading.WORKS.update(HOSTILE)
    reading.WORKS["replay.json"] = hang
    reading.main()
