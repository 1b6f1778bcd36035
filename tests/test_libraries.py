"""Compiled code on disk: found again wherever the sources lie, made again when it has to be, and never needed."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gosu_env import units
from gosu_env.engine.compile import INTERPRETED, build, packaged, store
from gosu_env.engine.compile.store import FOLDER, SUM, Cache, cache_folder
from gosu_env.engine.errors import GosuError

ROOT = Path(__file__).parents[1]
CONSTANTS = "PRICE = 3\n"
COMPILED = '''
import constants
from constants import PRICE
from gosu_env.engine.compile import entry, rule

@rule
def below(number: int) -> int:
    """What a card costs."""
    return number * PRICE

@entry
def cost(number: int) -> int:
    return below(number) + constants.PRICE
'''
ASK = "import compiled; from gosu_env.engine.compile import build; print(compiled.cost(4), len(build.built_here))"
NEW = 2  # libraries: the doors, and the entry's

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def sources(folder: Path, constants: str = CONSTANTS, compiled: str = COMPILED) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "constants.py").write_text(constants)
    (folder / "compiled.py").write_text(compiled)
    return folder


def start(folder: Path, cache: Path | None, code: str = ASK, **more: Any) -> subprocess.Popen[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("GOSU_ENV_CACHE", "XDG_CACHE_HOME")}
    env |= {"PYTHONPATH": f"{folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"} | more.pop("env", {})
    env |= {"GOSU_ENV_CACHE": str(cache)} if cache else {}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def ask(folder: Path, cache: Path | None, code: str = ASK, **more: Any) -> tuple[list[int], str]:
    """What it costs and how much was compiled, and what was said."""
    process = start(folder, cache, code, **more)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return [int(word) for word in out.split()], err


def files(cache: Path, ending: str = "") -> list[Path]:
    return [path for path in (cache / FOLDER).iterdir() if path.name != "locks" and path.name.endswith(ending)]


# ------------------------------------------------------------------------------------------------ found again


def test_sources_in_another_folder_find_the_same_code(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    answer, said = ask(sources(tmp_path / "a"), cache)
    assert answer == [15, NEW]
    first, second = said.splitlines()
    assert first.startswith("gosu-env: compiled.cost compiled in ")
    assert second.startswith("gosu-env: doors compiled in ")
    assert ask(tmp_path / "a", cache) == ([15, 0], "")
    assert ask(sources(tmp_path / "a", compiled=COMPILED.replace("What a card costs", "Its price")), cache)[0] == [
        15,
        0,
    ]


@pytest.mark.parametrize(
    ("constants", "compiled", "answer"),
    [
        ("PRICE = 4\n", COMPILED, 20),  # in a file without compiled code
        (CONSTANTS, COMPILED.replace("number * PRICE", "number * PRICE + 1"), 16),  # in a function below
    ],
)
def test_whatever_the_code_is_made_from_is_noticed(tmp_path: Path, constants: str, compiled: str, answer: int) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    assert ask(folder, cache)[0] == [15, NEW]
    assert ask(sources(folder, constants, compiled), cache)[0] == [answer, 1]
    assert ask(sources(folder), cache)[0] == [15, 0]


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    together = [start(folder, cache) for _ in range(3)]
    answers = [process.communicate()[0].split() for process in together]
    assert [answer[0] for answer in answers] == ["15"] * 3
    assert sum(int(answer[1]) for answer in answers) == NEW


def test_flags_and_checks_give_other_libraries(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    assert ask(folder, cache)[0] == [15, NEW]
    assert ask(folder, cache, env={"GOSU_CHECKED": "1"})[0] == [15, NEW]
    assert ask(folder, cache, env={"GOSU_CXXFLAGS": "-O0"})[0] == [15, NEW]
    assert ask(folder, cache)[0] == [15, 0]


# ------------------------------------------------------------------------------------------------ made again


@pytest.mark.parametrize("ending", [build.ENDING, pytest.param(SUM, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: data[: len(data) // 2] + b"\1" * 9 + data[len(data) // 2 + 9 :],
    ],
)
def test_damaged_files_are_made_again(tmp_path: Path, damage: Callable[[bytes], bytes], ending: str) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    ask(folder, cache)
    before = {file: file.read_bytes() for file in files(cache)}
    for file in files(cache, ending):
        file.write_bytes(damage(file.read_bytes()))
    assert ask(folder, cache)[0] == [15, NEW]
    assert {file: file.read_bytes() for file in files(cache)} == before
    assert ask(folder, cache)[0] == [15, 0]


def test_files_that_others_can_write_are_not_read(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    before = os.umask(0)
    try:
        ask(folder, cache)
    finally:
        os.umask(before)
    for file in files(cache, build.ENDING):
        assert file.stat().st_mode & 0o777 == 0o700
        assert file.parent.stat().st_mode & 0o777 == 0o700
        file.chmod(0o766)
    (cache / FOLDER).chmod(0o777)
    assert ask(folder, cache)[0] == [15, NEW]
    for file in files(cache, build.ENDING):
        assert file.stat().st_mode & 0o777 == 0o700
        assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders away")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    (cache / FOLDER).mkdir(parents=True)
    os.chown(cache / FOLDER, 12345, 12345)
    answer, said = ask(folder, cache)
    assert answer == [15, NEW]
    assert f"{cache / FOLDER} belongs to another user" in said
    assert files(cache) == []


def test_what_was_used_longest_ago_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_FILES", 3)
    cache = Cache(lambda: tmp_path / "cache")
    for age, name in enumerate("abcde"):
        (tmp_path / name).write_text(name)
        assert cache.keep(tmp_path / name, checked=False)
        os.utime(cache.path(name), (10**9 - age, 10**9 - age))
    cache.prune()
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == ["a", "b", "c", "locks"]


# ------------------------------------------------------------------------------------------------ an edited rule

DRAW = (
    "from gosu_env.engine.rng import Stream; from gosu_env.engine.compile import build; s = Stream(7);"
    "print(s.below(10**6), s.below(10**6), len(build.built_here))"
)
EDITS = (  # of rules below an entry
    ("result = ((((total << 7)", "result = ((((total << 9)"),
    ("word ^= word >> 15\n    word = _multiply", "word ^= word >> 14\n    word = _multiply"),
)


def copy_of_the_package(folder: Path) -> Path:
    """The sources, to be edited."""
    shutil.copytree(ROOT / "gosu_env", folder / "gosu_env", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_edited_rule_is_compiled_again_and_nothing_else_is(tmp_path: Path) -> None:
    """Rules are edited one after the other, with runs in between: what comes out is as from nothing."""
    copied, cache = copy_of_the_package(tmp_path / "sources"), tmp_path / "cache"
    rules = copied / "gosu_env" / "engine" / "rng.py"
    text, seen = rules.read_text(), []
    for number, (old, new) in enumerate((("", ""), *EDITS, ("", ""))):
        assert old in text
        rules.write_text(text.replace(old, new, 1))
        env = {"PYTHONPATH": str(copied)}
        (*drawn, built), (*fresh, _) = (
            ask(copied, where, DRAW, env=env)[0] for where in (cache, tmp_path / str(number))
        )
        assert drawn == fresh
        assert built == [NEW, 1, 1, 0][number]
        seen.append(drawn)
    assert seen[0] == seen[-1]
    assert len({tuple(drawn) for drawn in seen}) == len(EDITS) + 1


def test_the_digest_is_of_sources_that_are_compiled(tmp_path: Path) -> None:
    """And of what these import: constants stand there. No other file makes a difference."""
    copied = copy_of_the_package(tmp_path / "sources")

    def digest() -> str:
        code = "from gosu_env.engine.compile.store import sources_digest; print(sources_digest())"
        process = start(copied, None, code, env={"PYTHONPATH": str(copied), "GOSU_INTERPRETED": "1"})
        return process.communicate()[0].strip()

    first = digest()
    for file, changes in {
        "cli/watch.py": False,
        "gosu/text.py": False,
        "gosu/rules.py": True,
        "gosu/vocabulary.py": True,  # which compiles nothing itself
        "engine/compile/translate.py": True,
        "engine/compile/native/host.h": True,
        "agents/features.py": True,
    }.items():
        path = copied / "gosu_env" / file
        text = path.read_text()
        path.write_text(text + "\n")
        assert (digest() != first) == changes, file
        path.write_text(text)
    assert digest() == first


# ------------------------------------------------------------------------------------------------ never needed


def without_privileges() -> None:
    """Root may write everywhere; a process started after this may not."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def test_nothing_can_be_written(tmp_path: Path) -> None:
    """The home cannot be written to: everything works, and one line says why it takes so long."""
    folder, home = sources(tmp_path / "a"), tmp_path / "home"
    home.mkdir()
    home.chmod(0o555)
    answer, said = ask(folder, None, env={"HOME": str(home)}, preexec_fn=without_privileges)
    assert answer == [15, NEW]
    kept = home / ".cache" / "gosu-env" / FOLDER
    why = f"{kept} cannot be written to: Permission denied; GOSU_ENV_CACHE names a folder for it"
    assert [line for line in said.splitlines() if " compiled in " not in line] == [
        f"gosu-env: compiled code is not kept: {why}"
    ]
    assert list(home.iterdir()) == []


