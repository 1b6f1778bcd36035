"""What happens in a game, told by its rules.

Rules that move a card or decide something call ``write_event``. It writes a row into the end of the record, if the
record has room there: how much is part of its type, so in the plain records of games, which have none, nothing of it is
left in the compiled code. Rules are translated for plain records alone, and linked for either (see linking.py).
``Teller`` plays a game in a told record and returns what happened as ``Event``.

That something happens is for everybody to see, unless its word is one of ``private``; which card it is, only for those
who may know: ``Event.for_seat``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.compile import rule
from gosu_env.engine.game import Game
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.layout import Told, told_record
from gosu_env.engine.records import empty_records

ROOM = 1024  # events that may lie between two decisions of a player; what follows is lost, and the last one says so
NO_CARD = -1
NOBODY = -1
NOWHERE = -1
EVERYBODY = 255  # bits of ``seen``
ONLOOKER = -1  # a viewer who has no seat, and knows what everybody knows

# Words that every game has; those of a game follow, from OWN_EVENTS on.
LOST, ROUND_BEGINS, TURN_BEGINS, SHUFFLED, DEALT, DRAWN, DISCARDED = range(7)
NEUTRAL_EVENTS = ("lost", "round begins", "turn begins", "shuffled", "dealt", "drawn", "discarded")
OWN_EVENTS = 16


@rule
def event_rows(st: Told) -> int:
    """How many rows for events there are behind a record, with that for their number; none behind a plain one.

    Entries that are given told records have another such function linked: see linking.py.
    """
    return int(st.events.shape[0])


@rule
def write_event(
    st: Told, event: int, seat: int, card: int, from_zone: int, to_zone: int, cause: int, seen: int, number: int
) -> None:
    """Tell that something happened, if it is to be told."""
    rows = event_rows(st)
    if rows > 0:
        row = int(st.events[0, 0]) + 1
        if row == rows:
            row -= 1
            event = LOST
        st.events[0, 0] = row
        st.events[row, 0] = event
        st.events[row, 1] = seat
        st.events[row, 2] = card
        st.events[row, 3] = from_zone
        st.events[row, 4] = to_zone
        st.events[row, 5] = cause
        st.events[row, 6] = seen
        st.events[row, 7] = number


def is_seen(seen: int, viewer: int) -> bool:
    """Whether a viewer is one of those whose bits are set; an onlooker, whether everybody is."""
    return seen == EVERYBODY if viewer == ONLOOKER else bool((seen >> viewer) & 1)


class Event(NamedTuple):
    """Something that happened: a word of the game's vocabulary, and to what."""

    word: str
    seat: int  # who did it, or to whom it happened; NOBODY: the game itself
    card: int | None  # its kind; None: no card, or one that the reader may not know
    from_zone: int  # where the card was, as the game numbers its zones; NOWHERE
    to_zone: int  # where it is now
    cause: int | None  # the kind whose effect did it
    seen: int  # bits of the seats that may know which card it is
    number: int  # how many, which, how much: as the word says
    private: bool = False  # nobody but ``seat`` may know that it happened

    def for_seat(self, seat: int | None) -> Event | None:
        """What a seat may know of it: perhaps not which card it was, or nothing at all. None may know everything."""
        if seat is None:
            return self
        if self.private and (seat != self.seat or seat == ONLOOKER):
            return None
        return self if self.card is None or is_seen(self.seen, seat) else self._replace(card=None)


class Zone(NamedTuple):
    """Where cards may be: its numbers in events, ``first`` and those after it."""

    name: str
    first: int
    slots: int = 1
    of_seats: bool = False  # one for every seat, with so many slots each


