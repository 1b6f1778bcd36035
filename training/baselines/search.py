"""Search on a small game: how exploitable ISMCTS is, by how much it searches before each decision.

A search learns nothing, so it is a point for every budget, not a curve over time. It rolls dice: asked once in every
information set, its answers make one policy out of many that it may play; asked several times, with other dice, they
make a mixture, which is nearer to what an opponent would meet.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from gosu_env.solver.solution import Solution

SIMULATIONS = (1, 3, 10, 30, 100, 300, 1000)  # before each decision


@dataclass(frozen=True)
class Searched:
    """A search with one budget."""

    simulations: int
    seconds: float  # to answer once in every information set
    once: tuple[float, ...]  # exploitability of the answers to each seed
    together: float  # and of all of them, as a mixture


def measure_search(solution: Solution, simulations: int, seeds: int) -> Searched:
    """Ask a search in every information set, once with every seed."""
    begun = time.perf_counter()
    policies = [solution.policy_of(f"ismcts:{simulations}", seed=seed) for seed in range(seeds)]
    seconds = (time.perf_counter() - begun) / seeds
    once = tuple(map(solution.exploitability, policies))
    return Searched(simulations, round(seconds, 2), once, solution.exploitability(np.mean(policies, axis=0)))
