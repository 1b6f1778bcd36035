"""Sweeps: what is tried, runs carried on piece by piece, failures, what is told in the end."""

from __future__ import annotations

import json
import os
import time

import numpy as np
import pytest

from gosu_env import GosuError, OptionError
from gosu_env.agents.intervals import seeds_interval
from gosu_env.agents.processes import DeadProcessError, Processes
from gosu_env.engine.files import read_whole
from gosu_env.render.terminal import Terminal
from gosu_env.training.config import Config
from gosu_env.training.pieces import Piece, Plan, carry_on
from gosu_env.training.ppo import Settings
from gosu_env.training.run import Run
from gosu_env.training.sweep import Range, Sizes, Sweep, main, make_choices, take_varied

BASE = Settings(decisions=1_000, num_envs=16, n_steps=16, width=8, depth=1)
FILE = """
algorithm = "ppo"
decisions = 1000
num_envs = 16
n_steps = 16
depth = 1

[sweep]
seeds = 2
deals = 4
measurements = 2

[vary]
width = [8, 4]
"""


class Here:
    """Work that is done in this process, at once."""

    slots = 1

    def __init__(self):
        self.answers, self.waiting, self.count = [], 0, 0

    def submit(self, key, function, *arguments):
        self.count += 1
        self.waiting += 1
        self.answers.append((key, function(*arguments)))

    def wait(self):
        found, self.answers, self.waiting = self.answers, [], 0
        return found

    def close(self):
        pass


def varied_by(text, tmp_path):
    path = tmp_path / "file.toml"
    path.write_text(f"algorithm = 'ppo'\n[vary]\n{text}\n")
    return take_varied(Config("quick", None, path), BASE)


def test_every_combination_is_tried(tmp_path):
    varied = varied_by("width = [8, 16]\nlearning_rate = [1e-3, '3e-3']\nopponents = ['', 'greedy,random']", tmp_path)
    choices = make_choices(BASE, varied, Sizes())
    assert len(choices) == 8
    assert {(each.width, each.learning_rate, each.opponents) for each in choices} == {
        (width, rate, others) for width in (8, 16) for rate in (1e-3, 3e-3) for others in ("", "greedy,random")
    }


def test_random_choices_are_those_of_their_numbers(tmp_path):
    text = "width = {low = 4, high = 64}\nlearning_rate = {low = 1e-5, high = 1e-1, log = true}\ndepth = [0, 1]"
    varied = varied_by(text, tmp_path)
    few, many = (make_choices(BASE, varied, Sizes(samples=count)) for count in (3, 200))
    assert many[:3] == few
    assert make_choices(BASE, varied, Sizes(samples=3, draws=1)) != few
    assert {each.depth for each in many} == {0, 1}
    assert all(isinstance(each.width, int) and 4 <= each.width <= 64 for each in many)
    assert 0.3 < np.mean([each.learning_rate < 1e-3 for each in many]) < 0.7  # every order of magnitude as often


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("widht = [1]", r"file\.toml, line 3: 'widht' cannot be varied; did you mean 'width'"),
        ("seed = [1]", "'seed' cannot be varied; sweep.seeds says"),
        ("td_lambda = [0.1]", "'td_lambda' cannot be varied; it is one of td"),
        ("width = 3", "vary.width: expected a list of values"),
        ("width = []", "vary.width: expected a list of values"),
        ("", "nothing is varied; expected a table"),
        ("width = {low = 1}", "vary.width: expected low, high and perhaps log, not low"),
        ("width = {low = 2, high = 1}", "vary.width: expected low < high"),
        ("width = {low = 0, high = 1, log = true}", "expected low < high, both above 0"),
        ("options = {low = 0, high = 1}", "only numbers have ranges"),
    ],
)
def test_what_cannot_be_varied_is_refused(text, told, tmp_path):
    with pytest.raises(OptionError, match=told):
        varied_by(text, tmp_path)


def test_wrong_sizes_and_values_are_refused(tmp_path):
    with pytest.raises(OptionError, match=r"sweep\.seeds: 0 is too small; expected 1 or more"):
        Sizes(seeds=0)
    with pytest.raises(OptionError, match="a range is drawn from; say how often"):
        make_choices(BASE, {"width": Range(1, 2)}, Sizes())
    with pytest.raises(OptionError, match=r"line 3: setting width: expected a whole number, not 'wide'"):
        make_choices(BASE, varied_by("width = ['wide']", tmp_path), Sizes())