def test_a_cache_that_can_only_be_read_is_read(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    ask(folder, cache)
    (cache / FOLDER).chmod(0o500)
    (cache / FOLDER / "locks").unlink()
    assert ask(folder, cache, preexec_fn=without_privileges) == ([15, 0], "")


def test_without_a_home_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> Any:
        raise KeyError("no such user")

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("GOSU_ENV_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert cache_folder() is None
    cache = Cache(lambda: None)
    assert not cache.is_writable()
    assert cache.problem == "there is no home folder"
    with cache.turn("name"):
        cache.save("name", b"")
    assert cache.load("name") is None
    assert not cache.holds("name")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder() is None
    monkeypatch.setenv("GOSU_ENV_CACHE", "mine")
    monkeypatch.chdir(tmp_path)
    assert cache_folder() == tmp_path / "mine" / FOLDER


ANSWER = 'extern "C" __attribute__((visibility("default"))) int answer() { return 42; }'


def test_a_full_disk_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any) -> None:
        raise GosuError("No space left on device")

    monkeypatch.setattr(build, "CACHE", Cache(lambda: tmp_path / "cache"))
    monkeypatch.setattr(store, "write_whole", full)
    path = build.library(ANSWER, "answer", build.PLAIN)
    assert ctypes.CDLL(str(path)).answer() == 42
    assert "compiled code is not kept: No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"PATH": "", "CXX": ""}, "no C++ compiler: the rules run interpreted, which is slow"),
        ({"GOSU_INTERPRETED": "1"}, ""),
    ],
)
def test_without_a_compiler_rules_run_interpreted(tmp_path: Path, environment: dict[str, str], said: str) -> None:
    code = (
        "import sys; sys.modules['ziglang'] = None\n"
        "import compiled; from gosu_env.engine.compile import INTERPRETED; print(compiled.cost(4), int(INTERPRETED))"
    )
    code = code.replace("sys.modules['ziglang'] = None", "import importlib.util as u; u.find_spec = lambda name: None")
    answer, heard = ask(sources(tmp_path / "a"), tmp_path / "cache", code, env=environment)
    assert answer == [15, 1]
    assert said in heard
    assert heard.count("\n") == bool(said)


