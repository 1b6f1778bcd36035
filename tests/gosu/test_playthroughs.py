"""The games told in docs/gosu/playthroughs are played again; see tests/playthroughs.py, which is tested here too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.playthroughs import UPDATE, Page, PlaythroughError

DOCS = Path(__file__).resolve().parents[2] / "docs" / "gosu"
PAGES = sorted((DOCS / "playthroughs").glob("*.md"))
RULE_ID = re.compile(r"\b[A-Z]-\d+\.\d+\b")


# ------------------------------------------------------------------------------------------------ the pages


def test_there_are_three_games() -> None:
    assert len(PAGES) == 3


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_game_goes_as_told(path: Path) -> None:
    if UPDATE:
        Page(path, update=True).play().save()
    Page(path).play()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_cited_rules_exist(path: Path) -> None:
    known = set(RULE_ID.findall((DOCS / "rules.md").read_text(encoding="utf-8")))
    cited = set(RULE_ID.findall(path.read_text(encoding="utf-8")))
    assert cited
    assert not cited - known


# ------------------------------------------------------------------------------------------------ the checker itself

Change = Callable[[list[str]], None]


def first(lines: list[str], pattern: str) -> int:
    return next(i for i, line in enumerate(lines) if re.match(pattern, line))


def last(lines: list[str], pattern: str) -> int:
    return max(i for i, line in enumerate(lines) if re.match(pattern, line))


@pytest.fixture
def spoiled(tmp_path: Path) -> Callable[[Change], Path]:
    """A copy of the first page, changed by a function of its lines."""

    def spoil(change: Change) -> Path:
        lines = PAGES[0].read_text(encoding="utf-8").split("\n")
        change(lines)
        copy = tmp_path / PAGES[0].name
        copy.write_text("\n".join(lines), encoding="utf-8")
        return copy

    return spoil


def other_seat(lines: list[str]) -> None:
    i = first(lines, "- seat 1")
    lines[i] = lines[i].replace("seat 1", "seat 0", 1)


def illegal_action(lines: list[str]) -> None:
    lines[first(lines, "- seat 0")] = "- seat 0: mutate 3.5"


def no_action(lines: list[str]) -> None:
    lines[first(lines, "- seat 0")] = "- seat 0: eat Scorch"


def no_action_line(lines: list[str]) -> None:
    lines[first(lines, "- seat 0")] = "- seat zero: pass"


def other_card(lines: list[str]) -> None:
    i = first(lines, r"- seat .*\)$")
    lines[i] = re.sub(r"\(.*\)", "(Nobody)", lines[i])


def changed_table(lines: list[str]) -> None:
    i = first(lines, "Seat 0")
    lines[i] = lines[i].replace("tokens 2", "tokens 7")


def table_of_no_seat(lines: list[str]) -> None:
    lines[first(lines, "```table")] = "```table seat=two"


def open_block(lines: list[str]) -> None:
    del lines[last(lines, "```$") :]


def other_round(lines: list[str]) -> None:
    lines[first(lines, "## Round 2")] = "## Round 4"


def other_winner(lines: list[str]) -> None:
    lines[first(lines, "winners")] = "winners: 0"


def two_games(lines: list[str]) -> None:
    lines += lines[first(lines, "```game") : first(lines, "winners") + 2]


def missing_field(lines: list[str]) -> None:
    del lines[first(lines, "seed")]


def bad_number(lines: list[str]) -> None:
    lines[first(lines, "seed")] = "seed: many"


def bad_option(lines: list[str]) -> None:
    lines[first(lines, "players")] = "players: 9"


def unfinished(lines: list[str]) -> None:
    del lines[last(lines, "- seat") :]


def one_action_too_many(lines: list[str]) -> None:
    lines.append("- seat 0: pass")


SPOILED = [
    (other_seat, "the page says seat 0, but the game waits for seat 1: "),
    (illegal_action, r"action \d+ \(mutate 3\.5\) is not legal"),
    (no_action, "no action reads 'eat Scorch'"),
    (no_action_line, "'- seat zero: pass' is no action line"),
    (other_card, r"the page says '.* \(Nobody\)', the game says '.* \([A-Z]\w+\)'"),
    (changed_table, r"the table has changed(.*\n)+-Seat 0.*tokens 7.*\n\+Seat 0.*tokens 2"),
    (table_of_no_seat, "'```table seat=two' is no table block"),
    (open_block, "the block '```table' is not closed"),
    (other_round, "the heading says round 4, the game is in round 2"),
    (other_winner, r"the winners are \[1\], the page says \[0\]"),
    (two_games, "a page has one game block"),
    (missing_field, "a page has one game block"),
    (bad_number, "the game block cannot be read: .*'many'"),
    (bad_option, "the game block cannot be read: .*9"),
    (unfinished, "the page ends, but the game waits for seat"),
    (one_action_too_many, "'pass': the game is over"),
]


@pytest.mark.parametrize(("change", "message"), SPOILED, ids=[change.__name__ for change, _ in SPOILED])
def test_spoiled_page_is_reported(spoiled: Callable[[Change], Path], change: Change, message: str) -> None:
    with pytest.raises(PlaythroughError, match=rf"^{re.escape(PAGES[0].name)}:\d+: {message}"):
        Page(spoiled(change)).play()


@pytest.mark.parametrize(("change", "place"), [(other_seat, "- seat 1"), (changed_table, "```table")])
def test_report_names_the_line(spoiled: Callable[[Change], Path], change: Change, place: str) -> None:
    line = first(PAGES[0].read_text(encoding="utf-8").split("\n"), place) + 1
    with pytest.raises(PlaythroughError, match=rf"\.md:{line}: "):
        Page(spoiled(change)).play()


def test_page_without_a_game_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "empty.md"
    page.write_text("# Nothing\n", encoding="utf-8")
    with pytest.raises(PlaythroughError, match="the game block comes first"):
        Page(page).play()


def test_update_prints_tables_anew(spoiled: Callable[[Change], Path]) -> None:
    page = spoiled(changed_table)
    Page(page, update=True).play().save()
    assert page.read_bytes() == PAGES[0].read_bytes()
    assert list(page.parent.iterdir()) == [page]


def test_update_does_not_excuse_a_wrong_action(spoiled: Callable[[Change], Path]) -> None:
    page = spoiled(illegal_action)
    before = page.read_bytes()
    with pytest.raises(PlaythroughError, match="is not legal"):
        Page(page, update=True).play().save()
    assert page.read_bytes() == before
