"""Teaching a small network: what it is told, that it learns, that it goes on after an interruption."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from gosu_env import DataError, Game, OptionError, View, make_batch
from gosu_env.agents import make_agent
from gosu_env.agents.policy import load_policy
from gosu_env.engine.cuda import CudaBatch
from gosu_env.engine.rules import find_rules
from gosu_env.training import judge
from gosu_env.training.folder import RunFolder
from gosu_env.training.judge import FIRST, ON, Lessons, Settings, Teaching, main, teach, think
from tests.test_cuda import HostGpu, needs_compiler

SETTINGS = Settings(num_players=2, width=16, depth=1, decisions=8 * 64 * 8, num_envs=64, n_steps=8, batch_size=128)


def test_what_came_of_every_position():
    """A game of two: seat 0 is to move, decides within its turn, seat 1 is to move, seat 0 again, and it ends."""
    lessons = Lessons(6, make_batch("gosu", 1, 2, seed=1))
    lessons.seat[:, 0] = torch.tensor([0, 0, 1, 0, 1, 1])
    lessons.between[:, 0] = torch.tensor([True, False, True, True, True, True])
    lessons.value[:, 0] = torch.tensor([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    lessons.done[3], lessons.reward[3] = True, torch.tensor([1.0, -1.0])
    lessons.look_back()
    nothing = np.nan
    wanted = [[0.1, 0.3], [nothing, nothing], [0.4, 0.3], [0.4, -1], [nothing, 0.5], [nothing, 0.6]]
    np.testing.assert_allclose(lessons.worth[:, 0], wanted)
    assert lessons.weight[:, 0].tolist() == [1, 1, FIRST, 1, 1, 1]


def test_lessons_tell_what_the_seats_see_and_what_the_teacher_thinks():
    teaching = Teaching(SETTINGS)
    batch = teaching.batch
    game = batch.game(3)
    seen = [game.observe(seat) for seat in range(2)]
    teaching.play(np.random.default_rng(1))
    lessons = teaching.lessons
    assert batch.states[3].decisions <= game.state.decisions + ON + 2  # back from the detour; some answers are forced
    np.testing.assert_array_equal(lessons.obs[0, 3], seen)
    np.testing.assert_allclose(lessons.advice.float().sum(2), 1, atol=1e-2)
    assert (lessons.advice[lessons.mask == 0] == 0).all()
    known = ~lessons.worth.isnan()
    assert 0.2 < known.float().mean() < 0.95
    own = lessons.worth.gather(2, lessons.seat.unsqueeze(2)).squeeze(2)
    assert torch.equal(own[lessons.between], lessons.value[lessons.between])


def test_it_learns_and_the_network_can_be_played_with(tmp_path):
    settings = replace(SETTINGS, decisions=24 * 64 * 8)
    teaching = teach(settings, tmp_path, Console(quiet=True))
    assert teaching.number == teaching.total == 24
    teaching.play(np.random.default_rng(5))
    fresh = Teaching(settings)
    fresh.lessons = teaching.lessons
    with torch.no_grad():
        before, after = ([float(loss) for loss in who._losses(*who.lessons.rows())] for who in (fresh, teaching))
    assert after[0] < 0.7 * before[0]
    assert after[1] < 0.95 * before[1]
    game = Game("gosu", seed=4)
    for spec in (f"policy:{tmp_path}", f"ismcts:20:judge={tmp_path}"):
        assert make_agent(spec, 1).act(View(game)) in game.legal_actions()


def test_every_table_has_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    quick = ["--envs", "8", "--steps", "4", "--decisions", "32", "--set", "width=8"]
    for table in ([], ["--option", "kamakor"], ["--game", "gosux"]):
        main(["--players", "2", *table, *quick])
    assert {path.name for path in Path("runs").iterdir()} == {"judge-2-0", "judge-2-0-kamakor", "gosux-judge-2-0"}


def test_an_interrupted_one_goes_on_to_the_same_numbers(tmp_path):
    whole = Teaching(SETTINGS)
    losses = [whole.work() for _ in range(4)]
    first = Teaching(SETTINGS)
    assert [first.work() for _ in range(2)] == losses[:2]
    first.save(tmp_path)
    second = Teaching(SETTINGS)
    second.resume(RunFolder(tmp_path))
    assert second.number == 2
    assert [second.work() for _ in range(2)] == losses[2:]


def test_other_settings_and_damaged_files_are_refused(tmp_path):
    Teaching(SETTINGS).save(tmp_path)
    kept = RunFolder(tmp_path)
    with pytest.raises(OptionError, match=r"seed 0, now 1; .* another folder"):
        Teaching(replace(SETTINGS, seed=1)).resume(kept)
    (tmp_path / "resume.safetensors").write_bytes(b"nothing")
    with pytest.raises(DataError, match="damaged"):
        Teaching(SETTINGS).resume(kept)


@pytest.mark.parametrize(("name", "value"), [("n_steps", 0), ("width", 0), ("num_envs", -1), ("depth", -1)])
def test_absurd_settings_are_refused(name, value):
    with pytest.raises(OptionError, match=f"{name}.* or more"):
        replace(SETTINGS, **{name: value})


def test_one_goes_on_from_another_network(tmp_path):
    first = teach(replace(SETTINGS, decisions=2 * 64 * 8), tmp_path / "first", Console(quiet=True))
    settings = replace(SETTINGS, decisions=64 * 8, start=str(tmp_path / "first"), width=99)
    second = Teaching(settings)
    weights = zip(first.network.parameters(), second.network.parameters(), strict=True)
    for before, now in weights:
        np.testing.assert_allclose(now.detach().numpy(), before.detach().numpy(), atol=1e-3)  # files have halves
    second = teach(settings, tmp_path / "second", Console(quiet=True))
    about = load_policy(tmp_path / "second" / "policy.safetensors").about
    assert (about.width, about.depth, about.decisions) == (16, 1, 3 * 64 * 8)
    assert second.terms["policies"].keys() >= {"teacher", "start"}


def test_a_table_with_options_is_taught_by_the_policy_for_it(tmp_path):
    settings = replace(SETTINGS, num_players=4, options="teams", decisions=64 * 8)
    teaching = teach(settings, tmp_path, Console(quiet=True))
    assert teaching.batch.rules.options["teams"]
    game = Game("gosu", 4, seed=4, teams=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert make_agent(f"ismcts:20:judge={tmp_path}", 1).act(View(game)) in game.legal_actions()


def test_a_detour_that_never_ends_is_lost():
    teaching = Teaching(replace(SETTINGS, max_decisions=6))
    teaching.play(np.random.default_rng(1))
    lessons = teaching.lessons
    assert lessons.done.any()
    assert (lessons.reward[lessons.done] == -1).all()


@needs_compiler
@pytest.mark.parametrize(("game", "num_players"), [("gosu", 2), ("laundromat", 3)])
def test_lessons_are_the_same_where_features_come_first(game, num_players, monkeypatch, tmp_path):
    """As on a GPU, whose program is compiled for the CPU here."""
    settings = replace(SETTINGS, game=game, num_players=num_players)

    def on_device(name, num_envs, players, *, device, seed, extras, **options):
        rules = find_rules(name, players, options)
        gpu = HostGpu(rules.device_source({"extras"}), tmp_path)
        return CudaBatch(rules, num_envs, seed, gpu=gpu, extras=extras)

    usual = Teaching(settings)
    monkeypatch.setattr(judge, "make_batch", on_device)
    monkeypatch.setattr(judge, "MISTAKE", 0)
    other = Teaching(settings)
    assert other.feature_major
    for teaching in (usual, other):
        teaching.play(np.random.default_rng(1))
    for name, part in vars(usual.lessons).items():
        torch.testing.assert_close(vars(other.lessons)[name], part, rtol=0, atol=0, equal_nan=True)
    np.testing.assert_array_equal(other.batch.obs.T, usual.batch.obs)  # back from the detour


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_on_a_gpu_teacher_and_network_see_what_they_see_on_a_cpu():
    found = []
    for device in ("cpu", "cuda"):
        teaching = Teaching(replace(SETTINGS, device=device))
        batch = teaching.batch
        batch.rollout(50)
        with torch.no_grad():
            for ends in (teaching.teacher, teaching.ends):
                found.append([part.cpu() for part in think(ends, torch.from_numpy(batch.obs).to(device))])
    for on_cpu, on_gpu in zip(found[:2], found[2:], strict=True):
        for ours, theirs in zip(on_cpu, on_gpu, strict=True):
            torch.testing.assert_close(ours, theirs, rtol=0.05, atol=0.1)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there():
    with pytest.raises(OptionError, match="torch finds no GPU"):
        replace(SETTINGS, device="cuda")


def test_the_command(tmp_path, capsys):
    small = ("--players", "2", "--decisions", "2048", "--envs", "64", "--steps", "8", "--width", "8")
    main([*small, "--out", str(tmp_path / "small")])
    assert "judge=" in capsys.readouterr().out
    assert (tmp_path / "small" / "policy.safetensors").exists()
