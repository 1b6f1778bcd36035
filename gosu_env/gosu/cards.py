"""Card sets: TOML files checked against the facts of the rules and compiled to tables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.card_files import (
    BASE,
    CardRow,
    Compiler,
    Program,
    check_names,
    digest,
    fail,
    parse_rows,
    read_card_file,
)
from gosu_env.armies.language import ANY, Filter, Instruction, LineError
from gosu_env.engine.errors import OptionError
from gosu_env.engine.generated import generated_name, seed_of
from gosu_env.engine.spelling import nearest, shown
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.generate import generate
from gosu_env.gosu.language import CLAN_WORDS, Global, parse_global, parse_line, parse_power
from gosu_env.gosu.sizes import FULL, Size, read_size
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

PROGRAM_FIELDS = {name: (i,) for i, name in enumerate(v.TRIGGERS)} | {"enters_and_mutates": (v.ENTERS, v.MUTATES)}
KAMAKOR_FIELDS = ("counts_as", "shadow_jump", "recruiter", "eases", "colon")
FIELDS = ("name", "clan", "level", "mutation", "zombie", "global", "provenance", *PROGRAM_FIELDS, *KAMAKOR_FIELDS)
KAMAKOR_EFFECTS = range(len(v.BASE_EFFECTS), len(v.EFFECTS))
KAMAKOR_CONDITIONS = range(len(v.BASE_CONDITIONS), len(v.CONDITIONS))
# Digests of earlier editions of the default sets, without Kamakor and with it. Ten cards
# were different in the first ones, Bloom alone in the last ones.
FORMER = {
    False: ("2a930d75755e36cf", "86b1e620f7db928f"),
    True: ("334aca650e9341f2", "fc9159a83e39de52"),
}
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
    programs: dict[int, Program] = field(hash=False)
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
    size: Size = FULL

    def kind(self, name: str) -> int:
        """The number of a card by its name."""
        for card in self.cards:
            if card.name == name:
                return card.kind
        raise KeyError(f"no card named {name!r}; {nearest(name, [card.name for card in self.cards])}")

    @property
    def kinds(self) -> int:
        """How many numbers there are for cards; sets of a smaller size use some of them."""
        return len(self.tables[0].level)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all kinds, those that the set does not have included."""
        named = {card.kind: card.name for card in self.cards}
        return tuple(named.get(kind, f"no card {kind}") for kind in range(self.kinds))

    @cached_property
    def _by_kind(self) -> dict[int, Card]:
        return {card.kind: card for card in self.cards}

    @property
    def clan_names(self) -> tuple[str, ...]:
        return CLAN_NAMES[: self.kinds // KINDS_PER_CLAN]

    def __getitem__(self, kind: int) -> Card:
        return self._by_kind[kind]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)


def _other_levels(row: CardRow, level: int) -> tuple[int, ...]:
    """The levels that a card counts as beside its own (K-1.11)."""
    values = row.get("counts_as", [])
    if not isinstance(values, list) or not all(type(value) is int and 1 <= value <= 3 for value in values):
        raise row.fail("counts_as", f"must be a list of levels such as [2], not {shown(values)}")
    if level in values or len(set(values)) < len(values):
        raise row.fail("counts_as", f"must name other levels than {level}, each once, not {shown(values)}")
    return tuple(sorted(values))


def _check_base_words(row: CardRow, programs: dict[int, Program]) -> None:
    """Words of Kamakor belong into sets of ten clans."""
    needs = "is of Kamakor: it needs a set of ten clans and the option kamakor"
    for part in KAMAKOR_FIELDS:
        if part in row:
            raise row.fail(part, needs)
    for trigger, program in programs.items():
        for step in program:
            first = step.op in AIMED and step.arg == v.FIRST_CARD
            if step.op in KAMAKOR_EFFECTS or (step.op == v.IF and step.who in KAMAKOR_CONDITIONS) or first:
                word = "first" if first else v.EFFECTS[step.op] if step.op != v.IF else v.CONDITIONS[step.who]
                raise row.fail(v.TRIGGERS[trigger], f"{word!r} {needs}")


