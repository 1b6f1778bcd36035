"""The generalisation benchmark: plans, runs, results, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gosu_env import DataError, GosuError, OptionError
from gosu_env.training import generalisation
from gosu_env.training.generalisation import (
    PLANS,
    Benchmark,
    Plan,
    Rate,
    Result,
    deal_counts,
    main,
    markdown,
    read_results,
    set_range,
    summary,
)

TINY = ["--sets", "1,2", "--decisions", "300", "--unseen", "2", "--deals", "4", "--width", "8", "--opponent", "random"]


def test_plans_name_every_run_and_its_sets():
    plan = replace(PLANS["gpu"], seeds=2)
    assert len(plan.runs()) == 2 * len(plan.sets) * 2
    settings = plan.settings("printed", 16, 1)
    assert (settings.network, settings.game_options["cards"], settings.seed) == ("printed", "generated:1000-1015", 1)
    assert plan.settings("number", 1, 0).network == ""
    assert set_range(7, 1) == "generated:7"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"networks": ("printd",)}, "unknown network 'printd'"),
        ({"sets": (0,)}, "sets: expected whole numbers, 1 or more"),
        ({"sets": (2000,)}, "2000 is too large; expected 1000 or less"),
        ({"deals": 0}, "deals: expected 1 or more, not 0"),
    ],
)
def test_absurd_plans_are_refused(changes, said):
    with pytest.raises(OptionError, match=said):
        Plan(**changes)


def test_counts_go_to_the_sets_in_turn():
    shares = np.array([[1, 0], [0, 0], [1, 1], [0, 1]], float)
    assert deal_counts(shares, 3) == [(2.0, 4), (0.0, 2), (2.0, 2)]


def test_the_gap_is_told_with_both_intervals():
    won, lost = [(8.0, 10)] * 50, [(4.0, 10)] * 50
    (row,) = summary([Result("printed", 4, seed, 1.0, won, lost) for seed in range(2)])
    assert (row.runs, row.seen.mean, row.unseen.mean) == (2, 0.8, 0.4)
    gap, half = row.gap
    assert gap == pytest.approx(0.4)
    assert 0 < half < 0.06
    varied = [(10.0, 10), (0.0, 10)] * 50
    assert Rate.of([varied]).high - Rate.of([varied]).low > 2 * (Rate.of([won]).high - Rate.of([won]).low)


def test_the_page_shows_the_results_that_are_kept():
    docs = Path(__file__).parents[2] / "docs"
    results, about = read_results(docs / "generalisation.json")
    page = (docs / "generated-cards.md").read_text(encoding="utf-8")
    assert markdown(summary(results.values())) in page
    assert len(results) == len(PLANS["gpu"].runs())
    assert about == PLANS["gpu"].about()


@pytest.mark.slow
def test_a_benchmark_runs_resumes_and_draws(tmp_path, monkeypatch, capsys):
    done = []
    whole = generalisation.carry_out

    def counted(plan, folder, *run):
        done.append(run[:3])
        if len(done) == 3:
            raise KeyboardInterrupt
        return whole(plan, folder, *run)

    monkeypatch.setattr(generalisation, "carry_out", counted)
    arguments = [*TINY, "--out", str(tmp_path / "out")]
    with pytest.raises(KeyboardInterrupt):
        main(arguments)
    assert len(json.loads((tmp_path / "out" / "generalisation.json").read_text())["runs"]) == 2
    benchmark = main(arguments)
    assert len(done) == 5  # the two that were finished are not run again
    assert {(result.network, result.sets) for result in benchmark.results.values()} == {
        (network, sets) for network in ("printed", "number") for sets in (1, 2)
    }
    for result in benchmark.results.values():
        assert sum(games for _, games in result.seen) == sum(games for _, games in result.unseen) == 8
    assert (tmp_path / "out" / "generalisation.png").read_bytes().startswith(b"\x89PNG")
    assert "unseen" in capsys.readouterr().out
    with pytest.raises(OptionError, match="has runs of another plan"):
        main([*arguments, "--deals", "5"])
    (tmp_path / "out" / "generalisation.json").write_text("{")
    with pytest.raises(DataError, match="damaged"):
        Benchmark(tmp_path / "out", Plan())


def die(plan, folder, network, sets, seed):
    os._exit(3)


@pytest.mark.slow
def test_runs_in_processes_are_those_of_one(tmp_path, monkeypatch):
    arguments = [*TINY, "--networks", "number", "--out"]
    alone = main([*arguments, str(tmp_path / "alone")])
    together = main([*arguments, str(tmp_path / "together"), "--jobs", "2"])
    assert sorted(together.results) == ["number-1-0", "number-2-0"]
    for name, result in together.results.items():
        assert replace(result, seconds=0) == replace(alone.results[name], seconds=0)
    monkeypatch.setattr(generalisation, "_carry_out", die)
    with pytest.raises(GosuError, match="a process that ran died; finished runs are kept"):
        main([*arguments, str(tmp_path / "dead"), "--jobs", "2"])


@pytest.mark.slow
def test_training_needs_no_environment_libraries():
    blocked = ["gymnasium", "pettingzoo", "stable_baselines3", "sb3_contrib", "typer", "polars", "msgspec", "openskill"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); "
        "import gosu_env.training.ppo, gosu_env.training.generalisation; print('ready')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "ready\n"
