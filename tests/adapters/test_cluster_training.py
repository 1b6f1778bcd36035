"""Training on a cluster of two nodes: the numbers of one machine, also when a node dies in the middle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("ray")

import ray
import torch
from ray.cluster_utils import Cluster

from gosu_env import GosuError, OptionError
from gosu_env.agents.cluster import Cluster as Machines
from gosu_env.agents.processes import Processes
from gosu_env.cli import app
from gosu_env.render.terminal import Terminal
from gosu_env.training import exploit, ppo, td
from gosu_env.training.league import League
from gosu_env.training.match import Part
from gosu_env.training.run import Run
from gosu_env.training.settings_file import Change
from gosu_env.training.sweep import Sizes, Sweep

pytestmark = pytest.mark.adapter
torch.set_num_threads(1)  # as machines of a cluster have: with several, the last digits differ
SMALL = ppo.Settings(
    decisions=6_000, num_envs=32, n_steps=16, width=8, depth=1, workers=4, opponents="greedy", imitation=1_000
)
SMALL_TD = td.Settings(decisions=4_000, num_envs=32, n_steps=16, width=8, batch_size=128, workers=2)
FEW: dict[str, Any] = {"measurements": 2, "measured_against": ("random",), "deals": 2, "callbacks": []}
FILES = ("policy.safetensors", "settings.json", "settings.toml")


def figures(run: Run) -> list[Any]:
    return [(row.decisions, row.losses, row.ep_len_mean, row.scores) for row in run.curve]


@pytest.mark.parametrize("settings", [SMALL, SMALL_TD], ids=["ppo", "td"])
def test_workers_on_a_cluster_learn_what_they_learn_here(
    cluster: Cluster, tmp_path: Path, settings: ppo.Settings | td.Settings
) -> None:
    here = Run(tmp_path / "here", settings, **FEW)
    here.train()
    there = Run(tmp_path / "there", settings, cluster=cluster.address, **FEW)
    there.train()
    assert figures(there) == figures(here)
    for name in FILES:
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
    assert not ray.is_initialized()


def test_rollouts_of_a_node_that_dies_are_made_again(cluster: Cluster, tmp_path: Path) -> None:
    settings = replace(SMALL, decisions=9_000)
    here = Run(tmp_path / "here", settings, **FEW)
    here.train()
    there = Run(tmp_path / "there", settings, cluster=cluster.address, **FEW)
    assert there.workers is not None
    for _ in range(3):
        there.iterate()
    calls = there.workers._cluster.submit  # type: ignore[union-attr]
    given: list[Any] = []

    def submit_and_kill(*arguments: Any) -> None:
        calls(*arguments)
        given.append(arguments)
        if len(given) == settings.workers:  # all rollouts are out
            cluster.remove_node(cluster.second, allow_graceful=False)

    there.workers._cluster.submit = submit_and_kill  # type: ignore[union-attr, method-assign]
    there.train()
    assert len(cluster.list_all_nodes()) == 1
    assert figures(there) == figures(here)
    assert (tmp_path / "there" / FILES[0]).read_bytes() == (tmp_path / "here" / FILES[0]).read_bytes()


def test_a_run_is_stopped_on_a_cluster_and_resumed_elsewhere(cluster: Cluster, tmp_path: Path) -> None:
    whole = Run(tmp_path / "whole", SMALL, **FEW)
    whole.train()
    first = Run(tmp_path / "run", SMALL, cluster=cluster.address, **FEW)
    while not first.curve:
        first.iterate()
    first.close()
    second = Run(tmp_path / "run", SMALL, **FEW)
    assert 0 < second.learner.decisions < SMALL.decisions
    second.train()
    assert figures(second) == figures(whole)


def test_the_command_trains_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    words = ["train", "--preset", "ppo", "--out", str(tmp_path / "run"), "--no-showcase", "--logger", "none"]
    for change in ("decisions=1000", "num_envs=16", "n_steps=16", "width=8", "depth=1"):
        words += ["--set", change]
    done = CliRunner().invoke(app, [*words, "--cluster", cluster.address])
    assert done.exit_code == 2
    assert "--workers 8" in done.stderr
    done = CliRunner().invoke(app, [*words, "--cluster", cluster.address, "--workers", "2"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "run" / "policy.safetensors").exists()


def test_a_machine_with_other_code_is_refused(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gosu_env.training.folder.code_version", lambda game: "9.9.9 abc")  # here; there it is another
    run = Run(tmp_path / "run", SMALL, cluster=cluster.address, **FEW)
    with pytest.raises(GosuError, match=r"would play other games: code 9\.9\.9 abc, now"):
        run.train()


def test_a_sweep_goes_on_when_a_node_dies(cluster: Cluster, tmp_path: Path) -> None:
    base = replace(SMALL, decisions=2_000, workers=0, opponents="", imitation=0)
    varied: Any = {"width": [Change("width", width, "here") for width in (4, 8)]}
    sizes = Sizes(seeds=2, deals=4, measurements=2)
    quiet = Terminal(stderr=True, quiet=True)
    here = Sweep(tmp_path / "here", base, varied, sizes)
    here.run(Processes(1), quiet)

    class Dying(Machines):
        pieces = 0

        def wait(self) -> list[tuple[Any, Any]]:
            found = super().wait()
            Dying.pieces += len(found)
            if Dying.pieces > 2 and len(cluster.list_all_nodes()) > 1:
                cluster.remove_node(cluster.second, allow_graceful=False)
            return found

    there = Sweep(tmp_path / "there", base, varied, sizes)
    there.run(Dying(cluster.address), quiet)
    assert len(cluster.list_all_nodes()) == 1
    assert not there.failed
    assert {name: run["scores"] for name, run in there.done.items()} == {
        name: run["scores"] for name, run in here.done.items()
    }
    for name in here.plans:
        policies = [(tmp_path / each / name / "policy.safetensors").read_bytes() for each in ("here", "there")]
        assert policies[0] == policies[1]


RESPONSES = "random --decisions 500 --seeds 1 --deals 4 --search-deals 25 --worlds 1"
TINY = [f"{method}.{change}" for method in ("ppo", "td") for change in ("num_envs=16", "n_steps=16", "width=8")]


def test_responses_are_trained_and_measured_on_a_cluster(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when a node dies while they are measured."""
    words = [*RESPONSES.split(), *(word for change in TINY for word in ("--set", change)), "--out"]
    submit = Machines.submit

    def submit_and_kill(self: Machines, key: Any, *arguments: Any) -> None:
        submit(self, key, *arguments)
        if arguments[0] is exploit.measure_there and len(cluster.list_all_nodes()) > 1:
            cluster.remove_node(cluster.second, allow_graceful=False)

    with monkeypatch.context() as patch:
        patch.setattr(Machines, "submit", submit_and_kill)
        patch.setattr("gosu_env.training.match.play_deals", None)  # nothing is measured here
        there = exploit.main([*words, str(tmp_path / "there"), "--cluster", cluster.address])
    assert len(cluster.list_all_nodes()) == 1
    assert not ray.is_initialized()
    here = exploit.main([*words, str(tmp_path / "here")])
    assert [len(there.shares[f"{each}@{exploit.FIRST}"]) for each in there.attempts()] == [4, 4, 25]
    assert there.shares == here.shares
    assert (tmp_path / "there" / "exploit.json").read_bytes() == (tmp_path / "here" / "exploit.json").read_bytes()


