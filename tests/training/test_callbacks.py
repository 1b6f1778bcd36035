"""Callbacks and loggers: when they are called, what they are told, how they resume."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from types import ModuleType

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from typer.testing import CliRunner

from gosu_env import GosuError, OptionError
from gosu_env.cli import app
from gosu_env.engine.errors import MissingExtraError
from gosu_env.training import best_response, ppo, td
from gosu_env.training.callbacks import Callback, JsonLines, TensorBoard, make_callbacks
from gosu_env.training.league import League
from gosu_env.training.run import Run

PPO = ppo.Settings(decisions=1_500, num_envs=16, n_steps=16, width=8, depth=1)
TD = td.Settings(decisions=1_500, num_envs=16, n_steps=16, width=8, batch_size=64)
FEW = {"measurements": 3, "measured_against": ("random",), "deals": 2}


class Diary(Callback):
    def __init__(self):
        self.told = []

    def on_start(self, run):
        self.told.append(("start", run.learner.decisions))

    def on_update(self, decisions, metrics):
        self.told.append(("update", decisions, metrics))

    def on_evaluation(self, decisions, metrics):
        self.told.append(("evaluation", decisions, metrics))

    def on_end(self):
        self.told.append(("end",))


def scalars(folder, name):
    events = EventAccumulator(str(folder / "tensorboard"))
    events.Reload()
    return [(each.step, each.value) for each in events.Scalars(name)]


@pytest.mark.parametrize("settings", [PPO, TD], ids=["ppo", "td"])
def test_callbacks_are_called_after_every_update_and_evaluation(tmp_path, settings):
    diary = Diary()
    run = Run(tmp_path, settings, callbacks=[diary], **FEW)
    run.train()
    words = [told[0] for told in diary.told]
    assert words[0] == "start"
    assert words[-1] == "end"
    assert words.count("update") == run.iteration == 7
    assert words.count("evaluation") == 3
    for told in diary.told:
        if told[0] != "evaluation":
            continue
        row = next(row for row in run.curve if row.decisions == told[1])
        assert told[2]["eval/win_rate_random"] == row.scores["random"]
        assert told[2]["train/value_loss"] == row.losses["value_loss"]
    updates = [told[2] for told in diary.told if told[0] == "update"]
    assert all("eval/win_rate_random" not in metrics for metrics in updates)
    assert {"train/value_loss", "train/explained_variance", "rollout/ep_len_mean", "time/fps"} <= set(updates[0])


def test_they_end_when_a_run_fails(tmp_path):
    class Failing(Diary):
        def on_update(self, decisions, metrics):
            raise ValueError("no room")

    diary, failing = Diary(), Failing()
    with pytest.raises(GosuError, match=r"Failing\.on_update failed: ValueError: no room \(.*test_callbacks\.py, line"):
        Run(tmp_path, PPO, callbacks=[diary, failing], **FEW).train()
    assert [diary.told[-1], failing.told[-1]] == [("end",), ("end",)]
    Run(tmp_path, PPO, callbacks=[], **FEW).train()  # the folder is free


@pytest.mark.parametrize("kind", ["ppo", "td", "league", "response"])
def test_tensorboard_has_every_update(tmp_path, kind):
    if kind == "league":
        run = League(tmp_path, PPO, every=2)
        run.deals = 2
    elif kind == "response":
        run = best_response.Response(tmp_path, "random", PPO)
        run.deals = 2
    else:
        run = Run(tmp_path, PPO if kind == "ppo" else TD, **FEW)
    run.train()
    losses = scalars(tmp_path, "train/value_loss")
    assert len(losses) == run.iteration
    assert losses[-1] == (run.learner.decisions, pytest.approx(run.latest.losses["value_loss"]))
    rates = scalars(tmp_path, "eval/win_rate_random")
    assert [step for step, _ in rates] == [row.decisions for row in run.curve]
    assert [rate for _, rate in rates] == pytest.approx([row.scores["random"] for row in run.curve])


def test_metrics_of_a_resumed_run_are_those_of_an_uninterrupted_one(tmp_path):
    def logged(name):
        rows = [json.loads(line) for line in (tmp_path / name / "metrics.jsonl").read_text().splitlines()]
        return [{key: value for key, value in row.items() if key != "time/fps"} for row in rows]

    Run(tmp_path / "whole", PPO, callbacks=[JsonLines()], **FEW).train()
    first = Run(tmp_path / "parts", PPO, callbacks=[JsonLines(), TensorBoard()], **FEW)
    while not first.curve:
        first.iterate()
    first.iterate()  # logged, and lost
    first.close()
    with (tmp_path / "parts" / "metrics.jsonl").open("ab") as file:
        file.write(b'{"decisions": 11')  # cut off by a kill
    second = Run(tmp_path / "parts", PPO, callbacks=[JsonLines(), TensorBoard()], **FEW)
    second.train()
    assert logged("parts") == logged("whole")
    assert len(logged("whole")) == 7 + 3
    assert len(scalars(tmp_path / "parts", "train/loss")) == 7


@pytest.mark.slow
def test_loggers_by_name(tmp_path, monkeypatch):
    assert [type(each) for each in make_callbacks(None)] == [TensorBoard]
    assert make_callbacks(["none"]) == []
    with pytest.raises(OptionError, match="unknown logger 'tensorbord': did you mean 'tensorboard'"):
        make_callbacks(["tensorbord"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "own_logs.py").write_text(
        "from gosu_env.training.callbacks import Callback\n"
        "class Mine(Callback):\n    def on_end(self):\n        open('ended', 'w').close()\n"
        "class Half:\n    def on_update(self, decisions, metrics): pass\n"
        "class Sick(Callback):\n    def __init__(self): raise OSError('disk')\n"
    )
    for name, said in (
        ("own_logs:Half", "logger 'own_logs:Half' has no on_start, on_evaluation, on_end"),
        ("own_logs:Sick", r"logger 'own_logs:Sick' cannot be made: OSError: disk \(own_logs\.py, line 8\)"),
        ("own_logs:Absent", "no class 'Absent' with on_update; known: Callback, Mine, Half, Sick"),
        ("absent_logs:Mine", "there is no module 'absent_logs' in the current folder"),
    ):
        with pytest.raises(OptionError, match=said):
            make_callbacks([name])
    small = [w for change in ("decisions=300", "num_envs=16", "n_steps=16", "width=8") for w in ("--set", change)]
    call = ["train", "--preset", "quick", "--out", "run", "--no-showcase", *small]
    done = CliRunner().invoke(app, [*call, "--logger", "own_logs:Mine", "--logger", "jsonl"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "ended").exists()
    assert (tmp_path / "run" / "metrics.jsonl").exists()
    assert not (tmp_path / "run" / "tensorboard").exists()


def test_weights_and_biases(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(MissingExtraError, match="pip install wandb"):
        make_callbacks(["wandb"])
    began, logged, finished = [], [], []

    class FakeRun:
        def log(self, metrics, step):
            logged.append((step, metrics))

        def finish(self):
            finished.append(True)

    fake = ModuleType("wandb")
    fake.init = lambda **given: began.append(given) or FakeRun()
    monkeypatch.setitem(sys.modules, "wandb", fake)
    run = Run(tmp_path / "mine", PPO, callbacks=make_callbacks(["wandb"]), **FEW)
    run.train()
    assert (began[0]["name"], began[0]["resume"]) == ("mine", "allow")
    assert began[0]["config"]["settings"]["width"] == 8
    assert len(logged) == 7 + 3
    assert logged[-1] == (run.learner.decisions, {"eval/win_rate_random": run.curve[-1].scores["random"]})
    assert finished == [True]
    longer = Run(
        tmp_path / "mine", replace(PPO, decisions=2_000), callbacks=make_callbacks(["wandb"]), extend=True, **FEW
    )
    longer.train()
    assert began[1]["id"] == began[0]["id"]
