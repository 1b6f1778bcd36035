"""The language that cards of armies are written in: lines of text to instructions.

A line is ``conditions: effects``, both optional lists::

    draw 2 (+1)
    may, hand >= 2: discard 2; destroy 1 level=1-2 enemy

A condition that fails, or a "may" answered with no, skips the rest of its line. A game says which verbs, conditions and
words it has: ``Language(…)``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from gosu_env.armies.vocabulary import ALL_OF_THEM, USE_X, Effect
from gosu_env.engine.spelling import nearest


class LineError(ValueError):
    """A line that is not in the language: what is wrong and what would be right."""


@dataclass(frozen=True)
class Filter:
    """Which cards an effect is about."""

    levels: frozenset[int] = frozenset()  # empty: any
    clan: int | None = None
    names: frozenset[str] = frozenset()  # empty: any
    named_clan: bool = False  # the clan that the program names
    named_level: bool = False  # the level that the program names
    paid_level: bool = False  # the level of a card that was paid with, or a lower one
    keywords: frozenset[str] = frozenset()  # any of them fits; empty: all do

    def takes(self, name: str, levels: frozenset[int], clan: int, keywords: frozenset[str] = frozenset()) -> bool:
        return (
            (not self.levels or bool(levels & self.levels))
            and (self.clan is None or clan == self.clan)
            and (not self.names or name in self.names)
            and (not self.keywords or bool(keywords & self.keywords))
        )


ANY = Filter()


@dataclass(frozen=True)
class Instruction:
    """One row of code, before its filters have numbers."""

    op: int
    who: int = 0
    amount: int = 0
    bonus: int = 0
    fits: Filter = ANY
    arg: int = 0
    skip: int = 0  # for "may" and "if": how many instructions a no leaps over
    instead: Filter | None = None  # in the place of fits, if what the bracket asks for is true; its number is the bonus

    def column(self, name: str) -> int:
        return int(getattr(self, name))


@dataclass
class Words:
    """The words of an effect after its verb, sorted by what they say."""

    amount: int | None = None
    bonus: int = 0
    who: int | None = None
    army: int | None = None
    fits: Filter = ANY
    instead: Filter | None = None
    flags: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    chosen: dict[str, int] = field(default_factory=dict)  # of the sets of words that only this game has


Build = Callable[[Words], list[Instruction]]


@dataclass(frozen=True)
class Verb:
    """How effects are written, and what may follow: from the rows of the vocabulary that have this verb."""

    op: int  # of the first row
    takes: str
    example: str
    build: Build
    needs: str
    note: str


class Form(NamedTuple):
    """A way to write a condition before the colon."""

    form: str
    pattern: str
    build: Callable[[re.Match[str]], list[Instruction]]
    note: str = ""  # for the docs


def place_of(what: str, word: str, words: Sequence[str]) -> int:
    """The number of a word among those of a game."""
    if word not in words:
        raise LineError(f"unknown {what} {word!r}; {nearest(word, list(words))}")
    return words.index(word)


def parse_levels(word: str) -> frozenset[int]:
    match = re.fullmatch(r"([1-3])(?:-([1-3]))?", word)
    if not match:
        raise LineError(f"level={word} is not a level; write level=1, level=2, level=3 or a range such as level=1-2")
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise LineError(f"level={word} is empty; write the lower level first")
    return frozenset(range(low, high + 1))


def parse_names(word: str) -> frozenset[str]:
    """Words with commas between them."""
    return frozenset(name.strip() for name in word.split(",") if name.strip())


def is_number(word: str) -> bool:
    """Digits, and such as everybody writes: not ² or ٣."""
    return word.isascii() and word.isdigit()


def number_of(word: str, low: int, high: int) -> int:
    """A number of digits; Python itself reads no more than some thousand of them."""
    if len(word) > 9 or not low <= int(word) <= high:
        raise LineError(f"numbers go from {low} to {high}, not {word if len(word) <= 9 else word[:9] + '…'}")
    return int(word)


def plain(op: int, **fixed: int) -> Build:
    """An effect that is a single instruction."""

    def build(words: Words) -> list[Instruction]:
        who = words.who if words.who is not None else words.army if words.army is not None else 0
        amount = words.amount if words.amount is not None else 1
        values = {"who": who, "amount": amount, "bonus": words.bonus, "arg": 0} | fixed
        return [Instruction(op, fits=words.fits, instead=words.instead, **values)]

    return build


def condition(op: int, which: int, most: int) -> Callable[[re.Match[str]], list[Instruction]]:
    """A condition of the effect "if", with a number if the pattern has one."""

    def build(match: re.Match[str]) -> list[Instruction]:
        return [Instruction(op, which, number_of(match[1], 0, most) if match.re.groups else 0)]

    return build


PARTS = {
    "amount": "a number",
    "x": "X",
    "bonus": "a bonus",
    "fits": "a filter",
    "instead": "a bracket",
    "army": "an army",
    "who": "a player",
}


@dataclass
class Language:
    """The verbs, conditions and words of a game.

    What a verb takes stands in its row of the vocabulary. A word that is in no table is a flag; a verb takes those
    that its row names.
    """

    effects: Sequence[Effect]
    builders: Mapping[str, Build]  # verbs that say more than one instruction with its columns
    forms: Sequence[Form]
    clans: Sequence[str]  # in the order of their numbers
    who: Mapping[str, int]  # words for players
    armies: Mapping[str, int]  # words for armies
    most: int  # of an effect's numbers
    leaps: tuple[int, ...]  # the effects "if" and "may"
    # What not every game has.
    of_all: Collection[str] = ()  # verbs that take "all" for a number
    numbered: Collection[str] = ("keep", "to")  # words that a number follows, or "all"
    named: Collection[str] = ("clan",)  # what a program can name: clan=named, level=named; "paid": level=paid
    keywords: Sequence[str] = ()  # of keyword=veteran or keyword=wonder,echo
    keys: Mapping[str, Callable[[Filter, str], Filter]] = field(default_factory=dict)  # more words key=value
    choices: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # more sets of words, one of each at most
    bracket: str = ""  # what a second filter depends on: "supremacy" of level=1-2 (supremacy level=1-3)
    either: Callable[[tuple[str, ...], Words], list[Instruction]] | None = None  # verbs with slashes: capture/free
    verbs: dict[str, Verb] = field(init=False)

    def __post_init__(self) -> None:
        self.verbs = {row.verb: self._verb(row.verb) for row in self.effects if row.verb}
        keys = {"level": self._level, "clan": self._clan, "name": self._name}
        if self.keywords:
            keys["keyword"] = self._keyword
        self.keys = {**keys, **self.keys}

    def parse_line(self, line: str) -> list[Instruction]:
        """A whole line; its conditions leap over what follows them in it."""
        head, colon, tail = line.rpartition(":")
        conditions = [i for text in head.split(",") for i in self.parse_condition(text)] if colon else []
        effects = [i for text in tail.split(";") for i in self.parse_effect(text)]
        program = conditions + effects
        return [
            replace(instruction, skip=len(program) - i - 1) if instruction.op in self.leaps else instruction
            for i, instruction in enumerate(program)
        ]

    def parse_condition(self, text: str) -> list[Instruction]:
        """One condition before the colon; the leap over the line is filled in by ``parse_line``."""
        text = text.strip()
        for form in self.forms:
            if match := re.fullmatch(form.pattern, text):
                return form.build(match)
        raise LineError(f"unknown condition {text!r}; known: {', '.join(form.form for form in self.forms)}")

    def parse_effect(self, text: str) -> list[Instruction]:
        """One effect: a verb and its words."""
        verb, _, rest = text.strip().partition(" ")
        spec = self.verb(verb)
        allowed = set(spec.takes.split())
        words = self.parse_words(rest)
        wrong = sorted(self._used(words, allowed) - allowed)
        if wrong:
            what = PARTS.get(wrong[0], repr(wrong[0].replace("_", " ")))
            raise LineError(f"{verb!r} does not take {what}; for example: {spec.example}")
        if spec.needs and spec.needs not in words.flags:
            raise LineError(f"{verb!r} needs {spec.needs!r}; for example: {spec.example}")
        if words.amount == ALL_OF_THEM and verb not in self.of_all:
            raise LineError(f"{verb!r} takes a number, not 'all'; for example: {spec.example}")
        return spec.build(words)

    def verb(self, word: str) -> Verb:
        """A verb, or several with slashes: it takes what all of them take."""
        several = word.split("/") if self.either and word not in self.verbs else [word]
        for one in several:
            if one not in self.verbs:
                raise LineError(f"unknown effect {one!r}; {nearest(one, list(self.verbs))}")
        first = self.verbs[several[0]]
        if len(several) == 1 or self.either is None:
            return first
        if len(set(several)) < len(several):
            raise LineError(f"{word!r} offers the same effect twice")
        shared = set.intersection(*(set(self.verbs[one].takes.split()) for one in several))
        takes = " ".join(part for part in first.takes.split() if part in shared)
        return replace(first, takes=takes, build=partial(self.either, tuple(several)))

    def parse_words(self, text: str) -> Words:
        """Sort the words that follow a verb."""
        words = Words()
        inside: list[str] = []
        try:
            parts = shlex.split(text)
        except ValueError as error:
            raise LineError(f"cannot read {text!r}: {error}") from None
        i = 0
        while i < len(parts):
            part = parts[i]
            key, _, value = part.partition("=")
            if part in self.numbered and i + 1 < len(parts) and re.fullmatch(r"[0-9]+|all", parts[i + 1]):
                words.numbers[part] = ALL_OF_THEM if parts[i + 1] == "all" else self.parse_number(parts[i + 1])
                i += 1
            elif part == "up" and parts[i + 1 : i + 2] == ["to"]:
                words.flags.add("up to")
                i += 1
                if i + 1 < len(parts) and is_number(parts[i + 1]):
                    words.numbers["limit"] = self.parse_number(parts[i + 1])
                    i += 1
            elif is_number(part) and words.amount is None:
                words.amount = self.parse_number(part)
            elif part == "X" and words.amount is None:
                words.amount = USE_X
            elif part == "all" and words.amount is None:
                words.amount = ALL_OF_THEM
            elif re.fullmatch(r"\(\+[0-9]+\)", part):
                words.bonus = self.parse_number(part[2:-1])
            elif part in self.who:
                words.who = self.who[part]
            elif part in self.armies:
                words.army = self.armies[part]
            elif key in self.keys and key != part:
                words.fits = self.keys[key](words.fits, value)
            elif self.bracket and part.removesuffix(")") == f"({self.bracket}":
                end = next((j for j in range(i, len(parts)) if parts[j].endswith(")")), None)
                if end is None or inside:
                    raise LineError(f"write one bracket and close it, as in '({self.bracket} level=1-3)'")
                inside = [*parts[i + 1 : end], parts[end][:-1]] if end > i else [""]
                i = end
            else:
                self._choose(words, part)
            i += 1
        if inside:
            words.instead = self._instead(words.fits, inside)
        return words

    def parse_number(self, word: str) -> int:
        """How many cards an effect is about."""
        return number_of(word, 1, self.most)

    def clan_number(self, word: str) -> int:
        return place_of("clan", word, self.clans)

    def _verb(self, word: str) -> Verb:
        rows = [row for row in self.effects if row.verb == word]
        first = rows[0]
        example = " · ".join(row.example for row in rows if row.example)
        build = self.builders.get(word) or plain(first.number)
        return Verb(first.number, first.takes, example, build, first.needs, first.note)

    def _used(self, words: Words, allowed: set[str]) -> set[str]:
        """What words say, as the rows of the vocabulary name it; one's own army may be a word of the verb itself."""
        own = words.army == self.armies.get("own") and "own" in allowed
        said = {
            "x": words.amount == USE_X,
            "amount": words.amount is not None and words.amount != USE_X,
            "bonus": words.bonus,
            "who": words.who is not None,
            "army": words.army is not None and not own,
            "fits": words.fits != ANY,
            "instead": words.instead is not None,
        }
        own_words = {*words.flags, *words.numbers, *words.chosen}
        return {part for part, is_said in said.items() if is_said} | {word.replace(" ", "_") for word in own_words}

    def _choose(self, words: Words, part: str) -> None:
        """A word of one of the game's own sets, or a flag."""
        for name, numbers in self.choices.items():
            if part in numbers:
                words.chosen[name] = numbers[part]
                return
        words.flags.add(part)

    def _instead(self, fits: Filter, inside: Sequence[str]) -> Filter:
        """The filter of a bracket: that of the line, but for what the bracket says."""
        for part in inside:
            key, equals, value = part.partition("=")
            if not equals or key not in self.keys:
                raise LineError(f"in the bracket stands a filter, as in '({self.bracket} level=1-3)', not {part!r}")
            fits = self.keys[key](fits, value)
        return fits

    def _level(self, fits: Filter, word: str) -> Filter:
        if word == "named" and "level" in self.named:
            return replace(fits, named_level=True)
        if word == "paid" and "paid" in self.named:
            return replace(fits, paid_level=True)
        return replace(fits, levels=parse_levels(word))

    def _clan(self, fits: Filter, word: str) -> Filter:
        if word == "named" and "clan" in self.named:
            return replace(fits, named_clan=True)
        return replace(fits, clan=self.clan_number(word))

    def _name(self, fits: Filter, word: str) -> Filter:
        return replace(fits, names=parse_names(word))

    def _keyword(self, fits: Filter, word: str) -> Filter:
        names = parse_names(word)
        for name in sorted(names) or [""]:
            place_of("keyword", name, self.keywords)
        return replace(fits, keywords=names)
