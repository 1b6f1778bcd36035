"""Card files of armies: TOML, read with errors that name file, card, field and reason, and compiled to code rows."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.language import Filter, Instruction, LineError
from gosu_env.armies.vocabulary import END
from gosu_env.engine.errors import CardFileError
from gosu_env.engine.files import read_regular
from gosu_env.engine.generated import PREFIX
from gosu_env.engine.spelling import LONGEST_WORD, nearest, shown
from gosu_env.engine.toml import read_toml

LARGEST_FILE = 1 << 20  # bytes
LONGEST_REASON = 600
BASE = "default"  # what a file of some cards lies over: base = "default"

Program = tuple[Instruction, ...]


class Printed(Protocol):
    """What is asked of the cards of every game."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> int: ...
    @property
    def clan(self) -> int: ...
    @property
    def levels(self) -> frozenset[int]: ...


CardT = TypeVar("CardT", bound=Printed)

# ------------------------------------------------------------------------------------------------ cards


def fail(path: str, card: str | None, part: str | None, reason: str) -> CardFileError:
    """The error of a file, of a card in it, of a field of that card."""
    where = path if card is None else f"{path}: card {shown(card)}"
    reason = reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]} …"
    return CardFileError(f"{where}: {reason}" if part is None else f"{where}: {part[:LONGEST_WORD]}: {reason}")