def test_pieces_make_the_run_that_is_made_at_once(tmp_path):
    few = {"measurements": 3, "measured_against": ("random",), "deals": 2}
    Run(tmp_path / "whole", BASE, **few, callbacks=[]).train()
    plan = Plan(BASE, **few, final_deals=3)
    count, checkpoint = 0, None
    while True:
        piece = carry_on(plan, plan.terms(), checkpoint)
        assert isinstance(piece, Piece), piece
        piece.write(tmp_path / "pieces")
        count, checkpoint = count + 1, read_whole(tmp_path / "pieces" / "resume.safetensors")
        if piece.is_over:
            break
        assert not piece.scores
    assert count == 3
    assert piece.scores["random"][3] == 6
    for name in ("policy.safetensors", "settings.json", "settings.toml"):
        assert (tmp_path / "pieces" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert len(list((tmp_path / "pieces" / "past").iterdir())) == 3


def test_a_piece_on_a_machine_with_something_else_is_refused():
    plan = Plan(BASE)
    told = carry_on(plan, plan.terms() | {"code": "0.0.0 abc"}, None)
    assert isinstance(told, GosuError)
    assert "would learn something else: code 0.0.0 abc, now" in str(told)
    assert isinstance(carry_on(plan, plan.terms(), b"damaged"), GosuError)


@pytest.mark.slow
def test_a_sweep_goes_on_where_it_stopped(tmp_path):
    sizes = Sizes(seeds=2, deals=4, measurements=2)
    varied = varied_by("width = [8, 4]", tmp_path)
    console = Terminal(stderr=True, quiet=True)

    class Stopping(Here):
        def submit(self, *arguments):
            if self.count == 5:  # two runs of two pieces each are finished, the third has begun
                raise KeyboardInterrupt
            super().submit(*arguments)

    whole = Sweep(tmp_path / "whole", BASE, varied, sizes)
    machines = Here()
    whole.run(machines, console)
    assert machines.count == 8
    stopped = Sweep(tmp_path / "stopped", BASE, varied, sizes)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(Stopping(), console)
    again, machines = Sweep(tmp_path / "stopped", BASE, varied, sizes), Here()
    assert sorted(again.done) == ["000-0", "000-1"]
    again.run(machines, console)
    assert machines.count == 3
    for name in whole.plans:
        assert again.done[name]["scores"] == whole.done[name]["scores"]
        policies = [(tmp_path / each / name / "policy.safetensors").read_bytes() for each in ("whole", "stopped")]
        assert policies[0] == policies[1]
    more = Sweep(tmp_path / "stopped", BASE, varied, Sizes(seeds=3, deals=4, measurements=2))
    assert len(more.done) == 4
    assert len(more.plans) == 6
    more.kept.close()
    with pytest.raises(OptionError, match="contains another sweep: deals 4, now 5"):
        Sweep(tmp_path / "stopped", BASE, varied, Sizes(seeds=2, deals=5, measurements=2))


def test_a_run_that_fails_does_not_lose_the_others(tmp_path):
    varied = varied_by("network = ['', 'no_such_module:Net']", tmp_path)
    sweep = Sweep(tmp_path / "sweep", BASE, varied, Sizes(seeds=1, deals=4, measurements=1))
    sweep.run(Here(), Terminal(stderr=True, quiet=True))
    assert list(sweep.done) == ["000-0"]
    assert "no_such_module" in sweep.failed["001-0"]
    assert json.loads((tmp_path / "sweep" / "sweep.json").read_text())["failed"] == sweep.failed
    assert len(sweep.standings("random")) == 1


@pytest.mark.slow
def test_the_command_shows_a_table_and_a_picture(tmp_path, capsys):
    file = tmp_path / "tiny.toml"
    file.write_text(FILE)
    sweep = main([str(file), "--out", str(tmp_path / "sweep"), "--jobs", "1"])
    told = capsys.readouterr().out
    assert "against greedy" in told
    assert "000-0  width 8  wins" in told
    (best, (mean, low, high), each), second = sweep.standings("greedy")
    assert low <= mean <= high
    assert mean == pytest.approx(np.mean(each))
    assert {best, second[0]} == {0, 1}
    assert (tmp_path / "sweep" / "sweep.png").read_bytes().startswith(b"\x89PNG")


def test_a_process_that_dies_takes_only_its_own_work_with_it():
    processes = Processes(2)
    processes.submit("dies", os._exit, 3)
    processes.submit("fails", int, "x")
    answers = {}
    while processes.waiting:
        answers |= dict(processes.wait())
    assert isinstance(answers["dies"], DeadProcessError)
    assert "ValueError: invalid literal" in str(answers["fails"])
    processes.submit("works", max, 1, 2)
    while processes.waiting:
        answers |= dict(processes.wait())
    assert answers["works"] == 2
    processes.submit("long", time.sleep, 100)
    processes.close()
    assert processes.waiting == 0


def test_intervals_over_seeds_are_as_wide_as_seeds_or_games_make_them():
    rates = np.array([0.4, 0.5, 0.6])
    mean, low, high = seeds_interval(rates, rates - 0.01, rates + 0.01)
    assert (mean, low, high) == pytest.approx((0.5, 0.5 - 4.303 * 0.1 / 3**0.5, 0.5 + 4.303 * 0.1 / 3**0.5))
    same = np.full(4, 0.5)
    assert seeds_interval(same, same - 0.04, same + 0.04) == pytest.approx([0.5, 0.48, 0.52])
    assert seeds_interval(same[:1], same[:1] - 0.1, same[:1] + 0.2) == pytest.approx([0.5, 0.4, 0.7])


def test_a_number_of_jobs_beside_a_cluster_is_refused(tmp_path):
    file = tmp_path / "tiny.toml"
    file.write_text(FILE)
    with pytest.raises(OptionError, match="--jobs is for this machine, and a cluster was given"):
        main([str(file), "--out", str(tmp_path / "sweep"), "--jobs", "2", "--cluster", "auto"])
    assert not (tmp_path / "sweep").exists()


def test_a_response_is_evaluated_on_as_many_deals_as_planned(tmp_path):
    run = Plan(BASE, "random", deals=7).open(tmp_path / "response")
    run.close()
    assert run.deals == 7
