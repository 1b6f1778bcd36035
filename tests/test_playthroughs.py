"""The games told in docs/playthroughs are played again, move by move, and every table must look as printed there.

A page has one ``game`` block that says how the game is set up and who wins, action lines (``- seat 0: place Dom``),
headings (``## Round 2``) and ``table`` blocks (``table seat=1`` for what that seat sees). The rest is prose.

``UPDATE_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py`` prints the tables of the pages anew, not the actions.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from gosu_env import Game, GosuError, IllegalActionError

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted((DOCS / "playthroughs").glob("*.md"))
UPDATE = os.environ.get("UPDATE_PLAYTHROUGHS") == "1"

FENCE = "```"
FRONT_FIELDS = {"game", "players", "seed", "auto_forced", "winners"}
ACTION = re.compile(r"- seat (\d+): (.+)")
HEADING = re.compile(r"#+ Round (\d+)\b.*")
TABLE = re.compile(FENCE + r"table(?: seat=(\d+))?")
RULE_ID = re.compile(r"\b[A-Z]-\d+\.\d+\b")


class PlaythroughError(AssertionError):
    """A page tells something else than the game."""


class Page:
    """A page on its way through its game; ``played`` is the page with the tables as the game shows them."""

    def __init__(self, path: Path, update: bool = False) -> None:
        self.path = path
        self.update = update
        self.told = path.read_text(encoding="utf-8").split("\n")
        self.played: list[str] = []
        self.number = 0  # of the line being read, counted from 1
        self.game: Game | None = None
        self.winners: list[int] = []

    def fail(self, what: str) -> NoReturn:
        raise PlaythroughError(f"{self.path.name}:{self.number}: {what}")

    def play(self) -> Page:
        """From the first line to the last; raises where the page and the game part."""
        while self.number < len(self.told):
            line = self.told[self.number]
            self.number += 1
            self.played.append(line)
            if line.startswith(FENCE):
                self.block(line)
            elif line.startswith("- seat"):
                self.action(line)
            elif heading := HEADING.fullmatch(line):
                self.heading(int(heading[1]))
        self.ending()
        return self

    def block(self, opening: str) -> None:
        try:
            end = self.told.index(FENCE, self.number)
        except ValueError:
            self.fail(f"the block {opening!r} is not closed")
        lines = self.told[self.number : end]
        if opening == FENCE + "game":
            self.front(lines)
        elif opening.startswith(FENCE + "table"):
            lines = self.table(opening, lines)
        self.played += [*lines, FENCE]
        self.number = end + 1

    def front(self, lines: list[str]) -> None:
        fields = {name: value for name, _, value in (line.partition(": ") for line in lines)}
        if self.game is not None or set(fields) != FRONT_FIELDS:
            self.fail(f"a page has one game block, with the fields {', '.join(sorted(FRONT_FIELDS))}")
        try:
            self.winners = [int(seat) for seat in fields["winners"].split(", ")]
            players, seed = int(fields["players"]), int(fields["seed"])
            forced = {"yes": True, "no": False}[fields["auto_forced"]]
            self.game = Game(fields["game"], num_players=players, seed=seed, auto_forced=forced)
        except (KeyError, ValueError, GosuError) as error:
            self.fail(f"the game block cannot be read: {error}")

    def running(self) -> Game:
        if self.game is None:
            self.fail("the game block comes first")
        return self.game

    def table(self, opening: str, told: list[str]) -> list[str]:
        """The lines of a table as the game shows it now."""
        match = TABLE.fullmatch(opening)
        if match is None:
            self.fail(f"{opening!r} is no table block: write ```table or ```table seat=1")
        shown = self.running().describe(None if match[1] is None else int(match[1])).split("\n")
        if told != shown and not self.update:
            diff = difflib.unified_diff(told, shown, "as printed", "as played", lineterm="", n=1)
            self.fail("the table has changed (UPDATE_PLAYTHROUGHS=1 prints it anew)\n" + "\n".join(diff))
        return shown

    def heading(self, told: int) -> None:
        current = self.running().to_json()["round"]
        if told != current:
            self.fail(f"the heading says round {told}, the game is in round {current}")

    def action(self, line: str) -> None:
        game = self.running()
        match = ACTION.fullmatch(line)
        if match is None:
            self.fail(f"{line!r} is no action line: write - seat 0: pass")
        seat, text = int(match[1]), match[2]
        if game.is_over:
            self.fail(f"{text!r}: the game is over")
        if seat != game.seat:
            self.fail(f"the page says seat {seat}, but the game waits for {game.decision_text()}")
        try:
            action = game.parse_action(text)
            exact = game.action_text(action)
            game.apply(action)
        except IllegalActionError as error:
            self.fail(str(error))
        if text != exact:
            self.fail(f"the page says {text!r}, the game says {exact!r}")

    def ending(self) -> None:
        game = self.running()
        if not game.is_over:
            self.fail(f"the page ends, but the game waits for {game.decision_text()}")
        if game.winners != self.winners:
            self.fail(f"the winners are {game.winners}, the page says {self.winners}")

    def save(self) -> None:
        """Write the page as played, in one step."""
        fresh = self.path.with_name(self.path.name + ".fresh")
        fresh.write_text("\n".join(self.played), encoding="utf-8")
        os.replace(fresh, self.path)


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