def _card(path: str, table: Any, place: int, clans: int) -> Card:
    """One card of the file."""
    row = CardRow(path, table, place, FIELDS, ("clan", "level", "provenance"))
    clan = row.word("clan", CLAN_WORDS[:clans])
    level = row.number("level", 1, 3)
    mutation = row.number("mutation", 0, 9) if "mutation" in row else None
    zombie = row.flag("zombie")
    shadow_jump = row.flag("shadow_jump")
    recruiter = row.flag("recruiter")
    if recruiter and level != 1:
        raise row.fail("recruiter", f"a Recruiter is a Bakuto, of level 1, not of level {level} (K-1.6)")
    eases = row.number("eases", 1, 9) if "eases" in row else 0
    counts_as = _other_levels(row, level)
    if shadow_jump and mutation is not None:
        raise row.fail("shadow_jump", "a card mutates for its cost or by a Shadow Jump; leave mutation out")
    if zombie and mutation is None:
        raise row.fail("zombie", "a card with zombie mutation prints a mutation cost; add mutation = …")
    provenance = row.provenance()
    programs = row.programs(PROGRAM_FIELDS, partial(_program, row))
    if v.COLON in programs and v.ACTIVATED in programs:
        raise row.fail("colon", "a power has a colon or the activation symbol; leave one of them out")
    if clans == CLANS:
        _check_base_words(row, programs)
    if recruiter:
        programs[v.DESTROYED] = (RECRUITER_DESTROYED, *programs.get(v.DESTROYED, ()))
    bound: list[Global] = []
    for line in row.lines("global"):
        try:
            bound.append(parse_global(line))
        except LineError as error:
            raise row.fail("global", str(error)) from None
        if clans == CLANS and bound[-1].which >= len(v.BASE_GLOBALS):
            raise row.fail("global", f"{line!r}: the clan is of Kamakor and not in this set")
    return Card(
        row.name.strip(),
        clan,
        level,
        mutation,
        zombie,
        programs,
        tuple(bound),
        provenance,
        counts_as=counts_as,
        shadow_jump=shadow_jump,
        recruiter=recruiter,
        eases=eases,
    )


def _program(row: CardRow, part: str) -> Program:
    """The instructions of the lines of a field."""
    if part != v.TRIGGERS[v.COLON]:
        return row.program(part, parse_line)
    written = row.lines(part)
    try:
        return tuple(parse_power(written))
    except LineError as error:
        raise row.fail(part, f"{shown(written[0])}: {error}") from None


def _check_clans(path: str, cards: list[Card], wanted: int) -> set[int]:
    """The clans of a set, as many as its size says."""
    found = {card.clan for card in cards}
    if len(found) != wanted:
        words = ", ".join(CLAN_WORDS[clan] for clan in sorted(found))
        raise fail(path, None, None, f"the cards are of {len(found)} clans ({words}); [size] says {wanted}")
    return found


