"""What happened in a game, decision by decision, as a seat may read it.

A ``Scribe`` puts the events of a decision into words, as the part ``log`` of the game's folder has them. ``Log`` keeps
what it wrote, ``Story`` prints it turn by turn. A game that tells no events is told by the texts of its actions, which
are for the deciders alone.
"""

from __future__ import annotations

import copy
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from gosu_env.engine.counters import count
from gosu_env.engine.events import EVERYBODY, ONLOOKER, Event, Teller, is_seen
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.replay import Replay
from gosu_env.render.colours import HARD_SPACE, SEAT_STYLES

MANY = 5  # cards that are named one by one where their number says enough


def seat_word(seat: int) -> str:
    return f"seat{HARD_SPACE}{seat}"


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def question(decision_text: str) -> str:
    """What is asked, without the seat that is."""
    who, _, asked = decision_text.partition(": ")
    return asked if who.startswith("seat ") and asked else decision_text


def counted(number: int, noun: str = "card") -> str:
    return f"a {noun}" if number == 1 else f"{number} {noun}s"


# ------------------------------------------------------------------------------------------------ words


@dataclass
class Part:
    """One thing that a seat does in a turn: "destroys", Cog, "of seat 0"."""

    seat: int
    verb: str
    cards: list[str] = field(default_factory=list)
    tail: str = ""
    seen: int = EVERYBODY  # bits of the seats that may read the names of the cards
    private: bool = False  # nobody else hears of it
    begins: bool = False  # a turn
    brief: bool = False  # of many cards, the number says enough

    def words(self, viewer: int | None) -> str:
        """What a viewer may read of it; nobody in particular may read all."""
        middle = ""
        if self.cards:
            named = viewer is None or is_seen(self.seen, viewer)
            short = not named or (self.brief and len(self.cards) > MANY)
            middle = " " + (counted(len(self.cards)) if short else listed(self.cards))
        return f"{self.verb}{middle}{' ' if self.tail else ''}{self.tail}"

    def joins(self, other: Part) -> bool:
        """Whether another part is more of the same: discards A, discards B is discards A and B."""
        same = (self.seat, self.verb, self.tail, self.seen) == (other.seat, other.verb, other.tail, other.seen)
        return same and bool(self.cards and other.cards) and not other.begins


def joined(parts: Sequence[Part]) -> list[Part]:
    """Parts, with more of the same in one."""
    found: list[Part] = []
    for part in parts:
        if found and found[-1].joins(part):
            found[-1].cards += part.cards
        else:
            found.append(replace(part, cards=list(part.cards)))
    return found


@dataclass(frozen=True)
class Line:
    """Things that happen together, or a remark about the game itself."""

    seat: int
    parts: tuple[Part, ...] = ()
    remark: str = ""
    round: int = 0
    picture: Callable[[], RenderableType] | None = None  # what a story shows instead of the remark

    def words(self, viewer: int | None) -> str:
        """The line as a seat may read it; nobody in particular may read all. See ``ONLOOKER``."""
        told = [
            ("" if part.seat == self.seat else f"{seat_word(part.seat)} ") + part.words(viewer)
            for part in self.parts
            if viewer is None or part.seat == viewer or not part.private
        ]
        return (" · ".join(told) or self.remark).replace(HARD_SPACE, " ")


@dataclass(frozen=True)
class Entry:
    """A decision: who took it in which round, what was done, and what came of it."""

    step: int
    round: int
    seat: int
    deed: Line
    sequel: tuple[Line, ...]

    def words(self, viewer: int | None) -> str:
        """What was done, as a seat may read it."""
        return self.deed.words(viewer) or "decides in secret"


# ------------------------------------------------------------------------------------------------ who writes


