"""The games told in docs/laundromat/playthroughs are played again; see tests/playthroughs.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.playthroughs import UPDATE, Page

DOCS = Path(__file__).resolve().parents[2] / "docs" / "laundromat"
PAGES = sorted((DOCS / "playthroughs").glob("*.md"))


def test_there_is_a_game_of_two_and_one_of_four() -> None:
    assert [re.findall(r"players: (\d)", path.read_text(encoding="utf-8")) for path in PAGES] == [["2"], ["4"]]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_game_goes_as_told(path: Path) -> None:
    if UPDATE:
        Page(path, update=True).play().save()
    Page(path).play()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_cited_rules_exist(path: Path) -> None:
    known = set(re.findall(r"L-\d+\.\d+", (DOCS / "rules.md").read_text(encoding="utf-8")))
    cited = set(re.findall(r"L-\d+\.\d+", path.read_text(encoding="utf-8")))
    assert len(cited) >= 8
    assert not cited - known
