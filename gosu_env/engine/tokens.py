"""Tokens: what a seat has seen happen, been asked and answered, as rows of small numbers for networks.

A token is int8 (8,): an entry for each of ``FIELDS``. Seats and zones are numbered from the seat that looks on, cards
as in its observation. Three sorts of token follow one another: somebody is *asked* for a decision; the seat itself has
*answered*, which others are not told; and what came of it, event by event, as ``Event.for_seat`` lets the seat know it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.compile.arguments import Int8Rows, Int8s, Int64s
from gosu_env.engine.events import NEUTRAL_EVENTS, OWN_EVENTS, ROOM, Words, words_of
from gosu_env.engine.rules import Rules
from gosu_env.engine.spec import MOST, Block, Spec

WORD, SEAT, CARD, CAUSE, FROM, TO, NUMBER, ANSWER = range(8)
FIELDS = {
    "word": "what happened: a word of the vocabulary; 0: nothing yet",
    "seat": "who did it, or to whom it happened, plus 1: 1 is the seat that looks on; 0: the game itself",
    "card": "the card, as observations number it; 0: none, or one that the seat may not know",
    "cause": "the card whose effect did it; 0: none",
    "from": "the zone that the card came from; 0: none",
    "to": "the zone that it went to; 0: none",
    "number": "how many, which, how much: as the word says",
    "answer": "of the seat's own answer: the block of the action; number is then the entry in it, less 256 above 127",
}
ASKED, ANSWERED = "asked", "answered"
PLAIN, OF_SEAT, OF_CARD = range(3)  # what a number is


class Book(NamedTuple):
    """How events and answers become tokens: tables for compiled code."""

    words: Int8s  # (events,): the number of a word; 0: no such event
    secret: Int8s  # (events,): 1: for its seat alone
    numbers: Int8s  # (events,): PLAIN, OF_SEAT or OF_CARD
    zones: Int8Rows  # (players, 1 + zones): from the seat that looks on, by the number in events plus 1
    blocks: Int8s  # (actions,): the block of an action, plus 1
    entries: Int8s  # (actions,): its entry in there
    most: Int64s  # (1,): the highest number of a card that is positive


def note_rows(game: str) -> int:
    """How many rows a game needs to note events in: none, if its rules tell nothing."""
    return 0 if words_of(game) is None else 1 + ROOM


def book_record(book: Book) -> NDArray[np.void]:
    """The tables as one record, for a GPU: the widest first, so that each lies on a multiple of its size."""
    tables = sorted(book._asdict().items(), key=lambda item: -item[1].itemsize)
    made = np.zeros(1, np.dtype([(name, array.dtype, array.shape) for name, array in tables]))
    for name, array in tables:
        made[name] = array
    return made


@dataclass(frozen=True)
class Vocabulary:
    """What the numbers of tokens mean, for a game and a number of players."""

    words: tuple[str, ...]  # by their numbers; the first is nothing
    zones: tuple[str, ...]  # by their numbers, from the seat that looks on; the first is none
    answers: tuple[str, ...]  # blocks of actions, by their numbers; the first is none
    cards: tuple[int, int]  # the least and the highest number of a card
    book: Book
    texts: dict[tuple[int, ...], str] = field(default_factory=dict)  # of tokens that were put into words

    def spec(self, length: int) -> Spec:
        """The named slices of the last ``length`` tokens: field by field, the latest first in each."""
        low, high = self.cards
        players = len(self.book.zones)
        kinds = {
            "word": f"choice 0..{len(self.words) - 1}",
            "seat": f"choice 0..{players}",
            "card": f"card {low}..{high}",
            "cause": f"card {low}..{high}",
            "from": f"choice 0..{len(self.zones) - 1}",
            "to": f"choice 0..{len(self.zones) - 1}",
            "number": "number",
            "answer": f"choice 0..{len(self.answers) - 1}",
        }
        return Spec(Block.lay_out((f"history.{name}", length, FIELDS[name], kinds[name]) for name in FIELDS))

    def card(self, number: int) -> int | None:
        """The kind that a number of a card stands for."""
        return None if number == 0 else number - 1 if number > 0 else self.cards[1] - 1 - number


def vocabulary_of(rules: Rules) -> Vocabulary:
    """The vocabulary of a game with its options: ``Rules.vocabulary`` keeps it."""
    told = words_of(rules.name) or Words()
    players = rules.num_players
    names = ("nothing", ASKED, ANSWERED, *NEUTRAL_EVENTS, *told.own)
    words = np.zeros(OWN_EVENTS + len(told.own), np.int8)
    numbers, private = np.zeros_like(words), np.zeros_like(words)
    for event in (*range(len(NEUTRAL_EVENTS)), *range(OWN_EVENTS, len(words))):
        word = told.of(event)
        words[event] = names.index(word)
        private[event] = word in told.private
        numbers[event] = OF_SEAT if word in told.numbers_of_seats else OF_CARD if word in told.numbers_of_cards else 0
    zones, zone_names = _zones(told, players)
    blocks = np.zeros(rules.num_actions, np.int8)
    entries = np.zeros(rules.num_actions, np.int8)
    for number, block in enumerate(rules.action_spec.blocks, start=1):
        blocks[block.slice] = number
        entries[block.slice] = np.arange(block.size).astype(np.uint8).astype(np.int8)
    kinds = [kind for block in rules.observation_spec.blocks for kind in block.kinds if kind.word == "card"]
    low, high = (kinds[0].low, kinds[0].high) if kinds else (0, MOST)
    book = Book(words, private, numbers, zones, blocks, entries, np.array([high], np.int64))
    answers = ("none", *(block.name for block in rules.action_spec.blocks))
    return Vocabulary(names, zone_names, answers, (low, high), book)


def _zones(told: Words, players: int) -> tuple[NDArray[np.int8], tuple[str, ...]]:
    """The zones of events, numbered from every seat, and their names."""
    last = max((zone.first + zone.slots * (players if zone.of_seats else 1) for zone in told.zones), default=0)
    table = np.zeros((players, 1 + last), np.int8)
    names = ["none"]
    for zone in told.zones:
        for relative in range(players if zone.of_seats else 1):
            whose = "" if not zone.of_seats else "me " if relative == 0 else f"opp{relative} "
            for slot in range(zone.slots):
                for viewer in range(players):
                    seat = (viewer + relative) % players if zone.of_seats else 0
                    table[viewer, 1 + zone.first + seat * zone.slots + slot] = len(names)
                names.append(f"{whose}{zone.name}" + (f" {slot}" if zone.slots > 1 else ""))
    return table, tuple(names)