@dataclass(frozen=True, slots=True)
class Words:
    """The vocabulary of a game: the part ``events`` of its folder has one, WORDS."""

    own: tuple[str, ...] = ()
    private: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()  # a card is turned over
    struck: frozenset[str] = frozenset()  # a card is lost by force
    zones: tuple[Zone, ...] = ()
    numbers_of_seats: frozenset[str] = frozenset()  # their number is a seat
    numbers_of_cards: frozenset[str] = frozenset()  # their number is a kind
    aloud: Mapping[str, str] = field(default_factory=dict)  # what is said of events that are worth a shout
    foreseen: frozenset[str] = frozenset()  # what a seat brings about by what it knows already
    unseen: frozenset[int] = frozenset()  # zones whose cards may be known to nobody

    def foreseen_by(self, seat: int, events: Sequence[Event]) -> bool:
        """Whether a seat that brought these about in its turn has learned nothing from it that was hidden."""
        begun = events[1:] if events and events[0].word == NEUTRAL_EVENTS[TURN_BEGINS] else events
        return all(
            event.seat == seat and event.word in self.foreseen and event.from_zone not in self.unseen for event in begun
        )

    def of(self, event: int) -> str:
        return self.own[event - OWN_EVENTS] if event >= OWN_EVENTS else NEUTRAL_EVENTS[event]


def words_of(game: str) -> Words | None:
    """The words of the events of a game; None if its rules tell nothing."""
    part = find_part(game, "events")
    found: Words | None = None if part is None else part.WORDS
    return found


@lru_cache
def told_dtype(plain: np.dtype[Any]) -> np.dtype[np.record]:
    """The told record of a game: a plain one, and room for events behind it."""
    return told_record(plain, ROOM)


class Teller:
    """Plays a game in a record of its own, and tells what happens.

    A game whose rules tell nothing has no events.
    """

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        words = words_of(game.name)
        self.tells = words is not None
        self.words = words or Words()
        plain = game.states
        self.size = plain.dtype.itemsize
        self._take(told_dtype(plain.dtype) if self.tells else plain.dtype)
        self._bytes[: self.size] = plain.view(np.uint8)
        self._legal = np.zeros(self.rules.max_legal, np.int16)
        self._mask = np.zeros(self.rules.num_actions, np.int8)
        self._status = 0

    def _take(self, dtype: np.dtype[Any]) -> None:
        """Play in a record of that type; views of it are faster than its fields."""
        self.states = empty_records(dtype, 1)
        self._bytes = self.states.view(np.uint8)
        self._ending = self.states["ending"]
        self._rows: NDArray[np.int16] = self.states["events"][0] if self.tells else np.zeros((1, 8), np.int16)

    def __getstate__(self) -> dict[str, Any]:
        views = ("_bytes", "_ending", "_rows")
        return {name: value for name, value in self.__dict__.items() if name not in views} | {
            "states": (self.states.dtype, self.states.tobytes())
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """From a copy or a pickle: the views are those of the record that was copied."""
        self.__dict__.update(state)
        dtype, content = state["states"]
        self._take(dtype)
        self._bytes[:] = np.frombuffer(content, np.uint8)

    def game(self) -> Game:
        """The game as it stands."""
        states = self.rules.new_states(1)
        states.view(np.uint8)[:] = self._bytes[: self.size]
        return Game.of_record(self.rules, states)

    @property
    def is_over(self) -> bool:
        return bool(self._ending[0])

    def legal_actions(self) -> list[int]:
        """The legal actions, once something was told."""
        legal: list[int] = self._legal[: self._status & 0xFFFF].tolist()
        return legal

    def apply(self, action: int) -> list[Event]:
        """Take a decision, which must be a legal one; what happened until the next. -1 only goes on to a decision."""
        self._status = self.rules.tell(self.states, action, self._legal, self._mask)
        return list(self._told()) if self.tells else []

    def deal(self, seed: int) -> list[Event]:
        """Begin a game anew; what happened until the first decision."""
        self.rules.start(self.states, seed)
        return self.apply(-1)

    def _told(self) -> Iterator[Event]:
        rows = self._rows[1 : int(self._rows[0, 0]) + 1]
        words, private = self.words, self.words.private
        for event, seat, card, from_zone, to_zone, cause, seen, number in rows.tolist():
            word = words.of(event)
            kind = None if card == NO_CARD else card
            by = None if cause == NO_CARD else cause
            yield Event(word, seat, kind, from_zone, to_zone, by, seen, number, word in private)
        self._rows[0, 0] = 0


def begins_turn(game: Game) -> bool:
    """Whether the decision that is next begins a turn: rules tell that before whatever the answer leads to."""
    told = [] if game.is_over else Teller(game).apply(game.legal_actions()[0])
    return bool(told) and told[0].word == NEUTRAL_EVENTS[TURN_BEGINS]
