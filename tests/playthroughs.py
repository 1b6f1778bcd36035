"""Games told on pages are played again, move by move, and every table must look as printed there.

A page has one ``game`` block that says how the game is set up and who wins, action lines (``- seat 0: place Dom``),
headings (``## Round 2``) and ``table`` blocks (``table seat=1`` for what that seat sees). The rest is prose.

``UPDATE_PLAYTHROUGHS=1 pytest -k playthroughs`` prints the tables of the pages anew, not the actions.
"""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path
from typing import NoReturn

from gosu_env import Game, GosuError, IllegalActionError

UPDATE = os.environ.get("UPDATE_PLAYTHROUGHS") == "1"

FENCE = "```"
FRONT_FIELDS = {"game", "players", "seed", "auto_forced", "winners"}
ACTION = re.compile(r"- seat (\d+): (.+)")
HEADING = re.compile(r"#+ Round (\d+)\b.*")
TABLE = re.compile(FENCE + r"table(?: seat=(\d+))?")


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
