"""The wheel, installed apart from the sources: what a project of somebody else gets."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from gosu_env.engine.rules import GAMES

ROOT = Path(__file__).parents[1]
BOT = """
class Bot:
    def act(self, view):
        return view.legal_actions()[0]
"""
USE = """
import agents.dqn, gosu_env, training
from gosu_env.agents import make_agent
from gosu_env.training import presets
print(gosu_env.__file__)
print(type(make_agent("agents.dqn:Bot")).__name__, type(make_agent("greedy")).__name__, bool(presets.PRESETS))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it and nothing of the checkout; the libraries are those of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    left = shutil.ignore_patterns(
        ".*", "build", "dist", "runs", "__pycache__", "*.egg-info", "tests", "notebooks", "docs"
    )
    shutil.copytree(
        ROOT, folder / "sources", symlinks=True, ignore=left
    )  # builds of one folder get into each other's way
    build = [
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(folder / "sources"),
    ]
    subprocess.run([sys.executable, "-m", "pip", *build], check=True, cwd=folder)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = folder / "venv/bin/python"
    home = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "venv")}))
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = {name.partition("/")[0] for name in content.namelist()}
        content.extractall(home)
    assert {name for name in names if not name.endswith(".dist-info")} == {"gosu_env"}
    paths = [path for path in sys.path if path.endswith("site-packages")]
    (home / "libraries.pth").write_text("\n".join(paths) + "\n")  # after the wheel: its editable install is hidden
    return python


PLAY = """
import gosu_env
from gosu_env.agents import make_agent
from gosu_env.engine.compile import INTERPRETED, build
for name in ("gosu", "gosux", "laundromat"):
    game = gosu_env.Game(name, seed=1)
    game.apply(make_agent("greedy").act(gosu_env.View(game)))
    gosu_env.make_batch(name, 4, num_players=2, seed=1).rollout(10)
print(INTERPRETED, build.built_here, build.find_compiler())
"""


def test_nothing_is_compiled_where_there_is_no_compiler(installed: Path, tmp_path: Path) -> None:
    """The wheel brings its libraries, nothing is interpreted, and nothing is written."""
    env = {"PATH": "", "HOME": str(tmp_path), "GOSU_ENV_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([installed, "-c", PLAY], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "False [] None\n"), done.stderr
    assert list(tmp_path.iterdir()) == []


OWN_RULES = """
from gosu_env.engine.compile import entry, rule

@rule
def doubled(number: int) -> int:
    return 2 * number

@entry
def answer(number: int) -> int:
    return doubled(number) + 1
"""


def test_rules_of_ones_own_run_interpreted_where_there_is_no_compiler(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "own_rules.py").write_text(OWN_RULES)
    code = "import own_rules; print(own_rules.answer(20), own_rules.answer(3))"
    env = {"PATH": "", "HOME": str(tmp_path)}
    done = subprocess.run([installed, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "41 7\n"), done.stderr
    assert done.stderr.count("\n") == 1
    assert "<entry own_rules.answer> runs interpreted, which is slow: no C++ compiler" in done.stderr


@pytest.mark.slow
def test_a_project_with_agents_and_training_of_its_own_uses_the_wheel(installed: Path, tmp_path: Path) -> None:
    for package in ("agents", "training"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("")
    (tmp_path / "agents/dqn.py").write_text(BOT)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([installed, "-c", USE], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    where, what = done.stdout.splitlines()
    assert Path(where).is_relative_to(installed.parents[1])
    assert what == "Bot GreedyAgent True"
    command = [installed, "-m", "gosu_env", "arena", "--players", "me=agents.dqn:Bot,random", "--games", "2"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_the_wheel_has_the_cards_of_every_game(installed: Path, tmp_path: Path, game: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [installed, "-m", "gosu_env", "cards", "--game", game]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
