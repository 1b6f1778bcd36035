"""The baselines learn, are the same for a seed, and are measured over the tree."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from gosu_env.engine.errors import DataError, OptionError  # noqa: E402
from gosu_env.solver.exploitability import Responder, check_policy  # noqa: E402
from gosu_env.solver.tree import GameTree, enumerate_game  # noqa: E402
from gosu_env.training.baselines import curves, nfsp, psro, rnad  # noqa: E402
from gosu_env.training.baselines.games import Played, Tables, random_actions, sample_actions  # noqa: E402

TINY: dict[str, Any] = {"size": "mini", "hand_size": 1, "columns": 1}


@cache
def tree() -> GameTree:
    return enumerate_game("gosu", TINY)


def made(name: str, seed: int = 3) -> Any:
    """A baseline with little to do in an iteration."""
    if name == "nfsp":
        return nfsp.NFSP("gosu", TINY, seed, nfsp.Settings(games=64, steps=4))
    if name == "psro":
        return psro.PSRO("gosu", TINY, seed, psro.Settings(games=64, rounds=15, steps=8, measured=4))
    if name == "rnad":
        return rnad.RNaD("gosu", TINY, seed, replace(rnad.Settings(), games=64, phase=10))
    return curves.make_baseline(name, "gosu", TINY, seed)


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(("name", "iterations"), [("nfsp", 20), ("psro", 1), ("rnad", 30), ("ppo", 4)])
def test_a_baseline_learns(name: str, iterations: int) -> None:
    baseline, responder = made(name), Responder(tree())
    assert all(baseline.learn() > 0 for _ in range(iterations))
    policy = baseline.policy(tree())
    check_policy(tree(), policy)
    assert responder.exploitability(policy) < 0.8 * responder.exploitability(tree().uniform())


@pytest.mark.parametrize("name", ["nfsp", "rnad"])
def test_a_seed_repeats_a_baseline(name: str) -> None:
    found = []
    for _ in range(2):
        baseline = made(name)
        for _ in range(2):
            baseline.learn()
        found.append(baseline.policy(tree()))
    assert (found[0] == found[1]).all()


def test_games_are_told_in_order() -> None:
    rng = np.random.default_rng(0)
    played = Tables("gosu", TINY, 40, 1).play(lambda obs, mask, seat: random_actions(mask, rng))
    assert (played.mask[np.arange(len(played)), played.action] == 1).all()
    assert len({(game, seat) for game, seat in zip(played.game, played.seat, strict=True)}) == played.last.sum()
    for game in range(40):
        own = played.game == game
        gains = dict(zip(played.seat[own].tolist(), played.gain[own].tolist(), strict=True))
        assert len(gains) < 2 or sum(gains.values()) == 0
        assert sorted(played.time[own]) == list(range(int(own.sum())))


def test_what_is_paid_later_goes_to_the_other() -> None:
    rows = {"obs": np.zeros((3, 1), np.int8), "mask": np.ones((3, 2), np.int8), "action": np.zeros(3, np.int64)}
    order = {"game": np.zeros(3, np.int64), "seat": np.array([0, 0, 1]), "time": np.array([0, 2, 1])}
    played = Played(**rows, **order, gain=np.float32([1, 1, -1]), last=np.array([False, True, True]))
    later = rnad.gains_after(played, np.float32([0.5, 0.25, 0.125]))
    assert later.tolist() == [1 + 0.125 - 0.25, 1, -1 + 0.25]


def test_actions_are_as_likely_as_they_should_be() -> None:
    rng = np.random.default_rng(0)
    drawn = sample_actions(np.tile([0.0, 0.25, 0.75], (4000, 1)), rng)
    assert np.bincount(drawn, minlength=3) / 4000 == pytest.approx([0, 0.25, 0.75], abs=0.03)


def test_a_reservoir_keeps_a_uniform_sample() -> None:
    class Number:
        size, actions = 1, 2

        def __call__(self, obs: Any) -> Any:
            return torch.from_numpy(obs.astype(np.float32))

    reservoir = nfsp.Reservoir(Number(), 200, np.random.default_rng(1))  # type: ignore[arg-type]
    for start in range(0, 100):
        number = np.full((20, 1), start, np.int8)
        none = np.zeros(20, np.int64)
        played = Played(number, np.ones((20, 2), np.int8), none, none, none, none, np.zeros(20, np.float32), none > 0)
        reservoir.add(played, np.ones(20, bool))
    assert reservoir.added == 2000
    assert float(reservoir.obs.mean()) == pytest.approx(49.5, abs=8)


def test_curves_are_drawn_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "make_baseline", lambda name, game, options, seed: made(name, seed))
    given = ["--algorithms", "rnad", "--decisions", "900", "--seeds", "1", "--out", str(tmp_path)]
    given += [word for name, value in TINY.items() for word in ("--option", f"{name}={value}")]
    first = curves.main(given)
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    kept = json.loads((tmp_path / "curves.json").read_text(encoding="utf-8"))
    assert [point["decisions"] for point in kept["runs"]["rnad-0"]] == sorted(p.decisions for p in first.runs["rnad-0"])
    monkeypatch.setattr(curves, "make_baseline", lambda *_: pytest.fail("it is there already"))
    assert curves.main(given).runs == first.runs
    with pytest.raises(OptionError, match="another game or length"):
        curves.main([*given, "--decisions", "1000"])
    (tmp_path / "curves.json").write_text("{", encoding="utf-8")
    with pytest.raises(DataError, match="damaged"):
        curves.main(given)
    with pytest.raises(OptionError, match="unknown algorithm 'nsfp'"):
        curves.main(["--algorithms", "nsfp"])
