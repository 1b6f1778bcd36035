"""``Readers``: the server's side of ``reading``. Uploads wait in a short queue and are read in another process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from gosu_env.engine.errors import DataError, OptionError
from gosu_env.web import reading
from gosu_env.web.visitors import HERE

MODULE = "gosu_env.web.reading"
MOST_WAITING = 8  # uploads, those that are read included
MOST_OF_ONE = 2  # of one client
LONGEST_REPLY = 64 << 20  # bytes
PATIENCE = 150.0  # seconds, for a process that should have been ended by its own limits
CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
BROKEN = "it cannot be read within the limits of this server"
BUSY = "other uploads are being read; try again in a few seconds"


class Process:
    """The process that forks for each upload. It is started when it is first needed."""

    def __init__(self, module: str = MODULE) -> None:
        self.module = module
        self.warm: set[tuple[str, str]] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def send(self, word: bytes) -> socket.socket:
        """A socket over which the process takes a request."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        assert self._control is not None
        here, there = socket.socketpair()
        with there:
            try:
                socket.send_fds(self._control, [word], [there.fileno()])
            except OSError:
                here.close()
                raise DataError(BROKEN) from None
        here.setblocking(False)
        return here

    def _start(self) -> None:
        self.close()
        self._control, there = socket.socketpair()
        with there:
            command = [sys.executable, "-m", self.module, str(there.fileno())]
            # a group of its own: Ctrl-C is for the server, which then hangs up
            self._process = subprocess.Popen(command, pass_fds=[there.fileno()], start_new_session=True)

    def close(self) -> None:
        """End it, and all that it forked."""
        self.warm.clear()
        if self._control is not None:
            self._control.close()
        if self._process is not None and self._process.poll() is None:  # its number is still its own
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = self._control = None


class Readers:
    """Uploads, read a few at a time. ``room`` loads rules that nobody has used yet."""

    def __init__(self, room: Executor, process: Process | None = None) -> None:
        self.room = room
        self.process = process or Process()
        self._own = process is None
        self._at_once = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))
        self._warming = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def read(self, work: str, body: bytes, client: str, **head: Any) -> bytes:
        """What a process says to an upload; what is wrong with it is an ``OptionError``."""
        request = json.dumps({"work": work, **head}).encode() + b"\n" + body
        with self._place(client):
            async with self._at_once:
                reply = await self._ask(request)
                if reply[:1] == reading.COLD:
                    await self._warm_up(*json.loads(self._said(reply)))
                    reply = await self._ask(request)
        said = self._said(reply)
        if reply[:1] == reading.REFUSED:
            raise OptionError(said.decode(errors="replace"))
        if reply[:1] != reading.DONE:
            raise DataError(BROKEN)
        return said

    @contextlib.contextmanager
    def _place(self, client: str) -> Iterator[None]:
        """A place in the queue."""
        has_share = client == HERE or self._waiting[client] < MOST_OF_ONE
        if self._waiting.total() >= MOST_WAITING or not has_share:
            raise OptionError(BUSY)
        self._waiting[client] += 1
        try:
            yield
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # forget those with nothing left

    @staticmethod
    def _said(reply: bytes) -> bytes:
        """The text of a reply, if all of it has come."""
        begin = 1 + reading.LENGTH
        if len(reply) < begin or len(reply) - begin != int.from_bytes(reply[1:begin], "big"):
            raise DataError(BROKEN)
        return reply[begin:]

    async def _ask(self, request: bytes) -> bytes:
        try:
            async with asyncio.timeout(PATIENCE):
                return await (self._over_a_socket(reading.READ, request) if CAN_FORK else self._by_itself(request))
        except TimeoutError:
            self.process.close()
            raise DataError(BROKEN) from None

    async def _over_a_socket(self, word: bytes, request: bytes) -> bytes:
        loop = asyncio.get_running_loop()
        reply = bytearray()
        with self.process.send(word) as line, contextlib.suppress(OSError):  # it may be gone already
            await loop.sock_sendall(line, request)
            line.shutdown(socket.SHUT_WR)
            while len(reply) <= LONGEST_REPLY and (chunk := await loop.sock_recv(line, 1 << 18)):
                reply += chunk
        return bytes(reply)

    async def _by_itself(self, request: bytes) -> bytes:
        """A process for one upload, on systems without forks."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.process.module, reading.ONCE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            return (await process.communicate(request))[0]
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def _warm_up(self, game: str, title: str) -> None:
        """Load the rules of a variant: here first, so that they are built, then in the process."""
        async with self._warming:
            if (game, title) in self.process.warm:
                return
            await asyncio.get_running_loop().run_in_executor(self.room, reading.warm_up, game, title)
            if await self._over_a_socket(reading.WARM, json.dumps([game, title]).encode()) != reading.DONE:
                raise DataError(BROKEN)
            self.process.warm.add((game, title))

    def close(self) -> None:
        if self._own:
            self.process.close()
