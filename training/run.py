"""A training run in a folder: plays, learns, evaluates, saves, and resumes after an interruption.

settings.json        what the run depends on: settings, cards, options, digests of policies and own modules, code
settings.toml        the settings alone, to start such a run again
policy.safetensors   the current network, for ``policy:FOLDER``
past/                the network at every evaluation, by decisions
resume.safetensors   everything needed to resume: network, optimiser, games, random number generators, the curve
curve.json           the learning curve: a row per evaluation
tensorboard/         metrics of every update for TensorBoard, if it is installed
lock                 held by the run that writes here
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import torch

from gosu_env import DataError, OptionError
from gosu_env.agents.evaluation import can_evaluate
from gosu_env.agents.policy import FILE, About
from gosu_env.engine.files import write_whole
from gosu_env.training import ppo, td
from gosu_env.training.algorithms import AnySettings, agents_of, algorithm_of, make_learner
from gosu_env.training.callbacks import Callback, Callbacks, Metrics, make_callbacks
from gosu_env.training.checkpoint import load_tensors, save_policy, save_tensors
from gosu_env.training.folder import RunFolder, make_terms, read_terms
from gosu_env.training.guests import Guest, find_rival, seat_rivals
from gosu_env.training.match import Score, play_match, sides_of
from gosu_env.training.players import make_player
from gosu_env.training.settings_file import settings_text
from gosu_env.training.teacher import Teacher, make_teacher
from gosu_env.training.workers import Workers, rollout_seed

GAMES = 200  # per evaluation during training
LAST = 5  # times as many for the last one, which says how strong the network is


def usual_deals(settings: AnySettings) -> int:
    """The deals of an evaluation during training: each is played from every side."""
    return GAMES // sides_of(settings.match_sets[0])


def bots_of(game: str) -> tuple[str, ...]:
    """The players that win rates are measured against."""
    return ("greedy", "random") if can_evaluate(game) else ("random",)


@dataclass
class Row:
    """Metrics at one point of the run."""

    decisions: int
    seconds: float  # of rollouts and updates so far
    losses: dict[str, float]
    ep_len_mean: float  # decisions per game
    scores: dict[str, float] = field(default_factory=dict)  # share of games won, by opponent
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)  # their 95 % intervals

    def metrics(self) -> Metrics:
        """All of it by the names that callbacks are told."""
        return {
            **{f"train/{name}": value for name, value in self.losses.items()},
            "rollout/ep_len_mean": self.ep_len_mean,
            "time/fps": self.decisions / max(self.seconds, 1e-9),
            **{f"eval/win_rate_{name}": value for name, value in self.scores.items()},
        }


class Run:
    """Training in a folder; an interrupted run resumes there. Without ``callbacks``, TensorBoard's are used.

    With ``extend`` it also resumes if ``decisions`` has grown or the code has changed.
    ``cluster`` is the address of a Ray cluster that plays the games of ``settings.workers``: see ``workers.py``.
    The folder stays locked until ``train`` ends or ``close`` is called.
    """

    kind = "self-play"
    command = "gosu train"

    def __init__(
        self,
        folder: Path,
        settings: AnySettings,
        measurements: int = 10,
        measured_against: Sequence[str] | None = None,
        deals: int | None = None,
        extend: bool = False,
        callbacks: Iterable[Callback] | None = None,
        cluster: str | None = None,
        **more: Any,
    ) -> None:
        self.folder, self.settings = folder, settings
        self.measurements, self.deals = measurements, usual_deals(settings) if deals is None else deals
        self._match_sets = settings.match_sets
        usual = dict.fromkeys((*bots_of(settings.game), *settings.opponent_names))
        self.measured_against = tuple(usual if measured_against is None else measured_against)
        self.curve: list[Row] = []
        self.seconds = 0.0
        self.iteration = 0
        self.callbacks = Callbacks(make_callbacks(None) if callbacks is None else callbacks)
        if cluster is not None and not settings.workers:
            raise OptionError("a cluster needs rollout workers; say how many, for example workers=8")
        self.workers: Workers | None = None
        self.kept = RunFolder(folder)
        try:
            self.learner = make_learner(settings)
            self.teacher = make_teacher(settings.teacher, self.learner.batch) if settings.imitation else None
            self.guests: Sequence[Guest] = self.invite()
            card_sets, network = self.learner.batch.card_sets, self.learner.network.blueprint.name
            terms = make_terms(self.kind, asdict(settings), card_sets, agents_of(settings), network, **more)
            self.terms = terms | {"extended": []}
            if settings.workers:
                self.workers = Workers(settings, cluster)
            if self.kept.resume.exists():
                self._resume(extend)
            self.kept.write(self.terms, settings_text(settings, algorithm_of(settings), self.command, **more))
        except BaseException:
            if self.workers is not None:
                self.workers.close()
            self.kept.discard()
            raise

    @property
    def is_over(self) -> bool:
        return bool(self.learner.decisions >= self.settings.decisions)

    @property
    def is_imitating(self) -> bool:
        """Whether the teacher is still being imitated; guests play only afterwards."""
        return bool(self.learner.decisions < self.settings.imitation)

    def train(self, show: Callable[[Run], None] = lambda run: None) -> None:
        """Run to the end; ``show`` is called after every iteration."""
        try:
            while not self.is_over:
                self.iterate()
                show(self)
        finally:
            self.close()

    def close(self) -> None:
        """End the callbacks and release the lock on the folder."""
        try:
            self.callbacks.end()
        finally:
            if self.workers is not None:
                self.workers.close()
            self.kept.close()

    def iterate(self) -> None:
        """One rollout and update; evaluate and save when due."""
        self.callbacks.start(self)
        learner, before = self.learner, time.perf_counter()
        self.iteration += 1
        losses = self.work()
        self.seconds += time.perf_counter() - before
        done = int(learner.rollout.done.sum())
        row = Row(learner.decisions, self.seconds, losses, learner.rollout.fresh / max(done, 1))
        self.latest = row
        if self.callbacks:
            self.callbacks.update(row.decisions, row.metrics())
        part = self.settings.decisions / self.measurements
        if self.is_over or int(row.decisions / part) > int((row.decisions - learner.rollout.fresh) / part):
            measured = self.measure_all()
            row.scores = {name: score.mean for name, score in measured.items()}
            row.intervals = {name: (score.low, score.high) for name, score in measured.items()}
            self.curve.append(row)
            if self.callbacks:
                self.callbacks.evaluation(row.decisions, row.metrics())
            self.save()

    def invite(self) -> Sequence[Guest]:
        """The opponents that share some of the games, once no teacher is imitated any more."""
        return seat_rivals(self.learner, [find_rival(self.learner, name) for name in self.settings.opponent_names])

    def work(self) -> dict[str, float]:
        """One rollout and update. Guests and teachers start over: what they do does not depend on earlier ones."""
        imitate = self.is_imitating
        if self.workers is not None:
            self.workers.play(self.learner, self.iteration, imitate)
        else:
            self._play(imitate)
        losses: dict[str, float] = self.learner.learn(imitate)
        return losses

    def _play(self, imitate: bool) -> None:
        others: Sequence[Guest | Teacher] = [self.teacher] if imitate and self.teacher else self.guests
        for index, other in enumerate(others):
            other.begin(rollout_seed(self.settings.seed, self.iteration, index))
        self.learner.play(() if imitate else self.guests, self.teacher if imitate else None)

    def measure_all(self) -> dict[str, Score]:
        """The win rates of an evaluation, by opponent."""
        return {name: self.measure(name, self.deals_now) for name in self.measured_against}

    @property
    def deals_now(self) -> int:
        """The deals of an evaluation at this point of the run."""
        return self.deals * LAST if self.is_over else self.deals

    def measure(self, opponent: str, deals: int, seed: int = 0) -> Score:
        """The win rate of the current network against copies of a player."""
        rivals = self.learner.player(), make_player(opponent, self.learner.batch.rules)
        return play_match(*rivals, self._match_sets, deals, seed)

    # -------------------------------------------------------------------------------------------- files

    def save(self) -> None:
        """Write the policy and everything needed to resume."""
        learner, network = self.learner, self.learner.network
        self.kept.hold()
        made = network.blueprint
        about = About.at_table(
            *(learner.batch.rules, made.width, made.depth, learner.decisions),
            network=made.name,
            worlds=self.settings.eval_worlds if isinstance(self.settings, td.Settings) else 0,
            sets=self.settings.sets,
            also=self.settings.read_options(self.settings.also) or None,
        )
        save_policy(self.folder / FILE, learner.network, about)
        past = self.folder / "past" / f"{learner.decisions:012}.safetensors"
        past.parent.mkdir(exist_ok=True)
        save_policy(past, learner.network, about, half=True)
        tensors, notes = self.snapshot()
        write_whole(self.folder / "curve.json", json.dumps(notes["curve"], indent=1).encode())
        save_tensors(self.kept.resume, tensors, notes)  # last: what it says is done is all there

    def snapshot(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything needed to resume."""
        notes = {
            "terms": self.terms,
            "iteration": self.iteration,
            "seconds": self.seconds,
            "curve": [asdict(row) for row in self.curve],
        }
        games = {} if self.workers is None else self.workers.snapshot()
        return self.learner.snapshot() | games, notes

    def restore(self, tensors: dict[str, torch.Tensor], notes: dict[str, Any]) -> None:
        """Restore a snapshot."""
        self.learner.restore(tensors)
        if self.workers is not None:
            self.workers.restore(tensors)
        self.curve = [Row(**row) for row in notes["curve"]]
        self.iteration, self.seconds = notes["iteration"], notes["seconds"]

    def _resume(self, extend: bool) -> None:
        """Load the checkpoint."""
        path = self.kept.resume
        tensors, notes = load_tensors(path)
        wanted = {name: value for name, value in self.terms.items() if name != "extended"}
        changes = self.kept.check(notes.get("terms"), wanted, extend)
        try:
            self.restore(tensors, notes)
            self.terms["extended"] = list(notes["terms"]["extended"])
        except (KeyError, TypeError, ValueError, RuntimeError) as error:
            raise DataError(f"{path}: damaged, or from another run: {error}") from None
        if changes:
            self.terms["extended"].append({"after": self.learner.decisions, "changes": changes})


def read_settings(folder: Path) -> AnySettings:
    """The settings of the run in a folder."""
    given = read_terms(folder)["settings"]
    kind = td.Settings if "td_lambda" in given else ppo.Settings
    try:
        return kind(**given)
    except (TypeError, ValueError) as error:
        known = ", ".join(field.name for field in fields(kind))
        raise DataError(f"{folder / 'settings.json'}: {error}; known settings: {known}") from None
