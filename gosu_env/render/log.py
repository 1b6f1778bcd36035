"""What happened in a game, decision by decision, as a seat may read it.

The words are those of the game: the part ``log`` of its folder has a ``Scribe``, which tells a decision, and a
``Story``, which prints a whole game. A game without one is told by the texts of its actions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.text import Text

from gosu_env.engine.counters import count
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.replay import Replay
from gosu_env.render.colours import HARD_SPACE, SEAT_STYLES


def seat_word(seat: int) -> str:
    return f"seat{HARD_SPACE}{seat}"


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def counted(number: int, noun: str = "card") -> str:
    return f"a {noun}" if number == 1 else f"{number} {noun}s"


@dataclass
class Part:
    """One thing that a seat does in a turn: "destroys", Cog, "of seat 0"."""

    seat: int
    verb: str
    cards: list[str] = field(default_factory=list)
    tail: str = ""
    secret: bool = False  # the names are not for everybody
    private: bool = False  # nobody else hears of it

    def words(self, names: bool) -> str:
        middle = ""
        if self.cards:
            middle = " " + (counted(len(self.cards)) if self.secret and not names else listed(self.cards))
        return f"{self.verb}{middle}{' ' if self.tail else ''}{self.tail}"


def join(parts: list[Part], part: Part) -> None:
    """Put a part behind others; like follows like: discards A, discards B is discards A and B."""
    last = parts[-1] if parts else None
    if last and part.cards and last.cards and (last.seat, last.verb, last.tail) == (part.seat, part.verb, part.tail):
        last.cards += part.cards
    else:
        parts.append(part)


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


class Scribe(Protocol):
    """Tells the decisions of a game, one after the other."""

    game: Game

    def entry(self, step: int, actions: Sequence[int]) -> Entry:
        """A decision taken and told, with the forced ones that follow it."""

    def outcome(self) -> tuple[str, str]:
        """Who won, and how."""

    def styled(self, words: str, style: str = "") -> Text:
        """Words with all that has a colour of its own in that colour."""


class Story(Protocol):
    """Prints a game as it is played."""

    game: Game

    def opening(self, title: str) -> None: ...
    def step(self, action: int) -> None:
        """Apply an action and tell what it did."""

    def end_line(self) -> None:
        """Print what has been told so far."""

    def ending(self, seed: int | None, decisions: int) -> None: ...


def scribe_of(game: Game) -> Scribe:
    """Somebody to tell a game, which moves on as it is told."""
    own = find_part(game.name, "log")
    made: Scribe = PlainScribe(game) if own is None else own.Scribe(game)
    return made


def story_of(console: Console, game: Game, hands: bool, delay: float = 0.0) -> Story:
    """Somebody to print a game; without ``hands``, as nobody in particular may read it."""
    own = find_part(game.name, "log")
    made: Story = (PlainStory if own is None else own.Story)(console, game, hands, delay)
    return made


def standing(game: Game, seat: int) -> str:
    """How a seat stands, in a few words."""
    own = find_part(game.name, "log")
    if own is not None:
        return str(own.standing(game, seat))
    return " · ".join(f"{name} {counts[seat]}" for name, counts in count(game).items())


# ------------------------------------------------------------------------------------------------ games without words


class PlainScribe:
    """Tells decisions by the texts of their actions, which are for the deciders alone."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def entry(self, step: int, actions: Sequence[int]) -> Entry:
        game = self.game
        seat, number, kind = game.seat, int(game.state.round_number), str(int(game.state.decision))
        parts = []
        for action in actions:
            parts.append(Part(game.seat, game.action_text(action), private=True))
            game.apply(action)
        return Entry(step, number, seat, kind, Line(seat, tuple(parts)), ())

    def outcome(self) -> tuple[str, str]:
        winners = self.game.winners
        if not winners:
            return "No winner", "The game went on for too long."
        names = listed([seat_word(seat) for seat in winners])
        title = f"{names} {'wins' if len(winners) == 1 else 'share the victory'}"
        ending, by = self.game.ending
        return title, f"It ended by {ending.replace('_', ' ')}{f' of {by}' if by else ''}."

    def styled(self, words: str, style: str = "") -> Text:
        text = Text(words.replace(HARD_SPACE, " "), style)
        for seat, colour in enumerate(SEAT_STYLES):
            text.highlight_regex(rf"\b[Ss]eat {seat}\b", colour)
        return text


class PlainStory:
    """Prints the table of every round, and the decisions that everybody may read."""

    def __init__(self, console: Console, game: Game, hands: bool, delay: float = 0.0) -> None:
        self.console, self.game, self.hands, self.delay = console, game, hands, delay
        self.scribe = PlainScribe(game)
        self.steps = 0
        self.round = -1

    def opening(self, title: str) -> None:
        self.console.print(Text.assemble((self.game.name, "bold"), f"  {title}"))

    def step(self, action: int) -> None:
        number = int(self.game.state.round_number)
        if number != self.round:
            self.round = number
            if self.hands:
                self.console.print(self.scribe.styled(f"\n{self.game.describe()}\n"))
        entry = self.scribe.entry(self.steps, [action])
        self.steps += 1
        words = entry.words(None if self.hands else -1)
        self.console.print(self.scribe.styled(f"  seat {entry.seat}  {words}"))
        time.sleep(self.delay)

    def end_line(self) -> None:
        """Every decision has its line."""

    def ending(self, seed: int | None, decisions: int) -> None:
        title, how = self.scribe.outcome()
        dealt = "" if seed is None else f"seed {seed} · "
        self.console.print(self.scribe.styled(f"\n{self.game.describe()}\n"))
        self.console.print(self.scribe.styled(f"{title[0].upper()}{title[1:]}. {how}", "bold"))
        self.console.print(Text(f"{dealt}{decisions} decisions", "dim"))


# ------------------------------------------------------------------------------------------------ whole games


class Chronicle(NamedTuple):
    """A game in words: its decisions, who won, and how."""

    entries: tuple[Entry, ...]
    title: str
    how: str


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


def chronicle(replay: Replay) -> Chronicle:
    """All of a replay, told."""
    opening, steps = spelt_out(replay)
    scribe = scribe_of(opening)
    entries = tuple(scribe.entry(step, actions) for step, actions in enumerate(steps))
    title, how = scribe.outcome() if scribe.game.is_over else ("Not played to its end", "The record ends here.")
    return Chronicle(entries, title.replace(HARD_SPACE, " "), how)


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
        self._scribe = scribe_of(told)
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
