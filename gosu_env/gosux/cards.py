"""The cards of GOSU X: a TOML file checked against the facts of the rules and compiled to tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.card_files import (
    CardRow,
    Compiler,
    Program,
    check_names,
    digest,
    fail,
    parse_rows,
    read_card_file,
)
from gosu_env.armies.language import ANY, Filter
from gosu_env.engine.spelling import nearest, shown
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.language import LANGUAGE
from gosu_env.gosux.state import (
    CLAN_WORDS,
    CLANS,
    CODE_ROWS,
    FILTERS,
    HEROES,
    IMMORTALS,
    KEYWORDS,
    KINDS,
    TABLES,
    TROOPS,
    WILLS,
)

DEFAULT_SET = Path(__file__).parent / "cards" / "default.toml"
CLAN_NAMES = ("Abhilasha", "Galmi", "Goan Sul", "Justice", "Narashima", "Phoenix", "Tomorrow", "Xi'an")
LEVEL_NAMES = ("Troop", "Hero", "Immortal")
PER_CLAN = (TROOPS, HEROES, IMMORTALS)
COPIES = (2, 1, 1)
MOST_SYMBOLS = 2
COPIERS = 7  # cards that copy effects: a bit each
ALSO = 2  # names that a card may count as beside its own

# What a card does while it stands face up, beside keywords, effects and triggers.
PERMANENTS = ("law", "every_level", "mirrors", "doubles", "hunts", "echoes", "wild", "mourned")
PROGRAM_FIELDS = {name: (i,) for i, name in enumerate(v.TRIGGERS)}
FIELDS = (
    *("name", "english", "clan", "level", "shift", "symbols", "keywords", "will", "counts_as_names", "ruling"),
    *PERMANENTS,
    *PROGRAM_FIELDS,
    "provenance",
)


@dataclass(frozen=True)
class Card:
    """One of the 88 different cards."""

    name: str
    english: str  # what the name means; empty: it is the same
    clan: int
    level: int
    shift: int | None  # None: it prints no cost and cannot be shifted
    symbols: int  # activation symbols
    keywords: frozenset[str]
    will: int  # what its Force of Will cancels: one of WILLS
    permanents: frozenset[str]
    also: tuple[str, ...]  # names that it counts as, too
    programs: dict[int, Program] = field(hash=False)
    ruling: str  # where the public record is unclear
    provenance: str
    kind: int = -1

    @property
    def copies(self) -> int:
        return COPIES[self.level - 1]

    @property
    def clan_name(self) -> str:
        return CLAN_NAMES[self.clan]

    @property
    def level_name(self) -> str:
        return LEVEL_NAMES[self.level - 1]

    @property
    def levels(self) -> frozenset[int]:
        """All levels that it counts as."""
        return frozenset((1, 2, 3)) if "every_level" in self.permanents else frozenset((self.level,))

    @property
    def shared_name(self) -> str:
        """The name without what stands in brackets behind it (X-5.2)."""
        return re.sub(r" \([^)]*\)$", "", self.name)

    @property
    def copies_effects(self) -> bool:
        return any(step.op == v.COPY for step in self.programs.get(v.ARRIVES, ()))


@dataclass(frozen=True)
class CardSet:
    """A checked set: its cards by kind, and the tables that the compiled rules read."""

    name: str
    cards: tuple[Card, ...]
    tables: NDArray[np.void]  # one record of TABLES
    digest: str

    def kind(self, name: str) -> int:
        """The number of a card by its name, or by what that means."""
        for card in self.cards:
            if name in (card.name, card.english):
                return card.kind
        raise KeyError(f"no card named {name!r}; {nearest(name, [card.name for card in self.cards])}")

    def __getitem__(self, kind: int) -> Card:
        return self.cards[kind]

    def __len__(self) -> int:
        return len(self.cards)


def _words(row: CardRow, part: str, known: Sequence[str] | None = None) -> tuple[str, ...]:
    """A list of words, each once."""
    values = row.get(part, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise row.fail(part, f"must be a list of words, not {shown(values)}")
    if len(set(values)) < len(values):
        raise row.fail(part, "says something twice")
    for value in values:
        if known is not None and value not in known:
            raise row.fail(part, f"unknown word {shown(value)}; {nearest(value, list(known))}")
    return tuple(values)


def _text(row: CardRow, part: str) -> str:
    value = row.get(part, "")
    if not isinstance(value, str) or not value.isprintable():
        raise row.fail(part, f"must be a line of text, not {shown(value)}")
    return value


def _card(path: str, given: Any, number: int) -> Card:
    """One card of the file."""
    row = CardRow(path, given, number, FIELDS, ("clan", "level", "provenance"))
    level = row.number("level", 1, 3)
    keywords = frozenset(_words(row, "keywords", KEYWORDS))
    will = row.word("will", WILLS) if "will" in row else 0
    if ("force_of_will" in keywords) != (will > 0):
        raise row.fail("will", f"a card with force_of_will says what it cancels: {' or '.join(WILLS[1:])}")
    if "recruiter" in keywords and level != 1:
        raise row.fail("keywords", f"a Recruiter is of level 1, not of level {level} (X-4.5)")
    also = _words(row, "counts_as_names")
    if len(also) > ALSO:
        raise row.fail("counts_as_names", f"at most {ALSO} names")
    programs = row.programs(PROGRAM_FIELDS, lambda part: row.program(part, LANGUAGE.parse_line))
    symbols = row.number("symbols", 0, MOST_SYMBOLS) if "symbols" in row else 0
    if symbols and v.ARRIVES not in programs:
        raise row.fail("symbols", "a card with activation symbols has an arrival effect, which they repeat (X-6.2)")
    return Card(
        row.name.strip(),
        _text(row, "english"),
        row.word("clan", CLAN_WORDS),
        level,
        row.number("shift", 0, 9) if "shift" in row else None,
        symbols,
        keywords,
        will,
        frozenset(part for part in PERMANENTS if row.flag(part)),
        also,
        programs,
        _text(row, "ruling"),
        row.provenance(),
    )


def _check_composition(path: str, cards: Sequence[Card]) -> None:
    """The composition of a clan (X-2.1), and what the tables hold."""
    check_names(path, [card.name for card in cards])
    for clan, word in enumerate(CLAN_WORDS):
        for level, wanted in enumerate(PER_CLAN, 1):
            found = sum(card.clan == clan and card.level == level for card in cards)
            if found != wanted:
                reason = f"clan {word!r} has {found} different cards of level {level}, it needs {wanted} (X-2.1)"
                raise fail(path, None, None, reason)
    copiers = [card.name for card in cards if card.copies_effects]
    if len(copiers) > COPIERS:
        raise fail(path, copiers[COPIERS], v.TRIGGERS[v.ARRIVES], f"at most {COPIERS} cards may copy effects")


class _Compiler(Compiler[Card]):
    """What the programs of GOSU X have to keep to."""

    def names(self, card: Card) -> Sequence[str]:
        return (card.shared_name,)

    def takes(self, wanted: Filter, card: Card) -> bool:
        return wanted.takes(card.shared_name, card.levels, card.clan, card.keywords)

    def check_step(self, card: Card, part: str, program: Program, i: int) -> None:
        step, before = program[i], [other.op for other in program[:i]]
        needs = {
            "clan=named": (step.fits.named_clan or step.op == v.DESTROY_CLAN, v.NAME_CLAN, "name clan"),
            "level=named": (step.fits.named_level, v.NAME_LEVEL, "name level"),
            "level=paid": (step.fits.paid_level, v.PAY_BOUNTY, "pay bounty"),
            "copied": (step.op in (v.CAPTURE_COPIED, v.REMOVE_COPIED), v.COPY, "copy …"),
            "freed": (step.op == v.COPY and step.arg == v.AREA * v.FREED, v.AIM, "free 1"),
            "chosen": (step.op in (v.MILL, v.DRAW) and step.who == v.CHOSEN, v.CHOOSE_SEAT, "choose player"),
        }
        for word, (said, op, wanted) in needs.items():
            if said and op not in before:
                raise fail(self.path, card.name, part, f"{word!r} needs {wanted!r} before it")


NAMED = {
    Filter(named_clan=True): v.NAMED_CLAN,
    Filter(named_level=True): v.NAMED_LEVEL,
    Filter(named_clan=True, named_level=True): v.NAMED_BOTH,
    Filter(paid_level=True): v.PAID_LEVEL,
}


def _compile(path: str, cards: Sequence[Card]) -> NDArray[np.void]:
    tables = np.zeros(1, TABLES)
    row = tables[0]
    leaps = (v.IF, v.MAY, v.PAY_BOUNTY, v.PAY_CLAN)
    compiler = _Compiler(path, cards, [ANY], NAMED, v.SYSTEM_CODE, leaps, FILTERS, CODE_ROWS)
    shared = sorted({card.shared_name for card in cards})
    row.program[:] = -1
    row.also[:] = -1
    row.law[:] = -1
    row.names[:] = -1
    bit = 0
    for card in cards:
        kind = card.kind
        row.copies[kind] = card.copies
        row.level[kind] = card.level
        row.levels[kind] = sum(1 << level - 1 for level in card.levels)
        row.clan[kind] = card.clan
        row.shift_cost[kind] = -1 if card.shift is None else card.shift
        row.symbols[kind] = card.symbols
        row.keywords[kind] = sum(1 << i for i, word in enumerate(KEYWORDS) if word in card.keywords)
        row.will[kind] = card.will
        row.name[kind] = shared.index(card.shared_name)
        for i, name in enumerate(card.also):
            if name not in shared:
                raise fail(path, card.name, "counts_as_names", f"no card {name!r}; {nearest(name, shared)}")
            row.also[kind, i] = shared.index(name)
        if "law" in card.permanents:
            row.law[kind] = card.clan
        for part in ("mirrors", "doubles", "hunts", "echoes", "wild", "mourned"):
            row[part][kind] = part in card.permanents
        if card.copies_effects:
            row.copier[kind] = 1 << bit
            bit += 1
        for trigger, program in card.programs.items():
            row.program[kind, trigger] = compiler.add_program(card, v.TRIGGERS[trigger], program)
    row.code[: len(compiler.code)] = compiler.code
    for number, wanted in enumerate(compiler.filters):
        row.asks[number] = sum(1 << i for i, word in enumerate(KEYWORDS) if word in wanted.keywords)
        if len(wanted.names) == 1:
            row.names[number] = shared.index(next(iter(wanted.names)))
        plain = replace(wanted, keywords=frozenset())
        for card in cards:
            row.fits[number, card.kind] = compiler.takes(plain, card)
    return tables


def card_rows() -> list[dict[str, Any]]:
    """The cards of the default set as they stand in its file."""
    return parse_rows(DEFAULT_SET.read_text(encoding="utf-8"), DEFAULT_SET.name, list, lambda row, number: None)[1]


def parse_card_set(text: str, path: str) -> CardSet:
    """A card set from the text of a TOML file; ``path`` is for the errors."""
    name, rows = parse_rows(text, path, card_rows, lambda row, number: _card(path, row, number))
    cards = [_card(path, row, number) for number, row in enumerate(rows, 1)]
    _check_composition(path, cards)
    cards.sort(key=lambda card: (card.level, card.clan))
    numbered = tuple(replace(card, kind=kind) for kind, card in enumerate(cards))
    assert len(numbered) == KINDS == CLANS * sum(PER_CLAN)
    tables = _compile(path, numbered)
    facts = [f"{card.name}|{card.clan}|{card.level}" for card in numbered]
    return CardSet(name, numbered, tables, digest(facts, tables))


@lru_cache(maxsize=1)
def default_cards() -> CardSet:
    """The set that ships with the package."""
    return parse_card_set(DEFAULT_SET.read_text(encoding="utf-8"), DEFAULT_SET.name)


def load_cards(path: str | Path | None = None) -> CardSet:
    """The default set, or one's own by path."""
    return default_cards() if path is None else parse_card_set(read_card_file(path), str(path))
