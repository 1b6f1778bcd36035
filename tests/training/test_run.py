"""Runs: killed and resumed, damaged, measured."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

import gosu_env
from gosu_env import DataError, Game, GosuError, OptionError
from gosu_env.agents.policy import About, file_digest, shipped_folder
from gosu_env.engine.files import write_whole
from gosu_env.gosu.cards import DEFAULT_SET
from gosu_env.training.checkpoint import save_policy
from gosu_env.training.folder import RunFolder
from gosu_env.training.ppo import Settings
from gosu_env.training.run import LAST, Run, read_settings
from tests.training.killing import check_killed_run, curve

SMALL = Settings(decisions=12_000, num_envs=32, n_steps=16, width=16, depth=1, imitation=3_000)


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_numbers(tmp_path):
    check_killed_run(tmp_path, SMALL, threads=1)


def test_a_run_killed_in_its_last_moment_has_its_whole_curve(tmp_path, monkeypatch):
    def killed(path, data):
        if path.name == "curve.json":
            raise KeyboardInterrupt
        write_whole(path, data)

    few = Settings(decisions=500, num_envs=16, n_steps=16, width=8, depth=1)
    more = {"measurements": 1, "measured_against": ("random",), "deals": 2}
    with monkeypatch.context() as patched:
        patched.setattr("gosu_env.training.run.write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            Run(tmp_path, few, **more).train()
    run = Run(tmp_path, few, **more)
    run.train()
    assert [row["decisions"] for row in curve(tmp_path)] == [run.learner.decisions]


def test_the_last_evaluation_has_more_deals(tmp_path, monkeypatch):
    asked, measure = [], Run.measure

    def counting(run, opponent, deals, seed=0):
        asked.append(deals)
        return measure(run, opponent, deals, seed)

    monkeypatch.setattr(Run, "measure", counting)
    few = Settings(decisions=1_200, num_envs=16, n_steps=16, width=8, depth=1)
    Run(tmp_path, few, measurements=3, measured_against=("random",), deals=2).train()
    assert asked == [2, 2, 2 * LAST]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, Settings(decisions=2_000, num_envs=32, n_steps=16, width=8, depth=1), measurements=2, deals=4)
    run.train()
    return run


def test_a_finished_run_has_its_files_and_is_over(finished):
    names = {path.name for path in finished.folder.iterdir()}
    assert {"settings.json", "policy.safetensors", "resume.safetensors", "curve.json", "tensorboard"} <= names
    assert read_settings(finished.folder) == finished.settings
    again = Run(finished.folder, finished.settings)
    assert again.is_over
    assert [row.scores for row in again.curve] == [row.scores for row in finished.curve]
    np.testing.assert_array_equal(again.learner.batch.obs, finished.learner.batch.obs)


def test_other_settings_in_the_same_folder_are_refused(finished):
    with pytest.raises(OptionError, match="contains a run with different settings: width 8, now 9; use the same"):
        Run(finished.folder, replace(finished.settings, width=9))
    with pytest.raises(
        OptionError, match=r"decisions 2000, now 1000; use the same settings to resume, or another folder$"
    ):
        Run(finished.folder, replace(finished.settings, decisions=1_000), extend=True)


def test_a_run_of_a_version_with_other_settings_is_refused(tmp_path):
    found = {"kind": "self-play", "settings": {"trace": 0.95, "clip": 0.2}}
    wanted = {"kind": "self-play", "settings": {"gae_lambda": 0.95, "clip_range": 0.2}}
    with pytest.raises(OptionError, match="a run of another version, with settings clip, trace; use another folder"):
        RunFolder(tmp_path).check(found, wanted, extend=True)


def test_settings_say_what_a_run_is_made_of(tmp_path):
    few = Settings(num_envs=16, n_steps=16, width=8, depth=1, imitation=100, teacher="policy:strong", start="strong")
    Run(tmp_path, replace(few, options="turn_limit", width=512, depth=2))
    terms = json.loads((tmp_path / "settings.json").read_text())
    assert terms["kind"] == "self-play"
    assert terms["settings"]["opponents"] == ""
    assert terms["cards"] == Game("gosu").rules.digest
    assert terms["options"]["turn_limit"] is True
    strong = file_digest(shipped_folder("gosu") / "strong-2.safetensors")
    assert terms["policies"] == dict.fromkeys(("start", "teacher"), strong)
    assert terms["code"].startswith(gosu_env.__version__ + " ")


@pytest.fixture
def copied(finished, tmp_path):
    """The folder of a finished run, to do something to."""
    folder = tmp_path / "copied"
    shutil.copytree(finished.folder, folder)
    return folder


def test_a_finished_run_is_extended_on_purpose(finished, copied):
    longer = replace(finished.settings, decisions=4_000)
    with pytest.raises(OptionError, match=r"decisions 2000, now 4000; .* --extend"):
        Run(copied, longer)
    run = Run(copied, longer, measurements=2, deals=4, extend=True)
    before = run.learner.decisions
    assert before >= 2_000
    run.train()
    assert run.learner.decisions >= 4_000
    terms = json.loads((copied / "settings.json").read_text())
    assert terms["settings"]["decisions"] == 4_000
    assert terms["extended"] == [{"after": before, "changes": ["decisions 2000, now 4000"]}]
    assert Run(copied, longer).is_over


def test_newer_code_is_noticed(finished, copied, monkeypatch):
    monkeypatch.setattr("gosu_env.training.folder.code_version", lambda game: "0.2.0 abc")
    with pytest.raises(OptionError, match=r"code 0\.1\.0 \w+, now 0\.2\.0 abc; .* --extend"):
        Run(copied, finished.settings)
    assert Run(copied, finished.settings, extend=True).terms["extended"][0]["changes"][0].startswith("code 0.1.0")


def test_changed_cards_are_noticed(tmp_path):
    cards = tmp_path / "mine.toml"
    cards.write_bytes(DEFAULT_SET.read_bytes())
    few = Settings(decisions=300, num_envs=16, n_steps=16, width=8, depth=1, options=f"cards={cards}")
    Run(tmp_path / "run", few, measurements=1, measured_against=("random",), deals=2).train()
    cards.write_text(cards.read_text().replace('name = "Murk"', 'name = "Mork"'))
    with pytest.raises(OptionError, match=r"cards \w{16}, now \w{16}"):
        Run(tmp_path / "run", few)


def test_a_policy_that_was_trained_again_is_noticed(finished, tmp_path):
    """The one that a run began with is another one now."""
    first = tmp_path / "first.safetensors"
    shutil.copy(finished.folder / "policy.safetensors", first)
    later = replace(finished.settings, decisions=600, start=str(first))
    Run(tmp_path / "run", later, measurements=1, measured_against=("random",), deals=2).train()
    save_policy(first, finished.learner.network, About("gosu", 2, 8, 1, decisions=9))
    with pytest.raises(OptionError, match=r"start \w{16}, now \w{16}"):
        Run(tmp_path / "run", later)


def test_one_run_at_a_time_writes_into_a_folder(finished, copied):
    first = Run(copied, finished.settings)
    with pytest.raises(GosuError, match=r"lock: another run is writing to this folder"):
        Run(copied, finished.settings)
    first.close()
    second = Run(copied, finished.settings)
    with pytest.raises(GosuError, match="another run"):
        first.save()
    second.train()  # nothing is left to do, and the folder is free again
    first.save()


def test_a_file_in_the_place_of_the_folder_is_told(finished, tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "run"):
        with pytest.raises(GosuError, match=r"file.*: cannot be used: .*expected a folder"):
            Run(path, finished.settings)


def test_a_changed_bit_of_a_checkpoint_is_noticed(finished, copied):
    path = copied / "resume.safetensors"
    whole = path.read_bytes()
    for at in (len(whole) - 5, len(whole) // 2, 40):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        path.write_bytes(bytes(damaged))
        with pytest.raises(DataError, match=r"resume\.safetensors: not a checkpoint of this project, or damaged"):
            Run(copied, finished.settings)


@pytest.mark.parametrize("damage", [lambda data: data[:200], lambda data: b"x" * 50, lambda data: b""])
def test_a_damaged_checkpoint_is_refused_and_left_alone(finished, tmp_path, damage):
    broken = damage((finished.folder / "resume.safetensors").read_bytes())
    (tmp_path / "resume.safetensors").write_bytes(broken)
    with pytest.raises(DataError, match=r"resume\.safetensors"):
        Run(tmp_path, finished.settings)
    assert (tmp_path / "resume.safetensors").read_bytes() == broken


def test_damaged_settings_are_refused(tmp_path):
    (tmp_path / "settings.json").write_text('{"settings": {"wide": 3}}')
    with pytest.raises(DataError, match=r"settings\.json.*wide.*width"):
        read_settings(tmp_path)
    for text in ("{", "[]", '{"settings": 3}'):
        (tmp_path / "settings.json").write_text(text)
        with pytest.raises(DataError, match=r"settings\.json: damaged"):
            read_settings(tmp_path)


def test_a_network_for_a_game_with_other_spaces_goes_on_there_and_nowhere_else(tmp_path):
    few = Settings(decisions=500, num_envs=16, n_steps=16, width=16, depth=1, options="kamakor")
    Run(tmp_path / "first", few, measurements=1, measured_against=("random",), deals=2).train()
    later = replace(few, start=str(tmp_path / "first"))
    run = Run(tmp_path / "second", later, measurements=1, measured_against=(f"policy:{tmp_path / 'first'}",), deals=2)
    run.train()
    assert run.curve[-1].decisions >= 500
    with pytest.raises(DataError, match="does not fit the game"):
        Run(tmp_path / "third", replace(later, options=""))
