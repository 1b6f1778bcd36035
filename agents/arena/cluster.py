"""Games of an arena on many machines, by Ray: the same games as on one, since each is determined by its number.

Machines play chunks of games and hand back what came of them; this process alone writes the journal. A chunk whose
machine dies is played again on another one. Every machine needs this project and the players' files: one whose settings
would play other games is refused.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from gosu_env import GosuError
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.play import play_chunk
from gosu_env.agents.arena.schedule import Schedule
from gosu_env.agents.arena.settings import Settings
from gosu_env.agents.cluster import Cluster, ClusterError, check_machine
from gosu_env.agents.policy import PolicyWarning
from gosu_env.version import VERSION

AHEAD = 2  # groups of chunks that wait for every core, so that none is idle
SHARES = 8  # groups that a core gets in all, at least: the last one should not keep the others waiting
MOST = 16  # chunks of a group


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
        check_machine(terms, terms_of(settings), "play other games")
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


def grouped(chunks: Sequence[range], cores: int) -> list[list[range]]:
    """Chunks that go out together: one by one where there are few, many at a time where handing out would hold up."""
    size = max(1, min(MOST, len(chunks) // (SHARES * cores)))
    return [list(chunks[first : first + size]) for first in range(0, len(chunks), size)]


def play_chunks_on(address: str, schedule: Schedule, chunks: Sequence[range]) -> Iterator[list[Outcome]]:
    """Play chunks of games on a cluster; some are given back whenever they are over, in any order."""
    cluster = Cluster(address)
    try:
        settings, groups = schedule.settings, grouped(chunks, cluster.slots)
        shared, terms = cluster.share(settings), cluster.share(terms_of(settings))
        left = iter(enumerate(groups))
        while True:
            while cluster.waiting < AHEAD * cluster.slots and (next_one := next(left, None)) is not None:
                cluster.submit(next_one[0], play_here, shared, terms, next_one[1])
            if not cluster.waiting:
                return
            for number, played in cluster.wait():
                if isinstance(played, ClusterError):
                    group = groups[number]
                    raise GosuError(
                        f"games {group[0].start} to {group[-1].stop - 1} {played}; finished games are saved"
                    )
                if isinstance(played, GosuError):
                    raise played
                yield played
    finally:
        cluster.close()
