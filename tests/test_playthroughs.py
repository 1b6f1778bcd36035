"""The games told in docs/playthroughs are played again, move by move, and every table must look as printed there.

A page has one ``game`` block that says how the game is set up and who wins, action lines (``- seat 0: place Dom``), headings
(``## Round 2``) and ``table`` blocks (``table seat=1`` for what that seat sees). The rest is prose.
``UPDATE_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py`` prints the tables of the pages anew; actions it leaves alone.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from gosu_env import Game, IllegalActionError

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
        fields = dict(line.split(": ", 1) for line in lines)
        if self.game is not None or set(fields) != FRONT_FIELDS:
            self.fail(f"a page has one game block, with the fields {', '.join(sorted(FRONT_FIELDS))}")
        forced = {"yes": True, "no": False}[fields["auto_forced"]]
        self.winners = [int(seat) for seat in fields["winners"].split(", ")]
        self.game = Game(
            fields["game"], num_players=int(fields["players"]), seed=int(fields["seed"]), auto_forced=forced
        )

    def running(self) -> Game:
        if self.game is None:
            self.fail("the game block comes first")
        return self.game

    def table(self, opening: str, told: list[str]) -> list[str]:
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
            if text == exact:
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

# A game of four moves, none of them good; the tests spoil it in one place each.
SMALL = """\
# A page

{fence}game
game: gosu
players: 2
seed: 0
auto_forced: no
winners: 0
{fence}
"""


@pytest.fixture
def spoiled(tmp_path: Path) -> Callable[[Callable[[list[str]], None]], Page]:
    """A copy of the first page, changed by a function of its lines."""

    def spoil(change: Callable[[list[str]], None]) -> Page:
        lines = PAGES[0].read_text(encoding="utf-8").split("\n")
        change(lines)
        copy = tmp_path / PAGES[0].name
        copy.write_text("\n".join(lines), encoding="utf-8")
        return Page(copy)

    return spoil
