"""Whether a part can be read at all: tried first in a process of its own.

Some damage makes polars panic, some makes it ask for exabytes of memory and abort the process. So bytes that nobody has
decoded yet are decoded by another process, which may die of them; those that it survives are decoded here.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

from gosu_env.dataset.schema import Sizes, decode
from gosu_env.engine.errors import DataError

SERVE = "from gosu_env.dataset.guard import serve; serve()"
SPARE = 2 << 30  # bytes of memory that decoding may take, and …
COPIES = 16  # … as many times the part and its rows
PATIENCE, ROWS_A_SECOND = (
    120,
    1000,
)  # seconds that a part may take, and its rows besides: a hundredth of the usual speed


class Guard:
    """The process that decodes parts first, and what it has survived."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._passed: set[tuple[Any, ...]] = set()
        self._lock = threading.Lock()

    def check(self, content: bytes, digest: str, names: tuple[str, ...], sizes: Sizes, rows: int) -> None:
        """Refuse bytes whose decoding fails, dies, or takes far more memory or time than so many rows need."""
        asked = digest, names, sizes
        with self._lock:
            if asked in self._passed:
                return
            try:
                self._ask(content, {"names": names, "sizes": [sizes.observation, sizes.actions], "rows": rows})
            except DataError:
                raise
            except BaseException:
                self.close()  # it may still answer, and that would be taken for the next answer
                raise
            self._passed.add(asked)

    def _ask(self, content: bytes, about: dict[str, Any]) -> None:
        if self._process is None or self._process.poll() is not None:
            self._process = start()
        process = self._process
        patience = threading.Timer(PATIENCE + about["rows"] / ROWS_A_SECOND, process.kill)
        patience.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(about | {"bytes": len(content)}).encode() + b"\n" + content)
                process.stdin.flush()
            answer = process.stdout.readline()
        finally:
            patience.cancel()
        if not answer:
            self.close()
            raise DataError("damaged: decoding it ends the process that tries")
        if fault := json.loads(answer):
            raise DataError(fault)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def start() -> subprocess.Popen[bytes]:
    """The process, with modules from where this one has them, and not from the current folder."""
    where = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", SERVE],
        env=os.environ | {"PYTHONPATH": where},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


@functools.cache
def guard_of(process: int) -> Guard:
    """The guard of a process; one that was forked off does not talk to its parent's."""
    guard = Guard()
    atexit.register(guard.close)
    return guard


def check_part(content: bytes, digest: str, names: tuple[str, ...], sizes: Sizes, rows: int) -> None:
    """``Guard.check`` with the guard of this process."""
    guard_of(os.getpid()).check(content, digest, names, sizes, rows)


# ------------------------------------------------------------------------------------------------ in the process


def serve() -> None:
    """Decode what comes in, and answer with what is wrong with it, or null."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends with its parent
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while line := source.readline():
        about = json.loads(line)
        sink.write(json.dumps(fault_of(source, about)).encode() + b"\n")
        sink.flush()


def fault_of(source: BinaryIO, about: dict[str, Any]) -> str | None:
    content, sizes = source.read(about["bytes"]), Sizes(*about["sizes"])
    limit_memory(SPARE + COPIES * (len(content) + about["rows"] * (sizes.observation + 3 * sizes.actions)))
    try:
        decode(content, about["names"], sizes)
    except DataError as error:
        return str(error)
    except BaseException as error:  # a panic of polars is no Exception
        return f"damaged: {type(error).__name__}: {error}".partition("\n")[0][:200]
    return None


def limit_memory(more: int) -> None:
    """Let this process have so many bytes besides those that it has, at most all of the machine; only Linux counts."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)

        lines = Path("/proc/self/status").read_text().splitlines()
    except (ImportError, OSError):
        return
    taken = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    limit = taken + min(more, machine)
    resource.setrlimit(resource.RLIMIT_DATA, (limit if most < 0 else min(limit, most), most))