class Scribe:
    """Follows a game and tells its decisions. This one has the plainest words; games have scribes of their own."""

    legend = ""  # what the signs in a story mean

    def __init__(self, game: Game) -> None:
        self.teller = Teller(game)
        self.game = game  # as it stands; not the one that was given, once a decision is told
        self.round = int(game.state.round_number)
        self.events: list[Event] = []  # of the last decision
        self._lines: list[Line] = []
        self._open: list[Part] = []  # of the line that is being written
        self._line_seat = -1

    def branch(self) -> Scribe:
        """Another one who has told the same so far."""
        other = copy.copy(self)
        other.teller = Teller(self.game)
        return other

    def entry(self, step: int, action: int) -> Entry:
        """A decision taken, and told with the forced ones that follow it."""
        before = self.game
        seat, number = before.seat, int(before.state.round_number)
        text = before.action_text(action)
        self._lines, self._open, self._line_seat = [], [], seat
        self.events = self.teller.apply(action)
        self.game = self.teller.game()
        if self.teller.tells:
            self.tell(before, self.events)
        else:
            self.add(Part(seat, text, private=True))
        self.end_line()
        self.round = int(self.game.state.round_number)
        lines = self._lines
        deed = lines.pop(0) if lines and not lines[0].remark and lines[0].round == number else Line(seat, round=number)
        return Entry(step, number, seat, deed, tuple(lines))

    def tell(self, before: Game, events: Sequence[Event]) -> None:
        """Put events into words."""
        for event in events:
            cards = [] if event.card is None else [self.card_name(event.card)]
            if event.seat >= 0:
                self.add(Part(event.seat, event.word, cards, seen=event.seen, private=event.private))

    def card_name(self, kind: int) -> str:
        cards = getattr(self.game.rules, "cards", None)
        return f"card {kind}" if cards is None else str(cards[kind].name)

    # Lines.

    def add(self, part: Part) -> None:
        """Add to the line."""
        self._open.append(part)

    def end_line(self) -> None:
        if self._open:
            seat = self._open[0].seat if self._lines else self._line_seat
            self._lines.append(Line(seat, tuple(joined(self._open)), round=self.round))
            self._open = []

    def remark(self, words: str, picture: Callable[[], RenderableType] | None = None) -> None:
        """Something about the game itself, on a line of its own."""
        self.end_line()
        self._lines.append(Line(self._line_seat, remark=words, round=self.round, picture=picture))

    def add_line(self, part: Part) -> None:
        """A line for one thing, which is nobody's deed."""
        self.end_line()
        self._lines.append(Line(part.seat, (part,), round=self.round))

    # The game as it stands.

    def outcome(self) -> tuple[str, str]:
        """Who won, and how."""
        if not self.game.is_over:
            return "Not played to its end", "The record ends here."
        winners = self.game.winners
        if not winners:
            return "No winner", "The game went on for too long."
        return self.title(winners), self.how()

    def title(self, winners: Sequence[int]) -> str:
        names = listed([seat_word(seat) for seat in winners]).replace(HARD_SPACE, " ")
        return f"{names} {'wins' if len(winners) == 1 else 'share the victory'}"

    def how(self) -> str:
        ending, card = self.game.ending
        return f"It ended by {ending.replace('_', ' ')}{f' of {card}' if card else ''}."

    def score(self, seat: int) -> str:
        """How a seat stands, in few letters."""
        return " · ".join(f"{name} {counts[seat]}" for name, counts in count(self.game).items())

    def standing(self, seat: int) -> str:
        """How a seat stands, in a few words."""
        return self.score(seat)

    def heading(self, hands: bool) -> Iterator[tuple[str, str]]:
        """Below the title of a round, labels and what there is to say of them."""
        for seat in range(self.game.num_players):
            yield seat_word(seat), self.standing(seat)

    def round_title(self) -> str:
        return f"Round {self.round}"

    def styled(self, words: str, style: str = "") -> Text:
        """Words with all that has a colour of its own in that colour."""
        text = Text(words.replace(HARD_SPACE, " "), style)
        for seat, colour in enumerate(SEAT_STYLES):
            text.highlight_regex(rf"\b[Ss]eat {seat}\b", colour)
        text.highlight_regex(r" · ", "dim")
        return text


def scribe_of(game: Game) -> Scribe:
    """Somebody to tell a game from where it stands."""
    own = find_part(game.name, "log")
    made: Scribe = (Scribe if own is None else own.Scribe)(game)
    return made


# ------------------------------------------------------------------------------------------------ a game that is told


class Paragraph(NamedTuple):
    """A turn, with all that it led to; or, without a seat, something about the game itself."""

    words: str
    seat: int | None = None
    heading: bool = False


