"""Who imports whom: one way, without circles, and nothing of the engine knows what is built on it."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from gosu_env.engine import rules

ROOT = Path(__file__).parents[1]

# Every folder may import those before it, besides itself; modules of the root package stand for themselves.
# What of a game is for people to look at stands on the drawing and the screen that all games share.
LAYERS = (
    "version",
    "engine",
    "armies",
    "rules of a game",
    "render",
    "envs",
    "agents",
    "dataset",
    "training",
    "play",
    "shown",
    "web",
    "cli",
)
GAMES = tuple(rules.GAMES)
SHOWN = (
    *(
        "aims",
        "board",
        "catalogue",
        "course",
        "drawing",
        "drawn_cards",
        "drawn_table",
        "lessons",
        "lettered_cards",
        "log",
    ),
    *("screen", "signs", "told_armies"),
)


def layer(module: str) -> str:
    """The layer of a module of the package."""
    folder, part = [*module.split("."), "", ""][1:3]
    if folder in (*GAMES, "armies") and part in SHOWN:
        return "shown"
    return "rules of a game" if folder in GAMES else folder


# Whatever is for any game asks the registry, gosu_env.engine.rules, for the folder of one.
OF_A_GAME = tuple(f"gosu_env.{folder}{game}" for game in rules.GAMES for folder in ("", "agents."))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "gosu_env").with_suffix("").parts
    return ".".join(("gosu_env", *(part for part in parts if part != "__init__")))


def sources() -> dict[str, Path]:
    folders = (
        "",
        "agents",
        "armies",
        "dataset",
        "training",
        "cli",
        "engine",
        "envs",
        "play",
        "render",
        "web",
        *rules.GAMES,
    )
    found = [path for folder in ("", *folders, *rules.GAMES) for path in (ROOT / "gosu_env" / folder).glob("*.py")]
    agents = ROOT / "gosu_env" / "agents"
    own = [folder for game in rules.GAMES for folder in (game, f"{game}/balance")]
    found += [path for folder in ("arena", "balance", *own) for path in (agents / folder).glob("*.py")]
    return {module_name(path): path for path in found}


def imports(path: Path, modules: set[str]) -> set[str]:
    """The modules of the package that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules else node.module for name in names}
    return found & modules


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    modules = sources()
    return {name: imports(path, set(modules)) - {name} for name, path in modules.items()}


def test_no_module_imports_itself_by_a_detour(graph: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_the_engine_knows_nothing_of_what_is_built_on_it(graph: dict[str, set[str]]) -> None:
    outside = {
        (name, other)
        for name, others in graph.items()
        if name.startswith("gosu_env.engine")
        for other in others
        if not other.startswith(("gosu_env.engine", "gosu_env.version"))
    }
    assert not outside


def test_armies_know_the_engine_and_no_game(graph: dict[str, set[str]]) -> None:
    """What of them is for people to look at also knows the drawing and the screen that all games share."""
    shared = {name: others for name, others in graph.items() if name.startswith("gosu_env.armies.")}
    assert shared
    for name, others in shared.items():
        known = ("gosu_env.armies", "gosu_env.engine")
        known += ("gosu_env.render", "gosu_env.play") if layer(name) == "shown" else ()
        assert not [other for other in others if not other.startswith(known)]


def test_games_do_not_know_each_other(graph: dict[str, set[str]]) -> None:
    games = tuple(f"gosu_env.{game}." for game in GAMES)
    for name, others in graph.items():
        own = [game for game in games if name.startswith(game)]
        assert not own or not [other for other in others if other.startswith(games) and not other.startswith(own[0])]


def test_imports_go_one_way(graph: dict[str, set[str]]) -> None:
    upwards = set()
    for name, others in graph.items():
        for other in others:
            own, its = layer(name), layer(other)
            if own in LAYERS and its in LAYERS and LAYERS.index(own) < LAYERS.index(its):
                upwards.add(f"{name} imports {other}")
    assert not upwards


def test_only_the_folders_of_a_game_name_it(graph: dict[str, set[str]]) -> None:
    def inside(name: str, folders: tuple[str, ...]) -> bool:
        return any(f"{name}.".startswith(f"{folder}.") for folder in folders)

    outside = {
        f"{name} imports {other}"
        for name, others in graph.items()
        if not inside(name, OF_A_GAME)
        for other in others
        if inside(other, OF_A_GAME)
    }
    assert not outside


@pytest.mark.parametrize("package", ["agents", "training"])
def test_a_bare_name_says_what_to_import(package: str) -> None:
    command = [sys.executable, "-c", f"import {package}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"this package is gosu_env.{package}" in done.stderr
