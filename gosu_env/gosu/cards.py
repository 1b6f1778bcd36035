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

from gosu_env.armies.language import ANY, Filter, Instruction, LineError
from gosu_env.engine.errors import CardFileError
from gosu_env.engine.files import read_regular
from gosu_env.engine.spelling import LONGEST_WORD, nearest, shown
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.language import CLAN_WORDS, Global, parse_global, parse_line, parse_power
from gosu_env.gosu.state import (
    BAKUTOS,
    CLANS,
    HEROES,
    KAMAKOR_CLANS,
    KAMAKOR_TABLES,
    KINDS_PER_CLAN,
    OZEKIS,
    SEVERAL_LEVELS,
    STACK_DEPTH,
    TABLES,
)

DEFAULT_SET = Path(__file__).parent / "cards" / "default.toml"
KAMAKOR_SET = Path(__file__).parent / "cards" / "kamakor.toml"
CLAN_NAMES = (
    *("Ancient Gobans", "Alpha Goblins", "Dark Goblins", "Meka-Goblins", "Fire Goblins"),
    *("Drake Goblins", "Shadow Goblins", "Drum Goblins", "Swamp Goblins", "Mask Goblins"),  # K-1.1
)
LEVEL_NAMES = ("Bakuto", "Hero", "Ōzeki")
PER_CLAN = (BAKUTOS, HEROES, OZEKIS)
COPIES = (2, 1, 1)
MAX_LISTENERS = STACK_DEPTH // 2  # copies that may react to one event, so that the stack holds them all
MOST_OF_A_GLOBAL = 100  # what the copies of all cards may add to a Global
LARGEST_FILE = 1 << 20  # bytes
LONGEST_REASON = 600
BASE = "default"  # what a file of some cards lies over: base = "default"

PROGRAM_FIELDS = {name: (i,) for i, name in enumerate(v.TRIGGERS)} | {"enters_and_mutates": (v.ENTERS, v.MUTATES)}
KAMAKOR_FIELDS = ("counts_as", "shadow_jump", "recruiter", "eases", "colon")
FIELDS = ("name", "clan", "level", "mutation", "zombie", "global", "provenance", *PROGRAM_FIELDS, *KAMAKOR_FIELDS)
KAMAKOR_EFFECTS = range(len(v.BASE_EFFECTS), len(v.EFFECTS))
KAMAKOR_CONDITIONS = range(len(v.BASE_CONDITIONS), len(v.CONDITIONS))
AIMED = (v.DESTROY, v.IMPRISON, v.RELEASE, v.RETURN)
# When a Recruiter is destroyed, all opponents draw (K-1.6).
RECRUITER_DESTROYED = Instruction(v.DRAW, v.OPPONENTS, 1)


@dataclass(frozen=True)
class Card:
    """One of the 75 different cards of a set, or of the 150 of a set with Kamakor."""

    name: str
    clan: int
    level: int
    mutation: int | None  # None: it prints no cost and cannot mutate (G-1.5)
    zombie: bool
    programs: dict[int, tuple[Instruction, ...]] = field(hash=False)
    globals: tuple[Global, ...]
    provenance: str
    kind: int = -1
    counts_as: tuple[int, ...] = ()  # levels beside the printed one (K-1.11)
    shadow_jump: bool = False  # K-1.5
    recruiter: bool = False  # K-1.6
    eases: int = 0  # by how much it lowers the mutation costs of its army

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
        return frozenset((self.level, *self.counts_as))

    @property
    def has_ability(self) -> bool:
        kamakor = self.counts_as or self.shadow_jump or self.recruiter or self.eases
        return bool(self.programs or self.globals or self.zombie or kamakor)


@dataclass(frozen=True)
class CardSet:
    """A checked set: its cards by kind, and the tables that the compiled rules read."""

    name: str
    cards: tuple[Card, ...]
    tables: NDArray[np.void]  # one record of TABLES, or of KAMAKOR_TABLES
    digest: str

    def kind(self, name: str) -> int:
        """The number of a card by its name."""
        for card in self.cards:
            if card.name == name:
                return card.kind
        raise KeyError(f"no card named {name!r}; {nearest(name, [card.name for card in self.cards])}")

    @property
    def clan_names(self) -> tuple[str, ...]:
        return CLAN_NAMES[: len(self) // KINDS_PER_CLAN]

    def __getitem__(self, kind: int) -> Card:
        return self.cards[kind]

    def __len__(self) -> int:
        return len(self.cards)


def _fail(path: str, card: str | None, part: str | None, reason: str) -> CardFileError:
    where = path if card is None else f"{path}: card {shown(card)}"
    reason = reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]} …"
    return CardFileError(f"{where}: {reason}" if part is None else f"{where}: {part[:LONGEST_WORD]}: {reason}")


