"""One case, measured in a process of its own: ``python -m benchmarks.worker LIBRARY NUMBER CORES SECONDS``.

The last line it prints is the row as JSON, or the reason why there is none.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import traceback
import warnings
from dataclasses import asdict
from typing import Any

from benchmarks.case import Case, Facts, find_family
from benchmarks.clock import Timing, measure
from benchmarks.machine import keep_to_one_core
from benchmarks.row import Row


def measure_case(case: Case, cores: int, seconds: float, seed: int = 0) -> Row:
    """In this process."""
    work, facts = case.prepare(seed)
    return Row.of(case, cores, facts, measure(work, seconds))


def _together(library: str, number: int, cores: int, seconds: float, seed: int, start: Any, results: Any) -> None:
    """One of several processes that begin at the same moment."""
    try:
        work, facts = find_family(library).cases(cores)[number].prepare(seed)
        start.wait()
        results.put((asdict(facts), asdict(measure(work, seconds))))
    except BaseException:
        start.abort()
        raise


def measure_processes(library: str, number: int, cores: int, seconds: float) -> Row:
    """The same case in as many processes as there are cores, each with games of its own."""
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(cores), context.Queue()
    processes = [
        context.Process(target=_together, args=(library, number, cores, seconds, seed, start, results))
        for seed in range(cores)
    ]
    for process in processes:
        process.start()
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    while len(found) < cores:
        if not results.empty():
            found.append(results.get())
        elif any(process.exitcode not in (None, 0) for process in processes):
            raise RuntimeError("one of the processes failed")
        else:
            processes[0].join(0.05)
    for process in processes:
        process.join()
    facts = Facts(**found[0][0])
    timings = [Timing(**timing) for _, timing in found]
    return Row.of(find_family(library).cases(cores)[number], cores, facts, Timing.of_processes(timings))


def main(arguments: list[str]) -> None:
    library, number, cores, seconds = arguments[0], int(arguments[1]), int(arguments[2]), float(arguments[3])
    answers, sys.stdout = sys.stdout, sys.stderr  # libraries may print what they like
    warnings.simplefilter("ignore")
    try:
        case = find_family(library).cases(cores)[number]
        if case.spread == "processes":
            row = measure_processes(library, number, cores, seconds)
        else:
            if case.spread == "one core":
                keep_to_one_core()
            row = measure_case(case, cores, seconds)
        answer: dict[str, Any] = {"row": row.as_dict()}
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        answer = {"reason": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
