"""Arenas and reports on a cluster of two nodes: the games of one machine, also when a node dies in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster

from gosu_env import GosuError
from gosu_env.agents.arena import Arena
from gosu_env.agents.arena.cluster import play_chunks_on
from gosu_env.agents.arena.journal import read_journal
from gosu_env.agents.balance import Report
from gosu_env.cli import app

pytestmark = pytest.mark.adapter
PLAYERS = ["random", "rollout:5", "greedy"]


def test_a_cluster_plays_the_games_of_one_machine(cluster: Cluster, tmp_path: Path) -> None:
    alone = Arena(PLAYERS, games=20, seed=4, out=tmp_path / "alone")
    alone.run(jobs=1, progress=False)
    together = Arena(PLAYERS, games=20, seed=4, out=tmp_path / "together")
    together.run(progress=False, cluster=cluster.address)
    assert together.outcomes == alone.outcomes
    for name in ("results.json", "settings.json", "games.parquet"):
        assert (tmp_path / "together" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()
    lines = [(tmp_path / name / "games.journal").read_bytes().splitlines() for name in ("alone", "together")]
    assert sorted(lines[0]) == sorted(lines[1])  # each game once, in any order
    assert not ray.is_initialized()
    report = Report("random", games=12, seed=1)
    report.run(progress=False, cluster=cluster.address)
    assert report.arena.outcomes == {each.index: each for each in Report("random", 12, seed=1).arena.play_all(1, False)}


def test_games_of_a_node_that_dies_are_played_again(cluster: Cluster) -> None:
    arena = Arena(["rollout:20", "rollout:5"], games=60, seed=2)
    chunks = list(arena.schedule.chunks())
    assert len(chunks) > 8
    found: list[int] = []
    outcomes: dict[int, Any] = {}
    for number, played in enumerate(play_chunks_on(cluster.address, arena.schedule, chunks)):
        if number == 1:
            cluster.remove_node(cluster.second, allow_graceful=False)
        found += [outcome.index for outcome in played]
        outcomes |= {outcome.index: outcome for outcome in played}
    assert sorted(found) == list(range(len(arena.schedule)))  # each once
    arena.play_all(1, progress=False)
    assert outcomes == arena.outcomes


def test_an_arena_whose_driver_stops_is_resumed(cluster: Cluster, tmp_path: Path) -> None:
    """Interrupted on the cluster, carried on with the command."""
    arena = Arena(["random", "greedy"], games=40, out=tmp_path / "arena")
    with arena.folder.open() as journal:
        for number, played in enumerate(play_chunks_on(cluster.address, arena.schedule, list(arena.schedule.chunks()))):
            journal.append(played)
            if number == 2:
                break
    assert 0 < len(read_journal(tmp_path / "arena" / "games.journal")[0]) < 40
    words = ["arena", "--players", "random,greedy", "--games", "40", "--out", str(tmp_path / "arena")]
    done = CliRunner().invoke(app, [*words, "--cluster", cluster.address])
    assert done.exit_code == 0, done.output
    assert "came from an earlier run" in done.stdout
    assert len(read_journal(tmp_path / "arena" / "games.journal")[0]) == 40


def test_a_machine_with_something_else_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gosu_env.agents.arena.cluster.VERSION", "9.9.9")  # here; the machines have another
    with pytest.raises(GosuError, match=r"would play other games: gosu_env 9\.9\.9, now"):
        Arena(["random", "greedy"], games=2).run(progress=False, cluster=cluster.address)