def _lines(path: str, card: str, part: str, value: Any) -> list[str]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value or not all(isinstance(line, str) and line.strip() for line in value):
        raise _fail(path, card, part, "must be a line of text or a list of lines")
    return list(value)


def _number(path: str, card: str, row: dict[str, Any], part: str, low: int, high: int) -> int:
    value = row[part]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _fail(path, card, part, f"must be a whole number from {low} to {high}, not {shown(value)}")
    return value


def _flag(path: str, card: str, row: dict[str, Any], part: str) -> bool:
    value = row.get(part, False)
    if not isinstance(value, bool):
        raise _fail(path, card, part, f"must be true or false, not {shown(value)}")
    return value


def _other_levels(path: str, card: str, row: dict[str, Any], level: int) -> tuple[int, ...]:
    """The levels that a card counts as beside its own (K-1.11)."""
    values = row.get("counts_as", [])
    if not isinstance(values, list) or not all(type(value) is int and 1 <= value <= 3 for value in values):
        raise _fail(path, card, "counts_as", f"must be a list of levels such as [2], not {shown(values)}")
    if level in values or len(set(values)) < len(values):
        raise _fail(path, card, "counts_as", f"must name other levels than {level}, each once, not {shown(values)}")
    return tuple(sorted(values))


def _check_base_words(path: str, name: str, row: dict[str, Any], programs: dict[int, tuple[Instruction, ...]]) -> None:
    """Words of Kamakor belong into sets of ten clans."""
    needs = "is of Kamakor: it needs a set of ten clans and the option kamakor"
    for part in KAMAKOR_FIELDS:
        if part in row:
            raise _fail(path, name, part, needs)
    for trigger, program in programs.items():
        for step in program:
            first = step.op in AIMED and step.arg == v.FIRST_CARD
            if step.op in KAMAKOR_EFFECTS or (step.op == v.IF and step.who in KAMAKOR_CONDITIONS) or first:
                word = "first" if first else v.EFFECTS[step.op] if step.op != v.IF else v.CONDITIONS[step.who]
                raise _fail(path, name, v.TRIGGERS[trigger], f"{word!r} {needs}")


