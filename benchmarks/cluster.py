"""What a second node adds: ``python -m benchmarks.cluster``, in an environment with Ray.

Starts clusters of one and of two nodes on this machine, with a core each, and measures on each the games a second of an
arena and the decisions a second of rollout workers. Besides, what these limit: the bytes that a decision takes on
its way, and the time that the learner needs to take it in and to learn from it. With fewer than three free cores, the
nodes and the learner share cores; the load of the machine is told with the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any

import torch

from benchmarks.machine import machine
from gosu_env.agents.arena import Arena
from gosu_env.agents.arena.cluster import play_chunks_on
from gosu_env.training import ppo, td
from gosu_env.training.algorithms import AnySettings, make_learner
from gosu_env.training.workers import Job, Worker, Workers, unpack_rollout

PLAYERS = ("ismcts:100", "greedy")
SETTINGS: dict[str, AnySettings] = {"ppo": ppo.Settings(workers=2), "td": td.Settings(workers=2)}


def measure_arena(address: str, games: int) -> float:
    """Games a second, from the first that are handed back on: processes have begun by then."""
    arena = Arena(list(PLAYERS), games=games, seed=1)
    began, count = 0.0, 0
    for played in play_chunks_on(address, arena.schedule, list(arena.schedule.chunks())):
        if began:
            count += len(played)
        else:
            began = time.perf_counter()
    return count / (time.perf_counter() - began)


def measure_rollouts(address: str | None, settings: AnySettings, seconds: float) -> float:
    """Decisions a second of all workers together, learning not counted."""
    learner, workers = make_learner(settings), Workers(settings, address)
    try:
        for iteration in (1, 2, 3):  # processes begin, code is loaded
            workers.play(learner, iteration, False)
        before, began, iteration = learner.decisions, time.perf_counter(), 3
        while time.perf_counter() - began < seconds:
            iteration += 1
            workers.play(learner, iteration, False)
        return float((learner.decisions - before) / (time.perf_counter() - began))
    finally:
        workers.close()


def measure_parts(settings: AnySettings) -> dict[str, float]:
    """What a decision costs, in this process: bytes of a rollout, and microseconds of playing and of the learner."""
    clock = time.process_time if torch.get_num_threads() == 1 else time.perf_counter
    learner, worker = make_learner(settings), Worker(settings)
    weights = {name: tensor.detach().numpy() for name, tensor in learner.acting.state_dict().items()}
    games = None
    for iteration in (1, 2):
        began = clock()
        rollout, games = worker.collect(Job(0, iteration, False), weights, games)
        played = clock() - began
    share = settings.num_envs // settings.workers
    decisions = learner.rollout.fresh * share // settings.num_envs
    for _ in range(2):
        began = clock()
        for number in range(settings.workers):
            unpack_rollout(rollout, learner.rollout, slice(number * share, (number + 1) * share))
        taken = clock() - began
        began = clock()
        learner.learn()
        if isinstance(learner, td.Learner):
            learner.wait()
        learned = clock() - began
    assert games is not None
    return {
        "bytes_per_decision": sum(array.nbytes for array in rollout.values()) / decisions,
        "bytes_of_games_per_rollout": float(sum(array.nbytes for array in games.values())),
        "bytes_of_weights": float(sum(array.nbytes for array in weights.values())),
        "play_us": 1e6 * played / decisions,
        "take_in_us": 1e6 * taken / learner.rollout.fresh,
        "learn_us": 1e6 * learned / learner.rollout.fresh,
    }


def measure_nodes(nodes: int, games: int, seconds: float) -> dict[str, Any]:
    """Everything on a cluster of so many nodes."""
    import ray  # noqa: PLC0415  (an extra)
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        load = [os.getloadavg()[0]]
        found: dict[str, Any] = {"nodes": nodes, "arena_games_per_s": measure_arena(cluster.address, games)}
        for name, settings in SETTINGS.items():
            found[f"{name}_decisions_per_s"] = measure_rollouts(cluster.address, settings, seconds)
        found["load"] = [*load, os.getloadavg()[0]]
        print(json.dumps(found), file=sys.stderr, flush=True)  # progress
        return found
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=200, help="games of each arena")
    parser.add_argument("--seconds", type=float, default=15, help="of every measurement of rollouts")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--parts", action="store_true", help="only what a decision costs, without a cluster")
    parser.add_argument("--threads", type=int, default=1, help="of the learner, where its parts are measured")
    given = parser.parse_args()
    torch.set_num_threads(1)
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    repeats = 0 if given.parts else given.repeat
    rows = [measure_nodes(nodes, given.games, given.seconds) for _ in range(repeats) for nodes in (1, 2)]
    torch.set_num_threads(given.threads)
    parts = {name: measure_parts(settings) for name, settings in SETTINGS.items()}
    print(json.dumps({"machine": machine(), "nodes": rows, "parts": parts}, indent=1))


if __name__ == "__main__":
    main()
