"""The games told in docs/gosux/playthroughs are played again; see tests/playthroughs.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.playthroughs import UPDATE, Page

DOCS = Path(__file__).resolve().parents[2] / "docs" / "gosux"
PAGES = sorted((DOCS / "playthroughs").glob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_game_goes_as_told(path: Path) -> None:
    if UPDATE:
        Page(path, update=True).play().save()
    Page(path).play()


def test_each_game_is_won_in_another_way() -> None:
    endings = [Page(path).play().running().ending[0] for path in PAGES]
    assert endings == ["supremacy", "fifth token", "goan sul"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_cited_rules_exist(path: Path) -> None:
    known = set(re.findall(r"X-\d+\.\d+", (DOCS / "rules.md").read_text(encoding="utf-8")))
    cited = set(re.findall(r"X-\d+\.\d+", path.read_text(encoding="utf-8")))
    assert len(cited) >= 15
    assert not cited - known