def _card(path: str, row: Any, number: int, clans: int) -> Card:
    """One card of the file."""
    if not isinstance(row, dict):
        raise _fail(path, None, None, f"card {number} must be a table, not {shown(row)}")
    name = row.get("name")
    if not isinstance(name, str) or not name.strip():
        raise _fail(path, None, None, f'card {number} has no name; write name = "…"')
    if not name.isprintable():
        raise _fail(path, None, None, f"card {number}: the name {name!r} has an unprintable character")
    for part in row:
        if part not in FIELDS:
            raise _fail(path, name, part, f"unknown field; {nearest(part, list(FIELDS))}")
    for part in ("clan", "level", "provenance"):
        if part not in row:
            raise _fail(path, name, part, "missing")
    words = list(CLAN_WORDS[:clans])
    if row["clan"] not in words:
        clan = row["clan"] if isinstance(row["clan"], str) else ""
        raise _fail(path, name, "clan", f"unknown clan {shown(row['clan'])}; {nearest(clan, words)}")
    level = _number(path, name, row, "level", 1, 3)
    mutation = _number(path, name, row, "mutation", 0, 9) if "mutation" in row else None
    zombie = _flag(path, name, row, "zombie")
    shadow_jump = _flag(path, name, row, "shadow_jump")
    recruiter = _flag(path, name, row, "recruiter")
    if recruiter and level != 1:
        raise _fail(path, name, "recruiter", f"a Recruiter is a Bakuto, of level 1, not of level {level} (K-1.6)")
    eases = _number(path, name, row, "eases", 1, 9) if "eases" in row else 0
    counts_as = _other_levels(path, name, row, level)
    if shadow_jump and mutation is not None:
        raise _fail(path, name, "shadow_jump", "a card mutates for its cost or by a Shadow Jump; leave mutation out")
    if zombie and mutation is None:
        raise _fail(path, name, "zombie", "a card with zombie mutation prints a mutation cost; add mutation = …")
    if not isinstance(row["provenance"], str) or not row["provenance"].strip():
        raise _fail(path, name, "provenance", "must say where the card comes from: 'authored', 'known: …'")
    programs: dict[int, tuple[Instruction, ...]] = {}
    for part, triggers in PROGRAM_FIELDS.items():
        if part in row:
            program = _program(path, name, part, _lines(path, name, part, row[part]))
            for trigger in triggers:
                if trigger in programs:
                    raise _fail(path, name, part, "the same trigger is written twice")
                programs[trigger] = tuple(program)
    if v.COLON in programs and v.ACTIVATED in programs:
        raise _fail(path, name, "colon", "a power has a colon or the activation symbol; leave one of them out")
    if clans == CLANS:
        _check_base_words(path, name, row, programs)
    if recruiter:
        programs[v.DESTROYED] = (RECRUITER_DESTROYED, *programs.get(v.DESTROYED, ()))
    bound: list[Global] = []
    for line in _lines(path, name, "global", row["global"]) if "global" in row else []:
        try:
            bound.append(parse_global(line))
        except LineError as error:
            raise _fail(path, name, "global", str(error)) from None
        if clans == CLANS and bound[-1].which >= len(v.BASE_GLOBALS):
            raise _fail(path, name, "global", f"{line!r}: the clan is of Kamakor and not in this set")
    return Card(
        name.strip(),
        CLAN_WORDS.index(row["clan"]),
        level,
        mutation,
        zombie,
        programs,
        tuple(bound),
        row["provenance"],
        counts_as=counts_as,
        shadow_jump=shadow_jump,
        recruiter=recruiter,
        eases=eases,
    )


def _program(path: str, card: str, part: str, lines: list[str]) -> list[Instruction]:
    """The instructions of the lines of a field."""
    if part == v.TRIGGERS[v.COLON]:
        try:
            return parse_power(lines)
        except LineError as error:
            raise _fail(path, card, part, f"{shown(lines[0])}: {error}") from None
    program: list[Instruction] = []
    for line in lines:
        try:
            program += parse_line(line)
        except LineError as error:
            raise _fail(path, card, part, f"{shown(line)}: {error}") from None
    return program


def _check_counts(path: str, cards: list[Card], clans: int) -> None:
    """The composition of a set (G-1.1), and what the machine can hold."""
    for name, times in Counter(card.name for card in cards).items():
        if times > 1:
            raise _fail(
                path, name, "name", f"appears {times} times; list every name once (the level sets the number of copies)"
            )
    for name, times in Counter(card.name.casefold() for card in cards).items():
        if times > 1:
            alike = " and ".join(repr(card.name) for card in cards if card.name.casefold() == name)
            raise _fail(path, None, None, f"{alike} differ only in case; names are case-insensitive")
    for clan, word in enumerate(CLAN_WORDS[:clans]):
        for level, wanted in enumerate(PER_CLAN, 1):
            found = sum(card.clan == clan and card.level == level for card in cards)
            if found != wanted:
                few = len(cards) < clans * KINDS_PER_CLAN
                raise _fail(
                    path,
                    None,
                    None,
                    f"clan {word!r} has {found} different cards of level {level}, it needs {wanted}"
                    + (f'; to change some cards and keep the others, write base = "{BASE}" above them' if few else ""),
                )
    for which, name in enumerate(v.GLOBALS):
        carriers = [card.name for card in cards for bound in card.globals if which in bound.entries]
        adds_up = which <= v.MUTATION_COST or which == v.TOKEN_DRAW or v.VALUE_CLAN <= which < v.NO_DESTROY_KAMAKOR
        for card in cards:
            times = sum(which in bound.entries for bound in card.globals)
            if times > 1:
                raise _fail(path, card.name, "global", f"{name} appears twice; write it once")
            if times and not adds_up and card.copies > 1:
                raise _fail(path, card.name, "global", f"{name} does not add up: it belongs on a card of one copy")
        if adds_up:
            _check_sum(path, cards, clans, which)
        if len(carriers) > 1 and not adds_up:
            raise _fail(path, carriers[1], "global", f"{name} is on {carriers[0]!r} already; one card may carry it")
    for trigger in (v.IMPRISONED, v.PASSES, v.ROUND_STARTS):
        listeners = [0] * clans
        for card in cards:
            listeners[card.clan] += card.copies * (trigger in card.programs)
        copies = sum(sorted(listeners)[-CLANS:])  # of any five clans
        if copies > MAX_LISTENERS:
            raise _fail(
                path,
                None,
                None,
                f"{copies} copies of cards have a {v.TRIGGERS[trigger]!r} effect; at most {MAX_LISTENERS} may",
            )