class CardRow:
    """The table of one card in a file, read field by field."""

    def __init__(self, path: str, row: Any, place: int, fields: Sequence[str], needed: Sequence[str]) -> None:
        """``place`` counts from 1; ``fields`` are those that a card may have, ``needed`` those that it must have."""
        if not isinstance(row, dict):
            raise fail(path, None, None, f"card {place} must be a table, not {shown(row)}")
        name = row.get("name")
        if not isinstance(name, str) or not name.strip():
            raise fail(path, None, None, f'card {place} has no name; write name = "…"')
        if not name.isprintable():
            raise fail(path, None, None, f"card {place}: the name {name!r} has an unprintable character")
        self.path = path
        self.name = name
        self.row: dict[str, Any] = row
        for part in row:
            if part not in fields:
                raise self.fail(part, f"unknown field; {nearest(part, list(fields))}")
        for part in needed:
            if part not in row:
                raise self.fail(part, "missing")

    def __contains__(self, part: str) -> bool:
        return part in self.row

    def get(self, part: str, default: Any) -> Any:
        return self.row.get(part, default)

    def fail(self, part: str, reason: str) -> CardFileError:
        return fail(self.path, self.name, part, reason)

    def number(self, part: str, low: int, high: int) -> int:
        value = self.row[part]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(part, f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    def flag(self, part: str) -> bool:
        value = self.row.get(part, False)
        if not isinstance(value, bool):
            raise self.fail(part, f"must be true or false, not {shown(value)}")
        return value

    def word(self, part: str, words: Sequence[str]) -> int:
        """The number of a word among those that the field may have."""
        value = self.row[part]
        if value not in words:
            hint = nearest(value if isinstance(value, str) else "", list(words))
            raise self.fail(part, f"unknown {part} {shown(value)}; {hint}")
        return words.index(value)

    def words(self, part: str, words: Sequence[str]) -> frozenset[str]:
        """Words of a list, of those that the field may have; none where it is left out."""
        values = self.row.get(part, [])
        if not isinstance(values, list):
            raise self.fail(part, f'must be a list such as ["{words[0]}"], not {shown(values)}')
        for value in values:
            if value not in words:
                hint = nearest(value if isinstance(value, str) else "", list(words))
                raise self.fail(part, f"unknown word {shown(value)}; {hint}")
        if len(set(values)) < len(values):
            raise self.fail(part, f"must name each word once, not {shown(values)}")
        return frozenset(values)

    def provenance(self) -> str:
        value = self.row["provenance"]
        if not isinstance(value, str) or not value.strip():
            raise self.fail("provenance", "must say where the card comes from: 'authored', 'known: …'")
        return value

    def lines(self, part: str) -> list[str]:
        """A line or several; none where the field is left out."""
        if part not in self.row:
            return []
        value = self.row[part]
        if isinstance(value, str):
            value = [value]
        if (
            not isinstance(value, list)
            or not value
            or not all(isinstance(line, str) and line.strip() for line in value)
        ):
            raise self.fail(part, "must be a line of text or a list of lines")
        return list(value)

    def program(self, part: str, parse_line: Callable[[str], list[Instruction]]) -> Program:
        """The instructions of the lines of a field."""
        steps: list[Instruction] = []
        for line in self.lines(part):
            try:
                steps += parse_line(line)
            except LineError as error:
                raise self.fail(part, f"{shown(line)}: {error}") from None
        return tuple(steps)

    def programs(self, fields: Mapping[str, tuple[int, ...]], parse: Callable[[str], Program]) -> dict[int, Program]:
        """The programs of the card by trigger: ``parse`` gives that of a field, which may be for several triggers."""
        found: dict[int, Program] = {}
        for part, triggers in fields.items():
            if part in self.row:
                program = parse(part)
                for trigger in triggers:
                    if trigger in found:
                        raise self.fail(part, "the same trigger is written twice")
                    found[trigger] = program
        return found


# ------------------------------------------------------------------------------------------------ files


def read_card_file(path: str | Path) -> str:
    """The text of a file of one's own."""
    if str(path).startswith(PREFIX):
        raise CardFileError(f"{path}: there are no generated card sets of this game")
    try:
        return read_regular(path, LARGEST_FILE).decode()
    except FileNotFoundError:
        raise CardFileError(f"{path}: no such card file") from None
    except (OSError, ValueError) as error:
        raise CardFileError(f"{path}: cannot be read: {error}") from None


def parse_rows(
    text: str, path: str, base: Callable[[], Iterable[dict[str, Any]]], check: Callable[[Any, int], object]
) -> tuple[str, list[Any]]:
    """The name of a set and the rows of its cards, from TOML; ``path`` is for the errors.

    ``base`` gives the rows of the default set, for files that lie over it. ``check`` refuses a row without a name.
    """
    data = read_toml(text, path)
    name = data.get("name", Path(path).stem)
    if not isinstance(name, str):
        raise fail(path, None, None, f"name must be a string, not {shown(name)}")
    rows = data.get("card", [] if "base" in data and "only" in data else None)
    if not isinstance(rows, list) or not (rows or "only" in data):
        raise fail(path, None, None, "no cards; write one [[card]] table per card")
    if "base" in data:
        if data["base"] != BASE:
            raise fail(path, None, "base", f'must be "{BASE}", the set that is changed, not {shown(data["base"])}')
        rows = over_base(path, rows, base(), check)
    return name, rows if "only" not in data else some_rows(path, rows, data["only"])


def some_rows(path: str, rows: list[Any], only: Any) -> list[Any]:
    """The rows of the cards that a file names in ``only``, for a smaller set."""
    if not isinstance(only, list) or not all(isinstance(name, str) for name in only):
        raise fail(path, None, "only", f'must be a list of names such as ["Tamo"], not {shown(only)}')
    by_name = {row["name"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str)}
    for name in only:
        if name not in by_name:
            raise fail(path, None, "only", f"no card {name!r}; {nearest(name, list(by_name))}")
    check_names(path, only)
    return [by_name[name] for name in only]


def over_base(
    path: str, changes: list[Any], rows: Iterable[dict[str, Any]], check: Callable[[Any, int], object]
) -> list[Any]:
    """The cards of the default set with some changed by name, and some replaced.

    A card of the set keeps the fields that are not named; ``[]`` takes one away. A card that ``replaces`` one has the
    clan and the level of that one, and else what it says itself.
    """
    base = {str(row["name"]): row for row in rows}
    changed: dict[str, Any] = dict(base)
    for place, row in enumerate(changes, 1):
        if not isinstance(row, dict) or not isinstance(row.get("name"), str):
            check(row, place)  # refuses it
        name, own = row["name"], dict(row)
        old = own.pop("replaces", name)
        part = "replaces" if "replaces" in row else "name"
        if not isinstance(old, str) or old not in base:
            hint = nearest(old if isinstance(old, str) else "", list(base))
            more = "" if part == "replaces" else '; a new card says which one makes way: replaces = "…"'
            raise fail(path, name, part, f"the default set has no card {shown(old)}; {hint}{more}")
        if changed[old] is not base[old]:
            raise fail(path, name, part, f"{old!r} is changed twice")
        kept = {field: base[old][field] for field in ("clan", "level")} if part == "replaces" else base[old]
        changed[old] = {field: value for field, value in {**kept, **own}.items() if value != []}
    return list(changed.values())


def check_names(path: str, names: Sequence[str]) -> None:
    """Every name once, in capitals or not."""
    for name, times in Counter(names).items():
        if times > 1:
            raise fail(
                path, name, "name", f"appears {times} times; list every name once (the level sets the number of copies)"
            )
    for folded, times in Counter(name.casefold() for name in names).items():
        if times > 1:
            alike = " and ".join(repr(name) for name in names if name.casefold() == folded)
            raise fail(path, None, None, f"{alike} differ only in case; names are case-insensitive")


def digest(facts: Iterable[str], tables: NDArray[np.void]) -> str:
    """What tells sets apart: a line of facts for every card, and their tables."""
    return hashlib.sha256("\n".join(facts).encode() + tables.tobytes()).hexdigest()[:16]


# ------------------------------------------------------------------------------------------------ tables


class Compiler(Generic[CardT]):
    """Compiles the programs of a set into rows of code and filters.

    A game says in a subclass what its programs have to keep to, ``check_step``, and the ``names`` and ``keywords`` of
    its cards, if they have more than a name.
    """

    def __init__(
        self,
        path: str,
        cards: Sequence[CardT],
        filters: Iterable[Filter],  # the first rows of every table of filters
        named: Mapping[Filter, int],  # filters that only a running program knows: numbers below 0
        code: Iterable[tuple[int, ...]],  # the first rows of every table of code: the programs of the game itself
        leaps: tuple[int, ...],  # the effects "if" and "may"
        most_filters: int,
        most_code: int,
    ) -> None:
        self.path = path
        self.cards = cards
        self.filters = list(filters)
        self.named = named
        self.code = list(code)
        self.leaps = leaps
        self.most_filters = most_filters
        self.most_code = most_code

    def names(self, card: CardT) -> Sequence[str]:
        """What a card is called."""
        return (card.name,)

    def keywords(self, card: CardT) -> frozenset[str]:
        """What filters of keywords ask for."""
        return frozenset()

    def takes(self, wanted: Filter, card: CardT) -> bool:
        """Whether a filter takes a card."""
        keywords = self.keywords(card)
        return any(wanted.takes(name, card.levels, card.clan, keywords) for name in self.names(card))

    def check_step(self, card: CardT, part: str, program: Program, i: int) -> None:
        """Refuse an instruction that needs another before it."""

    def filter_number(self, card: CardT, part: str, wanted: Filter) -> int:
        """The number of a filter; a new one is added."""
        if wanted.named_clan or wanted.named_level or wanted.paid_level:
            if wanted not in self.named:
                what = "clan" if wanted.named_clan else "level"
                raise fail(self.path, card.name, part, f"{what}=named cannot be combined with another filter")
            return self.named[wanted]
        for name in sorted(wanted.names):
            known = [called for other in self.cards for called in self.names(other)]
            if name not in known:
                raise fail(self.path, card.name, part, f"impossible target: no card {name!r}; {nearest(name, known)}")
        if not any(self.takes(wanted, other) for other in self.cards):
            raise fail(self.path, card.name, part, "impossible target: no card of the set fits")
        if wanted not in self.filters:
            if len(self.filters) == self.most_filters:
                raise fail(self.path, card.name, part, f"a set may use at most {self.most_filters} different filters")
            self.filters.append(wanted)
        return self.filters.index(wanted)

    def add_program(self, card: CardT, part: str, program: Program) -> int:
        """Append a program to the code; its first row."""
        first = len(self.code)
        for i, step in enumerate(program):
            arg = first + i + 1 + step.skip if step.op in self.leaps else step.arg
            self.check_step(card, part, program, i)
            fits = self.filter_number(card, part, step.fits)
            bonus = step.bonus if step.instead is None else self.filter_number(card, part, step.instead)
            self.code.append((step.op, step.who, step.amount, bonus, fits, arg))
        self.code.append((END, 0, 0, 0, 0, 0))
        if len(self.code) > self.most_code:
            raise fail(self.path, card.name, part, f"the set's programs are longer than {self.most_code} instructions")
        return first

    def add_programs(self, card: CardT, programs: Mapping[int, Program], triggers: Sequence[str]) -> dict[int, int]:
        """The first rows of a card's programs by trigger; one that is there twice is added once."""
        done: dict[Program, int] = {}
        for trigger, program in programs.items():
            if program not in done:
                done[program] = self.add_program(card, triggers[trigger], program)
        return {trigger: done[program] for trigger, program in programs.items()}

    def write(self, row: Any) -> None:
        """Fill ``code`` (row, column) and ``fits`` (filter, kind) of a record of tables."""
        row.code[: len(self.code)] = self.code
        for place, wanted in enumerate(self.filters):
            for card in self.cards:
                row.fits[place, card.kind] = self.takes(wanted, card)
