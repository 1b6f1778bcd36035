"""Every rule and every card of GOSU X has its test, and every rule stands in the code that decides it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from gosu_env.gosux.cards import load_cards

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parents[1]
PAGE = (ROOT / "docs" / "gosux" / "rules.md").read_text(encoding="utf-8")
RULES = set(re.findall(r"^- \*\*(X-\d+\.\d+)\*\*", PAGE, re.MULTILINE))


def marked(folder: Path, mark: str) -> set[str]:
    """What the tests below a folder name in ``@pytest.mark.<mark>("…")``."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                calls = [call for line in test.decorator_list for call in ast.walk(line) if isinstance(call, ast.Call)]
                for call in calls:
                    if ast.unparse(call.func) == f"pytest.mark.{mark}":
                        found |= {str(word.value) for word in call.args if isinstance(word, ast.Constant)}
    return found


def test_every_rule_has_a_test_and_every_mark_a_rule() -> None:
    assert len(RULES) == 49
    assert sorted(RULES - marked(TESTS, "rule")) == [], "rules without a test"
    assert sorted(marked(TESTS, "rule") - RULES) == [], "marks that name no rule"


def test_every_card_has_a_test_and_every_mark_a_card() -> None:
    cards = {card.name for card in load_cards().cards}
    assert len(cards) == 88
    tested = marked(TESTS / "cards", "card")
    assert sorted(cards - tested) == [], "cards without a test"
    assert sorted(tested - cards) == [], "marks that name no card"


def test_every_rule_is_cited_where_the_code_decides_it() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "gosu_env" / "gosux").glob("*.py"))
    cited = set(re.findall(r"X-\d+\.\d+", source))
    for group, first, same, last in re.findall(r"X-(\d+)\.(\d+) to X-(\d+)\.(\d+)", source):
        assert group == same
        cited |= {f"X-{group}.{number}" for number in range(int(first), int(last) + 1)}
    assert sorted(RULES - cited) == []
    assert sorted(cited - RULES) == [], "citations of rules that do not exist"


def test_the_rules_say_where_they_are_rulings() -> None:
    assert PAGE.count("**Ruling:**") >= 20