def _check_sum(path: str, cards: list[Card], clans: int, which: int) -> None:
    """A Global that adds up stays within a byte, even if all copies of any five clans were in play."""
    for sign, word in ((1, "+"), (-1, "-")):
        by_clan = [0] * clans
        for card in cards:
            value = sum(bound.value for bound in card.globals if which in bound.entries)
            by_clan[card.clan] += max(sign * value, 0) * card.copies
        total = sum(sorted(by_clan)[-CLANS:])
        if total > MOST_OF_A_GLOBAL:
            reason = (
                f"all copies together make {v.GLOBALS[which]} {word}{total}; at most {word}{MOST_OF_A_GLOBAL} is kept"
            )
            raise _fail(path, None, None, f"global: {reason}")


class _Tables:
    """Compiles the programs of a set into its tables."""

    def __init__(self, path: str, cards: list[Card], clans: int) -> None:
        self.path = path
        self.cards = cards
        self.kamakor = clans > CLANS
        self.tables = np.zeros(1, KAMAKOR_TABLES if self.kamakor else TABLES)
        self.filters: list[Filter] = [ANY, *(Filter(clan=clan) for clan in range(clans))]
        self.code: list[tuple[int, ...]] = [*v.SYSTEM_CODE, *(v.KAMAKOR_CODE if self.kamakor else ())]

    def filter_number(self, card: Card, part: str, wanted: Filter) -> int:
        if wanted.named_clan:
            if wanted.levels or wanted.names or wanted.clan is not None:
                raise _fail(self.path, card.name, part, "clan=named cannot be combined with another filter")
            return v.NAMED_CLAN
        names = [other.name for other in self.cards]
        for name in sorted(wanted.names):
            if name not in names:
                raise _fail(self.path, card.name, part, f"impossible target: no card {name!r}; {nearest(name, names)}")
        if not any(wanted.takes(other.name, other.levels, other.clan) for other in self.cards):
            raise _fail(self.path, card.name, part, "impossible target: no card of the set fits")
        if wanted not in self.filters:
            most = len(self.tables[0].fits)
            if len(self.filters) == most:
                raise _fail(self.path, card.name, part, f"a set may use at most {most} different filters")
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
        most = len(self.tables[0].code)
        if len(self.code) > most:
            raise _fail(self.path, card.name, part, f"the set's programs are longer than {most} instructions")
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
                for which in bound.entries[: 2 if self.kamakor else 1]:
                    row.globals[kind, which] = value
            done: dict[tuple[Instruction, ...], int] = {}
            for trigger, program in card.programs.items():
                if program not in done:
                    done[program] = self.add_program(card, v.TRIGGERS[trigger], program)
                row.program[kind, trigger] = done[program]
                row.listens[trigger] = min(int(row.listens[trigger]) + card.copies, 127)
            if self.kamakor:
                self.add_kamakor(row, card)
        row.code[: len(self.code)] = self.code
        for number, wanted in enumerate(self.filters):
            row.clan_filter[number] = wanted.clan is not None
            for card in self.cards:
                row.fits[number, card.kind] = wanted.takes(card.name, card.levels, card.clan)
        return self.tables

    def add_kamakor(self, row: Any, card: Card) -> None:
        """What only cards of Kamakor print."""
        kind = card.kind
        row.rows[kind] = sum(1 << level - 1 for level in card.levels)
        row.shadow[kind] = card.shadow_jump
        row.recruiter[kind] = card.recruiter
        row.eases[kind] = card.eases
        if card.counts_as:
            if row.several_size[0] == SEVERAL_LEVELS:
                raise _fail(self.path, card.name, "counts_as", f"at most {SEVERAL_LEVELS} cards of a set may say that")
            row.several[row.several_size[0]] = kind
            row.several_size[0] += 1


