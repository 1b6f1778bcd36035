"""Games of an arena on many machines, by Ray: the same games as on one, since each is determined by its number.

Machines play chunks of games and hand back what came of them; this process alone writes the journal. A chunk whose
machine dies is played again on another one. Every machine needs this project and the players' files: one whose settings
would play other games is refused.
"""

from __future__ import annotations

import json
import platform
import socket
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from gosu_env import GosuError, OptionError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.play import play_chunk
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.arena.workers import THREADS
from gosu_env.agents.folders import differences
from gosu_env.agents.policy import PolicyWarning
from gosu_env.engine.errors import MissingExtraError
from gosu_env.version import VERSION

AHEAD = 2  # groups of chunks that wait for every core, so that none is idle
SHARES = 8  # groups that a core gets in all, at least: the last one should not keep the others waiting
MOST = 16  # chunks of a group
RETRIES = 10  # how often a group is played again whose machine or process died
CONNECTING = 10.0  # seconds for an address to answer
PATIENCE = 1.0  # seconds after which it is looked whether there are more machines


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  (an extra)
    except ImportError:
        raise MissingExtraError("a cluster needs Ray: pip install 'gosu-env[cluster]'") from None
    return ray


# ------------------------------------------------------------------------------------------------ on a machine


def terms_of(settings: Settings) -> dict[str, Any]:
    """All that the games depend on, as this machine has it."""
    parts = (settings.entrants, settings.games, settings.seats, settings.tables, settings.seed, settings.cards)
    return {"gosu_env": VERSION, **Settings(*parts, settings.options, settings.game).as_dict()}


_schedules: dict[str, Schedule] = {}  # of this process, which may play for several arenas


def schedule_for(settings: Settings, terms: dict[str, Any]) -> Schedule:
    """The schedule of an arena on this machine, which must have what the arena was begun with."""
    key = json.dumps(terms, sort_keys=True)
    if key not in _schedules:
        if differ := differences(terms, terms_of(settings)):
            raise GosuError(
                f"the machine {platform.node()} would play other games: {'; '.join(differ.values())}; give all "
                "machines the same version, cards and files of players"
            )
        _schedules[key] = Schedule(settings)
    return _schedules[key]


def play_here(settings: Settings, terms: dict[str, Any], chunks: list[range]) -> list[Outcome] | GosuError:
    """What came of some chunks. Errors of this project are handed back: playing them again would not help."""
    warnings.simplefilter("ignore", PolicyWarning)  # whoever asked has told
    try:
        schedule = schedule_for(settings, terms)
        return [outcome for chunk in chunks for outcome in play_chunk(schedule, chunk)]
    except GosuError as error:
        return error


# ------------------------------------------------------------------------------------------------ from this one


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


class Cluster:
    """A connection to a cluster: ``auto`` finds the one that this machine belongs to, or starts one on this machine."""

    def __init__(self, address: str) -> None:
        self._ray = _ray()
        self._mine = not self._ray.is_initialized()
        if self._mine:
            check_address(address)
            try:
                self._connect(address)
            except (ConnectionError, RuntimeError, ValueError) as error:
                told = " ".join(str(error).split())[:200]
                raise GosuError(f"cluster {address!r}: cannot be reached: {told}") from None

    def _connect(self, address: str) -> None:
        quiet = {"log_to_driver": False, "include_dashboard": None, "configure_logging": True, "logging_level": "error"}
        try:
            self._ray.init(address=address, **quiet)
        except ConnectionError:
            if address != "auto":
                raise
            self._ray.init(**quiet)

    def cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def close(self) -> None:
        if self._mine:
            self._ray.shutdown()


def grouped(chunks: Sequence[range], cores: int) -> list[list[range]]:
    """Chunks that go out together: one by one where there are few, many at a time where handing out would hold up."""
    size = max(1, min(MOST, len(chunks) // (SHARES * cores)))
    return [list(chunks[first : first + size]) for first in range(0, len(chunks), size)]


def play_chunks_on(address: str, schedule: Schedule, chunks: Sequence[range]) -> Iterator[list[Outcome]]:
    """Play chunks of games on a cluster; some are given back whenever they are over, in any order."""
    ray = _ray()
    cluster = Cluster(address)
    waiting: dict[Any, list[range]] = {}
    try:
        settings, left = schedule.settings, iter(grouped(chunks, cluster.cores()))
        terms = ray.put(terms_of(settings))
        shared = ray.put(settings)
        environment = {"env_vars": dict.fromkeys(THREADS, "1")}
        task = ray.remote(play_here).options(num_cpus=1, max_retries=RETRIES, runtime_env=environment)
        while True:
            while len(waiting) < AHEAD * cluster.cores() and (group := next(left, None)) is not None:
                waiting[task.remote(shared, terms, group)] = group
            if not waiting:
                return
            for done in ray.wait(list(waiting), timeout=PATIENCE)[0]:
                group = waiting.pop(done)
                try:
                    played = ray.get(done)
                except ray.exceptions.RayError as error:
                    told = " ".join(str(error).split())[:300]
                    raise GosuError(
                        f"games {group[0].start} to {group[-1].stop - 1} could not be played on the cluster: {told}; "
                        "finished games are saved"
                    ) from None
                if isinstance(played, GosuError):
                    raise played
                yield played
    finally:
        for task_left in waiting:
            ray.cancel(task_left, force=True)
        cluster.close()
