"""Card sets: TOML files checked against the facts of the rules and compiled to tables."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.engine.errors import CardFileError
from gosu_env.engine.files import read_regular
from gosu_env.engine.spelling import nearest, shown
from gosu_env.engine.toml import read_toml
from gosu_env.laundromat.state import (
    CARDS,
    CATEGORIES,
    CONTESTED,
    KINDS,
    MOST_COPIES,
    MOST_STAINS,
    NO_LIMIT,
    OTHER,
    PER_TYPE,
    ROUNDS,
    SPECIES,
    STAINS,
    TABLES,
)

DEFAULT_SET = Path(__file__).parent / "cards" / "default.toml"
TYPES = ("I", "II", "III", "IV")
LARGEST_FILE = 1 << 20  # bytes
MOST_COINS = 30  # printed on one card
HOTTEST = 95
HIGHEST_LIMIT = 20
PROVENANCES = ("rulebook", "authored")

GARMENT_FIELDS = ("name", "species", "category", "copies", *STAINS, "coins", "provenance")
PROGRAMME_FIELDS = ("name", "type", "cycle", "clockwise", "temperature", "limits", "coins", "provenance")
BASKET_FIELDS = ("name", "species", "provenance")
CONTEST_FIELDS = ("category", "first", "second", "provenance")
POTION_FIELDS = ("coins", "provenance")
PARTS = ("name", "garment", "programme", "basket", "contest", "potion")


@dataclass(frozen=True)
class Garment:
    """One of the different garments of a set (L-1.1)."""

    name: str
    species: int
    category: int
    copies: int
    stains: tuple[int, ...]
    coins: int  # of garments that simply pay; 0 for those that score otherwise
    provenance: str
    kind: int = -1


@dataclass(frozen=True)
class Programme:
    """One of the 20 programmes (L-1.2)."""

    name: str
    number: int  # of its type: 0 … 3
    clockwise: bool
    temperature: int
    limits: tuple[int, ...]  # of each type of stain, or NO_LIMIT: ignored
    coins: int
    provenance: str
    index: int = -1

    @property
    def type_name(self) -> str:
        return TYPES[self.number]

    @property
    def cycle(self) -> int:
        return self.number + 3


@dataclass(frozen=True)
class Basket:
    """A goblin with its basket (L-1.3)."""

    name: str
    species: int
    provenance: str


@dataclass(frozen=True)
class Contest:
    """What the most garments of a category earn, and the next most (L-5.2)."""

    category: int
    first: int
    second: int
    provenance: str


@dataclass(frozen=True)
class CardSet:
    """A checked set: its cards by number, and the tables that the compiled rules read."""

    name: str
    garments: tuple[Garment, ...]
    programmes: tuple[Programme, ...]
    baskets: tuple[Basket, ...]
    contests: tuple[Contest, ...]
    potion_coins: int
    tables: NDArray[np.void]  # one record of TABLES
    digest: str

    def kind(self, name: str) -> int:
        """The number of a garment by its name."""
        for garment in self.garments:
            if garment.name == name:
                return garment.kind
        raise KeyError(f"no garment named {name!r}; {nearest(name, [garment.name for garment in self.garments])}")

    def programme(self, name: str) -> int:
        """The number of a programme by its name."""
        for programme in self.programmes:
            if programme.name == name:
                return programme.index
        raise KeyError(f"no programme named {name!r}; {nearest(name, [row.name for row in self.programmes])}")

    def __getitem__(self, kind: int) -> Garment:
        return self.garments[kind]

    def __len__(self) -> int:
        return len(self.garments)


class _Row:
    """A table of the file, read field by field; what is wrong with it is said with its name and the field."""

    def __init__(self, path: str, what: str, row: Any, fields: tuple[str, ...], name: str = "") -> None:
        self.where = f"{path}: {what}"
        if not isinstance(row, dict):
            raise CardFileError(f"{self.where} must be a table, not {shown(row)}")
        named = row.get("name", name)
        if isinstance(named, str) and named:
            self.where = f"{path}: {what.partition(' ')[0]} {shown(named)}"
        self.row = row
        for field in row:
            if field not in fields:
                raise self.fail(field, f"unknown field; {nearest(field, fields)}")

    def fail(self, field: str, reason: str) -> CardFileError:
        return CardFileError(f"{self.where}: {field[:80]}: {reason}")

    def value(self, field: str, example: str) -> Any:
        if field not in self.row:
            raise self.fail(field, f"missing; write {field} = {example}")
        return self.row[field]

    def number(self, field: str, low: int, high: int, default: int | None = None) -> int:
        value = self.value(field, str(low)) if default is None else self.row.get(field, default)
        if type(value) is not int or not low <= value <= high:
            raise self.fail(field, f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    def word(self, field: str, words: tuple[str, ...]) -> int:
        value = self.value(field, f'"{words[0]}"')
        if value not in words:
            raise self.fail(
                field, f"{shown(value)} is none of them; {nearest(value if isinstance(value, str) else '', words)}"
            )
        return words.index(value)

    def name(self) -> str:
        value = self.value("name", '"…"')
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or "(" in value:
            raise self.fail("name", f"must be a printable text without brackets, not {shown(value)}")
        return value.strip()

    def flag(self, field: str) -> bool:
        value = self.value(field, "true")
        if not isinstance(value, bool):
            raise self.fail(field, f"must be true or false, not {shown(value)}")
        return value

    def provenance(self) -> str:
        value = self.value("provenance", '"authored"')
        if not isinstance(value, str) or value.split(":")[0] not in PROVENANCES:
            raise self.fail("provenance", f"must be 'authored', 'rulebook' or 'rulebook: …', not {shown(value)}")
        return value


def _rows(path: str, data: dict[str, Any], part: str, count: int | None = None) -> list[Any]:
    rows = data.get(part)
    if not isinstance(rows, list) or not rows:
        raise CardFileError(f"{path}: {part}: missing; write one [[{part}]] table for each")
    if count is not None and len(rows) != count:
        raise CardFileError(f"{path}: {part}: there are {len(rows)} of them; a set has {count}")
    return rows


def _garment(path: str, row: Any, number: int) -> Garment:
    read = _Row(path, f"garment {number}", row, GARMENT_FIELDS)
    name = read.name()
    category = read.word("category", CATEGORIES)
    coins = read.number("coins", 0, MOST_COINS) if category == OTHER else 0
    if category != OTHER and "coins" in row:
        raise read.fail("coins", f"a {CATEGORIES[category]} prints none: see L-5.2; leave it out")
    return Garment(
        name,
        read.word("species", SPECIES),
        category,
        read.number("copies", 1, MOST_COPIES),
        tuple(read.number(stain, 0, MOST_STAINS, default=0) for stain in STAINS),
        coins,
        read.provenance(),
    )


def _programme(path: str, row: Any, number: int) -> Programme:
    read = _Row(path, f"programme {number}", row, PROGRAMME_FIELDS)
    name = read.name()
    which = read.word("type", TYPES)
    cycle = cycle_of_type(which)
    if read.number("cycle", 1, 9) != cycle:
        raise read.fail("cycle", f"a programme of type {TYPES[which]} has the cycle number {cycle} (L-1.2)")
    limits = read.value("limits", "{ dirt = 3 }")
    if not isinstance(limits, dict) or not limits:
        raise read.fail("limits", f"must name some of {', '.join(STAINS)}, such as {{ dirt = 3 }}, not {shown(limits)}")
    inner = _Row(path, f"programme {number}", limits, STAINS, name)
    limits = tuple(inner.number(stain, 0, HIGHEST_LIMIT) if stain in limits else NO_LIMIT for stain in STAINS)
    return Programme(
        name,
        which,
        read.flag("clockwise"),
        read.number("temperature", 0, HOTTEST),
        limits,
        read.number("coins", 0, MOST_COINS),
        read.provenance(),
    )


def cycle_of_type(number: int) -> int:
    """The cycle number of programmes of a type, 0 … 3 (L-1.2)."""
    return number + 3


def _check_names(path: str, what: str, names: list[str]) -> None:
    for name, times in Counter(name.casefold() for name in names).items():
        if times > 1:
            raise CardFileError(f"{path}: {what} {name!r}: name: appears {times} times; list every name once")


def _garments(path: str, data: dict[str, Any]) -> tuple[Garment, ...]:
    """The garments, by species and category (L-1.1)."""
    garments = [_garment(path, row, number) for number, row in enumerate(_rows(path, data, "garment"), 1)]
    _check_names(path, "garment", [garment.name for garment in garments])
    if len(garments) != KINDS:
        raise CardFileError(f"{path}: garment: there are {len(garments)} different ones; a set has {KINDS}")
    total = sum(garment.copies for garment in garments)
    if total != CARDS:
        raise CardFileError(f"{path}: garment: copies: they add up to {total} garments; a set has {CARDS} (L-1.1)")
    for species, word in enumerate(SPECIES):
        if not any(garment.species == species for garment in garments):
            raise CardFileError(f"{path}: garment: species: none is of the species {word!r} (L-1.1)")
    garments.sort(key=lambda garment: (garment.species, garment.category))
    return tuple(Garment(**{**garment.__dict__, "kind": kind}) for kind, garment in enumerate(garments))


def _programmes(path: str, data: dict[str, Any]) -> tuple[Programme, ...]:
    """The programmes, five of each type, whose temperatures differ (L-1.2, L-3.4)."""
    rows = _rows(path, data, "programme", ROUNDS * PER_TYPE)
    programmes = [_programme(path, row, number) for number, row in enumerate(rows, 1)]
    _check_names(path, "programme", [programme.name for programme in programmes])
    for number, word in enumerate(TYPES):
        same = [programme for programme in programmes if programme.number == number]
        if len(same) != PER_TYPE:
            raise CardFileError(f"{path}: programme: type: {len(same)} are of type {word}; a set has {PER_TYPE}")
        for degrees, times in Counter(programme.temperature for programme in same).items():
            if times > 1:
                names = " and ".join(repr(row.name) for row in same if row.temperature == degrees)
                raise CardFileError(
                    f"{path}: programme: temperature: {names} are both of type {word} and have {degrees} degrees; "
                    "within a type all differ, so that one is the highest (L-3.4)"
                )
    programmes.sort(key=lambda programme: programme.number)
    return tuple(Programme(**{**programme.__dict__, "index": index}) for index, programme in enumerate(programmes))


def _baskets(path: str, data: dict[str, Any]) -> tuple[Basket, ...]:
    """The goblins, one for each species (L-1.3)."""
    found: dict[int, Basket] = {}
    for number, row in enumerate(_rows(path, data, "basket", len(SPECIES)), 1):
        read = _Row(path, f"basket {number}", row, BASKET_FIELDS)
        species = read.word("species", SPECIES)
        if species in found:
            raise read.fail("species", f"{SPECIES[species]!r} has a basket already; there is one for each (L-1.3)")
        found[species] = Basket(read.name(), species, read.provenance())
    return tuple(found[species] for species in range(len(SPECIES)))


def _contests(path: str, data: dict[str, Any]) -> tuple[Contest, ...]:
    """First and second numbers (L-5.2)."""
    found: dict[int, Contest] = {}
    for number, row in enumerate(_rows(path, data, "contest", CONTESTED), 1):
        read = _Row(path, f"contest {number}", row, CONTEST_FIELDS)
        category = read.word("category", CATEGORIES[:CONTESTED])
        if category in found:
            raise read.fail("category", f"{CATEGORIES[category]!r} is listed twice")
        first = read.number("first", 0, MOST_COINS)
        found[category] = Contest(category, first, read.number("second", 0, first), read.provenance())
    return tuple(found[category] for category in range(CONTESTED))


def _compile(
    garments: tuple[Garment, ...], programmes: tuple[Programme, ...], contests: tuple[Contest, ...], potion_coins: int
) -> NDArray[np.void]:
    tables = np.zeros(1, TABLES)
    row = tables[0]
    for garment in garments:
        kind = garment.kind
        row.copies[kind] = garment.copies
        row.species_of[kind] = garment.species
        row.category[kind] = garment.category
        row.garment_coins[kind] = garment.coins
        row.stains[kind] = garment.stains
    for programme in programmes:
        row.limit[programme.index] = programme.limits
        row.clockwise[programme.index] = programme.clockwise
        row.temperature[programme.index] = programme.temperature
        row.programme_coins[programme.index] = programme.coins
    for contest in contests:
        row.first_coins[contest.category] = contest.first
        row.second_coins[contest.category] = contest.second
    row.potion_coins = potion_coins
    return tables


def parse_card_set(text: str, path: str) -> CardSet:
    """A card set from the text of a TOML file; ``path`` is for the errors."""
    data = read_toml(text, path)
    for part in data:
        if part not in PARTS:
            raise CardFileError(f"{path}: {part[:80]}: unknown; {nearest(part, PARTS)}")
    name = data.get("name", Path(path).stem)
    if not isinstance(name, str):
        raise CardFileError(f"{path}: name: must be a text, not {shown(name)}")
    garments, programmes = _garments(path, data), _programmes(path, data)
    baskets, contests = _baskets(path, data), _contests(path, data)
    potion = _Row(path, "potion", data.get("potion"), POTION_FIELDS)
    potion_coins = potion.number("coins", 0, MOST_COINS)
    potion.provenance()
    tables = _compile(garments, programmes, contests, potion_coins)
    names = [*(row.name for row in garments), *(row.name for row in programmes), *(row.name for row in baskets)]
    digest = hashlib.sha256("\n".join(names).encode() + tables.tobytes()).hexdigest()[:16]
    return CardSet(name, garments, programmes, baskets, contests, potion_coins, tables, digest)


@lru_cache(maxsize=1)
def default_cards() -> CardSet:
    """The set that ships with the package."""
    return parse_card_set(DEFAULT_SET.read_text(encoding="utf-8"), DEFAULT_SET.name)


def load_cards(path: str | Path | None = None) -> CardSet:
    """The default set, or one's own by path."""
    if path is None:
        return default_cards()
    try:
        text = read_regular(path, LARGEST_FILE).decode()
    except FileNotFoundError:
        raise CardFileError(f"{path}: no such card file") from None
    except (OSError, ValueError) as error:
        raise CardFileError(f"{path}: cannot be read: {error}") from None
    return parse_card_set(text, str(path))
