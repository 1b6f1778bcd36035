"""Every rule of Goblin Laundromat has its test, and stands in the code that decides it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "laundromat" / "rules.md").read_text(encoding="utf-8")
RULES = set(re.findall(r"^- \*\*(L-\d+\.\d+)\*\*", PAGE, re.MULTILINE))


def marked() -> set[str]:
    """The rules that tests here name in ``@pytest.mark.rule("…")``."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                calls = [call for mark in test.decorator_list for call in ast.walk(mark) if isinstance(call, ast.Call)]
                for call in calls:
                    if ast.unparse(call.func) == "pytest.mark.rule":
                        found |= {word.value for word in call.args if isinstance(word, ast.Constant)}
    return found


def test_every_rule_has_a_test_and_every_mark_a_rule() -> None:
    assert len(RULES) == 18
    assert sorted(RULES - marked()) == [], "rules without a test"
    assert sorted(marked() - RULES) == [], "marks that name no rule"


def test_every_rule_is_cited_where_the_code_decides_it() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "gosu_env" / "laundromat").glob("*.py"))
    assert sorted(RULES - set(re.findall(r"L-\d+\.\d+", source))) == []


def test_the_rules_say_where_they_are_rulings() -> None:
    assert PAGE.count("**Ruling:**") >= 10
