"""Work on many machines, by Ray: functions of what they are given, done again elsewhere if their machine dies.

Errors are handed back as answers: doing such work again would not help.
"""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Callable
from typing import Any

from gosu_env import GosuError, OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.agents.folders import differences
from gosu_env.agents.own import TRUSTED
from gosu_env.agents.processes import THREADS
from gosu_env.engine.errors import MissingExtraError, install

RETRIES = 10  # how often work is done again whose machine or process died
CONNECTING = 10.0  # seconds for an address to answer
PATIENCE = 1.0  # seconds after which it is looked whether there are more machines


class ClusterError(GosuError):
    """Work that the machines could not do."""


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  (an extra)
    except ImportError:
        raise MissingExtraError(f"a cluster needs Ray: {install('cluster')}") from None
    return ray


def check_address(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would wait for minutes."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise OptionError(f"cluster {address!r}: expected auto, or an address such as 10.0.0.1:6379")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except OSError as error:
        raise GosuError(f"cluster {address!r}: cannot be reached: {error.strerror or error}") from None


def check_machine(given: dict[str, Any], here: dict[str, Any], would: str) -> None:
    """Refuse work on a machine that has other terms than whoever gave it out."""
    if differ := differences(given, here):
        raise GosuError(
            f"the machine {platform.node()} would {would}: {'; '.join(differ.values())}; give all machines the same "
            "version, cards and files of players"
        )


def work_there(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; an error that is none of this project's is told here, where its files and lines are known."""
    try:
        return function(*arguments)
    except GosuError as error:
        return error
    except Exception as error:
        return ClusterError(f"could not be done on the cluster: {told_fault(error)} on {platform.node()}")


class Cluster:
    """A connection to a cluster: ``auto`` finds the one that this machine belongs to, or starts one on this machine."""

    def __init__(self, address: str) -> None:
        self._ray = _ray()
        self._mine = not self._ray.is_initialized()
        self._waiting: dict[Any, Any] = {}
        self._task: Any = None
        if self._mine:
            check_address(address)
            try:
                self._connect(address)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise GosuError(f"cluster {address!r}: cannot be reached: {_line(error)}") from None

    def _connect(self, address: str) -> None:
        quiet = {"log_to_driver": False, "include_dashboard": None, "configure_logging": True, "logging_level": "error"}
        try:
            self._ray.init(address=address, **quiet)
        except ConnectionError:
            if address != "auto":
                raise
            self._ray.init(**quiet)

    @property
    def slots(self) -> int:
        """How much can be done at the same time: one thing per core."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def waiting(self) -> int:
        """How much has been given out and not come back."""
        return len(self._waiting)

    def share(self, value: Any) -> Any:
        """A value that much of the work is given, sent to every machine once."""
        return self._ray.put(value)

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Give out work, which ``wait`` hands back under its key."""
        if self._task is None:
            trusted = {TRUSTED: os.environ[TRUSTED]} if TRUSTED in os.environ else {}
            environment = {"env_vars": dict.fromkeys(THREADS, "1") | trusted}
            options = {"num_cpus": 1, "max_retries": RETRIES, "runtime_env": environment}
            self._task = self._ray.remote(work_there).options(**options)
        self._waiting[self._task.remote(function, *arguments)] = key

    def wait(self) -> list[tuple[Any, Any]]:
        """Some of what is done, by its keys; nothing, if nothing is done within a second."""
        found: list[tuple[Any, Any]] = []
        if not self._waiting:
            return found
        for done in self._ray.wait(list(self._waiting), timeout=PATIENCE)[0]:
            key = self._waiting.pop(done)
            try:
                found.append((key, self._ray.get(done)))
            except self._ray.exceptions.RayError as error:
                found.append((key, ClusterError(f"could not be done on the cluster: {_line(error)}")))
        return found

    def close(self) -> None:
        for task in self._waiting:
            self._ray.cancel(task, force=True)
        self._waiting.clear()
        if self._mine:
            self._ray.shutdown()


def _line(error: Exception) -> str:
    """An error as one line, not too long."""
    return " ".join(str(error).split())[:300]
