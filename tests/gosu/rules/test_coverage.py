"""Every rule and every card has its test."""

import ast
import re
from pathlib import Path

from gosu_env.gosu.cards import load_cards

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parents[1]
RULES = ROOT / "docs" / "gosu" / "rules.md"


def marked(folder: Path, mark: str) -> set[str]:
    """What the tests below a folder name in ``@pytest.mark.<mark>("…")``."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(test, ast.FunctionDef) or not test.name.startswith("test_"):
                continue
            for decorator in test.decorator_list:
                for call in ast.walk(decorator):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == f"pytest.mark.{mark}":
                        found |= {word.value for word in call.args if isinstance(word, ast.Constant)}
    return found


def test_every_rule_has_a_test_and_every_mark_a_rule() -> None:
    rules = set(re.findall(r"^- \*\*([A-Z]+-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    assert rules
    tested = marked(TESTS, "rule")
    assert sorted(rules - tested) == [], "rules without a test"
    assert sorted(tested - rules) == [], "marks that name no rule"


def test_every_card_has_a_test_and_every_mark_a_card() -> None:
    cards = {card.name for card in load_cards(kamakor=True).cards}
    tested = marked(TESTS / "cards", "card")
    assert sorted(cards - tested) == [], "cards without a test"
    assert sorted(tested - cards) == [], "marks that name no card"


def test_every_rule_is_cited_where_the_code_decides_it() -> None:
    rules = set(re.findall(r"^- \*\*([GK]-\d+\.\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "gosu_env" / "gosu").rglob("*.py"))
    cited = set(re.findall(r"[GK]-\d+\.\d+", source))
    for group, first, same, last in re.findall(r"G-(\d+)\.(\d+) to G-(\d+)\.(\d+)", source):
        assert group == same
        cited |= {f"G-{group}.{number}" for number in range(int(first), int(last) + 1)}
    assert sorted(rules - cited) == []