class Log:
    """Follows a game, decision by decision."""

    def __init__(self, game: Game) -> None:
        self.scribe = scribe_of(game.clone())
        self.entries: list[Entry] = []

    def branch(self) -> Log:
        """Another log that has told the same so far."""
        other = copy.copy(self)
        other.scribe, other.entries = self.scribe.branch(), list(self.entries)
        return other

    def write(self, action: int) -> None:
        """Tell a decision and the forced ones that follow it."""
        self.entries.append(self.scribe.entry(len(self.entries), action))

    def paragraphs(self, viewer: int | None) -> list[Paragraph]:
        """Everything so far, as a seat may read it: a paragraph for every turn. None may read all."""
        told: list[Paragraph] = []
        number = -1  # of the round
        turn: list[Part] = []  # what the last paragraph tells, if its turn still goes on

        def add(paragraph: Paragraph, line: Line) -> None:
            nonlocal number
            if line.round != number:
                number = line.round
                told.append(Paragraph(f"Round {number}" if number else "Before the first round", heading=True))
            told.append(paragraph)

        for line in (line for entry in self.entries for line in (entry.deed, *entry.sequel)):
            if line.remark:
                turn = []
                add(Paragraph(line.words(viewer)), line)
            for part in line.parts:
                if part.private and viewer is not None and part.seat != viewer:
                    continue
                if part.begins or line.round != number or not turn:
                    turn = []
                goes_on = bool(turn)
                turn = joined([*turn, part])
                words = Line(turn[0].seat, tuple(turn)).words(viewer)
                if goes_on:
                    told.pop()
                add(Paragraph(f"seat {turn[0].seat} {words}", turn[0].seat), line)
        return told

    def outcome(self) -> tuple[str, str]:
        """Who won, and how."""
        return self.scribe.outcome()

    def styled(self, words: str, style: str = "") -> Text:
        """Words with all that has a colour of its own in that colour."""
        return self.scribe.styled(words, style)


def log_of(replay: Replay) -> Log:
    """All of a replay, told."""
    replay.verify()
    log = Log(replay.opening())
    for action in replay.actions:
        log.write(action)
    return log


class Story:
    """Prints a game turn by turn; without ``hands``, as nobody in particular may read it."""

    def __init__(self, console: Console, game: Game, hands: bool, delay: float = 0.0) -> None:
        self.console, self.hands, self.delay = console, hands, delay
        self.scribe = scribe_of(game.clone())
        self.round = 0
        self.parts: list[Part] = []  # of the line that is not printed yet
        self.steps = 0

    def opening(self, title: str) -> None:
        game = self.scribe.game
        self.console.print(Text.assemble((game.rules.title, "bold"), f"  {title}"))
        if self.scribe.legend:
            self.console.print(Text(f"{' ' * (len(game.rules.title) + 2)}{self.scribe.legend}", "dim"))
        if self.scribe.round > 0:
            self.print_round()

    def step(self, action: int) -> None:
        """Tell a decision."""
        entry = self.scribe.entry(self.steps, action)
        self.steps += 1
        for line in (entry.deed, *entry.sequel):
            if line.round > max(self.round, entry.round):
                self.print_round()
            if line.remark:
                self.end_line()
                if line.picture is None:
                    self.console.print(self.styled(f"  {line.remark}", "italic"))
                else:
                    self.console.print(line.picture())
                    time.sleep(self.delay)
            for part in line.parts:
                if part.begins or (line is not entry.deed and part is line.parts[0]):
                    self.end_line()
                self.parts.append(part)
        if self.scribe.round > max(self.round, entry.round):
            self.print_round()
        if self.scribe.game.is_over:
            self.end_line()

    def end_line(self) -> None:
        """Print what has been told so far."""
        viewer = None if self.hands else ONLOOKER
        parts = joined([part for part in self.parts if self.hands or not part.private])
        self.parts = []
        if not parts:
            return
        words = Line(parts[0].seat, tuple(parts)).words(viewer).replace(" · ", f"{HARD_SPACE}· ")
        self.print_hanging(seat_word(parts[0].seat), words)
        time.sleep(self.delay)

    def print_round(self) -> None:
        self.end_line()
        self.round = self.scribe.round
        self.console.print()
        self.console.print(Rule(self.styled(self.scribe.round_title()), align="left", style="dim"))
        for label, words in self.scribe.heading(self.hands):
            self.print_hanging(label, words)
        self.console.print()

    def print_hanging(self, label: str, words: str) -> None:
        """A label and words that go on beneath themselves."""
        indent = len(label) + 4
        lines = textwrap.wrap(words, max(self.console.width - indent, 20), break_on_hyphens=False) or [""]
        for number, line in enumerate(lines):
            self.console.print(self.styled(f"  {label if number == 0 else ' ' * len(label)}  {line}"))

    def styled(self, words: str, style: str = "") -> Text:
        return self.scribe.styled(words, style)

    def ending(self, seed: int | None, decisions: int) -> None:
        """The end in a frame."""
        scribe = self.scribe
        title, how = scribe.outcome()
        standing = " · ".join(f"{seat_word(seat)} {scribe.score(seat)}" for seat in range(scribe.game.num_players))
        dealt = "" if seed is None else f"seed {seed} · "
        facts = Text(f"{dealt}{counted(scribe.round, 'round')} · {decisions} decisions", "dim")
        body = Group(self.styled(title, "bold"), self.styled(how), Text(""), self.styled(standing), facts)
        width = min(76, self.console.width)
        self.console.print()
        self.console.print(Panel(body, box=box.ROUNDED, border_style="yellow", padding=(0, 2), width=width))