def test_exploiters_of_a_league_train_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """Also when a node dies in the middle, and when the league is resumed here."""
    settings = replace(SMALL, decisions=3_000, workers=0, opponents="", imitation=0)

    def league(name: str, address: str | None = None) -> League:
        made = League(tmp_path / name, settings, every=2, exploit=3, callbacks=[], cluster=address)
        made.deals = 2
        for exploiter in made.exploiters:
            exploiter.patience = 2  # they begin anew on the way
        return made

    here = league("here")
    here.train()
    there = league("there", cluster.address)
    while len(there.curve) < 3:
        there.iterate()
    submit = there._cluster.submit  # type: ignore[union-attr]

    def submit_and_kill(key: int, *arguments: Any) -> None:
        submit(key, *arguments)
        if key == 2 and len(cluster.list_all_nodes()) > 1:
            cluster.remove_node(cluster.second, allow_graceful=False)

    there._cluster.submit = submit_and_kill  # type: ignore[union-attr, method-assign]
    while len(there.curve) < 6:
        there.iterate()
    there.close()
    assert len(cluster.list_all_nodes()) == 1
    again = league("there")
    assert len(again.curve) == 6
    again.train()
    assert figures(again) == figures(here)
    assert [(each.name, each.beaten) for each in again.members] == [(each.name, each.beaten) for each in here.members]
    assert any(each.name.startswith("exploiter 3.") for each in here.members)
    for ours, theirs in zip(again.members, here.members, strict=True):
        for name, weight in ours.rival.state_dict().items():  # type: ignore[union-attr]
            assert torch.equal(weight, theirs.rival.state_dict()[name])  # type: ignore[union-attr]
    assert not ray.is_initialized()


