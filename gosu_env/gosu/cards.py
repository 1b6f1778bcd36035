"""Card sets: TOML files checked against the facts of the rules and compiled to tables."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import CardFileError
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.language import (
    ANY,
    CLAN_WORDS,
    Filter,
    Global,
    Instruction,
    LineError,
    nearest,
    parse_global,
    parse_line,
)
from gosu_env.gosu.state import (
    BAKUTOS,
    CLANS,
    CODE_ROWS,
    FILTERS,
    HEROES,
    KINDS,
    OZEKIS,
    STACK_DEPTH,
    TABLES,
)

DEFAULT_SET = Path(__file__).parent / "cards" / "default.toml"
CLAN_NAMES = ("Ancient Gobans", "Alpha Goblins", "Dark Goblins", "Meka-Goblins", "Fire Goblins")
LEVEL_NAMES = ("Bakuto", "Hero", "Ōzeki")
PER_CLAN = (BAKUTOS, HEROES, OZEKIS)
COPIES = (2, 1, 1)
MAX_LISTENERS = STACK_DEPTH // 2  # copies that may react to one event, so that the stack holds them all

PROGRAM_FIELDS = {name: (i,) for i, name in enumerate(v.TRIGGERS)} | {"enters_and_mutates": (v.ENTERS, v.MUTATES)}
FIELDS = ("name", "clan", "level", "mutation", "zombie", "global", "provenance", *PROGRAM_FIELDS)


@dataclass(frozen=True)
class Card:
    """One of the 75 different cards of a set."""

    name: str
    clan: int
    level: int
    mutation: int | None  # None: it prints no cost and cannot mutate (G-1.5)
    zombie: bool
    programs: dict[int, tuple[Instruction, ...]] = field(hash=False)
    globals: tuple[Global, ...]
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
    def has_ability(self) -> bool:
        return bool(self.programs or self.globals or self.zombie)


@dataclass(frozen=True)
class CardSet:
    """A checked set: its cards by kind, and the tables that the compiled rules read."""

    name: str
    cards: tuple[Card, ...]
    tables: NDArray[np.void]  # one record of TABLES
    digest: str

    def kind(self, name: str) -> int:
        """The number of a card by its name."""
        for card in self.cards:
            if card.name == name:
                return card.kind
        raise KeyError(f"no card named {name!r}; {nearest(name, [card.name for card in self.cards])}")

    def __getitem__(self, kind: int) -> Card:
        return self.cards[kind]

    def __len__(self) -> int:
        return len(self.cards)


def _fail(path: str, card: str | None, part: str | None, reason: str) -> CardFileError:
    where = path if card is None else f"{path}: card {card!r}"
    return CardFileError(f"{where}: {reason}" if part is None else f"{where}: {part}: {reason}")


def _lines(path: str, card: str, part: str, value: Any) -> list[str]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value or not all(isinstance(line, str) and line.strip() for line in value):
        raise _fail(path, card, part, "must be a line of text or a list of lines")
    return list(value)


def _number(path: str, card: str, row: dict[str, Any], part: str, low: int, high: int) -> int:
    value = row[part]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _fail(path, card, part, f"must be a whole number of {low} to {high}, not {value!r}")
    return value


def _card(path: str, row: Any, number: int) -> Card:
    """One card of the file."""
    if not isinstance(row, dict):
        raise _fail(path, None, None, f"card {number} must be a table, not {row!r}")
    name = row.get("name")
    if not isinstance(name, str) or not name.strip():
        raise _fail(path, None, None, f'card {number} has no name; write name = "…"')
    for part in row:
        if part not in FIELDS:
            raise _fail(path, name, part, f"unknown field; {nearest(part, list(FIELDS))}")
    for part in ("clan", "level", "provenance"):
        if part not in row:
            raise _fail(path, name, part, "missing")
    if row["clan"] not in CLAN_WORDS:
        raise _fail(path, name, "clan", f"unknown clan {row['clan']!r}; {nearest(str(row['clan']), list(CLAN_WORDS))}")
    level = _number(path, name, row, "level", 1, 3)
    mutation = _number(path, name, row, "mutation", 0, 9) if "mutation" in row else None
    zombie = row.get("zombie", False)
    if not isinstance(zombie, bool):
        raise _fail(path, name, "zombie", f"must be true or false, not {zombie!r}")
    if zombie and mutation is None:
        raise _fail(path, name, "zombie", "a card with zombie mutation prints a mutation cost; add mutation = …")
    if not isinstance(row["provenance"], str) or not row["provenance"].strip():
        raise _fail(path, name, "provenance", "must say where the card comes from: 'authored', 'known: …'")
    programs: dict[int, tuple[Instruction, ...]] = {}
    for part, triggers in PROGRAM_FIELDS.items():
        if part in row:
            program: list[Instruction] = []
            for line in _lines(path, name, part, row[part]):
                try:
                    program += parse_line(line)
                except LineError as error:
                    raise _fail(path, name, part, f"{line!r}: {error}") from None
            for trigger in triggers:
                if trigger in programs:
                    raise _fail(path, name, part, "the same trigger is written twice")
                programs[trigger] = tuple(program)
    bound: list[Global] = []
    for line in _lines(path, name, "global", row["global"]) if "global" in row else []:
        try:
            bound.append(parse_global(line))
        except LineError as error:
            raise _fail(path, name, "global", str(error)) from None
    return Card(
        name.strip(), CLAN_WORDS.index(row["clan"]), level, mutation, zombie, programs, tuple(bound), row["provenance"]
    )


def _check_counts(path: str, cards: list[Card]) -> None:
    """The composition of a set (G-1.1), and what the machine can hold."""
    for name, times in Counter(card.name for card in cards).items():
        if times > 1:
            raise _fail(path, name, "name", f"stands {times} times; every name once (copies follow from the level)")
    for clan, word in enumerate(CLAN_WORDS):
        for level, wanted in enumerate(PER_CLAN, 1):
            found = sum(card.clan == clan and card.level == level for card in cards)
            if found != wanted:
                raise _fail(
                    path, None, None, f"clan {word!r} has {found} different cards of level {level}, it needs {wanted}"
                )
    for which, name in enumerate(v.GLOBALS):
        carriers = [card.name for card in cards for bound in card.globals if bound.which == which]
        adds_up = which <= v.MUTATION_COST or which == v.TOKEN_DRAW or which >= v.VALUE_CLAN
        for card in cards:
            times = sum(bound.which == which for bound in card.globals)
            if times > 1:
                raise _fail(path, card.name, "global", f"{name} stands twice; write it once")
            if times and not adds_up and card.copies > 1:
                raise _fail(path, card.name, "global", f"{name} does not add up: it belongs on a card of one copy")
        if len(carriers) > 1 and not adds_up:
            raise _fail(path, carriers[1], "global", f"{name} is on {carriers[0]!r} already; one card may carry it")
    for trigger in (v.IMPRISONED, v.PASSES, v.ROUND_STARTS):
        copies = sum(card.copies for card in cards if trigger in card.programs)
        if copies > MAX_LISTENERS:
            raise _fail(
                path,
                None,
                None,
                f"{copies} copies of cards have a {v.TRIGGERS[trigger]!r} effect; at most {MAX_LISTENERS} may",
            )


class _Tables:
    """Compiles the programs of a set into its tables."""

    def __init__(self, path: str, cards: list[Card]) -> None:
        self.path = path
        self.cards = cards
        self.tables = np.zeros(1, TABLES)
        self.filters: list[Filter] = [ANY, *(Filter(clan=clan) for clan in range(CLANS))]
        self.code: list[tuple[int, ...]] = list(v.SYSTEM_CODE)

    def filter_number(self, card: Card, part: str, wanted: Filter) -> int:
        if wanted.named_clan:
            if wanted.levels or wanted.names or wanted.clan is not None:
                raise _fail(self.path, card.name, part, "clan=named cannot be combined with another filter")
            return v.NAMED_CLAN
        names = [other.name for other in self.cards]
        for name in sorted(wanted.names):
            if name not in names:
                raise _fail(self.path, card.name, part, f"impossible target: no card {name!r}; {nearest(name, names)}")
        if not any(wanted.takes(other.name, other.level, other.clan) for other in self.cards):
            raise _fail(self.path, card.name, part, "impossible target: no card of the set fits")
        if wanted not in self.filters:
            if len(self.filters) == FILTERS:
                raise _fail(self.path, card.name, part, f"a set may use at most {FILTERS} different filters")
            self.filters.append(wanted)
        return self.filters.index(wanted)

    def add_program(self, card: Card, part: str, program: tuple[Instruction, ...]) -> int:
        """Append a program to the code; its first row."""
        first = len(self.code)
        for i, step in enumerate(program):
            arg = first + i + 1 + step.skip if step.op in (v.IF, v.MAY) else step.arg
            if step.fits.named_clan and not any(before.op == v.NAME_CLAN for before in program[:i]):
                raise _fail(self.path, card.name, part, "clan=named needs 'name clan' before it")
            if step.amount == v.USE_X and not any(before.op in (v.CHOOSE_X, v.COUNT_X) for before in program[:i]):
                raise _fail(self.path, card.name, part, "X needs 'choose X up to N' or 'count X …' before it")
            if (
                step.who == v.CHOSEN
                and step.op in (v.DRAW, v.DRAW_TO, v.DISCARD, v.DISCARD_TO, v.SACRIFICE)
                and not any(before.op == v.CHOOSE_SEAT for before in program[:i])
            ):
                raise _fail(self.path, card.name, part, "'chosen' needs 'choose opponent' or 'choose player' before it")
            fits = self.filter_number(card, part, step.fits)
            self.code.append((step.op, step.who, step.amount, step.bonus, fits, arg))
        self.code.append((v.END, 0, 0, 0, 0, 0))
        if len(self.code) > CODE_ROWS:
            raise _fail(self.path, card.name, part, f"the set's programs are longer than {CODE_ROWS} instructions")
        return first

    def compile(self) -> NDArray[np.void]:
        row = self.tables[0]
        row.program[:] = -1
        for card in self.cards:
            kind = card.kind
            row.copies[kind] = card.copies
            row.level[kind] = card.level
            row.clan[kind] = card.clan
            row.mutation_cost[kind] = -1 if card.mutation is None else card.mutation
            row.zombie[kind] = card.zombie
            row.has_globals[kind] = bool(card.globals)
            for bound in card.globals:
                value = bound.value
                if bound.which == v.WIN_NAMED:
                    value = self.filter_number(card, "global", Filter(names=frozenset(bound.names)))
                row.globals[kind, bound.which] = value
            done: dict[tuple[Instruction, ...], int] = {}
            for trigger, program in card.programs.items():
                if program not in done:
                    done[program] = self.add_program(card, v.TRIGGERS[trigger], program)
                row.program[kind, trigger] = done[program]
                row.listens[trigger] += card.copies
        row.code[: len(self.code)] = self.code
        for number, wanted in enumerate(self.filters):
            row.clan_filter[number] = wanted.clan is not None
            for card in self.cards:
                row.fits[number, card.kind] = wanted.takes(card.name, card.level, card.clan)
        return self.tables


def parse_card_set(text: str, path: str) -> CardSet:
    """A card set from the text of a TOML file; ``path`` is for the errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _fail(path, None, None, f"not TOML: {error}") from None
    rows = data.get("card")
    if not isinstance(rows, list) or not rows:
        raise _fail(path, None, None, "no cards; write one [[card]] table per card")
    cards = [_card(path, row, number) for number, row in enumerate(rows, 1)]
    _check_counts(path, cards)
    cards.sort(key=lambda card: (card.level, card.clan))
    numbered = [Card(**{**card.__dict__, "kind": kind}) for kind, card in enumerate(cards)]
    assert len(numbered) == KINDS
    tables = _Tables(path, numbered).compile()
    names = "\n".join(f"{card.name}|{card.clan}|{card.level}" for card in numbered)
    digest = hashlib.sha256(names.encode() + tables.tobytes()).hexdigest()[:16]
    return CardSet(str(data.get("name", Path(path).stem)), tuple(numbered), tables, digest)


@lru_cache(maxsize=1)
def default_cards() -> CardSet:
    """The set that ships with the package."""
    return parse_card_set(DEFAULT_SET.read_text(encoding="utf-8"), DEFAULT_SET.name)


def load_cards(path: str | Path | None = None) -> CardSet:
    """The default set, or one's own by path."""
    if path is None:
        return default_cards()
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CardFileError(f"{path}: no such card file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise CardFileError(f"{path}: cannot be read: {error}") from None
    return parse_card_set(text, str(path))
