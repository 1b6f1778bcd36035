"""What has happened in a game, as a seat may read it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rich.text import Text

from gosu_env.engine.game import Game
from gosu_env.render.chronicle import Entry, Line, Scribe
from gosu_env.render.ledger import Part
from gosu_env.render.palette import HARD_SPACE
from gosu_env.render.story import join


class Paragraph(NamedTuple):
    """A turn, with all that it led to; or, without a seat, something about the game itself."""

    words: str
    seat: int | None = None
    heading: bool = False


class Diary:
    """Follows a game, decision by decision, also through those that had one answer and were taken silently."""

    def __init__(self, game: Game) -> None:
        self._silent = bool(game.state.auto_forced)
        told = game.clone()
        told.state.auto_forced = 0
        self._scribe = Scribe(told)
        self._entries: list[Entry] = []

    def write(self, action: int) -> None:
        """Tell a decision and the forced ones that follow it."""
        game, legal = self._scribe.game, [action]
        while legal:
            self._entries.append(self._scribe.entry(len(self._entries), legal))
            legal = game.legal_actions() if self._silent and not game.is_over else []
            legal = legal if len(legal) == 1 else []

    def paragraphs(self, viewer: int) -> list[Paragraph]:
        """Everything so far, as a seat may read it: a paragraph for every turn."""
        told: list[Paragraph] = []
        heading: Paragraph | None = None  # of the round, until there is something to tell of it
        number = -1  # of the round
        turn: list[Part] = []  # what the last paragraph tells, if its turn still goes on
        for entry in self._entries:
            if entry.round != number:
                number, turn = entry.round, []
                heading = Paragraph(f"Round {number}" if number else "Before the first round", heading=True)
            if entry.kind == "main" or not turn:
                turn, seat = [], entry.seat
            if heading and (entry.deed.words(viewer) or entry.sequel):
                told.append(heading)
                heading = None
            if entry.deed.words(viewer):
                told = told[:-1] if turn else told
                for part in entry.deed.parts:
                    join(turn, replace(part, cards=list(part.cards)))
                told.append(Paragraph(f"seat {seat} {Line(seat, tuple(turn)).words(viewer)}", seat))
            for line in entry.sequel:
                turn = []
                words = line.words(viewer)
                told.append(Paragraph(words) if line.remark else Paragraph(f"seat {line.seat} {words}", line.seat))
        return told

    def outcome(self) -> tuple[str, str]:
        """Who won, and how."""
        title, how = self._scribe.outcome()
        return title.replace(HARD_SPACE, " "), how

    def styled(self, words: str, style: str = "") -> Text:
        """Words with cards, clans and seats in their colours."""
        return self._scribe.styled(words, style)