def test_a_league_is_measured_on_a_cluster(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As here, also where an opponent draws random numbers of its own, and when a node dies in the middle."""
    monkeypatch.setattr("gosu_env.training.league.PARTS", {True: 3, False: 1})
    settings = replace(SMALL, decisions=3_000, workers=0, opponents="policy:strong:temperature=1", imitation=0)

    def league(name: str, address: str | None = None) -> League:
        made = League(tmp_path / name, settings, every=2, exploit=0, callbacks=[], cluster=address)
        made.deals = 5
        return made

    here, there = league("here"), league("there", cluster.address)
    assert there._cluster is not None
    submit, keys = there._cluster.submit, []

    def submit_and_kill(key: Any, *arguments: Any) -> None:
        submit(key, *arguments)
        keys.append(key)
        if len(keys) == 15:  # the second evaluation is under way
            cluster.remove_node(cluster.second, allow_graceful=False)

    there._cluster.submit = submit_and_kill  # type: ignore[method-assign]
    with monkeypatch.context() as patch:
        patch.setattr("gosu_env.training.match.play_deals", None)  # nothing of it is played here
        while len(there.curve) < 3:
            there.iterate()
    there.close()
    assert len(cluster.list_all_nodes()) == 1
    assert len(keys) == 3 * (2 + 2 + 5)  # evaluations, parts of every opponent
    while len(here.curve) < 3:
        here.iterate()
    here.close()
    assert figures(there) == figures(here)
    assert [row.intervals for row in there.curve] == [row.intervals for row in here.curve]
    assert len({tuple(row.scores.values()) for row in there.curve}) > 1
    assert not ray.is_initialized()


def test_what_goes_wrong_in_a_match_there_is_told_here(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(SMALL, decisions=3_000, workers=0, opponents="", imitation=0)
    league = League(tmp_path / "league", settings, every=2, exploit=0, callbacks=[], cluster=cluster.address)
    with pytest.raises(OptionError, match="unknown agent 'gready'"):
        league.measure("gready", 2)
    with monkeypatch.context() as patch:
        patch.setattr("gosu_env.training.league.parts_of", lambda *given: [Part(0, "two", 0)])  # type: ignore[arg-type]
        with pytest.raises(
            GosuError, match=r"against greedy could not be done on the cluster: TypeError: .*line \d+\) on"
        ):
            league.measure("greedy", 2)
    league.close()
    monkeypatch.setattr("gosu_env.training.folder.code_version", lambda game: "9.9.9 abc")  # here; there it is another
    other = League(tmp_path / "other", settings, every=2, exploit=0, callbacks=[], cluster=cluster.address)
    with pytest.raises(GosuError, match=r"would learn something else: code 9\.9\.9 abc, now"):
        other.measure_all()
    other.close()
