"""Compiled code on disk: found again wherever the sources lie, made anew when it has to be, and never needed."""

from __future__ import annotations

import ctypes
import os
import pwd
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gosu_env.engine import compile as jit
from gosu_env.engine.compile.store import CHECKSUM, FOLDER, KEPT_VERSIONS, Cache, cache_folder, sources_digest

ROOT = Path(__file__).parents[1]
CONSTANTS = "PRICE = 3\n"
COMPILED = '''
import constants
from constants import PRICE
from gosu_env.engine.compile import entry, rule

@rule
def below(number):
    """What a card costs."""
    return number * PRICE

@entry
def cost(number):
    return below(number) + constants.PRICE
'''
ASK = "import compiled; print(compiled.cost(4), len(compiled.entry.__globals__['compiled_here']))"

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")


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


def files(cache: Path, function: str = "") -> list[Path]:
    return [path for path in folder_in(cache).iterdir() if path.name != "locks" and function in path.name]


def folder_in(cache: Path) -> Path:
    """Where the code of these sources is kept."""
    return cache / f"{FOLDER}-{sources_digest()}"


# ------------------------------------------------------------------------------------------------ found again


def test_sources_in_another_folder_find_the_same_code(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    answer, said = ask(sources(tmp_path / "a"), cache)
    assert answer == [15, 1]
    assert said == "gosu-env: compiling for this machine, once; it may take a minute or two …\n"
    assert ask(sources(tmp_path / "b"), cache) == ([15, 0], "")
    edited = COMPILED.replace("What a card costs", "Its price").replace("@rule", "# a comment\n\n@rule")
    assert ask(sources(tmp_path / "b", compiled=edited), cache) == ([15, 0], "")


@pytest.mark.parametrize(
    ("constants", "compiled", "answer"),
    [
        ("PRICE = 4\n", COMPILED, 20),  # in a file without compiled code
        (CONSTANTS, COMPILED.replace("number * PRICE", "number * PRICE + 1"), 16),  # in a function below
    ],
)
def test_whatever_the_code_is_made_from_is_noticed(tmp_path: Path, constants: str, compiled: str, answer: int) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    assert ask(folder, cache)[0] == [15, 1]
    assert ask(sources(folder, constants, compiled), cache)[0] == [answer, 1]
    assert ask(sources(folder), cache)[0] == [15, 0]


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    together = [start(folder, cache) for _ in range(3)]
    answers = [process.communicate()[0].split() for process in together]
    assert [answer[0] for answer in answers] == ["15"] * 3
    assert sum(int(answer[1]) for answer in answers) == 1


def test_code_with_other_checks_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from gosu_env.gosu import kernels  # noqa: PLC0415

    name = kernels.recount._cache.name(())  # type: ignore[attr-defined]
    monkeypatch.setattr(jit.config, "BOUNDSCHECK", 1)
    assert kernels.recount._cache.name(()) != name  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ made anew


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        pytest.param(lambda data: data[:10], marks=pytest.mark.slow),
        pytest.param(lambda data: data[:-1], marks=pytest.mark.slow),
        lambda data: data[: len(data) // 2] + b"\0" * 9 + data[len(data) // 2 + 9 :],
        lambda data: b"cos\nsystem\n(S'false'\ntR.",
    ],
)
def test_damaged_files_are_made_anew(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    ask(folder, cache)
    before = files(cache)
    assert sorted(path.name.partition("-")[0] for path in before) == ["compiled.below", "compiled.cost"]
    for file in before:
        file.write_bytes(damage(file.read_bytes()))
    assert ask(folder, cache)[0] == [15, 1]
    assert set(files(cache)) == set(before)
    assert ask(folder, cache)[0] == [15, 0]


def test_files_that_others_can_write_are_not_read(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    before = os.umask(0)
    try:
        ask(folder, cache)
    finally:
        os.umask(before)
    (file,) = files(cache, "cost")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    file.parent.chmod(0o777)
    file.chmod(0o666)
    assert ask(folder, cache)[0] == [15, 1]
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders away")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    folder_in(cache).mkdir(parents=True)
    os.chown(folder_in(cache), 12345, 12345)
    answer, said = ask(folder, cache)
    assert answer == [15, 1]
    assert f"{folder_in(cache)} belongs to another user" in said
    assert files(cache) == []


# ------------------------------------------------------------------------------------------------ versions

DRAW = "from gosu_env.engine.rng import Stream; s = Stream(7); print(s.below(10**6), s.below(10**6))"
EDITS = (  # of rules below an entry; what is drawn then
    ("result = ((((total << 7)", "result = ((((total << 9)"),
    ("word ^= word >> 15\n    word = _multiply", "word ^= word >> 14\n    word = _multiply"),
)


def copy_of_the_package(folder: Path) -> Path:
    """The sources, to be edited."""
    shutil.copytree(ROOT / "gosu_env", folder / "gosu_env", ignore=shutil.ignore_patterns("__pycache__", "web"))
    return folder


def content_of(file: Path) -> bytes:
    """What a file holds, but for the addresses that functions had when it was made, and the checksum."""
    return re.sub(rb"0x[0-9a-f]+", b"0x", file.read_bytes()[CHECKSUM:])


@pytest.mark.slow
def test_no_part_is_reused_between_versions_of_the_rules(tmp_path: Path) -> None:
    """Rules are edited one after the other, with runs in between: every file is as one made from nothing."""
    copied, cache = copy_of_the_package(tmp_path / "sources"), tmp_path / "cache"
    rules = copied / "gosu_env" / "engine" / "rng.py"
    text, seen = rules.read_text(), []
    for number, (old, new) in enumerate((("", ""), *EDITS, ("", ""))):
        assert old in text
        rules.write_text(text.replace(old, new, 1))
        before = set(cache.glob("*/*"))
        fresh = tmp_path / f"fresh {number}"
        env = {"PYTHONPATH": str(copied)}
        answers = [ask(copied, where, DRAW, env=env)[0] for where in (cache, fresh)]
        assert answers[0] == answers[1]
        seen.append(answers[0])
        (made,) = fresh.iterdir()
        kept = cache / made.name
        assert (set(kept.iterdir()) <= before) == (number == len(EDITS) + 1)  # the first version is still there
        contents = [{file.name: content_of(file) for file in folder.iterdir()} for folder in (made, kept)]
        assert contents[0] == contents[1]
        assert len(contents[0]) > 4
    assert len({tuple(answer) for answer in seen}) == len(EDITS) + 1
    assert seen[0] == seen[-1]
    assert len(list(cache.iterdir())) == len(EDITS) + 1


def test_the_version_is_that_of_sources_with_compiled_code(tmp_path: Path) -> None:
    """And of what these import: constants stand there. No other file makes a difference."""
    copied = copy_of_the_package(tmp_path / "sources")

    def version() -> str:
        code = "from gosu_env.engine.compile.store import sources_digest; print(sources_digest())"
        process = start(copied, None, code, env={"PYTHONPATH": str(copied), "GOSU_INTERPRETED": "1"})
        return process.communicate()[0].strip()

    first = version()
    for file, changes in {
        "cli/watch.py": False,
        "gosu/text.py": False,
        "gosu/rules.py": True,
        "gosu/vocabulary.py": True,  # which compiles nothing itself
        "agents/features.py": True,
    }.items():
        path = copied / "gosu_env" / file
        text = path.read_text()
        path.write_text(text + "\n# another version\n")
        assert (version() != first) == changes
        path.write_text(text)
    assert version() == first


def test_versions_that_were_not_used_for_longest_are_removed(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    old = [cache / f"{FOLDER}-{number}" for number in range(KEPT_VERSIONS + 2)] + [cache / FOLDER]
    for age, path in enumerate(old):
        path.mkdir(parents=True)
        (path / "file").touch()
        os.utime(path, (10**9 - age, 10**9 - age))
    (cache / "other").mkdir()
    (cache / f"{FOLDER}-link").symlink_to(cache / "other")
    assert ask(folder, cache)[0] == [15, 1]
    kept = {path.name for path in cache.iterdir()} - {"other", f"{FOLDER}-link"}
    assert kept == {folder_in(cache).name, *(path.name for path in old[: KEPT_VERSIONS - 1])}
    os.utime(folder_in(cache), (0, 0))
    assert ask(folder, cache)[0] == [15, 0]
    assert folder_in(cache).stat().st_mtime > 10**9  # it was used


# ------------------------------------------------------------------------------------------------ never needed


def without_privileges() -> None:
    """Root may write everywhere; a process started after this may not."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def test_nothing_can_be_written(tmp_path: Path) -> None:
    """Neither home nor package can be written to: everything works, one line says why it takes so long."""
    folder, home = sources(tmp_path / "a"), tmp_path / "home"
    shutil.copytree(ROOT / "gosu_env", folder / "gosu_env", ignore=shutil.ignore_patterns("__pycache__"))
    home.mkdir()
    for path in (home, folder, *(path for path in folder.rglob("*") if path.is_dir())):
        path.chmod(0o555)
    code = f"import gosu_env.gosu.kernels; assert gosu_env.__file__.startswith({str(folder)!r}); {ASK}"
    env = {"HOME": str(home), "PYTHONPATH": str(folder)}
    answer, said = ask(folder, None, code, env=env, preexec_fn=without_privileges)
    assert answer == [15, 1]
    assert said == (
        "gosu-env: compiling in memory, for a minute or two; GOSU_ENV_CACHE names a folder to keep it: "
        f"{folder_in(home / '.cache' / 'gosu-env')} cannot be written to: Permission denied\n"
    )
    assert list(home.iterdir()) == []


def test_a_cache_that_can_only_be_read_is_read(tmp_path: Path) -> None:
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"
    ask(folder, cache)
    folder_in(cache).chmod(0o500)
    (folder_in(cache) / "locks").unlink()
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
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert cache_folder() is None
    monkeypatch.setenv("GOSU_ENV_CACHE", "mine")
    monkeypatch.chdir(tmp_path)
    assert cache_folder() == folder_in(tmp_path / "mine")


def test_a_full_disk_costs_nothing_but_time(tmp_path: Path) -> None:
    """A limit on the size of files fails as a full disk does."""
    folder, cache = sources(tmp_path / "a"), tmp_path / "cache"

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    answer, said = ask(folder, cache, preexec_fn=small_disk)
    assert answer == [15, 1]
    assert said.count("\n") == 2
    assert "compiled code is not kept" in said
    assert "File too large" in said
    assert files(cache) == []


# ------------------------------------------------------------------------------------------------ translated rules

RULES = """
import numpy as np
from gosu_env.engine.compile import compiled_here, entry, rule

@rule
def lowest(numbers):
    found = np.zeros(2, np.int64)  # memory that numba manages
    for number in numbers:
        found[number % 2] += abs(number)
    return found[0] - found[1]

@rule
def middle(numbers, times):
    return times * lowest(numbers) + max(times, len(numbers))

@rule
def highest(numbers):
    return middle(numbers, 2) - lowest(numbers)

@entry
def first(numbers):
    return highest(numbers)

@entry
def second(numbers):
    return highest(numbers) + middle(numbers, 3)

def ask(*entries):
    for each in entries:
        print(each(np.array([3, 4, 6])))
    print(*(len(each._cache_hits) for each in (lowest, middle, highest)))
"""


def test_a_rule_is_translated_once_for_all_processes(tmp_path: Path) -> None:
    folder = sources(tmp_path / "sources", compiled=RULES)
    first, second = ("import compiled as c; c.ask(c.first)", "import compiled as c; c.ask(c.second)")
    assert ask(folder, tmp_path, first)[0] == [10, 0, 0, 0]
    assert ask(folder, tmp_path, second)[0] == [34, 0, 1, 1]  # the lowest comes with those above it


@pytest.mark.parametrize("lost", ["lowest", "middle", "highest"])
def test_rules_of_which_one_is_lost_are_translated_again(tmp_path: Path, lost: str) -> None:
    """And they fit those that other processes have translated."""
    folder = sources(tmp_path / "sources", compiled=RULES)
    ask(folder, tmp_path, "import compiled as c; c.ask(c.first)")
    (file,) = files(tmp_path, lost)
    file.unlink()
    assert ask(folder, tmp_path, "import compiled as c; c.ask(c.second)")[0][0] == 34
    assert files(tmp_path, lost) == [file]


# ------------------------------------------------------------------------------------------------ shared rules

SHARED = RULES.replace("@rule\ndef lowest", "@shared_rule\ndef lowest").replace(
    "@rule\ndef mid", "@shared_rule\ndef mid"
)
SHARED = SHARED.replace("import compiled_here, entry, rule", "import compiled_here, entry, rule, shared_rule")
FIRST = "import compiled as c; c.ask(c.first); print(len(c.compiled_here))"
SECOND = "import compiled as c; c.ask(c.second); print(len(c.compiled_here))"
BOTH = "import compiled as c; c.ask(c.first, c.second); print(len(c.compiled_here))"


def test_the_machine_code_of_a_shared_rule_is_made_once(tmp_path: Path) -> None:
    folder = sources(tmp_path / "sources", compiled=SHARED)
    assert ask(folder, tmp_path, FIRST)[0] == [10, 0, 0, 0, 1]
    made = {name: [path.stat().st_mtime_ns for path in files(tmp_path, name)] for name in ("lowest", "middle")}
    assert [len(each) for each in made.values()] == [2, 2]  # a translation, and machine code
    assert ask(folder, tmp_path, SECOND)[0] == [34, 0, 1, 1, 1]
    assert made == {name: [path.stat().st_mtime_ns for path in files(tmp_path, name)] for name in made}
    assert ask(folder, tmp_path, BOTH)[0] == [10, 34, 0, 0, 0, 0]


def unlink(path: Path) -> None:
    path.unlink()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize(("lost", "harm"), [("lowest", unlink), ("middle", cut)])
def test_machine_code_that_is_lost_or_damaged_is_made_anew(
    tmp_path: Path, lost: str, harm: Callable[[Path], object]
) -> None:
    folder = sources(tmp_path / "sources", compiled=SHARED)
    assert ask(folder, tmp_path, FIRST)[0][0] == 10
    (code,) = [path for path in files(tmp_path, lost) if path.name.endswith("-0")]
    before = code.read_bytes()
    harm(code)
    assert ask(folder, tmp_path, FIRST)[0][0] == 10
    assert len(code.read_bytes()) == len(before)


def test_a_shared_rule_works_where_nothing_can_be_kept(tmp_path: Path) -> None:
    folder = sources(tmp_path / "sources", compiled=SHARED)
    (tmp_path / "file").write_text("in the way of the folder")
    assert ask(folder, tmp_path / "file", BOTH)[0] == [10, 34, 0, 0, 0, 2]


def test_it_is_noticed_that_a_rule_is_shared(tmp_path: Path) -> None:
    folder = sources(tmp_path / "sources", compiled=RULES)
    assert ask(folder, tmp_path, FIRST)[0] == [10, 0, 0, 0, 1]
    assert len(files(tmp_path, "lowest")) == 1
    sources(folder, compiled=SHARED)
    assert ask(folder, tmp_path, FIRST)[0] == [10, 0, 0, 0, 1]
    assert len(files(tmp_path, "lowest")) == 3


# ------------------------------------------------------------------------------------------------ records

RECORDS = """
import numpy as np
from gosu_env.engine.compile import compiled_here, entry, rule

NARROW = np.dtype([("first", "i1", (3,)), ("last", "i1", (5,))], align=True)
BROAD = np.dtype([("first", "i1", (5,)), ("last", "i1", (11,))], align=True)

@rule
def total(st, first, end):
    if end - first == 1:
        return int(st.last[first])
    middle = (first + end) // 2
    return total(st, first, middle) + total(st, middle, end)  # too much to be written into the entry itself

@entry
def add_up(states, count):
    return total(states[0], 0, count)

def ask(dtype):
    states = np.zeros(1, dtype)
    states[0]["last"] = 1
    print(add_up(states, states["last"].shape[1]))
"""


@pytest.mark.slow
def test_code_for_two_records_that_two_processes_compiled_works_together(tmp_path: Path) -> None:
    """Numba names machine code by numbers that start anew in every process: alike for both records, here."""
    folder = sources(tmp_path / "sources", compiled=RECORDS)
    assert ask(folder, tmp_path, "import compiled as c; c.ask(c.NARROW)")[0] == [5]
    assert ask(folder, tmp_path, "import compiled as c; c.ask(c.BROAD)")[0] == [11]
    both = "import compiled as c; c.ask(c.NARROW); c.ask(c.BROAD); print(len(c.compiled_here))"
    assert ask(folder, tmp_path, both)[0] == [5, 11, 0]
