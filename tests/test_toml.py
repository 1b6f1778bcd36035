"""TOML that a parser would take too long over is refused before it sees it; all else is read as it stands."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from gosu_env import CardFileError
from gosu_env.engine import toml
from gosu_env.engine.toml import DEEPEST, LONGEST_KEY, MOST_PARTS, check_shape, read_toml

ROOT = Path(__file__).parents[1]
SIZE = 1 << 17

# Quadratic in tomllib, or deep enough to exhaust its stack.
HOSTILE = {
    "dotted key": "a" + ".a" * (SIZE // 2) + "=1",
    "dotted key with spaces": "a" + " . a" * (SIZE // 4) + "=1",
    "dotted key of strings": '"a"' + '."a"' * (SIZE // 4) + "=1",
    "dotted header": "[a" + ".a" * (SIZE // 2) + "]",
    "dotted key in a table in a line": "t={a" + ".a" * (SIZE // 2) + "=1}",
    "dotted key in a list": "t=[\n{a" + ".a" * (SIZE // 2) + "=1}]",
    "dotted header of many tables": "[[a" + ".a" * (SIZE // 2) + "]]",
    "long key": "a" * SIZE + "=1",
    "long header": "[" + "a" * SIZE + "]",
    "deep list": "a=" + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "deep table": "a=" + "{a=" * (SIZE // 4) + "1" + "}" * (SIZE // 4),
    "string without end": '"""' + '\\"""' * (SIZE // 4),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_before_they_are_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml.tomllib, "loads", lambda text: pytest.fail("the parser saw it"))
    began = time.process_time()
    with pytest.raises(CardFileError, match=r"^my\.toml: "):
        read_toml(HOSTILE[name], "my.toml")
    assert time.process_time() - began < 1


def test_what_is_refused_is_named_with_its_line() -> None:
    with pytest.raises(CardFileError, match=rf"my.toml: line 3: a key has at most {MOST_PARTS} parts"):
        check_shape("x = 1\n\na.b.c.d.e = 1", "my.toml")
    with pytest.raises(CardFileError, match=rf"my.toml: line 2: a key has at most {LONGEST_KEY} characters"):
        check_shape("x = 1\n" + "a" * LONGEST_KEY + " = 1", "my.toml")
    with pytest.raises(CardFileError, match=r"my\.toml: lists or tables are nested too deeply"):
        check_shape("a = " + "[" * (DEEPEST + 1), "my.toml")


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c.d = 1",
        "[a.b.c]\nd = 1",
        'a = "b.c.d.e.f.g.h"',
        "a = 'b.c.d.e.f [[[[[[[[[[[[[[[[[['",
        'a = """b.c.d.e.f\n[[[[[[[[[[[[[[[[[[[ "" \\""" """ # a.b.c.d.e.f.g',
        "a = '''b.c.d.e.f\n[[[[[[[[[[[[[[[[[[[ '' '''",
        'a = """"b""""\nc = """""d"""""',
        "# a.b.c.d.e.f.g.h [[[[[[[[[[[[[[[[[[[[[[\na = 1",
        f'a = ["{"b" * 999}", "c.d.e.f.g.h.i", 1.5, 2.5, 3.5, 4.5, 5.5]',
        "a = [" + "[1.5, 2.5], " * 99 + "]",
        "a = [\n" + "  { b.c = 1.5 },\n" * 99 + "]",
        "a = { b = { c = [[1]] } }\n" * 1 + "[t]\n" * 1,
        "a = 1979-05-27T07:32:00.999\r\nb = 2",
        '"a]b" = 1\n["c]d"]\ne = 1',
    ],
)
def test_what_card_files_may_hold_is_read_as_it_stands(text: str) -> None:
    assert read_toml(text, "my.toml") == tomllib.loads(text)


def test_every_file_of_the_project_is_read_as_it_stands() -> None:
    files = [*ROOT.glob("gosu_env/*/cards/*.toml"), *ROOT.glob("examples/*.toml")]
    assert len(files) >= 5
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert read_toml(text, file.name) == tomllib.loads(text)
