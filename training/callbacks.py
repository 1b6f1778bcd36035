"""Callbacks: what is called while a run trains, for logs and tools of one's own.

    class Mine(Callback):
        def on_evaluation(self, decisions, metrics):
            print(decisions, metrics["eval/win_rate_greedy"])

    gosu train --logger my_module:Mine

Metrics are numbers by name: ``train/…`` (losses), ``rollout/ep_len_mean``, ``time/fps``, and after an evaluation
``eval/win_rate_…``.
"""

from __future__ import annotations

import importlib
import json
import os
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gosu_env import GosuError, OptionError
from gosu_env.agents.faults import told_fault
from gosu_env.agents.own import find_class
from gosu_env.engine.errors import MissingExtraError
from gosu_env.engine.files import read_whole, write_whole
from gosu_env.engine.spelling import nearest

Metrics = dict[str, float]


class Callback:
    """Does nothing. Override what you need; ``decisions`` are those taken so far."""

    def on_start(self, run: Any) -> None:
        """Before the first update of a run (a ``gosu_env.training.run.Run``), and when it resumes."""

    def on_update(self, decisions: int, metrics: Metrics) -> None:
        """After every rollout and update."""

    def on_evaluation(self, decisions: int, metrics: Metrics) -> None:
        """After an evaluation, which follows an update and comes before the checkpoint: its metrics, and win rates."""

    def on_end(self) -> None:
        """When training ends, also by an error or Ctrl-C."""


class TensorBoard(Callback):
    """Writes to the folder ``tensorboard`` of the run."""

    def __init__(self) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter  # noqa: PLC0415
        except ImportError:
            raise MissingExtraError("the logger tensorboard needs tensorboard: pip install tensorboard") from None
        self._open: Any = SummaryWriter
        self._writer: Any = None

    def on_start(self, run: Any) -> None:
        # what was written after the checkpoint that a run resumes from comes again
        self._writer = self._open(str(run.folder / "tensorboard"), purge_step=run.learner.decisions + 1)

    def on_update(self, decisions: int, metrics: Metrics) -> None:
        for name, value in metrics.items():
            self._writer.add_scalar(name, value, decisions)

    def on_evaluation(self, decisions: int, metrics: Metrics) -> None:
        for name, value in metrics.items():
            if name.startswith("eval/"):
                self._writer.add_scalar(name, value, decisions)
        self._writer.flush()

    def on_end(self) -> None:
        self._writer.close()


class JsonLines(Callback):
    """Writes ``metrics.jsonl``: an object per update."""

    def on_start(self, run: Any) -> None:
        path = run.folder / "metrics.jsonl"
        kept = [line for line in _lines(path) if _decisions(line) <= run.learner.decisions]
        write_whole(path, b"".join(kept))
        self._file = path.open("ab")

    def on_update(self, decisions: int, metrics: Metrics) -> None:
        self._write({"decisions": decisions} | metrics)

    def on_evaluation(self, decisions: int, metrics: Metrics) -> None:
        rates = {name: value for name, value in metrics.items() if name.startswith("eval/")}
        self._write({"decisions": decisions} | rates)

    def on_end(self) -> None:
        self._file.close()

    def _write(self, row: dict[str, float]) -> None:
        self._file.write(json.dumps(row).encode() + b"\n")
        self._file.flush()


def _lines(path: Path) -> list[bytes]:
    return read_whole(path).splitlines(keepends=True) if path.exists() else []


def _decisions(line: bytes) -> float:
    """The decisions of a line; one that a kill cut off is of no use."""
    try:
        return float(json.loads(line)["decisions"])
    except (ValueError, KeyError, TypeError):
        return float("inf")


class Wandb(Callback):
    """Logs to Weights & Biases; a run that resumes goes on there as the same run."""

    def __init__(self) -> None:
        try:
            self._wandb = importlib.import_module("wandb")
        except ModuleNotFoundError:
            raise MissingExtraError("the logger wandb needs Weights & Biases: pip install wandb") from None

    def on_start(self, run: Any) -> None:
        path = run.folder / "wandb-id"
        if not path.exists():
            write_whole(path, uuid.uuid4().hex[:12].encode())
        self._run = self._wandb.init(
            project="gosu-env",
            name=run.folder.name,
            id=read_whole(path).decode(),
            resume="allow",
            dir=os.fspath(run.folder),
            config=run.terms,
        )

    def on_update(self, decisions: int, metrics: Metrics) -> None:
        self._run.log(metrics, step=decisions)

    def on_evaluation(self, decisions: int, metrics: Metrics) -> None:
        self._run.log({name: value for name, value in metrics.items() if name.startswith("eval/")}, step=decisions)

    def on_end(self) -> None:
        self._run.finish()


LOGGERS: dict[str, type[Callback]] = {"tensorboard": TensorBoard, "jsonl": JsonLines, "wandb": Wandb}
METHODS = ("on_start", "on_update", "on_evaluation", "on_end")


def make_callbacks(names: Iterable[str] | None) -> list[Callback]:
    """Callbacks by name: ``tensorboard``, ``jsonl``, ``wandb``, ``my_module:Mine``; None: TensorBoard, if installed."""
    if names is None:
        try:
            return [TensorBoard()]
        except MissingExtraError:
            return []
    return [make_callback(name) for name in names if name != "none"]


def make_callback(name: str) -> Callback:
    """A callback by name."""
    if name in LOGGERS:
        return LOGGERS[name]()
    if ":" not in name:
        hint = nearest(name, [*LOGGERS, "none"])
        raise OptionError(f"unknown logger {name!r}: {hint}, or my_module:MyLogger for one of your own")
    made = find_class("logger", name, "on_update")
    try:
        callback = made()
    except Exception as error:
        raise OptionError(f"logger {name!r} cannot be made: {told_fault(error)}") from error
    missing = [method for method in METHODS if not callable(getattr(callback, method, None))]
    if missing:
        raise OptionError(
            f"logger {name!r} has no {', '.join(missing)}; subclasses of gosu_env.training.callbacks.Callback have all"
        )
    return callback  # type: ignore[no-any-return]


class Callbacks:
    """Callbacks of a run, called together; an error in one of them says where it is."""

    def __init__(self, each: Iterable[Callback]) -> None:
        self.each = list(each)
        self.started: list[Callback] = []

    def __bool__(self) -> bool:
        return bool(self.each)

    def start(self, run: Any) -> None:
        """Begin, once."""
        for callback in self.each[len(self.started) :]:
            self._call(callback, "on_start", run)
            self.started.append(callback)

    def update(self, decisions: int, metrics: Metrics) -> None:
        for callback in self.each:
            self._call(callback, "on_update", decisions, metrics)

    def evaluation(self, decisions: int, metrics: Metrics) -> None:
        for callback in self.each:
            self._call(callback, "on_evaluation", decisions, metrics)

    def end(self) -> None:
        while self.started:
            self._call(self.started.pop(), "on_end")

    def _call(self, callback: Callback, method: str, *arguments: Any) -> None:
        try:
            getattr(callback, method)(*arguments)
        except GosuError:
            raise
        except Exception as error:
            raise GosuError(f"{type(callback).__name__}.{method} failed: {told_fault(error)}") from error
