"""How many decisions a run can learn from in a given time, by a short trial that is thrown away.

The run that follows has that number of decisions in its settings, as if somebody had chosen it: with the same number it
can be repeated anywhere.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from gosu_env import OptionError
from gosu_env.training.algorithms import AnySettings
from gosu_env.training.run import Run

WARM_UP = 2  # updates in which code is compiled
TRIAL = 5.0  # seconds


def decisions_in(seconds: float, settings: AnySettings, cluster: str | None = None) -> int:
    """About as many decisions as a run of these settings plays and learns from in so many seconds."""
    with TemporaryDirectory() as folder:
        run = Run(Path(folder), settings, callbacks=[], cluster=cluster)
        try:
            for _ in range(WARM_UP):
                run.work()
            begin, before = time.perf_counter(), run.learner.decisions
            while (taken := time.perf_counter() - begin) < TRIAL:
                run.work()
            decisions = int((run.learner.decisions - before) / taken * seconds)
        finally:
            run.close()
    if decisions <= settings.imitation:
        raise OptionError(
            f"too little time: about {decisions:,} decisions in {seconds:g} s, of which the first "
            f"{settings.imitation:,} imitate a teacher"
        )
    return max(decisions, 1)
