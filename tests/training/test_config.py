"""Settings from presets, files and the command line: which counts, what is refused, how a run is started again."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, replace

import pytest
from typer.testing import CliRunner

from gosu_env import DataError, GosuError, OptionError
from gosu_env.cli import app
from gosu_env.training import best_response, judge, league, ppo, sb3_maskable, td
from gosu_env.training.config import Config
from gosu_env.training.presets import PRESETS, find_preset
from gosu_env.training.run import Run
from gosu_env.training.settings_file import change_settings, read_changes, settings_text
from tests.training.killing import curve

TINY = ("num_envs=16", "n_steps=16", "width=8", "depth=1", "decisions=500")


@pytest.fixture
def file(tmp_path):
    """Writes a file of settings."""

    def write(text, name="mine.toml"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return write


def test_the_file_counts_before_the_preset_and_the_command_line_before_the_file(file):
    path = file('preset = "imitation"\nwidth = 32\ndepth = 3\nlearning_rate = 1\n')
    made = Config("quick", None, path).settings(["width=48"], seed=5)
    preset = find_preset("imitation", 2, 5)
    assert (made.width, made.depth, made.learning_rate) == (48, 3, 1.0)
    assert isinstance(made.learning_rate, float)
    assert asdict(made) == asdict(preset) | {"width": 48, "depth": 3, "learning_rate": 1.0}
    assert Config("quick", "gpu", path).settings().num_envs == find_preset("gpu").num_envs
    assert Config("quick").settings() == find_preset("quick")


def test_the_table_may_stand_in_the_file(file):
    path = file('game = "laundromat"\nnum_players = 3\nseed = 9\n')
    made = Config("quick", None, path).settings()
    assert made == find_preset("quick", 3, 9, {}, "laundromat")
    assert Config("quick", None, path).settings(players=4, seed=1) == find_preset("quick", 4, 1, {}, "laundromat")
    teams = Config("quick", None, file('options = ["teams", "turn_limit"]\n')).settings()
    assert (teams.num_players, teams.options) == (4, "teams,turn_limit")


def test_a_game_has_values_of_its_own_in_presets_and_whatever_is_asked_for_counts_before_them(
    file, tmp_path, monkeypatch
):
    own, usual = find_preset("quick", 2, 0, {}, "laundromat"), find_preset("quick")
    assert (own.td_lambda, own.num_envs) == (0.7, 64) != (usual.td_lambda, usual.num_envs)
    assert find_preset("ppo", 2, 0, {}, "laundromat") == replace(find_preset("ppo"), game="laundromat")
    assert Config("quick").settings(["td_lambda=0.5"], game="laundromat").td_lambda == 0.5
    monkeypatch.setattr("gosu_env.training.presets.game_folder", lambda _: tmp_path)
    (tmp_path / "presets.toml").write_text("[td]\ntd_lambda = 0.5\nwidht = 5\n")
    with pytest.raises(OptionError, match=r"presets.toml, line 3: there is no setting 'widht'; did you mean 'width'"):
        find_preset("cpu")
    assert find_preset("ppo") == PRESETS["ppo"]


def test_values_are_read_as_the_settings_have_them():
    s = change_settings(ppo.Settings(), ["decisions=5e6", "num_envs=1_024", "ent_coef=0", "teacher=my:Bot"])
    assert (s.decisions, s.num_envs, s.ent_coef, s.teacher) == (5_000_000, 1024, 0.0, "my:Bot")
    assert type(s.decisions) is int


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("depth = 2\nwidht = 3\n", r"mine\.toml, line 2: there is no setting 'widht'; did you mean 'width'\?"),
        ('\nwidth = "much"\n', r"mine\.toml, line 2: setting width: expected a whole number, not 'much'"),
        ("width = 2.5\n", r"mine\.toml, line 1: setting width: expected a whole number, not 2\.5"),
        ("width = true\n", "setting width: expected a whole number, not True"),
        ("learning_rate = nan\n", "setting learning_rate: expected a number, not nan"),
        ("learning_rate = [1]\n", "setting learning_rate: expected a number"),
        ("teacher = 3\n", "setting teacher: expected a text, not 3"),
        (
            "td_lambda = 0.5\n",
            "line 1: there is no setting 'td_lambda'; it is one of td, by which these presets learn: quick, cpu",
        ),
        ("[league]\nevery = 3\n", r"mine\.toml, line 2: there is no setting 'league\.every'"),
        ('preset = "quik"\n', "unknown preset 'quik'"),
        ('algorithm = "pp"\n', "unknown algorithm 'pp'"),
        ('algorithm = "td"\npreset = "ppo"\n', "preset 'ppo' does not learn by td"),
        ("num_envs = 0\n", "setting num_envs: 0 is too small"),
    ],
)
def test_wrong_settings_in_a_file_are_told_with_their_place(file, text, said):
    with pytest.raises(OptionError, match=said):
        Config("ppo", None, file(text)).settings()


def test_files_that_are_none_are_told(file, tmp_path):
    with pytest.raises(DataError, match=r"mine\.toml: not a file of settings in TOML: .*line 1"):
        read_changes(file("width 3"))
    with pytest.raises(GosuError, match=r"absent\.toml"):
        read_changes(tmp_path / "absent.toml")


@pytest.mark.parametrize("word", ["widht=3", "width=much", "width"])
def test_wrong_words_are_told(word):
    with pytest.raises(OptionError, match=r"width"):
        change_settings(td.Settings(), [word])


@pytest.mark.parametrize("settings", [ppo.Settings(teacher='a"\\\x7f\n'), td.Settings(learning_rate=1e-5)])
def test_written_settings_are_read_again(file, settings):
    path = file(settings_text(settings, "ppo" if isinstance(settings, ppo.Settings) else "td", "gosu train"))
    assert Config("quick", None, path).settings() == settings


@pytest.mark.slow
def test_a_run_is_started_again_from_its_folder(tmp_path):
    """To the same numbers."""
    first, again = tmp_path / "first", tmp_path / "again"
    words = [word for change in TINY for word in ("--set", change)]
    options = ["--opponents", "greedy", "--no-showcase"]
    done = CliRunner().invoke(app, ["train", "--preset", "quick", "--seed", "3", "--out", str(first), *options, *words])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(
        app, ["train", "--settings", str(first / "settings.toml"), "--out", str(again), "--no-showcase"]
    )
    assert done.exit_code == 0, done.output
    assert curve(first) == curve(again)
    assert (first / "settings.toml").read_bytes() == (again / "settings.toml").read_bytes()


@pytest.mark.slow
def test_leagues_and_responses_take_files_and_are_started_again(file, tmp_path):
    text = "\n".join([*TINY, "imitation=0"]) + "\n"
    path = file(text + "[league]\nevery = 1\nexploiter = false\n")
    first = league.main(["--settings", str(path), "--out", str(tmp_path / "league")])
    assert (first.every, first.exploiter, first.settings.width) == (1, None, 8)
    kept = tmp_path / "league" / "settings.toml"
    assert tomllib.loads(kept.read_text())["league"] == {"every": 1, "exploiter": False}
    second = league.main(["--settings", str(kept), "--out", str(tmp_path / "again")])
    assert curve(tmp_path / "again") == curve(tmp_path / "league")
    assert second.settings == first.settings
    path = file(text + "[league]\nevery = 1\nexploiters = 2\n")
    third = league.main(["--settings", str(path), "--out", str(tmp_path / "two")])
    assert len(third.exploiters) == 2
    kept = tmp_path / "two" / "settings.toml"
    assert tomllib.loads(kept.read_text())["league"] == {"every": 1, "exploiter": True, "exploiters": 2}
    assert len(league.main(["--settings", str(kept), "--out", str(tmp_path / "two")]).exploiters) == 2
    with pytest.raises(OptionError, match=r"mine\.toml, line \d: there is no setting 'league.evry'"):
        league.main(["--settings", str(file("[league]\nevry = 1\n"))])

    path = file(text, "response.toml")
    score = best_response.main(["random", "--settings", str(path), "--deals", "2", "--out", str(tmp_path / "response")])
    kept = tmp_path / "response" / "settings.toml"
    assert tomllib.loads(kept.read_text())["opponents"] == "random"
    again = best_response.main(["--settings", str(kept), "--deals", "2", "--out", str(tmp_path / "response 2")])
    assert again == score
    with pytest.raises(OptionError, match="no opponent; expected the name of an agent"):
        best_response.main(["--settings", str(path)])


def test_the_command_takes_any_agent(tmp_path):
    words = [word for change in (*TINY, "imitation=200") for word in ("--set", change)]
    call = ["train", "--preset", "imitation", "--out", str(tmp_path / "run"), "--no-showcase"]
    done = CliRunner().invoke(app, [*call, "--teacher", "rollout:2", "--opponents", "rollout:2,random", *words])
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "against rollout:2" in told
    done = CliRunner().invoke(
        app, ["train", "--preset", "ppo", "--opponents", "gredy", *words, "--out", str(tmp_path / "other")]
    )
    assert done.exit_code == 2
    assert "did you mean 'greedy'" in " ".join(done.output.split())
    done = CliRunner().invoke(app, ["train", "--preset", "ppo", "--teacher", "greedy", "--set", "imitation=0"])
    assert done.exit_code == 2
    assert "nothing is imitated" in done.output


def test_a_run_in_python_has_the_file_too(tmp_path):
    run = Run(tmp_path, ppo.Settings(num_envs=16, n_steps=16, width=8, depth=1))
    run.close()
    assert Config("quick", None, tmp_path / "settings.toml").settings() == run.settings


def test_distillation_and_maskable_ppo_take_files_too(file, tmp_path, capsys):
    path = file("num_players = 2\nwidth = 8\ndecisions = 256\nnum_envs = 16\nn_steps = 8\n")
    judge.main(["--settings", str(path), "--set", "depth=2", "--out", str(tmp_path / "judge")])
    kept = tomllib.loads((tmp_path / "judge" / "settings.toml").read_text())
    assert (kept["width"], kept["depth"], kept["decisions"]) == (8, 2, 256)
    judge.main(["--settings", str(tmp_path / "judge" / "settings.toml"), "--out", str(tmp_path / "again")])
    policies = [(tmp_path / name / "policy.safetensors").read_bytes() for name in ("judge", "again")]
    assert policies[0] == policies[1]
    with pytest.raises(OptionError, match=r"mine\.toml, line 1: there is no setting 'widht'; did you mean 'width'"):
        judge.main(["--settings", str(file("widht = 3"))])

    path = file("total_timesteps = 64\nnum_envs = 8\nn_steps = 8\nbatch_size = 64\nwidth = 8\n")
    sb3_maskable.main(["--settings", str(path), "--set", "n_epochs=1", "--out", str(tmp_path / "sb3")])
    kept = tomllib.loads((tmp_path / "sb3" / "settings.toml").read_text())
    assert (kept["total_timesteps"], kept["n_epochs"], kept["depth"]) == (64, 1, 2)
