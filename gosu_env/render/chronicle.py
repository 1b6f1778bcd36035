"""What each decision of a replay led to, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rich.console import Console

from gosu_env.engine.errors import OptionError
from gosu_env.engine.game import Game
from gosu_env.engine.replay import Replay
from gosu_env.gosu.ruleset import GosuRules
from gosu_env.render.ledger import AIMED, Json, Part, seat_word
from gosu_env.render.palette import HARD_SPACE
from gosu_env.render.story import Answer, Story, join


@dataclass(frozen=True)
class Line:
    """Things that happen together, or a remark about the game itself."""

    seat: int
    parts: tuple[Part, ...] = ()
    remark: str = ""

    def words(self, viewer: int | None) -> str:
        """The line as a seat may read it; nobody in particular may read all."""
        told = [
            ("" if part.seat == self.seat else f"{seat_word(part.seat)} ") + part.words(names)
            for part in self.parts
            if (names := viewer is None or part.seat == viewer) or not part.private
        ]
        return (" · ".join(told) or self.remark).replace(HARD_SPACE, " ")


@dataclass(frozen=True)
class Entry:
    """A decision: who took it in which round, of which kind, what was done, and what came of it."""

    step: int
    round: int
    seat: int
    kind: str
    deed: Line
    sequel: tuple[Line, ...]

    def words(self, viewer: int | None) -> str:
        """What was done, as a seat may read it."""
        return self.deed.words(viewer) or "decides in secret"


class Chronicle(NamedTuple):
    """A game in words: its decisions, who won, and how."""

    entries: tuple[Entry, ...]
    title: str
    how: str


def gosu_rules(game: Game) -> GosuRules:
    if not isinstance(game.rules, GosuRules):
        raise OptionError(f"cannot describe {game.name!r}; expected 'gosu'")
    return game.rules


def spelt_out(replay: Replay) -> tuple[Game, list[list[int]]]:
    """The game of a replay with nothing decided silently: its opening, and for every decision the actions it takes.

    Only then can the decisions that had one answer be told like others.
    """
    replay.verify()
    opening = replay.opening()
    silent = bool(opening.state.auto_forced)
    opening.state.auto_forced = 0
    game = opening.clone()
    steps: list[list[int]] = []
    for action in replay.actions:
        game.apply(action)
        steps.append([action])
        while silent and not game.is_over and len(legal := game.legal_actions()) == 1:
            game.apply(legal[0])
            steps[-1] += legal
    return opening, steps


class Scribe(Story):
    """A story that is kept decision by decision instead of being printed."""

    def __init__(self, game: Game) -> None:
        super().__init__(Console(quiet=True), game, gosu_rules(game).cards, hands=True)
        self.lines: list[list[Part] | str] = []

    def entry(self, step: int, actions: Sequence[int]) -> Entry:
        """A decision taken and told, with the forced ones that follow it."""
        before = self.table
        self.lines = [[]]
        for action in actions:
            self.step(action)
        seat = before["seat"]
        deed, *sequel = [
            Line(seat, remark=line) if isinstance(line, str) else Line(seat, tuple(line)) for line in self.lines
        ]
        return Entry(step, before["round"], seat, before["decision"]["kind"], deed, tuple(sequel))

    # What a story would print.

    def tell(self, answer: Answer) -> list[Part]:
        """Also the answers that complete what was told before."""
        parts, seat = super().tell(answer), answer.seat
        if parts:
            return parts
        if answer.kind == "newcomer":
            newcomer = [Part(seat, "brings in", [self.newcomer])]
            if self._source(answer.before) not in self.zombies:
                return newcomer
            return [*newcomer, self._tell_source(seat, self.from_pile)]
        if answer.kind == "swap_with" and (found := AIMED.fullmatch(answer.words)):
            owner, card = self.absolute(seat, found["who"]), found["card"] or "a card"
            if owner == seat:
                return [Part(seat, "swaps it with its own", [card])]
            return [Part(seat, "swaps it with", [card], f"of {seat_word(owner)}")]
        return []

    @staticmethod
    def _tell_source(seat: int, from_pile: bool) -> Part:
        return Part(seat, f"takes it from the {'discard pile' if from_pile else 'hand'}")

    def add(self, part: Part) -> None:
        super().add(replace(part, cards=list(part.cards)))
        last = self.lines[-1]
        if isinstance(last, str):
            last = []
            self.lines.append(last)
        join(last, part)

    def end_line(self) -> None:
        self.parts = []

    def note(self, words: str) -> None:
        self.lines.append(words)

    def round_heading(self) -> None:
        """Entries know their round."""

    def battle(self, eve: Game, after: Json) -> list[int]:
        self.fought = True
        verdict, earners = self.verdict(eve.to_json(), eve.strengths(), after)
        self.lines.append(f"Great Battle: {verdict}")
        return earners


def chronicle(replay: Replay) -> Chronicle:
    """All of a replay, told."""
    opening, steps = spelt_out(replay)
    scribe = Scribe(opening)
    entries = tuple(scribe.entry(step, actions) for step, actions in enumerate(steps))
    title, how = scribe.outcome() if scribe.game.is_over else ("Not played to its end", "The record ends here.")
    return Chronicle(entries, title.replace(HARD_SPACE, " "), how)