def _check_counts(path: str, cards: list[Card], clans: int, size: Size) -> None:
    """The composition of a set (G-1.1), and what the machine can hold."""
    check_names(path, [card.name for card in cards])
    there = set(range(clans)) if size.clans == CLANS else _check_clans(path, cards, size.clans)
    for clan, word in enumerate(CLAN_WORDS[:clans]):
        for level, wanted in enumerate(size.per_clan if clan in there else (0, 0, 0), 1):
            found = sum(card.clan == clan and card.level == level for card in cards)
            if found != wanted:
                few = len(cards) < clans * KINDS_PER_CLAN and size == FULL
                raise fail(
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
                raise fail(path, card.name, "global", f"{name} appears twice; write it once")
            if times and not adds_up and card.copies > 1:
                raise fail(path, card.name, "global", f"{name} does not add up: it belongs on a card of one copy")
        if adds_up:
            _check_sum(path, cards, clans, which)
        if len(carriers) > 1 and not adds_up:
            raise fail(path, carriers[1], "global", f"{name} is on {carriers[0]!r} already; one card may carry it")
    for trigger in (v.IMPRISONED, v.PASSES, v.ROUND_STARTS):
        listeners = [0] * clans
        for card in cards:
            listeners[card.clan] += card.copies * (trigger in card.programs)
        copies = sum(sorted(listeners)[-CLANS:])  # of any five clans
        if copies > MAX_LISTENERS:
            raise fail(
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
            raise fail(path, None, None, f"global: {reason}")


class _Tables(Compiler[Card]):
    """Compiles the programs of a set into its tables."""

    def __init__(self, path: str, cards: list[Card], clans: int) -> None:
        self.kamakor = clans > CLANS
        self.tables = np.zeros(1, KAMAKOR_TABLES if self.kamakor else TABLES)
        super().__init__(
            path,
            cards,
            filters=[ANY, *(Filter(clan=clan) for clan in range(clans))],
            named={Filter(named_clan=True): v.NAMED_CLAN},
            code=[*v.SYSTEM_CODE, *(v.KAMAKOR_CODE if self.kamakor else ())],
            leaps=(v.IF, v.MAY),
            most_filters=len(self.tables[0].fits),
            most_code=len(self.tables[0].code),
        )

    def check_step(self, card: Card, part: str, program: Program, i: int) -> None:
        step, done = program[i], {before.op for before in program[:i]}
        if step.fits.named_clan and v.NAME_CLAN not in done:
            raise fail(self.path, card.name, part, "clan=named needs 'name clan' before it")
        if step.amount == v.USE_X and not done & {v.CHOOSE_X, v.COUNT_X}:
            raise fail(self.path, card.name, part, "X needs 'choose X up to N' or 'count X …' before it")
        of_players = step.op in (v.DRAW, v.DRAW_TO, v.DISCARD, v.DISCARD_TO, v.SACRIFICE)
        if of_players and step.who == v.CHOSEN and v.CHOOSE_SEAT not in done:
            raise fail(self.path, card.name, part, "'chosen' needs 'choose opponent' or 'choose player' before it")

    def compile(self) -> NDArray[np.void]:
        row = self.tables[0]
        row.program[:] = -1
        for clan in range(row.fits.shape[1] // KINDS_PER_CLAN):  # of kinds that a smaller set does not have, too
            for level, different in enumerate(PER_CLAN, 1):
                first = _first_kind(clan, level)
                row.level[first : first + different] = level
                row.clan[first : first + different] = clan
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
            for trigger, first in self.add_programs(card, card.programs, v.TRIGGERS).items():
                row.program[kind, trigger] = first
                row.listens[trigger] = min(int(row.listens[trigger]) + card.copies, 127)
            if self.kamakor:
                self.add_kamakor(row, card)
        self.write(row)
        row.clan_filter[: len(self.filters)] = [wanted.clan is not None for wanted in self.filters]
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
                raise fail(self.path, card.name, "counts_as", f"at most {SEVERAL_LEVELS} cards of a set may say that")
            row.several[row.several_size[0]] = kind
            row.several_size[0] += 1


def card_rows(kamakor: bool = False) -> list[dict[str, Any]]:
    """The cards of the default set as they stand in its file, or in its two files."""
    files = (DEFAULT_SET, KAMAKOR_SET) if kamakor else (DEFAULT_SET,)
    return [row for file in files for row in tomllib.loads(file.read_text(encoding="utf-8"))["card"]]


def parse_card_set(text: str, path: str, kamakor: bool = False) -> CardSet:
    """A card set from the text of a TOML file; ``path`` is for the errors. With Kamakor, it has ten clans."""
    clans = KAMAKOR_CLANS if kamakor else CLANS
    check = partial(_card, path, clans=clans)
    name, rows = parse_rows(text, path, partial(card_rows, kamakor), check)
    cards = [check(row, place) for place, row in enumerate(rows, 1)]
    size = read_size(path, tomllib.loads(text).get("size", {})) if "size" in text else FULL
    if kamakor and size != FULL:
        raise fail(path, None, "size", "sets with Kamakor have the full size; leave [size] out")
    _check_counts(path, cards, clans, size)
    numbered = _numbered(cards)
    tables = _Tables(path, numbered, clans).compile()
    size.write(tables)
    facts = [f"{card.name}|{card.clan}|{card.level}" for card in numbered]
    return CardSet(name, tuple(numbered), tables, digest(facts, tables), size)


def _numbered(cards: list[Card]) -> list[Card]:
    """The cards with their kinds: level by level, clan by clan, each clan with room for as many as in the full game."""
    cards = sorted(cards, key=lambda card: (card.clan // CLANS, card.level, card.clan))
    numbered: list[Card] = []
    for card in cards:
        first = _first_kind(card.clan, card.level)
        earlier = sum((other.clan, other.level) == (card.clan, card.level) for other in numbered)
        numbered.append(Card(**{**card.__dict__, "kind": first + earlier}))
    return numbered


def _first_kind(clan: int, level: int) -> int:
    """The kind of the first card of a clan and level."""
    lower = sum(PER_CLAN[: level - 1])
    return clan // CLANS * CLANS * KINDS_PER_CLAN + CLANS * lower + clan % CLANS * PER_CLAN[level - 1]


@lru_cache(maxsize=2)
def default_cards(kamakor: bool = False) -> CardSet:
    """The set that ships with the package; with Kamakor, its two files are one set."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    if not kamakor:
        return parse_card_set(text, DEFAULT_SET.name)
    more = KAMAKOR_SET.read_text(encoding="utf-8")
    return parse_card_set(text + more, f"{DEFAULT_SET.name} + {KAMAKOR_SET.name}", kamakor=True)


def generated_text(seed: int) -> str:
    """The card file of a generated set."""
    return generate(seed, partial(parse_card_set, path=generated_name(seed)))[0]


@lru_cache(maxsize=1024)
def generated_cards(seed: int) -> CardSet:
    """The generated set of a seed."""
    return generate(seed, partial(parse_card_set, path=generated_name(seed)))[1]


def load_cards(path: str | Path | None = None, kamakor: bool = False) -> CardSet:
    """The default set, a generated one by name, or one's own by path; with Kamakor, sets have ten clans."""
    if path is None:
        return default_cards(kamakor)
    seed = seed_of(str(path))
    if seed is not None:
        if kamakor:
            raise OptionError(f"cards {str(path)!r}: generated sets have five clans, and Kamakor ten; leave one out")
        return generated_cards(seed)
    return parse_card_set(read_card_file(path), str(path), kamakor)