def card_rows(kamakor: bool = False) -> list[dict[str, Any]]:
    """The cards of the default set as they stand in its file, or in its two files."""
    files = (DEFAULT_SET, KAMAKOR_SET) if kamakor else (DEFAULT_SET,)
    return [row for file in files for row in tomllib.loads(file.read_text(encoding="utf-8"))["card"]]


def _over_base(path: str, changes: list[Any], kamakor: bool) -> list[Any]:
    """The cards of the default set with some changed by name, and some replaced.

    A card of the set keeps the fields that are not named; ``[]`` takes one away. A card that ``replaces`` one has the
    clan and the level of that one, and else what it says itself.
    """
    base = {str(row["name"]): row for row in card_rows(kamakor)}
    changed: dict[str, Any] = dict(base)
    for number, row in enumerate(changes, 1):
        if not isinstance(row, dict) or not isinstance(row.get("name"), str):
            _card(path, row, number, KAMAKOR_CLANS if kamakor else CLANS)  # refuses it
        name, own = row["name"], dict(row)
        place = own.pop("replaces", name)
        part = "replaces" if "replaces" in row else "name"
        if not isinstance(place, str) or place not in base:
            hint = nearest(place if isinstance(place, str) else "", list(base))
            more = "" if part == "replaces" else '; a new card says which one makes way: replaces = "…"'
            raise _fail(path, name, part, f"the default set has no card {shown(place)}; {hint}{more}")
        if changed[place] is not base[place]:
            raise _fail(path, name, part, f"{place!r} is changed twice")
        kept = {field: base[place][field] for field in ("clan", "level")} if part == "replaces" else base[place]
        changed[place] = {field: value for field, value in {**kept, **own}.items() if value != []}
    return list(changed.values())


def parse_card_set(text: str, path: str, kamakor: bool = False) -> CardSet:
    """A card set from the text of a TOML file; ``path`` is for the errors. With Kamakor, it has ten clans."""
    clans = KAMAKOR_CLANS if kamakor else CLANS
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # of TOML, or a number of thousands of digits
        raise _fail(path, None, None, f"not TOML: {error}") from None
    except RecursionError:
        raise _fail(path, None, None, "lists or tables are nested too deeply") from None
    name = data.get("name", Path(path).stem)
    if not isinstance(name, str):
        raise _fail(path, None, None, f"name must be a string, not {shown(name)}")
    rows = data.get("card")
    if not isinstance(rows, list) or not rows:
        raise _fail(path, None, None, "no cards; write one [[card]] table per card")
    if "base" in data:
        if data["base"] != BASE:
            raise _fail(path, None, "base", f'must be "{BASE}", the set that is changed, not {shown(data["base"])}')
        rows = _over_base(path, rows, kamakor)
    cards = [_card(path, row, number, clans) for number, row in enumerate(rows, 1)]
    _check_counts(path, cards, clans)
    cards.sort(key=lambda card: (card.clan // CLANS, card.level, card.clan))
    numbered = [Card(**{**card.__dict__, "kind": kind}) for kind, card in enumerate(cards)]
    assert len(numbered) == clans * KINDS_PER_CLAN
    tables = _Tables(path, numbered, clans).compile()
    names = "\n".join(f"{card.name}|{card.clan}|{card.level}" for card in numbered)
    digest = hashlib.sha256(names.encode() + tables.tobytes()).hexdigest()[:16]
    return CardSet(name, tuple(numbered), tables, digest)


@lru_cache(maxsize=2)
def default_cards(kamakor: bool = False) -> CardSet:
    """The set that ships with the package; with Kamakor, its two files are one set."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    if not kamakor:
        return parse_card_set(text, DEFAULT_SET.name)
    more = KAMAKOR_SET.read_text(encoding="utf-8")
    return parse_card_set(text + more, f"{DEFAULT_SET.name} + {KAMAKOR_SET.name}", kamakor=True)


def load_cards(path: str | Path | None = None, kamakor: bool = False) -> CardSet:
    """The default set, or one's own by path; with Kamakor, sets have ten clans."""
    if path is None:
        return default_cards(kamakor)
    try:
        text = read_regular(path, LARGEST_FILE).decode()
    except FileNotFoundError:
        raise CardFileError(f"{path}: no such card file") from None
    except (OSError, ValueError) as error:
        raise CardFileError(f"{path}: cannot be read: {error}") from None
    return parse_card_set(text, str(path), kamakor)
