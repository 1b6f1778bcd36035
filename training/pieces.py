"""Training runs carried on piece by piece, anywhere: from one checkpoint to the next.

A piece is a function of the run and its checkpoint, which come with it, and hands back the files that it wrote. Whoever
asks for pieces writes these to the folder of the run. So a piece whose machine dies is lost alone, and done again.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import torch

from gosu_env import GosuError
from gosu_env.agents.cluster import check_machine
from gosu_env.agents.faults import told_fault
from gosu_env.agents.folders import make_folder
from gosu_env.agents.policy import PolicyWarning
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.rules import find_card_sets
from gosu_env.training.algorithms import AnySettings, agents_of
from gosu_env.training.best_response import Response
from gosu_env.training.folder import RESUME, Terms, make_terms
from gosu_env.training.run import Run

FINAL = 2**32  # seed of the deals of a final measurement, which are not those of the evaluations


@dataclass(frozen=True)
class Plan:
    """A run: its settings, and the opponent that it is a best response to, if it is one."""

    settings: AnySettings
    response_to: str = ""
    measurements: int = 10
    measured_against: tuple[str, ...] | None = None
    deals: int | None = None
    final_deals: int = 0  # on which the finished network is measured

    def open(self, folder: Path) -> Run:
        """The run in a folder."""
        if self.response_to:
            return Response(folder, self.response_to, self.settings, callbacks=[], deals=self.deals)
        return Run(folder, self.settings, self.measurements, self.measured_against, self.deals, callbacks=[])

    def terms(self) -> Terms:
        """What the run depends on, as this machine has it."""
        s, kind = self.settings, Run.kind
        if self.response_to:
            s, kind = replace(s, opponents=self.response_to, opponent_share=1.0), Response.kind
        card_sets = find_card_sets(s.game, s.num_players, s.game_options | {"max_decisions": s.max_decisions})
        return make_terms(kind, asdict(s), card_sets, agents_of(s), s.network)


@dataclass(frozen=True)
class Piece:
    """What came of a piece: files of the run by name, how far it is, and, once it is over, what it wins."""

    files: dict[str, bytes]
    decisions: int
    seconds: float
    is_over: bool
    scores: dict[str, tuple[float, float, float, int]] = field(default_factory=dict)  # mean, low, high, games

    def write(self, folder: Path) -> None:
        """Write the files, the checkpoint last: what it says is done is all there."""
        for name in sorted(self.files, key=lambda name: name == RESUME):
            make_folder((folder / name).parent)
            write_whole(folder / name, self.files[name])


def carry_on(plan: Plan, terms: Terms, checkpoint: bytes | None) -> Piece | GosuError:
    """The next piece of a run, in a folder that is thrown away; errors are handed back."""
    warnings.simplefilter("ignore", PolicyWarning)  # whoever asked has told
    torch.set_num_threads(1)
    try:
        with TemporaryDirectory(prefix="gosu-") as name:
            return _carry_on(Path(name) / "run", plan, terms, checkpoint)
    except GosuError as error:
        return error
    except Exception as error:  # of a network or an agent of one's own: other runs go on
        return GosuError(told_fault(error))


def _carry_on(folder: Path, plan: Plan, terms: Terms, checkpoint: bytes | None) -> Piece:
    folder.mkdir()
    if checkpoint is not None:
        write_whole(folder / RESUME, checkpoint)
    run = plan.open(folder)
    try:
        here = {name: value for name, value in run.terms.items() if name != "extended"}
        check_machine(terms, here, "learn something else")
        before = len(run.curve)
        while not run.is_over and len(run.curve) == before:
            run.iterate()
        scores = {}
        if run.is_over and plan.final_deals:
            for name in run.measured_against:
                score = run.measure(name, plan.final_deals, FINAL)
                scores[name] = (score.mean, score.low, score.high, score.games)
        files = {
            path.relative_to(folder).as_posix(): read_whole(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "lock"
        }
        return Piece(files, run.learner.decisions, run.seconds, run.is_over, scores)
    finally:
        run.close()


class Machines(Protocol):
    """Where work is done: ``agents.processes.Processes`` or ``agents.cluster.Cluster``."""

    @property
    def slots(self) -> int: ...
    @property
    def waiting(self) -> int: ...
    def submit(self, key: Any, function: Any, *arguments: Any) -> None: ...
    def wait(self) -> list[tuple[Any, Any]]: ...
    def close(self) -> None: ...


def carry_all(plans: dict[str, Plan], folder: Path, machines: Machines) -> Iterator[tuple[str, Piece | GosuError]]:
    """Carry runs on to their ends, each in a folder of its own; whatever comes of a piece is given back, once written.

    A run that fails is given up, and the others go on.
    """
    left = list(reversed(plans))
    while left or machines.waiting:
        while left and machines.waiting < machines.slots:
            name = left.pop()
            try:
                path = folder / name / RESUME
                given = plans[name], plans[name].terms(), read_whole(path) if path.exists() else None
                machines.submit(name, carry_on, *given)
            except GosuError as error:
                yield name, error
        for name, answer in machines.wait():
            if isinstance(answer, Piece):
                answer.write(folder / name)
                if not answer.is_over:
                    left.append(name)  # what has been begun is finished first
            yield name, answer
