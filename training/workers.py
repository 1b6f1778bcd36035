"""Rollout workers: the games of a run in groups, each with random numbers of its own, played here or on a cluster.

A rollout is a function of the network and of the games and random numbers that it begins with. The run keeps all of
these. So it does not matter where a rollout is played; one whose machine dies is played again, with the same result.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gosu_env import GosuError
from gosu_env.agents.cluster import Cluster, ClusterError, check_machine
from gosu_env.agents.policy import PolicyWarning
from gosu_env.training.algorithms import AnySettings, agents_of, make_learner
from gosu_env.training.checkpoint import part_of
from gosu_env.training.folder import Terms, make_terms
from gosu_env.training.guests import Guest, find_rival, seat_rivals
from gosu_env.training.ppo import Rollout
from gosu_env.training.td import one_thread
from gosu_env.training.teacher import Teacher, make_teacher

Arrays = dict[str, NDArray[Any]]
SMALL: dict[str, Any] = {"seat": np.uint8, "action": np.uint16}  # numbers that fit into fewer bytes on their way


def rollout_seed(*numbers: int) -> int:
    """The seed of a guest or a teacher for one rollout, or of the first deals of a worker."""
    return int(np.random.SeedSequence(numbers).generate_state(1)[0])


class Job(NamedTuple):
    """Which rollout is meant."""

    worker: int
    iteration: int
    imitate: bool


class Worker:
    """Plays rollouts of one group of games; which group does not matter: all that it goes on from is given to it."""

    def __init__(self, settings: AnySettings) -> None:
        alone = replace(settings, num_envs=settings.num_envs // settings.workers, workers=0)
        self.seed = settings.seed
        self._threads = torch.get_num_threads()
        with one_thread(self._threads):
            self.learner = make_learner(alone)
        self.teacher = make_teacher(alone.teacher, self.learner.batch) if alone.imitation else None
        self.guests = seat_rivals(self.learner, [find_rival(self.learner, name) for name in alone.opponent_names])
        network = self.learner.acting.blueprint.name
        self.terms = make_terms(
            "rollouts", asdict(settings), self.learner.batch.card_sets, agents_of(settings), network
        )

    def collect(self, job: Job, weights: Arrays, games: Arrays | None) -> tuple[Arrays, Arrays]:
        """A rollout, and the games as they stand afterwards; without ``games``, the first ones are dealt.

        In one thread: with several, the last digits would depend on how many.
        """
        learner = self.learner
        with one_thread(self._threads):
            learner.acting.load_state_dict(as_tensors(weights))
            if games is None:
                learner.deal(rollout_seed(self.seed, 0, job.worker))
            else:
                learner.restore_games(as_tensors(games))
            others: Sequence[Guest | Teacher] = [self.teacher] if job.imitate and self.teacher else self.guests
            for index, other in enumerate(others):
                other.begin(rollout_seed(self.seed, job.iteration, index, job.worker))
            learner.play(() if job.imitate else self.guests, self.teacher if job.imitate else None)
            names = (*learner.sent, *(("advice",) if job.imitate else ()))
            return pack_rollout(learner.rollout, names), as_arrays(learner.snapshot_games())


def pack_rollout(rollout: Rollout, names: tuple[str, ...]) -> Arrays:
    """The new decisions of a rollout, in few bytes; legal actions as bits."""
    arrays: Arrays = {name: getattr(rollout, name)[rollout.before :].numpy() for name in names}
    arrays |= {name: arrays[name].astype(kind) for name, kind in SMALL.items() if name in arrays}
    return arrays | ({"mask": np.packbits(arrays["mask"], axis=-1)} if "mask" in arrays else {})


def unpack_rollout(arrays: Arrays, rollout: Rollout, games: slice) -> None:
    """Write the new decisions of some games into a rollout."""
    for name, array in arrays.items():
        stored = getattr(rollout, name).numpy()[rollout.before :, games]
        stored[...] = np.unpackbits(array, axis=-1, count=stored.shape[-1]) if name == "mask" else array


def as_arrays(tensors: Mapping[str, Tensor]) -> Arrays:
    """Tensors on their way to another machine; their memory is shared."""
    return {name: tensor.detach().numpy() for name, tensor in tensors.items()}


def as_tensors(arrays: Arrays) -> dict[str, Tensor]:
    """Copies of arrays that came from another machine, which may not be written to."""
    return {name: torch.tensor(array) for name, array in arrays.items()}


# ------------------------------------------------------------------------------------------------ on a machine

_workers: dict[str, Worker] = {}  # of this process, for the run that it last worked for


def worker_for(settings: AnySettings, terms: Terms) -> Worker:
    """The worker of this process for a run, which must have here what it was begun with."""
    key = json.dumps(terms, sort_keys=True)
    if key not in _workers:
        made = Worker(settings)
        check_machine(terms, made.terms, "play other games")
        _workers.clear()
        _workers[key] = made
    return _workers[key]


def collect_here(
    settings: AnySettings, terms: Terms, job: Job, weights: Arrays, games: Arrays | None
) -> tuple[Arrays, Arrays] | GosuError:
    """``Worker.collect`` in a process of a cluster."""
    warnings.simplefilter("ignore", PolicyWarning)  # whoever asked has told
    try:
        return worker_for(settings, terms).collect(job, weights, games)
    except GosuError as error:
        return error


# ------------------------------------------------------------------------------------------------ of a run


class Workers:
    """The workers of a run and where their games stand; without the address of a cluster, they play here in turn."""

    def __init__(self, settings: AnySettings, address: str | None = None) -> None:
        self.settings = settings
        self.here = Worker(settings)  # on a cluster, too: whatever is wrong is said at once
        self.games: list[Arrays | None] = [None] * settings.workers
        self._cluster: Cluster | None = None
        if address is not None:
            self._cluster = Cluster(address)
            self._shared = self._cluster.share(settings), self._cluster.share(self.here.terms)

    def play(self, learner: Any, iteration: int, imitate: bool) -> None:
        """Fill the learner's rollout with the next decisions of all games."""
        weights = as_arrays(learner.acting.state_dict())
        jobs = [Job(number, iteration, imitate) for number in range(self.settings.workers)]
        if self._cluster is None:
            for job in jobs:
                self._take(learner, job, *self.here.collect(job, weights, self.games[job.worker]))
        else:
            self._play_on(self._cluster, learner, jobs, weights)
        learner.decisions += learner.rollout.fresh

    def _play_on(self, cluster: Cluster, learner: Any, jobs: list[Job], weights: Arrays) -> None:
        shared = cluster.share(weights)
        for job in jobs:
            cluster.submit(job, collect_here, *self._shared, job, shared, self.games[job.worker])
        while cluster.waiting:
            for job, answer in cluster.wait():
                if isinstance(answer, ClusterError):
                    raise GosuError(f"the rollout of worker {job.worker} {answer}; run the same command to resume")
                if isinstance(answer, GosuError):
                    raise answer
                self._take(learner, job, *answer)

    def _take(self, learner: Any, job: Job, rollout: Arrays, games: Arrays) -> None:
        share = self.settings.num_envs // self.settings.workers
        unpack_rollout(rollout, learner.rollout, slice(job.worker * share, (job.worker + 1) * share))
        self.games[job.worker] = {name: np.array(array) for name, array in games.items()}

    def snapshot(self) -> dict[str, Tensor]:
        """Where the games of all workers stand."""
        return {
            f"worker.{number}.{name}": torch.from_numpy(array)
            for number, games in enumerate(self.games)
            for name, array in (games or {}).items()
        }

    def restore(self, tensors: dict[str, Tensor]) -> None:
        """Restore a snapshot."""
        self.games = [
            as_arrays(part_of(tensors, f"worker.{number}.")) or None for number in range(self.settings.workers)
        ]

    def close(self) -> None:
        if self._cluster is not None:
            self._cluster.close()