def test_a_compiler_that_fails_is_named(tmp_path: Path) -> None:
    process = start(sources(tmp_path / "a"), tmp_path / "cache", env={"CXX": "no-such-compiler -x"})
    _, said = process.communicate()
    assert process.returncode == 1
    assert "the C++ compiler no-such-compiler -x does not run" in said


# ------------------------------------------------------------------------------------------------ units


def test_every_entry_of_the_package_belongs_to_a_unit() -> None:
    """What no unit holds would be compiled on a user's machine."""
    listed = {member.entry.py_func.__code__ for unit in units.all_units() for member in unit.members}
    found = set()
    for name in sorted(sys.modules):
        if name.startswith("gosu_env.") and sys.modules[name] is not None:
            for value in list(vars(sys.modules[name]).values()):
                if type(value).__name__ == "Entry" and value.__module__.startswith("gosu_env."):
                    found.add(value.py_func.__code__)
    assert {f"{code.co_filename}: {code.co_name}" for code in found - listed} <= {
        f"{code.co_filename}: {code.co_name}" for code in found if code.co_name == "appraise"
    }


def test_units_are_found_by_the_arguments_of_their_entries() -> None:
    for unit in units.all_units():
        for member in unit.members:
            if member.symbol.startswith("token_loops") and unit.name != "tools":
                continue  # with no record among its arguments, it is found in ``tools``
            assert units.unit_of(member.entry, member.arguments) is unit, member.symbol


def test_threads_that_start_together_compile_once(tmp_path: Path) -> None:
    code = (
        "import compiled; from threading import Thread; from gosu_env.engine.compile import build\n"
        "threads = [Thread(target=compiled.cost, args=(4,)) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "print(compiled.cost(4), len(build.built_here))"
    )
    assert ask(sources(tmp_path / "a"), tmp_path / "cache", code)[0] == [15, NEW]


def test_a_checkout_has_no_packaged_libraries() -> None:
    assert packaged.INDEX is None
