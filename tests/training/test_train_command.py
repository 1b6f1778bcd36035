"""``gosu train``: from the command line to the files."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from gosu_env import OptionError, Replay
from gosu_env.cli import app
from gosu_env.training import ppo
from gosu_env.training.pace import decisions_in
from gosu_env.training.run import Run

SETTINGS = ("decisions=6000", "num_envs=32", "width=16", "depth=1")
SMALL = ["--preset", "ppo", *(word for setting in SETTINGS for word in ("--set", setting))]


def call(*arguments):
    return CliRunner().invoke(app, ["train", *arguments])


@pytest.mark.slow
def test_a_small_run_with_everything_that_comes_of_it(tmp_path, monkeypatch):
    monkeypatch.setattr("gosu_env.training.showcase.GAMES", 2)
    monkeypatch.setattr("gosu_env.training.showcase.SEARCHES", ())
    out = tmp_path / "run"
    result = call("--out", str(out), *SMALL)
    assert result.exit_code == 0, result.output
    assert "against greedy" in result.output
    assert "trained" in result.output
    names = {path.name for path in out.iterdir()}
    assert {"policy.safetensors", "curve.png", "curve.json", "arena", "tensorboard"} <= names
    shown = [result for result in ("win", "loss") if {f"{result}.gosu", f"{result}.html"} <= names]
    assert shown
    for result in shown:
        replay = Replay.load(out / f"{result}.gosu")
        assert (0 in replay.game().winners) == (result == "win")
    assert (out / "curve.png").read_bytes().startswith(b"\x89PNG")
    replay.verify()
    assert any(thoughts is not None and thoughts.probabilities for thoughts in replay.thoughts)
    again = call("--out", str(out), "--no-showcase", *SMALL)
    assert again.exit_code == 0
    assert "already finished, with 7,936 decisions; use --extend to train for longer" in " ".join(again.output.split())
    assert json.loads((out / "curve.json").read_text())[-1]["decisions"] >= 6000


@pytest.mark.slow
def test_td_has_everything_that_comes_of_a_run(tmp_path, monkeypatch):
    monkeypatch.setattr("gosu_env.training.showcase.GAMES", 2)
    monkeypatch.setattr("gosu_env.training.showcase.SEARCHES", ())
    out = tmp_path / "run"
    small = [
        word for change in ("decisions=1000", "num_envs=16", "n_steps=16", "width=8") for word in ("--set", change)
    ]
    result = call("--preset", "quick", "--out", str(out), *small)
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "against greedy" in told
    assert "value loss 0." in told
    assert {"policy.safetensors", "curve.png", "arena", "tensorboard"} <= {path.name for path in out.iterdir()}
    assert any((out / f"{end}.html").exists() for end in ("win", "loss"))


@pytest.mark.slow
def test_a_finished_run_is_extended_and_shown_anew(tmp_path, monkeypatch):
    """The games of the arena are those of the network as it is now."""
    monkeypatch.setattr("gosu_env.training.showcase.GAMES", 2)
    monkeypatch.setattr("gosu_env.training.showcase.SEARCHES", ())
    words = ["--out", str(tmp_path / "run"), *SMALL]
    assert call(*words).exit_code == 0
    policy = json.loads((tmp_path / "run" / "arena" / "settings.json").read_text())["files"]
    longer = [*words, "--set", "decisions=9000"]
    refused = call(*longer)
    assert refused.exit_code == 2
    assert "decisions 6000, now 9000" in " ".join(refused.output.split())
    result = call(*longer, "--extend")
    assert result.exit_code == 0, result.output
    assert "resuming at 0.01 M decisions" in " ".join(result.output.split())
    assert json.loads((tmp_path / "run" / "arena" / "settings.json").read_text())["files"] != policy


def test_a_file_in_the_place_of_the_folder_is_told_in_a_line(tmp_path):
    (tmp_path / "file").write_text("")
    result = call("--out", str(tmp_path / "file"), *SMALL)
    assert result.exit_code == 2
    assert "cannot be used: it is a file; expected a folder" in " ".join(result.output.split())


def test_wrong_settings_are_told_in_a_line(tmp_path):
    result = call("--out", str(tmp_path), "--set", "widht=3")
    assert result.exit_code == 2
    assert "--set widht=3: there is no setting 'widht'" in result.output
    assert "width" in result.output
    assert call("--preset", "huge").exit_code == 2


def test_an_interruption_says_what_is_saved_and_how_to_go_on(tmp_path, monkeypatch):
    def interrupt(run, show):
        raise KeyboardInterrupt

    monkeypatch.setattr("gosu_env.training.run.Run.train", interrupt)
    result = call("--out", str(tmp_path / "run"), "--no-showcase", *SMALL)
    assert result.exit_code == 130
    assert result.stderr == "gosu: interrupted; saved at 0.00 M decisions; run the same command to resume\n"


def test_minutes_become_decisions_which_a_resumed_run_keeps(tmp_path, monkeypatch):
    monkeypatch.setattr("gosu_env.training.pace.decisions_in", lambda seconds, settings, cluster: int(seconds * 100))
    monkeypatch.setattr("gosu_env.training.run.Run.measure_all", lambda run: {})
    small = ["--preset", "ppo", *(word for setting in SETTINGS[1:] for word in ("--set", setting)), "--no-showcase"]
    out = tmp_path / "run"
    result = call("--out", str(out), "--minutes", "0.5", *small)
    assert result.exit_code == 0, result.output
    assert "3,000 decisions, about 0.5 minutes by the speed of a short trial" in " ".join(result.output.split())
    assert json.loads((out / "settings.json").read_text())["settings"]["decisions"] == 3000
    again = call("--out", str(out), "--minutes", "5", *small)
    assert again.exit_code == 0, again.output
    told = "".join(again.output.split())
    assert "3,000decisions,astherunin" in told
    assert "alreadyfinished" in told


def test_minutes_go_by_the_speed_of_a_trial(monkeypatch):
    class Clock:
        """A clock on which every update takes half a second."""

        now = 0.0

        def perf_counter(self):
            return self.now

    class Trial(Run):
        def work(self):
            clock.now += 0.5
            self.learner.decisions += 100
            return {}

    clock = Clock()
    monkeypatch.setattr("gosu_env.training.pace.time", clock)
    monkeypatch.setattr("gosu_env.training.pace.Run", Trial)
    settings = ppo.Settings(num_envs=8, width=8, depth=1)
    assert decisions_in(60, settings) == 12_000
    with pytest.raises(OptionError, match="too little time: about 12,000 decisions in 60 s, of which the first 12,000"):
        decisions_in(60, replace(settings, imitation=12_000))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--minutes", "5", "--set", "decisions=7"], "--minutes and --set decisions: expected one of them"),
        (["--minutes", "0"], "'--minutes'"),
        (["--minutes", "nan"], "'--minutes'"),
    ],
)
def test_wrong_minutes_are_told_in_a_line(tmp_path, words, told):
    result = call("--out", str(tmp_path / "run"), *words)
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "run").exists()
